"""What a metric counts as wrong in a gold sentence: the words that differ, gold and predicted side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from scoring.ud.agreement import WORD_METRICS, WordMetric
from scoring.ud.align import Pairs
from scoring.ud.corpus import COLUMNS, FORM, ROOT, TEXT, Bools, Corpus, Ints
from scoring.ud.relations import IS_FUNCTIONAL, Relations

__all__ = ["contrast"]

QUOTING = ("lemma",)  # columns with words of the text
ALIGNED = WordMetric("Words", (), lambda pairs: np.ones(pairs.alignment.gold_words.size, dtype=np.bool_))
Cells = dict[str, str]
Beside = tuple[int, Cells | None, Cells | None]  # where it starts in the text; gold, predicted


def contrast(pairs: Pairs, metric: str, units: Sequence[int], *, show_text: bool) -> list[dict[str, Any]]:
    """For each gold sentence its text, and two lists of one length: ``gold`` and ``predicted``.

    An item is a word that the metric counts as wrong (for Tokens and Sentences: one of those) with the columns that
    the metric compares; None stands for a word without counterpart.  Without ``show_text`` there is nothing in it
    that quotes the text: forms, lemmas, the text itself.
    """
    if metric in ("tokens", "sentences"):
        sides: Spans | Words = Spans(pairs, metric, show_text)
    else:
        sides = Words(pairs, WORD_METRICS.get(metric, ALIGNED), show_text)
    out = []
    for unit in units:
        found = sorted(sides.of(unit), key=lambda beside: beside[0])
        shown: dict[str, Any] = {"gold": [g for _, g, _ in found], "predicted": [p for _, _, p in found]}
        if show_text:
            shown["text"] = text_of(pairs.gold, unit)
        out.append(shown)
    return out


def text_of(corpus: Corpus, sentence: int) -> str:
    """The sentence's ``text`` comment, looked for between the sentence before and this one, or its tokens."""
    token = int(corpus.sentence_tokens[sentence])
    start = int(corpus.forms[1, token - 1]) if token else 0
    found = list(TEXT.finditer(corpus.data.data, start, int(corpus.forms[0, token])))
    return found[-1][1].decode("utf-8") if found else forms(corpus, sentence)


def forms(corpus: Corpus, sentence: int) -> str:
    """The tokens of a sentence with spaces between them."""
    first, last = (int(corpus.sentence_tokens[sentence + more]) for more in (0, 1))
    return " ".join(corpus.form(token) for token in range(first, last))


