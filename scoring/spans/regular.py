"""Tagged text without comments, borders or further columns, cut at once: several times as fast as line by line.

Only a text in which nothing has to be decided is taken: every line that is not empty is a token, one space or tab and a
tag, and one empty line stands between sentences.  Any other text is read line by line.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scoring.spans.coded_lists import CodedLists, Codes, Numbering
from scoring.spans.schemes import Scheme
from scoring.spans.text import TaggedText

__all__ = ["regular_text"]

SPACE, TAB, LINE = ord(" "), ord("\t"), ord("\n")
TOGETHER = 1 << 20  # characters cut at once, so that the cells of a long file are never all in memory

Sizes = NDArray[np.int64]


def regular_text(text: str, name: str, scheme: Scheme) -> TaggedText | None:
    """The text of a regular file, the same that reading line by line gives; None where the file is not regular."""
    body = text.strip("\n")
    if not body or "#" in body or "-DOCSTART-" in body or "\n\n\n" in body:
        return None
    words, tags = Numbering(), Numbering()
    parts: list[tuple[Sizes, Codes, Codes]] = []
    for part in whole_sentences(body):
        found = cells_of(part)
        if found is None:
            return None
        sizes, cells = found
        parts.append((sizes, words.of(cells[0::2]), tags.of(cells[1::2])))
    sizes, word_codes, tag_codes = map(np.concatenate, zip(*parts, strict=True))
    ends = np.cumsum(sizes)
    lines = (
        ends - sizes + np.arange(1, sizes.size + 1) + text.index(body[0])
    )  # an empty line after each sentence
    return TaggedText(
        CodedLists(list(tags), tag_codes, ends), (), CodedLists(list(words), word_codes, ends), name,
        tuple(lines.tolist()), scheme=scheme, ids=(None,) * sizes.size,
    )  # fmt: skip


def whole_sentences(body: str) -> Iterator[str]:
    """The text in parts that end with a sentence."""
    start = 0
    while (end := body.find("\n\n", start + TOGETHER)) >= 0:
        yield body[start:end]
        start = end + 2
    yield body[start:]


def cells_of(body: str) -> tuple[Sizes, list[str]] | None:
    """The number of lines of each sentence, and tokens and tags in turn; None where that is not all."""
    data = np.frombuffer(body.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = data == LINE
    blank = np.zeros(data.size, dtype=np.bool_)
    blank[1:] = ends[1:] & ends[:-1]
    marks = np.flatnonzero((ends | (data == SPACE) | (data == TAB)) & ~blank)
    closes = ends[marks]  # a line of a token is one separator and one end
    if marks.size % 2 == 0 or closes[0::2].any() or not closes[1::2].all():
        return None
    cells = body.split()
    lines, gaps = (marks.size + 1) // 2, int(np.count_nonzero(blank))
    if len(cells) != 2 * lines or len(body) != sum(map(len, cells)) + marks.size + gaps:
        return None  # an empty cell, or white space of another kind
    sizes = np.diff(np.flatnonzero(np.concatenate([[True], blank[ends], [True]]))) - 1
    sizes[-1] += 1  # the last line has no end
    return sizes, cells
