"""The metric of an average over several test sets, and its signature."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.base.errors import EvidenceError, UsageError
from scoring.evidence.average import MEMBER, Average
from scoring.evidence.evidence import Arrays
from scoring.evidence.restore import restored
from scoring.evidence.runs import unnumbered
from scoring.metrics.metric import Metric, NotAvailable

__all__ = ["average_metric", "signatures_in"]

START, END, BETWEEN = "average(", ")", " + "


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
