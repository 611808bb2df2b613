"""The reference rows of a run: where each lives, and the stored units that belong to it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from scoring.base.errors import RowsError
from scoring.base.wording import closest
from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Arrays, Evidence, whole
from scoring.evidence.restore import restored
from scoring.metrics.metric import Metric
from scoring.rows.beside import stored_beside
from scoring.rows.records import Identity, Row
from scoring.rows.rows import content, parse
from scoring.rows.units import StoredUnits
from scoring.rows.verdict import Verdict

__all__ = ["Found", "ReferenceFile", "References", "StoredEvidence", "expand", "near", "stored_evidence"]

MOST_COMPARED = (
    10_000_000  # names that are looked through for near ones, for all rows of a run: some five seconds
)


@dataclass(frozen=True)
class Found:
    """A reference row and the file it lives in (None: given on the command line)."""

    row: Row
    path: Path | None


@dataclass(frozen=True)
class StoredEvidence:
    """A reference's evidence, or why there is none: ``fault`` (they do not belong to it), or simply not stored."""

    evidence: Evidence | None = None
    fault: str | None = None


@dataclass(frozen=True)
class ReferenceFile:
    """One reference file as read: every row beside its JSON object as written."""

    path: Path
    rows: Sequence[tuple[Row, dict[str, Any]]]


def expand(paths: Iterable[Path]) -> list[Path]:
    """The files of the paths given: a folder stands for every ``*.json`` in it, sorted; a file named twice is one."""
    files: dict[Path, Path] = {}
    for path in paths:
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            files.setdefault(file.resolve(), file)
    return list(files.values())


@dataclass(frozen=True)
class References:
    """All reference rows by key.  The same row in two files is an error, since one of them would be ignored."""

    files: tuple[ReferenceFile, ...] = ()
    given: tuple[Row, ...] = ()  # from the command line: they go before a file's row
    _stores: dict[tuple[Path, Identity], StoredUnits | RowsError | None] = field(
        default_factory=dict, compare=False, repr=False
    )
    _searches: Iterator[int] = field(default_factory=count, compare=False, repr=False)

    @classmethod
    def load(cls, paths: Iterable[Path], given: Iterable[Row] = ()) -> "References":
        """Reads reference files and folders of them.

        Raises:
            RowsError: a file is missing or damaged, or two files hold the same row; names file, row and field.
        """
        files = tuple(ReferenceFile(path, parse(content(path), str(path))) for path in expand(paths))
        homes: dict[str, Path] = {}
        for file in files:
            for row, _ in file.rows:
                if row.key in homes:
                    msg = f"{row.key} is in {homes[row.key]} and in {file.path}: a row has one reference, keep one"
                    raise RowsError(msg)
                homes[row.key] = file.path
        return cls(files, tuple(given))

    @cached_property
    def by_key(self) -> dict[str, Found]:
        """The row that counts for each key."""
        return self.in_files | {row.key: Found(row, None) for row in self.given}

    @cached_property
    def in_files(self) -> dict[str, Found]:
        """The row of each key in the files."""
        return {row.key: Found(row, file.path) for file in self.files for row, _ in file.rows}

    def find(self, key: str) -> Found | None:
        return self.by_key.get(key)

    def closest(self, key: str) -> str | None:
        """The key most like one that was not found; None too where many have been looked for already."""
        if next(self._searches) * len(self.by_key) > MOST_COMPARED:
            return None
        return closest(key, self.by_key, cutoff=0.5)

    def evidence(self, found: Found, metric: Metric[Any]) -> StoredEvidence:
        """The stored per-unit evidence of a reference row, checked against the row's fingerprint and score."""
        row = found.row
        if found.path is None or row.units_sha256 is None:
            return StoredEvidence()
        store = self._store(found.path, row.identity)
        if store is None:
            return StoredEvidence()
        if isinstance(store, RowsError):
            return StoredEvidence(fault=str(store))
        if row.metric not in store.arrays and row.metric not in store.former:
            return StoredEvidence()
        arrays = store.find(row.metric, row.units_sha256)
        if arrays is None:
            return StoredEvidence(
                fault="the stored units of the reference are not those the row was recorded with"
            )
        return stored_evidence(row, metric, arrays)

    def parts(self, found: Found) -> Parts | None:
        """The stored counts by label of a reference row; None where there are none that give its score."""
        row = found.row
        store = self._store(found.path, row.identity) if found.path else None
        parts = store.parts.get(row.metric) if isinstance(store, StoredUnits) else None
        if parts is None or row.score is None:
            return None
        return parts if abs(float(parts.score(parts.counts)) - row.score) <= 1e-6 else None

    def unit_ids(self, found: Found) -> tuple[str, ...]:
        """The stored ids of the units of a row; none where they are the ordinals, or not stored."""
        row = found.row
        store = self._store(found.path, row.identity) if found.path else None
        return store.ids.get(row.gold_sha256 or "", ()) if isinstance(store, StoredUnits) else ()

    def stored(self, found: Found) -> StoredUnits | None:
        """All that is stored of the test set of a row; None where nothing is, or it is damaged, which its rows say."""
        store = self._store(found.path, found.row.identity) if found.path else None
        return store if isinstance(store, StoredUnits) else None

    @cached_property
    def _by_test_set(self) -> dict[tuple[Path, Identity], list[Row]]:
        """The rows of each test set in each file."""
        found: dict[tuple[Path, Identity], list[Row]] = {}
        for file in self.files:
            for row, _ in file.rows:
                found.setdefault((file.path, row.identity), []).append(row)
        return found

    def _store(self, path: Path, identity: Identity) -> StoredUnits | RowsError | None:
        """The units of a test set beside a rows file, read once for all its rows."""
        key = path, identity
        if key not in self._stores:
            try:
                self._stores[key] = stored_beside(path, identity, self._by_test_set.get(key, ()))
            except RowsError as error:
                self._stores[key] = error
        return self._stores[key]


def stored_evidence(row: Row, metric: Metric[Any], arrays: Arrays) -> StoredEvidence:
    """The evidence in the stored arrays of a row, or why they are not its own: they must give its score."""
    try:
        evidence = restored(metric.restore, arrays)
        total = whole(evidence) if evidence.units else metric.when_undefined
    except (ValueError, TypeError, LookupError) as error:  # whatever a metric makes of other arrays
        return StoredEvidence(fault=f"the stored units of the reference do not fit the metric: {error}")
    total = metric.when_undefined if total is None or math.isnan(total) else total
    if row.score is None or total is None or abs(total - row.score) > 1e-6:
        return StoredEvidence(
            fault=f"the stored units of the reference give {total}, but its row says {row.score}"
        )
    return StoredEvidence(evidence)


def near(row: Row, references: References) -> str | None:
    """The key most like that of a row without a reference; None for any other row."""
    return references.closest(row.key) if row.verdict is Verdict.MISSING else None
