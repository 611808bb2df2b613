"""Which items a stored reference has and this run has not, where a task has no gold and its ids are all there is."""

from collections.abc import Sequence

from msgspec.structs import replace

from scoring.evaluation.measurement import Measurement
from scoring.rows.records import Row
from scoring.rows.references import References
from scoring.rows.verdict import Verdict

__all__ = ["with_lost_items"]

MOST = 3  # ids that a message names


def with_lost_items(rows: Sequence[Row], ours: Measurement, references: References | None) -> list[Row]:
    """The rows; a stale one says which ids only one side has, where those of the reference are stored."""
    found = [
        (row, references.find(row.key) if references and row.verdict is Verdict.STALE else None)
        for row in rows
    ]
    out = []
    for row, reference in found:
        stored = references.unit_ids(reference) if references and reference else ()
        said = difference(stored, ours.ids, ours.unit) if stored else ""
        out.append(replace(row, reason=f"{row.reason}; {said}") if said else row)
    return out


def is_stale(row: Row, ours: Measurement) -> bool:
    """Whether a row of all items, and not of a slice, has a reference of others."""
    return row.verdict is Verdict.STALE and row.gold_sha256 == ours.gold_sha256


def difference(stored: Sequence[str], here: Sequence[str], unit: str) -> str:
    """The ids that only one side has, in words; empty where both have the same."""
    sides = (("the reference", stored, set(here)), ("this run", here, set(stored)))
    said = []
    for name, ids, others in sides:
        alone = [one for one in ids if one not in others]
        if alone:
            more = f" and {len(alone) - MOST} more" if len(alone) > MOST else ""
            said.append(f"only {name} has {unit} {', '.join(map(repr, alone[:MOST]))}{more}")
    return "; ".join(said)
