"""JSON held to what everybody means by it: a key stands once, and a fault has its line.

Readers of JSON let duplicate keys pass.  NaN and halves of surrogate pairs are let pass here too, so that who knows the
fields can say in which one they stand (``unfit``).  Source: RFC 8259, §4 for keys.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from scoring.base.errors import InputError, ScoringError

__all__ = [
    "EACH_LINE",
    "LARGEST",
    "first_twice",
    "is_json",
    "json_lines",
    "kind_of",
    "leaves",
    "parse_json",
    "unfit",
]

EACH_LINE = "; a file of objects has one on each line"  # the hint of JSON Lines
LARGEST = 2**64  # whole numbers from here on are none that a program of this product writes
FAST = msgspec.json.Decoder().decode  # several times as fast; what it takes, json takes too, and the same way
REFUSED = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)  # json decides, and says what is wrong
PAIR = re.compile(r'"[ \t\n\r]*:')
SURROGATE = re.compile("[\ud800-\udfff]")
Owner = Callable[[Mapping[str, Any]], str]  # whose field it is, as " of row …"; empty where that is not known


def nobody(fields: Mapping[str, Any]) -> str:  # noqa: ARG001 - an Owner
    """The owner of the fields of an object that has no name."""
    return ""


def parse_json(
    text: str,
    name: str,
    error: type[ScoringError] = InputError,
    *,
    line: int | None = None,
    hint: str = "",
    owner: Owner = nobody,
) -> Any:  # noqa: ANN401 - JSON
    """The value of a JSON document.  ``line`` is where it stands in JSON Lines, None for a whole file.

    Without a name the messages say no place, for who knows it.

    Raises:
        ScoringError: of the type ``error``, where it is not JSON, or a key stands twice; ``hint`` ends the message.
    """
    try:
        found = FAST(text)
    except REFUSED:
        return strict(text, name, error, line, hint, owner)
    return found if has_single_keys(found, text) else strict(text, name, error, line, hint, owner)


def json_lines(
    text: str, name: str, error: type[ScoringError] = InputError, *, hint: str = "", owner: Owner = nobody
) -> Iterator[tuple[int, Any]]:
    """The values of JSON Lines with the number of each line; lines without anything on them are left out.

    Raises:
        ScoringError: as ``parse_json``.
    """
    decode = FAST
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        try:
            found = decode(line)
        except REFUSED:
            found = strict(line, name, error, number, hint, owner)
        else:  # where a flat object has no colon in its texts, one count says that no key stands twice
            flat = type(found) is dict and len(found) == line.count(":")
            if not flat and not has_single_keys(found, line):
                found = strict(line, name, error, number, hint, owner)
        yield number, found


def has_single_keys(value: object, text: str) -> bool:
    """Whether no key can stand twice in a text with this value; no where that takes a second look.

    Each pair of the text has a colon behind a quote, and a key that stood before is no key of the value.
    """
    keys, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if type(one) is dict:
            keys += len(one)
            waiting.extend(item for item in one.values() if type(item) in (dict, list))
        elif type(one) is list:
            waiting.extend(item for item in one if type(item) in (dict, list))
    return keys == text.count(":") or keys == sum(1 for _ in PAIR.finditer(text))


def strict(text: str, name: str, error: type[ScoringError], line: int | None, hint: str, owner: Owner) -> Any:  # noqa: ANN401 - JSON
    """The value as Python's own reader has it, with its faults in words."""
    place = "" if not name else f"{name}: " if line is None else f"{name}:{line}: "

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            twice = first_twice([key for key, _ in pairs])
            msg = f"{place}field {twice!r}{owner(fields)} stands twice; keep one"
            raise error(msg)
        return fields

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as fault:
        at = f"{name}:{(line or 1) + fault.lineno - 1}: " if name else ""
        what = f"not JSON: {fault.msg}" if text.strip() else "the file is empty"
        msg = f"{at}{what} (column {fault.colno}){hint}"
    except error:
        raise
    except RecursionError:
        msg = f"{f'{name}:{line or 1}: ' if name else ''}not JSON: nested too deeply{hint}"
    except ValueError:  # Python's own limit, against numbers that take long to read
        msg = f"{place}a number of it has too many digits to be read"
    raise error(msg)


def first_twice(keys: Sequence[str]) -> str | None:
    """The first key that stands twice, None where none does."""
    counted = Counter(keys)
    return next((key for key in keys if counted[key] > 1), None)


def kind_of(value: object) -> str:
    """What a value of JSON is, in a word: what stands in a file that is no file of ours is not to be quoted."""
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


def is_json(text: str) -> bool:
    """Whether a text is one JSON document, as far as JSON readers go."""
    try:
        FAST(text)
    except REFUSED:
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
    return True


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number and text in plain data, with the path of its field; a text used as a key counts too."""
    waiting: list[tuple[str, object]] = [(path, value)]
    while waiting:  # no call a level: JSON may be nested deeper than calls may be
        here, one = waiting.pop()
        if isinstance(one, Mapping):
            inside = [(f"{here}.{key}" if here else str(key), key, item) for key, item in one.items()]
            waiting.extend(part for at, key, item in reversed(inside) for part in ((at, item), (at, key)))
        elif isinstance(one, list | tuple):
            inner = [(f"{here}[{place}]", item) for place, item in enumerate(one)]
            waiting.extend(reversed(inner))
        else:
            yield here, one


def unfit(value: object, unknown: str) -> str | None:
    """Why a number or text can stand in no file, None where it can; ``unknown`` says how to leave a number out."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"is {value}, but a finite number is needed; {unknown}"
    if isinstance(value, int) and abs(value) >= LARGEST:
        return "is a whole number of more than 64 bits"
    if isinstance(value, str) and not value.isascii() and SURROGATE.search(value):
        return f"is {value!r:.60}, which has half of a surrogate pair, so it is no text; take it out"
    return None
