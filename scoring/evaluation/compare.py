"""Two results files: the rows of one judged by the rows of the other, paired through their stored units.

Nothing is measured anew.  Where both files have their units beside them and were measured on the same gold data,
the same draws are applied to both; else the recorded intervals decide, which see far less.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from msgspec.structs import replace as changed

from scoring.base.errors import RowsError
from scoring.base.limits import FEWEST_RESAMPLES
from scoring.evaluation.losses import System, why
from scoring.evaluation.pairing import Pairing, evidences, paired_draws
from scoring.evidence.evidence import Floats
from scoring.judging.family import PairedDraws, PairedRow, paired_family
from scoring.judging.judged import judged
from scoring.judging.opponents import Opponent, opponent_of
from scoring.judging.rule import Measured
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.averaged import average_metric, signatures_in
from scoring.metrics.metric import Better, Metric
from scoring.rows.records import Identity, Row
from scoring.rows.references import Found, References
from scoring.rows.units import StoredUnits
from scoring.rows.verdict import Verdict
from scoring.statistics.intervals import Interval

__all__ = ["Comparison", "compare", "metric_of", "recorded_as_measured", "stored_units"]

PART = re.compile(r"(\[.*\])$|(\{.*\})$")
UNKNOWN_UNITS = 2  # of a hand-written interval: neither none nor one, which would have a meaning


@dataclass(frozen=True)
class Comparison:
    """Our rows, judged, in the order of the file; and the keys of the rows that only the other file has.

    ``lost`` is what each unit of a worse row lost, where that is known.
    """

    rows: tuple[Row, ...]
    only_opponents: tuple[str, ...]
    lost: Mapping[str, Floats] = field(
        default_factory=dict, compare=False, repr=False
    )  # by key of a worse row


def compare(ours: References, opponents: References, settings: Settings | None = None) -> Comparison:
    """Every row of ``ours`` judged by the row of the same key in ``opponents``; one without such a row is ``missing``.

    The rows of one component, language and dataset are one check; the level is divided by the number of checks.

    Source: specification, "Bootstrap confidence intervals", paired.

    Raises:
        RowsError: there is no row to judge.
    """
    found = list(ours.in_files.values())
    if not found:
        msg = f"{file_names(ours)}: no rows, so there is nothing to compare"
        raise RowsError(msg)
    checks = {item.row.identity for item in found if opponents.find(item.row.key)}
    settings = replace(settings or Settings(), checks=max(1, len(checks)))
    rows: dict[str, Row] = {}
    lost: dict[str, Floats] = {}
    for _, group in groupby(
        sorted(found, key=lambda item: item.row.identity), key=lambda item: item.row.identity
    ):
        pairings = [pairing_of(item, ours, opponents, settings) for item in group]
        for item, row in zip(pairings, judge_check(pairings, settings), strict=True):
            rows[row.key], losses = with_reason(item, row)
            if losses is not None:
                lost[row.key] = losses
    ordered = tuple(rows[item.row.key] for item in found)
    return Comparison(ordered, tuple(sorted(opponents.in_files.keys() - ours.in_files.keys())), lost)


def stored_units(ours: References, lost: Mapping[str, Floats]) -> dict[Identity, StoredUnits]:
    """The units that lie beside our files, so that a file of the judged rows can have them too; with these losses."""
    kept: dict[Identity, StoredUnits] = {}
    for item in ours.in_files.values():
        if item.path is None or item.row.identity in kept:
            continue
        if (found := ours.stored(item)) is not None:
            kept[item.row.identity] = found
    for item in ours.in_files.values():
        if item.row.key in lost and item.row.identity in kept:
            kept[item.row.identity].lost[item.row.metric] = lost[item.row.key]
    return kept


def file_names(references: References) -> str:
    """The files, as an error names them."""
    return ", ".join(str(file.path) for file in references.files) or "no file"


def pairing_of(found: Found, ours: References, opponents: References, settings: Settings) -> Pairing:
    """A row beside its reference, with the stored evidence of both."""
    row = without_verdict(found.row)
    metric = metric_of(row)
    opponent = opponent_of(row, metric, opponents, None, settings)
    if opponent is None:
        return Pairing(row, metric, None, None, None)
    other = opponents.find(row.key)
    if row.better is None:
        row = changed(row, better=other.row.better if other else None)
    if not settings.pair or metric is None:
        return Pairing(row, metric, opponent, None, None)
    stored = ours.evidence(found, metric)
    fault = (
        f"{found.path}: its stored units do not belong to the row ({stored.fault})" if stored.fault else None
    )
    if stored.evidence is None and opponent.reference.interval is not None:
        opponent = replace(opponent, flags=("no_units",))
    parts = (ours.parts(found), opponents.parts(other) if other else None)
    return Pairing(row, metric, opponent, stored.evidence, fault, ours.unit_ids(found), parts)


def without_verdict(row: Row) -> Row:
    """The row without what an earlier judgement said of it."""
    return changed(
        row, reference=None, reference_ci=None, reference_source=None, within_noise=None, verdict=None, rule=None,
        difference=None, mde=None, why=None, flags=tuple(flag for flag in row.flags if flag != "no_units"),
        reason=row.reason if row.score is None else None,
    )  # fmt: skip


def metric_of(row: Row) -> Metric[Any] | None:
    """The metric that has the row's signature; None where the product has it not, or not any more."""
    if row.signature is None:
        return None
    inner = signatures_in(row.signature)
    found = [metric_signed(one) for one in inner or [row.signature]]
    known = [metric for metric in found if metric is not None]
    if len(known) < len(found):
        return None
    own = average_metric(known) if inner else known[0]
    if any(catalog.is_catalogued(metric) for metric in known):
        return own
    better = Better.HIGHER if row.better is None else row.better
    return replace(own, label=row.metric, better=better, scale=row.scale or own.scale)


