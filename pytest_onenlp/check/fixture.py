"""The fixture ``onenlp``: scores or checks predictions inside a test, and records every row for the report."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from pytest_onenlp.check.arguments import bare_row, declared_scores, digests_of, ids_of, refuse_strangers
from pytest_onenlp.check.checks import ChecksOfTest
from pytest_onenlp.check.failure import PlainFailures
from pytest_onenlp.check.references import references_of
from pytest_onenlp.check.watched import watched
from pytest_onenlp.marker.fields import CheckFields, ItemFields, ValueFields
from pytest_onenlp.marker.settings import metrics_of, wanted_of
from scoring.evaluation import evaluate as evaluation
from scoring.evaluation.assess import assess
from scoring.evaluation.measurement import Measurement
from scoring.evaluation.same import SAME_AS_REF_PRED
from scoring.evidence.evidence import Evidence
from scoring.judging.judged import judged
from scoring.judging.opponents import opponent_of
from scoring.judging.rule import Measured
from scoring.metrics import catalog
from scoring.metrics.declared import Declared
from scoring.metrics.metric import Metric
from scoring.metrics.task import gold_sha256
from scoring.rows.records import Row
from scoring.scores.items import CLUSTER, scored_items

__all__ = ["Checker"]


class Checker(ChecksOfTest):
    """Scores and checks of one test; the methods named ``check_…`` judge, the others only score."""

    @watched
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

    @watched
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

    @watched
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

    @watched
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

    @watched
    def check_mt(
        self,
        gold: object = None,
        pred: object = None,
        *,
        ref_pred: object = None,
        **named: Unpack[CheckFields],
    ) -> list[Row]:
        """Judges a translation: ``gold`` and ``pred`` are runs, which may be one, or ``ref`` and ``source`` give texts.

        Texts are files or lists: ``pred=outputs, ref=[texts], source=sources``, a list of references each translator.
        """
        __tracebackhide__ = True
        return self.check_task("mt", gold, pred, ref_pred=ref_pred, **named)

    def mt(self, gold: object = None, pred: object = None, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores a translation as ``check_mt`` reads it, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("mt", gold, pred, **named)

    @watched
    def check_table(
        self, data: object, *, ref_data: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges metrics that the gate declares over a table, ``metrics={"WER": "sum(errors)/sum(words)"}``.

        ``data`` and ``ref_data`` (a reference system's) are what ``scoring.scores`` reads: paths, DataFrames, records.
        """
        __tracebackhide__ = True
        return self.check_task("scores", None, data, ref_pred=ref_data, **named)

    def table(self, data: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores the metrics that are declared over a table of numbers, and judges nothing."""
        __tracebackhide__ = True
        return self.score_task("scores", None, data, **named)

    @watched
    def check_scores(
        self, metric: str, scores: object, *, ids: object = None, clusters: object = None, ref_scores: object = None,
        better: str | float = "higher", scale: str = "ratio", **named: Unpack[ItemFields],
    ) -> list[Row]:  # fmt: skip
        """Judges the mean of scores that were made elsewhere, one an item: a list, an array, a Series, or scores by id.

        ``ids`` name the items, by which the scores are paired with those of the reference, and ``clusters`` say which
        are drawn together (documents, users).  ``better`` and ``scale`` are as ``check_value`` has them.
        """
        __tracebackhide__ = True
        fields = self._fields(named, judging=True)
        with PlainFailures():
            declared = declared_scores(metric, better, scale)
            ours = scored_items(scores, ids, clusters)
            other = None if ref_scores is None else scored_items(ref_scores, ids, clusters, "ref_scores")
            fields = fields if clusters is None else {**fields, "cluster": CLUSTER}
        return self._check_sides("scores", (None, ours, other), fields, declared)

    @watched
    def check_task(
        self, task: str, gold: object, pred: object, *, ref_pred: object = None, **named: Unpack[CheckFields]
    ) -> list[Row]:
        """Judges predictions of any task; see ``check_ud``."""
        __tracebackhide__ = True
        return self._check_sides(task, (gold, pred, ref_pred), self._fields(named, judging=True))

    def _check_sides(
        self, task: str, sides: tuple[object, object, object], fields: Mapping[str, Any],
        declared: Mapping[str, Declared] | None = None,
    ) -> list[Row]:  # fmt: skip
        """Judges gold, prediction and what it is compared with by the fields; ``declared`` metrics, or theirs."""
        __tracebackhide__ = True
        gold, pred, ref_pred = sides
        self._reads(fields, gold=gold, pred=pred, ref_pred=ref_pred)
        with PlainFailures():
            metrics = metrics_of(fields) if declared is None else declared
            done = evaluation.evaluate(
                task, gold, pred, identity=self._identity(fields), metrics=metrics,
                ref_pred=None if self._options.off else ref_pred, judge=not self._options.off,
                references=references_of(self._item.config), settings=self._task_settings(fields, task, metrics),
                wanted=wanted_of(fields, task),
            )  # fmt: skip
            ids = {metric.label: metric.id for metric in catalog.select(task, metrics)}
        self.attempt.notes += [note for note in done.notes if note not in self.attempt.notes]
        return self._record(done.rows, done.units, fields, ids=ids, measured_here=ref_pred is not None)

    def score_task(self, task: str, gold: object, pred: object, **named: Unpack[CheckFields]) -> list[Row]:
        """Scores predictions of any task; see ``ud``."""
        __tracebackhide__ = True
        fields = self._fields(named, judging=False)
        self._reads(fields, gold=gold, pred=pred)
        with PlainFailures():
            metrics = metrics_of(fields)
            done = evaluation.evaluate(
                task, gold, pred, identity=self._identity(fields), metrics=metrics, judge=False,
                settings=self._task_settings(fields, task, metrics), wanted=wanted_of(fields, task),
            )  # fmt: skip
        return list(done.rows)

    @watched
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
        with PlainFailures():
            refuse_strangers(metric, evidence, ref_pred)
            ids, digests = ids_of(unit_ids, evidence.units), digests_of(gold_digests, evidence.units)
            gold = gold_sha256(digests) if digests is not None else None
            ours = Measurement({metric.id: evidence}, gold, ids)
            opponent = Measurement({metric.id: ref_pred}, gold, ids) if ref_pred is not None else None
            if ref_pred is evidence:
                ours = ours.flagged(SAME_AS_REF_PRED)
            done = assess(
                [metric], ours, opponent=opponent, identity=self._identity(fields),
                references=references_of(self._item.config), judge=not self._options.off,
                settings=self._settings(fields, [metric.label], {metric.id: metric.label}),
            )  # fmt: skip
        return self._record(
            done.rows, done.units, fields, ids={metric.label: metric.id}, measured_here=ref_pred is not None
        )

    @watched
    def check_value(
        self,
        metric: str,
        score: float,
        *,
        scale: str | None = None,
        better: str | float = "higher",
        **named: Unpack[ValueFields],
    ) -> list[Row]:
        """Judges a bare number by the rule for published references: at most ``slack`` away (0.5 on points).

        ``better`` is the way in which this number improves: higher, lower, or its ideal value.  ``scale`` is its unit:
        points (also where none is given), ratio, seconds or USD; between 0 and 1 it has to be given.
        """
        __tracebackhide__ = True
        fields = self._fields(named, judging=True)
        with PlainFailures():
            identity, settings = self._identity(fields), self._settings(fields, [metric], {})
            row = bare_row(identity, metric, score, scale, better)
            references = references_of(self._item.config)
            opponent = opponent_of(row, None, references, None, settings)
            measured = float("nan") if row.score is None else row.score
            ours = Measured(score=measured, interval=None, units=0, resamples=0, bare=True)
            done = (
                row
                if self._options.off
                else judged(row, ours, opponent, None, settings, None, catalog.labelled(metric))
            )
        return self._record([done], None, fields, ids={}, measured_here=False)
