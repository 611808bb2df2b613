"""A run: what one system made of one test set, one record a segment, so that no two lists can get out of step.

JSON, or JSON Lines with a header in the first line.
Source: MT scoring specification, §6 and §7 for what a run reports of tokens, cost and time.
"""

import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec

from scoring.base.errors import InputError
from scoring.base.files import content_of, read_bytes
from scoring.base.strict_json import leaves
from scoring.mt.document import convert, decode, lines_of, place, refuse_unfit, schema_of

__all__ = ["Dataset", "Entry", "Pricing", "Run", "Usage", "from_texts", "loads_run", "read_run", "schema"]

MOST = (
    1_000_000_000  # of tokens, seconds or dollars: beyond it a unit was mistaken, and sums would not be exact
)
LEAST = 1e-30  # of what is not 0: below it quotients overflow
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

    prompt_tokens: Tokens = 0
    completion_tokens: Tokens = 0
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: CompletionDetails | None = None

    @property
    def cached_tokens(self) -> int:
        return (self.prompt_tokens_details and self.prompt_tokens_details.cached_tokens) or 0

    @property
    def reasoning_tokens(self) -> int:
        return (self.completion_tokens_details and self.completion_tokens_details.reasoning_tokens) or 0


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
    """What one system made of one test set.  ``glossary`` gives the accepted target terms of each source term."""

    dataset: Dataset
    entries: tuple[Entry, ...]
    model_slug: str = ""
    condition: str = ""
    glossary: dict[str, tuple[str, ...]] | None = None
    elapsed_seconds: Amount | None = None
    pricing: Pricing | None = None
    total_cost_usd: Amount | None = None

    @cached_property
    def by_id(self) -> dict[str, Entry]:
        """The entries by id, sorted by it."""
        return {entry.id: entry for entry in sorted(self.entries, key=lambda entry: entry.id)}


def read_run(source: object) -> Run:
    """The run in a file: a path, or a file open for reading.

    Raises:
        InputError: the file cannot be read or is not a run; names file, entry and field.
    """
    if isinstance(source, Run):
        return source
    ways = "give a path, an open file, or what mt.read_run returned"
    return loads_run(*content_of(source, "a run ", ways=ways))


def loads_run(data: bytes | str, name: str = "<run>") -> Run:
    """The run in JSON text, or in JSON Lines: a header, then an entry a line.

    Raises:
        InputError: it is not a run; names file, line or entry, and field.
    """
    documents = decode(data, name)
    if len(documents) == 1 and isinstance(documents[0][1], dict) and "entries" in documents[0][1]:
        return run_of(documents[0][1], name)
    header, *rest = documents
    if not isinstance(header[1], dict) or "dataset" not in header[1] or "entries" in header[1]:
        msg = (
            f'{name}: no header: a run is one JSON object with "dataset" and "entries", or JSON Lines whose first '
            'line is {"dataset": {…}, …} and whose other lines are an entry each'
        )
        raise InputError(msg)
    return run_of({**header[1], "entries": [entry for _, entry in rest]}, name, [line for line, _ in rest])


def run_of(document: Mapping[str, Any], name: str, lines: Sequence[int] = ()) -> Run:
    """A run from plain data; ``lines`` are those of its entries in the file."""
    refuse_unfit(document, name)
    run = convert(document, Run, name, lines)
    refuse_tiny(document, name)
    check(run, name, lines)
    return run


def refuse_tiny(document: Mapping[str, Any], name: str) -> None:
    """Raises InputError for an amount that is next to nothing and yet not 0, naming entry and field."""
    for path, value in leaves(document, "$"):
        if (
            isinstance(value, float)
            and 0 < value < LEAST
            and not path.endswith((".difficulty", ".provenance"))
        ):
            msg = f"{name}: {place(path, document)} is {value}, but 0 or at least {LEAST} is needed; was it measured?"
            raise InputError(msg)


def check(run: Run, name: str, lines: Sequence[int] = ()) -> None:
    """Raises InputError for what the types do not say: ids that are not unique, blank references, an odd glossary."""
    places: dict[str, int] = {}
    for number, entry in enumerate(run.entries, 1):
        where = f"{name}:{lines[number - 1]}" if lines else name
        if entry.id in places:
            msg = f"{where}: entries {places[entry.id]} and {number} both have the id {entry.id!r}; give each its own"
            raise InputError(msg)
        places[entry.id] = number
        for field, texts in (("references", entry.references), ("variants", entry.variants)):
            blank = next((place for place, text in enumerate(texts) if not text.strip()), None)
            if field == "references" and blank is not None:
                msg = f"{where}: entry {entry.id!r}: references[{blank}] is blank; a reference has text"
                raise InputError(msg)
    for term, targets in (run.glossary or {}).items():
        if not term.strip() or not targets or not all(target.strip() for target in targets):
            msg = (
                f"{name}: glossary {term!r}: {list(targets)!r}, but a source term needs at least one accepted target "
                'term, as in {"dog": ["chien"]}'
            )
            raise InputError(msg)


def from_texts(
    *,
    references: Sequence[str | os.PathLike[str]],
    predictions: str | os.PathLike[str],
    sources: str | os.PathLike[str] | None = None,
    source_language: str,
    target_language: str,
    dataset: str | None = None,
    model: str | None = None,
) -> Run:
    """A run of parallel text files, a segment a line: each entry's id is the number of its line.

    Raises:
        InputError: a file cannot be read, or they do not have the same number of lines.
    """
    outputs = text_lines(predictions)
    streams = [text_lines(path) for path in references]
    origin = text_lines(sources) if sources is not None else None
    named = [
        *zip(references, streams, strict=True),
        *([(sources, origin)] if sources is not None and origin is not None else []),
    ]
    for path, lines in named:
        if len(lines) != len(outputs):
            msg = (
                f"{os.fspath(predictions)} has {len(outputs)} lines, {os.fspath(path)} has {len(lines)}; "
                "parallel files have a segment a line"
            )
            raise InputError(msg)
    entries = [
        Entry(
            id=str(number + 1),
            source=origin[number] if origin is not None else None,
            references=tuple(stream[number] for stream in streams),
            prediction=prediction,
        )
        for number, prediction in enumerate(outputs)
    ]
    run = Run(
        dataset=Dataset(
            id=dataset or Path(references[0]).stem,
            source_language=source_language,
            target_language=target_language,
        ),
        entries=tuple(entries),
        model_slug=model or Path(predictions).stem,
    )
    check(run, ", ".join(os.fspath(path) for path in references))
    return run


def text_lines(path: str | os.PathLike[str]) -> list[str]:
    """The segments of a text file."""
    return lines_of(read_bytes(Path(path), InputError), os.fspath(path))


def schema() -> dict[str, Any]:
    """The JSON Schema of a run."""
    return schema_of(Run, "onenlp-run/1")


def nfc(text: str) -> str:
    """The text in normal form C without white space at its ends, as matches compare it."""
    return unicodedata.normalize("NFC", text).strip()


def dumps(run: Run) -> str:
    """The run as JSON, indented."""
    return msgspec.json.format(msgspec.json.encode(run), indent=2).decode() + "\n"
