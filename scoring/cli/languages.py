"""``onenlp languages``: the language cards that are known, and what each says.

Source: MT scoring specification, Appendix B.
"""

import json
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.cli.mt_options import add_cards, cards_of, read_beside, refuse_replaced
from scoring.cli.options import Parser
from scoring.cli.output import say

if TYPE_CHECKING:
    from scoring.mt.languages.card import LanguageCard

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command."""
    made = Parser("onenlp languages", "List the language cards, or show one.", "")
    made.add_argument("code", nargs="?", metavar="CODE", help="show the card of this language")
    add_cards(made)
    made.add_argument("--json", metavar="FILE", help="write the cards as JSON; - is standard output")
    return made


def run(options: Namespace) -> int:
    """Lists the cards."""
    import msgspec

    from scoring.base.errors import UsageError
    from scoring.base.wording import nearest
    from scoring.cli.delivery import write_entries

    if options.json is not None:
        refuse_replaced({"json": options.json}, read_beside(options))
    cards = cards_of(options)
    chosen = sorted(cards.by_code.values(), key=lambda card: card.code)
    if options.code is not None:
        found = cards.find(options.code)
        if found is None:
            msg = (
                f"there is no language card {options.code!r}; {nearest(options.code, sorted(cards.by_code))}"
            )
            raise UsageError(msg)
        chosen = [found]
    if options.json is not None:
        plain = [msgspec.to_builtins(card) for card in chosen]
        write_entries(options.json, json.dumps(plain, ensure_ascii=False, indent=2) + "\n")
    if options.json != "-":
        say(
            "".join(
                f"{line}\n" for line in (card_lines(chosen[0]) if options.code is not None else table(chosen))
            )
        )
    return 0


def table(cards: "list[LanguageCard]") -> list[str]:
    """A line a language: code, name, scripts, case, quotation marks, tokenizer, transducer."""
    header = ("code", "name", "scripts", "case", "quotes", "tokenizer", "FST", "COMET model")
    rows = [
        (
            card.code, card.name or "", " ".join(card.scripts or ()),
            {True: "yes", False: "no", None: "?"}[card.has_case],
            "".join("".join(pair) for pair in card.quotes.pairs) if card.quotes else "-", card.tokenizer or "-",
            card.fst.name if card.fst else "-", card.metric_model_support.get("comet", "-"),
        )
        for card in cards
    ]  # fmt: skip
    widths = [max(len(row[place]) for row in (header, *rows)) for place in range(len(header))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (header, *rows)]  # fmt: skip


def card_lines(card: "LanguageCard") -> list[str]:
    """Every field of a card, with its source and how it was checked."""
    import msgspec

    lines = []
    for name, value in msgspec.to_builtins(card).items():
        fact = card.facts.get(name)
        if name == "facts" or (value in (None, [], (), {}) and fact is None):
            continue
        of = f"   ({fact.checked}: {fact.source})" if fact else ""
        lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}{of}")
    return lines
