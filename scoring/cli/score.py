"""``onenlp score``: scores predictions of any task against gold, also of a task that another package adds."""

from argparse import Namespace
from collections.abc import Sequence

from scoring.base.errors import UsageError
from scoring.cli.options import Parser
from scoring.cli.scoring_command import ScoringCommand
from scoring.metrics import catalog

__all__ = ["parser", "run"]

DOES = "Score predictions of any task against gold"


class TaskParser(Parser):
    """Has the options of the task that is named, which alone is loaded."""

    def read(self, arguments: Sequence[str]) -> Namespace | None:
        command_of(task_in(arguments)).add_options(self)
        return super().read(arguments)


def parser() -> Parser:
    """The options of the command, but for those that depend on the task."""
    return TaskParser(
        "onenlp score", f"{DOES}, with 95 % intervals; --task NAME --help shows the options of a task."
    )


def run(options: Namespace) -> int:
    """Scores, judges where a reference is given, and hands over rows and exit status."""
    return command_of(options.task).run(options)


def command_of(task: str | None) -> ScoringCommand:
    """The command with the keys of a task, where there is a task of that name."""
    names = catalog.task_names()
    if task in names and not catalog.task(task).has_gold:
        msg = f"task {task} has no gold; for it there is: onenlp scores --data FILE --metric 'NAME = FORMULA'"
        raise UsageError(msg)
    keys = tuple(catalog.task(task).keys) if task in names else ()
    return ScoringCommand("score", names, DOES, "as the task reads it", keys)


def task_in(arguments: Sequence[str]) -> str | None:
    """The task that the arguments name."""
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--task":
            return value if equals else next(iter(arguments[place + 1 :]), None)
    return None
