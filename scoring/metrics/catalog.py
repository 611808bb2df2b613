"""Every metric and task the product knows: its own and those of other packages, found by their entry points.

An entry point ``onenlp.tasks`` names a ``Task`` and is called as it is; a task is loaded when it is asked for.
An entry point ``onenlp.metrics`` names a ``Metric``; its name does not matter, its ``id`` and ``task`` do.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from scoring.base.entry_points import METRICS, TASKS, entries, load_entry, registered
from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.metrics.key import FORMULAS
from scoring.metrics.task import Task

if TYPE_CHECKING:
    from scoring.metrics.metric import Metric

__all__ = ["is_catalogued", "is_ours", "labelled", "metrics", "select", "task", "task_names"]


def task_names() -> tuple[str, ...]:
    """The names of all tasks; none is loaded."""
    return tuple(registered(TASKS))


@cache
def task(name: str) -> Task[Any, Any]:
    """The task of that name; UsageError names the nearest one."""
    if name not in registered(TASKS):
        msg = f"there is no task {name!r}; {nearest(name, task_names())}"
        raise UsageError(msg)
    loaded: Task[Any, Any] = load_entry(TASKS, name, Task)  # type: ignore[type-abstract]  # asked by isinstance alone
    if loaded.name != name:
        msg = f"entry point {TASKS} {name!r} is the task {loaded.name!r}: give both one name"
        raise UsageError(msg)
    return loaded


@cache
def metrics(name: str) -> "dict[str, Metric[Any]]":
    """The metrics of a task by id: its own, then those that other packages add by entry point."""
    from scoring.metrics.metric import Metric

    found = dict(task(name).metrics())
    for entry, metric in entries(METRICS, Metric):
        if metric.task == name:
            if metric.id in found:
                msg = f"entry point {METRICS} {entry!r}: task {name} has a metric {metric.id!r} already"
                raise UsageError(msg)
            found[metric.id] = metric
    return found


def is_ours(metric: "Metric[Any]") -> bool:
    """Whether the metric, whole or of a label or slice, is one of this package's own tasks."""
    if metric.task not in task_names() or not type(task(metric.task)).__module__.startswith("scoring."):
        return False
    return re.split(r"[\[{]", metric.id, maxsplit=1)[0] in task(metric.task).metrics()


def is_catalogued(metric: "Metric[Any]") -> bool:
    """Whether the metric is one of the catalogue, and not declared by a gate."""
    return metric.id in metrics(metric.task)


def labelled(label: str) -> "Metric[Any] | None":
    """The metric of that label, of any task; None where none is called so, or several of different kinds."""
    found = [one for name in task_names() for one in metrics(name).values() if one.label == label]
    alike = len({(one.scale, one.perfect, one.better) for one in found}) == 1
    return found[0] if alike else None


def select(name: str, wanted: object = None) -> "list[Metric[Any]]":
    """The metrics of a task that are asked for by label or id, in that order; all of them where none is named.

    ``wanted`` may be ``Declared`` metrics by name, for a task that has none of its own.
    """
    if isinstance(wanted, Mapping):
        return task(name).declare(wanted)
    known = metrics(name)
    if not known:
        msg = f"task {name} has no metrics of its own; declare them by name and formula, as in metrics = {FORMULAS}"
        raise UsageError(msg)
    if wanted is None:
        return list(known.values())
    if isinstance(wanted, str) or not isinstance(wanted, list | tuple):
        msg = f'metrics is {wanted!r}, but a list of names is needed, as in ["UPOS", "LAS"]'
        raise UsageError(msg)
    by_name = {metric.label: metric for metric in known.values()} | known
    chosen: dict[str, Metric[Any]] = {}
    for item in wanted:
        if not isinstance(item, str) or item not in by_name:
            labels = [metric.label for metric in known.values()]
            msg = f"task {name} has no metric {item!r}; {nearest(str(item), labels)}"
            raise UsageError(msg)
        chosen[by_name[item].id] = by_name[item]
    if not chosen:
        msg = f"metrics is an empty list: name at least one of {', '.join(m.label for m in known.values())}"
        raise UsageError(msg)
    return list(chosen.values())
