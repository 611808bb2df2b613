"""Orthographic accuracy: the share of the output's words that break no rule of the target language's orthography.

Source: MT scoring specification, §2.2.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.languages.orthography import Orthography, orthography
from scoring.mt.scripts import letters
from scoring.mt.wordforms import forms

__all__ = ["ORTHOGRAPHIC_ACCURACY", "count"]

SIGNATURE = "mt.orthographic_accuracy|v1"


def count(segments: Segments) -> Floats | NotAvailable:
    """Each output's words that break no rule, and its words: ``(units, 2)``; an entry that failed is one bad word.

    Words of another script of the language, for which there are no rules, do not count.
    """
    card = segments.target_card
    name = segments.given.get("orthography") or (card.orthography if card is not None else None)
    if name is None:
        language = segments.run.dataset.target_language
        return NotAvailable(
            f"there are no orthographic rules for {language!r}",
            "name a rule set in orthography of its language card",
        )
    rules = orthography(str(name))
    segments.remarks.signatures["orthographic_accuracy"] = f"{SIGNATURE}|{rules.name}"
    unverified = bool(segments.given.get("unverified_rules"))
    scripts = card.scripts if card is not None and card.scripts else (rules.script,)
    rows = [
        (0, 1) if entry.failed else judged(entry.output, rules, scripts, unverified=unverified)
        for entry in segments.entries
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def judged(text: str, rules: Orthography, scripts: tuple[str, ...], *, unverified: bool) -> tuple[int, int]:
    """How many words of a text break no rule, and how many are judged."""
    right = words = 0
    for word in forms(text):
        own = rules.of(word)
        if own is None and letters(scripts).search(word):
            continue
        words += 1
        right += own is not None and not own.broken(word, unverified=unverified)
    return right, words


ORTHOGRAPHIC_ACCURACY = counted_metric(
    "orthographic_accuracy",
    count=count,
    columns=("right", "words"),
    signature=SIGNATURE,
)
