"""``onenlp mt-references``: how many words of references, of a run or of texts, the target's analyser rejects.

Source: MT scoring specification, §1.6, validation experiment 2.
"""

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.cli.mt_options import add_cards, add_standards, cards_of, read_beside, refuse_replaced
from scoring.cli.options import Parser, add_key, files_of, given_keys, option_of
from scoring.cli.output import say
from scoring.metrics.key import OF_ROWS, TEXTS

if TYPE_CHECKING:
    from scoring.mt.run import Run
    from scoring.mt.standards.rejection import Rejection

__all__ = ["parser", "run"]


OF_REFERENCES = tuple(key for key in TEXTS if key.name in ("ref", "target_language", "ref_field"))
OF_TABLES = tuple(key for key in OF_ROWS if key.name != "pred_field")
KEYS = (*OF_REFERENCES, *OF_TABLES)  # of texts in place of a run
UNDETERMINED = "und"  # the language of sources that are not read (ISO 639-2)


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp mt-references",
        "Count the words of the references that the analyser of the target language rejects.",
        "",
    )
    add = made.add_argument
    add("--run", metavar="FILE", help="the run: JSON, or JSON Lines with a header")
    for key in KEYS:
        add_key(made, key)
    add(
        "--analyser",
        metavar="FILE",
        help="the analyser (.hfstol or .json), instead of one in a folder of --standards",
    )
    add("--accept-err", action="store_true", help="let analyses with +Err tags count")
    add_cards(made)
    add_standards(made)
    add("--json", metavar="FILE", help="write the counts; - is standard output")
    return made


def run(options: Namespace) -> int:
    """Counts, and says what was found."""
    from scoring.base.errors import UsageError
    from scoring.cli.delivery import write_entries
    from scoring.metrics.metric import NotAvailable
    from scoring.mt.align import align
    from scoring.mt.standards.rejection import rejection

    if options.json is not None:
        inputs = [*([options.run] if options.run else []), *files_of(options, KEYS)]
        refuse_replaced({"json": options.json}, [*inputs, *read_beside(options)])
    read = run_of(options)
    ready = align(
        read, read, cards_of(options), standards_folders=options.standards, unverified=options.unverified,
        analyser=options.analyser, accept_err=options.accept_err,
    )  # fmt: skip
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


def run_of(options: Namespace) -> "Run":
    """The run of a file, or one without outputs that is made of references.

    Raises:
        UsageError: there is neither, or both.
    """
    from scoring.base.errors import UsageError
    from scoring.mt.form import TextForm
    from scoring.mt.parallel import TextGold
    from scoring.mt.read import read_run
    from scoring.mt.texts import gold_parts, read_gold

    given = given_keys(options, KEYS)
    if options.run is not None:
        if given:
            raise UsageError(f"--run has it all; remove {option_of(next(iter(given)))}")
        return read_run(options.run)
    if options.ref is None:
        raise UsageError("give --run FILE, or --ref FILE with --target-language CODE")
    if options.target_language is None:
        raise UsageError("--ref needs --target-language CODE, the language of the references")
    form = TextForm.of({**given, "source_language": UNDETERMINED})
    gold = read_gold(gold_parts(form), form)
    return gold.run if isinstance(gold, TextGold) else gold


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
