"""A gold sentence as a person reads it: its text and the words of both sides.

Columns as in CoNLL-U.
"""

from typing import Any

import numpy as np

from scoring.ud.align import Pairs
from scoring.ud.corpus import COLUMNS, FORM, ROOT, TEXT, Corpus

__all__ = ["describe"]


def describe(pairs: Pairs, unit: int) -> dict[str, Any]:
    """The text of a gold sentence, its words, and the predicted words that count for it, as rows of columns."""
    gold, pred = pairs.gold, pairs.pred
    ours = range(int(gold.sentence_words[unit]), int(gold.sentence_words[unit + 1]))
    theirs = np.flatnonzero(pairs.pred_sentences == unit).tolist()
    return {
        "text": text_of(gold, unit),
        "gold": [row(gold, word) for word in ours],
        "predicted": [row(pred, word) for word in theirs],
    }


def text_of(corpus: Corpus, sentence: int) -> str:
    """The sentence's ``text`` comment, or its token forms with spaces between them."""
    comment = corpus.comments(TEXT)[sentence]
    if comment is not None:
        return comment
    tokens = range(int(corpus.sentence_tokens[sentence]), int(corpus.sentence_tokens[sentence + 1]))
    return " ".join(corpus.form(token) for token in tokens)


def row(corpus: Corpus, word: int) -> dict[str, str]:
    """A word's columns, its id and head counted within its sentence."""
    first = int(corpus.sentence_words[corpus.word_sentences[word]])
    head = int(corpus.heads[word])
    cells = {COLUMNS[column]: corpus.field(word, column) for column in range(FORM, len(COLUMNS))}
    found = {"id": str(word - first + 1), **cells}
    return found | ({"head": "0" if head == ROOT else str(head - first + 1)} if corpus.has_heads else {})
