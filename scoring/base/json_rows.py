"""The rows of a JSON array or of JSON Lines, with the line on which each begins."""

import json
import re
from typing import Any

from scoring.base.errors import InputError
from scoring.base.strict_json import EACH_LINE, is_json, json_lines, parse_json

__all__ = ["OBJECTS", "is_objects", "json_rows"]

OBJECTS = (".jsonl", ".ndjson", ".json")
BETWEEN = re.compile(r"[\s,]*")


def is_objects(text: str, ending: str, others: tuple[str, ...]) -> bool:
    """Whether a file of this ending is JSON: by the ending, else (if it is none of ``others``) by how it begins."""
    return ending in OBJECTS or (ending not in others and text.lstrip().startswith(("{", "[")))


def json_rows(text: str, name: str, noun: str) -> tuple[list[Any], list[int]]:
    """The values of an array, or of JSON Lines without empty lines, and the lines on which they begin.

    Raises:
        InputError: it is not JSON, or an array without a value.
    """
    if not is_array(text):
        rows = list(json_lines(text, name, hint=EACH_LINE))
        return [value for _, value in rows], [line for line, _ in rows]
    values = parse_json(text, name)
    if not values:
        msg = f"{name}: the file has no {noun}s"
        raise InputError(msg)
    try:
        return values, lines_of(text)
    except RecursionError:
        msg = f"{name}: not JSON: nested too deeply"
        raise InputError(msg) from None


def is_array(text: str) -> bool:
    """Whether a text is one array of rows, and no JSON Lines that are arrays themselves."""
    start = text.lstrip()
    if not start.startswith("["):
        return False
    line, _, others = start.partition("\n")
    return not (others.strip() and is_json(line))


def lines_of(text: str) -> list[int]:
    """The lines on which the items of a JSON array begin."""
    item_at = json.JSONDecoder(parse_int=str).raw_decode
    lines: list[int] = []
    place = text.index("[") + 1
    line = text.count("\n", 0, place) + 1
    while True:
        start = place
        place = BETWEEN.match(text, start).end()  # type: ignore[union-attr]  # matches the empty text too
        line += text.count("\n", start, place)
        if text[place] == "]":
            return lines
        lines.append(line)
        start, (_, place) = place, item_at(text, place)
        line += text.count("\n", start, place)
