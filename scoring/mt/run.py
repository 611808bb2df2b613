"""A run: what one system made of one test set, one record a segment, so that no two lists can get out of step.

JSON, or JSON Lines with a header in the first line.
Source: MT scoring specification, §6 and §7 for what a run reports of tokens, cost and time.
"""

import unicodedata
from functools import cached_property
from typing import Annotated, Any

import msgspec

from scoring.mt.document import schema_of

__all__ = ["Dataset", "Entry", "Pricing", "Run", "Usage", "schema"]

MOST = (
    1_000_000_000  # of tokens, seconds or dollars: beyond it a unit was mistaken, and sums would not be exact
)
Tokens = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=MOST)]
Name = Annotated[str, msgspec.Meta(min_length=1)]


class PromptDetails(msgspec.Struct, frozen=True):
    """Of the prompt tokens, those that the provider had cached."""

    cached_tokens: Tokens | None = 0


class CompletionDetails(msgspec.Struct, frozen=True):
    """Of the completion tokens, those of a chain of thought."""

    reasoning_tokens: Tokens | None = 0


class Usage(msgspec.Struct, frozen=True):
    """The tokens of one call, as OpenAI-style programs report them; other fields are let pass."""

    prompt_tokens: Tokens | None = None
    completion_tokens: Tokens | None = None
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: CompletionDetails | None = None


class Pricing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars for a million tokens, by kind; a kind without a price of its own costs what it is a part of does."""

    prompt: Amount
    completion: Amount
    cached: Amount | None = None
    reasoning: Amount | None = None


class Dataset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The test set: its id and its languages."""

    id: Name
    source_language: Name
    target_language: Name
    language_pair: str | None = None

    @property
    def pair(self) -> str:
        """The language pair as given, else ``source-target``."""
        return self.language_pair or f"{self.source_language}-{self.target_language}"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One segment: what was to be translated, what would be right, and what came back.

    ``variants`` are accepted beside the references, ``raw_prediction`` is the output before it was repaired,
    ``morphology`` the expected analyses of its words.
    """

    id: Name
    references: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    source: str | None = None
    variants: tuple[str, ...] = ()
    prediction: str | None = None
    raw_prediction: str | None = None
    error: str | None = None
    difficulty: str | int | float | None = None
    provenance: str | int | None = None
    morphology: tuple[str, ...] = ()
    latency_seconds: Amount | None = None
    usage: Usage | None = None
    cost_usd: Amount | None = None

    @property
    def failed(self) -> bool:
        """Whether there is nothing to score: an error, or no prediction (an empty one is none)."""
        return self.error is not None or not (self.prediction or "").strip()

    @property
    def output(self) -> str:
        """The prediction; empty where the entry failed."""
        return "" if self.failed else (self.prediction or "")


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """What one system made of one test set.  ``glossary`` gives the accepted target terms of each source term.

    ``placeholders`` have to be kept beside those of the usual forms; ``strict``: quotation marks of the card alone.
    """

    dataset: Dataset
    entries: tuple[Entry, ...]
    model_slug: str = ""
    condition: str = ""
    glossary: dict[str, tuple[str, ...]] | None = None
    placeholders: tuple[Name, ...] = ()
    strict: bool = False
    elapsed_seconds: Amount | None = None
    pricing: Pricing | None = None
    total_cost_usd: Amount | None = None

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """The entries by id, sorted by it."""
        return {entry.id: entry for entry in sorted(self.entries, key=lambda entry: entry.id)}


def schema() -> dict[str, Any]:
    """The JSON Schema of a run."""
    return schema_of(Run, "onenlp-run/1")


def nfc(text: str) -> str:
    """The text in normal form C without white space at its ends, as matches compare it."""
    return unicodedata.normalize("NFC", text).strip()


def dumps(run: Run) -> str:
    """The run as JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(run), indent=2).decode() + "\n"
