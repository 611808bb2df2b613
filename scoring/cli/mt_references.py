"""``onenlp mt-references``: how many words of a run's references the analyser of the target language rejects.

Source: MT scoring specification, §1.6, validation experiment 2.
"""

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.cli.mt_options import add_cards, add_standards, cards_of, read_beside, refuse_replaced
from scoring.cli.options import Parser
from scoring.cli.output import say

if TYPE_CHECKING:
    from scoring.mt.standards.rejection import Rejection

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp mt-references",
        "Count the words of the references that the analyser of the target language rejects.",
        "",
    )
    add = made.add_argument
    add("--run", required=True, metavar="FILE", help="the run: JSON, or JSON Lines with a header")
    add(
        "--analyser",
        metavar="FILE",
        help="the analyser (.hfstol or .json), instead of one in a folder of --standards",
    )
    add_cards(made)
    add_standards(made)
    add("--json", metavar="FILE", help="write the counts; - is standard output")
    return made


def run(options: Namespace) -> int:
    """Counts, and says what was found."""
    from pathlib import Path

    from scoring.base.errors import UsageError
    from scoring.cli.delivery import write_entries
    from scoring.metrics.metric import NotAvailable
    from scoring.mt.align import align
    from scoring.mt.read import read_run
    from scoring.mt.standards.rejection import rejection
    from scoring.mt.standards.resources import load_analyser

    if options.json is not None:
        refuse_replaced({"json": options.json}, [options.run, *read_beside(options)])
    given: dict[str, object] = {}
    if options.analyser is not None:
        given["analyser"] = load_analyser(Path(options.analyser))
    read = read_run(options.run)
    folders, unverified = options.standards, options.unverified
    ready = align(read, read, cards_of(options), standards_folders=folders, unverified=unverified, **given)
    found = rejection(ready)
    if isinstance(found, NotAvailable):
        raise UsageError(f"{found.reason}; {found.remedy}, or give --analyser")
    if options.json is not None:
        plain = {
            "references": found.references, "references_with_rejected_words": found.with_rejected, "words": found.words,
            "rejected": found.rejected.total(), "share": found.share, "rejected_words": dict(found.by_count),
        }  # fmt: skip
        write_entries(options.json, json.dumps(plain, ensure_ascii=False, indent=2) + "\n")
    if options.json != "-":
        say("".join(f"{line}\n" for line in rejection_lines(found)))
    return 0


def rejection_lines(found: "Rejection") -> list[str]:
    """The share, and the rejected words with how often each stands there."""
    if found.share is None:
        return ["the references have no words"]
    first = (
        f"{found.rejected.total()} of {found.words} words are rejected ({found.share:.2%}), "
        f"in {found.with_rejected} of {found.references} references"
    )
    width = max((len(str(count)) for _, count in found.by_count), default=0)
    return [first, *(f"{count:{width}}  {word}" for word, count in found.by_count)]
