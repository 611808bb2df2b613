"""Texts that belong together: references, sources and outputs of the same segments, brought together by id or place.

What a table says of a segment under the name of a field of a run's entry is that field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.base.strict_json import kind_of, unfit
from scoring.mt.columns import Column, Segmented
from scoring.mt.document import convert, refuse_unfit
from scoring.mt.form import TextForm
from scoring.mt.run import Dataset, Entry, Run

__all__ = ["TextGold", "as_text", "text_gold", "with_outputs"]

OF_GOLD = (
    "variants",
    "difficulty",
    "provenance",
    "morphology",
)  # fields that a table may have beside its texts
OF_OUTPUTS = ("raw_prediction", "error", "latency_seconds", "usage", "cost_usd")


@dataclass(frozen=True, eq=False)
class TextGold:
    """Gold made of texts: a run without outputs, and the references that its segments are named by or counted in.

    ``fields`` are the columns of the references, None among them for plain texts.
    """

    run: Run
    base: Column
    fields: frozenset[str | None]


def text_gold(refs: Sequence[Column], source: Column | None, form: TextForm) -> TextGold:
    """The run without outputs that references and sources make; a segment's id is its place where no table has ids."""
    base = next((column for column in refs if column.ids is not None), refs[0])
    placed = [(column, in_place(column, base)) for column in refs]
    origins = [None] * len(base.texts) if source is None else sources_of(source, in_place(source, base))
    entries = []
    for place, origin in enumerate(origins):
        references = tuple(text for column, places in placed for text in references_of(column, places[place]))
        if not references:
            msg = (
                f"{base.where(place)}: the segment has no reference; give it one, or leave it out everywhere"
            )
            raise InputError(msg)
        own = str(place + 1) if base.ids is None else base.ids[place]
        entry = Entry(id=own, references=references, source=origin)
        entries.append(with_fields(entry, base, place, OF_GOLD))
    dataset = Dataset(form.dataset or Path(base.given.name).stem, *form.languages)
    run = Run(dataset=dataset, entries=tuple(entries))
    return TextGold(run, base, frozenset(column.field for column in refs))


def sources_of(column: Column, places: Sequence[int]) -> list[str | None]:
    """The source of each segment, None where a table has none."""
    return [
        None if (text := column.texts[place]) is None else as_text(text, column.where(place))
        for place in places
    ]


def references_of(column: Column, place: int) -> list[str]:
    """The references in a cell: one, several in a list, or none where it is null."""
    given = column.texts[place]
    cell = () if given is None else given if isinstance(given, list | tuple) else (given,)
    texts = [as_text(text, column.where(place)) for text in cell]
    if not all(text.strip() for text in texts):
        msg = f"{column.where(place)}: the reference is blank; a reference has text"
        raise InputError(msg)
    return texts


def as_text(given: object, where: str) -> str:
    """A text as it is.

    Raises:
        InputError: it is none, or no whole one.
    """
    if not isinstance(given, str):
        msg = f"{where}: {kind_of(given)}, but a text is needed"
        raise InputError(msg)
    if fault := unfit(given, ""):
        msg = f"{where} {fault}"
        raise InputError(msg)
    return given


def in_place(column: Column, base: Column) -> Sequence[int]:
    """The place in a column of each segment of another: by id where both have ids, else as they come.

    Raises:
        AlignmentError: they are not of the same segments.
    """
    counts = f"{column.counted}, {base.counted}"
    if base.ids is not None and column.ids is not None:
        places = {name: place for place, name in enumerate(column.ids)}
        alone = [name for name in base.ids if name not in places] + [*places.keys() - set(base.ids)]
        if alone:
            more = f" and {len(alone) - 3} more" if len(alone) > 3 else ""
            msg = f"{counts}; in one alone: {', '.join(map(repr, sorted(alone)[:3]))}{more}; are they of one test set?"
            raise AlignmentError(msg)
        return [places[name] for name in base.ids]
    if len(column.texts) != len(base.texts):
        msg = f"{counts}; parallel texts have one for each segment"
        lists = "[" in base.given.name and len(base.texts) < len(column.texts)
        if lists:
            msg += ": ref=[[…]] has a list for each translator, with a text for each segment"
        raise AlignmentError(msg)
    return range(len(base.texts))


def with_outputs(gold: Run | TextGold, outputs: Run | Column, model: str | None = None) -> Run:
    """The run that outputs make of gold; ``model``: else it is called as their file is.

    Raises:
        AlignmentError: they are not of gold's segments.
        UsageError: they are a run, which has references of its own.
    """
    if isinstance(outputs, Run):
        msg = "pred is a run, which has references of its own; give it alone, as run (--run)"
        raise UsageError(msg)
    of = gold.run if isinstance(gold, TextGold) else gold
    base = gold.base if isinstance(gold, TextGold) else column_of(gold)
    places = in_place(outputs, base)
    texts: Sequence[Any] = outputs.texts
    entries = tuple(
        with_fields(replace(entry, prediction=texts[place]), outputs, place, OF_OUTPUTS)
        for entry, place in zip(without_outputs(of), places, strict=True)
    )
    return Run(
        dataset=of.dataset,
        entries=entries,
        model_slug=model or Path(outputs.given.name).stem,
        glossary=of.glossary,
    )


def without_outputs(run: Run) -> Iterator[Entry]:
    """What gold says of each segment, without what a system made of it."""
    for entry in run.entries:
        yield Entry(
            id=entry.id, references=entry.references, source=entry.source, variants=entry.variants,
            difficulty=entry.difficulty, provenance=entry.provenance, morphology=entry.morphology,
        )  # fmt: skip


def column_of(run: Run) -> Column:
    """The segments of a run as a column of theirs, to which others are brought."""
    texts = [entry.references for entry in run.entries]
    return Column(
        Segmented("gold", len(texts), texts=texts), texts, tuple(entry.id for entry in run.entries), None
    )


def with_fields(entry: Entry, column: Column, place: int, names: Sequence[str]) -> Entry:
    """The entry with the fields of those names that the column's table has; an empty cell says nothing.

    Raises:
        InputError: a value is not what the field of a run may be.
    """
    columns: Mapping[str, Sequence[Any]] = column.given.columns or {}
    found = {
        name: value
        for name in names
        if name in columns and name != column.field and (value := columns[name][place]) not in (None, "")
    }
    if not found:
        return entry
    where = column.given.where(place)
    refuse_unfit(found, where)
    return convert({**asdict(entry), **found}, Entry, where, strict=not column.given.headed)