@dataclass(frozen=True)
class Words:
    """The words that a metric counts as wrong."""

    pairs: Pairs
    metric: WordMetric
    show_text: bool

    @cached_property
    def wrong(self) -> Bools:
        """Which pairs are wrong: ``(pairs,)``."""
        pairs = self.pairs
        wrong = ~self.metric.correct(pairs)
        if self.metric.content:
            wrong &= pairs.content | pairs.pred_content[pairs.alignment.pred_words]
        return np.asarray(wrong)

    @cached_property
    def alone(self) -> tuple[Ints, Ints]:
        """The predicted words without counterpart, and offsets of each sentence's: ``(sentences + 1,)``."""
        pairs = self.pairs
        words = np.ones(pairs.pred.n_words, dtype=np.bool_)
        words[pairs.alignment.pred_words] = False
        if self.metric.content:
            words &= pairs.pred_content
        found = np.flatnonzero(words)
        units = pairs.pred_sentences[found]
        order = np.argsort(units, kind="stable")
        return found[order], np.searchsorted(units[order], np.arange(pairs.gold.n_sentences + 1))

    def of(self, unit: int) -> Iterator[Beside]:
        """The words of a sentence."""
        pairs = self.pairs
        gold, pred = pairs.gold, pairs.pred
        first, last = pairs.bounds[unit : unit + 2]
        for at in (first + np.flatnonzero(self.wrong[first:last])).tolist():
            word, other = int(pairs.alignment.gold_words[at]), int(pairs.alignment.pred_words[at])
            yield int(gold.starts[word]), self.cells(gold, word), self.cells(pred, other)
        for word in range(int(gold.sentence_words[unit]), int(gold.sentence_words[unit + 1])):
            counts = not self.metric.content or pairs.gold_content[word]
            if pairs.alignment.partners[word] < 0 and counts:
                yield int(gold.starts[word]), self.cells(gold, word), None
        words, offsets = self.alone
        for word in words[offsets[unit] : offsets[unit + 1]].tolist():
            yield int(pred.starts[word]), None, self.cells(pred, word)

    def cells(self, corpus: Corpus, word: int) -> Cells:
        """A word's id in its sentence, its form, and the columns that the metric compares."""
        sentence = int(corpus.word_sentences[word])
        first = int(corpus.sentence_words[sentence])
        shown = {"id": str(word - first + 1)}
        if self.show_text:
            shown["form"] = corpus.field(word, FORM)
        for column in self.metric.columns:
            if column == "head":
                shown[column] = self.head(corpus, int(corpus.heads[word]), first)
            elif column == "children":
                shown[column] = self.children(corpus, word, sentence)
            elif self.show_text or column not in QUOTING:
                shown[column] = corpus.field(word, COLUMNS.index(column))
        return shown

    def head(self, corpus: Corpus, head: int, first: int) -> str:
        """The id of a head with its form, 0 for a root."""
        if head == ROOT:
            return "0"
        return f"{head - first + 1} {corpus.field(head, FORM)}" if self.show_text else str(head - first + 1)

    def children(self, corpus: Corpus, word: int, sentence: int) -> str:
        """The ids and relations of a word's functional children."""
        start, stop = (int(corpus.sentence_words[sentence + more]) for more in (0, 1))
        own = self.pairs.gold_relations if corpus is self.pairs.gold else self.pairs.pred_relations
        of_it = (corpus.heads[start:stop] == word) & is_functional(own[start:stop])
        relation = COLUMNS.index("deprel")
        found = [
            f"{child + 1} {corpus.field(start + child, relation)}" for child in np.flatnonzero(of_it).tolist()
        ]
        return ", ".join(found) or "none"


def is_functional(relations: Relations) -> Bools:
    """Which relations are functional."""
    return np.asarray(IS_FUNCTIONAL[relations])


@dataclass(frozen=True)
class Spans:
    """The tokens or sentences of one side that the other has not."""

    pairs: Pairs
    metric: str
    show_text: bool

    @cached_property
    def edges(self) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """Where the items of gold and prediction start and end in the text without spaces."""

        def of(corpus: Corpus) -> tuple[Ints, Ints]:
            if self.metric == "tokens":
                return corpus.offsets[:-1], corpus.offsets[1:]
            return corpus.sentence_starts, corpus.offsets[corpus.sentence_tokens[1:]]

        return of(self.pairs.gold), of(self.pairs.pred)

    def of(self, unit: int) -> Iterator[Beside]:
        """The items that start in a sentence."""
        gold = self.pairs.gold
        first = int(gold.sentence_starts[unit])
        last = int(gold.offsets[gold.sentence_tokens[unit + 1]])
        items = []
        for corpus, (starts, ends) in zip((gold, self.pairs.pred), self.edges, strict=True):
            inside = range(*np.searchsorted(starts, (first, last)).tolist())
            items.append({(int(starts[at]), int(ends[at])): self.cells(corpus, at, first) for at in inside})
        ours, theirs = items
        for place in sorted({span[0] for span in ours.keys() ^ theirs.keys()}):
            pair = (
                next((cells for span, cells in mine.items() if span[0] == place and span not in other), None)
                for mine, other in ((ours, theirs), (theirs, ours))
            )
            yield place, *pair  # type: ignore[misc]  # two of them

    def cells(self, corpus: Corpus, item: int, first: int) -> Cells:
        """Where a token or sentence starts and ends, in bytes of the gold sentence without spaces, and its form."""
        (starts, ends) = self.edges[0 if corpus is self.pairs.gold else 1]
        shown = {"start": str(int(starts[item]) - first), "end": str(int(ends[item]) - first)}
        if self.show_text:
            shown["form"] = corpus.form(item) if self.metric == "tokens" else forms(corpus, item)
        return shown
