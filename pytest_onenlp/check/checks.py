"""What every check of a test goes through: the fields of marker and call, the settings, the record of each row."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pytest_onenlp.check.arguments import each_of, input_files
from pytest_onenlp.check.consequence import (
    accepted_changes,
    failing_line,
    is_acceptable,
    is_accepted,
    junit_property,
    outcome_of,
    recorded_units,
)
from pytest_onenlp.check.failure import failure
from pytest_onenlp.check.outcome import ATTEMPT, Attempt, OneNLPRegression
from pytest_onenlp.check.references import references_of
from pytest_onenlp.marker.fields import (
    ADDED_LATE,
    GATE,
    IDENTITY,
    MARKER,
    MarkedGate,
    MarkerError,
    check_fields,
)
from pytest_onenlp.marker.settings import better_of, floor_of, floors_by_row
from pytest_onenlp.records.options import OPTIONS, READ, Options
from pytest_onenlp.records.phase import RecordedRow, RowOutcome
from pytest_onenlp.records.rows import as_a_file_has_it
from scoring.base.errors import ScoringError, UsageError
from scoring.base.globs import composed
from scoring.base.wording import printable, shortened_text
from scoring.judging.judged import judge_order
from scoring.judging.settings import Settings
from scoring.metrics import catalog
from scoring.metrics.key import READING, Kind
from scoring.rows import units as unitstore
from scoring.rows.records import Identity, Row

__all__ = ["ChecksOfTest"]

FILES = tuple(key.name for key in READING if key.kind in (Kind.FILE, Kind.FILES))  # the keys that name some
EXAMPLE = '@pytest.mark.onenlp(component="…", language="…", dataset="…", metrics=["…"])'


class ChecksOfTest:
    """The checks of one test: what its marker says, and what it has recorded."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        self._options: Options = item.config.stash[OPTIONS]
        self._gate: MarkedGate | None = item.stash.get(GATE, None)
        self.attempt = item.stash.get(ATTEMPT, Attempt(number=0))

    def _fields(self, named: Mapping[str, Any], *, judging: bool) -> dict[str, Any]:
        """What marker and call say together; where both name an identity they must agree."""
        __tracebackhide__ = True
        if judging and self._gate is None and self._item.get_closest_marker("onenlp"):
            raise failure(ADDED_LATE)
        if judging and self._gate is None:
            raise failure(f"a check needs a gate: mark the test with {EXAMPLE}")
        if judging:
            self._begin()
        marked = dict(self._gate.fields) if self._gate else {}
        called = {key: value for key, value in named.items() if value is not None}
        try:
            check_fields(called, "the call")
        except MarkerError as error:
            raise failure(str(error)) from None
        for key in IDENTITY:
            if key in called and composed(marked.get(key, called[key])) != composed(called[key]):
                raise failure(
                    f"{key} is {marked[key]!r} in {MARKER} and {called[key]!r} in the call; they must agree"
                )
        return marked | called

    def _begin(self) -> None:
        """Counts a check; one more than the marker declares fails, because the level was divided without it."""
        __tracebackhide__ = True
        with self.attempt.lock:
            self.attempt.begun += 1
            number = self.attempt.begun
        if number > self.attempt.declared:
            raise failure(
                f"this is check {number} of the test, and its marker declares {self.attempt.declared}: the level is "
                "divided among the checks of the session, so add checks=N to the marker, the number that the test makes"
            )

    def _reads(self, fields: Mapping[str, Any], **sources: object) -> None:
        """Notes the files that the scores are made from, those that fields name as well: no report may replace them."""
        if self._options.reports:
            more = [("gold", one) for name in FILES for one in each_of(fields.get(name))]
            self._item.stash.setdefault(READ, []).extend(input_files([*sources.items(), *more]))

    def _identity(self, fields: Mapping[str, Any]) -> Identity:
        missing = [key for key in IDENTITY if key not in fields]
        if missing:
            msg = (
                f"{' and '.join(missing)} not named: give {', '.join(IDENTITY)} in the marker or in the call"
            )
            raise UsageError(msg)
        return Identity.of(fields)

    def _task_settings(self, fields: Mapping[str, Any], task: str, metrics: object) -> Settings:
        """The settings of a check of some of a task's metrics."""
        chosen = catalog.select(task, metrics)
        every = [*catalog.metrics(task).values(), *chosen]
        return self._settings(fields, [one.label for one in chosen], {one.id: one.label for one in every})

    def _settings(
        self, fields: Mapping[str, Any], labels: Sequence[str], label_of: Mapping[str, str]
    ) -> Settings:
        """The gate's settings over the session's, for a check of the metrics with these labels."""
        options = self._options
        elsewhere = self._gate.metrics if self._gate else ()
        own_floors = floors_by_row(fields.get("min"), labels, label_of, elsewhere)
        self.attempt.floors.update(own_floors)
        return Settings(
            resamples=fields.get("resamples", options.resamples),
            seed=fields.get("seed", options.seed),
            slack=options.slack,
            own_slack=fields.get("slack"),
            min_effect=fields.get("min_effect", options.min_effect),
            max_loss=fields.get("max_loss", options.max_loss),
            floor=floor_of(fields.get("min")),
            floors=own_floors,
            pair=fields.get("rule", options.rule) == "auto",
            checks=self.attempt.checks if options.family == "session" else 1,
            show_text=options.show_text,
        )

    def _record(
        self, rows: Sequence[Row], units: unitstore.UnitSet | None, fields: Mapping[str, Any], *,
        ids: Mapping[str, str], measured_here: bool,
    ) -> list[Row]:  # fmt: skip
        """Keeps every row for the report, then raises once where a row fails."""
        __tracebackhide__ = True
        twice = next((row.key for row in rows if row.key in self.attempt.keys), None)
        if twice:
            raise failure(f"{twice} was judged in this test before: a row has one score, so check it once")
        options, references = self._options, references_of(self._item.config)
        with self.attempt.lock:
            self.attempt.made += 1
        failing: list[str] = []
        stored: set[str] = set()  # metrics whose units are kept
        for row in judge_order(rows):
            try:
                recorded_row = as_a_file_has_it(row)
            except ScoringError as error:
                raise failure(str(error)) from None
            home = references.in_files.get(row.key) if references else None
            acceptable = home is not None and not measured_here and is_acceptable(row)
            better = better_of(fields, options.better)
            accepted = acceptable and is_accepted(row, options)
            outcome = outcome_of(row, options, better, measured_here=measured_here, accepted=accepted)
            failed = outcome is RowOutcome.FAILED
            why = printable(shortened_text(failing_line(row, references, options))) if failed else None
            self.attempt.rows.append(RecordedRow(
                recorded_row, outcome, home=home.path if home else None, acceptable=acceptable, accepted=accepted,
                history=accepted_changes(home.row) if home and not measured_here else None, why=why,
            ))  # fmt: skip
            self.attempt.keys.add(row.key)
            self.attempt.judged |= {row.metric, ids.get(row.metric, row.metric)}
            self._item.user_properties.append((f"onenlp.{row.key}", junit_property(row)))
            if why:
                failing.append(why)
            if outcome is RowOutcome.RECORDED or any(kind == "json" for kind, _ in options.reports):
                stored.add(row.metric)
        if units and stored and options.units:
            self.attempt.units.append(recorded_units(rows[0].identity, units, stored))
        if failing:
            more = f" (and {len(failing) - 1} more)" if len(failing) > 1 else ""
            raise OneNLPRegression("\n".join([failing[0] + more, *failing[1:]]))
        return list(rows)
