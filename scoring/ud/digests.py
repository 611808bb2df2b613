"""The canonical content of gold sentences and its SHA-256: what is scored, and nothing of how it is written down.

A sentence is its lines ``ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL``, tab-joined, LF; of a multiword token ID and
FORM only; ids counted anew; no comments, no empty nodes.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self
from weakref import WeakKeyDictionary

import numpy as np

from scoring.ud.corpus import DEPREL, FEATS, FORM, HEAD, ROOT, Corpus, Ints

__all__ = ["sentence_digests"]

BLOCK = 4096  # sentences whose lines are cut out at once
MADE: WeakKeyDictionary[Corpus, tuple[bytes, ...]] = WeakKeyDictionary()
LONGEST = 7  # digits of a number that is compared as one word of eight bytes


@dataclass(frozen=True)
class RangeLines:
    """The lines of multiword tokens up to FORM, if their IDs are those of their words counted anew: ``(ranges,)``."""

    sentences: Ints
    written: list[bytes]  # the IDs, with the tab after them
    starts: Ints
    ends: Ints

    @classmethod
    def of(cls, corpus: Corpus) -> Self:
        tokens = np.flatnonzero(corpus.ranges)
        sentences = np.searchsorted(corpus.sentence_tokens, tokens, "right") - 1
        first = corpus.sentence_words[sentences]
        low, high = corpus.words[tokens] - first + 1, corpus.words[tokens + 1] - first
        written = [b"%d-%d\t" % pair for pair in zip(low.tolist(), high.tolist(), strict=True)]
        lengths = np.array([len(one) for one in written], dtype=np.int64)
        return cls(sentences, written, corpus.forms[0, tokens] - lengths, corpus.forms[1, tokens])

    def are_in(self, corpus: Corpus) -> bool:
        """Whether the text has them so, each at the start of a line."""
        text = corpus.data.data
        begins = (self.starts == 0) | (corpus.data[self.starts - 1] == ord("\n"))
        return bool(begins.all()) and all(
            text[start : start + len(written)] == written
            for start, written in zip(self.starts.tolist(), self.written, strict=True)
        )


def sentence_digests(corpus: Corpus) -> list[bytes]:
    """SHA-256 of the content of each sentence: ``(sentences,)``; of one corpus they are made once."""
    if (done := MADE.get(corpus)) is not None:
        return list(done)
    ranges = RangeLines.of(corpus)
    found = contents_as_written(corpus, ranges) if is_canonical(corpus, ranges) else iter(contents(corpus))
    MADE[corpus] = tuple(hashlib.sha256(content).digest() for content in found)
    return list(MADE[corpus])


def is_canonical(corpus: Corpus, ranges: RangeLines) -> bool:
    """Whether IDs and HEADs stand in the text as they are counted anew, so that lines can be taken as they are."""
    if not (corpus.n_words and ranges.are_in(corpus)):
        return False
    first = corpus.sentence_words[corpus.word_sentences]
    ids = np.arange(corpus.n_words) - first + 1
    if not are_written(corpus, corpus.fields[0] + 1, corpus.fields[FORM], ids):
        return False
    if not corpus.has_heads:
        return bool((corpus.fields[HEAD + 1] - corpus.fields[HEAD] == 1 + len("_")).all())
    heads = np.where(corpus.heads == ROOT, 0, corpus.heads - first + 1)
    return are_written(corpus, *corpus.bounds(HEAD), heads)


def are_written(corpus: Corpus, starts: Ints, ends: Ints, numbers: Ints) -> bool:
    """Whether the text from each start to its end is the number in digits, without zeros before it."""
    most = int(numbers.max())
    if int(numbers.min()) < 0 or len(str(most)) > LONGEST:
        return False
    digits = [str(number).encode() for number in range(most + 1)]
    words = np.array([int.from_bytes(one, "little") for one in digits], dtype=np.uint64)
    lengths = np.array([len(one) for one in digits], dtype=np.uint64)
    wanted = lengths[numbers]
    if not np.array_equal(ends - starts, wanted):
        return False
    masks = (np.uint64(1) << (np.uint64(8) * wanted)) - np.uint64(1)
    return np.array_equal(corpus.eights[starts] & masks, words[numbers])


def contents_as_written(corpus: Corpus, ranges: RangeLines) -> Iterator[bytes]:
    """The canonical lines of every sentence, cut out of the text: of words up to DEPREL, of ranges up to FORM."""
    for first in range(0, corpus.n_sentences, BLOCK):
        last = min(first + BLOCK, corpus.n_sentences)
        words = slice(int(corpus.sentence_words[first]), int(corpus.sentence_words[last]))
        own = slice(*np.searchsorted(ranges.sentences, (first, last)).tolist())
        starts = np.concatenate([corpus.fields[0, words] + 1, ranges.starts[own]])
        ends = np.concatenate([corpus.fields[DEPREL + 1, words], ranges.ends[own]])
        owners = np.concatenate([corpus.word_sentences[words], ranges.sentences[own]]) - first
        sizes = np.bincount(owners, weights=ends - starts + 1, minlength=last - first).astype(np.int64)
        if not starts.size:
            yield from (b"" for _ in range(first, last))
            continue
        begin, stop = int(starts.min()), int(ends.max()) + 1
        change = np.zeros(stop - begin + 1, dtype=np.int8)
        change[starts - begin] += 1
        change[ends + 1 - begin] -= 1
        text = corpus.data[begin:stop].copy()
        text[ends - begin] = ord("\n")
        kept = text[np.cumsum(change[:-1], dtype=np.int8).view(np.bool_)].tobytes()
        cuts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
        yield from (kept[cuts[at] : cuts[at + 1]] for at in range(last - first))


def contents(corpus: Corpus) -> list[bytes]:
    """The canonical lines of every sentence."""
    text = corpus.data[: corpus.size].tobytes()
    begins = (corpus.fields[FORM] + 1).tolist()
    feats_ends = corpus.fields[FEATS + 1].tolist()
    deprels = zip((corpus.fields[DEPREL] + 1).tolist(), corpus.fields[DEPREL + 1].tolist(), strict=True)
    relations = [text[start:end] for start, end in deprels]
    heads = corpus.heads.tolist()
    words, ranges = corpus.words.tolist(), corpus.ranges.tolist()
    tokens = corpus.sentence_tokens.tolist()
    found = []
    for sentence in range(corpus.n_sentences):
        first = words[tokens[sentence]]
        lines = []
        for token in range(tokens[sentence], tokens[sentence + 1]):
            low, high = words[token], words[token + 1]
            if ranges[token]:
                form = text[int(corpus.forms[0, token]) : int(corpus.forms[1, token])]
                lines.append(b"%d-%d\t%b\n" % (low - first + 1, high - first, form))
            for word in range(low, high):
                row = text[begins[word] : feats_ends[word]]
                if corpus.has_heads:
                    head = 0 if heads[word] == ROOT else heads[word] - first + 1
                    lines.append(b"%d\t%b\t%d\t%b\n" % (word - first + 1, row, head, relations[word]))
                else:
                    lines.append(b"%d\t%b\t_\t%b\n" % (word - first + 1, row, relations[word]))
        found.append(b"".join(lines))
    return found
