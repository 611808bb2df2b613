"""Whose rows a command makes: as its options say, else of the task and its gold, never of the prediction's file."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.metrics.task import Task
    from scoring.rows.records import Identity

__all__ = ["LANGUAGE", "gold_name", "identity_of"]

LANGUAGE = "und"  # undetermined, as ISO 639 has it


def identity_of(options: Namespace, task: "Task[Any, Any]", gold: object) -> "Identity":
    """Component, language and dataset as given, else of the task and its gold: two systems' rows are called alike."""
    from scoring.rows.records import Identity

    own = task.default_names(gold)
    component = task.name if options.component is None else options.component
    language = own.get("language", LANGUAGE) if options.language is None else options.language
    if options.dataset is not None:
        return Identity(component, language, options.dataset)
    return Identity(component, language, own.get("dataset") or Path(options.gold).stem)


def gold_name(options: Namespace) -> str:
    """How a message calls the gold data."""
    return options.gold or ", ".join(options.ref)
