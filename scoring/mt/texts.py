"""Translations as texts: gold is made of references and sources, outputs are brought to it by id or by place."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.base.errors import InputError, UsageError
from scoring.base.files import content_of
from scoring.base.text import decoded
from scoring.metrics.task import GoldParts
from scoring.mt.columns import Column, Segmented, from_lines, from_memory, from_records, from_tsv
from scoring.mt.document import decode
from scoring.mt.form import TextForm
from scoring.mt.parallel import TextGold, as_text, text_gold, with_outputs
from scoring.mt.read import is_run, run_in, run_of
from scoring.mt.run import Run

__all__ = [
    "TextGold",
    "from_texts",
    "gold_parts",
    "read_gold",
    "read_outputs",
    "with_outputs",
]

OBJECTS = (".jsonl", ".ndjson", ".json")
TABS = (".tsv", ".tab")
AS_LISTS = "; texts in memory are given as a list for each translator: ref=[texts]"
RUN = "a run (a path, an open file, a dictionary, what mt.read_run returned)"
A_TEXT = "a text file, a table or a list of texts"
WAYS = {
    "gold": f"{RUN}, or a table (TSV, JSON Lines, records); texts are given by ref and source",
    "pred": f"{RUN}, {A_TEXT}",
}


def gold_parts(form: TextForm) -> GoldParts:
    """The references and the sources that the keys name.

    Raises:
        UsageError: there is no reference among them.
    """
    given: Any = form.ref
    # Several are in a list: of paths, or of lists of texts as sacrebleu has them.
    single = isinstance(given, str | os.PathLike) or hasattr(given, "read") or hasattr(given, "columns")
    refs = (given,) if single else tuple(given)
    if not refs:
        msg = f"ref is an empty list; give {A_TEXT} for each translator"
        raise UsageError(msg)
    return GoldParts(refs, () if form.source is None else (form.source,))


def read_gold(source: object, form: TextForm) -> Run | TextGold:
    """The gold side: a run, a table with references and maybe sources, or the parts that ``gold_parts`` gives.

    Raises:
        InputError: something cannot be read, or a segment has no reference.
        AlignmentError: references and sources are not of the same segments.
    """
    if isinstance(source, GoldParts):
        several = len(source.compared) > 1 or not isinstance(form.ref, str | os.PathLike)
        names = [f"ref[{place}]" if several else "ref" for place in range(len(source.compared))]
        refs = [
            column
            for name, one in zip(names, source.compared, strict=True)
            for column in table_of(one, name, form).side("ref", form)
        ]
        sources = [table_of(one, "source", form).side("source", form)[0] for one in source.beside]
        return text_gold(refs, sources[0] if sources else None, form)
    given = opened(source, "gold", form)
    if isinstance(given, Run):
        refuse_other_form(given, form)
        return given
    if given.columns is None:
        msg = (
            f"{given.name}: texts alone do not say whether they are sources or references: "
            "give ref and source in place of gold (--ref, --source)"
        )
        raise InputError(msg)
    sources = given.side("source", form, needed=form.source_field is not None)
    return text_gold(given.side("ref", form), sources[0] if sources else None, form)


def read_outputs(source: object, form: TextForm) -> Run | Column:
    """The predicted side: a run, or a text for each segment.

    Raises:
        InputError: it cannot be read, or an output is no text.
    """
    given = opened(source, "pred", form)
    if isinstance(given, Run):
        return given
    (column,) = given.side("pred", form)
    for place, text in enumerate(column.texts):
        if text is not None:  # that is no output, as of a call that failed
            as_text(text, column.where(place))
    return column


def refuse_other_form(run: Run, form: TextForm) -> None:
    """Raises UsageError where the keys say of a run what it says itself, otherwise."""
    for name in ("source_language", "target_language"):
        given, own = getattr(form, name), getattr(run.dataset, name)
        if given is not None and given != own:
            msg = f"{name} is {given!r}, but gold is a run, which says {own!r} itself; remove {name}, or mend the run"
            raise UsageError(msg)
    for name in ("ref_field", "source_field"):
        if getattr(form, name) is not None:
            msg = f"{name} names a column of a table, but gold is a run; remove {name}"
            raise UsageError(msg)


def opened(source: object, role: str, form: TextForm) -> Run | Segmented:
    """A run, or segments, by what the source is; where references are texts a file is JSON by its name alone."""
    if isinstance(source, Run):
        return source
    if isinstance(source, Mapping):
        return run_of(source, role)
    if not isinstance(source, str | os.PathLike) and not hasattr(source, "read"):
        return from_memory(source, role, WAYS.get(role, A_TEXT))
    is_text = role[:4] == "ref[" and isinstance(source, str) and (" " in source or not Path(source).suffix)
    data, name = content_of(source, "", hint=AS_LISTS if is_text else "")
    ending = Path(name).suffix.lower()
    if ending == ".csv":
        msg = f"{name}: texts hold commas and quotes, so CSV is not read here; give the table as TSV or JSON Lines"
        raise InputError(msg)
    if ending in TABS:
        return from_tsv(data, name, form)
    if ending in OBJECTS or (form.ref is None and decoded(data, name).lstrip().startswith(("{", "["))):
        documents = decode(data, name)
        return run_in(documents, name) if is_run(documents) else from_documents(documents, name)
    return from_lines(data, name)


def from_documents(documents: Sequence[tuple[int, Any]], name: str) -> Segmented:
    """The records of JSON Lines, or of one array."""
    if len(documents) == 1 and isinstance(documents[0][1], list):
        return from_records(documents[0][1], name)
    return from_records([record for _, record in documents], name, [line for line, _ in documents])


def table_of(source: object, role: str, form: TextForm) -> Segmented:
    """Segments; a run is refused, since it is gold and not a part of it."""
    found = opened(source, role, form)
    if isinstance(found, Run):
        msg = f"{role} is a run, which has references and sources of its own: give it as gold"
        raise UsageError(msg)
    return found


def from_texts(
    *,
    references: Sequence[object],
    predictions: object,
    sources: object = None,
    source_language: str,
    target_language: str,
    model: str | None = None,
) -> Run:
    """The run that texts make, each a file, a table or a list: see ``read_gold`` and ``read_outputs``.

    Raises:
        ScoringError: something cannot be read, or they are not of the same segments.
    """
    form = TextForm(references, sources, source_language, target_language)
    return with_outputs(read_gold(gold_parts(form), form), read_outputs(predictions, form), model)
