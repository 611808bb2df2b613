"""Word alignment where multiword tokens are involved: groups of words, aligned by a longest common subsequence.

Source: Zeman et al. (2018), §5; the exact rule is the one that the shared task's script follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.base.errors import AlignmentError
from scoring.ud.corpus import FORM, Corpus
from scoring.ud.stream import without_spaces

__all__ = ["LARGEST", "Walker", "check_size", "subsequence"]

LARGEST = 64_000_000  # word pairs of one group
SMALL = 2_000  # word pairs up to which the plain table is quicker than arrays


class Side:
    """The words of one side with spans, read one by one."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.token = np.ascontiguousarray(corpus.word_tokens).data
        self.offsets = corpus.offsets.data
        self.ranges = corpus.ranges.data
        self.words = corpus.words.data
        self.count = corpus.n_words

    def start(self, word: int) -> int:
        return int(self.offsets[self.token[word]])

    def end(self, word: int) -> int:
        return int(self.offsets[self.token[word] + 1])

    def in_range(self, word: int) -> bool:
        return bool(self.ranges[self.token[word]])

    def opens_token(self, word: int) -> bool:
        return bool(self.words[self.token[word]] == word)

    def inside(self, word: int, end: int) -> bool:
        """Whether a word belongs to a group with this end."""
        if word >= self.count:
            return False
        return self.start(word) < end if self.in_range(word) else self.end(word) <= end

    def form(self, word: int) -> str:
        """The word's form as groups compare it: a plain word's without spaces, any word's in lower case."""
        form = self.corpus.field(word, FORM)
        return (form if self.in_range(word) else without_spaces(form)).lower()

    def line(self, word: int) -> int:
        return self.corpus.line(int(self.corpus.fields[0, word]) + 1)


@dataclass(frozen=True)
class WordGroup:
    """Words of both sides, from and up to, that are aligned with each other."""

    gold: range
    pred: range


class Walker:
    """The alignment rule word by word, for the stretches where the two sides do not have the same tokens."""

    def __init__(self, gold: Corpus, pred: Corpus) -> None:
        self.gold, self.pred = Side(gold), Side(pred)

    def walk(self, at_gold: int, at_pred: int) -> tuple[list[tuple[int, int]], int, int]:
        """Word pairs from two words on, up to where both sides open a token at one place; and the words there."""
        gold, pred = self.gold, self.pred
        pairs: list[tuple[int, int]] = []
        while at_gold < gold.count and at_pred < pred.count:
            if gold.in_range(at_gold) or pred.in_range(at_pred):
                group = self.group(at_gold, at_pred)
                pairs += self.match(group)
                at_gold, at_pred = group.gold.stop, group.pred.stop
            elif gold.start(at_gold) == pred.start(at_pred) and gold.end(at_gold) == pred.end(at_pred):
                pairs.append((at_gold, at_pred))
                at_gold, at_pred = at_gold + 1, at_pred + 1
            elif gold.start(at_gold) <= pred.start(at_pred):
                at_gold += 1
            else:
                at_pred += 1
            if at_gold < gold.count and at_pred < pred.count and self.meet(at_gold, at_pred):
                return pairs, at_gold, at_pred
        return pairs, gold.count, pred.count

    def meet(self, at_gold: int, at_pred: int) -> bool:
        """Whether both words open a token and start at the same place."""
        gold, pred = self.gold, self.pred
        same = gold.start(at_gold) == pred.start(at_pred)
        return same and gold.opens_token(at_gold) and pred.opens_token(at_pred)

    def group(self, at_gold: int, at_pred: int) -> WordGroup:
        """The group that forms at two words, one or both of which are in a multiword token."""
        gold, pred = self.gold, self.pred
        if gold.in_range(at_gold):
            end = gold.end(at_gold)
            if not pred.in_range(at_pred) and pred.start(at_pred) < gold.start(at_gold):
                at_pred += 1
        else:
            end = pred.end(at_pred)
            if gold.start(at_gold) < pred.start(at_pred):
                at_gold += 1
        first_gold, first_pred = at_gold, at_pred
        while gold.inside(at_gold, end) or pred.inside(at_pred, end):
            take_gold = at_pred >= pred.count or (
                at_gold < gold.count and gold.start(at_gold) <= pred.start(at_pred)
            )
            if take_gold:
                end = max(end, gold.end(at_gold)) if gold.in_range(at_gold) else end
                at_gold += 1
            else:
                end = max(end, pred.end(at_pred)) if pred.in_range(at_pred) else end
                at_pred += 1
        return WordGroup(range(first_gold, at_gold), range(first_pred, at_pred))

    def match(self, group: WordGroup) -> list[tuple[int, int]]:
        """The word pairs of a group."""
        if not group.gold or not group.pred:
            return []
        check_size(self.gold.corpus, group.gold, self.pred.corpus, group.pred)
        ours = [self.gold.form(word) for word in group.gold]
        theirs = [self.pred.form(word) for word in group.pred]
        return [(group.gold[g], group.pred[p]) for g, p in subsequence(ours, theirs)]


