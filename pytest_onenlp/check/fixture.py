"""The fixture ``onenlp``: scores or checks predictions inside a test, and records every row for the report."""

import base64
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import pytest

from pytest_onenlp.check.arguments import bare_row, digests_of, files_of, ids_of, plain_row, refuse_strangers
from pytest_onenlp.check.outcome import OUTCOMES, OneNLPRegression, Outcomes
from pytest_onenlp.collect.marker import (
    GATE,
    HERE,
    IDENTITY,
    LATE,
    CheckFields,
    MarkedGate,
    MarkerError,
    ValueFields,
    check_fields,
)
from pytest_onenlp.collect.settings import floor_of, floors, metrics_of, wanted_of
from pytest_onenlp.options import OPTIONS, READ, Options, update_command
from pytest_onenlp.session.reference_files import changed_since
from scoring.base.errors import RowsError, ScoringError, UsageError
from scoring.base.wording import printable
from scoring.evaluation import evaluate as evaluation
from scoring.evidence.evidence import Evidence
from scoring.judging.judged import judge_order, judged
from scoring.judging.opponents import opponent_of
from scoring.judging.rule import Measured
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.metric import Metric
from scoring.metrics.task import gold_sha256
from scoring.report.line import line_of
from scoring.report.text import notice
from scoring.rows import units as unitstore
from scoring.rows.records import Identity, Row, matches
from scoring.rows.references import References
from scoring.rows.verdict import Rule, Verdict

__all__ = ["Checker", "references_of"]

REFERENCES = pytest.StashKey[References]()
MARKER = '@pytest.mark.onenlp(component="…", language="…", dataset="…", metrics=["…"])'


def references_of(config: pytest.Config) -> References | None:
    """The reference rows of the session, read once in each process; None where none are configured or none judge.

    Raises:
        RowsError: a file is damaged, or is not what it was when the session began.
    """
    options = config.stash[OPTIONS]
    if not options.references or options.off:
        return None
    if REFERENCES not in config.stash:
        config.stash[REFERENCES] = References.load([path for path in options.references if path.exists()])
        known = getattr(config, "workerinput", {}).get("onenlp")
        changed = changed_since(options.references, known["fingerprints"]) if known else None
        if changed:
            del config.stash[REFERENCES]
            msg = f"{changed} was changed while the tests ran, so its rows are not the same for all of them; run again"
            raise RowsError(msg)
    return config.stash[REFERENCES]


