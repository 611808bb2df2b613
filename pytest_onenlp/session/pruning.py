"""Pruning: removes reference rows that no gate claims from the reference files, all or none, in the controller."""

import os
from collections.abc import Collection, Iterable
from pathlib import Path

from scoring.base.errors import RowsError
from scoring.base.files import locked, write_together
from scoring.rows import rows as rowfile
from scoring.rows.references import expand

__all__ = ["prune"]


def prune(claimed: Collection[str], references: Iterable[Path]) -> list[str]:
    """Removes every row whose key is not claimed; a sentence for each file that names what went.

    Other rows stay as they were written, and files in which nothing changes are not touched.  Units stay.

    Raises:
        RowsError: a file cannot be read or written; then no file has changed.
    """
    paths = [path for path in expand(references) if path.exists()]
    files: dict[Path, bytes] = {}
    sentences = []
    with locked(path.parent for path in paths):
        for path in paths:
            was = rowfile.content(path)
            rows = rowfile.parse(was, str(path))
            gone = sorted(row.key for row, _ in rows if row.key not in claimed)
            if gone:
                kept = rowfile.dumps(raw for row, raw in rows if row.key in claimed)
                files[path] = rowfile.laid_out_as(kept, was).encode()
                counted = f"{len(gone)} row{'' if len(gone) == 1 else 's'}"
                sentences.append(f"removed {counted} from {os.path.relpath(path)}: {', '.join(gone)}")
        write_together(files, RowsError)
    return sentences or ["no row was removed: each reference row is claimed by a gate"]
