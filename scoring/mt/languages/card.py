"""The language card: facts of one language, each with where it comes from.  Adding a language is adding a card.

Source: MT scoring specification, §2.2, §2.3 and §2.5; Appendix B for what a card declares.
"""

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from scoring.mt.document import schema_of

__all__ = ["Checked", "Fact", "LanguageCard", "Quotes", "TransducerFile", "schema"]

Name = Annotated[str, msgspec.Meta(min_length=1)]


class Checked(StrEnum):
    """How a fact was checked: in its source, in somebody's account of the source, or not at all."""

    READ = "read"
    SECONDARY = "secondary"
    UNVERIFIED = "unverified"


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a field of the card comes from."""

    source: Name
    checked: Checked


class Quotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pairs of quotation marks that text of the language uses, the usual one first."""

    pairs: tuple[tuple[Name, Name], ...]


class TransducerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The finite-state analyser that exists for the language; whether it is installed is another question."""

    name: Name
    file: str | None = None
    decomposed: bool = False  # whether its alphabet is in normal form D


class LanguageCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="camel"):
    """What is known of one language; ``extends`` names the card whose fields hold where this one says nothing.

    ``scripts`` are ISO 15924 codes, ``facts`` say of each field where it comes from.
    """

    code: Name
    name: Name | None = None
    extends: str | None = None
    names: tuple[str, ...] = ()  # other codes and names it is found by
    scripts: tuple[str, ...] | None = None
    has_case: bool | None = None
    quotes: Quotes | None = None
    quotes_of: str | None = (
        None  # the CLDR language whose quotation marks are meant, where ``quotes`` is not given
    )
    strict: bool | None = None  # whether these marks alone count, not those that a run's references use too
    placeholders: tuple[Name, ...] = ()  # further ones that a translation has to keep; * is a name in them
    tokenizer: str | None = None  # of BLEU: 13a, zh, ja-mecab, char
    low_resource: bool | None = None
    words: tuple[str, ...] = ()  # frequent ones, by which the language is known
    closed_class: tuple[str, ...] = ()  # articles, pronouns, particles, auxiliaries: words of grammar
    capital_nouns: bool | None = None  # whether every noun is written with a capital, as in German
    orthography: str | None = None  # the name of its rule set
    fst: TransducerFile | None = None
    eval_metrics: tuple[str, ...] = ()  # language standards
    metric_model_support: dict[str, str] = {}  # model by metric: {"comet": "masakhane/africomet-mtl"}
    metric_model_validation: dict[
        str, tuple[str, ...]
    ] = {}  # models held against people's judgements of the language
    facts: dict[str, Fact] = {}  # by field, as it is written in the card

    @property
    def unverified(self) -> list[str]:
        """The fields that nobody has checked, as they are written in the card."""
        return sorted(name for name, fact in self.facts.items() if fact.checked is Checked.UNVERIFIED)


def schema() -> dict[str, Any]:
    """The JSON Schema of a language card."""
    return schema_of(LanguageCard, "onenlp language card")
