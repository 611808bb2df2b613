"""What gold and predictions may be beside a path or an object: data that was read before, and gold in several files."""

from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["AlreadyRead", "GoldParts"]

Side = TypeVar("Side")


@dataclass(frozen=True, eq=False)
class AlreadyRead(Generic[Side]):
    """What a task has read of a source, to be scored without reading it again; ``source``: its path, if any."""

    data: Side
    source: object = None


@dataclass(frozen=True, eq=False)
class GoldParts:
    """Gold in several files or lists: what a prediction is compared with, and what is read beside it."""

    compared: tuple[object, ...]
    beside: tuple[object, ...] = ()
