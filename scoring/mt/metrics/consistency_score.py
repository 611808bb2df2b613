"""Consistency: is a source term rendered in the same way in all entries that have it?

Over source terms in two or more entries: the renderings that are the most frequent of their term, over all renderings.
Source: MT scoring specification, §2.4.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np

from scoring.evidence import Arrays, Cells, Evidence, Floats
from scoring.formulas import ratio
from scoring.metric import Metric, NotAvailable
from scoring.mt.alignment import align, stems
from scoring.mt.definitions import fields_of
from scoring.mt.hallucination import COMMON, LIKELY
from scoring.mt.segments import Segments, entry_digest
from scoring.mt.words import contains, sequence

__all__ = ["CONSISTENCY", "agreement", "measure", "renderings"]

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
            if contains(source, tokens) and not entry.failed:
                there = next((text for target, text in targets if contains(output, target)), None)
                own.append((term, f"other {entry_digest(entry).hex()}" if there is None else f"= {there}"))
        found.append(own)
    return found


def by_alignment(segments: Segments) -> list[list[Rendering]]:
    """The output word that a content word of the source goes with, where each is the other's best."""
    table = align(segments)
    found: list[list[Rendering]] = []
    for place, entry in enumerate(segments.entries):
        source = [
            word
            for word in dict.fromkeys(stems(entry.source or ""))
            if not table.is_common_source(word, COMMON)
        ]
        output = [word for word in dict.fromkeys(stems(entry.output)) if not table.is_common(word, COMMON)]
        if not source or not output:
            found.append([])
            continue
        odds = table.pair(place, source, output).odds
        best, back = odds.argmax(axis=1), odds.argmax(axis=0)
        found.append([
            (word, output[best[row]])
            for row, word in enumerate(source)
            if odds[row, best[row]] > LIKELY and back[best[row]] == row
        ])  # fmt: skip
    return found


def repeated_terms(segments: Segments, found: Iterable[Iterable[Rendering]]) -> Mapping[str, int]:
    """The terms with a rendering in two or more entries; an entry that stands in the run twice is one."""
    distinct = set(segments.distinct)
    places: dict[str, int] = defaultdict(int)
    for place, own in enumerate(found):
        if place in distinct:
            for term, _ in own:
                places[term] += 1
    return {term: count for term, count in places.items() if count > 1}


class Renderings(Cells):
    """The cells of renderings.  Resamples hold entries twice and so agree more: their interval lies above the score."""

    flags = ("biased",)


def agreement(totals: Floats, columns: tuple[tuple[str, ...], ...]) -> Floats:
    """The most frequent renderings over all, totals ``(..., columns)`` to ``(...)``; columns are sorted by term."""
    if not columns:
        return np.full(totals.shape[:-1], np.nan)
    terms = [term for term, _ in columns]
    starts = [place for place, term in enumerate(terms) if not place or terms[place - 1] != term]
    most = np.maximum.reduceat(totals, starts, axis=-1).sum(axis=-1)
    return ratio(most, totals.sum(axis=-1))


def measure(segments: Segments) -> Evidence | NotAvailable:
    """A cell for each rendering in an entry."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    found = renderings(segments)
    kept = repeated_terms(segments, found)
    if not kept:
        return NotAvailable("no source term has a rendering in two or more entries")
    columns = tuple(sorted({one for own in found for one in own if one[0] in kept}))
    code = {column: place for place, column in enumerate(columns)}
    cells = [(unit, code[one]) for unit, own in enumerate(found) for one in own if one in code]
    units, places = (np.array(side, dtype=np.int64) for side in zip(*cells, strict=True))
    return Renderings(segments.units, units, places, np.ones(len(cells)), columns, agreement, None)


def restore(arrays: Arrays) -> Evidence:
    """The cells that were stored."""
    return Renderings.restored(arrays, agreement, None)


CONSISTENCY = Metric(
    measure=measure, restore=restore, perfect=1.0, **fields_of("consistency_score", "mt.consistency_score|v1")
)
