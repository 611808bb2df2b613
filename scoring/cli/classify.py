"""``onenlp classify``: scores text classification against gold, one label a document or several."""

import re
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.base.errors import UsageError
from scoring.cli.scoring_command import Opened, ScoringCommand
from scoring.metrics.key import LABELS, SLICES, THRESHOLD

if TYPE_CHECKING:
    from scoring.labels.documents import LabelDocuments

__all__ = ["parser", "run"]

ONE, SEVERAL = "labels", "multilabel"
BETWEEN = "|"  # between the labels of a cell
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


def opened(options: Namespace) -> Opened:
    """The task that is named, else the one that both files look like.

    Raises:
        UsageError: they look like two tasks, so that one has to be named.
    """
    if options.task:
        return Opened(options.task, options.gold, options.pred)
    from scoring.labels import read

    gold = read(options.gold)
    pred = gold if options.pred == options.gold else read(options.pred)
    looks = task_of(gold, "gold"), task_of(pred, "pred")
    if looks == (ONE, SEVERAL):
        msg = (
            f"{gold.name} has one label for each document, {pred.name} looks like several or scores; "
            f"name what they hold: --task {ONE} or --task {SEVERAL}"
        )
        raise UsageError(msg)
    return Opened(SEVERAL if SEVERAL in looks else ONE, gold, pred)


def task_of(documents: "LabelDocuments", role: str) -> str | None:
    """What one side looks like: several labels where there are lists, scores, or ``|`` or nothing in a cell.

    None where there is nothing that says it.
    """
    if role in documents.columns:
        values = documents.columns[role]
        if documents.tabular:
            several = any(not value or BETWEEN in value for value in values)
        else:
            several = any(isinstance(value, list | dict) for value in values)
        return SEVERAL if several else ONE
    if documents.tabular:  # a column for each label
        numbers = [
            name for name, cells in documents.columns.items() if name != "id" and NUMBER.fullmatch(cells[0])
        ]
        return SEVERAL if numbers else None
    return SEVERAL if "scores" in documents.columns else None


COMMAND = ScoringCommand("classify", (ONE, SEVERAL), "Score text classification against gold",
            "JSON Lines, CSV or TSV", (LABELS, SLICES, THRESHOLD), opened)  # fmt: skip
parser, run = COMMAND.parser, COMMAND.run
