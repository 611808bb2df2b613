"""Exact match: the share of outputs that equal a reference, after NFC and without white space at either end.

Source: MT scoring specification, §2.1; case counts, and so does every other difference.
"""

import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from scoring.evidence import Floats

__all__ = ["COLUMNS", "count", "counted_matches", "form"]

COLUMNS = ("matches", "entries")


def form(text: str) -> str:
    """The text as it is compared: in NFC, without white space at either end."""
    return unicodedata.normalize("NFC", text).strip()


def counted_matches(outputs: Sequence[str | None], accepted: Iterable[Iterable[str]]) -> Floats:
    """Whether each output equals an accepted text, and 1: ``(entries, 2)``; None is no output and equals nothing."""
    rows = [
        (output is not None and form(output) in map(form, texts), 1)
        for output, texts in zip(outputs, accepted, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 2)


def count(outputs: Sequence[str | None], references: Sequence[Sequence[str]]) -> Floats:
    """Whether each output equals a reference, and 1: ``(entries, 2)``; the score is ``formulas.accuracy``."""
    return counted_matches(outputs, references)
