"""Two published runs compared on the units that were published with their rows.

A rows file belongs to a card where every figure that both have is the same, under the same signature.
"""

from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select

from scoring.base.errors import ScoringError
from scoring.card.comparison import metric_difference
from scoring.card.entrant import Entrant, Sort
from scoring.card.leaderboard import PairedPlaces
from scoring.evidence.evidence import Evidence
from scoring.evidence.restore import restored
from scoring.mt.definitions import DEFINITIONS
from scoring.mt.family import metrics
from scoring.rows.rows import rounded
from scoring.statistics.draws import RESAMPLES, SEED
from scoring.statistics.resampling import Resampling, resample
from scoring.store.cards import card_of
from scoring.store.rows import units_at
from scoring.store.tables import SCORE_ROWS

__all__ = ["StoredPairs"]

Units = tuple[str, Evidence]  # the gold set's fingerprint, and the evidence


class StoredPairs:
    """The paired differences of published runs by one figure."""

    def __init__(self, connection: Connection, sort: Sort) -> None:
        self._connection = connection
        self._sort = sort
        self._found: dict[str, Units | None] = {}

    def compare(self, upper: Entrant, lower: Entrant) -> PairedPlaces | None:
        """The difference of two runs on the same units, by the same definition; None where that cannot be known."""
        name = self._sort.metric
        if name is None or upper.signature is None or upper.signature != lower.signature:
            return None
        first, second = self.units(upper), self.units(lower)
        if first is None or second is None or first[0] != second[0] or first[1].units != second[1].units:
            return None
        drawn = resample([first[1], second[1]], Resampling(RESAMPLES, SEED)).values
        found = metric_difference(name, (first[1], second[1]), drawn[:, 0], drawn[:, 1])
        return None if found is None else PairedPlaces(found.difference, found.ci, found.p, found.significant)

    @cached_property
    def _any_units(self) -> bool:
        """Whether there are units of this metric at all: mostly there are none, and no card need be asked for."""
        label = DEFINITIONS[self._sort.metric or ""].label
        query = select(SCORE_ROWS.c.id).where(
            SCORE_ROWS.c.metric == label, SCORE_ROWS.c.units_file.is_not(None)
        )
        return self._connection.execute(query.limit(1)).first() is not None

    def units(self, one: Entrant) -> Units | None:
        """The evidence of a run, as published with its rows; None where there is none."""
        if not self._any_units:
            return None
        if one.fingerprint not in self._found:
            self._found[one.fingerprint] = self.look_up(one)
        return self._found[one.fingerprint]

    def look_up(self, one: Entrant) -> Units | None:
        """The evidence in the rows that belong to a card."""
        stored = card_of(self._connection, one.fingerprint)
        if stored is None:
            return None
        query = select(SCORE_ROWS).where(
            SCORE_ROWS.c.signature == one.signature,
            SCORE_ROWS.c.score == one.value,
            SCORE_ROWS.c.metric == DEFINITIONS[self._sort.metric or ""].label,
            SCORE_ROWS.c.units_file.is_not(None),
        )
        for row in self._connection.execute(query).mappings().all():
            if self.belongs(row, stored.card):
                return self.evidence(row)
        return None

    def belongs(self, row: Any, card: Any) -> bool:  # noqa: ANN401 - rows of a table and JSON
        """Whether the rows published together with this one say what the card says, rounded as rows are."""
        test_set = row["row_name"].rpartition("/")[0]
        query = select(SCORE_ROWS.c.metric, SCORE_ROWS.c.score, SCORE_ROWS.c.signature).where(
            SCORE_ROWS.c.commit_id == row["commit_id"],
            SCORE_ROWS.c.label == row["label"],
            SCORE_ROWS.c.judged == row["judged"],
            SCORE_ROWS.c.row_name.startswith(f"{test_set}/", autoescape=True),
        )
        rows = {metric: (score, signature) for metric, score, signature in self._connection.execute(query)}
        for name, signature in card.get("signatures", {}).items():
            definition = DEFINITIONS.get(name)
            value = rounded(card["scores"].get(name, card["totals"].get(name)))
            if definition is not None and rows.get(definition.label, (value, signature)) != (
                value,
                signature,
            ):
                return False
        return True

    def evidence(self, row: Any) -> Units | None:  # noqa: ANN401 - a row of a table
        """The evidence in stored units; None where they are damaged, or the metric is another one now."""
        metric = metrics()[self._sort.metric or ""]
        try:
            stored = units_at(self._connection, row["units_file"], row["row_name"])
            arrays = None if stored is None else stored.find(metric.label, row["row"].get("units_sha256"))
            return None if arrays is None else (str(row["gold_sha256"]), restored(metric.restore, arrays))
        except (ScoringError, ValueError, TypeError, LookupError):
            return None
