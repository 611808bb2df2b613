"""The one list of a gate's keys, for gate files, the marker and calls; keys of a task are asked of the task."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.globs import composed
from scoring.base.limits import FEWEST_RESAMPLES, LAST_SEED, MOST_CHECKS, MOST_RESAMPLES
from scoring.base.names import fault_in_name
from scoring.base.strict_json import first_twice
from scoring.base.wording import nearest
from scoring.gates.values import finite, quoted_value
from scoring.metrics import catalog
from scoring.metrics.key import CLUSTER, COLUMN, LABELS, READING, SLICES, THRESHOLD, Key, Kind

__all__ = [
    "AVERAGE_KEYS",
    "AVERAGE_NEEDED",
    "DECLARED",
    "GATE_KEYS",
    "JUDGED",
    "NAMES",
    "Keys",
    "foreign",
    "key_named",
    "key_names",
    "keys_of",
]

NAMES = ("component", "language", "dataset")
JUDGED: Mapping[str, Key] = {  # by name: the keys of every gate, average, marker and call
    key.name: key
    for key in (
        *(Key(name, Kind.NAME) for name in NAMES),
        Key("metrics", Kind.METRICS, example='["UPOS", "LAS"]'),
        Key("min", Kind.FLOOR),
        Key("slack", Kind.AMOUNT),
        Key("min_effect", Kind.AMOUNT),
        Key("max_loss", Kind.MARGIN),
        Key("resamples", Kind.WHOLE, least=FEWEST_RESAMPLES, most=MOST_RESAMPLES),
        Key("seed", Kind.WHOLE, most=LAST_SEED),
        Key("better", Kind.BETTER, words=("fail", "pass")),
        Key("rule", Kind.WORD, words=("auto", "spec")),
    )
}
DECLARED = Key(
    "checks", Kind.COUNT, least=1, most=MOST_CHECKS
)  # of the marker alone: a gate of a file is one check
NEEDED = (*NAMES, "task", "gold", "pred")
SIDES = ("gold", "pred", "ref_pred")
TABLES = ("data", "ref_data")  # instead of the sides, of a task without gold
GATE_KEYS = (*NEEDED, "ref_pred", *TABLES, *(name for name in JUDGED if name not in NAMES))
AVERAGE_NEEDED = (*NAMES, "of")
AVERAGE_KEYS = (*AVERAGE_NEEDED, *(name for name in JUDGED if name not in NAMES))
KNOWN = (LABELS, SLICES, CLUSTER, THRESHOLD, *READING)  # found without loading a task
PREDS, GLOBS = '["seed1.conllu", "seed2.conllu"]', '["fast tagger/*"]'


def keys_of(task: str) -> Mapping[str, Key]:
    """The keys by name that gates of this task take beside those of every gate."""
    return {key.name: key for key in catalog.task(task).keys}


def foreign(task: str, names: Sequence[str]) -> str | None:
    """The first of these keys that is for some tasks only, and not for this one; None where there is none."""
    others = [name for name in names if name not in JUDGED]
    own = keys_of(task) if others else {}
    return next((name for name in others if name not in own), None)


def task_keys() -> Iterator[Key]:
    """The keys that only some tasks have, one task loaded after the other."""
    yield from KNOWN
    for task in catalog.task_names():
        yield from catalog.task(task).keys


def key_named(name: str) -> Key | None:
    """The key of that name of marker and calls: of every gate, or of some task."""
    if name == DECLARED.name:
        return DECLARED
    return JUDGED.get(name) or next((key for key in task_keys() if key.name == name), None)


def key_names() -> tuple[str, ...]:
    """The names of all keys of marker and calls, for hints; every task is loaded."""
    return (*JUDGED, DECLARED.name, *dict.fromkeys(key.name for key in task_keys()))


@dataclass(frozen=True)
class Keys:
    """The keys of one gate or average; every error names file, table, key, what is there and what is needed."""

    table: Mapping[str, Any]
    where: str
    needs: str = f"a gate needs {', '.join(NEEDED)}"

    def wrong(self, key: str, needed: str, hint: str = "") -> UsageError:
        """The error of a key with a value that cannot be used."""
        tail = f"; {hint}" if hint else ""
        return UsageError(
            f"{self.where}: {key} is {quoted_value(self.table[key])}, but {needed} is needed{tail}"
        )

    def refuse_unknown(self, known: Sequence[str]) -> None:
        """Raises UsageError for a key that is none of these."""
        for key in self.table:
            if key not in known:
                msg = f"{self.where}: unknown key {key!r}; {nearest(key, known)}"
                raise UsageError(msg)

    def own_keys(self) -> list[Key]:
        """The keys of the table that only its task has; UsageError for one that no gate, or no gate of it, has."""
        others = [name for name in self.table if name not in GATE_KEYS]
        task = self.table.get("task")
        own = keys_of(task) if others and task in catalog.task_names() else {}
        for name in others:
            if name == DECLARED.name:
                msg = f"{self.where}: checks is for the marker of a test; a gate of a file is one check: remove the key"
                raise UsageError(msg)
            if name not in own and key_named(name) is None:
                msg = f"{self.where}: unknown key {name!r}; {nearest(name, (*GATE_KEYS, *own))}"
                raise UsageError(msg)
        if self.text("task") not in catalog.task_names():
            raise self.wrong("task", "the name of a task", nearest(self.text("task"), catalog.task_names()))
        for name in others:
            if name not in own:
                msg = f"{self.where}: task {task} has no {name}; remove the key"
                raise UsageError(msg)
        return [own[name] for name in others]

    def present(self, key: str) -> None:
        """Raises UsageError where the key is missing."""
        if key not in self.table:
            msg = f"{self.where}: {key} is missing; {self.needs}"
            raise UsageError(msg)

    def text(self, key: str) -> str:
        self.present(key)
        value = self.table[key]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text")
        return value

    def identity(self, key: str) -> str:
        """A part of the row's name, held to what rows files hold names to (there: ``check_name``)."""
        name = self.text(key)
        if fault := fault_in_name(name):
            msg = f"{self.where}: {key} {quoted_value(name)} {fault}"
            raise UsageError(msg)
        return composed(name)

    def value(self, key: Key, folder: Path) -> Any:  # noqa: ANN401 - each kind has its own type
        """The value of a key that may be missing (None); names of files are seen from the folder."""
        if key.name not in self.table:
            return None
        readers: Mapping[Kind, Callable[[], Any]] = {
            Kind.NAMES: lambda: self.names(key.name, key.example),
            Kind.METRICS: lambda: self.metrics(key),
            Kind.BETTER: lambda: self.checked(key),
            Kind.BY_METRIC: lambda: self.checked(key),
            Kind.WHOLE: lambda: self.whole(key),
            Kind.WORD: lambda: self.word(key),
            Kind.FLAG: lambda: self.flag(key.name),
            Kind.COLUMN: lambda: self.column(key.name),
            Kind.FLOOR: self.floor,
            Kind.NUMBER: lambda: self.number(key.name),
            Kind.AMOUNT: lambda: self.number(key.name, 0),
            Kind.MARGIN: lambda: self.checked(key),
            Kind.NAME: lambda: self.text(key.name),
            Kind.FILES: lambda: self.files(key, folder),
        }
        if key.kind in readers:
            return readers[key.kind]()
        path, text = self.path(key.name, folder), self.text(key.name)
        return str(path) if text not in key.words and (key.kind is Kind.FILE or path.exists()) else text

    def sides(self, own: Sequence[Key], folder: Path) -> dict[str, Any]:
        """What is scored: gold and pred, or of a task without gold its table as pred; and what that is compared with.

        The task is loaded only where the gate has not gold, as most have.
        """
        task, tables = self.text("task"), [name for name in TABLES if name in self.table]
        if not tables and ("gold" in self.table or catalog.task(task).has_gold):
            pred, other, gold = "pred", "ref_pred", self.gold(own, folder)
        elif catalog.task(task).has_gold:
            msg = f"{self.where}: task {task} has no {tables[0]}; its files are gold, pred and ref_pred"
            raise UsageError(msg)
        elif given := [name for name in SIDES if name in self.table]:
            msg = f"{self.where}: task {task} has no {given[0]}; its files are data and ref_data"
            raise UsageError(msg)
        else:
            pred, other, gold = "data", "ref_data", None
            if pred not in self.table:
                msg = (
                    f"{self.where}: data is missing; a gate of task {task} needs it, instead of gold and pred"
                )
                raise UsageError(msg)
        return {
            "gold": gold,
            "pred": self.paths(pred, folder),
            "ref_pred": self.paths(other, folder) if other in self.table else None,
        }

    def path(self, key: str, folder: Path) -> Path:
        return folder / self.text(key)

    def gold(self, own: Sequence[Key], folder: Path) -> Path | None:
        """The path of gold; None where a key of the task names what gold is.

        Raises:
            UsageError: neither does, or both.
        """
        instead = next((key.name for key in own if key.is_gold), None)
        if "gold" not in self.table:
            others = [key.name for key in keys_of(self.text("task")).values() if key.is_gold]
            if others and instead is None:
                msg = f"{self.where}: gold is missing; give gold, or {' or '.join(others)} in its place"
                raise UsageError(msg)
        elif instead is not None:
            msg = f"{self.where}: {instead} is given in place of gold, but gold is there too; keep one"
            raise UsageError(msg)
        return None if instead is not None else self.path("gold", folder)

    def paths(
        self, key: str, folder: Path, noun: str = "prediction", example: str = PREDS
    ) -> Path | tuple[Path, ...]:
        """A path, or several as a list; a list of one is that one."""
        value = self.table.get(key)
        if not isinstance(value, list):
            return self.path(key, folder)
        if not value or not all(isinstance(one, str) and one.strip() for one in value):
            raise self.wrong(key, f"the path of a {noun}, or a list of them, as in {example},")
        found = tuple(folder / one for one in value)
        files = [
            os.path.realpath(one) for one in found
        ]  # "a" and "./a" are one run, which would count as two
        if (twice := first_twice(files)) is not None:
            raise self.wrong(key, f"each {noun} once", f"{value[files.index(twice)]!r} is in it twice")
        return found if len(found) > 1 else found[0]

    def files(self, key: Key, folder: Path) -> str | tuple[str, ...]:
        """One path or several, as what the task reads."""
        noun = "folder" if key.metavar == "FOLDER" else "file"
        given = self.paths(key.name, folder, noun, key.example)
        return tuple(map(str, given)) if isinstance(given, tuple) else str(given)

    def names(self, key: str, example: str = GLOBS) -> tuple[str, ...]:
        value = self.table[key]
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            raise self.wrong(key, f"a list of names, as in {example},")
        if (twice := first_twice(value)) is not None:
            raise self.wrong(
                key, f"each {'glob' if key == 'of' else key[:-1]} once", f"{twice!r} is in it twice"
            )
        return tuple(value)

    def metrics(self, key: Key) -> tuple[str, ...] | dict[str, str]:
        """A list of names, or a table of formulas by name."""
        if not isinstance(self.table[key.name], dict):
            return self.names(key.name, key.example)
        formulas: dict[str, str] = self.checked(key)
        return formulas

    def checked(self, key: Key) -> Any:  # noqa: ANN401 - each kind has its own type
        """A value that means in a gate file what it means in Python."""
        value = self.table[key.name]
        if needed := key.lacks(value):
            hint = 'how declared metrics improve is "higher" or "lower"' if key.kind is Kind.BETTER else ""
            raise self.wrong(key.name, needed.replace("'", '"'), hint)
        return value

    def number(self, key: str, least: float | None = None) -> float:
        value = finite(self.table[key])
        if value is None or (least is not None and value < least):
            raise self.wrong(key, "a number" if least is None else f"a number from {least:g} up")
        return value

    def floor(self) -> float | dict[str, float] | None:
        given = self.table["min"]
        if not isinstance(given, dict):
            return self.number("min")
        floors = {name: finite(value) for name, value in given.items()}
        if not floors or None in floors.values():
            raise self.wrong("min", "a number, or a table of numbers by metric, as in { LAS = 88.0 },")
        return {name: value for name, value in floors.items() if value is not None}

    def whole(self, key: Key) -> int:
        value = self.table[key.name]
        if type(value) is not int or value < key.least or (key.most is not None and value > key.most):
            raise self.wrong(key.name, key.range_needed)
        return value

    def flag(self, key: str) -> bool:
        value = self.table[key]
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def column(self, key: str) -> int:
        value = self.table[key]
        if type(value) is not int or value == 0:
            raise self.wrong(key, COLUMN)
        return value

    def word(self, key: Key) -> str:
        """One of a few words."""
        value = self.table[key.name]
        if value not in key.words:
            raise self.wrong(key.name, " or ".join(f'"{word}"' for word in key.words))
        return str(value)
