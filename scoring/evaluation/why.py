"""Worse rows with the units and labels that lost most, while the data is at hand."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from scoring.base.strict_json import LARGEST
from scoring.evaluation.losses import System, why
from scoring.evaluation.measure import parts_of
from scoring.evaluation.measurement import Data, Measurement
from scoring.evaluation.shard import base_of
from scoring.evidence.evidence import Evidence, Floats
from scoring.judging.settings import Settings
from scoring.metrics.metric import Metric, NotAvailable
from scoring.rows.records import Row
from scoring.rows.references import References
from scoring.rows.verdict import Verdict

__all__ = ["with_reasons"]


def with_reasons(
    rows: Sequence[Row],
    metrics: Sequence[Metric[Any]],
    ours: Measurement,
    opponent: Measurement | None,
    references: References | None,
    settings: Settings,
) -> tuple[list[Row], dict[str, Floats]]:
    """The rows; a worse one says why, where the units of the reference it was judged by are at hand.

    Beside them what each unit lost, by metric label.
    """
    out, lost = [], {}
    for row, metric in zip(rows, metrics, strict=True):
        found = ours.evidence[metric.id]
        system = None
        if row.verdict is Verdict.WORSE and not isinstance(found, NotAvailable):
            system = opponent_system(row, metric, opponent, references)
        if system is None or isinstance(found, NotAvailable) or system.evidence.units != found.units:
            out.append(row)
            continue
        other = opponent.data if opponent else None
        describe = (
            partial(contents_of, ours.data, other, metric.id, settings.show_text) if ours.data else None
        )
        mine = System(found, parts_of(ours.data, metric.id) if system.parts else None)
        said, losses = why(
            mine, system, metric.better, undefined=metric.when_undefined, ids=[as_json(name) for name in ours.ids],
            describe=describe,
        )  # fmt: skip
        out.append(replace(row, why=said))
        if losses is not None:
            lost[row.metric] = losses
    return out, lost


def opponent_system(
    row: Row, metric: Metric[Any], opponent: Measurement | None, references: References | None
) -> System | None:
    """The reference system of a row, measured here or stored; None where its units are not known."""
    here = opponent.evidence.get(metric.id) if opponent else None
    if opponent and here is not None and not isinstance(here, NotAvailable):
        return System(here, parts_of(opponent.data, metric.id))
    found = references.find(row.key) if references else None
    if references is None or found is None or found.row.gold_sha256 != row.gold_sha256:
        return None
    evidence: Evidence | None = references.evidence(found, metric).evidence
    same = row.gold_sha256 is not None and found.row.signature == row.signature
    return System(evidence, references.parts(found)) if evidence is not None and same else None


def contents_of(
    data: Data, opponent: Data | None, metric_id: str, show_text: bool, units: Sequence[int],  # noqa: FBT001
) -> list[Mapping[str, Any]]:  # fmt: skip
    """What some units hold, as JSON can keep it; what may quote the data only where text is to be shown."""
    found = contrasted(data, metric_id, show_text, units)
    others = contrasted(opponent, metric_id, show_text, units) if opponent else [{} for _ in units]
    return [
        {key: as_json(one.get(key)) for key in ("text", "gold", "predicted")}
        | {"old": as_json(old_of(one, other))}
        for one, other in zip(found, others, strict=True)
    ]


def contrasted(
    data: Data, metric_id: str, show_text: bool, units: Sequence[int]  # noqa: FBT001
) -> list[Mapping[str, Any]]:  # fmt: skip
    """What one system said on some units beside gold."""
    places = [int(data.places[unit]) for unit in units] if data.places is not None else list(units)
    name, label = base_of(metric_id)
    return list(data.task.contrast(data.aligned, name, places, show_text=show_text, label=label))


def old_of(ours: Mapping[str, Any], other: Mapping[str, Any]) -> Any:  # noqa: ANN401 - whatever the task holds
    """What the reference system said of the things that we differ on; None where it is not known.

    Of two lists of words or spans each side names only what it got wrong: what the reference did not get wrong was as
    gold has it.
    """
    gold, predicted, old = ours.get("gold"), ours.get("predicted"), other.get("predicted")
    if old is None or not (are_items(gold) and are_items(predicted) and are_items(old)):
        return old
    wrong: dict[str, Any] = {}
    alone: set[str] = set()
    for item, said in zip(other.get("gold") or (), old or (), strict=False):
        if item is None:
            alone.add(repr(said))
        else:
            wrong[repr(item)] = said
    return [
        (said if repr(said) in alone else None) if item is None else wrong.get(repr(item), item)
        for item, said in zip(gold or (), predicted or (), strict=False)
    ]


def are_items(value: Any) -> bool:  # noqa: ANN401
    """Whether it is a list of words or spans, some perhaps without counterpart."""
    return isinstance(value, list | tuple) and all(one is None or isinstance(one, Mapping) for one in value)


def as_json(value: Any) -> Any:  # noqa: ANN401 - whatever the data holds
    """The value as a rows file can hold it: plain JSON types, no half characters, no number that JSON has not."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < LARGEST else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {as_json(str(key)): as_json(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return [as_json(item) for item in sorted(value, key=str)]
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    plain = getattr(value, "item", None)  # of numpy
    return as_json(plain()) if plain and getattr(value, "ndim", 1) == 0 else as_json(str(value))
