"""The gate file: ``onenlp*.toml``, gates over predictions on disk, without any Python.

It loads neither numpy nor a scorer, because pytest reads gate files while it only collects.
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from scoring.errors import InputError, UsageError
from scoring.files import read_bytes
from scoring.limits import FEWEST_RESAMPLES, LAST_SEED, MOST_RESAMPLES
from scoring.spelling import nearest

__all__ = ["OWN_KEYS", "SOME_TASK_KEYS", "Gate", "read"]

NAMES = ("component", "language", "dataset")
NEEDED = (*NAMES, "task", "gold", "pred")
KEYS = (*NEEDED, "metrics", "ref_pred", "min", "slack", "min_effect", "resamples", "seed", "better", "rule")
SOME_TASK_KEYS = ("labels", "slices", "cluster", "threshold")
OWN_KEYS: Mapping[str, tuple[str, ...]] = {  # which of them each task has
    "ud": (),
    "spans": ("labels", "slices", "cluster"),
    "labels": ("labels", "slices"),
    "multilabel": ("labels", "slices", "threshold"),
    "mt": ("slices",),
}
LISTS = {"metrics": '["UPOS", "LAS"]', "labels": '["PER", "LOC"]', "slices": '["domain", "genre=news"]'}
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, kw_only=True)
class Gate:
    """One ``[[gate]]``: what to score, and how to judge it.  Paths are those of the file, from its own folder.

    What the file does not say is None.  ``min`` is one absolute floor for every metric, or a floor by metric.
    """

    number: int  # of the gate in its file, from 1
    name: str  # the identity, with the metrics where several gates of the file share it
    component: str
    language: str
    dataset: str
    task: str
    gold: Path
    pred: Path
    metrics: tuple[str, ...] | None = None
    ref_pred: Path | None = None
    min: float | Mapping[str, float] | None = None
    slack: float | None = None
    min_effect: float | None = None
    resamples: int | None = None
    seed: int | None = None
    better: Literal["pass", "fail"] | None = None
    rule: Literal["auto", "spec"] | None = None
    labels: tuple[str, ...] | None = None
    slices: tuple[str, ...] | None = None
    cluster: str | None = None
    threshold: float | None = None

    @property
    def identity(self) -> str:
        """Whose rows the gate judges: ``fast tagger/en/UD English-EWT test``."""
        return f"{self.component}/{self.language}/{self.dataset}"

    def marker(self) -> dict[str, Any]:
        """What the gate says of itself, as the marker takes it; keys that the file leaves out are left out."""
        keys = (*NAMES, *KEYS[KEYS.index("metrics") :], *SOME_TASK_KEYS)
        return {key: value for key in keys if key != "ref_pred" and (value := getattr(self, key)) is not None}


def read(path: Path | str) -> list[Gate]:
    """The gates of a gate file, in its order.

    Raises:
        InputError: the file cannot be read, is not TOML, or holds no gate; names file and line.
        UsageError: a key is unknown, missing or of the wrong type, or two gates give one row; names file and gate.
    """
    document = parse(read_bytes(path, InputError), str(path))
    unknown = [key for key in document if key != "gate"]
    if unknown:
        kind = "[[{}]]" if isinstance(document[unknown[0]], list) else "{}"
        hint = nearest(unknown[0], ["gate"])
        msg = f"{path}: {kind.format(unknown[0])} is not known here, a gate file holds [[gate]]; {hint}"
        raise UsageError(msg)
    tables = document.get("gate", [])
    if isinstance(tables, dict):
        msg = f"{path}: [gate] is one table, but gates are a list: write [[gate]]"
        raise UsageError(msg)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        msg = f"{path}: gate is {shown(tables)}, but tables [[gate]] are needed"
        raise UsageError(msg)
    if not tables:
        msg = f"{path}: there is no [[gate]] in it, so nothing would be judged; add one, or remove the file"
        raise InputError(msg)
    gates = [gate_of(table, number, Path(path)) for number, table in enumerate(tables, 1)]
    refuse_twins(gates, str(path))
    shared = Counter(gate.identity for gate in gates)
    return [replace(gate, name=own_name(gate)) if shared[gate.identity] > 1 else gate for gate in gates]


def parse(data: bytes, name: str) -> dict[str, Any]:
    """The TOML document; errors name file and line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        msg = f"{name}:{line}: byte {fault.start} is not UTF-8 ({fault.reason}); save the file as UTF-8"
        raise InputError(msg) from None
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
    keys.refuse_unknown()
    task = keys.text("task")
    if task not in OWN_KEYS:
        raise keys.wrong("task", "the name of a task", nearest(task, OWN_KEYS))
    keys.refuse_others(task)
    component, language, dataset = (keys.identity(name) for name in NAMES)
    folder = path.parent
    return Gate(
        number=number,
        name=f"{component}/{language}/{dataset}",
        component=component,
        language=language,
        dataset=dataset,
        task=task,
        gold=keys.path("gold", folder),
        pred=keys.one_path("pred", folder),
        metrics=keys.names("metrics"),
        ref_pred=keys.path("ref_pred", folder) if "ref_pred" in table else None,
        min=keys.floor(),
        slack=keys.number("slack", least=0),
        min_effect=keys.number("min_effect", least=0),
        resamples=keys.whole("resamples", FEWEST_RESAMPLES, MOST_RESAMPLES),
        seed=keys.whole("seed", 0, LAST_SEED),
        better=keys.word("better", "pass", "fail"),
        rule=keys.word("rule", "auto", "spec"),
        labels=keys.names("labels"),
        slices=keys.names("slices"),
        cluster=keys.text("cluster") if "cluster" in table else None,
        threshold=keys.number("threshold"),
    )


