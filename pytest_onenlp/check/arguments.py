"""What a test hands to a check, held to what a row can say: a stranger is one message in the test, no traceback."""

import math
import numbers
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from pytest_onenlp.records.values import quoted
from scoring.base.errors import UsageError
from scoring.metrics.declared import Declared, declared_metrics
from scoring.metrics.metric import Better, Metric, Scale
from scoring.rows.records import Identity, Row, check_name
from scoring.scores.items import FORMULA

__all__ = [
    "bare_row",
    "declared_scores",
    "digests_of",
    "each_of",
    "ids_of",
    "input_files",
    "refuse_strangers",
]

ROLES = {"gold": "the gold data", "pred": "the prediction", "ref_pred": "the reference system's output"}


def refuse_strangers(metric: object, evidence: object, opponent: object = None) -> None:
    """Raises UsageError where there is no metric or no evidence, whatever the annotations say.

    ``opponent`` is the evidence of a reference system, which needs as many units as ours.
    """
    if not isinstance(metric, Metric):
        msg = f"check takes a scoring.Metric, not {quoted(metric)}; for a bare number there is check_value"
        raise UsageError(msg)
    check_name("metric", metric.label)
    units = units_of(metric.label, evidence)
    if opponent is None:
        return
    opponent_units = units_of(metric.label, opponent)
    if units != opponent_units:
        msg = (
            f"the evidence of {metric.label} has {units} units and that of the reference system (ref_pred) "
            f"{opponent_units}: "
            "both have to be measured on the same gold data"
        )
        raise UsageError(msg)


def units_of(label: str, evidence: Any) -> int:  # noqa: ANN401 - whatever was given
    """How many units the evidence has."""
    answers = all(hasattr(evidence, name) for name in ("units", "score", "arrays"))
    if isinstance(evidence, type) or not answers or not isinstance(evidence.units, int):
        msg = f"the evidence of {label} is {quoted(evidence)}, but per-unit evidence is needed, as Counts(table, …)"
        raise UsageError(msg)
    return evidence.units


def ids_of(given: Iterable[str] | None, units: int) -> tuple[str, ...]:
    """The ids of the units, the ordinals where none were given; UsageError where they cannot name them."""
    ids = one_per_unit(given, "unit_ids", units)
    if ids is None:
        return tuple(map(str, range(1, units + 1)))
    places: dict[str, int] = {}
    for place, name in enumerate(ids, 1):
        if not isinstance(name, str) or not name:
            msg = f"unit id {place} is {quoted(name)}, but a text is needed"
            raise UsageError(msg)
        if name in places:
            msg = f"unit ids {places[name]} and {place} are both {quoted(name)}; give each unit its own"
            raise UsageError(msg)
        places[str(name)] = place
    return tuple(places)


def digests_of(given: Iterable[bytes | str] | None, units: int) -> list[bytes] | None:
    """The digest of each unit's gold content as bytes, from bytes or hex text; UsageError where one is neither."""
    digests = one_per_unit(given, "gold_digests", units)
    return None if digests is None else [digest_of(one, place) for place, one in enumerate(digests, 1)]


def digest_of(given: object, place: int) -> bytes:
    """One SHA-256 as bytes."""
    try:
        digest = bytes.fromhex(given) if isinstance(given, str) else given
    except ValueError:
        digest = None
    if not isinstance(digest, bytes | bytearray) or len(digest) != 32:
        msg = (
            f"gold digest {place} is {quoted(given)}, but the SHA-256 of a unit's gold content is needed: "
            "32 bytes or 64 hex digits"
        )
        raise UsageError(msg)
    return bytes(digest)


def one_per_unit(given: Any, name: str, units: int) -> list[Any] | None:  # noqa: ANN401 - whatever was given
    """What was given for each unit, one of each; None where nothing was."""
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        msg = f"{name} is {quoted(given)}, but one for each unit is needed"
        raise UsageError(msg)
    each = list(given)
    if len(each) != units:
        msg = f"{len(each)} {name.replace('_', ' ')} were given for evidence of {units} units"
        raise UsageError(msg)
    return each


