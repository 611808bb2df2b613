"""What the commands for machine translation have in common: where runs come from, how they are scored."""

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.base.errors import UsageError
from scoring.cli.options import Parser, add_key, resamples, seed
from scoring.metrics.key import TOKENIZE

if TYPE_CHECKING:
    from scoring.mt.languages import Cards

__all__ = [
    "add_cards",
    "add_scoring",
    "add_standards",
    "cards_of",
    "engines_of",
    "read_beside",
    "refuse_replaced",
    "scoring_of",
]


def add_scoring(made: Parser) -> None:
    """The options that say how runs are scored."""
    add = made.add_argument
    add("--resamples", type=resamples, metavar="N", help="resamples of each interval (default: 1000)")
    add("--seed", type=seed, metavar="N", help="seed of the resampling (default: 20260101)")
    add_key(made, TOKENIZE)
    add_models(made)
    add_cards(made)
    add_standards(made)
    add("--analyser", metavar="FILE",
        help="the target's finite-state analyser, .hfstol (default: CODE.hfstol in the folder ONENLP_FST)")  # fmt: skip
    add("--accept-err", action="store_true", help="let analyses with +Err tags count")
    add("--derived-morphology", action="store_true",
        help="without morphology in any entry, take the analyses of the references; not in the composite")  # fmt: skip


def engines_of(options: Namespace) -> dict[str, Any]:
    """What metrics are given by option.

    Raises:
        InputError: a folder of language standards is not there.
    """
    from scoring.mt.standards.resources import named_folders

    named_folders(options.standards)
    names = (TOKENIZE.name, "encoder", "comet_model", "comet_python", "comet_cache")
    models = {name: value for name in names if (value := getattr(options, name)) is not None}
    return models | {
        "analyser": options.analyser,
        "accept_err": options.accept_err,
        "derived_morphology": options.derived_morphology,
        "unverified_rules": options.unverified,
        "standards_folders": options.standards,
        "unverified": options.unverified,
    }


def add_models(made: Parser) -> None:
    """The options that say which models judge meaning."""
    add = made.add_argument
    add("--encoder", metavar="NAME_OR_PATH", help="the sentence-transformers model of the semantic score")
    add("--comet-model", metavar="NAME_OR_PATH",
        help="the COMET model (default: the target card's, else Unbabel/wmt22-comet-da)")  # fmt: skip
    add("--comet-python", metavar="FILE",
        help="the Python that has unbabel-comet (default: ONENLP_COMET_PYTHON, else this one)")  # fmt: skip
    add("--comet-cache", metavar="FOLDER",
        help="where COMET's scores are kept, so that none is predicted twice; off keeps none "
        "(default: ONENLP_COMET_CACHE, else the user's cache)")  # fmt: skip


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
    add("--standards", action="append", default=[], metavar="FOLDER",
        help="a folder with CODE/analyser.hfstol, CODE/glosses.json and so on for language standards "
        "(repeatable)")  # fmt: skip


def cards_of(options: Namespace) -> "Cards":
    """The language cards of the product and of the user's folders."""
    from scoring.mt.languages import Cards

    return Cards.load(options.language_cards, unverified=options.unverified)


def scoring_of(options: Namespace) -> tuple[int, int]:
    """Resamples and seed as given, else those of the product."""
    from scoring.statistics.draws import RESAMPLES, SEED

    return (
        RESAMPLES if options.resamples is None else options.resamples,
        SEED if options.seed is None else options.seed,
    )


def read_beside(options: Namespace) -> list[str]:
    """The files read beside the runs: analyser, language cards, what standards have; no output replaces one."""
    folders = [*options.language_cards, *getattr(options, "standards", [])]
    found = [str(path) for folder in folders for path in Path(folder).glob("**/*") if path.is_file()]
    analyser = getattr(options, "analyser", None)
    return [*found, *([analyser] if analyser else [])]


def refuse_replaced(places: dict[str, str], inputs: list[str]) -> None:
    """Raises UsageError where two outputs have one place, or one the place of an input."""
    taken = {os.path.realpath(path): path for path in inputs}
    for option, place in places.items():
        real = place if place == "-" else os.path.realpath(place)
        if real in taken:
            msg = f"--{option} {place} is also {taken[real]}, which it would replace; give another file"
            raise UsageError(msg)
        taken[real] = f"the place of --{option}"
