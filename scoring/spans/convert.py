"""Tags of other schemes as IOB2: IOB1, BIOES (also called IOBES) and BILOU.

Source: Tjong Kim Sang and Veenstra (1999), Representing Text Chunks, §2, for IOB1 and IOB2; Ratinov and Roth (2009),
Design Challenges and Misconceptions in Named Entity Recognition, §3, for BILOU.
"""

import codecs
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.base.errors import InputError, UsageError
from scoring.base.files import read_bytes, write_atomically
from scoring.base.text import decoded
from scoring.spans.read import BORDER, columns
from scoring.spans.tags import are_tags, likely_scheme, tag_type

__all__ = ["SCHEMES", "Converted", "convert", "convert_file", "detect"]

SCHEMES = {"IOB1": "OIB", "IOB2": "OIB", "BIOES": "OBIES", "BILOU": "OBILU"}  # and the letters of each
ALSO = {"IOBES": "BIOES", "BILUO": "BILOU", "IOB": "IOB1", "BIO": "IOB2"}
SINGLE, LAST = "SU", "EL"


@dataclass(frozen=True)
class Converted:
    """What was done to a file: the scheme it had, its tags, how many were written anew, how many broke the scheme."""

    scheme: str
    tags: int
    changed: int
    broken: int


def convert(tags: Sequence[str], scheme: str | None = None) -> list[str]:
    """One sentence's tags in IOB2; the scheme is found from its tags unless given.

    A sentence that follows its scheme keeps its spans.  A tag that breaks it stays as near as IOB2 allows: E and L are
    I, S and U are B, and what would run on from a span that has ended is B.

    Source: Ramshaw and Marcus (1995) for IOB1; Ratinov and Roth (2009) for BILOU.

    >>> convert(["B-PER", "E-PER", "O", "S-LOC"])
    ['B-PER', 'I-PER', 'O', 'B-LOC']

    Raises:
        UsageError: there is no such scheme.
        InputError: a tag has a prefix that the scheme has not.
    """
    scheme = scheme_named(scheme) if scheme else detect([tags])
    for position, tag in enumerate(tags):
        check(tag, scheme, f"position {position + 1}")
    return in_iob2(tags, scheme)


def convert_file(
    source: str | os.PathLike[str], target: str | os.PathLike[str], scheme: str | None = None
) -> Converted:
    """Writes a file anew with its tags, in the last column, in IOB2; all else stays, line ends and byte order mark too.

    Source: Ramshaw and Marcus (1995) for IOB1; Ratinov and Roth (2009) for BILOU.

    Raises:
        UsageError: there is no such scheme.
        InputError: the file cannot be read, the target cannot be written, a line has no tag or one of another scheme.
    """
    name = os.fspath(source)
    content = read_bytes(name, InputError)
    parts = re.split(r"(\r\n|\n|\r)", decoded(content, name))
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    lines, ends = parts[::2], parts[1::2]
    sentences = sentences_of(lines, name)
    tags = [[columns(lines[at], f"{name}:{at + 1}")[1] for at in sentence] for sentence in sentences]
    scheme = scheme_named(scheme) if scheme else detect(tags, name)
    changed = broken = 0
    for sentence, old in zip(sentences, tags, strict=True):
        for at, tag in zip(sentence, old, strict=True):
            check(tag, scheme, f"{name}:{at + 1}")
        new = in_iob2(old, scheme)
        broken += breaks(old, scheme)
        for at, before, after in zip(sentence, old, new, strict=True):
            if before != after:
                head, _, tail = lines[at].rpartition(before)
                lines[at] = f"{head}{after}{tail}"
                changed += 1
    text = "".join(line + end for line, end in zip(lines, [*ends, ""], strict=True))
    write_atomically(Path(target), mark + text.encode("utf-8"), InputError)
    return Converted(scheme, sum(map(len, tags)), changed, broken)


