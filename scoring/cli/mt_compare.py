"""``onenlp mt-compare``: two runs of machine translation on the entries that they share, paired.

Source: MT scoring specification, §8.2.
"""

from argparse import Namespace

from scoring.cli.compare import refuse_itself
from scoring.cli.mt_options import add_scoring, cards_of, engines_of, read_beside, refuse_replaced, scoring_of
from scoring.cli.options import Parser

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp mt-compare", "Compare two runs on the entries that both have, by the paired bootstrap.", ""
    )
    made.add_argument("first", metavar="FIRST", help="a run")
    made.add_argument("second", metavar="SECOND", help="the run to compare it with")
    add_scoring(made)
    made.add_argument("--json", metavar="FILE", help="write the comparison; - is standard output")
    made.add_argument(
        "--markdown", metavar="FILE", help="write the comparison as a page; - is standard output"
    )
    return made


def run(options: Namespace) -> int:
    """Compares, and writes what is asked for."""
    from scoring.card.comparison import compare_runs, dumps
    from scoring.card.markdown import comparison_markdown
    from scoring.cli.delivery import write_entries
    from scoring.mt.read import read_run

    places = {name: place for name in ("json", "markdown") if (place := getattr(options, name)) is not None}
    refuse_replaced(places, [options.first, options.second, *read_beside(options)])
    refuse_itself([options.first], [options.second])
    resamples, seed = scoring_of(options)
    first, second = read_run(options.first), read_run(options.second)
    found = compare_runs(
        first, second, cards=cards_of(options), resamples=resamples, seed=seed, **engines_of(options)
    )
    made = {"json": (dumps, "json"), "markdown": (comparison_markdown, "md")}
    for name, place in places.items():
        written, kind = made[name]
        write_entries(place, written(found), kind)
    if "-" not in places.values():
        write_entries("-", comparison_markdown(found), "md")
    return 0
