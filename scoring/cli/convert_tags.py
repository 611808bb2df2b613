"""``onenlp convert-tags IN OUT``: writes a file of IOB1, BIOES, BILOU or PER-B tags anew in IOB2."""

import os
from argparse import Namespace

from scoring.base.errors import UsageError
from scoring.cli.options import Parser, add_key, given_keys
from scoring.metrics.key import COLUMNS

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp convert-tags",
        "Write tagged text anew with its tags in IOB2; all else stays as it is.", "",
    )  # fmt: skip
    made.add_argument(
        "source",
        metavar="IN",
        help="tagged text in IOB1, BIOES (IOBES) or BILOU, letters in front (B-PER, B_PER) or behind (PER-B)",
    )
    made.add_argument("target", metavar="OUT", help="the file to write")
    made.add_argument(
        "--scheme", choices=("iob1", "bioes", "bilou"), help="the scheme of IN (default: found from its tags)"
    )
    for key in COLUMNS:
        add_key(made, key)
    return made


def run(options: Namespace) -> int:
    """Converts, and says what was done."""
    from scoring.cli.output import say
    from scoring.spans import convert_file

    if os.path.realpath(options.source) == os.path.realpath(options.target):
        msg = f"OUT {options.target} is also IN, which it would replace; give another file"
        raise UsageError(msg)
    done = convert_file(options.source, options.target, options.scheme, **given_keys(options, COLUMNS))
    broken = f"; {done.broken} broke the scheme and stay as near as IOB2 allows" if done.broken else ""
    say(f"{options.source}: {done.scheme}, {done.changed} of {done.tags} tags written anew{broken}\n")
    return 0
