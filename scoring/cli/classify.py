"""``onenlp classify``: scores text classification against gold, one label a document or several."""

import re
from argparse import Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.base.errors import UsageError
from scoring.cli.options import given_keys
from scoring.cli.scoring_command import Opened, ScoringCommand
from scoring.metrics.key import DISJOINT, LABELS, SLICES, TABLE, THRESHOLD

if TYPE_CHECKING:
    from scoring.labels.documents import LabelDocuments
    from scoring.labels.form import DocumentForm

__all__ = ["parser", "run"]

ONE, SEVERAL = "labels", "multilabel"
BETWEEN = "|"  # between the labels of a cell
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


@dataclass(frozen=True)
class Look:
    """The task that a side looks like, None where nothing says it.

    ``sure``: no other task can read it.  ``doubt``: the cell that is empty where no other says that there may be none.
    """

    task: str | None
    sure: bool = False
    doubt: str = ""


def opened(options: Namespace) -> Opened:
    """The task that is named, else the one that both files look like, with a note where another could read them too.

    Raises:
        UsageError: they look like two tasks, or like either, so that one has to be named.
    """
    if options.task:
        return Opened(options.task, options.gold, options.pred)
    from scoring.labels.form import DocumentForm
    from scoring.labels.read import read_form

    form = DocumentForm.of(given_keys(options, TABLE))
    gold = read_form(options.gold, form)
    pred = gold if options.pred == options.gold else read_form(options.pred, form)
    looks = look_of(gold, "gold", form), look_of(pred, "pred", form)
    if (looks[0].task, looks[1].task) == (ONE, SEVERAL) and not looks[0].doubt:
        msg = (
            f"{gold.name} has one label for each document, {pred.name} looks like several or scores; "
            f"name what they hold: --task {ONE} or --task {SEVERAL}"
        )
        raise UsageError(msg)
    doubt = looks[0].doubt or looks[1].doubt
    if doubt and not any(look.task == SEVERAL for look in looks):
        msg = (
            f"{doubt}, and no cell has several labels; name what the files hold: --task {ONE} needs a label there, "
            f"--task {SEVERAL} takes it for a document without labels"
        )
        raise UsageError(msg)
    task = SEVERAL if any(look.task == SEVERAL for look in looks) else ONE
    if any(look.sure for look in looks) or not any(look.task for look in looks):
        return Opened(task, gold, pred)
    other = ONE if task == SEVERAL else SEVERAL
    names = " and ".join(dict.fromkeys((gold.name, pred.name)))
    note = f"by the look of {names} this is task {task}; --task {task} says that it is, --task {other} that it is not"
    return Opened(task, gold, pred, note)


def look_of(documents: "LabelDocuments", role: str, form: "DocumentForm") -> Look:
    """What one side looks like: several labels where there are lists, scores, or ``|`` in a cell."""
    from scoring.labels.several import is_label, marked_columns

    field = documents.side(role, form.field_of(role))
    if field is not None:
        values = documents.columns[field]
        if not documents.tabular:
            several = any(isinstance(value, list | dict) for value in values)
            return Look(SEVERAL if several else ONE, sure=True)
        if any(BETWEEN in value for value in values):
            return Look(SEVERAL)
        if "" in values:
            return Look(ONE, doubt=f"{documents.where(values.index(''))}: {field} is empty")
        return Look(ONE)
    if not documents.tabular:
        return Look(SEVERAL if "scores" in documents.columns else None, sure=True)
    if marked_columns(documents, role):
        return Look(SEVERAL, sure=True)
    numbers = [
        name
        for name, cells in documents.columns.items()
        if is_label(name, documents) and NUMBER.fullmatch(cells[0])
    ]  # a column for each label
    return Look(SEVERAL if numbers else None)


COMMAND = ScoringCommand("classify", (ONE, SEVERAL), "Score text classification against gold",
            "JSON Lines, JSON, CSV or TSV", (LABELS, SLICES, THRESHOLD, DISJOINT, *TABLE), opened)  # fmt: skip
parser, run = COMMAND.parser, COMMAND.run
