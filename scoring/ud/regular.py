"""The fast reader: CoNLL-U text of the regular form to a corpus, in whole-array steps; None for anything else.

Regular is what treebanks are: ten columns, ids in digits and in order, ranges that fit, one tree a sentence.
"""

from dataclasses import dataclass

import numpy as np

from scoring.ud.corpus import ROOT, Bools, Bytes, Corpus, Ints
from scoring.ud.stream import join_forms

__all__ = ["read_regular"]

BLOCK = 1 << 18  # bytes looked through at a time, so that they stay in the processor's cache
DIGITS = 9  # the most digits of a number that is read here


@dataclass(frozen=True, eq=False)
class Rows:
    """The token lines of a text and where its sentences end among them."""

    tabs: Ints  # all tabs and line ends of the text, in order
    first: Ints  # (rows,): where the line's first tab stands in ``tabs``
    begins: Ints  # (rows,): where the line starts in the text
    sentences: Ints  # (sentences + 1,): offsets in rows


@dataclass(frozen=True, eq=False)
class Tokens:
    """Which rows are words and tokens, and which words a token has."""

    word_rows: Ints
    token_rows: Ints
    ranges: Bools
    words: Ints
    sentence_words: Ints
    sentence_tokens: Ints


def read_regular(name: str, data: Bytes, size: int) -> Corpus | None:
    """The corpus of a text in the regular form, None where the strict reader has to look at it."""
    rows = token_rows(data, size)
    if rows is None or not rows.first.size:
        return None
    tokens = read_ids(data, rows)
    if tokens is None:
        return None
    first = rows.first if tokens.word_rows.size == rows.first.size else rows.first[tokens.word_rows]
    fields = np.empty((9, first.size), dtype=rows.tabs.dtype)
    fields[0] = (rows.begins if first is rows.first else rows.begins[tokens.word_rows]) - 1
    for column in range(8):
        fields[column + 1] = rows.tabs[first + column]
    has_heads = not all_blank(data, fields[6] + 1, fields[7])
    if has_heads:
        heads = read_heads(data, fields[6] + 1, fields[7], tokens.sentence_words)
    else:
        heads = np.full(first.size, ROOT, dtype=rows.tabs.dtype)
    if heads is None:
        return None
    if tokens.token_rows.size == first.size and not tokens.ranges.any():
        forms = np.stack((fields[1] + 1, fields[2]))
    else:
        place = rows.first[tokens.token_rows]
        forms = np.stack((rows.tabs[place] + 1, rows.tabs[place + 1]))
    stream, offsets = join_forms(data, forms)
    if not bool((offsets[1:] > offsets[:-1]).all()):
        return None
    return Corpus(
        name, data, size, fields, heads, forms, tokens.ranges, tokens.words,
        tokens.sentence_tokens, tokens.sentence_words, stream, offsets, has_heads,
    )  # fmt: skip


def separators(data: Bytes, size: int) -> Ints:
    """The positions of all tabs and line ends."""
    kind = np.int32 if size < 2**31 - 64 else np.int64
    found = []
    for start in range(0, size, BLOCK):
        block = data[start : min(start + BLOCK, size)]
        # 9 is the tab and 10 the line end; smaller bytes wrap round to large ones
        found.append((np.flatnonzero((block - np.uint8(9)) < 2) + start).astype(kind))
    return np.concatenate(found)


def token_rows(data: Bytes, size: int) -> Rows | None:
    """The token lines, None unless they have ten columns and comments and blank lines stand where they should."""
    if size == 0 or data[size - 1] != ord("\n"):
        return None
    tabs = separators(data, size)
    ends = np.flatnonzero(data[tabs] == ord("\n"))
    first = np.zeros(ends.size, dtype=ends.dtype)
    first[1:] = ends[:-1] + 1
    begins = np.zeros(ends.size, dtype=tabs.dtype)
    begins[1:] = tabs[ends[:-1]] + 1
    opening = data[begins]
    comment, blank = opening == ord("#"), opening == ord("\n")
    token = ~(comment | blank)
    if token[-1] or not bool(((ends - first)[token] == 9).all()):
        return None
    after_token = np.zeros(token.size, dtype=np.bool_)
    after_token[1:] = token[:-1]
    if bool((comment & after_token).any()) or bool((blank & ~after_token).any()):
        return None
    count = np.cumsum(token)
    sentences = np.zeros(int(np.count_nonzero(blank)) + 1, dtype=tabs.dtype)
    sentences[1:] = count[blank]
    return Rows(tabs, first[token].astype(tabs.dtype), begins[token], sentences)


def numbers(data: Bytes, starts: Ints, ends: Ints) -> tuple[Ints, Bools]:
    """The numbers written in digits, and which fields are such numbers: two arrays of the fields' length."""
    lengths = ends - starts
    digit = data[starts] - np.uint8(48)
    good = (digit < 10) & (lengths <= DIGITS)
    values = digit.astype(np.int32)
    longer = np.flatnonzero(lengths > 1)
    for place in range(1, DIGITS):
        if place > 1:
            longer = longer[lengths[longer] > place]
        if not longer.size:
            break
        digit = data[starts[longer] + place] - np.uint8(48)
        good[longer] &= digit < 10
        values[longer] = values[longer] * 10 + digit
    return values, good


