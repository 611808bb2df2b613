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
from scoring.spans.counted_column import refuse_counted
from scoring.spans.read import scanned
from scoring.spans.schemes import reading_of
from scoring.spans.strict import TURNED
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

    Tags may have their letter behind (``PER-B``), or another sign than a hyphen after it (``B_PER``).

    A sentence that follows its scheme keeps its spans.  A tag that breaks it stays as near as IOB2 allows: E and L are
    I, S and U are B, and what would run on from a span that has ended is B.

    Source: Ramshaw and Marcus (1995) for IOB1; Ratinov and Roth (2009) for BILOU.

    >>> convert(["B-PER", "E-PER", "O", "S-LOC"])
    ['B-PER', 'I-PER', 'O', 'B-LOC']
    >>> convert(["PER-B", "PER-I", "O"])
    ['B-PER', 'I-PER', 'O']

    Raises:
        UsageError: there is no such scheme.
        InputError: a tag has a prefix that the scheme has not.
    """
    ((tags,), _) = in_front([tags])
    scheme = scheme_named(scheme) if scheme else detect([tags])
    for position, tag in enumerate(tags):
        check(tag, scheme, f"position {position + 1}")
    return in_iob2(tags, scheme)


def convert_file(
    source: str | os.PathLike[str], target: str | os.PathLike[str], scheme: str | None = None,
    **columns: int | str | None,
) -> Converted:  # fmt: skip
    """Writes a file anew with its tags in IOB2; all else stays, line ends and byte order mark too.

    Tags are in the last column unless ``tag_column`` or ``misc_key`` says otherwise.

    Source: Ramshaw and Marcus (1995) for IOB1; Ratinov and Roth (2009) for BILOU.

    Raises:
        UsageError: there is no such scheme, or the options of columns do not go together.
        InputError: the file cannot be read, the target cannot be written, a line has no tag or one of another scheme.
    """
    name = os.fspath(source)
    content = read_bytes(name, InputError)
    parts = re.split(r"(\r\n|\n|\r)", decoded(content, name))
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    lines, ends = parts[::2], parts[1::2]
    reading = reading_of(columns)
    plain = "\n".join(lines)
    text = scanned(plain, name, reading)
    refuse_counted(text, reading.columns, plain)
    sentences, form = in_front(text.sentences)
    scheme = scheme_named(scheme) if scheme else detect(sentences, name)
    changed = broken = 0
    for at, (old, tags) in enumerate(zip(text.sentences, sentences, strict=True)):
        for place, tag in enumerate(tags):
            check(tag, scheme, f"{name}:{text.line(at, place)}")
        broken += breaks(tags, scheme)
        for place, (before, after) in enumerate(zip(old, in_iob2(tags, scheme), strict=True)):
            if before != after:
                line = text.line(at, place) - 1
                lines[line] = reading.columns.replaced(lines[line], before, after)
                changed += 1
    new = "".join(line + end for line, end in zip(lines, [*ends, ""], strict=True))
    write_atomically(Path(target), mark + new.encode("utf-8"), InputError)
    return Converted(f"{scheme}{form}", sum(map(len, sentences)), changed, broken)


def in_front(sentences: Sequence[Sequence[str]]) -> tuple[list[list[str]], str]:
    """The tags with their letter and a hyphen in front, and in what they differed from that; as they are if in nothing.

    Only where every tag but O has its letter behind (``PER-B``), or another sign than a hyphen after it (``B_PER``).
    """
    labels = {tag for tags in sentences for tag in tags} - {"O"}
    turned = {tag: TURNED.fullmatch(tag) for tag in labels}
    if not labels or not all(turned.values()):
        return [list(tags) for tags in sentences], ""
    new = {"O": "O"} | {tag: f"{tag[-1]}-{found['before']}" if found["before"] else f"{tag[0]}-{found['after']}"
                        for tag, found in turned.items() if found}  # fmt: skip
    behind = any(found and found["before"] for found in turned.values())
    return [
        [new[tag] for tag in tags] for tags in sentences
    ], " (letters behind)" if behind else " (no hyphens)"


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
