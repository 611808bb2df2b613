"""Why worse rows got worse, as plain lines for a terminal: a handful of units, and the labels that lost most.

Nothing but ASCII save what is in the data, and of that nothing that steers a terminal.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from scoring.base.names import JOINERS
from scoring.base.wording import plural, shortened_text
from scoring.metrics.metric import Scale
from scoring.report.figures import signed
from scoring.report.text import width
from scoring.rows.records import PartLoss, Row, UnitLoss
from scoring.rows.verdict import Verdict

__all__ = ["NOTHING", "Beside", "beside", "changes", "is_items", "lines", "lost", "safe"]

ROWS, UNITS, CONTRASTS, ITEMS, PARTS = 3, 5, 2, 3, 5  # as many as are shown
NOTHING = "-"


@dataclass(frozen=True)
class Beside:
    """One thing of a unit on all sides: what it is, what gold and prediction say, and what the reference said."""

    name: str
    gold: str
    predicted: str
    old: str | None = None

    @property
    def differs(self) -> bool:
        return self.gold != self.predicted

    def shortened(self, most: int) -> "Beside":
        """The same with at most so many letters a cell."""
        old = None if self.old is None else shortened_text(self.old, most)
        name, gold, predicted = (shortened_text(one, most) for one in (self.name, self.gold, self.predicted))
        return Beside(name, gold, predicted, old)


def lines(rows: Sequence[Row], columns: int = 80) -> list[str]:
    """The lines for the worse rows that say why; each is at most ``columns`` wide, none where no row does."""
    told = [row for row in rows if row.verdict is Verdict.WORSE and row.why]
    out = [line for row in told[:ROWS] for line in of_row(row)]
    if len(told) > ROWS:
        out.append(f"and {many(len(told) - ROWS, 'more worse row')}; a json report has all of it")
    return [cut(safe(line), columns) for line in out]


def of_row(row: Row) -> Iterator[str]:
    """The lines of one row."""
    why = row.why
    if why is None:
        return
    yield f"why {row.key}: {lost(row)}"
    for place, unit in enumerate(why.units[:UNITS]):
        counts = changes(unit)
        yield f"  {unit.id}  {signed(-unit.loss, row.scale)}{f'  {counts}' if counts else ''}"
        if unit.text is not None:
            yield f"    {' '.join(unit.text.split())}"
        if place < CONTRASTS:
            yield from (f"      {line}" for line in contrast(unit))
    if (more_units := why.lost - len(why.units[:UNITS])) > 0:
        yield f"  and {many(more_units, 'more unit')}"
    if why.parts:
        shown = ", ".join(part_of(part, row.scale) for part in why.parts[:PARTS])
        more = f", and {len(why.parts) - PARTS} more" if len(why.parts) > PARTS else ""
        yield f"  lost most: {shown}{more}"


def lost(row: Row) -> str:
    """How many units lost: ``8 sentences lost against the reference``; what is not known of them."""
    why = row.why
    if why is None:
        return ""
    if not why.units:
        return why.note or "no unit lost by itself"
    return f"{many(why.lost, row.unit or 'unit')} lost against the reference"


def many(count: int, name: str) -> str:
    """``1 unit``, ``3 units``."""
    return f"{count} {name if count == 1 else plural(name)}"


def contrast(unit: UnitLoss) -> Iterator[str]:
    """What differs on a unit: ``2 cat: upos NOUN -> X``."""
    found = [one for one in beside(unit.gold, unit.predicted) if one.differs]
    for one in found[:ITEMS]:
        yield f"{one.name} {one.gold} -> {one.predicted}".lstrip()
    if len(found) > ITEMS:
        yield f"and {len(found) - ITEMS} more"


def beside(gold: Any, predicted: Any, old: Any = None) -> list[Beside]:  # noqa: ANN401 - JSON, of whatever task
    """Gold and prediction of a unit as pairs of texts, with what the reference said of the same where it is known.

    Two lists of words or spans are taken item by item, and a word column by column; all else is one pair.
    """
    if not (is_items(gold) and is_items(predicted)):
        said = None if old is None else worded(old)
        return (
            [] if gold is None and predicted is None else [Beside("", worded(gold), worded(predicted), said)]
        )
    found = []
    has_old = is_items(old) and len(old) == len(gold) == len(predicted)
    for place, (ours, theirs) in enumerate(zip_longest(gold, predicted)):
        found += item(ours, theirs, (old[place],) if has_old else ())
    return found


def is_items(value: Any) -> bool:  # noqa: ANN401
    """Whether it is a list of words or spans, some perhaps without counterpart."""
    return isinstance(value, list | tuple) and all(one is None or isinstance(one, Mapping) for one in value)


def item(
    gold: Mapping[str, Any] | None, predicted: Mapping[str, Any] | None, old: Sequence[Any] = ()
) -> list[Beside]:
    """A word or a span: its columns as pairs, or the whole where it is on one side alone.

    ``old`` is what the reference system said of it, or nothing where that is not known.
    """
    if gold is None or predicted is None or "label" in gold or "start" in gold:
        said = worded(old[0]) if old else None
        return [Beside("", worded(gold), worded(predicted), said)] if gold != predicted else []
    name = named(gold)
    if named(predicted) != name:
        name = f"{name} / {named(predicted)}"
    keys = [key for key in (*gold, *predicted) if key not in ("id", "form")]
    before = old[0] or {} if old else None
    return [
        Beside(
            f"{name}: {key}", worded(gold.get(key)), worded(predicted.get(key)),
            None if before is None else worded(before.get(key)),
        )
        for key in dict.fromkeys(keys)
    ]  # fmt: skip


def named(word: Mapping[str, Any]) -> str:
    """A word by its id and form."""
    return " ".join(str(word[key]) for key in ("id", "form") if word.get(key) is not None)


def worded(value: Any) -> str:  # noqa: ANN401 - JSON, of whatever task
    """A value in words: a span as ``PER 3-5 Ann Bee``, a word as its columns, a list with commas."""
    if value is None:
        return NOTHING
    if isinstance(value, Mapping):
        span = "start" in value and "end" in value
        first = [str(value["label"])] if "label" in value else []
        first += [f"{value['start']}-{value['end']}"] if span else []
        shown = [
            str(item) if key in ("id", "form", "text") else f"{key} {worded(item)}"
            for key, item in value.items()
            if item is not None and not (key in ("label", "start", "end") and span)
        ]
        return " ".join([*first, *shown])
    if isinstance(value, list | tuple):
        return ", ".join(map(worded, value)) or NOTHING
    return value if isinstance(value, str) else json.dumps(value)


def changes(found: UnitLoss | PartLoss) -> str:
    """The counts of reference and ours: ``correct 5 -> 4, predicted 5, gold 5``."""
    before, after = found.before or {}, found.after or {}
    said = []
    for name, now in after.items():
        was = before.get(name)
        said.append(
            f"{name} {number(now)}" if was in (None, now) else f"{name} {number(was)} -> {number(now)}"
        )
    return ", ".join(said)


def number(value: float | None) -> str:
    """A count."""
    return NOTHING if value is None else f"{value:.12g}"


def part_of(part: PartLoss, scale: Scale | None) -> str:
    """A label with its loss and counts."""
    return f"{part.name} {signed(-part.loss, scale)} ({changes(part)})"


def safe(text: str) -> str:
    r"""The text with every sign escaped that does not print: control characters, line ends, marks of direction.

    >>> print(safe("a\x1b[31m b\u202ec\n"), safe("ж 日"))
    a\x1b[31m b\u202ec\n ж 日
    """
    return "".join(
        sign if sign.isprintable() or sign in JOINERS else sign.encode("unicode_escape").decode()
        for sign in text
    )


def cut(line: str, columns: int) -> str:
    """The line in so many columns of a terminal, with three dots where it is cut."""
    if width(line) <= columns:
        return line
    room, kept = columns - 3, []
    for sign in line:
        room -= width(sign)
        if room < 0:
            break
        kept.append(sign)
    return "".join(kept).rstrip() + "..."