class Checker:
    """Scores and checks of one test; the methods named ``check_…`` judge, the others only score."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        self._options: Options = item.config.stash[OPTIONS]
        self._gate: MarkedGate | None = item.stash.get(GATE, None)
        self._outcomes = item.stash.get(OUTCOMES, Outcomes())

    def check_ud(
        self, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges a parser's output by its references and raises once, naming all rows that fail.

        ``gold``, ``pred`` and ``ref_pred`` (a reference system's output, measured here and now) are paths or
        anything else ``scoring.ud`` reads.  ``named`` is what the marker takes: identity, metrics, settings.
        """
        __tracebackhide__ = True
        return self.check_task("ud", gold, pred, ref_pred=ref_pred, **named)

    def ud(self, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores a parser's output with intervals, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("ud", gold, pred, **named)

    def check_spans(
        self, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges labelled spans: tags or documents, files or objects; further ``labels``, ``slices``, ``cluster``."""
        __tracebackhide__ = True
        return self.check_task("spans", gold, pred, ref_pred=ref_pred, **named)

    def spans(self, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores labelled spans, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("spans", gold, pred, **named)

    def check_labels(
        self, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges a classification with one label a document; further ``labels`` and ``slices``."""
        __tracebackhide__ = True
        return self.check_task("labels", gold, pred, ref_pred=ref_pred, **named)

    def labels(self, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores a classification with one label a document, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("labels", gold, pred, **named)

    def check_multilabel(
        self, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges a classification with any number of labels each; further ``threshold``, ``labels``, ``slices``."""
        __tracebackhide__ = True
        return self.check_task("multilabel", gold, pred, ref_pred=ref_pred, **named)

    def multilabel(self, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores a classification with any number of labels a document, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("multilabel", gold, pred, **named)

    def check_mt(
        self, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges a run of machine translation; ``gold`` and ``pred`` are runs, which may be one; further ``slices``."""
        __tracebackhide__ = True
        return self.check_task("mt", gold, pred, ref_pred=ref_pred, **named)

    def mt(self, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores a run of machine translation, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("mt", gold, pred, **named)

    def check_task(
        self, task: str, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges predictions of any task; see ``check_ud``."""
        __tracebackhide__ = True
        fields = self._fields(named, judging=True)
        self._reads(gold=gold, pred=pred, ref_pred=ref_pred)
        with Plainly():
            done = evaluation.evaluate(
                task, gold, pred, identity=self._identity(fields), metrics=metrics_of(fields),
                ref_pred=None if self._options.off else ref_pred, judge=not self._options.off,
                references=references_of(self._item.config), settings=self._task_settings(fields, task),
                wanted=wanted_of(fields, task),
            )  # fmt: skip
        self._outcomes.notes += [note for note in done.notes if note not in self._outcomes.notes]
        ids = {metric.label: metric.id for metric in catalog.metrics(task).values()}
        return self._record(done.rows, done.units, fields, ids=ids, here=ref_pred is not None)

    def score_task(self, task: str, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores predictions of any task; see ``ud``."""
        __tracebackhide__ = True
        fields = self._fields(named, judging=False)
        self._reads(gold=gold, pred=pred)
        with Plainly():
            done = evaluation.evaluate(
                task, gold, pred, identity=self._identity(fields), metrics=metrics_of(fields), judge=False,
                settings=self._task_settings(fields, task), wanted=wanted_of(fields, task),
            )  # fmt: skip
        return list(done.rows)

    def check(
        self, metric: Metric[Any], evidence: Evidence, *, ref_pred: Evidence | None = None,
        gold_digests: Sequence[bytes | str] | None = None, unit_ids: Sequence[str] | None = None,
        **named: Unpack[CheckFields],
    ) -> list[Row]:  # fmt: skip
        """Judges a metric of the user's own from its evidence.

        ``gold_digests`` (SHA-256 of each unit's gold content, as bytes or hex text) let the gate see that the gold
        data has changed; without them only the number of units is compared.
        """
        __tracebackhide__ = True
        fields = self._fields(named, judging=True)
        with Plainly():
            refuse_strangers(metric, evidence, ref_pred)
            ids, digests = ids_of(unit_ids, evidence.units), digests_of(gold_digests, evidence.units)
            gold = gold_sha256(digests) if digests is not None else None
            ours = evaluation.Measurement({metric.id: evidence}, gold, ids)
            opponent = (
                evaluation.Measurement({metric.id: ref_pred}, gold, ids) if ref_pred is not None else None
            )
            done = evaluation.assess(
                [metric], ours, opponent=opponent, identity=self._identity(fields),
                references=references_of(self._item.config), judge=not self._options.off,
                settings=self._settings(fields, [metric.label], {metric.id: metric.label}),
            )  # fmt: skip
        return self._record(
            done.rows, done.units, fields, ids={metric.label: metric.id}, here=ref_pred is not None
        )

    def check_value(
        self,
        metric: str,
        score: float,
        *,
        scale: str = "points",
        better: str | float = "higher",
        **named: Unpack[ValueFields],
    ) -> list[Row]:
        """Judges a bare number by the rule for published references: at most ``slack`` away (0.5 on points).

        ``better`` is the way in which this number improves: higher, lower, or its ideal value.
        """
        __tracebackhide__ = True
        fields = self._fields(named, judging=True)
        with Plainly():
            identity, settings = self._identity(fields), self._settings(fields, [metric], {})
            row = bare_row(identity, metric, score, scale, better)
            found = references_of(self._item.config)
            opponent = opponent_of(row, None, found, None, settings)
            measured = float("nan") if row.score is None else row.score
            ours = Measured(score=measured, interval=None, units=0, resamples=0, bare=True)
            done = row if self._options.off else judged(row, ours, opponent, None, settings, None)
        return self._record([done], None, fields, ids={}, here=False)

    def _fields(self, named: Mapping[str, Any], *, judging: bool) -> dict[str, Any]:
        """What marker and call say together; where both name an identity they must agree."""
        __tracebackhide__ = True
        if judging and self._gate is None and self._item.get_closest_marker("onenlp"):
            raise failure(LATE)
        if judging and self._gate is None:
            raise failure(f"a check needs a gate: mark the test with {MARKER}")
        marked = dict(self._gate.fields) if self._gate else {}
        called = {key: value for key, value in named.items() if value is not None}
        try:
            check_fields(called, "the call")
        except MarkerError as error:
            raise failure(str(error)) from None
        for key in IDENTITY:
            if key in called and marked.get(key, called[key]) != called[key]:
                raise failure(
                    f"{key} is {marked[key]!r} in {HERE} and {called[key]!r} in the call; they must agree"
                )
        return marked | called

    def _reads(self, **sources: object) -> None:
        """Notes the files that the scores are made from: no report may replace them."""
        if self._options.reports:
            self._item.stash.setdefault(READ, []).extend(files_of(sources.items()))

    def _identity(self, fields: Mapping[str, Any]) -> Identity:
        missing = [key for key in IDENTITY if key not in fields]
        if missing:
            msg = (
                f"{' and '.join(missing)} not named: give {', '.join(IDENTITY)} in the marker or in the call"
            )
            raise UsageError(msg)
        return Identity.of(fields)

    def _task_settings(self, fields: Mapping[str, Any], task: str) -> Settings:
        """The settings of a check of some of a task's metrics."""
        labels = [metric.label for metric in catalog.select(task, metrics_of(fields))]
        return self._settings(fields, labels, {m.id: m.label for m in catalog.metrics(task).values()})

    def _settings(
        self, fields: Mapping[str, Any], labels: Sequence[str], label_of: Mapping[str, str]
    ) -> Settings:
        """The gate's settings over the session's, for a check of the metrics with these labels."""
        options = self._options
        elsewhere = self._gate.metrics if self._gate else ()
        own_floors = floors(fields.get("min"), labels, label_of, elsewhere)
        self._outcomes.floors.update(own_floors)
        return Settings(
            resamples=fields.get("resamples", options.resamples),
            seed=fields.get("seed", options.seed),
            slack=options.slack,
            own_slack=fields.get("slack"),
            min_effect=fields.get("min_effect", options.min_effect),
            floor=floor_of(fields.get("min")),
            floors=own_floors,
            pair=fields.get("rule", options.rule) == "auto",
            checks=self._outcomes.checks if options.family == "session" else 1,
            show_text=options.show_text,
        )

    def _record(
        self, rows: Sequence[Row], units: unitstore.UnitSet | None, fields: Mapping[str, Any], *,
        ids: Mapping[str, str], here: bool,
    ) -> list[Row]:  # fmt: skip
        """Keeps every row for the report, then raises once where a row fails."""
        __tracebackhide__ = True
        again = next((row.key for row in rows if row.key in self._outcomes.keys), None)
        if again:
            raise failure(f"{again} was judged in this test before: a row has one score, so check it once")
        better = fields.get("better", self._options.better)
        found = references_of(self._item.config)
        failing: list[str] = []
        keep: set[str] = set()
        for row in judge_order(rows):
            try:
                kept = plain_row(row)
            except ScoringError as error:
                raise failure(str(error)) from None
            home = found.in_files.get(row.key) if found else None
            acceptable = home is not None and not here and is_acceptable(row)
            outcome = self._outcome(row, better, here=here, acceptable=acceptable)
            why = printable(self._why(row, found)) if outcome == "failed" else None
            self._outcomes.rows.append({
                "row": kept, "home": str(home.path) if home else None, "outcome": outcome, "why": why,
                "acceptable": acceptable, "history": history_of(home.row) if home and not here else None,
            })  # fmt: skip
            self._outcomes.keys.add(row.key)
            self._outcomes.judged |= {row.metric, ids.get(row.metric, row.metric)}
            self._item.user_properties.append((f"onenlp.{row.key}", property_of(row)))
            if why:
                failing.append(why)
            if outcome == "recorded" or self._reports_units():
                keep.add(row.metric)
        if units and keep and self._options.units:
            self._outcomes.units.append(packed(rows[0].identity, units, keep))
        if failing:
            more = f" (and {len(failing) - 1} more)" if len(failing) > 1 else ""
            raise OneNLPRegression("\n".join([failing[0] + more, *failing[1:]]))
        return list(rows)

    def _outcome(self, row: Row, better: str, *, here: bool, acceptable: bool) -> str:
        """What the verdict does to the test: only ``within`` passes by itself."""
        recordable = self._options.update and row.score is not None and not here
        if row.verdict is None:  # nothing is judged
            return "failed" if row.score is None else "scored"
        if row.verdict is Verdict.WITHIN:
            return "passed"
        if acceptable and any(matches(row, glob) for glob in self._options.accept):
            return "recorded"
        if row.verdict is Verdict.MISSING:
            return "recorded" if recordable and self._options.references else "failed"
        if row.verdict is Verdict.BETTER:
            if recordable:
                return "recorded"
            return "notice" if notice(row) or better == "pass" else "failed"
        return "failed"

    def _reports_units(self) -> bool:
        return any(kind == "json" for kind, _ in self._options.reports)

    def _why(self, row: Row, found: References | None) -> str:
        """The line of a failing row; of a missing one with the closest row and, where it has a score, the way on."""
        if row.verdict is None:
            return f"{row.key}: no score: {row.reason or 'it is not a finite number'}"
        if row.verdict is not Verdict.MISSING:
            return line_of(row)
        closest = found.closest(row.key) if found else None
        if row.score is None:
            return f"{line_of(row, closest=closest)}; {row.reason or 'the score is not a finite number'}"
        return line_of(row, closest=closest, record=update_command(self._options))


def is_acceptable(row: Row) -> bool:
    """Whether the row can be recorded on purpose; one below its floor would fail again whatever the reference."""
    changed = row.verdict is Verdict.STALE or (row.verdict is Verdict.WORSE and row.rule is not Rule.MIN)
    return changed and row.score is not None and row.reference is not None


def history_of(reference: Row) -> dict[str, Any] | None:
    """What was accepted for a reference, in plain JSON types: since when, from which score on, how many times."""
    if not reference.history or reference.score is None:
        return None
    first = reference.history[0]
    changes = len(reference.history)
    return {"since": first.date, "first": first.score, "now": reference.score, "changes": changes}


class Plainly:
    """Turns an error in the user's data into a failure of one message, without a traceback."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        __tracebackhide__ = True
        if isinstance(error, ScoringError):
            kinds = {RowsError: "reference error: ", UsageError: ""}
            first, *more = error.lines
            raise failure(f"{kinds.get(type(error), 'data error: ')}{first}", *more) from None


def failure(*lines: str) -> BaseException:
    """What fails a test with one message and no traceback; raised ``from None``, or pytest shows where it came from."""
    return pytest.fail.Exception("\n".join(map(printable, lines)), pytrace=False)


def packed(identity: Identity, units: unitstore.UnitSet, metrics: set[str]) -> dict[str, Any]:
    """The units of the rows to be kept, as text that any process can read."""
    stored = unitstore.StoredUnits()
    chosen = {label: arrays for label, arrays in units.arrays.items() if label in metrics}
    stored.record(dataclasses.replace(units, arrays=chosen))
    npz = base64.b64encode(unitstore.dumps(stored)).decode()
    return {"identity": [identity.component, identity.language, identity.dataset], "npz": npz}


def property_of(row: Row) -> str:
    """The JUnit property of a row: ``86.60 [86.10, 87.10] worse``."""
    score = "none" if row.score is None else f"{row.score:.2f}"
    interval = f" [{row.ci[0]:.2f}, {row.ci[1]:.2f}]" if row.ci else ""
    return f"{score}{interval} {row.verdict or 'not judged'}"
