"""Finding language cards: those of this package, then those of the user's folders, which go first.

Source: MT scoring specification, Appendix B.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from msgspec.structs import replace

from scoring.base.errors import InputError
from scoring.base.files import read_bytes
from scoring.base.limits import CARD_BYTES
from scoring.base.wording import nearest
from scoring.mt.document import convert, decode
from scoring.mt.languages.card import Checked, Fact, LanguageCard, Quotes
from scoring.mt.scripts import CASED, TOGETHER

__all__ = ["FOLDERS", "Cards"]

FOLDERS = "ONENLP_LANGUAGE_CARDS"  # the environment variable: folders, separated as in PATH


@dataclass(frozen=True)
class Cards:
    """Language cards by code, and by the other codes and names of each."""

    by_code: Mapping[str, LanguageCard] = field(default_factory=dict)

    @classmethod
    def load(cls, folders: Iterable[Path | str] = (), *, unverified: bool = False) -> "Cards":
        """The cards of the package, of ``ONENLP_LANGUAGE_CARDS`` and of these folders; later ones go before.

        Facts that nobody has checked are left out unless ``unverified`` asks for them.

        Raises:
            InputError: a card cannot be read, has a wrong field, or extends one that is not there.
        """
        named = [Path(name) for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name]
        every = [*named, *map(Path, folders)]
        if not every and not unverified:
            return own_cards()
        found = dict(shipped())
        for folder in every:
            if not folder.is_dir():
                msg = (
                    f"{folder}: there is no such folder of language cards; see {FOLDERS} and --language-cards"
                )
                raise InputError(msg)
            for path in sorted(folder.glob("*.json")):
                add(found, read_bytes(path, InputError, most=CARD_BYTES), str(path))
        return cls.of(found, unverified=unverified)

    @classmethod
    def of(cls, found: Mapping[str, LanguageCard], *, unverified: bool = False) -> "Cards":
        """The cards with what they extend and the quotation marks that they name."""
        whole = {code: worded(quoted(resolved(card, found))) for code, card in found.items()}
        return cls(whole if unverified else {code: without_unverified(card) for code, card in whole.items()})

    def find(self, code: str) -> LanguageCard | None:
        """The card of a language by code or name; None where there is none.

        By a longer tag too (``en-GB``), and then of the script that the tag names: ``srp_Latn``, ``zh-Hant``.
        """
        wanted = code.replace("_", "-").casefold()
        if (card := self.called.get(wanted)) is not None:
            return card
        start, *subtags = wanted.split("-")
        card = self.called.get(start)
        script = next((tag.title() for tag in subtags if len(tag) == 4 and tag.isalpha()), None)
        return card if card is None or script is None else written_in(card, script)

    @cached_property
    def called(self) -> Mapping[str, LanguageCard]:
        """The cards by all codes and names; the first card of a name has it."""
        found: dict[str, LanguageCard] = {}
        for card in self.by_code.values():
            for name in (card.code, card.name or "", *card.names):
                found.setdefault(name.casefold(), card)
        return found


def written_in(card: LanguageCard, script: str) -> LanguageCard:
    """The card of a language as it is written in one script."""
    scripts = card.scripts or ()
    if script in {one for name in scripts for one in (name, *TOGETHER.get(name, ()))}:
        if len(scripts) == 1:
            return card
        script = next(name for name in scripts if script in (name, *TOGETHER.get(name, ())))
    return replace(card, scripts=(script,), has_case=script in CASED)


@cache
def shipped() -> Mapping[str, LanguageCard]:
    """The cards of the package as they are written."""
    found: dict[str, LanguageCard] = {}
    for item in sorted(files("scoring.mt.languages").joinpath("cards").iterdir(), key=lambda item: item.name):
        if item.name.endswith(".json"):
            add(found, item.read_bytes(), item.name)
    return found


@cache
def own_cards() -> Cards:
    """The cards of the package, made once."""
    return Cards.of(shipped())


def add(found: dict[str, LanguageCard], data: bytes, name: str) -> None:
    """Puts a card under its code, in the place of an earlier one."""
    documents = decode(data, name)
    card = convert(documents[0][1], LanguageCard, name)
    known = set(LanguageCard.__struct_encode_fields__)
    strange = sorted(set(card.facts) - known)
    if strange:
        msg = f"{name}: facts of {strange[0]!r}, which is no field of a card; {nearest(strange[0], sorted(known))}"
        raise InputError(msg)
    found[card.code] = card


@cache
def marks() -> tuple[str, Mapping[str, Quotes]]:
    """The quotation marks of every language that CLDR has, and where they come from."""
    table = json.loads(files("scoring.mt.languages").joinpath("quotes.json").read_bytes())
    pairs = {
        code: Quotes(pairs=tuple((start, end) for start, end in own))
        for code, own in table["languages"].items()
    }
    return table["source"], pairs


def quoted(card: LanguageCard) -> LanguageCard:
    """The card with CLDR's quotation marks where it has none of its own."""
    if card.quotes is not None or card.quotes_of is None:
        return card
    source, pairs = marks()
    if card.quotes_of not in pairs:
        msg = f"language card {card.code!r}: quotesOf is {card.quotes_of!r}, whose quotation marks are not known"
        raise InputError(msg)
    fact = Fact(source=source, checked=Checked.READ)
    return replace(card, quotes=pairs[card.quotes_of], facts={**card.facts, "quotes": fact})


@cache
def closed_classes() -> Mapping[str, tuple[Fact, tuple[str, ...]]]:
    """The words of grammar of the languages that have a list here, and where it comes from."""
    table = json.loads(files("scoring.mt.languages").joinpath("closed_class.json").read_bytes())
    return {
        code: (
            Fact(source=own["source"], checked=Checked(own["checked"])),
            tuple(word for line in own["words"] for word in line.split()),
        )
        for code, own in table["languages"].items()
    }


def worded(card: LanguageCard) -> LanguageCard:
    """The card with the list of its language's words of grammar where it has none of its own."""
    lists = closed_classes()
    code = next((name for name in (card.code, *card.names) if name in lists), None)
    if card.closed_class or code is None:
        return card
    fact, own = lists[code]
    return replace(card, closed_class=own, facts={**card.facts, "closedClass": fact})


def without_unverified(card: LanguageCard) -> LanguageCard:
    """The card without the facts that nobody has checked; their entries stay, so that it can be said what they are."""
    fields = dict(zip(LanguageCard.__struct_encode_fields__, LanguageCard.__struct_fields__, strict=True))
    empty = LanguageCard(code=card.code)
    return replace(card, **{fields[name]: getattr(empty, fields[name]) for name in card.unverified})


def resolved(
    card: LanguageCard, cards: Mapping[str, LanguageCard], seen: tuple[str, ...] = ()
) -> LanguageCard:
    """The card with the fields of those that it extends where it says nothing itself."""
    if card.extends is None:
        return card
    if card.extends not in cards or card.extends in (*seen, card.code):
        why = "which is no card" if card.extends not in cards else "which extends it in turn"
        msg = f"language card {card.code!r} extends {card.extends!r}, {why}"
        raise InputError(msg)
    base = resolved(cards[card.extends], cards, (*seen, card.code))
    taken = {
        name: getattr(base, name)
        for name in LanguageCard.__struct_fields__
        if name not in ("code", "names", "extends", "facts") and getattr(card, name) in (None, (), {})
    }
    return replace(card, **taken, facts={**base.facts, **card.facts})
