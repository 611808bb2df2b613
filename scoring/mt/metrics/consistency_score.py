"""Consistency: is a source term rendered in the same way in all entries that have it?

Over source terms in two or more entries: the renderings that are the most frequent of their term, over all renderings.
Source: MT scoring specification, §2.4.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.cells import Cells
from scoring.evidence.evidence import Arrays, Bools, CompleteEvidence, Evidence, Floats
from scoring.evidence.formulas import ratio
from scoring.metrics.metric import Metric, NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import fields_of, stored
from scoring.mt.detector import detector, not_told, outputs
from scoring.mt.digests import entry_digest
from scoring.mt.hallucination import COMMON, LIKELY
from scoring.mt.run import Entry
from scoring.mt.word_alignment import LearntAlignment, Pair, word_alignment
from scoring.mt.words import contains, sequence

__all__ = ["CONSISTENCY", "Renderings", "measure", "renderings"]

Rendering = tuple[str, str]  # a source term, and what stands for it in an output


def renderings(segments: Segments) -> list[list[Rendering]]:
    """What stands for each source term in each output: by the glossary if there is one, else by the alignment."""
    return by_glossary(segments) if segments.glossary else by_alignment(segments)


def by_glossary(segments: Segments) -> list[list[Rendering]]:
    """The accepted term of each source term that an output has; where it has none, something of its own."""
    terms = [
        (term, sequence(term), sorted(((sequence(t), t) for t in targets), key=lambda pair: -len(pair[0])))
        for term, targets in segments.glossary.items()
    ]
    found: list[list[Rendering]] = []
    for entry in segments.entries:
        source, output = sequence(entry.source or ""), sequence(entry.output)
        own: list[Rendering] = []
        for term, tokens, targets in terms:
            if contains(source, tokens):
                there = next((text for target, text in targets if contains(output, target)), None)
                own.append((term, other(entry) if there is None else f"= {there}"))
        found.append(own)
    return found


def by_alignment(segments: Segments) -> list[list[Rendering]]:
    """The output word for each source word that a reference has a word for; where there is none, something of its own.

    So it is the references that say which terms count, and no output can leave one out.
    """
    table, first = word_alignment(segments), {}
    for place, text in zip(segments.distinct, detector(segments).right, strict=True):
        first[entry_digest(segments.entries[place])] = linked(table, text.pair)
    found: list[list[Rendering]] = []
    for entry, text in zip(segments.entries, outputs(segments), strict=True):
        there = linked(table, text.pair)
        found.append(
            [
                (term, f"= {there[term]}" if term in there else other(entry))
                for term in first[entry_digest(entry)]
            ]
        )
    return found


def other(entry: Entry) -> str:
    """A rendering that no other entry has."""
    return f"other {entry_digest(entry).hex()}"


def linked(table: LearntAlignment, pair: Pair) -> dict[str, str]:
    """The content word of a text for each of its source, where each is the other's best and it is no chance."""
    if not pair.seen.any() or not len(pair.source):
        return {}
    ours = np.array([not table.is_common_source(word, COMMON) for word in pair.source], dtype=np.bool_)
    theirs = np.array([not table.is_common(word, COMMON) for word in pair.output], dtype=np.bool_)
    odds = np.where(ours[:, None] & theirs[None, :], pair.odds, 0.0)
    best, back = odds.argmax(axis=1), odds.argmax(axis=0)
    rows = np.arange(len(best))
    sure = (odds[rows, best] > LIKELY) & (back[best] == rows)
    return {pair.source[row]: pair.output[best[row]] for row in np.flatnonzero(sure).tolist()}


