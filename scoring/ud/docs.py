"""Docs of spaCy, or of anything like it, as sentences of CoNLL-U: the columns of each token.

Source: specification, "Inputs": which attribute of a token is which column.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base.errors import InputError

__all__ = ["COLUMNS", "DocSentence", "doc_sentences", "sequence_of"]

NEEDED = ("i", "text", "lemma_", "pos_", "tag_", "morph", "head", "dep_")  # of a token
COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "head", "deprel")


@dataclass(frozen=True)
class DocSentence:
    """A sentence of a Doc, as its tokens that are no white space and the cells of each, in the order of ``COLUMNS``.

    ``spaced`` says after which of them there is white space; what does not say it has some.
    """

    place: str
    tokens: Sequence[Any]
    spaced: Sequence[bool]
    rows: Sequence[tuple[Any, ...]]


def doc_sentences(docs: Sequence[Any], name: str) -> Iterator[DocSentence]:
    """The sentences of some Docs; without a parse in any Doc, no token has a head.

    Raises:
        InputError: something is no Doc, one Doc has a parse and another has none, or a head is in another sentence.
    """
    check_docs(docs, name)
    parsed = have_trees(docs, name)
    for number, doc in enumerate(docs, 1):
        place = f"{name}: Doc {number}"
        for sentence in sentences_of(doc):
            every = list(sentence)
            tokens = [token for token in every if not is_space(token)]
            if tokens:
                after = [*map(is_space, every[1:]), False]
                spaced = [
                    space or getattr(token, "whitespace_", " ") != ""
                    for token, space in zip(every, after, strict=True)
                    if not is_space(token)
                ]
                heads = list(head_cells(tokens, place)) if parsed else [(None, None)] * len(tokens)
                rows = [
                    (token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), *head)
                    for token, head in zip(tokens, heads, strict=True)
                ]
                yield DocSentence(place, tokens, spaced, rows)


def sequence_of(given: object, one: str, name: str, kind: str) -> list[Any]:
    """The objects of a sequence, or the one that has an attribute which no sequence has.

    Raises:
        InputError: it is neither, as a path.
    """
    if hasattr(given, one):
        return [given]
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        msg = f"{name} is {given!r:.60} ({type(given).__name__}), but {kind} are needed; a file is read by ud.read"
        raise InputError(msg)
    return list(given)


def check_docs(docs: Sequence[Any], name: str) -> None:
    """Raises InputError where something is no Doc."""
    for number, doc in enumerate(docs, 1):
        strange = isinstance(doc, str | bytes | Mapping) or not hasattr(doc, "__iter__")
        first = None if strange else next(iter(doc), None)
        if strange or (first is not None and not all(hasattr(first, one) for one in NEEDED)):
            way = "; for conllu TokenLists there is ud.from_tokenlists" if hasattr(doc, "metadata") else ""
            msg = (
                f"{name}: Doc {number} is {doc!r:.60} ({type(doc).__name__}), but spaCy Docs are needed{way}"
            )
            raise InputError(msg)


def have_trees(docs: Sequence[Any], name: str) -> bool:
    """Whether the Docs have a parse: all of them, or none.

    A Doc of one word is its own tree where others have one.  What is not of spaCy has heads.
    """
    words = [sum(not is_space(token) for token in doc) for doc in docs]
    whole = [getattr(doc, "doc", doc) for doc in docs]  # a Span says less of itself
    bare = [
        at for at, doc in enumerate(whole)
        if words[at] and hasattr(doc, "has_annotation") and not doc.has_annotation("DEP")
    ]  # fmt: skip
    with_tree = next((at for at, count in enumerate(words) if count and at not in set(bare)), None)
    if with_tree is None:
        return not bare
    lacking = next((at for at in bare if words[at] > 1), None)
    if lacking is not None:
        msg = (
            f"{name}: Doc {lacking + 1} has no dependency parse, but Doc {with_tree + 1} has one; parse them all, "
            "or give heads and relations: Doc(..., heads=, deps=)"
        )
        raise InputError(msg)
    return True


def sentences_of(doc: Any) -> Iterator[Any]:  # noqa: ANN401 - duck-typed, spaCy need not be installed
    """The sentences of a Doc, or the Doc itself where it has no sentence boundaries."""
    try:
        yield from doc.sents
    except (AttributeError, ValueError):  # spaCy's error E030: sentence boundaries unset
        yield doc


def is_space(token: Any) -> bool:  # noqa: ANN401
    """Whether a token is nothing but white space."""
    return not str(token.text).strip()


def head_cells(tokens: Sequence[Any], place: str) -> Iterator[tuple[int, str]]:
    """Head and relation of each token of a sentence."""
    ids = {token.i: number for number, token in enumerate(tokens, 1)}
    roots = [token.i for token in tokens if head_above(token) is None]
    for token in tokens:
        above = head_above(token)
        own = token.head.i == token.i
        if above is not None:
            head = ids.get(above.i, 0)
            if not head:
                msg = f"{place}: the head of token {token.i} {token.text!r} is {above.text!r} in another sentence"
                raise InputError(msg)
        else:  # a root, or on a root of white space: the first of those takes its place
            head = 0 if own or token.i == roots[0] else ids[roots[0]]
        yield head, "root" if token.dep_ == "ROOT" else token.dep_


def head_above(token: Any) -> Any | None:  # noqa: ANN401
    """The nearest head that is no white space; None for a root, and below a root of white space.

    In a cycle of white space, too, there is no such head.
    """
    seen = {token.i}
    above = token.head
    while above.i not in seen and is_space(above):
        seen.add(above.i)
        above = above.head
    return None if is_space(above) or above.i == token.i else above
