"""The strict reader: CoNLL-U line by line, in the order of checks of the shared task's script, with exact errors.

It reads every text that the script accepts, the odd ones too, and names file, line and reason for the others.
"""

from dataclasses import dataclass, field

import numpy as np

from scoring.base.errors import InputError
from scoring.ud.corpus import HEAD, ROOT, Bytes, Corpus
from scoring.ud.ranges import Range, odd_notes
from scoring.ud.stream import join_forms, without_spaces
from scoring.ud.tree import NO_HEAD, Broken, Head, check_tree, listing

__all__ = ["read_strict"]


@dataclass
class WordLine:
    """One line of the text: its number from 1, where it starts, and its bytes."""

    number: int
    start: int
    text: bytes

    def tabs(self) -> list[int]:
        """The positions of the tabs in the text of the file."""
        places, place = [], self.text.find(b"\t")
        while place >= 0:
            places.append(self.start + place)
            place = self.text.find(b"\t", place + 1)
        return places


@dataclass
class Sentence:
    """One sentence as it is read: rows of field bounds and the tokens over them."""

    fields: list[list[int]] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)
    forms: list[tuple[int, int]] = field(default_factory=list)
    ranges: list[bool] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    odd: list[tuple[int, str]] = field(
        default_factory=list
    )  # lines of ranges that are numbered oddly, and how

    @property
    def has_heads(self) -> bool:
        """Whether any word has a head: a sentence without a tree has ``_`` in every word."""
        return any(head.text != NO_HEAD for head in self.heads)

    def add_word(self, line: WordLine, columns: list[bytes]) -> None:
        tabs = line.tabs()
        self.fields.append([line.start - 1, *tabs[:8]])
        self.heads.append(Head(line.number, columns[HEAD].decode()))

    def add_token(self, line: WordLine, width: int, *, is_range: bool) -> None:
        tabs = line.tabs()
        self.forms.append((tabs[0] + 1, tabs[1]))
        self.ranges.append(is_range)
        self.widths.append(width)


def read_strict(name: str, data: Bytes, size: int) -> Corpus:
    """The corpus of any text that the shared task's script accepts.

    Raises:
        InputError: the text is not valid; up to ten broken sentences are listed with file, line and reason.
    """
    lines = numbered(data[:size].tobytes())
    sentences: list[Sentence] = []
    problems: list[Broken] = []
    at = 0
    while at < len(lines):
        if lines[at].text.startswith(b"#"):
            at += 1
            continue
        found, at = read_sentence(lines, at)
        if isinstance(found, Sentence):
            sentences.append(found)
            continue
        problems.append(found)
        while not found.ended and at < len(lines) and lines[at - 1].text:
            at += 1
    problems = sorted([*problems, *without_heads(sentences)], key=lambda problem: problem.line)
    if problems:
        raise InputError(*listing(name, problems))
    return assemble(name, data, size, sentences)


def without_heads(sentences: list[Sentence]) -> list[Broken]:
    """The sentences without heads, where others have them: a file has all its trees, or none."""
    first = next((sentence for sentence in sentences if sentence.has_heads), None)
    if first is None:
        return []
    reason = (
        "no word of this sentence has a HEAD (_), but the words of others have one, "
        f"as on line {first.heads[0].line}; give every sentence its tree, or none"
    )
    return [Broken(one.heads[0].line, reason, ended=True) for one in sentences if not one.has_heads]


def numbered(text: bytes) -> list[WordLine]:
    """The lines of the text; what follows the last line end is a line where it is not empty."""
    parts = text.split(b"\n")
    if not parts[-1]:
        parts.pop()
    lines, start = [], 0
    for number, part in enumerate(parts, 1):
        lines.append(WordLine(number, start, part))
        start += len(part) + 1
    return lines


def read_sentence(lines: list[WordLine], at: int) -> tuple[Sentence | Broken, int]:
    """The sentence that starts at a line, or what is wrong with it, and the index of the line to go on with.

    The script counts an empty node inside a multiword token as one of its words, and so rejects most such files;
    where it does, the sentence is read without these nodes.
    """
    reading = SentenceReader(lines, at)
    try:
        return reading.sentence(), reading.at
    except Broken as problem:
        if not reading.empty_in_range:
            return problem, reading.at
    reading = SentenceReader(lines, at, skip_empty=True)
    try:
        return reading.sentence(), reading.at
    except Broken as problem:
        return problem, reading.at


def split(line: WordLine) -> list[bytes]:
    """The ten columns of a token line."""
    columns = line.text.split(b"\t")
    if len(columns) != 10:
        found = f"{len(columns)} column{'s' * (len(columns) != 1)}"
        reason = f"a token line has 10 columns separated by tabs, this one has {found}"
        if line.text.startswith(b"#"):
            reason += " (comments stand before a sentence, not inside it)"
        elif not line.text.strip():
            reason += " (a line between sentences has to be empty)"
        raise Broken(line.number, reason)
    return columns


