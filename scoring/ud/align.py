"""What aligned words agree on, and the tables of counts per gold sentence that the metrics are made of.

Source: Zeman et al. (2018), §5.  A gold item and its counterpart count for the gold sentence in which the gold
item starts, a predicted item without counterpart for the gold sentence that contains its first character.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.ud.compare import same_bytes
from scoring.ud.corpus import DEPREL, FEATS, LEMMA, ROOT, UPOS, XPOS, Bools, Corpus, Ints
from scoring.ud.features import universal
from scoring.ud.relations import IS_CONTENT, IS_FUNCTIONAL, OTHER, Relations, base, read_relations
from scoring.ud.word_alignment import NO_PARTNER, Alignment, align_words

__all__ = ["WITHOUT_ALIGNED", "WITH_ALIGNED", "Pairs", "align"]

WITH_ALIGNED = ("correct", "predicted", "gold", "aligned")
WITHOUT_ALIGNED = ("correct", "predicted", "gold")


def align(gold: Corpus, pred: Corpus) -> "Pairs":
    """The aligned words of two corpora; raises AlignmentError where their texts differ."""
    return Pairs(align_words(gold, pred))


@dataclass(frozen=True, eq=False)
class Pairs:
    """Aligned words and what they agree on: each answer is ``(pairs,)``, each table ``(sentences, columns)``."""

    alignment: Alignment

    @property
    def gold(self) -> Corpus:
        return self.alignment.gold

    @property
    def pred(self) -> Corpus:
        return self.alignment.pred

    def same(self, first: int, last: int, chosen: Ints | None = None) -> Bools:
        """Which pairs, or which of the chosen ones, have the same bytes from one column to another."""
        ours, theirs = self.alignment.gold_words, self.alignment.pred_words
        if chosen is not None:
            ours, theirs = ours[chosen], theirs[chosen]
        gold_fields, pred_fields = self.gold.fields, self.pred.fields
        gold_spans = gold_fields[first][ours] + 1, gold_fields[last + 1][ours]
        pred_spans = pred_fields[first][theirs] + 1, pred_fields[last + 1][theirs]
        return same_bytes(self.gold, gold_spans, self.pred, pred_spans)

    @cached_property
    def unlike(self) -> Ints:
        """The pairs that differ anywhere from LEMMA to FEATS; all others agree on every column between."""
        return np.flatnonzero(~self.same(LEMMA, FEATS))

    def same_column(self, column: int) -> Bools:
        """Which pairs have the same bytes in one of the columns from LEMMA to FEATS."""
        equal = np.ones(self.alignment.gold_words.size, dtype=np.bool_)
        equal[self.unlike] = self.same(column, column, self.unlike)
        return equal

    def texts(self, chosen: Ints, column: int) -> Iterator[tuple[int, bytes, bytes]]:
        """Each of the chosen pairs with the bytes of a column in its gold and in its predicted word."""
        ours = cells(self.gold, self.alignment.gold_words[chosen], column)
        theirs = cells(self.pred, self.alignment.pred_words[chosen], column)
        return zip(chosen.tolist(), ours, theirs, strict=True)

    @cached_property
    def upos(self) -> Bools:
        """Same UPOS."""
        return self.same_column(UPOS)

    @cached_property
    def xpos(self) -> Bools:
        """Same XPOS."""
        return self.same_column(XPOS)

    @cached_property
    def feats(self) -> Bools:
        """Same universal features."""
        equal = self.same_column(FEATS)
        for place, ours, theirs in self.texts(np.flatnonzero(~equal), FEATS):
            equal[place] = universal(ours) == universal(theirs)
        return equal

    @cached_property
    def lemmas(self) -> Bools:
        """Same lemma, or ``_`` as the gold lemma."""
        equal = self.same_column(LEMMA)
        differ = np.flatnonzero(~equal)
        starts, ends = self.gold.bounds(LEMMA)
        words = self.alignment.gold_words[differ]
        equal[differ] = (ends[words] - starts[words] == 1) & (self.gold.data[starts[words]] == ord("_"))
        return equal

    @cached_property
    def heads(self) -> Bools:
        """Heads that are aligned with each other; the heads of two roots are."""
        partners = np.append(self.alignment.partners, ROOT)  # the head of a root, ROOT, is the last one
        expected = partners[self.gold.heads[self.alignment.gold_words]]
        return np.asarray(expected == self.pred.heads[self.alignment.pred_words])

    @cached_property
    def gold_relations(self) -> Relations:
        """The number of each gold word's relation: ``(gold words,)``."""
        return read_relations(self.gold)

    @cached_property
    def pred_relations(self) -> Relations:
        """The number of each predicted word's relation: ``(predicted words,)``."""
        return read_relations(self.pred)

    @cached_property
    def relations(self) -> Bools:
        """Same relation without subtype."""
        ours = self.gold_relations[self.alignment.gold_words]
        theirs = self.pred_relations[self.alignment.pred_words]
        equal: Bools = np.asarray(ours == theirs)
        open_pairs = np.flatnonzero(equal & (ours == OTHER))
        unequal = open_pairs[~self.same(DEPREL, DEPREL, open_pairs)]
        for place, left, right in self.texts(unequal, DEPREL):
            equal[place] = base(left.decode()) == base(right.decode())
        return equal

    @cached_property
    def attached(self) -> Bools:
        """Same head and relation."""
        return np.asarray(self.heads & self.relations)

    @cached_property
    def content(self) -> Bools:
        """Pairs whose gold word is a content word."""
        return np.asarray(self.gold_content[self.alignment.gold_words])

    @cached_property
    def gold_content(self) -> Bools:
        """Gold words that are content words: ``(gold words,)``."""
        return IS_CONTENT[self.gold_relations]

    @cached_property
    def pred_content(self) -> Bools:
        """Predicted words that are content words: ``(predicted words,)``."""
        return IS_CONTENT[self.pred_relations]

    @cached_property
    def children(self) -> Bools:
        """Functional children that agree one for one in attachment, relation, UPOS and universal features.

        Pairs keep the order of words, so the k-th children on both sides are each other's counterpart for all k
        just when each has one under the same head and there are equally many.
        """
        ours, theirs = self.alignment.gold_words, self.alignment.pred_words
        gold_children = IS_FUNCTIONAL[self.gold_relations]
        pred_children = IS_FUNCTIONAL[self.pred_relations]
        agree = self.attached & self.upos & self.feats
        agree &= gold_children[ours] & pred_children[theirs]
        in_gold = count_heads(self.gold.heads[gold_children], self.gold.n_words)[ours]
        in_pred = count_heads(self.pred.heads[pred_children], self.pred.n_words)[theirs]
        in_both = count_heads(self.gold.heads[ours[agree]], self.gold.n_words)[ours]
        return np.asarray((in_gold == in_pred) & (in_gold == in_both))

    @cached_property
    def bounds(self) -> Ints:
        """Offsets of the gold sentences in the pairs: ``(sentences + 1,)``."""
        return np.searchsorted(self.alignment.gold_words, self.gold.sentence_words)

    @cached_property
    def pred_sentences(self) -> Ints:
        """The gold sentence for which each predicted word counts: ``(predicted words,)``."""
        ours, theirs = self.alignment.gold_words, self.alignment.pred_words
        unit = np.full(self.pred.n_words, NO_PARTNER, dtype=np.intp)
        unit[theirs] = self.gold.word_sentences[ours]
        alone = np.flatnonzero(unit == NO_PARTNER)
        unit[alone] = self.sentence_at(self.pred.starts[alone])
        return unit

    def sentence_at(self, places: Ints) -> Ints:
        """The gold sentence that contains each place of the text."""
        return np.searchsorted(self.gold.sentence_starts, places, side="right") - 1

    def word_table(self, correct: Bools) -> Floats:
        """Correct, predicted, gold and aligned words of each gold sentence: ``(sentences, 4)``."""
        aligned = np.diff(self.bounds)
        return table(
            sums(correct, self.bounds), self.predicted_words, np.diff(self.gold.sentence_words), aligned
        )

    def content_table(self, correct: Bools) -> Floats:
        """Correct, predicted, gold and aligned content words, each side counting its own; aligned are the gold ones.

        ``(sentences, 4)``.
        """
        counts = self.content_counts
        return table(sums(correct & self.content, self.bounds), *counts)

    @cached_property
    def predicted_words(self) -> Ints:
        """Predicted words of each gold sentence: ``(sentences,)``."""
        return np.bincount(self.pred_sentences, minlength=self.gold.n_sentences)

    @cached_property
    def content_counts(self) -> tuple[Ints, Ints, Ints]:
        """Predicted, gold and aligned content words of each gold sentence: three arrays ``(sentences,)``."""
        predicted = np.bincount(self.pred_sentences[self.pred_content], minlength=self.gold.n_sentences)
        return predicted, sums(self.gold_content, self.gold.sentence_words), sums(self.content, self.bounds)

    def words(self) -> Floats:
        """Aligned, predicted and gold words of each gold sentence: ``(sentences, 3)``."""
        return table(np.diff(self.bounds), self.predicted_words, np.diff(self.gold.sentence_words))

    def tokens(self) -> Floats:
        """Tokens of one span, predicted and gold tokens of each gold sentence: ``(sentences, 3)``."""
        bounds = self.gold.sentence_tokens
        found = np.diff(np.searchsorted(self.alignment.gold_tokens, bounds))
        # every predicted token, with counterpart or without, counts where its first character is
        ends = np.append(self.gold.sentence_starts, self.gold.stream.size)
        predicted = np.diff(np.searchsorted(self.pred.offsets[:-1], ends))
        return table(found, predicted, np.diff(bounds))

    def sentences(self) -> Floats:
        """Sentences of one span, predicted and gold sentences of each gold sentence: ``(sentences, 3)``."""
        gold, pred = self.gold, self.pred
        unit = self.sentence_at(pred.sentence_starts)
        ends = gold.offsets[gold.sentence_tokens[1:]][unit], pred.offsets[pred.sentence_tokens[1:]]
        hits = unit[(gold.sentence_starts[unit] == pred.sentence_starts) & (ends[0] == ends[1])]
        size = gold.n_sentences
        counts = np.bincount(hits, minlength=size), np.bincount(unit, minlength=size)
        return table(*counts, np.ones(size))


def cells(corpus: Corpus, words: Ints, column: int) -> list[bytes]:
    """The bytes of some words' column."""
    text = corpus.data.data
    starts, ends = (corpus.fields[column][words] + 1).tolist(), corpus.fields[column + 1][words].tolist()
    return [text[start:end].tobytes() for start, end in zip(starts, ends, strict=True)]


def count_heads(heads: Ints, size: int) -> Ints:
    """How often each word is among the heads, roots left out: ``(size,)``."""
    return np.bincount(heads - ROOT, minlength=size - ROOT)[-ROOT:]


def sums(flags: Bools, bounds: Ints) -> Ints:
    """How many flags are set between each two bounds."""
    before = np.zeros(flags.size + 1, dtype=np.intp)
    np.cumsum(flags, out=before[1:])
    return np.diff(before[bounds])


def table(*columns: Ints) -> Floats:
    """The columns side by side as float64."""
    return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)
