"""How ``onenlp`` reads its options: long names in full, each once, faults as one message with the nearest name."""

import argparse
import math
import sys
from argparse import ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from scoring.base.errors import UsageError
from scoring.base.limits import FEWEST_RESAMPLES, LAST_SEED, MOST_RESAMPLES
from scoring.base.wording import nearest
from scoring.cli.output import say
from scoring.metrics.key import COLUMN, Key, Kind

__all__ = [
    "Parser",
    "add_key",
    "files_of",
    "given_keys",
    "names_in",
    "option_of",
    "real",
    "resamples",
    "seed",
    "words_of",
]

OUTCOMES = """\
exit status:
  0  within noise, better by the paired rule only, or nothing to judge by
  1  worse; or better outside noise, unless --better pass; or --crosscheck differs
  2  wrong usage, bad input, a row that cannot be judged (error), or no --crosscheck to be had
  3  no reference, or a stale one
  4  --max-loss: a loss of that size is not excluded, and none is shown"""


def refuse_twice(
    parser: argparse.ArgumentParser, action: argparse.Action, namespace: Namespace, option: str
) -> None:
    """Raises what the parser raises where the option has a value already."""
    if getattr(namespace, action.dest) is not action.default:
        parser.error(f"{option} is given twice; keep one")


class Once(argparse.Action):
    """Stores a value, and refuses a second one, which would silently replace the first."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        if option_string:
            refuse_twice(parser, self, namespace, option_string)
        setattr(namespace, self.dest, values if self.const is None else self.const)


class OnOff(argparse.BooleanOptionalAction):
    """``--header`` stores true and ``--no-header`` false; both are refused, as an option that is given twice is."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        refuse_twice(parser, self, namespace, " or ".join(self.option_strings))
        super().__call__(parser, namespace, values, option_string)


class Parser(argparse.ArgumentParser):
    """Reads the options of one command; raises UsageError where argparse would print and exit."""

    def __init__(self, prog: str, description: str, epilog: str = OUTCOMES, usage: str | None = None) -> None:
        super().__init__(
            prog=prog, description=description, epilog=epilog, usage=usage, allow_abbrev=False,
            formatter_class=RawDescriptionHelpFormatter,
        )  # fmt: skip
        self.register("action", None, Once)

    def error(self, message: str) -> NoReturn:
        msg = f"{message.removeprefix('argument ')}; see: {self.prog} --help"
        raise UsageError(msg)

    def read(self, arguments: Sequence[str]) -> Namespace | None:
        """The options; None where help or version was asked for and printed."""
        self.check_names(arguments)
        try:
            return self.parse_args(arguments, Namespace(typed=tuple(arguments)))
        except SystemExit:  # from --help and --version alone: error() raises
            say("")
            return None

    def check_names(self, arguments: Sequence[str]) -> None:
        """Raises UsageError for an option that does not exist, before anything else is said to be missing."""
        for argument in arguments:
            if argument == "--":
                return
            name = argument.partition("=")[0]
            if name.startswith("--") and name not in self._option_string_actions:
                known = [option for option in self._option_string_actions if option.startswith("--")]
                msg = f"unknown option {name}; {nearest(name, known)}"
                raise UsageError(msg)

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - as in argparse
        if message and file in (None, sys.stdout):
            say(message)

    def add_judging(self) -> None:
        """The options that every command that judges has."""
        self.add_argument(
            "--better", choices=("fail", "pass"), help="whether better than noise fails (default: fail)"
        )
        self.add_draws()

    def add_draws(self) -> None:
        """The options that say how large a loss may pass, and how resamples are drawn."""
        self.add_argument(
            "--max-loss", type=above_zero, metavar="M",
            help="the largest loss that may pass, in the score's unit; inconclusive where that cannot be told",
        )  # fmt: skip
        self.add_argument("--resamples", type=resamples, metavar="N",
                          help=f"resamples, {FEWEST_RESAMPLES} to {MOST_RESAMPLES} (default: 1000)")  # fmt: skip
        self.add_argument("--seed", type=seed, metavar="N", help="seed of the resampling (default: 20260101)")

    def add_crosscheck(self) -> None:
        """The option that asks another program for the same figures."""
        self.add_argument("--crosscheck", action="store_true",
                          help="ask another program for the same figures, and print both")  # fmt: skip

    def add_outputs(self) -> None:
        """The options that say where rows go."""
        self.add_argument(
            "--json", metavar="FILE", help="write the rows; the file can be used as a reference file"
        )
        self.add_argument(
            "--markdown", metavar="FILE", help="write the rows as a Markdown table; - is standard output"
        )
        self.add_argument("--csv", metavar="FILE", help="write the rows as comma-separated values")
        self.add_argument("--html", metavar="FILE", help="write the rows as one page for a browser")
        self.add_argument("--report", action="append", default=[], type=report, metavar="TYPE:DEST",
                          help="write the rows as a report of any type (repeatable)")  # fmt: skip
        self.add_argument("--no-units", action="store_true",
                          help="write no per-unit counts beside rows; nothing can be paired with them")  # fmt: skip


