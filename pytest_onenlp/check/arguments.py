"""What a test hands to a check, held to what a row can say: a stranger is one message in the test, no traceback."""

import json
import math
import numbers
import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pytest_onenlp.collect.marker import shown
from scoring.base.errors import ScoringError, UsageError
from scoring.metrics.metric import Better, Metric, Scale
from scoring.rows import rows as rowfile
from scoring.rows.records import Identity, Row, check_name
from scoring.rows.rows import plain

__all__ = ["bare_row", "digests_of", "files_of", "ids_of", "plain_row", "refuse_strangers"]

ROLES = {"gold": "the gold data", "pred": "the prediction", "ref_pred": "the reference system's output"}


def refuse_strangers(metric: object, evidence: object, reference: object = None) -> None:
    """Raises UsageError where there is no metric or no evidence, whatever the annotations say.

    ``reference`` is the evidence of a reference system, which needs as many units as ours.
    """
    if not isinstance(metric, Metric):
        msg = f"check takes a scoring.Metric, not {shown(metric)}; for a bare number there is check_value"
        raise UsageError(msg)
    check_name("metric", metric.label)
    ours = units_of(metric.label, evidence)
    if reference is None:
        return
    theirs = units_of(metric.label, reference)
    if ours != theirs:
        msg = (
            f"the evidence of {metric.label} has {ours} units and that of the reference system (ref_pred) {theirs}: "
            "both have to be measured on the same gold data"
        )
        raise UsageError(msg)


def units_of(label: str, evidence: Any) -> int:  # noqa: ANN401 - whatever was given
    """How many units the evidence has."""
    known = all(hasattr(evidence, name) for name in ("units", "score", "arrays"))
    if isinstance(evidence, type) or not known or not isinstance(evidence.units, int):
        msg = f"the evidence of {label} is {shown(evidence)}, but per-unit evidence is needed, as Counts(table, …)"
        raise UsageError(msg)
    return evidence.units


def ids_of(given: Iterable[str] | None, units: int) -> tuple[str, ...]:
    """The ids of the units, the ordinals where none were given; UsageError where they cannot name them."""
    ids = listed(given, "unit_ids", units)
    if ids is None:
        return tuple(map(str, range(1, units + 1)))
    places: dict[str, int] = {}
    for place, name in enumerate(ids, 1):
        if not isinstance(name, str) or not name:
            msg = f"unit id {place} is {shown(name)}, but a text is needed"
            raise UsageError(msg)
        if name in places:
            msg = f"unit ids {places[name]} and {place} are both {shown(name)}; give each unit its own"
            raise UsageError(msg)
        places[str(name)] = place
    return tuple(places)


def digests_of(given: Iterable[bytes | str] | None, units: int) -> list[bytes] | None:
    """The digest of each unit's gold content as bytes, from bytes or hex text; UsageError where one is neither."""
    digests = listed(given, "gold_digests", units)
    return None if digests is None else [digest(found, place) for place, found in enumerate(digests, 1)]


def digest(given: object, place: int) -> bytes:
    """One SHA-256."""
    try:
        found = bytes.fromhex(given) if isinstance(given, str) else given
    except ValueError:
        found = None
    if not isinstance(found, bytes | bytearray) or len(found) != 32:
        msg = (
            f"gold digest {place} is {shown(given)}, but the SHA-256 of a unit's gold content is needed: "
            "32 bytes or 64 hex digits"
        )
        raise UsageError(msg)
    return bytes(found)


def listed(given: Any, name: str, units: int) -> list[Any] | None:  # noqa: ANN401 - whatever was given
    """What was given for each unit, one of each; None where nothing was."""
    if given is None:
        return None
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        msg = f"{name} is {shown(given)}, but one for each unit is needed"
        raise UsageError(msg)
    found = list(given)
    if len(found) != units:
        msg = f"{len(found)} {name.replace('_', ' ')} were given for evidence of {units} units"
        raise UsageError(msg)
    return found


def bare_row(identity: Identity, metric: str, score: Any, scale: str, better: str | float) -> Row:  # noqa: ANN401
    """The row of a number without units; UsageError where it is no number."""
    check_name("metric", metric)
    value = number_of(score, f"the score of {metric}")
    way = way_of(better, f"better of {metric}")
    try:
        kind = Scale(scale)
    except ValueError:
        msg = f"scale of {metric} is {shown(scale)}, but it is one of {', '.join(Scale)}"
        raise UsageError(msg) from None
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    finite = math.isfinite(value)
    return Row(
        component=identity.component, language=identity.language, dataset=identity.dataset, metric=metric,
        score=value if finite else None, source=f"measured {today}", scale=kind, better=way,
        reason=None if finite else f"the score is {value}, which is not a finite number",
    )  # fmt: skip


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
    imaginary = isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real)
    try:
        if not imaginary and not isinstance(value, bool | str | bytes) and not getattr(value, "ndim", 0):
            return float(value)
    except OverflowError:
        msg = f"{what} is {shown(value)}, which is too large for a floating-point number"
        raise UsageError(msg) from None
    except (TypeError, ValueError):
        pass
    msg = f"{what} is {shown(value)}, but {needed} is needed"
    raise UsageError(msg)


def plain_row(row: Row) -> dict[str, Any]:
    """The row in plain JSON types; ScoringError where a rows file could not hold it, which is better said now."""
    try:
        made = plain(row)
        rowfile.convert(made, "this test", 1)
        # Numbers of numpy's own are no plain ones, and not every process could read them.
        read: dict[str, Any] = json.loads(json.dumps(made))
    except ScoringError:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        msg = f"{row.key} cannot be kept: {error}"
        raise UsageError(msg) from None
    return read


def files_of(sources: Iterable[tuple[str, object]]) -> list[tuple[str, str]]:
    """The files among gold, predictions and reference outputs, each with what it is."""
    found = []
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
            found.append((path, ROLES[role]))
    return found