def double_numbers(data: Bytes, starts: Ints, ends: Ints) -> tuple[Ints, Ints, Bytes] | None:
    """Two numbers and the mark between them, ``-`` or ``.``; None if any field is not of this form."""
    lengths = ends - starts
    if int(lengths.max()) > DIGITS + 2:
        return None
    both = np.zeros((2, lengths.size), dtype=np.int64)
    seen = np.zeros((2, lengths.size), dtype=np.bool_)
    mark = np.zeros(lengths.size, dtype=np.uint8)
    for place in range(int(lengths.max())):
        byte = data[starts + place]
        inside = place < lengths
        digit = byte - np.uint8(48)
        is_digit = inside & (digit < 10)
        breaks = inside & ~is_digit
        if bool((breaks & ((mark != 0) | ((byte != ord("-")) & (byte != ord("."))))).any()):
            return None
        mark[breaks] = byte[breaks]
        for side, part in enumerate((is_digit & (mark == 0), is_digit & (mark != 0))):
            both[side][part] = both[side][part] * 10 + digit[part]
            seen[side] |= part
    if not bool(seen.all()):
        return None
    return both[0], both[1], mark


def read_ids(data: Bytes, rows: Rows) -> Tokens | None:
    """Words, multiword tokens and their words; empty nodes are left out.  None where ids are not regular."""
    ids, plain = numbers(data, rows.begins, rows.tabs[rows.first])
    kind = rows.tabs.dtype
    if bool(plain.all()):
        if not in_order(ids, rows.sentences):
            return None
        every = np.arange(ids.size, dtype=kind)
        ranges = np.zeros(ids.size, dtype=np.bool_)
        words = np.arange(ids.size + 1, dtype=kind)
        return Tokens(every, every, ranges, words, rows.sentences, rows.sentences)
    other = np.flatnonzero(~plain)
    parts = double_numbers(data, rows.begins[other], rows.tabs[rows.first[other]])
    if parts is None:
        return None
    before = np.zeros(plain.size + 1, dtype=kind)  # how many words there are before each row
    np.cumsum(plain, out=before[1:])
    sentence_words = before[rows.sentences]
    word_rows = np.flatnonzero(plain)
    if not in_order(ids[word_rows], sentence_words):
        return None
    is_range = parts[2] == ord("-")
    low, high, place = parts[0][is_range], parts[1][is_range], other[is_range]
    sentence = np.searchsorted(rows.sentences, place, side="right") - 1
    if not ranges_fit(low, high, before[place], sentence, sentence_words):
        return None
    covered = np.zeros(word_rows.size + 1, dtype=np.int8)
    covered[before[place]] += 1
    covered[before[place] + (high - low) + 1] -= 1
    is_token = np.zeros(plain.size, dtype=np.bool_)
    is_token[word_rows] = np.cumsum(covered[:-1]) == 0
    is_token[place] = True
    token_rows = np.flatnonzero(is_token)
    ranges = ~plain[token_rows]
    width = np.ones(token_rows.size, dtype=kind)
    width[ranges] = high - low + 1
    words = np.zeros(token_rows.size + 1, dtype=kind)
    np.cumsum(width, out=words[1:])
    tokens_before = np.zeros(plain.size + 1, dtype=kind)
    np.cumsum(is_token, out=tokens_before[1:])
    return Tokens(word_rows, token_rows, ranges, words, sentence_words, tokens_before[rows.sentences])


def in_order(ids: Ints, sentence_words: Ints) -> bool:
    """Whether the words of every sentence are numbered 1, 2, 3, ... and every sentence has a word."""
    counts = np.diff(sentence_words)
    expected = np.arange(1, ids.size + 1, dtype=ids.dtype) - np.repeat(sentence_words[:-1], counts)
    return bool((counts > 0).all()) and bool((ids == expected).all())


def ranges_fit(low: Ints, high: Ints, next_word: Ints, sentence: Ints, sentence_words: Ints) -> bool:
    """Whether each range starts at the next word, stays in its sentence and overlaps no other."""
    if not low.size:
        return True
    start = sentence_words[sentence]
    fits = (low == next_word - start + 1) & (high >= low) & (start + high <= sentence_words[sentence + 1])
    apart = next_word[1:] > (start + high - 1)[:-1]
    return bool(fits.all()) and bool(apart.all())


def all_blank(data: Bytes, starts: Ints, ends: Ints) -> bool:
    """Whether every one of the fields is ``_``; the first one nearly always tells."""
    if not starts.size or int(data[starts[0]]) != ord("_"):
        return False
    return bool((ends - starts == 1).all()) and bool((data[starts] == ord("_")).all())


def read_heads(data: Bytes, starts: Ints, ends: Ints, sentence_words: Ints) -> Ints | None:
    """The head of each word as a word of the corpus, None unless every sentence is one tree."""
    heads, good = numbers(data, starts, ends)
    counts = np.diff(sentence_words)
    if not bool(good.all()) or bool((heads > np.repeat(counts, counts)).any()):
        return None
    is_root = heads == 0
    roots = np.flatnonzero(is_root)
    # one root in each sentence: as many as there are sentences, and the i-th is in the i-th
    if roots.size != counts.size or not bool(
        ((roots >= sentence_words[:-1]) & (roots < sentence_words[1:])).all()
    ):
        return None
    heads = np.asarray(heads + np.repeat(sentence_words[:-1], counts) - 1, dtype=sentence_words.dtype)
    # Each step doubles how far up every word has looked; in a tree all see the root, which looks at itself.
    up = np.where(is_root, np.arange(heads.size, dtype=heads.dtype), heads)
    for _ in range(int(counts.max()).bit_length()):
        up = up[up]
    if not bool(is_root[up].all()):
        return None
    heads[is_root] = ROOT
    return heads
