"""How strange the spelling of a word is to the references of a run: inflected forms are not, random letters are.

A model of letters given the two before, of the word list of the references, by the same folds as word alignment.
Source: Cavnar and Trenkle (1994) for telling languages apart by their letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.evidence.evidence import Floats

__all__ = ["Spelling"]

SMOOTHING = 0.5  # times that a letter counts as seen after every two letters
END = "\n"


@dataclass(frozen=True)
class Spelling:
    """The surprise at each word, ``(words, folds)``, where that fold is left out: 0 for a word that references have."""

    codes: dict[str, int]
    surprise: Floats

    @classmethod
    def of(
        cls,
        references: Sequence[Sequence[str]],
        folds: Sequence[int],
        others: Sequence[Sequence[str]],
        count: int,
    ) -> "Spelling":
        """What the words of references, each in a fold of ``count``, make of their own words and of other texts'."""
        codes: dict[str, int] = {}
        for text in (*references, *others):
            for word in text:
                codes.setdefault(word, len(codes))
        there = np.zeros((len(codes), count))
        for text, fold in zip(references, folds, strict=True):
            there[[codes[word] for word in text], fold] = 1.0
        learnt = there.sum(axis=1, keepdims=True) - there  # in how many of the other folds each word stands
        return cls(codes, np.where(learnt > 0, 0.0, surprise(list(codes), learnt)))

    def of_text(self, text: Sequence[str], fold: int) -> Floats:
        """The surprise at each word of a text, where the fold is left out."""
        return np.array(self.surprise[[self.codes[word] for word in text], fold], dtype=np.float64)


def surprise(words: Sequence[str], learnt: Floats) -> Floats:
    """Minus the mean log probability of the letters of each word by the words that were learnt, for each fold."""
    if not words:
        return np.zeros((0, learnt.shape[1]))
    text = np.frombuffer((END + END.join(words) + END).encode("utf-32-le"), dtype=np.uint32)
    letters, code = np.unique(text, return_inverse=True)
    end = code == np.searchsorted(letters, ord(END))
    word = np.cumsum(end) - 1  # of each character; the end before a word is its first
    inside = ~end[1:-1]
    two, last, own = pairs_of(code, letters.size)[:-1][inside], code[2:][inside], word[1:-1][inside]
    after, context = numbered(two)
    _, whole = numbered(two * letters.size + last)
    found = np.zeros(learnt.shape)
    for fold in range(learnt.shape[1]):
        weights = learnt[own, fold]
        both = np.bincount(whole, weights=weights)[whole]
        before = np.bincount(context, weights=weights, minlength=after)[context]
        kinds = max(1, np.unique(last[weights > 0]).size)
        likely = np.log((both + SMOOTHING) / (before + SMOOTHING * kinds))
        found[:, fold] = -np.bincount(own, weights=likely, minlength=len(words))
    return found / np.maximum(1, np.bincount(own, minlength=len(words)))[:, None]


def pairs_of(code: NDArray[np.int64], letters: int) -> NDArray[np.int64]:
    """A number for each two characters that follow each other."""
    return code[:-1].astype(np.int64) * letters + code[1:]


def numbered(values: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    """How many different values there are, and the number of each."""
    different, number = np.unique(values, return_inverse=True)
    return different.size, number
