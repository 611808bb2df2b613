"""Single labels and slices of what was measured: metrics named after them, and the measurement of some units alone.

The rows of each are a family of their own (decision 8).
"""

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from scoring.base.errors import UsageError
from scoring.base.globs import composed
from scoring.base.names import JOINERS
from scoring.base.strict_json import first_twice
from scoring.base.wording import nearest
from scoring.evaluation.measurement import Measurement
from scoring.evidence.slice import within
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import gold_sha256

__all__ = ["for_label", "sliced"]

BYTE = re.compile("[0-9A-F]{2}")


def for_label(metrics: Sequence[Metric[Any]], labels: Sequence[str]) -> list[Metric[Any]]:
    """The metrics of single labels, named as their rows are: ``Span F1[PER]``."""
    single = [metric for metric in metrics if metric.for_label is not None]
    if labels and not single:
        msg = f"{', '.join(metric.label for metric in metrics)}: no figure of a single label; name another metric"
        raise UsageError(msg)
    if twice := first_twice([composed(label) for label in labels]):
        msg = f"labels {twice!r}: two of them differ in Unicode normalisation alone (NFC, NFD); spell them alike"
        raise UsageError(msg)
    return [with_end(metric, f"[{label}]") for label in labels for metric in single]


def with_end(metric: Metric[Any], end: str) -> Metric[Any]:
    """The metric under a longer id and label."""
    return dataclasses.replace(metric, id=metric.id + end, label=metric.label + in_row_name(end))


def in_row_name(end: str) -> str:
    """The text as a row's name holds it: a slash or control character by its bytes, as in addresses.

    What looks like such a byte is written so too: two labels never share a name.

    >>> in_row_name("[and/or]"), in_row_name("[%2F]"), in_row_name("[100 %]")
    ('[and%2For]', '[%252F]', '[100 %]')
    """
    written = []
    for place, char in enumerate(end):
        plain = (
            (char.isprintable() or char in JOINERS)
            and char != "/"
            and not (char == "%" and BYTE.match(end, place + 1))
        )
        written.append(
            char if plain else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        )
    return "".join(written)


def sliced(
    measurement: Measurement, metrics: Sequence[Metric[Any]], wanted: Sequence[str]
) -> list[tuple[list[Metric[Any]], Measurement, str]]:
    """Each slice as metrics named after it, and a measurement of its units alone, with the end of their names.

    Raises:
        UsageError: no unit has the value that is asked for.
    """
    out = {}
    for name in wanted:
        field_name, equals, value = name.partition("=")
        values = measurement.fields[field_name]
        if equals and value not in values:
            msg = f"no {measurement.unit} has {field_name} {value!r}; {nearest(value, sorted(set(values)))}"
            raise UsageError(msg)
        for one in [value] if equals else sorted(set(values)):
            end = f"{{{field_name}={one}}}"
            if end not in out:  # a value may be named beside its field
                named = [with_end(metric, end) for metric in metrics]
                out[end] = (named, slice_of(measurement, field_name, one, end), end)
    return list(out.values())


def slice_of(measurement: Measurement, field_name: str, value: str, end: str) -> Measurement:
    """The measurement of the units that have the value."""
    chosen = np.array([one == value for one in measurement.fields[field_name]], dtype=np.bool_)
    places = np.flatnonzero(chosen)
    digests = tuple(measurement.digests[place] for place in places)
    return Measurement(
        evidence={
            name + end: found if isinstance(found, NotAvailable) else within(found, chosen)
            for name, found in measurement.evidence.items()
        },
        gold_sha256=gold_sha256(digests),
        ids=tuple(measurement.ids[place] for place in places),
        unit=measurement.unit,
        digests=digests,
        flags={name + end: flags for name, flags in measurement.flags.items()},
        data=dataclasses.replace(measurement.data, places=places) if measurement.data else None,
    )