@dataclass(frozen=True)
class Renderings(CompleteEvidence):
    """What stands for each source term in each output, scored over the terms that two different entries have.

    ``cells`` has a cell for each rendering, in columns of term and rendering sorted by term; ``spread`` one for each
    term of an entry, in a column for each term.  ``content`` numbers the entries by what they hold, ``(units,)``: an
    entry that stands in the run twice is one.  Resamples hold entries twice and so agree more than the test set does:
    their interval lies above the score.
    """

    cells: Cells
    spread: Cells
    content: NDArray[np.int64]

    flags = ("biased",)

    @property
    def units(self) -> int:
        return self.cells.units

    def score(self, weights: Floats) -> Floats:
        weights = np.asarray(weights, dtype=np.float64)
        totals = self.cells.totals(weights)
        if not self.cells.columns:
            return np.full(weights.shape[:-1], np.nan)
        counted = self.spread.totals(self.first_of_each(weights > 0)) > 1
        most = np.maximum.reduceat(totals, self.starts, axis=-1)
        every = np.add.reduceat(totals, self.starts, axis=-1)
        return ratio(np.where(counted, most, 0.0).sum(axis=-1), np.where(counted, every, 0.0).sum(axis=-1))

    @cached_property
    def starts(self) -> list[int]:
        """Where the columns of each term begin."""
        terms = [term for term, _ in self.cells.columns]
        return [place for place, term in enumerate(terms) if not place or terms[place - 1] != term]

    def first_of_each(self, there: NDArray[np.bool_]) -> Floats:
        """1 for the first entry of each content that is there, ``(..., units)``; others of that content have 0."""
        order = np.argsort(self.content, kind="stable")
        same = np.concatenate([[False], self.content[order][1:] == self.content[order][:-1]])
        if not same.any():
            return there.astype(np.float64)
        found = np.zeros(there.shape)
        before = np.zeros(there.shape[:-1], dtype=np.bool_)
        for place, again in zip(order.tolist(), same.tolist(), strict=True):
            if not again:
                before = np.zeros_like(before)
            found[..., place] = there[..., place] & ~before
            before = before | there[..., place]
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        named = {"cells": self.cells, "spread": self.spread}
        parts = {
            f"{name}.{key}": array for name, part in named.items() for key, array in part.arrays().items()
        }
        return {**parts, "content": self.content}

    def in_error(self) -> Bools:
        return np.ones(self.units, dtype=np.bool_)

    def joined(self, others: Sequence[Self]) -> Self:
        parts = [self, *others]
        return type(self)(
            self.cells.joined([other.cells for other in others]),
            self.spread.joined([other.spread for other in others]),
            np.concatenate([part.content for part in parts]),
        )


def measure(segments: Segments) -> Evidence | NotAvailable:
    """A cell for each rendering in an entry."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    refused = None if segments.glossary else not_told(segments)
    if refused is not None:
        return refused
    found = renderings(segments)
    content = [int.from_bytes(entry_digest(entry)[:7]) for entry in segments.entries]
    entries: dict[str, set[int]] = defaultdict(set)
    for number, own in zip(content, found, strict=True):
        for term, _ in own:
            entries[term].add(number)
    if not any(len(places) > 1 for places in entries.values()):
        if segments.glossary:
            return NotAvailable("no term of the glossary is in the sources of two or more entries")
        return NotAvailable("no source word that references have a word for is in two or more entries")
    if not segments.glossary:
        segments.remarks.judgements["consistency_score"] = detector(segments).trial.shares
    return Renderings(
        cells_of(found),
        cells_of([[(term,) for term, _ in own] for own in found]),
        np.array(content, dtype=np.int64),
    )


def cells_of(found: Sequence[Sequence[tuple[str, ...]]]) -> Cells:
    """A cell for each item of each unit, with a column for each kind of item, sorted."""
    columns = tuple(sorted({one for own in found for one in own}))
    code = {column: place for place, column in enumerate(columns)}
    pairs = [(unit, code[one]) for unit, own in enumerate(found) for one in own]
    units, places = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    return Cells(len(found), units, places, np.ones(len(pairs)), columns, unscored)


def unscored(totals: Floats, columns: tuple[tuple[str, ...], ...]) -> Floats:  # noqa: ARG001 - as Cells calls it
    """No score: the cells are only added up here."""
    return np.full(totals.shape[:-1], np.nan)


def restore(arrays: Arrays) -> Evidence:
    """The renderings that were stored."""
    parts = [
        Cells.restored(
            {key.removeprefix(f"{name}."): array for key, array in arrays.items() if key.startswith(f"{name}.")},
            unscored, None,
        )
        for name in ("cells", "spread")
    ]  # fmt: skip
    return Renderings(
        parts[0], parts[1], np.asarray(stored(arrays, "content", "consistency_score"), dtype=np.int64)
    )


CONSISTENCY = Metric(
    measure=measure,
    restore=restore,
    **fields_of("consistency_score", "mt.consistency_score|v2"),
)
