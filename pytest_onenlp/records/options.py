"""What the user asked for, and what the process keeps of it in pytest's stash; plain types only, made in every run."""

from pathlib import Path
from typing import NamedTuple

import pytest

__all__ = [
    "CHECKS",
    "DESELECTED",
    "FILES",
    "GATES",
    "MOST_CHECKS",
    "MOST_RESAMPLES",
    "ONE_CHECK",
    "OPTIONS",
    "PLACE",
    "READ",
    "Options",
]

MOST_RESAMPLES = 1_000_000
MOST_CHECKS = 20_000  # of one test


class Options(NamedTuple):  # a frozen dataclass would take half a millisecond of every pytest run to make
    """What the user asked for, checked; paths are absolute."""

    references: tuple[Path, ...]
    given: tuple[str, ...]  # those of the command line, as they were typed
    update: bool
    accept: tuple[str, ...]  # globs over the keys of the rows whose change is accepted
    reason: str
    off: bool
    strict: bool
    prune: bool
    require: str | int | None  # "all" reference rows have to be judged, or as many
    reports: tuple[tuple[str, Path], ...]
    resamples: int
    seed: int
    better: str
    inconclusive: str
    rule: str
    family: str
    slack: float
    min_effect: float
    max_loss: float | None
    units: bool
    show_text: bool


OPTIONS = pytest.StashKey[Options]()
GATES = pytest.StashKey[int]()  # how many were selected
CHECKS = pytest.StashKey[int]()  # that the gates selected make together, among which the level is divided
PLACE = pytest.StashKey[int]()  # of a gate among them, from 0
DESELECTED = pytest.StashKey[list[str]]()  # node ids of gates that -k, -m, --deselect or --lf left out
FILES = pytest.StashKey[list[str]]()  # files that were collected
READ = pytest.StashKey[list[tuple[str, str]]]()  # of a test: the files that it scored, and what each is
ONE_CHECK = pytest.StashKey[bool]()  # of a gate: it makes one check, which records every row before it raises
