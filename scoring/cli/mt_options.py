"""What the commands for machine translation have in common: where runs come from, how they are scored."""

import os
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from scoring.cli.options import Parser, resamples, seed
from scoring.errors import UsageError

if TYPE_CHECKING:
    from scoring.mt.languages import Cards

__all__ = ["add_cards", "add_scoring", "add_standards", "cards_of", "engines_of", "refuse_same", "scoring_of"]


def add_scoring(made: Parser) -> None:
    """The options that say how runs are scored."""
    add = made.add_argument
    add("--resamples", type=resamples, metavar="N", help="resamples of each interval (default: 1000)")
    add("--seed", type=seed, metavar="N", help="seed of the resampling (default: 20260101)")
    add_cards(made)
    add_standards(made)


def add_cards(made: Parser) -> None:
    """The options that say where language cards are."""
    add = made.add_argument
    add("--language-cards", action="append", default=[], metavar="FOLDER",
        help="a folder of language cards, which go before those that come with the product (repeatable)")  # fmt: skip
    add("--unverified", action="store_true",
        help="use facts of language cards and word lists that nobody has checked, too")  # fmt: skip


def add_standards(made: Parser) -> None:
    """The option that says where a language standard finds analyser, glosses and word lists."""
    add = made.add_argument
    told = (
        "a folder with CODE/analyser.hfstol, CODE/glosses.json and so on for language standards (repeatable)"
    )
    add("--standards", action="append", default=[], metavar="FOLDER", help=told)


def engines_of(options: Namespace) -> dict[str, Any]:
    """What runs are scored with besides language cards."""
    return {"standards_folders": options.standards, "unverified": options.unverified}


def cards_of(options: Namespace) -> "Cards":
    """The language cards of the product and of the user's folders."""
    from scoring.mt.languages import Cards

    return Cards.load(options.language_cards, unverified=options.unverified)


def scoring_of(options: Namespace) -> tuple[int, int]:
    """Resamples and seed as given, else those of the product."""
    from scoring.draws import RESAMPLES, SEED

    return (
        RESAMPLES if options.resamples is None else options.resamples,
        SEED if options.seed is None else options.seed,
    )


def refuse_same(places: dict[str, str], inputs: list[str]) -> None:
    """Raises UsageError where two outputs have one place, or one the place of an input."""
    taken = {os.path.realpath(path): path for path in inputs}
    for option, place in places.items():
        real = place if place == "-" else os.path.realpath(place)
        if real in taken:
            msg = f"--{option} {place} is also {taken[real]}, which it would replace; give another file"
            raise UsageError(msg)
        taken[real] = f"the place of --{option}"
