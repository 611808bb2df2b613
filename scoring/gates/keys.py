"""The keys of a gate file's tables: which there are, and one message for a value that cannot be used."""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from scoring.base.errors import UsageError
from scoring.base.wording import nearest

__all__ = [
    "AVERAGE_KEYS",
    "AVERAGE_NEEDED",
    "JUDGING",
    "KEYS",
    "NAMES",
    "OWN_KEYS",
    "SOME_TASK_KEYS",
    "Keys",
    "shown",
]

NAMES = ("component", "language", "dataset")
NEEDED = (*NAMES, "task", "gold", "pred")
JUDGING = ("min", "slack", "min_effect", "resamples", "seed", "better", "rule")
KEYS = (*NEEDED, "metrics", "ref_pred", *JUDGING)
AVERAGE_NEEDED = (*NAMES, "of")
AVERAGE_KEYS = (*AVERAGE_NEEDED, "metrics", *JUDGING)
SOME_TASK_KEYS = ("labels", "slices", "cluster", "threshold", "encoder", "comet_model", "analyser")
OWN_KEYS: Mapping[str, tuple[str, ...]] = {  # which of them each task has
    "ud": (),
    "spans": ("labels", "slices", "cluster"),
    "labels": ("labels", "slices"),
    "multilabel": ("labels", "slices", "threshold"),
    "mt": ("slices", "encoder", "comet_model", "analyser"),
}
LISTS = {"metrics": '["UPOS", "LAS"]', "labels": '["PER", "LOC"]', "slices": '["domain", "genre=news"]',
         "pred": '["seed1.conllu", "seed2.conllu"]', "of": '["fast tagger/*"]'}  # fmt: skip
ONE = {"of": "glob"}
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True)
class Keys:
    """The keys of one gate or average; every error names file, table, key, what is there and what is needed."""

    table: Mapping[str, Any]
    where: str
    needs: str = f"a gate needs {', '.join(NEEDED)}"

    def wrong(self, key: str, needed: str, hint: str = "") -> UsageError:
        """The error of a key with a value that cannot be used."""
        tail = f"; {hint}" if hint else ""
        return UsageError(f"{self.where}: {key} is {shown(self.table[key])}, but {needed} is needed{tail}")

    def refuse_unknown(self, known: Sequence[str], others: Sequence[str] = ()) -> None:
        """Raises UsageError for a key that is none of these; ``others`` are not suggested."""
        for key in self.table:
            if key not in known and key not in others:
                msg = f"{self.where}: unknown key {key!r}; {nearest(key, known)}"
                raise UsageError(msg)

    def refuse_others(self, task: str) -> None:
        for key in self.table:
            if key in SOME_TASK_KEYS and key not in OWN_KEYS[task]:
                msg = f"{self.where}: task {task} has no {key}; remove the key"
                raise UsageError(msg)

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
        if "/" in name or not name.isprintable() or name != name.strip():
            raise self.wrong(key, "one line of text without '/', control characters or spaces at its ends")
        return name

    def path(self, key: str, folder: Path) -> Path:
        return folder / self.text(key)

    def engine(self, key: str, folder: Path) -> str | None:
        """A model by name, or by its path from the folder; None where the key is missing."""
        if key not in self.table:
            return None
        name = self.text(key)
        return str(folder / name) if (folder / name).exists() else name

    def paths(self, key: str, folder: Path) -> Path | tuple[Path, ...]:
        """A path, or several as a list; a list of one is that one."""
        value = self.table.get(key)
        if not isinstance(value, list):
            return self.path(key, folder)
        if not value or not all(isinstance(one, str) and one.strip() for one in value):
            raise self.wrong(key, f"the path of a prediction, or a list of them, as in {LISTS['pred']},")
        found = tuple(folder / one for one in value)
        files = [
            os.path.realpath(one) for one in found
        ]  # "a" and "./a" are one run, which would count as two
        twice = next((name for name, one in zip(value, files, strict=True) if files.count(one) > 1), None)
        if twice is not None:
            raise self.wrong(key, "each prediction once", f"{twice!r} is in it twice")
        return found if len(found) > 1 else found[0]

    def names(self, key: str) -> tuple[str, ...] | None:
        value = self.table.get(key)
        if value is None:
            return None
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            raise self.wrong(key, f"a list of names, as in {LISTS[key]},")
        twice = next((name for name in value if value.count(name) > 1), None)
        if twice is not None:
            raise self.wrong(key, f"each {ONE.get(key, key[:-1])} once", f"{twice!r} is in it twice")
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
