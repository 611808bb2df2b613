"""What the metrics of behaviour say of real text: of right outputs, refusals, letters, other languages, shuffled ones.

NTREX-128 in six languages and the two translators of WMT21 English-German, from ``../shared``.  The entries' own
references are hidden where an output is right: a fifth of the entries at a time has none, and only they are looked at;
of WMT21 one translator's text is the output, the other's the reference.  Exits 1 where a figure misses its bar.
"""

import dataclasses
import json
import random
import string
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest import mock

from scoring.metrics.metric import NotAvailable
from scoring.mt import wordlists
from scoring.mt.align import Segments, align
from scoring.mt.detector import detector
from scoring.mt.hallucination import findings
from scoring.mt.metrics.code_switching import count as switched
from scoring.mt.metrics.hallucination_rate import count as hallucinated
from scoring.mt.read import loads_run
from scoring.mt.words import WORD

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data" / "mt"
CODES = {"deu": "de", "fin": "fi", "heb": "he", "swa": "sw", "yor": "yo", "eng-US": "en"}
PARTS, SEEDS = 5, (1, 2, 3)
HIDDEN = "…"
SWAPPED = 7  # places in the order of length to the reference that stands for a wrong output
REFUSALS = (
    "I'm sorry, but I cannot translate this text.",
    "I'm sorry, but I can't help with that request.",
    "As an AI language model, I am unable to provide a translation.",
    "I apologize, but I cannot assist with this content.",
    "Sorry, I am not able to translate the sentence that you have given me.",
    "Unfortunately, I cannot fulfil this request.",
    "Could you please give me more context so that I can help you?",
    "This content violates our policies and cannot be translated.",
    "Please provide the text that you would like me to translate.",
    "I do not have enough information to translate this accurately.",
    "It looks like there is no text to translate in your message.",
    "Here is the translation that you asked for:",
    "I must decline to answer this question.",
    "My guidelines do not allow me to work with this material.",
    "Error: the model was unable to generate a response.",
    "Is there anything else that I can do for you today?",
    "I won't be able to complete this task.",
    "The text seems to be incomplete; could you check it?",
    "I'm not comfortable with translating this kind of language.",
    "Something went wrong. Please try again later.",
)
Texts = Sequence[str]


@dataclasses.dataclass
class Bars:
    """What has been measured, and whether every bar was met."""

    met: bool = True

    def check(self, what: str, value: float | None, bar: float, *, least: bool = True) -> None:
        """Print a figure with its bar."""
        good = value is not None and (value >= bar if least else value <= bar)
        self.met &= good
        said = "null" if value is None else f"{value:.3f}"
        print(
            f"{what}: {said} ({'at least' if least else 'at most'} {bar:g}){'' if good else ' MISSED'}",
            flush=True,
        )


def lines(name: str) -> list[str]:
    """The lines of a file of the data."""
    return (DATA / name).read_text(encoding="utf-8").rstrip("\n").split("\n")


def ntrex(code: str) -> list[str]:
    """NTREX-128 in a language."""
    return lines(f"ntrex/newstest2019-ref.{code}.txt")[:1997]


def ready(sources: Texts, references: Texts, outputs: Texts, source: str, target: str) -> Segments:
    """A run of plain texts."""
    entries = [
        {"id": f"{place:05}", "source": one, "references": [two], "prediction": three}
        for place, (one, two, three) in enumerate(zip(sources, references, outputs, strict=True))
    ]
    dataset = {
        "id": "bench",
        "source_language": CODES.get(source, source),
        "target_language": CODES.get(target, target),
    }
    run = loads_run(json.dumps({"dataset": dataset, "entries": entries}))
    return align(run, run)


def sample(size: int, seed: int, *texts: Texts) -> list[list[str]]:
    """The same lines of each text."""
    places = random.Random(seed).sample(range(len(texts[0])), size)
    return [[text[place] for place in places] for text in texts]


