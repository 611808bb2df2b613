"""Orthographic accuracy: the share of the output's words that break no rule of the target language's orthography.

Source: MT scoring specification, §2.2.
"""

from pathlib import Path

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.languages.orthography import Orthography, orthography
from scoring.mt.run import Entry
from scoring.mt.scripts import letters
from scoring.mt.standards.finding import resources_of
from scoring.mt.standards.resources import digest
from scoring.mt.standards.sameness import Sameness, sameness

__all__ = ["ORTHOGRAPHIC_ACCURACY", "count"]

SIGNATURE = "mt.orthographic_accuracy|v2"


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's words that break no rule, and its words: ``(units, 2)``; an entry that failed is one bad word.

    Words of another script of the language, for which there are no rules, do not count.  No rule is held against
    a word of the entry's references.
    """
    card = segments.target_card
    own = resources_of(segments).path("orthography.json")
    name = segments.given.get("orthography") or own or (card.orthography if card is not None else None)
    if name is None:
        language = segments.run.dataset.target_language
        return NotAvailable(
            f"there are no orthographic rules for {language!r}",
            "name a rule set in orthography of its language card",
        )
    rules = orthography(str(name))
    same = sameness(segments)
    content = f":{digest(Path(str(name)))}" if str(name).endswith(".json") else ""
    segments.remarks.signatures["orthographic_accuracy"] = (
        f"{SIGNATURE}|{rules.name}{content}{same.signature}"
    )
    unverified = bool(segments.given.get("unverified_rules"))
    scripts = card.scripts if card is not None and card.scripts else (rules.script,)
    rows = [
        (0, 1) if entry.failed else judged(entry, rules, scripts, same, unverified=unverified)
        for entry in segments.entries
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def judged(
    entry: Entry, rules: Orthography, scripts: tuple[str, ...], same: Sameness, *, unverified: bool
) -> tuple[int, int]:
    """How many words of an output break no rule, or are words of the references, and how many are judged."""
    words = wrong = 0
    for joined, parts in same.groups(entry.output):
        states = [breaks(word, rules, scripts, unverified=unverified) for word in parts]
        words += sum(state is not None for state in states)
        if any(states) and not same.is_among(joined, same.expected(entry)):
            bad = [word for word, state in zip(parts, states, strict=True) if state]
            wrong += sum(not same.is_among(word, same.expected(entry)) for word in bad)
    return words - wrong, words


def breaks(word: str, rules: Orthography, scripts: tuple[str, ...], *, unverified: bool) -> bool | None:
    """Whether a word breaks a rule; None where there are no rules for its script."""
    own = rules.of(word)
    if own is None:
        return None if letters(scripts).search(word) else True
    return bool(own.broken(word, unverified=unverified))


ORTHOGRAPHIC_ACCURACY = counted_metric(
    "orthographic_accuracy",
    count=count,
    columns=("right", "words"),
    signature=SIGNATURE,
)
