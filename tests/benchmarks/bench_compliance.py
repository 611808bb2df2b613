"""How often each rule of compliance fires on good human translations: at most 1 % in every language.

The references of NTREX-128 (``ONENLP_NTREX`` names the folder of another copy than that of ``../shared``: all languages
that it has are measured), of WMT17 and of WMT21, by five folds: a fold's references are judged by what the others use,
their own hidden.  WMT21's translator A is judged with C as the reference too, and the other way round.  And how often
the rules fire where a fault was made: an ordinary word of the source in the place of a word, marks of another language.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mt"
AIM, SEEN = 0.01, 0.95
FOLDS = 5
KINDS = ("quotes", "letters", "placeholders")
ORDINARY = re.compile(r"\b[a-z]{4,}\b")
NAME = "newstest2019-ref."
REGIONS = {"zho-TW": "zh-Hant", "zho-CN": "zh-Hans"}
Texts = Sequence[str]
Shares = tuple[dict[str, float], dict[str, float]]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def faults(source: str, text: str, caseless: bool) -> Iterator[tuple[str, str]]:
    """A text with a fault of each kind that can be made in it."""
    yield "quotes", f"〝{text}〟"  # which no language of CLDR quotes with
    words = text.split(" ")
    if caseless and (ordinary := ORDINARY.findall(source)):
        yield (
            "letters",
            " ".join([*words[: len(words) // 2], max(ordinary, key=len), *words[len(words) // 2 + 1 :]]),
        )


def by_folds(code: str, sources: Texts, references: Texts) -> Shares:
    """The share of references on which each rule fires, judged by the other folds; and that of faults that are seen."""
    found, made, seen = (Counter[str]() for _ in range(3))
    for fold in range(FOLDS):
        others = [place for place in range(len(sources)) if place % FOLDS != fold]
        held = rules_of(code, [sources[place] for place in others], [references[place] for place in others])
        for place in range(fold, len(sources), FOLDS):
            source, text = sources[place], references[place]
            found.update({kind for kind, _ in held.violations(source, text, ())})
            for kind, fault in faults(source, text, held.latin is not None):
                made[kind] += 1
                seen[kind] += any(one == kind for one, _ in held.violations(source, fault, (text,)))
    return {kind: found[kind] / len(sources) for kind in KINDS}, {
        kind: seen[kind] / made[kind] for kind in made
    }


def by_another(code: str, sources: Texts, outputs: Texts, references: Texts) -> Shares:
    """The share of one translator's texts on which each rule fires, with another's as the references."""
    held = rules_of(code, sources, references)
    found: Counter[str] = Counter()
    for source, output, reference in zip(sources, outputs, references, strict=True):
        found.update({kind for kind, _ in held.violations(source, output, (reference,))})
    return {kind: found[kind] / len(sources) for kind in KINDS}, {}


def rules_of(code: str, sources: Texts, references: Texts):
    """The rules that a run of these texts is held to."""
    from scoring.metrics.metric import NotAvailable
    from scoring.mt.align import align
    from scoring.mt.compliance import rules
    from scoring.mt.run import Dataset, Entry, Run

    entries = tuple(
        Entry(id=str(place), source=source, references=(reference,))
        for place, (source, reference) in enumerate(zip(sources, references, strict=True))
        if reference.strip()
    )
    run = Run(dataset=Dataset(id="bench", source_language="en", target_language=code), entries=entries)
    held = rules(align(run, run))
    if isinstance(held, NotAvailable):
        raise SystemExit(f"{code}: {held.reason}")
    return held


def measured() -> Iterator[tuple[str, Shares]]:
    """Every text that is there, with the share of each rule."""
    folder = Path(os.environ.get("ONENLP_NTREX", DATA / "ntrex"))
    files = {
        path.name.removeprefix(NAME).removesuffix(".txt"): path
        for path in sorted(folder.glob(f"{NAME}*.txt"))
    }
    if "eng-US" in files:
        sources = lines(files["eng-US"])
        for code, path in files.items():
            if not code.startswith("eng"):
                yield f"NTREX {code}", by_folds(REGIONS.get(code, code), sources, lines(path))
    if (path := DATA / "wmt17" / "ref.de").is_file():
        references = lines(path)
        yield "WMT17 de, no sources", by_folds("de", [""] * len(references), references)
    if (wmt21 := DATA / "wmt21-ende").is_dir():
        source, a, c = (lines(wmt21 / name) for name in ("src.en", "ref.A.de", "ref.C.de"))
        yield "WMT21 de, A by folds", by_folds("de", source, a)
        yield "WMT21 de, C by folds", by_folds("de", source, c)
        yield "WMT21 de, A with reference C", by_another("de", source, a, c)
        yield "WMT21 de, C with reference A", by_another("de", source, c, a)


def main() -> int:
    """Print the shares; 1 where one is above the aim."""
    missed, texts = 0, 0
    for name, (shares, seen) in measured():
        said = ", ".join(f"{kind} {share:.2%}" for kind, share in shares.items())
        caught = ", ".join(f"{kind} {share:.1%}" for kind, share in seen.items())
        fails = max(shares.values()) > AIM or min(seen.values(), default=1.0) < SEEN
        aims = f" (at most {AIM:.0%}, and at least {SEEN:.0%} of faults)" if fails else ""
        print(f"{name}: {said}{f'; of faults seen: {caught}' if caught else ''}{aims}", flush=True)
        missed += fails
        texts += 1
    if not texts:
        print("skipped: there is no NTREX-128 in ONENLP_NTREX or ../shared/data/mt")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
