"""What other packages add to the product by an entry point: tasks, metrics, reports; built in are those of our own.

Names are read from the metadata of the installed packages; nothing is imported before it is asked for.
Source: Python Packaging User Guide, entry points specification.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import TypeVar

from scoring.base.errors import UsageError

__all__ = ["METRICS", "REPORTS", "TASKS", "entries", "load_entry", "registered"]

TASKS, METRICS, REPORTS = "onenlp.tasks", "onenlp.metrics", "onenlp.reports"
OURS = "pytest-onenlp"
Loaded = TypeVar("Loaded")


@cache
def registered(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name: our own, then those of other packages.

    Raises:
        UsageError: two packages use one name, or there are none at all, since ours are installed as any others.
    """
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda one: (not is_ours(one), one.name)):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            msg = (
                f"entry point {group} {entry.name!r} is {other.value} and {entry.value}: "
                "uninstall one of the two packages"
            )
            raise UsageError(msg)
    if not found:
        msg = f"no entry point {group} is installed: install {OURS} again, so that Python knows its own"
        raise UsageError(msg)
    return MappingProxyType(found)


def is_ours(entry: EntryPoint) -> bool:
    """Whether the entry point is one of this package."""
    return entry.dist is not None and entry.dist.name == OURS


def load_entry(group: str, name: str, kind: type[Loaded]) -> Loaded:
    """What the entry point of that name gives; UsageError where it cannot be imported or is something else."""
    return value_of(registered(group)[name], kind)


def entries(group: str, kind: type[Loaded]) -> Iterator[tuple[str, Loaded]]:
    """The name and value of every entry point of a group whose names do not matter, so that they may be the same."""
    for entry in entry_points(group=group):
        yield entry.name, value_of(entry, kind)


def value_of(entry: EntryPoint, kind: type[Loaded]) -> Loaded:
    """The value of one entry point."""
    try:
        value = entry.load()
    except Exception as fault:
        msg = f"entry point {entry.group} {entry.name!r} cannot be loaded: {type(fault).__name__}: {fault}"
        raise UsageError(msg) from fault
    if not isinstance(value, kind):
        msg = f"entry point {entry.group} {entry.name!r} is {type(value).__name__}, but a {kind.__name__} is needed"
        raise UsageError(msg)
    return value
