"""What a reader of a run card should be warned of: outputs that are no translations, whatever their scores say.

Source: MT scoring specification, §2.1 (lengths) and §2.4; the others are what goes wrong in practice.
"""

from collections import Counter
from collections.abc import Callable
from heapq import nsmallest

import regex

from scoring.mt.align import Segments
from scoring.mt.analyser import analyser
from scoring.mt.cost import entry_costs, spent
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.metrics.length_ratio import INFLATED, TRUNCATED, ratio_of
from scoring.mt.run import nfc
from scoring.mt.scripts import SPACELESS, letters
from scoring.mt.standards.readings import WordReadings
from scoring.mt.standards.worth import notes_of as standard_notes
from scoring.mt.wordforms import forms
from scoring.mt.words import folded, words

__all__ = ["caveats"]

MANY = 0.1  # of the entries, from which on a fault of single outputs is one of the run
ENOUGH = 100  # words, from which on the language of a run can be told
FREQUENT = 20  # words of the references by which their language is known
LETTER = regex.compile(r"\p{L}")


def caveats(segments: Segments) -> list[str]:
    """Sentences, each with its figures; none for a run without a fault."""
    checks: tuple[Callable[[Segments], str | None], ...] = (
        copied, same_output, wrong_script, wrong_language, inflated, truncated, unspaced, cut_short, partly_judged,
        unmeasured,
    )  # fmt: skip
    found = [said for check in checks if (said := check(segments)) is not None] if segments.units else []
    return list(dict.fromkeys([*found, *metric_notes(segments), *standard_notes(segments)]))


def metric_notes(segments: Segments) -> list[str]:
    """What a reader should know of single metrics, in the order of the card."""
    said = segments.remarks.notes
    names = [*DEFINITIONS, *(name for name in said if name not in DEFINITIONS)]
    return [note for name in names for note in said.get(name, ())]


def copied(segments: Segments) -> str | None:
    """Sources handed back as they were, in half of the entries or more."""
    sources = segments.sources
    if sources is None:
        return None
    pairs = zip(segments.entries, sources, strict=True)
    count = sum(not entry.failed and nfc(entry.output) == nfc(source) for entry, source in pairs)
    if 2 * count < segments.units:
        return None
    return f"the source was copied in {count} of {segments.units} entries"


def same_output(segments: Segments) -> str | None:
    """One output for many different sources."""
    sources: dict[str, set[str]] = {}
    for entry in segments.entries:
        if not entry.failed and entry.source is not None:
            sources.setdefault(nfc(entry.output), set()).add(nfc(entry.source))
    text, own = max(sources.items(), key=lambda item: (len(item[1]), item[0]), default=("", set()))
    if len(own) < 3 or len(own) < MANY * segments.units:
        return None
    return f"one output stands for {len(own)} different sources: {text[:60]!r}"


def wrong_script(segments: Segments) -> str | None:
    """Outputs that are not written in a script of the target language."""
    card = segments.target_card
    if card is None or card.scripts is None:
        return None
    own = letters(card.scripts)
    spoken = [entry.output for entry in segments.entries if LETTER.search(entry.output)]
    count = sum(2 * len(own.findall(text)) < len(LETTER.findall(text)) for text in spoken)
    if not spoken or count < MANY * len(spoken):
        return None
    return (
        f"{count} of {len(spoken)} outputs are not written in {' or '.join(card.scripts)}, as {card.code} is"
    )


def wrong_language(segments: Segments) -> str | None:
    """Outputs without the words that are the most frequent in the references."""
    written = Counter(folded(word) for texts in segments.references for text in texts for word in words(text))
    heard = Counter(folded(word) for text in segments.outputs for word in words(text))
    if written.total() < ENOUGH or heard.total() < ENOUGH:
        return None
    common = [word for word, _ in nsmallest(FREQUENT, written.items(), key=lambda item: (-item[1], item[0]))]
    ours = sum(heard[word] for word in common) / heard.total()
    theirs = sum(written[word] for word in common) / written.total()
    if ours >= theirs / 4:
        return None
    return (
        f"the {FREQUENT} most frequent words of the references are {theirs:.0%} of their words and {ours:.0%} of those "
        "of the outputs: is it the same language?"
    )


def inflated(segments: Segments) -> str | None:
    """Outputs of more than twice the length of their references."""
    count = sum(ratio_of(entry) > INFLATED for entry in segments.entries)
    return f"{count} of {segments.units} outputs are more than {INFLATED:g} times as long as their references" if (
        count >= MANY * segments.units
    ) else None  # fmt: skip


def truncated(segments: Segments) -> str | None:
    """Outputs of less than half the length of their references; those that failed are counted as errors already."""
    count = sum(not entry.failed and ratio_of(entry) < TRUNCATED for entry in segments.entries)
    return f"{count} of {segments.units} outputs are less than half as long as their references" if (
        count >= MANY * segments.units
    ) else None  # fmt: skip


def unspaced(segments: Segments) -> str | None:
    """Word-level figures of a language whose words no space parts, and no tokenizer either."""
    card, text = segments.target_card, " ".join(text for texts in segments.references for text in texts)
    if card is not None and card.scripts is not None:
        without = bool(card.scripts) and SPACELESS.issuperset(card.scripts)
    else:
        without = 2 * len(letters(tuple(sorted(SPACELESS))).findall(text)) > len(LETTER.findall(text))
    if not without:
        return None
    name = (card and card.name) or segments.run.dataset.target_language
    return (
        f"{name} is written without spaces between words, and sacrebleu has no tokenizer for it: word-level figures "
        "(BLEU, TER) mean little; chrF is the one to use"
    )


def cut_short(segments: Segments) -> str | None:
    """Words of which the analyser has more analyses than were looked at."""
    used = analyser(segments)
    cut: set[str] = getattr(used.analyser, "cut", set()) if isinstance(used, WordReadings) else set()
    if not cut:
        return None
    own = sorted({word for text in segments.outputs for word in forms(text)} & cut)
    return f"words with more analyses than were looked at ({len(own)}): {own[0][:60]!r}" if own else None


def partly_judged(segments: Segments) -> str | None:
    """The coverage of morphological accuracy, where it has not judged every expected word."""
    judged, expected = segments.remarks.coverage.get("morphological_accuracy", (0, 0))
    if judged == expected:
        return None
    return f"morphological accuracy judges {judged} of {expected} expected words (coverage {judged / expected:.2f})"


def unmeasured(segments: Segments) -> str | None:
    """Outputs without the tokens or the cost that others report; those that failed need have none."""
    spoken = [place for place, entry in enumerate(segments.entries) if not entry.failed]
    used = [spent(entry) is not None for entry in segments.entries]
    paid = [cost is not None for cost in entry_costs(segments.run, segments.entries)]
    said = []
    for name, there in (("usage", used), ("cost", paid)):
        lacking = [segments.ids[place] for place in spoken if not there[place]]
        if any(there) and lacking:
            said.append(f"{len(lacking)} of {len(spoken)} outputs report no {name} (first: {lacking[0]})")
    figures = "tokens and costs are those of the others"
    return f"{'; '.join(said)}: {figures}" if said else None
