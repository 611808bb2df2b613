"""The check that every tag is one of its scheme, and what is said of one that is not.

seqeval takes the first letter of a tag for its prefix, so that ``ORG`` is O and ``BRAND`` a span of type RAND.  In
files, gates and commands that is an error unless that reading is asked for.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from scoring.base.errors import InputError
from scoring.spans.names import IGNORED
from scoring.spans.schemes import SCHEMES, Scheme, letters_of
from scoring.spans.tags import are_tags, likely_scheme, prefix_fault
from scoring.spans.text import TaggedText

__all__ = ["TURNED", "check_tags", "has_several", "strings_of"]

FORM = re.compile(r"O|[BIESLU](?:-.*)?", re.DOTALL)
PREFIXED = re.compile(r"[BIESLU]-.+", re.DOTALL)
SEVERAL = re.compile(r"(?:O|[BIESLU]-[^,;|]+)(?:[,;|](?:O|[BIESLU]-[^,;|]+))+")
TURNED = re.compile(
    r"[BIESLU][_:.](?P<after>.+)|(?P<before>(?![BIESLUO][-_:.]).+)[-_:.][BIESLU]", re.DOTALL
)  # what convert-tags turns


NO_TAGS = (
    "the last column holds no tags; IOB2 has B, I and O, as in B-PER, I-PER and O; another column is named by "
    '--tag-column (tag_column), plain labels by --plain-labels (scheme = "plain")'
)


def check_tags(text: TaggedText, *, both: bool = False) -> None:
    """Raises InputError at the first tag that is not of the text's scheme.

    ``both``: BIOES and BILOU are let pass in IOB2, for gold is not known yet, which says what both sides are in.
    """
    tags = strings_of(text)
    scheme = text.scheme
    if scheme.name == "tags" or (scheme.name == "plain" and not all_prefixed(tags, scheme)):
        tags = tags & {""}  # any label is one
    passing = both and bool(likely_scheme(tags))
    good: set[str] = set()
    for tag in tags:
        if fault_of(tag, tags, scheme, passing=passing):
            break  # the first in the order of the text is looked for below; a fault looks at all tags, so not at each
        good.add(tag)
    else:
        return
    every = (tag for sentence in text.sentences for tag in sentence)
    strange = bool(text.lines) and scheme.name != "plain" and not are_tags(every)  # what is not quoted
    for number, sentence in enumerate(text.sentences):
        row: Sequence[object] = sentence  # of lists, which may hold anything
        for position, cell in enumerate(row):
            if not isinstance(cell, str) or cell in good or cell not in tags:
                continue
            if fault := NO_TAGS if strange else fault_of(cell, tags, scheme, passing=passing):
                msg = f"{text.place(number, position)}: {fault}"
                raise InputError(msg)
            good.add(cell)


def strings_of(text: TaggedText) -> set[str]:
    """The different tags that are text, but for what leaves a token out."""
    found: Iterable[Any]
    try:
        found, _ = text.numbered
    except TypeError:  # of a tag that cannot be a key, such as a list
        found = chain.from_iterable(text.sentences)
    tags = {tag for tag in found if isinstance(tag, str)}
    return tags - {IGNORED} if text.ignores else tags


def has_several(tag: str, scheme: Scheme) -> bool:
    """Whether a cell holds several tags."""
    if scheme.name == "plain":
        return any(sign in tag for sign in ",;|")
    return SEVERAL.fullmatch(tag) is not None


def fault_of(tag: str, tags: Iterable[str], scheme: Scheme, *, passing: bool) -> str:
    """What is wrong with a tag and what helps, with an eye on the other tags; empty where nothing is wrong."""
    if not scheme.strict or not tag:
        return prefix_fault(tag, tags)
    if scheme.name == "plain":
        fault = f"the tag {tag!r} has a prefix, so the tags are no plain labels; leave out --plain-labels (scheme)"
        return "" if tag in scheme.outside else fault
    if SEVERAL.fullmatch(tag):
        return "" if scheme.alternatives else (
            f"the cell {tag!r} holds several tags; --alternatives (alternatives = true) accepts any of them in gold"
        )  # fmt: skip
    if FORM.fullmatch(tag):
        if letters_of(scheme, tag) is not None or passing:
            return ""
        if scheme.name != "iob2":
            letters = ", ".join(SCHEMES[scheme.name]).upper()
            return (
                f"the tag {tag!r} does not start with one of {letters}, the prefixes of {scheme.name.upper()}"
            )
        return prefix_fault(tag, tags)
    if tag[:1] in "bieslou" and FORM.fullmatch(tag[0].upper() + tag[1:]):
        return prefix_fault(tag, tags)
    return without_prefix(tag, tags)


def without_prefix(tag: str, tags: Iterable[str]) -> str:
    """What is said of a tag without a prefix in front."""
    rest = [other for other in tags if other != "O"]
    turned = sum(bool(TURNED.fullmatch(other)) for other in rest)
    if TURNED.fullmatch(tag) and 2 * turned >= len(rest):
        return f"the tag {tag!r} has no B- or I- in front; 'onenlp convert-tags' turns such tags into IOB2"
    return (
        f'the tag {tag!r} has no B- or I- in front; if tags are plain labels, --plain-labels (scheme = "plain") makes '
        "a span of neighbouring equal ones, and task tags (--task tags of onenlp score) scores them token by token; "
        'scheme = "seqeval" takes the first letter for the prefix'
    )


def all_prefixed(tags: Iterable[str], scheme: Scheme) -> bool:
    """Whether every label that is no O has a prefix, as plain labels have none."""
    rest = [tag for tag in tags if tag and tag not in scheme.outside]
    return bool(rest) and all(PREFIXED.fullmatch(tag) for tag in rest)
