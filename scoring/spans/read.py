"""Tagged text from a file: one token a line, its tag in the last column, a blank line between sentences.

Source: the files of the CoNLL-2003 shared task (Tjong Kim Sang and De Meulder 2003, §2).
"""

import codecs
import os

from scoring.base.errors import InputError
from scoring.base.files import read_bytes, read_open
from scoring.spans.tags import prefix_fault
from scoring.spans.text import TaggedText, documents_of

__all__ = ["BORDER", "columns", "content_of", "decoded", "loads", "read"]

BORDER = "-DOCSTART-"  # the first column of a line that starts a document


def read(source: object, name: str | None = None) -> TaggedText:
    """The tagged text in a file: a path, or a file open for reading as bytes or as text.

    Columns are separated by tabs where a line has any, else by spaces.  Line ends are LF, CRLF or CR.

    Source: Tjong Kim Sang and De Meulder (2003), §2, for the file.

    Raises:
        InputError: the file is missing, not UTF-8, or a line has no tag or one that is not IOB2; says file and line.
    """
    content, shown = content_of(source)
    return loads(content, name or shown)


def loads(content: str | bytes | bytearray | memoryview, name: str = "<text>") -> TaggedText:
    r"""The tagged text in characters or UTF-8 bytes.

    Source: Tjong Kim Sang and De Meulder (2003), §2, for the file.

    >>> text = loads("-DOCSTART- O\n\nAnn B-PER\nsleeps O\n\nYes O\n")
    >>> text.sentences, text.documents
    ([['B-PER', 'O'], ['O']], (range(0, 2),))

    Raises:
        InputError: not UTF-8, or a line has no tag or one that is not IOB2; says file and line.
    """
    reader = Reader(name)
    for number, line in enumerate(decoded(content, name).split("\n"), 1):
        reader.take(number, line)
    text = reader.text()
    check_prefixes(text)
    return text


class Reader:
    """Takes lines one by one and collects sentences."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sentences: list[list[str]] = []
        self.tokens: list[list[str]] = []
        self.lines: list[int] = []
        self.borders: list[int] = []
        self.open = False

    def take(self, number: int, line: str) -> None:
        """A token, the end of a sentence, or the start of a document."""
        if not line or line.isspace():
            self.open = False
            return
        token, tag = columns(line, f"{self.name}:{number}")
        if token == BORDER:
            self.open = False
            self.borders.append(len(self.sentences))
            return
        if not tag:
            msg = f"{self.name}:{number}: {line!r:.60} has no tag; a line is a token and, in the last column, its tag"
            raise InputError(msg)
        if not self.open:
            self.sentences.append([])
            self.tokens.append([])
            self.lines.append(number)
            self.open = True
        self.sentences[-1].append(tag)
        self.tokens[-1].append(token)

    def text(self) -> TaggedText:
        """The text of the lines taken."""
        documents = documents_of(self.borders, len(self.sentences)) if self.borders else ()
        return TaggedText(self.sentences, documents, self.tokens, self.name, tuple(self.lines))


def columns(line: str, place: str) -> tuple[str, str]:
    """The first and the last column of a line; the last is empty where there is one column."""
    if "\t" in line:
        token, _, rest = line.partition("\t")
        tag = rest.rpartition("\t")[2].strip(" ")
    else:
        token, _, rest = line.strip(" ").partition(" ")
        tag = rest.rpartition(" ")[2]
    if not token:
        msg = f"{place}: {line!r:.60} has no token before its first tab"
        raise InputError(msg)
    return token, tag


def check_prefixes(text: TaggedText) -> None:
    """Raises InputError at the first tag that is not IOB2."""
    tags = {tag for sentence in text.sentences for tag in sentence}
    wrong = {tag: fault for tag in tags if (fault := prefix_fault(tag, tags))}
    if not wrong:
        return
    for number, sentence in enumerate(text.sentences):
        for position, tag in enumerate(sentence):
            if tag in wrong:
                msg = f"{text.place(number, position)}: {wrong[tag]}"
                raise InputError(msg)


def content_of(source: object) -> tuple[str | bytes, str]:
    """What a path or an open file holds, and its name."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if not path:
            msg = "the path of the file is empty"
            raise InputError(msg)
        return read_bytes(path, InputError), path
    if hasattr(source, "read"):
        return read_open(source, InputError)
    msg = f"cannot read from {type(source).__name__}; give a path or an open file"
    raise InputError(msg)


def decoded(content: str | bytes | bytearray | memoryview, name: str) -> str:
    """The characters of a text with LF line ends.

    Raises:
        InputError: the bytes are not UTF-8, or start with a byte order mark.
    """
    if isinstance(content, str):
        text = content
    else:
        data = bytes(content)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as fault:
            line = data.count(b"\n", 0, fault.start) + 1
            byte = f"byte {fault.start + 1} (0x{data[fault.start]:02X})"
            msg = f"{name}:{line}: {byte} is not UTF-8; save the file as UTF-8"
            if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                msg += " (it looks like UTF-16)"
            raise InputError(msg) from fault
    if text.startswith("\ufeff"):
        msg = f"{name}:1: the file starts with a byte order mark; save it as UTF-8 without BOM"
        raise InputError(msg)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
