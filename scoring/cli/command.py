"""``onenlp COMMAND``: finds the command, runs it, and turns every fault into one message and an exit status.

A command is loaded only when it is called, so that help and version need neither numpy nor a scorer.
"""

import contextlib
import importlib
import sys
import traceback
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from scoring.base.errors import ScoringError, UsageError
from scoring.base.files import describe
from scoring.base.wording import bounded, nearest, printable, without_passwords
from scoring.cli.options import Parser
from scoring.cli.output import say, warn

__all__ = ["COMMANDS", "main"]

COMMANDS: Mapping[str, str] = {
    "ud": "score tags, lemmas and trees in CoNLL-U (LAS, UPOS and others), and judge them",
    "span": "score named entities and other labelled spans, and judge them",
    "classify": "score text classification, one label a document or several, and judge it",
    "mt": "score a run of machine translation, and write its run card",
    "mt-compare": "compare two runs of machine translation on the entries they share",
    "mt-references": "count the words of references that a language's analyser rejects",
    "publish": "keep run cards and rows in a database",
    "unpublish": "withdraw a run card from a database",
    "leaderboard": "rank the run cards of a database by quality, cost or speed",
    "history": "show the rows of a database over commits, and where they moved",
    "site": "write gates, histories and leaderboards of a database as pages in a folder",
    "languages": "list the language cards that translation is scored with",
    "compare": "judge one results file by another",
    "power": "say how small a drop a test set can show, and how many units a wanted margin needs",
    "init": "write a gate file for a gold and a prediction file",
    "scores": "score metrics that you declare over a table of numbers, and judge them",
    "score": "score predictions of any task, also of another package's, and judge them",
    "convert-docs": "write the Docs of a .spacy file as CoNLL-U",
    "convert-tags": "turn IOB1, BIOES or BILOU tags into IOB2",
    "schema": "print the JSON Schema of results and reference files",
}
REFUSED = 2  # usage, bad input
INTERRUPTED = 130  # as shells say it: 128 and the number of the signal


def main(argv: Sequence[str] | None = None) -> int:
    """The exit status of the command line: 0 fine, 1 outside noise, 2 refused, 3 missing or stale.

    No input ends in a traceback: each fault is one message on standard error.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's are about numbers that the reports flag in words
        try:
            return run(arguments)
        except ScoringError as error:
            return refuse(*error.lines)
        except KeyboardInterrupt:
            return refuse("interrupted", status=INTERRUPTED)
        except MemoryError:
            return refuse(
                "not enough memory: score the test set in parts, or with fewer --resamples or --metrics"
            )
        except OSError as fault:
            return refuse(f"{fault.filename or 'input or output'}: {describe(fault)}")
        except Exception as fault:  # noqa: BLE001 - a user never gets a traceback
            return refuse(own_fault(fault))


def run(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name."""
    if arguments and arguments[0] in COMMANDS:
        command = loaded(arguments[0])
        parser: Parser = command.parser()
        options = parser.read(arguments[1:])
        return 0 if options is None else int(command.run(options))
    if arguments and not arguments[0].startswith("-"):
        msg = f"there is no command {arguments[0]!r}; {nearest(arguments[0], COMMANDS)}"
        raise UsageError(msg)
    if top().read(arguments) is not None:
        msg = f"give a command: {', '.join(COMMANDS)}; see: onenlp --help"
        raise UsageError(msg)
    return 0


def loaded(command: str) -> ModuleType:
    """The module of a command: ``parser()`` and ``run(options)``."""
    return importlib.import_module(f"scoring.cli.{command.replace('-', '_')}")


def top() -> Parser:
    """The options before a command."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("pytest-onenlp")
    except PackageNotFoundError:
        number = "(not installed)"
    lines = "\n".join(f"  {name:13} {says}" for name, says in COMMANDS.items())
    parser = Parser(
        "onenlp",
        "Scores with intervals for language technology, and whether they are within the noise of a reference.",
        f"commands:\n{lines}\n\nonenlp COMMAND --help lists the options of a command.",
        usage="onenlp [--help] [--version] COMMAND ...",
    )
    parser.add_argument("--version", action="version", version=f"onenlp {number}", help="print the version")
    return parser


def refuse(*lines: str, status: int = REFUSED) -> int:
    """Says why on standard error; returns the exit status."""
    said = [printable(without_passwords(line)) for line in (f"onenlp: {lines[0]}", *lines[1:])]
    warn("\n".join(bounded(said)) + "\n")
    with contextlib.suppress(ScoringError):
        say("")  # whatever was printed before goes out, or nowhere, but not into a traceback at the end
    return status


def own_fault(fault: Exception) -> str:
    """What to say where the fault is the program's own."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    return f"a fault of onenlp itself, please report it with the input: {type(fault).__name__}: {fault} ({where})"
