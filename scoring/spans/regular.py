"""Tagged text whose lines all have the same columns, cut at once: several times as fast as line by line.

Only a text in which nothing has to be decided is taken: every line that is not empty is a token, further columns if any
and a tag, with one space or tab between them, and one empty line stands between sentences and after a ``-DOCSTART-``
line.  Any other text, one with comments among them, is read line by line.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.spans.coded_lists import CodedLists, Codes, Numbering
from scoring.spans.columns import BORDER
from scoring.spans.schemes import Scheme
from scoring.spans.text import TaggedText, documents_of

__all__ = ["TOGETHER", "regular_text"]

SPACE, TAB, LINE = ord(" "), ord("\t"), ord("\n")
TOGETHER = 1 << 20  # characters cut at once, so that the cells of a long file are never all in memory

Sizes = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Blocks(NamedTuple):
    """The lines of each block between empty lines, first and last cell of each line, and which blocks are borders."""

    sizes: Sizes  # (blocks,)
    words: Codes  # (lines,)
    tags: Codes  # (lines,)
    borders: Bools  # (blocks,)


def regular_text(text: str, name: str, scheme: Scheme) -> TaggedText | None:
    """The text of a regular file, the same that reading line by line gives; None where the file is not regular."""
    body = text.strip("\n")
    if not body or body[0] == "#" or "\n\n#" in body or "\n\n\n" in body:
        return None
    words, tags = Numbering(), Numbering()
    parts: list[Blocks] = []
    for part in whole_sentences(body):
        blocks = blocks_of(part, words, tags)
        if blocks is None:
            return None
        parts.append(blocks)
    sizes, word_codes, tag_codes, border = map(np.concatenate, zip(*parts, strict=True))
    ends = np.cumsum(sizes)
    lines = (
        ends - sizes + np.arange(1, sizes.size + 1) + text.index(body[0])
    )  # an empty line after each block
    documents: tuple[range, ...] = ()
    if border.any():
        kept = ~np.repeat(border, sizes)
        word_codes, tag_codes, lines, ends = (
            word_codes[kept],
            tag_codes[kept],
            lines[~border],
            np.cumsum(sizes[~border]),
        )
        documents = documents_of(np.cumsum(~border)[border].tolist(), ends.size)
    return TaggedText(
        in_use(tags, tag_codes, ends), documents, in_use(words, word_codes, ends), name,
        tuple(lines.tolist()), scheme=scheme, ids=(None,) * ends.size, document_ids=(None,) * len(documents),
    )  # fmt: skip


def in_use(strings: Numbering, codes: Codes, ends: Sizes) -> CodedLists:
    """The lists of these codes, without the strings that none of them has: those of borders."""
    used = np.bincount(codes, minlength=len(strings)) > 0
    places = np.cumsum(used, dtype=np.int32) - 1
    different = [string for string, there in zip(strings, used.tolist(), strict=True) if there]
    return CodedLists(different, codes if used.all() else places[codes], ends)


def whole_sentences(body: str) -> Iterator[str]:
    """The text in parts that end with a sentence."""
    start = 0
    while (end := body.find("\n\n", start + TOGETHER)) >= 0:
        yield body[start:end]
        start = end + 2
    yield body[start:]


def blocks_of(body: str, words: Numbering, tags: Numbering) -> Blocks | None:
    """One part of a text, its words and tags numbered; None where it is not regular."""
    data = np.frombuffer(body.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = data == LINE
    blank = np.zeros(data.size, dtype=np.bool_)
    blank[1:] = ends[1:] & ends[:-1]
    marks = np.flatnonzero((ends | (data == SPACE) | (data == TAB)) & ~blank)
    width = body.partition("\n")[0].replace("\t", " ").count(" ") + 1
    if width < 2 or not is_rectangle(ends[marks], width) or (width > 2 and " " in body and "\t" in body):
        return None
    cells = body.split()
    lines, gaps = (marks.size + 1) // width, int(np.count_nonzero(blank))
    if len(cells) != width * lines or len(body) != sum(map(len, cells)) + marks.size + gaps:
        return None  # an empty cell, or white space of another kind
    sizes = np.diff(np.flatnonzero(np.concatenate([[True], blank[ends], [True]]))) - 1
    sizes[-1] += 1  # the last line has no end
    first, last = words.of(cells[0::width]), tags.of(cells[width - 1 :: width])
    starts = np.cumsum(sizes) - sizes
    at_border = first == words[BORDER] if BORDER in words else np.zeros(first.size, dtype=np.bool_)
    border = at_border[starts]
    if np.count_nonzero(at_border) > np.count_nonzero(border) or (sizes[border] > 1).any():
        return None  # no empty line before or after it
    return Blocks(sizes, first, last, border)


def is_rectangle(closes: Bools, width: int) -> bool:
    """Whether of the marks between cells every ``width``-th, and no other, closes a line; the last line has none."""
    if (closes.size + 1) % width:
        return False
    rows = np.append(closes, True).reshape(-1, width)
    return bool(rows[:, -1].all()) and not rows[:, :-1].any()
