"""The gates of a gate file as the scorers take them: several runs of a system, and averages over gates."""

from collections.abc import Sequence
from pathlib import Path

from pytest_onenlp.check.failure import PlainFailures
from pytest_onenlp.check.fixture import Checker
from pytest_onenlp.check.references import references_of
from pytest_onenlp.check.watched import watched
from pytest_onenlp.marker.settings import metrics_of, wanted_of
from scoring.base.errors import ScoringError
from scoring.evaluation.average import Member, common_metrics, evaluate_average
from scoring.evaluation.measurement import SeveralRuns
from scoring.gates.file import AverageGate, Gate
from scoring.metrics.metric import Metric
from scoring.rows.records import Row

__all__ = ["AverageChecker", "as_given"]


def as_given(pred: Path | tuple[Path, ...] | None) -> object:
    """The prediction as the scorers take it."""
    return SeveralRuns(pred) if isinstance(pred, tuple) else pred


def member_of(gate: Gate, *, with_opponent: bool) -> Member:
    """The gate as a member of an average; ``with_opponent``: with its reference system."""
    return Member(
        name=f"gate {gate.number} ({gate.identity})",
        task=gate.task,
        gold=gate.gold,
        pred=as_given(gate.pred),
        ref_pred=as_given(gate.ref_pred) if with_opponent else None,
        metrics=metrics_of(gate.marker()),
        wanted=wanted_of(gate.marker(), gate.task),
    )


class AverageChecker(Checker):
    """Checks of a gate file, which may be averages over gates."""

    @watched
    def check_average(self, average: AverageGate) -> list[Row]:
        """Judges the mean score of the average's gates, which are scored here, wherever their own tests run."""
        __tracebackhide__ = True
        members = [member_of(gate, with_opponent=not self._options.off) for gate in average.members]
        for one in members:
            self._reads(one.wanted.reading, gold=one.gold, pred=one.pred, ref_pred=one.ref_pred)
        fields = self._fields({}, judging=True)
        with PlainFailures(), ErrorsOf(average.where):
            metrics = list(metrics_of(fields) or ()) or None
            chosen: Sequence[Sequence[Metric[object]]] = common_metrics(members, metrics)
            ids = {metric.label: metric.id for one in members for metric in one.select().values()}
            done = evaluate_average(
                members, identity=self._identity(fields), metrics=metrics, judge=not self._options.off,
                references=references_of(self._item.config),
                settings=self._settings(fields, [each[0].label for each in chosen], {v: k for k, v in ids.items()}),
            )  # fmt: skip
        self.attempt.notes += [note for note in done.notes if note not in self.attempt.notes]
        measured_here = all(one.ref_pred is not None for one in members)
        return self._record(done.rows, done.units, fields, ids=ids, measured_here=measured_here)


class ErrorsOf:
    """Makes an error in an average's gates say which average it is."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        __tracebackhide__ = True
        if isinstance(error, ScoringError):
            first, *more = error.lines
            raise type(error)(f"{self.where}: {first}", *more) from None
