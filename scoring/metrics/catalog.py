"""Every metric and task the product knows: the families of this package and the entry points ``onenlp.metrics``.

An entry point names a ``Metric``; its name does not matter, its ``id`` and ``task`` do.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.metrics.metric import Metric
from scoring.metrics.task import Task

__all__ = ["TASKS", "metrics", "select", "task"]

TASKS: Mapping[str, str] = {  # where each task lives; loaded when it is asked for
    "ud": "scoring.ud.task:UD",
    "spans": "scoring.spans.task:SPANS",
    "labels": "scoring.labels.task:LABELS",
    "multilabel": "scoring.labels.task:MULTILABEL",
    "mt": "scoring.mt.task:MT",
}


@cache
def task(name: str) -> Task:
    """The task of that name; UsageError names the nearest one."""
    if name not in TASKS:
        msg = f"there is no task {name!r}; {nearest(name, TASKS)}"
        raise UsageError(msg)
    loaded: Task = pkgutil.resolve_name(TASKS[name])
    return loaded


@cache
def metrics(name: str) -> dict[str, Metric[Any]]:
    """The metrics of a task by id: its family's, then those that other packages add by entry point."""
    found = dict(task(name).metrics())
    for entry in entry_points(group="onenlp.metrics"):
        metric = entry.load()
        if not isinstance(metric, Metric):
            msg = f"entry point onenlp.metrics {entry.name!r} is {type(metric).__name__}, but a Metric is needed"
            raise UsageError(msg)
        if metric.task == name:
            if metric.id in found:
                msg = f"entry point onenlp.metrics {entry.name!r}: task {name} has a metric {metric.id!r} already"
                raise UsageError(msg)
            found[metric.id] = metric
    return found


def select(name: str, wanted: object = None) -> list[Metric[Any]]:
    """The metrics of a task that are asked for by label or id, in that order; all of them where none is named."""
    known = metrics(name)
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
