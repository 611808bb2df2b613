"""Orthographies as data: the alphabet of a script and what a word must not have, each rule with its source.

Source: MT scoring specification, §2.2; the sources of the rules stand in the rule sets.
"""

from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec
import regex

from scoring.base.errors import InputError
from scoring.base.files import read_bytes
from scoring.base.limits import CARD_BYTES
from scoring.mt.document import convert, decode
from scoring.mt.languages.card import Checked
from scoring.mt.scripts import letters

__all__ = ["Alphabet", "Orthography", "OrthographyRule", "orthography"]

Text = Annotated[str, msgspec.Meta(min_length=1)]


class Alphabet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The characters that a word may have, lower case; ``good`` is a word without others, ``bad`` one with."""

    letters: Text
    says: Text
    source: Text
    checked: Checked
    good: Text
    bad: Text


class OrthographyRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a word must not have: ``forbids`` is a regular expression; ``good`` keeps the rule, ``bad`` breaks it."""

    id: Text
    forbids: Text
    says: Text
    source: Text
    checked: Checked
    good: Text
    bad: Text


class Orthography(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The rules of words of one script; ``also`` are those of the language's other scripts."""

    name: Text
    title: Text
    script: Text
    alphabet: Alphabet
    rules: tuple[OrthographyRule, ...] = ()
    also: tuple["Orthography", ...] = ()

    @cached_property
    def patterns(self) -> dict[str, "regex.Pattern[str]"]:
        """What breaks each rule, compiled."""
        found = {"alphabet": regex.compile(f"[^{regex.escape(self.alphabet.letters, special_only=False)}]")}
        return found | {rule.id: regex.compile(rule.forbids) for rule in self.rules}

    def broken(self, word: str, *, unverified: bool = False) -> list[str]:
        """The rules that a word of the script breaks, case aside; those that nobody has checked only ``unverified``."""
        states = [("alphabet", self.alphabet.checked), *((rule.id, rule.checked) for rule in self.rules)]
        return [
            name
            for name, state in states
            if (unverified or state is not Checked.UNVERIFIED) and self.patterns[name].search(word.lower())
        ]

    def of(self, word: str) -> "Orthography | None":
        """The rules of the script that the word has letters of; None where there are none for it."""
        for one in (self, *self.also):
            if letters((one.script,)).search(word):
                return one
        return None


@lru_cache(maxsize=16)
def orthography(name: str) -> Orthography:
    """The rule set of that name, or in the JSON file of that path.

    Raises:
        InputError: there is none, or it has a wrong field or expression.
    """
    if name.endswith(".json"):
        return rules_in(read_bytes(Path(name), InputError, most=CARD_BYTES), name)
    own = files("scoring.mt.languages").joinpath("orthographies")
    there = sorted(item.name.removesuffix(".json") for item in own.iterdir() if item.name.endswith(".json"))
    if name not in there:
        msg = (
            f"there is no orthography {name!r}; there are {', '.join(there)}, or give the path of a JSON file"
        )
        raise InputError(msg)
    return rules_in(own.joinpath(f"{name}.json").read_bytes(), f"{name}.json")


def rules_in(data: bytes, name: str) -> Orthography:
    """A rule set whose expressions compile."""
    made: Orthography = convert(decode(data, name)[0][1], Orthography, name)
    for one in (made, *made.also):
        for rule in one.rules:
            try:
                regex.compile(rule.forbids)
            except regex.error as fault:
                msg = f"{name}: rule {rule.id!r}: {rule.forbids!r} is no regular expression: {fault}"
                raise InputError(msg) from None
    return made
