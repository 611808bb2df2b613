"""The gate file: ``onenlp*.toml``, gates over predictions on disk, without any Python.

It loads neither numpy nor a scorer, because pytest reads gate files while it only collects.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from scoring.base.errors import InputError, UsageError
from scoring.base.files import read_bytes
from scoring.base.globs import Names, glob_matches
from scoring.base.limits import GATE_BYTES
from scoring.base.text import decoded
from scoring.base.wording import nearest
from scoring.gates.keys import AVERAGE_KEYS, AVERAGE_NEEDED, JUDGED, NAMES, Keys
from scoring.gates.values import quoted_value

__all__ = ["AverageGate", "Gate", "read"]

TABLES = ("gate", "average")


@dataclass(frozen=True, kw_only=True)
class JudgedTable:
    """What a gate and an average have in common: whose rows they are, and how they are judged.

    What the file does not say is None.  ``min`` is one absolute floor for every metric, or a floor by metric.
    """

    number: int  # of the table among those of its kind in the file, from 1
    name: str  # the identity, with the metrics where several tables of the file share it
    component: str
    language: str
    dataset: str
    metrics: tuple[str, ...] | Mapping[str, str] | None = None  # names, or formulas by name
    min: float | Mapping[str, float] | None = None
    slack: float | None = None
    min_effect: float | None = None
    max_loss: float | None = None
    resamples: int | None = None
    seed: int | None = None
    better: str | Mapping[str, str | float] | None = None  # pass or fail, or how declared metrics improve
    rule: Literal["auto", "spec"] | None = None

    @property
    def identity(self) -> str:
        """Whose rows are judged: ``fast tagger/en/UD English-EWT test``."""
        return f"{self.component}/{self.language}/{self.dataset}"

    def marker(self) -> dict[str, Any]:
        """What the table says of itself, as the marker takes it; keys that the file leaves out are left out."""
        return {name: value for name in JUDGED if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, kw_only=True)
class Gate(JudgedTable):
    """One ``[[gate]]``: what to score, and how to judge it.  Paths are those of the file, from its own folder.

    Several paths of a prediction are runs of one system.  ``gold`` is None where a key of the task is in its place.
    """

    task: str
    gold: Path | None  # none of a task without gold, or whose own keys name it
    pred: Path | tuple[Path, ...]
    ref_pred: Path | tuple[Path, ...] | None = None
    own: Mapping[str, Any] = field(default_factory=dict)  # the keys that only its task has

    def marker(self) -> dict[str, Any]:
        return {**super().marker(), **self.own}


@dataclass(frozen=True, kw_only=True)
class AverageGate(JudgedTable):
    """One ``[[average]]``: the mean score of several gates of the file, judged as a row of its own."""

    members: tuple[Gate, ...]
    where: str  # file and number, for errors


def read(path: Path | str) -> list[Gate | AverageGate]:
    """The gates of a gate file in its order, then its averages.

    Raises:
        InputError: the file cannot be read, is not TOML, or holds no gate; names file and line.
        UsageError: a key is unknown, missing or of the wrong type, or two gates give one row; names file and gate.
    """
    document = parse(content(path), str(path))
    unknown = [key for key in document if key not in TABLES]
    if unknown:
        kind = "[[{}]]" if isinstance(document[unknown[0]], list) else "{}"
        hint = nearest(unknown[0], TABLES)
        held = "a gate file holds [[gate]] and [[average]]"
        msg = f"{path}: {kind.format(unknown[0])} is not known here, {held}; {hint}"
        raise UsageError(msg)
    found = tables_of(document, "gate", str(path))
    if not found:
        msg = f"{path}: there is no [[gate]] in it, so nothing would be judged; add one, or remove the file"
        raise InputError(msg)
    gates = [gate_of(table, number, Path(path)) for number, table in enumerate(found, 1)]
    averages = [
        average_of(table, number, str(path), gates)
        for number, table in enumerate(tables_of(document, "average", str(path)), 1)
    ]
    judged: list[Gate | AverageGate] = [*gates, *averages]
    refuse_twins(judged, str(path))
    shared = Counter(one.identity for one in judged)
    return [replace(one, name=own_name(one)) if shared[one.identity] > 1 else one for one in judged]


def content(path: Path | str) -> bytes:
    """The bytes of a gate file, of which there is a limit."""
    return read_bytes(path, InputError, most=GATE_BYTES)


def tables_of(document: Mapping[str, Any], kind: str, name: str) -> list[Mapping[str, Any]]:
    """The tables ``[[kind]]`` of the document."""
    tables = document.get(kind, [])
    if isinstance(tables, dict):
        msg = f"{name}: [{kind}] is one table, but {kind}s are a list: write [[{kind}]]"
        raise UsageError(msg)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        msg = f"{name}: {kind} is {quoted_value(tables)}, but tables [[{kind}]] are needed"
        raise UsageError(msg)
    return tables


def parse(data: bytes, name: str) -> dict[str, Any]:
    """The TOML document; errors name file and line."""
    text = decoded(data, name)
    try:
        return tomllib.loads(text)
    except RecursionError:
        msg = f"{name}: nested too deeply to be a gate file"
        raise InputError(msg) from None
    except ValueError as fault:  # TOMLDecodeError, or an integer too long for Python
        where = re.search(r" \(at line (\d+), column (\d+)\)$", str(fault))
        line = int(where[1]) if where else text.count("\n") + 1
        what = str(fault)[: where.start()] if where else str(fault).removesuffix(" (at end of document)")
        msg = f"{name}:{line}: not TOML: {what}" + (f" (column {where[2]})" if where else "")
        raise InputError(msg) from None


def gate_of(table: Mapping[str, Any], number: int, path: Path) -> Gate:
    """One gate from its table."""
    keys = Keys(table, f"{path}: gate {number}")
    own, folder = keys.own_keys(), path.parent
    return Gate(
        **judged_of(keys, number),
        task=keys.text("task"),
        **keys.sides(own, folder),
        own={key.name: keys.value(key, folder) for key in own},
    )


def average_of(table: Mapping[str, Any], number: int, name: str, gates: Sequence[Gate]) -> AverageGate:
    """One average from its table and the gates of the file."""
    keys = Keys(table, f"{name}: average {number}", f"an average needs {', '.join(AVERAGE_NEEDED)}")
    keys.refuse_unknown(AVERAGE_KEYS)
    own = judged_of(keys, number)
    if isinstance(own["metrics"], Mapping):
        raise keys.wrong("metrics", "a list of names")
    members = members_of(keys, "/".join(own[key] for key in NAMES), gates)
    return AverageGate(**own, members=members, where=keys.where)


def members_of(keys: Keys, identity: str, gates: Sequence[Gate]) -> tuple[Gate, ...]:
    """The gates whose identity one of the globs matches, in the order of the file."""
    keys.present("of")
    names, chosen = Names(gate.identity for gate in gates), set[str]()
    for glob in keys.names("of"):
        matched = names.matching(glob)
        chosen.update(matched)
        if not matched:
            hint = nearest(glob, dict.fromkeys(gate.identity for gate in gates))
            if glob_matches(glob, identity):
                hint = "the average itself is none; " + hint
            msg = f"{keys.where}: of names {glob!r}, which matches no gate of the file; {hint}"
            raise UsageError(msg)
    members = tuple(gate for gate in gates if gate.identity in chosen)
    if len(members) < 2:
        msg = f"{keys.where}: of matches gate {members[0].number} alone, but an average is over two gates or more"
        raise UsageError(msg)
    return members


def judged_of(keys: Keys, number: int) -> dict[str, Any]:
    """What every table has: its number, identity, metrics, and how it is judged."""
    own = {name: keys.identity(name) for name in NAMES}
    own |= {name: keys.value(key, Path()) for name, key in JUDGED.items() if name not in NAMES}
    return {"number": number, "name": "/".join(own[name] for name in NAMES), **own}


def refuse_twins(judged: Sequence[Gate | AverageGate], name: str) -> None:
    """Raises UsageError where two tables would record the same row."""
    whole: dict[
        str, int
    ] = {}  # by identity: the first table that judges it, and the first that names no metric
    every: dict[str, int] = {}
    single: dict[tuple[str, str], int] = {}  # by identity and metric: the first table that judges it
    for place, second in enumerate(judged):
        one, metrics = second.identity, second.metrics
        if metrics is None:  # no list means every metric
            rivals = [whole.get(one)]
            every.setdefault(one, place)
        else:
            rivals = [every.get(one), *(single.get((one, metric)) for metric in metrics)]
            for metric in metrics:
                single.setdefault((one, metric), place)
        whole.setdefault(one, place)
        places = [rival for rival in rivals if rival is not None]
        if places:
            first = judged[min(places)]
            shared = common(first.metrics, metrics) or ""
            msg = f"{name}: {both(first, second)} are both {one}{shared}; keep one"
            raise UsageError(msg)


def both(first: Gate | AverageGate, second: Gate | AverageGate) -> str:
    """Two tables by their numbers: ``gates 1 and 3``, ``gate 1 and average 1``."""
    kinds = ["average" if isinstance(one, AverageGate) else "gate" for one in (first, second)]
    if kinds[0] == kinds[1]:
        return f"{kinds[0]}s {first.number} and {second.number}"
    return f"{kinds[0]} {first.number} and {kinds[1]} {second.number}"


def own_name(judged: Gate | AverageGate) -> str:
    """The identity and the metrics: ``fast tagger/en/UD English-EWT test [UPOS, LAS]``."""
    return f"{judged.identity} [{', '.join(judged.metrics or ())}]"


def common(first: Iterable[str] | None, second: Iterable[str] | None) -> str | None:
    """What two gates' metrics have in common as the end of a row's name; None where they have nothing."""
    if first is None or second is None:
        return ""  # no list means every metric
    both = sorted(set(first) & set(second))
    return f"/{both[0]}" if both else None
