"""A text beside the source that it should render: does it go with it, and is it spelt as the references are?

Source: Brown et al. (1993), §4.2, for the likelihood of a sentence given another; MT scoring specification, §2.4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.mt.align import Segments
from scoring.mt.prose import Shape, shape
from scoring.mt.spelling import Spelling
from scoring.mt.word_alignment import (
    FOLDS,
    LearntAlignment,
    Pair,
    alignable,
    plain,
    stems,
    word_alignment,
    written,
)

__all__ = ["SourcedText", "SourcedTexts", "sourced_texts"]

CHANCE = 0.3  # of an output word that comes from nothing in the source
NEW = 0.74  # times as likely that a word which nothing is known of comes from the source as from anywhere
COPY = 20.0  # the same of a word that stands in the source: names and numbers, mostly
COPIED = 4.0  # surprise at a small word of the source that no reference has: as at letters by chance
FEW = 5  # words of the usual spelling that a text is taken to have beside its own


@dataclass(frozen=True)
class SourcedText:
    """A text beside a source: its words without differences of case, their alignment, the surprise at each."""

    words: tuple[str, ...]
    pair: Pair
    surprise: Floats

    @cached_property
    def fit(self) -> float:
        """Log odds of its words, given the source, over the root of their number; NaN where they cannot be aligned."""
        source, output = self.pair.source, self.pair.output
        if not len(source) or not len(output) or not alignable(source, output):
            return np.nan
        likely = np.where(self.pair.seen, CHANCE + (1 - CHANCE) * self.pair.odds.mean(axis=0), NEW)
        there = set(source)
        copied = np.array([word in there for word in output], dtype=np.bool_)
        likely[copied] = np.maximum(likely[copied], COPY)
        return float(np.log(likely).sum() / np.sqrt(likely.size))

    def strangeness(self, usual: float) -> float:
        """The mean surprise beyond the usual at its words; a few words are hardly strange, however they are spelt."""
        return float((self.surprise.sum() - usual * self.surprise.size) / (self.surprise.size + FEW))


@dataclass(frozen=True)
class SourcedTexts:
    """What a run has learnt of words and spelling, by folds: no text is looked at with what its entry taught."""

    table: LearntAlignment
    spelling: Spelling

    def read(
        self, places: Sequence[int], sources: Sequence[str], texts: Sequence[str]
    ) -> Iterator[SourcedText]:
        """Each text beside its source, by what was not learnt from the entry of its place."""
        pairs = self.table.pairs(
            (place, stems(source), stems(text))
            for place, source, text in zip(places, sources, texts, strict=True)
        )
        for place, source, text, pair in zip(places, sources, texts, pairs, strict=True):
            surprise = self.spelling.of_text(plain(text), int(self.table.fold_of[place]))
            there = frozenset(written(source))
            for at, word in enumerate(written(text)):
                if (
                    surprise[at] and word in there
                ):  # a name or a number is handed on, a small word was left over
                    surprise[at] = max(surprise[at], COPIED) if shape(word) is Shape.SMALL else 0.0
            yield SourcedText(plain(text), pair, surprise)


def sourced_texts(segments: Segments) -> SourcedTexts:
    """What the distinct entries of a run teach; the spelling model knows the words of the outputs too, to read them."""
    return segments.once(learn)


def learn(segments: Segments) -> SourcedTexts:
    """Trains both models."""
    table = word_alignment(segments)
    written = [
        (plain(text), int(table.fold_of[place]))
        for place in segments.distinct
        for text in segments.entries[place].references
    ]
    texts, folds = [text for text, _ in written], [number for _, number in written]
    return SourcedTexts(table, Spelling.of(texts, folds, list(map(plain, segments.outputs)), FOLDS))
