"""Tagged text from a file: one token a line, its tag in the last column, a blank line between sentences.

Source: the files of the CoNLL-2003 shared task (Tjong Kim Sang and De Meulder 2003, §2).
"""

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.text import decoded, with_line_feeds
from scoring.spans.tags import are_tags, prefix_fault
from scoring.spans.text import TaggedText, documents_of

__all__ = ["BORDER", "columns", "loads", "read"]

BORDER = "-DOCSTART-"  # the first column of a line that starts a document


def read(source: object, name: str | None = None) -> TaggedText:
    """The tagged text in a file: a path, or a file open for reading as bytes or as text.

    Columns are separated by tabs where a line has any, else by spaces.  Line ends are LF, CRLF or CR.

    Source: Tjong Kim Sang and De Meulder (2003), §2, for the file.

    Raises:
        InputError: the file is missing, not UTF-8, or a line has no tag or one that is not IOB2; says file and line.
    """
    content, shown = content_of(source, "")
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
    for number, line in enumerate(with_line_feeds(decoded(content, name)).split("\n"), 1):
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
            msg = f"{self.name}:{number}: the line has no tag; a line is a token and, in the last column, its tag"
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
        msg = f"{place}: the line has no token before its first tab"
        raise InputError(msg)
    return token, tag


def check_prefixes(text: TaggedText) -> None:
    """Raises InputError at the first tag that is not IOB2."""
    tags = {tag for sentence in text.sentences for tag in sentence}
    wrong = {tag: fault for tag in tags if (fault := prefix_fault(tag, tags))}
    if not wrong:
        return
    if not are_tags(tag for sentence in text.sentences for tag in sentence):
        wrong = dict.fromkeys(
            wrong, "the last column holds no tags; IOB2 has B, I and O, as in B-PER, I-PER and O"
        )
    for number, sentence in enumerate(text.sentences):
        for position, tag in enumerate(sentence):
            if tag in wrong:
                msg = f"{text.place(number, position)}: {wrong[tag]}"
                raise InputError(msg)