def check_size(gold: Corpus, gold_words: range, pred: Corpus, pred_words: range) -> None:
    """Raises AlignmentError for a group of more than 64 million word pairs."""
    if len(gold_words) * len(pred_words) <= LARGEST:
        return
    places = [
        f"{corpus.name}:{corpus.line(int(corpus.fields[0, words[0]]) + 1)} ({len(words)} words)"
        for corpus, words in ((gold, gold_words), (pred, pred_words))
    ]
    msg = (
        f"the multiword tokens at {places[0]} and {places[1]} overlap in a group of more than {LARGEST:,} word pairs, "
        f"which is too many to align; is a range of word ids wrong there?"
    )
    raise AlignmentError(msg)


def subsequence(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """A longest common subsequence as pairs of positions, of several the one that a walk from the front finds."""
    if list(ours) == list(theirs):
        return [(place, place) for place in range(len(ours))]
    if len(ours) * len(theirs) <= SMALL:
        return small_subsequence(ours, theirs)
    return large_subsequence(ours, theirs)


def small_subsequence(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, from a plain table of lengths."""
    lengths = [[0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    for g in reversed(range(len(ours))):
        for p in reversed(range(len(theirs))):
            if ours[g] == theirs[p]:
                lengths[g][p] = lengths[g + 1][p + 1] + 1
            else:
                lengths[g][p] = max(lengths[g + 1][p], lengths[g][p + 1])
    pairs, g, p = [], 0, 0
    while g < len(ours) and p < len(theirs):
        if ours[g] == theirs[p]:
            pairs.append((g, p))
            g, p = g + 1, p + 1
        elif lengths[g + 1][p] == lengths[g][p]:
            g += 1
        else:
            p += 1
    return pairs


def large_subsequence(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence, row by row in arrays.

    Of the table one bit a cell is kept: whether the row below has that length.
    """
    numbers: dict[str, int] = {}
    codes = [np.array([numbers.setdefault(form, len(numbers)) for form in side]) for side in (ours, theirs)]
    size = len(theirs)
    below = np.zeros(size + 1, dtype=np.int32)
    skips = np.zeros((len(ours), size // 8 + 1), dtype=np.uint8)
    for g in reversed(range(len(ours))):
        row = below.copy()
        row[:-1] = np.maximum(row[:-1], np.where(codes[1] == codes[0][g], below[1:] + 1, 0))
        row = np.maximum.accumulate(row[::-1])[::-1]
        skips[g] = np.packbits(row == below)
        below = row
    pairs, g, p = [], 0, 0
    while g < len(ours) and p < size:
        if ours[g] == theirs[p]:
            pairs.append((g, p))
            g, p = g + 1, p + 1
        elif skips[g, p >> 3] >> (7 - (p & 7)) & 1:
            g += 1
        else:
            p += 1
    return pairs
