"""Whether two sides of a comparison are one thing: the same file is an error, the same content a flag."""

import filecmp
import os
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from scoring.base.errors import UsageError
from scoring.base.files import named
from scoring.evaluation.measurement import SeveralRuns, Shards
from scoring.metrics.task import AlreadyRead, GoldParts

__all__ = [
    "ROLES",
    "SAME_AS_GOLD",
    "SAME_AS_REF_PRED",
    "has_same_content",
    "in_both",
    "pieces_of",
    "refuse_same",
    "refuse_same_runs",
]

SAME_AS_GOLD = "same_as_gold"  # flags: the prediction has the content of what it is compared with
SAME_AS_REF_PRED = "same_as_ref_pred"
ROLES = {
    "pred": "the prediction (pred)",
    "gold": "the gold data",
    "ref_pred": "the reference system's output (ref_pred)",
}


def refuse_same(first: object, second: object, roles: tuple[str, str]) -> None:
    """Raises UsageError where two sides, or pieces of them, are one file, also by a link.

    ``roles`` say what the two are: pred, gold, ref_pred.
    """
    if (both := in_both(pieces_of(first), pieces_of(second))) is not None:
        msg = (
            f"{ROLES[roles[0]]} and {ROLES[roles[1]]} are one file ({spelt(*both)}): "
            "a thing compared with itself always agrees; name the two sides"
        )
        raise UsageError(msg)


def refuse_same_runs(runs: Sequence[object]) -> None:
    """Raises UsageError where two runs of a system are one file, which would count as two."""
    numbers: dict[object, int] = {}
    for number, run in enumerate(runs, 1):
        for file in filter(None, map(file_of, pieces_of(run))):
            first = numbers.setdefault(file, number)
            if first != number:
                both = in_both(pieces_of(runs[first - 1]), pieces_of(run)) or (run, run)
                msg = f"runs {first} and {number} are one file ({spelt(*both)}): give each run once"
                raise UsageError(msg)


def has_same_content(first: object, second: object) -> bool:
    """Whether two sides that are not one thing hold the same: files byte for byte, or equal lists.

    Of several runs or parts of gold, whether one of them does; shards have to be equal one by one.
    """
    return any(
        len(ours) == len(theirs) > 0 and all(map(are_equal, ours, theirs))
        for ours in (list(pieces_of(run)) for run in runs_of(first))
        for theirs in (list(pieces_of(run)) for run in runs_of(second))
    )


def in_both(first: Iterable[object], second: Iterable[object]) -> tuple[object, object] | None:
    """A file of the first that is also among the second, as each side names it; None where there is none."""
    there = {file: source for source in second if (file := file_of(source)) is not None}
    return next(((source, there[file]) for source in first if (file := file_of(source)) in there), None)


def runs_of(source: object) -> Sequence[object]:
    """The runs of a side, or the parts of gold; one where there are not several."""
    if isinstance(source, AlreadyRead):
        return runs_of(source.source)
    if isinstance(source, GoldParts):
        return source.compared
    return source.runs if isinstance(source, SeveralRuns) else (source,)


def pieces_of(source: object) -> Iterator[object]:
    """The single files and objects that a side is made of, through runs and shards; None is nothing."""
    if isinstance(source, SeveralRuns | Shards):
        for piece in source.runs if isinstance(source, SeveralRuns) else source.pieces:
            yield from pieces_of(piece)
    elif isinstance(source, AlreadyRead):
        yield from pieces_of(source.source)
    elif isinstance(source, GoldParts):
        yield from source.compared
    elif source is not None:
        yield source


def path_of(source: object) -> str | None:
    """The path of a file that is there; None of anything else."""
    name = source if isinstance(source, str | os.PathLike) else getattr(source, "name", None)
    try:
        path = os.fspath(name) if isinstance(name, str | os.PathLike) else None
        return str(path) if path is not None and os.path.isfile(path) else None  # noqa: PTH113 - also where it is no path
    except (OSError, ValueError):
        return None


def file_of(source: object) -> tuple[int, int] | None:
    """What tells a file from all others, however its path is spelt: device and inode; None where it is no file."""
    path = path_of(source)
    try:
        found = os.stat(path) if path is not None else None  # noqa: PTH116 - as it is spelt
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


def are_equal(first: object, second: object) -> bool:
    """Whether two files have the same bytes, two lists or arrays the same members, or two names mean one object."""
    paths = path_of(first), path_of(second)
    if paths[0] is not None and paths[1] is not None:
        try:
            return filecmp.cmp(paths[0], paths[1], shallow=False)
        except OSError:
            return False
    if first is second:
        return True
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return np.array_equal(first, second)
    if type(first) is not type(second) or not isinstance(first, list | tuple | dict):
        return False
    try:
        return bool(first == second)
    except (TypeError, ValueError):  # of arrays inside
        return False


def spelt(first: object, second: object) -> str:
    """One file under the names that were given: ``a.conllu, ./a.conllu``."""
    names = [path for path in map(path_of, (first, second)) if path is not None]
    return ", ".join(named(name) for name in dict.fromkeys(names))