@dataclass
class SentenceReader:
    """The reading of one sentence from a line on."""

    lines: list[WordLine]
    at: int
    skip_empty: bool = False  # leave out empty nodes inside multiword tokens
    empty_in_range: bool = False  # whether there was one
    found: Sentence = field(default_factory=Sentence)
    last: Range | None = None  # the multiword token before, with its words

    def take(self) -> WordLine | None:
        """The next line, None at the end of the file."""
        if self.at >= len(self.lines):
            return None
        self.at += 1
        return self.lines[self.at - 1]

    def sentence(self) -> Sentence:
        """The sentence up to its blank line."""
        line = first = self.take()
        while line is not None and line.text:
            columns = split(line)
            if b"." not in columns[0]:
                if not without_spaces(columns[1].decode()):
                    raise Broken(line.number, "FORM is empty; every token needs a form")
                if b"-" in columns[0]:
                    self.range(line, columns[0].decode())
                else:
                    self.word(line, columns)
            line = self.take()
        if line is None:
            reason = "the file ends inside a sentence; the last sentence needs a blank line after it as well"
            raise Broken(self.lines[-1].number, reason, ended=True)
        if not self.found.heads:
            reason = "the sentence that ends here has no word, so none with HEAD 0"
            if line is first:
                reason = "a blank line with no sentence before it (two in a row, or after comments only); remove it"
            raise Broken(line.number, reason, ended=True)
        found = self.found
        found.parents = check_tree(found.heads) if found.has_heads else [ROOT] * len(found.heads)
        return found

    def word(self, line: WordLine, columns: list[bytes]) -> None:
        """Adds a plain word, whose id has to be the next one."""
        shown, expected = columns[0].decode(), len(self.found.heads) + 1
        try:
            number = int(shown)
        except ValueError:
            raise Broken(line.number, f"ID {shown!r} is not a number; {expected} is expected here") from None
        if number != expected:
            reason = f"ID is {shown}, but {expected} is expected here: words are numbered 1, 2, 3, ..."
            raise Broken(line.number, reason)
        head = Head(line.number, columns[HEAD].decode())
        if head.text != NO_HEAD and head.number() < 0:
            raise Broken(line.number, f"HEAD {head.text} is negative; the root has 0")
        self.found.add_token(line, 1, is_range=False)
        self.found.add_word(line, columns)

    def range(self, line: WordLine, shown: str) -> None:
        """Adds a multiword token and its words; only how many they are counts."""
        token, first = Range.of(line.number, shown), len(self.found.heads) + 1
        token.check_apart(self.last, first)
        self.found.add_token(line, token.width, is_range=True)
        ids: list[str] = []
        while len(ids) < token.width:
            inner = self.take()
            if inner is None:
                raise token.ends_early("file", self.lines[-1].number, first, len(self.found.heads))
            if not inner.text:
                raise token.ends_early("sentence", inner.number, first, len(self.found.heads))
            columns = split(inner)
            if b"." in columns[0]:
                self.empty_in_range = True
                if self.skip_empty:
                    continue
            elif b"-" in columns[0]:
                raise Range.of(inner.number, columns[0].decode()).inside(token)
            ids.append(columns[0].decode())
            self.found.add_word(inner, columns)
        self.last = token
        if said := token.odd(first, ids):
            self.found.odd.append((line.number, said))


def assemble(name: str, data: Bytes, size: int, sentences: list[Sentence]) -> Corpus:
    """The arrays of the sentences that were read."""
    kind = np.int32 if size < 2**31 - 64 else np.int64

    def offsets(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int32 | np.int64]]:
        return np.cumsum([0, *counts], dtype=kind)

    fields = np.array([row for s in sentences for row in s.fields], dtype=kind).reshape(-1, 9).T
    forms = np.array([form for s in sentences for form in s.forms], dtype=kind).reshape(-1, 2).T
    sentence_words = offsets([len(s.heads) for s in sentences])
    heads = [
        ROOT if parent == ROOT else int(start) + parent
        for s, start in zip(sentences, sentence_words[:-1], strict=True)
        for parent in s.parents
    ]
    stream, token_offsets = join_forms(data, np.ascontiguousarray(forms))
    return Corpus(
        name, data, size, np.ascontiguousarray(fields), np.array(heads, dtype=kind), np.ascontiguousarray(forms),
        np.array([is_range for s in sentences for is_range in s.ranges], dtype=np.bool_),
        offsets([width for s in sentences for width in s.widths]),
        offsets([len(s.forms) for s in sentences]), sentence_words, stream, token_offsets,
        not sentences or any(s.has_heads for s in sentences),
        notes=odd_notes(name, [one for s in sentences for one in s.odd]),
    )  # fmt: skip
