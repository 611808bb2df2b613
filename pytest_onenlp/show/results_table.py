"""Results snapshots as files: a Markdown table for people, and below it the exact figures, one line a row.

Source: specification, "Producing a results row", for the first columns.  The figures are rows of ``onenlp-rows/1``
without what no comparison needs, in a comment that Markdown does not show.  The table is made from them alone, so
a file whose table says something else was edited by hand or damaged, and is refused.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from pytest_onenlp.records.rows import as_a_file_has_it
from scoring.base.errors import RowsError, UsageError
from scoring.base.names import quoted_name
from scoring.base.strict_json import parse_json
from scoring.base.text import decoded
from scoring.judging.rule import SLACK
from scoring.metrics.metric import Scale
from scoring.report.figures import figure, interval
from scoring.report.markdown import escaped, line
from scoring.rows import rows as rowfile
from scoring.rows.records import Row
from scoring.rows.rows import MERGE_MARKER

__all__ = ["KeptRow", "Tables", "dumps", "kept_row", "loads", "loads_rows", "text_of"]


@dataclass(frozen=True)
class KeptRow:
    """A row of a snapshot beside its JSON, so that a row within noise keeps its text."""

    row: Row
    text: str  # one line, safe within a comment


Tables = dict[str, list[KeptRow]]  # rows by the name of their snapshot

HEADER = (
    "Component",
    "Language",
    "Metric",
    "Score",
    "95% CI",
    "Dataset",
    "Units",
    "Gold",
    "Signature",
    "Snapshot",
)
RIGHT = {"Score", "Units"}
FIELDS = ("component", "language", "dataset", "metric", "score", "source", "scale", "better", "ci", "unit", "units",
          "resamples", "seed", "signature")  # fmt: skip
FINGERPRINT = 16  # hex digits of the gold data's
TITLE = "# Results snapshot\n\nKept by `pytest --snapshot-update`; not to be edited or laid out anew.\n\n"
MARK = "<!-- onenlp-results/1: the figures behind the table, one line a row"
END = "-->"
NEW_LINE = "\n"
NONE = "-"  # in a cell without a value
REMEMBERED = 4096  # lines
# What would end the comment; JSON reads these back as they were.
HIDDEN = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&|"})


def kept_row(row: Row, slack: float = SLACK) -> KeptRow:
    """What the snapshot keeps of a row; ``slack`` is the run's, in points.

    Raises:
        ScoringError: the row has no score, or holds what no file can.
    """
    if row.score is None:
        msg = f"{row.key} has no score to be kept: {row.reason or 'it is not a finite number'}"
        raise UsageError(msg)
    every_field = rowfile.plain(as_a_file_has_it(row))
    fields = {field: every_field[field] for field in FIELDS if every_field[field] is not None}
    if row.gold_sha256 is not None:
        fields["gold_sha256"] = row.gold_sha256[:FINGERPRINT]
    if "sparse" in row.flags:
        fields["flags"] = ["sparse"]
    points = row.scale in (None, Scale.POINTS)
    default = SLACK if points else 0.0
    own = row.slack if row.slack is not None else slack if points else default
    if own != default:
        fields["slack"] = own
    return KeptRow(rowfile.convert(fields, "snapshot", 1), json_line(fields))


def text_of(rows: Sequence[KeptRow]) -> str:
    """The rows of one snapshot as text: what the snapshot library keeps and compares."""
    return "\n".join(one.text for one in rows)


def loads_rows(text: str) -> list[KeptRow]:
    """The rows in such a text."""
    lines = [one for one in text.split("\n") if one]
    return [
        KeptRow(rowfile.convert(json.loads(one), "snapshot", number), one)
        for number, one in enumerate(lines, 1)
    ]


def json_line(fields: Mapping[str, object]) -> str:
    """The fields of a row as one line of JSON that is safe within a comment."""
    return json.dumps(fields, sort_keys=True, ensure_ascii=False, allow_nan=False).translate(HIDDEN)


def dumps(tables: Mapping[str, Sequence[KeptRow]]) -> str:
    """The text of the file: snapshots by name, the rows of each in their order."""
    records = [record_line(name, one) for name in sorted(tables) for one in tables[name]]
    rule = ["---:" if name in RIGHT else "---" for name in HEADER]
    table = "".join([line(HEADER), line(rule), *(table_line(one) for one in records)])
    return f"{TITLE}{table}\n{MARK}\n{''.join(one + NEW_LINE for one in records)}{END}\n"


def record_line(name: str, kept: KeptRow) -> str:
    """The line of a row below the table; names of tests may hold halves of surrogate pairs, so they are ASCII."""
    return f'{{"snapshot": {json.dumps(name).translate(HIDDEN)}, {kept.text[1:]}'


@lru_cache(maxsize=REMEMBERED)
def table_line(text: str) -> str:
    """The line of the table for a line below it."""
    name, kept = parse_record(text)
    return line(cells_of(name, kept.row))


def cells_of(name: str, row: Row) -> list[str]:
    """The cells of a row, in the order of the header."""
    scale = row.scale or Scale.POINTS
    gold, signature = (NONE if value is None else value for value in (row.gold_sha256, row.signature))
    return [
        escaped(row.component), escaped(row.language), escaped(row.metric), figure(row.score, scale),
        interval(row.ci, scale), escaped(row.dataset), NONE if row.units is None else str(row.units),
        gold, escaped(quoted_name(signature)), escaped(quoted_name(name)),
    ]  # fmt: skip


@lru_cache(maxsize=8)
def loads(data: bytes, path: str) -> Tables:
    """The rows of a results snapshot by the name of their snapshot; not to be edited, for it is remembered.

    Raises:
        RowsError: the file is no results snapshot, has merge markers, or was edited; names file and line.
    """
    text = decoded(data, path, RowsError).replace("\r\n", "\n")
    if marker := MERGE_MARKER.search(text):
        number = text.count("\n", 0, marker.start()) + 1
        msg = f"{path}:{number}: merge marker {marker[1]}; keep one of the two sides, or delete the file, and then"
        raise RowsError(f"{msg}: pytest --snapshot-update")
    lines = text.split("\n")
    if MARK not in lines:
        raise damaged(path, 1, f"not a results snapshot: there is no line '{MARK}'")
    start = lines.index(MARK) + 1
    stop = next((at for at in range(start, len(lines)) if lines[at] == END), len(lines))
    tables: Tables = {}
    places: dict[tuple[str, str], int] = {}
    for number, one in enumerate(lines[start:stop], start + 1):
        try:
            name, kept = parse_record(one)
        except RowsError as error:
            raise damaged(path, number, str(error)) from None
        key = kept.row.key
        if (first := places.setdefault((name, key), number)) != number:
            raise damaged(path, number, f"row {key} of {quoted_name(name)} stands here and in line {first}")
        tables.setdefault(name, []).append(kept)
    check_text(lines, dumps(tables).split("\n"), path)
    return tables


@lru_cache(maxsize=REMEMBERED)
def parse_record(text: str) -> tuple[str, KeptRow]:
    """A line below the table: the snapshot's name and the row as it stands there.

    Remembered, since an update reads every line again for each snapshot that it writes.

    Raises:
        RowsError: the line is no row of a snapshot; says what is wrong, but not where.
    """
    fields = parse_json(text, "", RowsError)
    name = fields.pop("snapshot", None) if isinstance(fields, dict) else None
    if not isinstance(name, str):
        msg = "field 'snapshot' is missing or no text"
        raise RowsError(msg)
    row = rowfile.convert_at(fields, "row")
    if row.score is None:
        msg = f"row {row.key} has no score"
        raise RowsError(msg)
    return name, KeptRow(row, json_line(fields))


def check_text(lines: Sequence[str], wanted: Sequence[str], path: str) -> None:
    """Raises RowsError at the first line that is not what the figures give."""
    for number, (one, other) in enumerate(zip_longest(lines, wanted), 1):
        if one != other:
            raise damaged(path, number, difference_of(one, other))


def difference_of(line_read: str | None, wanted: str | None) -> str:
    """What a line says and what it should say: the cell that differs, where it is a row of the table."""
    if line_read is None or wanted is None:
        return "the file ends early" if line_read is None else "the line is one too many"
    cells, right = ([cell.strip() for cell in text.split(" | ")] for text in (line_read, wanted))
    if len(cells) == len(right) == len(HEADER):
        for name, one, other in zip(HEADER, cells, right, strict=True):
            if one != other:
                return f"{name} is {one.strip('| ')!r}, but the figures below the table give {other.strip('| ')!r}"
    return f"the line is {line_read[:80]!r}, but {wanted[:80]!r} was written"


def damaged(path: str, number: int, what: str) -> RowsError:
    """The error of a damaged file: where, what, and the way out."""
    return RowsError(
        f"{path}:{number}: {what}; get the file back from version control, or delete it and record it anew: "
        "pytest --snapshot-update"
    )