def bare_row(identity: Identity, metric: str, score: Any, scale: str | None, better: str | float) -> Row:  # noqa: ANN401
    """The row of a number without units; UsageError where it is no number."""
    check_name("metric", metric)
    value = number_of(score, f"the score of {metric}")
    way = way_of(better, f"better of {metric}")
    kind = None if scale is None else scale_of(scale, metric)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    finite = math.isfinite(value)
    return Row(
        component=identity.component, language=identity.language, dataset=identity.dataset, metric=metric,
        score=value if finite else None, source=f"measured {today}", scale=kind, better=way,
        reason=None if finite else f"the score is {value}, which is not a finite number",
    )  # fmt: skip


def declared_scores(metric: str, better: Any, scale: Any) -> dict[str, Declared]:  # noqa: ANN401 - whatever was given
    """The mean of scores as a declared metric; UsageError where its name, direction or unit cannot be used."""
    check_name("metric", metric)
    way = way_of(better, f"better of {metric}")
    scale_of(scale, metric)
    return declared_metrics({metric: FORMULA}, way, scale)


def scale_of(scale: Any, metric: str) -> Scale:  # noqa: ANN401 - whatever was given
    """The unit of a number."""
    try:
        return Scale(scale)
    except ValueError:
        msg = f"scale of {metric} is {quoted(scale)}, but it is one of {', '.join(Scale)}"
        raise UsageError(msg) from None


def way_of(better: Any, what: str) -> Better | float:  # noqa: ANN401 - whatever was given
    """The way in which a number improves: higher, lower, or its ideal value."""
    if isinstance(better, str) and better in tuple(Better):
        return Better(better)
    needed = f"{', '.join(Better)} or a finite number"
    way = number_of(better, what, needed)
    if not math.isfinite(way):
        msg = f"{what} is {way}, but {needed} is needed"
        raise UsageError(msg)
    return way


def number_of(value: Any, what: str, needed: str = "a number") -> float:  # noqa: ANN401 - whatever was given
    """The value as a float; UsageError where it is none, saying what is needed."""
    imaginary: object = isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real)
    told = is_bool(value)
    try:
        if not (imaginary or told or isinstance(value, str | bytes) or getattr(value, "ndim", 0)):
            return float(value)
    except OverflowError:
        msg = f"{what} is {quoted(value)}, which is too large for a floating-point number"
        raise UsageError(msg) from None
    except (TypeError, ValueError):
        pass
    kind = " (a bool)" if told else ""
    msg = f"{what} is {quoted(value)}{kind}, but {needed} is needed"
    raise UsageError(msg)


def is_bool(value: object) -> bool:
    """Whether a value is true or false, also as numpy, pandas or torch have it: no number was meant."""
    return isinstance(value, bool) or str(getattr(value, "dtype", "")).rpartition(".")[2] in (
        "bool",
        "boolean",
    )


def each_of(given: object) -> Sequence[object]:
    """The members of a list or tuple, or the one thing that was given."""
    return given if isinstance(given, list | tuple) else (given,)


def input_files(sources: Iterable[tuple[str, object]]) -> list[tuple[str, str]]:
    """The files among gold, predictions and reference outputs, each with what it is."""
    files = []
    each = ((role, one) for role, source in sources for one in getattr(source, "runs", (source,)))
    for role, source in each:
        name = source if isinstance(source, str | os.PathLike) else getattr(source, "name", None)
        try:
            path = os.path.realpath(name) if isinstance(name, str | os.PathLike) else ""
            path.encode()  # workers send it as UTF-8
            there = os.path.isfile(path)  # noqa: PTH113 - also where a text is no path at all
        except (OSError, ValueError, TypeError, AttributeError):
            continue
        if there:
            files.append((path, ROLES[role]))
    return files