def metric_signed(signature: str) -> Metric[Any] | None:
    """The metric of the catalogue that has this signature."""
    family = signature.partition(".")[0]
    for task in sorted(catalog.task_names(), key=lambda name: name != family):
        for metric in catalog.metrics(task).values():
            if f"{signature}|".startswith(f"{metric.signature}|"):  # an option may follow
                return metric
    return catalog.task(family).signed_metric(signature) if family in catalog.task_names() else None


def judge_check(pairings: Sequence[Pairing], settings: Settings) -> list[Row]:
    """The judged rows of one check; its paired rows are a family, those of single labels and of each slice apart."""
    apart: dict[str, dict[str, PairedDraws]] = {}
    for key, pair in paired_draws(pairings, settings).items():
        apart.setdefault(part_of(key), {})[key] = pair
    family = {key: row for pairs in apart.values() for key, row in paired_family(pairs, settings).items()}
    return [judge_row(item, family.get(item.row.key), settings) for item in pairings]


def part_of(key: str) -> str:
    """What a row is of, by its name: the whole, a single label (``LAS[PER]``), a slice (``LAS{domain=news}``)."""
    found = PART.search(key.rpartition("/")[2])
    return "" if found is None else found[2] or "a label"


def judge_row(item: Pairing, paired: PairedRow | None, settings: Settings) -> Row:
    """The row's verdict; a row without a score, or with units that are not its own, is an error."""
    row = item.row
    if row.score is None or item.fault:
        return changed(row, verdict=Verdict.ERROR, reason=item.fault or row.reason or "the row has no score")
    # The standard deviation is not recorded; 1.96 of them make half of the interval.
    sd = (row.ci[1] - row.ci[0]) / 2 / 1.96 if row.ci else None
    return judged(
        row, recorded_as_measured(row, item.opponent), item.opponent, paired, settings, sd,
        item.metric or catalog.labelled(row.metric),
    )  # fmt: skip


def with_reason(item: Pairing, row: Row) -> tuple[Row, Floats | None]:
    """The judged row; a worse one says why, with what each unit lost beside it, where the units of both are there."""
    pair = evidences(item) if row.verdict is Verdict.WORSE else None
    if pair is None or item.metric is None:
        return row, None
    ours, opponent = (System(*both) for both in zip(pair, item.parts, strict=True))
    found, lost = why(ours, opponent, item.metric.better, undefined=item.metric.when_undefined, ids=item.ids)
    return changed(row, why=found), lost


def recorded_as_measured(row: Row, opponent: Opponent | None) -> Measured:
    """The row as the judge sees it; a hand-written one has no units or resamples to object to."""
    reference_units = opponent.reference.units if opponent else None
    return Measured(
        score=float("nan") if row.score is None else row.score,
        interval=Interval(*row.ci) if row.ci else None,
        units=next(n for n in (row.units, reference_units, UNKNOWN_UNITS) if n is not None),
        resamples=FEWEST_RESAMPLES if row.resamples is None else row.resamples,
        undefined_share=1.0 if "sparse" in row.flags else 0.0,
        gold_sha256=row.gold_sha256,
        signature=row.signature,
        bare=row.ci is None,
    )
