"""Results snapshots as files: a Markdown table for people, and below it the exact figures, one line a row.

Source: specification, "Producing a results row", for the first columns.  The figures are rows of ``onenlp-rows/1``
without what no comparison needs, in a comment that Markdown does not show.  The table is made from them alone, so
a file whose table says something else was edited by hand or damaged, and is refused.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from pytest_onenlp.check.arguments import plain_row
from scoring.base.errors import RowsError, UsageError
from scoring.base.strict_json import parse_json
from scoring.base.text import decoded
from scoring.judging.rule import SLACK
from scoring.metrics.metric import Scale
from scoring.report.figures import figure, interval
from scoring.report.markdown import escaped, line
from scoring.rows import rows as rowfile
from scoring.rows.records import Row
from scoring.rows.rows import MERGE_MARKER, shown

__all__ = ["Tables", "dumps", "kept", "loads", "loads_rows", "text_of"]

Raw = dict[str, Any]  # a row as it stands in the file
Tables = dict[str, list[Raw]]  # rows by the name of their snapshot

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
REMEMBERED = 4096  # lines
# What would end the comment; JSON reads these back as they were.
HIDDEN = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&|"})


def kept(row: Row, slack: float = SLACK) -> Raw:
    """What the snapshot keeps of a row, as plain JSON types; ``slack`` is the run's, in points.

    Raises:
        ScoringError: the row has no score, or holds what no file can.
    """
    if row.score is None:
        msg = f"{row.key} has no score to be kept: {row.reason or 'it is not a finite number'}"
        raise UsageError(msg)
    plain = plain_row(row)
    raw: Raw = {field: plain[field] for field in FIELDS if plain[field] is not None}
    if row.gold_sha256 is not None:
        raw["gold_sha256"] = row.gold_sha256[:FINGERPRINT]
    if "sparse" in row.flags:
        raw["flags"] = ["sparse"]
    points = row.scale in (None, Scale.POINTS)
    default = SLACK if points else 0.0
    own = row.slack if row.slack is not None else slack if points else default
    return raw if own == default else raw | {"slack": own}


def text_of(raws: Sequence[Raw]) -> str:
    """The rows of one snapshot as text: what the snapshot library keeps and compares."""
    return "\n".join(encoded(raw) for raw in raws)


def loads_rows(text: str) -> list[tuple[Row, Raw]]:
    """The rows in such a text, each beside its JSON object."""
    raws = [json.loads(one) for one in text.split("\n") if one]
    return [(rowfile.convert(raw, "snapshot", number), raw) for number, raw in enumerate(raws, 1)]


def encoded(raw: Raw) -> str:
    """The row as one line of JSON that is safe within a comment."""
    return json.dumps(raw, sort_keys=True, ensure_ascii=False, allow_nan=False).translate(HIDDEN)


def dumps(tables: Mapping[str, Sequence[Raw]]) -> str:
    """The text of the file: snapshots by name, the rows of each in their order."""
    records = [record(name, raw) for name in sorted(tables) for raw in tables[name]]
    rule = ["---:" if name in RIGHT else "---" for name in HEADER]
    table = "".join([line(HEADER), line(rule), *(table_line(one) for one in records)])
    return f"{TITLE}{table}\n{MARK}\n{''.join(one + NEW_LINE for one in records)}{END}\n"


def record(name: str, raw: Raw) -> str:
    """The line of a row below the table; names of tests may hold halves of surrogate pairs, so they are ASCII."""
    return f'{{"snapshot": {json.dumps(name).translate(HIDDEN)}, {encoded(raw)[1:]}'


@lru_cache(maxsize=REMEMBERED)
def table_line(text: str) -> str:
    """The line of the table for a line below it."""
    name, raw, _ = parsed(text)
    return line(cells_of(name, raw))


def cells_of(name: str, raw: Raw) -> list[str]:
    """The cells of a row, in the order of the header."""
    scale = Scale(raw.get("scale", Scale.POINTS))
    ends = raw.get("ci")
    return [
        escaped(raw["component"]), escaped(raw["language"]), escaped(raw["metric"]), figure(raw["score"], scale),
        interval((ends[0], ends[1]) if ends else None, scale), escaped(raw["dataset"]), str(raw.get("units", "-")),
        raw.get("gold_sha256", "-"), escaped(shown(raw.get("signature", "-"))), escaped(shown(name)),
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
        raise damage(path, 1, f"not a results snapshot: there is no line '{MARK}'")
    start = lines.index(MARK) + 1
    stop = next((at for at in range(start, len(lines)) if lines[at] == END), len(lines))
    tables: Tables = {}
    places: dict[tuple[str, str], int] = {}
    for number, one in enumerate(lines[start:stop], start + 1):
        name, raw, key = read_record(one, path, number)
        if (first := places.setdefault((name, key), number)) != number:
            raise damage(path, number, f"row {key} of {shown(name)} stands here and in line {first}")
        tables.setdefault(name, []).append(raw)
    check_text(lines, dumps(tables).split("\n"), path)
    return tables


def read_record(text: str, path: str, number: int) -> tuple[str, Raw, str]:
    """A line below the table: the snapshot's name, the row as it stands there, and its key."""
    try:
        return parsed(text)
    except RowsError as error:
        raise damage(path, number, str(error)) from None


@lru_cache(maxsize=REMEMBERED)
def parsed(text: str) -> tuple[str, Raw, str]:
    """The same; an update reads every line again for each snapshot it writes, so what a line says is remembered."""
    raw = parse_json(text, "", RowsError)
    name = raw.pop("snapshot", None) if isinstance(raw, dict) else None
    if not isinstance(name, str):
        msg = "field 'snapshot' is missing or no text"
        raise RowsError(msg)
    try:
        row = rowfile.convert(raw, "", 1)
    except RowsError as error:
        raise RowsError("row" + str(error).removeprefix(": row 1")) from None
    if row.score is None:
        msg = f"row {row.key} has no score"
        raise RowsError(msg)
    return name, raw, row.key


def check_text(found: Sequence[str], wanted: Sequence[str], path: str) -> None:
    """Raises RowsError at the first line that is not what the figures give."""
    for number, (ours, theirs) in enumerate(zip_longest(found, wanted), 1):
        if ours != theirs:
            raise damage(path, number, differing(ours, theirs))


def differing(found: str | None, wanted: str | None) -> str:
    """What a line says and what it should say: the cell that differs, where it is a row of the table."""
    if found is None or wanted is None:
        return "the file ends early" if found is None else "the line is one too many"
    ours, theirs = ([cell.strip() for cell in text.split(" | ")] for text in (found, wanted))
    if len(ours) == len(theirs) == len(HEADER):
        for name, one, other in zip(HEADER, ours, theirs, strict=True):
            if one != other:
                return f"{name} is {one.strip('| ')!r}, but the figures below the table give {other.strip('| ')!r}"
    return f"the line is {found[:80]!r}, but {wanted[:80]!r} was written"


def damage(path: str, number: int, what: str) -> RowsError:
    """The error of a damaged file: where, what, and the way out."""
    return RowsError(
        f"{path}:{number}: {what}; get the file back from version control, or delete it and record it anew: "
        "pytest --snapshot-update"
    )
