"""What a surface metric returns: the score of all segments, that of each, and the signature printed with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

import numpy as np

from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Floats
from scoring.mt.surface.given import TextSegments

__all__ = ["SurfaceScore", "sacrebleu_signature", "scored"]


@dataclass(frozen=True)
class SurfaceScore:
    """The score of a corpus and of each of its segments in points (0 to 100; TER may be more).

    ``score`` is None where there is no segment, and a note says so.  ``evidence`` holds the counts of each segment,
    ``notes`` what a reader should know of the number.  ``sacrebleu`` is the signature that sacrebleu prints for the
    same figure, which papers cite; empty where it has none (texts brought into a normal form).
    """

    score: float | None
    per_entry: tuple[float, ...]
    signature: str
    notes: tuple[str, ...] = ()
    evidence: Counts | None = field(default=None, repr=False, compare=False)
    sacrebleu: str = ""


def scored(
    table: Floats,
    columns: Sequence[str],
    formula: Callable[[Floats], Floats],
    signature: str,
    notes: tuple[str, ...] = (),
    *,
    perfect: float,
    sacrebleu: str = "",
) -> SurfaceScore:
    """The scores of a table of counts, ``(segments, columns)``."""
    evidence = Counts(table, tuple(columns), formula, perfect)
    if not len(table):
        return SurfaceScore(
            None, (), signature, ("there is no segment, so there is no score", *notes), evidence, sacrebleu
        )
    total = float(formula(table.sum(axis=0)))
    return SurfaceScore(
        total, tuple(np.asarray(formula(table)).tolist()), signature, notes, evidence, sacrebleu
    )


def sacrebleu_signature(given: TextSegments, **settings: object) -> str:
    """The signature that sacrebleu prints for a figure with these settings, in its order; its version is the last.

    Source: Post (2018), "A Call for Clarity in Reporting BLEU Scores", §3.
    """
    said = {True: "yes", False: "no"}
    parts = {"nrefs": given.nrefs, **settings, "version": version("sacrebleu")}
    return "|".join(f"{k}:{said[v] if isinstance(v, bool) else v}" for k, v in parts.items())
