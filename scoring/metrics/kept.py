"""Gold data that was read once, for all checks of a process on it: a session of fifty gates reads each file once.

A file is known again by its path, size, time and content; what is kept is bounded, the least lately used goes first.
"""

import hashlib
import json
import os
import stat
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from scoring.metrics.sources import GoldParts

__all__ = ["GoldKept", "print_of"]

Side = TypeVar("Side")
Print = tuple[object, ...]

MOST_BYTES = 16 << 20  # of files whose data is kept; in memory it is some ten times as much
MOST = 16  # files


class GoldKept:
    """What tasks have read of gold files, by what was read and how."""

    def __init__(self) -> None:
        self._data: OrderedDict[Print, tuple[int, Any]] = OrderedDict()

    def read(self, task: str, source: object, how: Mapping[str, Any], read: Callable[[], Side]) -> Side:
        """What ``read`` gives, or gave before of the same files."""
        before = print_of(source)
        if before is None or (options := options_of(how)) is None:
            return read()
        size, files = before
        key = (task, options, *files)
        if key in self._data:
            self._data.move_to_end(key)
            found: Side = self._data[key][1]
            return found
        data = read()
        if print_of(source) == before:  # else it was changed while it was read
            self._data[key] = (size, data)
            while len(self._data) > MOST or sum(size for size, _ in self._data.values()) > MOST_BYTES:
                self._data.popitem(last=False)
        return data

    def clear(self) -> None:
        """Keeps nothing."""
        self._data.clear()


def print_of(source: object) -> tuple[int, Print] | None:
    """The bytes of a file, or of several, and what they are known by; None for anything else, or too many bytes."""
    if isinstance(source, GoldParts):
        parts = [print_of(one) for one in (*source.compared, *source.beside)]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        lengths = (len(source.compared), len(source.beside))
        return sum(size for size, _ in known), (lengths, *(files for _, files in known))
    if not isinstance(source, str | os.PathLike):
        return None
    try:
        found = Path(source).stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            return None
        content = hashlib.sha256(Path(os.fspath(source)).read_bytes()).digest()
    except (OSError, ValueError, TypeError):  # reading says what is wrong
        return None
    path = os.fspath(source)
    return found.st_size, (path, str(Path(path).absolute()), found.st_size, found.st_mtime_ns, content)


def options_of(how: Mapping[str, Any]) -> str | None:
    """How data is read, as text; None where it is not plain."""
    try:
        return json.dumps(dict(how), sort_keys=True)
    except (TypeError, ValueError):
        return None
