"""Strict IOB2: what one tag says, and the spans of one sequence of tags.

A span is B-X followed by any number of I-X; an I-X that continues no such span is ignored.  Source: the scheme IOB2 of
Tjong Kim Sang and Veenstra (1999), Representing Text Chunks, §2, read as seqeval does in its strict mode.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.base.errors import InputError

__all__ = ["PREFIXES", "Span", "are_tags", "likely_scheme", "prefix_fault", "tag_type", "tags_to_spans"]

TAG_LIKE = re.compile("[A-Za-z](?:[-_:.].+)?|.+[-_:.][BIESLU]", re.DOTALL)  # of any scheme
PREFIXES = "OBI"  # in the order of the codes that ``coding`` gives them
BIOES, BILOU = frozenset("SE"), frozenset("LU")  # what one scheme has and the other has not
NOTHING = "_"  # the type of a bare B or I


class Span(NamedTuple):
    """A labelled span from ``start`` to before ``end``, from 0: tokens of a sentence or characters of a text."""

    start: int
    end: int
    label: str


def tag_type(tag: str) -> str:
    """The type of a tag: what follows its first character, without hyphens at either end.

    >>> [tag_type(tag) for tag in ("B-PER", "I-PER-X", "B--PER", "BPER", "B")]
    ['PER', 'PER-X', 'PER', 'PER', '_']
    """
    return tag[1:].strip("-") or NOTHING


def tags_to_spans(tags: Sequence[str]) -> set[Span]:
    """The spans of one sequence of tags.

    Source: Tjong Kim Sang and De Meulder (2003), §2; strict IOB2.

    >>> sorted(tags_to_spans(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"]))
    [Span(start=0, end=2, label='PER'), Span(start=4, end=5, label='LOC')]

    Raises:
        InputError: a tag starts with another letter than B, I or O, or is no text.
    """
    if isinstance(tags, str):
        msg = f"tags are the text {tags!r}, but a list of tags is needed"
        raise InputError(msg)
    found: set[Span] = set()
    opened: tuple[int, str] | None = None
    for position, tag in enumerate(tags):
        fault = prefix_fault(tag, tags)
        if fault:
            msg = f"position {position + 1}: {fault}"
            raise InputError(msg)
        if opened and tag[0] == "I" and tag_type(tag) == opened[1]:
            continue
        if opened:
            found.add(Span(opened[0], position, opened[1]))
        opened = (position, tag_type(tag)) if tag[0] == "B" else None
    if opened:
        found.add(Span(opened[0], len(tags), opened[1]))
    return found


def prefix_fault(tag: object, others: Iterable[object]) -> str:
    """What is wrong with a tag and what helps, with an eye on the other tags; empty where nothing is wrong."""
    if not isinstance(tag, str):
        way = "; tag_names says which tags numbers stand for" if isinstance(tag, int) else ""
        return f"the tag is {tag!r} ({type(tag).__name__}), but tags are text{way}"
    if tag[:1] and tag[0] in PREFIXES:
        return ""
    if not tag:
        return "the tag is empty; write O for a token outside every span"
    fault = f"the tag {tag!r} starts with {tag[0]!r}, but IOB2 has B, I and O only"
    scheme = likely_scheme(others)
    if scheme:
        way = f'scheme = "{scheme.lower()}" (--scheme) reads them as they are'
        return f"{fault}; the tags look like {scheme}: 'onenlp convert-tags' turns them into IOB2; {way}"
    if tag[0].upper() in PREFIXES:
        return f"{fault}; prefixes are capital letters"
    return fault


def are_tags(texts: Iterable[str]) -> bool:
    """Whether most of the texts are tags of some scheme; those of another file are not to be quoted."""
    found = [TAG_LIKE.fullmatch(text) is not None for text in texts]
    return 2 * sum(found) >= len(found)


def likely_scheme(tags: Iterable[object]) -> str:
    """BIOES or BILOU where the tags have the letters of one of them alone, else nothing."""
    letters = {tag[0] for tag in tags if isinstance(tag, str) and tag and (len(tag) == 1 or tag[1] == "-")}
    if letters & BIOES and not letters & BILOU:
        return "BIOES"
    return "BILOU" if letters & BILOU and not letters & BIOES else ""