def sentences_of(lines: Sequence[str], name: str) -> list[list[int]]:
    """The lines of each sentence's tokens."""
    found: list[list[int]] = [[]]
    for at, line in enumerate(lines):
        token, tag = columns(line, f"{name}:{at + 1}") if line.strip() else (BORDER, "")
        if token == BORDER:
            found.append([])
        elif not tag:
            msg = f"{name}:{at + 1}: the line has no tag; a line is a token and, in the last column, its tag"
            raise InputError(msg)
        else:
            found[-1].append(at)
    return [sentence for sentence in found if sentence]


def scheme_named(scheme: str) -> str:
    """The scheme's own spelling."""
    name = ALSO.get(scheme.upper(), scheme.upper())
    if name not in SCHEMES:
        msg = f"there is no scheme {scheme!r}; there are {', '.join(SCHEMES)}"
        raise UsageError(msg)
    return name


def detect(sentences: Iterable[Sequence[str]], name: str = "tags") -> str:
    """The scheme of the tags: by their letters, or IOB1 where B stands only between two spans of a type.

    Raises:
        InputError: the letters are those of no scheme.
    """
    rows = [list(tags) for tags in sentences]
    every = {tag for tags in rows for tag in tags}
    if not are_tags(tag for tags in rows for tag in tags):
        msg = f"{name}: the last column holds no tags of any of {', '.join(SCHEMES)}"
        raise InputError(msg)
    letters = {tag[:1] for tag in every}
    scheme = likely_scheme(every)
    if scheme:
        return scheme
    strange = sorted(letters - set("OIB"))
    if strange:
        msg = f"{name}: tags start with {', '.join(map(repr, strange))}, which fits none of {', '.join(SCHEMES)}"
        raise InputError(msg)
    opened = [
        tag[0] for tags in rows for at, tag in enumerate(tags) if tag[0] != "O" and not follows(tags, at)
    ]  # the prefixes with which spans start where no other of their type ends
    return "IOB1" if "I" in opened and "B" not in opened else "IOB2"


def follows(tags: Sequence[str], at: int) -> bool:
    """Whether the tag before is of the same type."""
    return at > 0 and tags[at - 1][:1] != "O" and tag_type(tags[at - 1]) == tag_type(tags[at])


def check(tag: str, scheme: str, place: str) -> None:
    """Raises InputError for a tag that does not start with a letter of the scheme."""
    if not tag or tag[0] not in SCHEMES[scheme]:
        letters = ", ".join(SCHEMES[scheme])
        msg = f"{place}: the tag {tag!r} does not start with one of {letters}, the prefixes of {scheme}"
        raise InputError(msg)


def in_iob2(tags: Sequence[str], scheme: str) -> list[str]:
    """The tags in IOB2."""
    found = []
    for at, tag in enumerate(tags):
        prefix = tag[0]
        if scheme == "IOB2" or prefix in "OB":
            found.append(tag)
        elif prefix in SINGLE or runs_on_wrongly(tags, at, scheme):
            found.append(f"B{tag[1:]}")
        else:
            found.append(f"I{tag[1:]}")
    return found


def runs_on_wrongly(tags: Sequence[str], at: int, scheme: str) -> bool:
    """Whether an inner tag would be I after what it does not continue: in IOB1 it opens a span, else one has ended."""
    if scheme == "IOB1":
        return not follows(tags, at)
    return follows(tags, at) and tags[at - 1][0] in SINGLE + LAST


def breaks(tags: Sequence[str], scheme: str) -> int:
    """How many tags break the scheme: an inner tag that continues no span, or one before it that has no end."""
    if scheme not in ("BIOES", "BILOU"):
        return 0
    count = 0
    for at, tag in enumerate(tags):
        after = follows(tags, at) and tags[at - 1][0] in "BI"
        ends = at + 1 == len(tags) or not follows(tags, at + 1) or tags[at + 1][0] not in "I" + LAST
        count += (tag[0] in "I" + LAST and not after) or (tag[0] in "BI" and ends)
    return count
