"""The marker ``@pytest.mark.onenlp(...)`` makes a test a gate: the fields that it and a call may name."""

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import pytest

from pytest_onenlp.records.options import MOST_RESAMPLES
from pytest_onenlp.records.values import is_finite, quoted

__all__ = [
    "ADDED_LATE",
    "GATE",
    "CheckFields",
    "MarkedGate",
    "MarkerError",
    "ValueFields",
    "check_fields",
    "gate_of",
]

IDENTITY = ("component", "language", "dataset")
JUDGING = ("min", "slack", "min_effect", "resamples", "seed", "better", "rule")
ENGINES = ("encoder", "comet_model")
TASK_OPTIONS = (
    "cluster",
    "threshold",
    *ENGINES,
    "analyser",
)  # handed to the task as they are: each task says what it takes
KEYS = (*IDENTITY, "metrics", "labels", "slices", *JUDGING, *TASK_OPTIONS)
WORDS = {"better": ("fail", "pass"), "rule": ("auto", "spec")}
LISTS = {"metrics": '["UPOS", "LAS"]', "labels": '["PER", "LOC"]', "slices": '["domain", "genre=news"]'}
MOST = {"resamples": MOST_RESAMPLES, "seed": (1 << 64) - 1}
MARKER = "the onenlp marker"
ADDED_LATE = (
    "the onenlp marker was added while the test ran, but has to be there when tests are collected, because the level "
    "is divided among the gates: mark the test itself, its class or module, or a pytest.param of it"
)


class ValueFields(TypedDict, total=False):
    """What the check of a bare number may name, all of it optional."""

    component: str
    language: str
    dataset: str
    metrics: Collection[str]
    min: float | Mapping[str, float]
    slack: float
    min_effect: float
    resamples: int
    seed: int
    rule: str


class CheckFields(ValueFields, total=False):
    """What a marker or a call may name; ``better`` is what a better score does: fail or pass."""

    better: str
    labels: Collection[str]
    slices: Collection[str]
    cluster: str
    threshold: float
    encoder: object
    comet_model: object
    analyser: object


class MarkerError(ValueError):
    """The marker or a call says something the plugin does not know."""


@dataclass(frozen=True)
class MarkedGate:
    """What the markers of a test say together, the nearest one first."""

    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that must be judged; none where the marker names none."""
        return tuple(self.fields.get("metrics") or ())


GATE = pytest.StashKey[MarkedGate]()


def gate_of(item: pytest.Item) -> MarkedGate:
    """The gate that the item's markers describe together.

    Raises:
        MarkerError: positional arguments, an unknown key, or a value of the wrong kind.
    """
    fields: dict[str, Any] = {}
    for mark in item.iter_markers("onenlp"):
        if mark.args:
            msg = f'{MARKER} takes named values only, as in component="fast tagger"; got {quoted(mark.args)}'
            raise MarkerError(msg)
        check_fields(mark.kwargs, MARKER)
        for key, value in mark.kwargs.items():
            fields.setdefault(key, value)
    return MarkedGate(fields)


def check_fields(fields: Mapping[str, Any], where: str) -> None:
    """Raises MarkerError where a key is unknown or a value of the wrong kind."""
    for key, value in fields.items():
        if key not in KEYS:
            raise MarkerError(f"{where} has no {key!r}; {nearest_key(key)}")
        need = value_needed(key, value)
        if need:
            raise MarkerError(f"{key} is {quoted(value)} in {where}, but {need} is needed")


def nearest_key(key: str) -> str:
    """What somebody probably meant by an unknown key."""
    from difflib import get_close_matches

    close = get_close_matches(key, KEYS, n=1)
    return f"did you mean {close[0]!r}?" if close else f"it takes {', '.join(KEYS)}"


def engine_needed(key: str, value: object) -> str | None:
    """What an engine of translation has to be, None where it is: a name or path, or the thing itself."""
    if isinstance(value, str | os.PathLike) and os.fspath(value):
        return None
    if key == "analyser":
        return None if hasattr(value, "analyses") else "a path, or what mt.fst.load returned,"
    return None if callable(value) else "the name or path of a model, or a function,"


def value_needed(key: str, value: object) -> str | None:
    """What a value of that key has to be, None where it is."""
    if key in (*IDENTITY, "cluster"):
        return None if isinstance(value, str) and value.strip() else "a name"
    if key in LISTS:
        names = value if isinstance(value, list | tuple | set | frozenset) else ()
        good = names and all(isinstance(name, str) and name for name in names)
        return None if good else f"a list with at least one name, as in {LISTS[key]},"
    if key in (*ENGINES, "analyser"):
        return engine_needed(key, value)
    if key == "threshold":
        return None if is_finite(value) else "a number"
    if key in WORDS:
        return None if value in WORDS[key] else " or ".join(repr(word) for word in WORDS[key])
    if key == "min":
        floors = list(value.values()) if isinstance(value, Mapping) else [value]
        return (
            None
            if floors and all(is_finite(floor) for floor in floors)
            else 'a number, or numbers by metric, as in {"LAS": 80.0},'
        )
    if key in MOST:
        good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST[key]
        return None if good else f"a whole number from 0 to {MOST[key]}"
    return None if is_finite(value) and float(value) >= 0 else "a number of 0 or more"  # type: ignore[arg-type]  # finite