def option_of(key: str) -> str:
    """The option that gives a key: ``--comet-model`` for ``comet_model``."""
    return f"--{key.replace('_', '-')}"


def add_key(made: Parser, key: Key) -> None:
    """Adds the option of a key that only some tasks have."""
    if key.kind is Kind.FLAG:
        made.add_argument(option_of(key.name), dest=key.name, action=OnOff, help=key.help)
        return
    if key.kind is Kind.FILES:
        made.add_argument(
            option_of(key.name), dest=key.name, action="append", metavar=key.metavar, help=key.help
        )
        return
    for option, value in key.short:
        made.add_argument(option, dest=key.name, action=Once, nargs=0, const=value,
                          help=f"{option_of(key.name)} {value}")  # fmt: skip

    def number(text: str) -> float:
        value = real(text)
        if needed := key.lacks(value):
            msg = f"{text!r} is not {needed}"
            raise ArgumentTypeError(msg)
        return value

    def whole_number(text: str) -> int:
        return whole(text, key.least, LAST_SEED if key.most is None else key.most)

    words = () if key.kind is Kind.FILE else key.words
    kinds = {
        Kind.NAMES: names_in, Kind.NUMBER: real, Kind.AMOUNT: number, Kind.FLOOR: real, Kind.WHOLE: whole_number,
        Kind.COLUMN: column,
    }  # fmt: skip
    made.add_argument(
        option_of(key.name), dest=key.name, type=kinds.get(key.kind, str), choices=words or None,
        metavar=None if words else key.metavar, help=key.help,
    )  # fmt: skip


def words_of(key: Key, value: object) -> list[str]:
    """The words of a command line that give a key this value."""
    option = option_of(key.name)
    if key.kind is Kind.FILES and isinstance(value, list):
        return [word for path in value for word in (option, str(path))]
    if isinstance(value, bool):
        return [option if value else f"--no-{option[2:]}"]
    return [option, ",".join(value) if isinstance(value, list | tuple) else str(value)]


def given_keys(options: Namespace, keys: Iterable[Key]) -> dict[str, Any]:
    """The values of those of the keys that were given."""
    return {key.name: value for key in keys if (value := getattr(options, key.name, None)) is not None}


def files_of(options: Namespace, keys: Iterable[Key]) -> list[str]:
    """The files that the keys name, as given: no output may replace one."""
    kinds = (Kind.FILE, Kind.FILES)
    given = given_keys(options, [key for key in keys if key.kind in kinds]).values()
    return [str(path) for one in given for path in (one if isinstance(one, list) else [one])]


def column(text: str) -> int:
    """The number of a column, which is negative from the end."""
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
    if not number:
        msg = f"{text!r} is not {COLUMN.rstrip(',')}"
        raise ArgumentTypeError(msg)
    return number


def names_in(text: str) -> list[str]:
    """The names in ``UPOS,LAS``."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        msg = f"{text!r} has an empty name in it; give names with commas between them, as in UPOS,LAS"
        raise ArgumentTypeError(msg)
    return names


def report(text: str) -> tuple[str, str]:
    """The type and place in ``TYPE:DEST``."""
    kind, _, place = text.partition(":")
    if not kind or not place.strip():
        msg = f"{text!r} is not TYPE:DEST, as in md:rows.md"
        raise ArgumentTypeError(msg)
    return kind, place


def real(text: str) -> float:
    """A finite number."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        msg = f"{text!r} is not a number"
        raise ArgumentTypeError(msg)
    return number


def above_zero(text: str) -> float:
    """A finite number above 0."""
    number = real(text)
    if number <= 0:
        msg = f"{text!r} is not a number above 0"
        raise ArgumentTypeError(msg)
    return number


def resamples(text: str) -> int:
    """A number of resamples that gives an interval."""
    return whole(text, FEWEST_RESAMPLES, MOST_RESAMPLES)


def seed(text: str) -> int:
    """A 64-bit seed."""
    return whole(text, 0, LAST_SEED)


def whole(text: str, least: int, most: int) -> int:
    """A whole number in a range."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 30 else -1
    if not least <= number <= most:
        msg = f"{text!r} is not a whole number from {least} to {most}"
        raise ArgumentTypeError(msg)
    return number