@dataclass(frozen=True)
class Keys:
    """The keys of one gate; every error names file, gate, key, what is there and what is needed."""

    table: Mapping[str, Any]
    where: str

    def wrong(self, key: str, needed: str, hint: str = "") -> UsageError:
        """The error of a key with a value that cannot be used."""
        tail = f"; {hint}" if hint else ""
        return UsageError(f"{self.where}: {key} is {shown(self.table[key])}, but {needed} is needed{tail}")

    def refuse_unknown(self) -> None:
        known = (*KEYS, *SOME_TASK_KEYS)
        for key in self.table:
            if key not in known:
                msg = f"{self.where}: unknown key {key!r}; {nearest(key, KEYS)}"
                raise UsageError(msg)

    def refuse_others(self, task: str) -> None:
        for key in self.table:
            if key in SOME_TASK_KEYS and key not in OWN_KEYS[task]:
                msg = f"{self.where}: task {task} has no {key}; remove the key"
                raise UsageError(msg)

    def text(self, key: str) -> str:
        if key not in self.table:
            msg = f"{self.where}: {key} is missing; a gate needs {', '.join(NEEDED)}"
            raise UsageError(msg)
        value = self.table[key]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text")
        return value

    def identity(self, key: str) -> str:
        """A part of the row's name, held to what rows files hold names to (there: ``check_name``)."""
        name = self.text(key)
        if "/" in name or not name.isprintable() or name != name.strip():
            raise self.wrong(key, "one line of text without '/', control characters or spaces at its ends")
        return name

    def path(self, key: str, folder: Path) -> Path:
        return folder / self.text(key)

    def one_path(self, key: str, folder: Path) -> Path:
        """A path, also as a list of one."""
        value = self.table.get(key)
        if not isinstance(value, list):
            return self.path(key, folder)
        if len(value) != 1 or not isinstance(value[0], str) or not value[0].strip():
            raise self.wrong(
                key, "the path of one prediction", "a gate has one prediction: write a gate for each"
            )
        return folder / value[0]

    def names(self, key: str) -> tuple[str, ...] | None:
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            raise self.wrong(key, f"a list of names, as in {LISTS[key]},")
        twice = next((name for name in value if value.count(name) > 1), None)
        if twice is not None:
            raise self.wrong(key, f"each {key[:-1]} once", f"{twice!r} is in it twice")
        return tuple(value)

    def number(self, key: str, least: float | None = None) -> float | None:
        if key not in self.table:
            return None
        value = finite(self.table[key])
        if value is None or (least is not None and value < least):
            raise self.wrong(key, "a number" if least is None else f"a number from {least:g} up")
        return value

    def floor(self) -> float | dict[str, float] | None:
        given = self.table.get("min")
        if not isinstance(given, dict):
            return self.number("min")
        floors = {name: finite(value) for name, value in given.items()}
        if not floors or None in floors.values():
            raise self.wrong("min", "a number, or a table of numbers by metric, as in { LAS = 88.0 },")
        return {name: value for name, value in floors.items() if value is not None}

    def whole(self, key: str, least: int, most: int | None) -> int | None:
        value = self.table.get(key)
        if value is None:
            return None
        if type(value) is not int or value < least or (most is not None and value > most):
            raise self.wrong(key, f"a whole number from {least} " + ("up" if most is None else f"to {most}"))
        return value

    def word(self, key: str, first: Word, second: Word) -> Word | None:
        """One of two words."""
        value = self.table.get(key)
        if value is None or value == first:
            return None if value is None else first
        if value == second:
            return second
        raise self.wrong(key, f'"{first}" or "{second}"')


def refuse_twins(gates: Sequence[Gate], name: str) -> None:
    """Raises UsageError where two gates would record the same row."""
    for place, second in enumerate(gates):
        for first in gates[:place]:
            if first.identity != second.identity:
                continue
            shared = common(first.metrics, second.metrics)
            if shared is not None:
                msg = f"{name}: gates {first.number} and {second.number} are both {second.identity}{shared}; keep one"
                raise UsageError(msg)


def own_name(gate: Gate) -> str:
    """The identity and the gate's metrics: ``fast tagger/en/UD English-EWT test [UPOS, LAS]``."""
    return f"{gate.identity} [{', '.join(gate.metrics or ())}]"


def common(first: Iterable[str] | None, second: Iterable[str] | None) -> str | None:
    """What two gates' metrics have in common as the end of a row's name; None where they have nothing."""
    if first is None or second is None:
        return ""  # no list means every metric
    both = sorted(set(first) & set(second))
    return f"/{both[0]}" if both else None


def finite(value: object) -> float | None:
    """The value as a number, None where it is not a finite one (a bool is no number)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def shown(value: object) -> str:
    """A value as an error message quotes it, cut where it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
