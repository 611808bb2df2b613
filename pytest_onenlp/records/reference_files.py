"""The reference files as every process sees them: which they are, what they name, their fingerprints.

Reads them loosely and without ``scoring``; what is wrong with a file is said by the gates that read it.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from unicodedata import normalize

__all__ = ["changed_since", "fingerprints", "keys_in"]

LARGEST = 64 << 20  # bytes (there: ``REFERENCE_BYTES``)
KEY = ("component", "language", "dataset", "metric")


def reference_files(paths: Iterable[Path]) -> list[Path]:
    """The reference files, each once; a folder stands for every ``*.json`` in it."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    return list({file.resolve(): file for file in files}.values())


def keys_in(paths: Iterable[Path]) -> list[str]:
    """The keys of the rows that the reference files seem to have."""
    keys: list[str] = []
    for file in reference_files(paths):
        try:
            rows: Any = json.loads(content_of(file))["rows"]
            keys += [normalize("NFC", "/".join(str(row[name]) for name in KEY)) for row in rows]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return keys


def content_of(file: Path) -> bytes:
    """The bytes of a file; none of one that is too large to be a reference file."""
    with file.open("rb") as opened:
        found = opened.read(LARGEST + 1)
    return found if len(found) <= LARGEST else b""


def fingerprints(paths: Iterable[Path]) -> dict[str, str]:
    """The SHA-256 of each reference file that is there."""
    return {
        str(file): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in reference_files(paths)
        if file.is_file()
    }


def changed_since(paths: Iterable[Path], before: dict[str, str]) -> str | None:
    """The first reference file that is not what it was, None where all are."""
    now = fingerprints(paths)
    return next((file for file in sorted({*before, *now}) if before.get(file) != now.get(file)), None)
