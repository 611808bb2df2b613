"""Tagged text from a file: one token a line, its tag in the last column or a named one, a blank line between sentences.

Source: the files of the CoNLL-2003 shared task (Tjong Kim Sang and De Meulder 2003, §2).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Unpack

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.text import decoded, with_line_feeds
from scoring.spans.columns import (
    BORDER,
    CONLLU,
    USUAL,
    TagColumns,
    cells_of,
    first_and_last,
    misc_value,
    width_as,
)
from scoring.spans.counted_column import refuse_counted
from scoring.spans.names import named_tags
from scoring.spans.regular import TOGETHER, regular_text
from scoring.spans.schemes import Scheme, SideReading, TagOptions, reading_of
from scoring.spans.strict import check_tags
from scoring.spans.text import TaggedText, documents_of

__all__ = ["loads", "loads_as", "read", "scanned"]

NEW_DOCUMENT = re.compile(r"#\s*(?:newdoc(?:\s+id\s*[=:]?\s*(\S+))?|begin document\s*(\S*))(?:\s.*)?")
SENTENCE_ID = re.compile(r"#\s*(?:sent_id|id)(?:\s*[=:]\s*|\s+)(\S+)(?:\s.*)?")
METADATA = re.compile(
    r"#\s*(?:newdoc|(?:begin|end) document|(?:sent_id|id|text)\s*=)(?:\s|$)"
)  # never a token's
RANGE, EMPTY = re.compile(r"\d+-\d+"), re.compile(r"\d+\.\d+")  # in the first column of CoNLL-U


def read(source: object, name: str | None = None, **how: Unpack[TagOptions]) -> TaggedText:
    """The tagged text in a file: a path, or a file open for reading as bytes or as text.

    Columns are separated by tabs where a line has any, else by spaces.  Line ends are LF, CRLF or CR.  ``how`` is as in
    a gate: ``token_column``, ``tag_column``, ``misc_key``, ``scheme``, ``outside``, ``alternatives``, ``tag_names``.

    Source: Tjong Kim Sang and De Meulder (2003), §2, for the file.

    Raises:
        InputError: the file is missing, not UTF-8, or a line has no tag or one that is not of the scheme; says file and
            line.
        UsageError: an option is none, or two do not go together.
    """
    content, shown = content_of(source, "")
    return loads(content, name or shown, **how)


def loads(
    content: str | bytes | bytearray | memoryview, name: str = "<text>", **how: Unpack[TagOptions]
) -> TaggedText:  # fmt: skip
    r"""The tagged text in characters or UTF-8 bytes.

    Source: Tjong Kim Sang and De Meulder (2003), §2, for the file.

    >>> text = loads("-DOCSTART- O\n\nAnn B-PER\nsleeps O\n\nYes O\n")
    >>> text.sentences, text.documents
    ([['B-PER', 'O'], ['O']], (range(0, 2),))
    >>> loads("1\tAnn\tB-PER\tO\n2\tran\tO\tO\n", token_column=2, tag_column=3).tokens
    [['Ann', 'ran']]

    Raises:
        InputError: not UTF-8, or a line has no tag or one that is not of the scheme; says file and line.
        UsageError: an option is none, or two do not go together.
    """
    text = loads_as(content, name, reading_of(how))
    return replace(
        text, sentences=list(text.sentences), tokens=list(text.tokens or ())
    )  # the reader's to change


def loads_as(content: str | bytes | bytearray | memoryview, name: str, reading: SideReading) -> TaggedText:
    """The tagged text in characters or UTF-8 bytes, read in this way; see ``loads``."""
    whole = with_line_feeds(decoded(content, name))
    text = regular_text(whole, name, reading.scheme) if reading.columns == USUAL else None
    text = named_tags(text or scanned(whole, name, reading), reading.tag_names)
    refuse_counted(text, reading.columns, whole)
    check_tags(text)
    return text


def scanned(content: str, name: str, reading: SideReading) -> TaggedText:
    """The text of the lines of a file; nothing is asked of its tags but that they are there."""
    scanner = Scanner(name, reading.columns, content)
    for number, line in enumerate(lines_of(content), 1):
        scanner.take(number, line)
    return scanner.text(reading.scheme)


def lines_of(content: str) -> Iterator[str]:
    """The lines, of which only some are in memory at once."""
    start = 0
    while (end := content.find("\n", start + TOGETHER)) >= 0:
        yield from content[start:end].split("\n")
        start = end + 1
    yield from content[start:].split("\n")


class Scanner:
    """Takes lines one by one and collects sentences."""

    def __init__(self, name: str, columns: TagColumns, content: str) -> None:
        self.name, self.columns, self.content = name, columns, content
        self.cut = first_and_last if columns == USUAL else columns.of
        self.sentences: list[list[str]] = []
        self.tokens: list[list[str]] = []
        self.lines: list[int] = []
        self.different: dict[str, str] = {}  # each token and tag once, for a text has few
        self.tags: list[str] = []  # of the sentence that is open, and so on
        self.words: list[str] = []
        self.gap: list[int] = []
        self.last = 0  # the line of the last token
        self.gaps: dict[int, list[int]] = {}  # the lines of a sentence whose tokens do not follow each other
        self.borders: list[int] = []
        self.document_ids: dict[int, str] = {}  # by border
        self.ids: list[str | None] = []
        self.next_id: str | None = None
        self.waiting: list[tuple[int, str]] = []  # lines with # before the first token of a sentence
        self.open = False
        self.empty: list[int] = []  # lines of tokens without characters
        self.nodes: list[int] = []  # lines of CoNLL-U's empty nodes that have a tag

    def take(self, number: int, line: str) -> None:
        """A token, a comment, the end of a sentence, or the start of a document."""
        if not line or line.isspace():
            if self.waiting:
                self.settle(self.usual)
            self.open = False
        elif line[0] == "#" and not self.open:
            self.waiting.append((number, line))
        else:
            if self.waiting:
                self.settle(line if cells_of(line)[0] != BORDER else self.usual)
            self.token(number, line)

    @cached_property
    def usual(self) -> str:
        """A line of the file that is surely a token's; where there is none, a token and its tag."""
        lines = (line for line in lines_of(self.content) if line and not line.isspace() and line[0] != "#")
        return next((line for line in lines if cells_of(line)[0] != BORDER), "token O")

    def settle(self, other: str) -> None:
        """Takes waiting lines with as many columns as the other as tokens, all others and metadata as comments."""
        waiting, self.waiting = self.waiting, []
        width = width_as(other, other)
        for number, line in waiting:
            if width_as(line, other) == width and not METADATA.match(line):
                self.token(number, line)
            else:
                self.comment(line)

    def comment(self, line: str) -> None:
        """The start of a document, the id of a sentence, or nothing."""
        if found := NEW_DOCUMENT.fullmatch(line):
            self.open = False
            self.borders.append(len(self.sentences))
            if key := found[1] or found[2]:
                self.document_ids[len(self.sentences)] = key.rstrip(";")
        elif found := SENTENCE_ID.fullmatch(line):
            self.next_id = found[1]

    def token(self, number: int, line: str) -> None:
        """A token, or the start of a document."""
        if line[0] == "-" and cells_of(line)[0] == BORDER:
            self.open = False
            self.borders.append(len(self.sentences))
            return
        if self.columns.misc is not None and self.is_no_word(number, line):
            return
        token, tag = self.cut(line, self.name, number)
        if not tag:
            msg = f"{self.name}:{number}: the line has no tag; a line is a token and, in the last column, its tag"
            raise InputError(msg)
        if not token:
            self.empty.append(number)
        if not self.open:
            self.begin(number)
        elif number != self.last + 1 or self.gap:
            self.gap = self.gap or list(range(self.lines[-1], self.last + 1))
            self.gap.append(number)
            self.gaps[len(self.sentences) - 1] = self.gap
        self.last = number
        self.tags.append(self.different.setdefault(tag, tag))
        self.words.append(self.different.setdefault(token, token))

    def begin(self, number: int) -> None:
        """A sentence begins on this line."""
        self.tags, self.words, self.gap = [], [], []
        self.sentences.append(self.tags)
        self.tokens.append(self.words)
        self.lines.append(number)
        self.ids.append(self.next_id)
        self.next_id, self.open = None, True

    def is_no_word(self, number: int, line: str) -> bool:
        """Whether a line of CoNLL-U is a multiword token, whose words have the tags, or an empty node without a tag."""
        cells = cells_of(line)
        tag = misc_value(cells[-1], self.columns.misc or "")
        if RANGE.fullmatch(cells[0]):
            if tag and tag != "O":
                msg = (
                    f"{self.name}:{number}: the multiword token {cells[0]} has the tag {tag!r}, but tags are of words; "
                    f"write {self.columns.misc}= at its words"
                )
                raise InputError(msg)
            return True
        if EMPTY.fullmatch(cells[0]):
            if tag:
                self.nodes.append(number)
            return not tag
        return False

    def text(self, scheme: Scheme) -> TaggedText:
        """The text of the lines taken."""
        if self.waiting:
            self.settle(self.usual)
        documents = documents_of(self.borders, len(self.sentences)) if self.borders else ()
        return TaggedText(
            self.sentences, documents, self.tokens, self.name, tuple(self.lines), scheme=scheme,
            gaps={at: tuple(lines) for at, lines in self.gaps.items()}, ids=tuple(self.ids), said=self.said(),
            document_ids=tuple(self.document_ids.get(one.start) for one in documents),
        )  # fmt: skip

    def said(self) -> tuple[str, ...]:
        """What a reader should know of the lines."""
        notes = []
        for lines, what in (
            (self.empty, "tokens without characters"),
            (self.nodes, "empty nodes with a tag"),
        ):
            if lines:
                notes.append(f"{self.name}:{lines[0]}: {what} count as tokens: {len(lines)} in the file")
        if key := self.columns.misc:
            words = (line for line in lines_of(self.content) if line.count("\t") == CONLLU - 1)
            parts = (part for line in words for part in line.rpartition("\t")[2].split("|") if "=" in part)
            keys = {part.partition("=")[0] for part in parts}
            if self.sentences and key not in keys:
                there = ", ".join(sorted(keys)) or "none"
                notes.append(
                    f"{self.name}: no word has {key}= in MISC, so all are O; the keys there: {there}"
                )
        return tuple(notes)
