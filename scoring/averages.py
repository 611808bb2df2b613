"""Averages: the mean score of several test sets, itself evidence and so resampled jointly.

Each part is drawn within itself, so a test set counts as much as another however many units it has (macro average).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.errors import EvidenceError, UsageError
from scoring.evidence import Arrays, Bools, Evidence, Floats
from scoring.metric import Metric, NotAvailable
from scoring.restoring import restored
from scoring.runs import numbered, unnumbered

__all__ = ["Average", "average_metric", "signatures_in"]

MEMBER = "gate"  # names the arrays of each part
START, END, BETWEEN = "average(", ")", " + "


@dataclass(frozen=True)
class Average:
    """The mean of the scores of ``parts``, each with units of its own; undefined (NaN) where a part is.

    The units are those of all parts, one part after the other.

    Raises:
        EvidenceError: fewer than two parts.
    """

    parts: tuple[Evidence, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            msg = f"an average needs at least two parts, got {len(self.parts)}"
            raise EvidenceError(msg)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many units each part has."""
        return tuple(part.units for part in self.parts)

    @property
    def units(self) -> int:
        return sum(self.sizes)

    @property
    def flags(self) -> tuple[str, ...]:
        """What the parts warn of."""
        found = [flag for part in self.parts for flag in getattr(part, "flags", ())]
        return tuple(dict.fromkeys(found))

    def split(self, per_unit: NDArray[Any]) -> list[NDArray[Any]]:
        """What is said of each unit ``(..., units)``, by part."""
        return np.split(np.asarray(per_unit), np.cumsum(self.sizes)[:-1], axis=-1)

    def mean(self, scores: Sequence[Floats]) -> Floats:
        """The mean of one array of scores a part: each ``(...)``, and so the result."""
        return np.asarray(np.mean(scores, axis=0), dtype=np.float64)

    def score(self, weights: Floats) -> Floats:
        return self.mean([part.score(w) for part, w in zip(self.parts, self.split(weights), strict=True)])

    def arrays(self) -> dict[str, NDArray[Any]]:
        return numbered(MEMBER, [part.arrays() for part in self.parts])

    def in_error(self) -> Bools:
        return np.concatenate([part.in_error() for part in self.parts])

    def joined(self, others: Sequence[Self]) -> Self:
        msg = f"{1 + len(others)} averages cannot be joined: join the evidence of each test set, then average it"
        raise EvidenceError(msg)


def average_metric(metrics: Sequence[Metric[Any]]) -> Metric[Any]:
    """The metric whose score is the mean of those of these metrics, one a test set.

    A test set on which its metric is undefined makes the average so.

    Raises:
        UsageError: scores in different units, or that improve in different ways.
    """
    first = metrics[0]
    for number, other in enumerate(metrics[1:], 2):
        for name in ("scale", "better"):
            ours, theirs = getattr(first, name), getattr(other, name)
            if ours != theirs:
                msg = (
                    f"{first.label} has no average over these: its {name} is {ours} in the first of them "
                    f"and {theirs} in number {number}"
                )
                raise UsageError(msg)

    def measure(aligned: Sequence[Any]) -> Average | NotAvailable:
        found = [metric.measure(one) for metric, one in zip(metrics, aligned, strict=True)]
        lacking = next((one for one in found if isinstance(one, NotAvailable)), None)
        return lacking or Average(tuple(one for one in found if not isinstance(one, NotAvailable)))

    def restore(arrays: Arrays) -> Average:
        members = unnumbered(MEMBER, arrays)
        if len(members) != len(metrics):
            msg = f"stored units are of an average over {len(members)}, but this one is over {len(metrics)}"
            raise EvidenceError(msg)
        parts = (restored(one.restore, stored) for one, stored in zip(metrics, members, strict=True))
        return Average(tuple(parts))

    return replace(
        first, measure=measure, restore=restore, signature=signature_of([one.signature for one in metrics]),
        when_undefined=None, for_label=None,
    )  # fmt: skip


def signature_of(signatures: Sequence[str]) -> str:
    """The signature of an average: that of its metric and how many there are, or all of them where they differ.

    >>> signature_of(["ud.las.f1|v1"] * 3), signature_of(["a|v1", "b|v1"])
    ('average(ud.las.f1|v1)x3', 'average(a|v1 + b|v1)')
    """
    if len(set(signatures)) == 1:
        return f"{START}{signatures[0]}{END}x{len(signatures)}"
    return f"{START}{BETWEEN.join(signatures)}{END}"


def signatures_in(signature: str) -> list[str]:
    """The signatures that an average's own was made of; none of what is no average's.

    >>> signatures_in("average(ud.las.f1|v1)x2"), signatures_in("average(a|v1 + b|v1)"), signatures_in("a|v1")
    (['ud.las.f1|v1', 'ud.las.f1|v1'], ['a|v1', 'b|v1'], [])
    """
    inner, end, times = signature.removeprefix(START).rpartition(END)
    if not signature.startswith(START) or not end:
        return []
    if not times:
        return inner.split(BETWEEN)
    count = times.removeprefix("x")
    return [inner] * int(count) if count.isdecimal() and count.isascii() and len(count) < 5 else []