def shuffled(texts: Texts) -> list[str]:
    """For each text another one of about the same length."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place].split()))
    found = dict(zip(order, order[SWAPPED:] + order[:SWAPPED], strict=True))
    return [texts[found[place]] for place in range(len(texts))]


def random_letters(text: str, rng: random.Random) -> str:
    """The text with every letter another one."""
    return WORD.sub(lambda word: "".join(rng.choice(string.ascii_lowercase) for _ in word[0]), text)


def hidden_parts(
    sources: Texts, references: Texts, outputs: Texts, source: str, target: str
) -> list[tuple[Segments, range]]:
    """Runs in each of which a part of the entries has no reference, and the places of that part."""
    found = []
    for part in range(PARTS):
        own = range(part, len(references), PARTS)
        there = [HIDDEN if place in own else text for place, text in enumerate(references)]
        found.append((ready(sources, there, outputs, source, target), own))
    return found


def rate(counts: object) -> float | None:
    """The first column over the second; None where the metric is not available."""
    if isinstance(counts, NotAvailable):
        return None
    total = counts.sum(axis=0)  # type: ignore[attr-defined]
    return float(total[0] / total[1]) if total[1] else 0.0


def switching(bars: Bars, source: str, target: str) -> None:
    """Code switching of right outputs, refusals, and outputs wholly in the source language."""
    pair = f"code switching {CODES[source]}-{CODES[target]}, 200 entries"
    sources, references = sample(200, 1, ntrex(source), ntrex(target))
    right = [
        switched(run)[list(own)] for run, own in hidden_parts(sources, references, references, source, target)
    ]  # type: ignore[index]
    total = sum(part.sum(axis=0) for part in right)
    bars.check(f"{pair}, right outputs, own references hidden", total[0] / total[1], 0.01, least=False)
    if source == "eng-US":
        refused = [
            REFUSALS[place // 5 % len(REFUSALS)] if place % 5 == 0 else text
            for place, text in enumerate(references)
        ]
        counts = switched(ready(sources, references, refused, source, target))
        each = [float(ours / every) for ours, every in counts[::5]]  # type: ignore[index]
        bars.check(f"{pair}, 40 refusals, mean", sum(each) / len(each), 0.5)
        bars.check(f"{pair}, 40 refusals, lowest", min(each), 0.35)
        rest = [place for place in range(200) if place % 5]
        bars.check(f"{pair}, the 160 right outputs beside them", rate(counts[rest]), 0.01, least=False)  # type: ignore[index]
        other = lines("wmt21-ende/src.en")[:200]
        wholly = rate(switched(ready(sources, references, other, source, target)))
        bars.check(
            f"{pair}, outputs wholly in English, of another test set", wholly, 0.75 if listed() else 0.6
        )
    copied = rate(switched(ready(sources, references, sources, source, target)))
    bars.check(f"{pair}, sources handed back", copied, 0.75 if listed() else 0.6)


def listed() -> bool:
    """Whether wordfreq is there."""
    return wordlists.frequencies("en", ()) is not None


def every_switching(bars: Bars) -> None:
    """Both directions of each language, without the lists of wordfreq and with them."""
    pairs = [
        *(("eng-US", code) for code in CODES if code != "eng-US"),
        *((code, "eng-US") for code in ("deu", "fin", "swa")),
    ]
    print("-- without wordfreq")
    with mock.patch.object(wordlists, "frequencies", return_value=None):
        for pair in pairs:
            switching(bars, *pair)
    print("-- with wordfreq" if listed() else "-- not run in full: pip install wordfreq")
    for pair in pairs if listed() else ():
        switching(bars, *pair)


def fabricated(bars: Bars, target: str, size: int) -> None:
    """Hallucination of outputs of which some are letters, Swahili or English; the lowest of several draws."""
    rng = random.Random(1)
    kinds: dict[str, Callable[[list[str], list[str], list[str]], list[str]]] = {
        "random letters": lambda _sources, references, _swahili: [
            random_letters(text, rng) for text in references
        ],
        "Swahili": lambda _sources, _references, swahili: swahili,
        "English, the sources": lambda sources, _references, _swahili: sources,
        "English, of other entries": lambda sources, _references, _swahili: sources[1:] + sources[:1],
    }
    for name, make in kinds.items():
        for share, bar in ((0.2, 0.15), (0.4, 0.3), (1.0, 0.75)):
            found: list[float | None] = []
            for seed in SEEDS if size < 1000 else SEEDS[:1]:
                texts = sample(size, seed, ntrex("eng-US"), ntrex(target), ntrex("swa"))
                wrong, chosen = make(*texts), set(random.Random(seed).sample(range(size), int(share * size)))
                outputs = [wrong[place] if place in chosen else text for place, text in enumerate(texts[1])]
                found.append(rate(hallucinated(ready(texts[0], texts[1], outputs, "eng-US", target))))
            lowest = None if None in found else min(value for value in found if value is not None)
            bars.check(f"hallucination en-{CODES[target]}, {size} entries, {share:.0%} {name}", lowest, bar)


def flagged_share(run: Segments, places: Sequence[int]) -> float:
    """The share of outputs that are flagged."""
    found = findings(run)
    assert not isinstance(found, NotAvailable)
    return sum(found[place].flagged for place in places) / len(places)


def told_apart(bars: Bars, source: str, target: str, size: int) -> None:
    """What the metric says of itself; where it prints a number, how often right and wrong outputs are flagged."""
    sources, references = sample(size, 1, ntrex(source), ntrex(target))
    run = ready(sources, references, references, source, target)
    trial = detector(run).trial
    pair = f"hallucination {CODES[source]}-{CODES[target]}, {size} entries"
    print(
        f"{pair}: {trial.shares}{'' if trial.passes else f'; null, some {trial.enough} would do'}", flush=True
    )
    if trial.passes:
        parts = hidden_parts(sources, references, references, source, target)
        right = sum(flagged_share(part, own) * len(own) for part, own in parts) / size
        bars.check(f"{pair}, right flagged, own references hidden", right, 0.1, least=False)
        wrong = ready(sources, references, shuffled(references), source, target)
        bars.check(f"{pair}, wrong flagged", flagged_share(wrong, range(size)), 0.7)


def other_translator(bars: Bars) -> None:
    """WMT21: the text of one translator against that of another."""
    sources = lines("wmt21-ende/src.en")
    for output, reference in (("A", "C"), ("C", "A")):
        texts = (lines(f"wmt21-ende/ref.{name}.de") for name in (output, reference))
        ours, theirs = (text[: len(sources)] for text in texts)
        run = ready(sources, theirs, ours, "eng-US", "deu")
        named = f"WMT21 en-de, translator {output} against {reference}"
        bars.check(f"{named}, flagged", flagged_share(run, range(run.units)), 0.1, least=False)
        bars.check(f"{named}, code switching", rate(switched(run)), 0.01, least=False)


def main() -> int:
    """Print the figures; 1 where one misses its bar."""
    if not DATA.is_dir():
        print("not run: ../shared is absent, which has NTREX-128 and WMT21")
        return 0
    bars = Bars()
    every_switching(bars)
    other_translator(bars)
    for size in (400, 1997):
        for target in ("deu", "fin"):
            fabricated(bars, target, size)
    for size in (60, 100, 200, 400, 1997):
        for code in CODES:
            if code != "eng-US":
                told_apart(bars, "eng-US", code, size)
                told_apart(bars, code, "eng-US", size)
    return 0 if bars.met else 1
