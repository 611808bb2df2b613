"""CoNLL-U of what Docs hold, for a gate file to read, and TokenLists of what a file holds; ``conllu`` makes both.

Source: the CoNLL-U format (Universal Dependencies): ``text`` comments, ``SpaceAfter=No``.
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scoring.base.errors import InputError
from scoring.ud.docs import COLUMNS, DocSentence, doc_sentences, sequence_of
from scoring.ud.objects import checked_cell, token_lists
from scoring.ud.read import loads, read

if TYPE_CHECKING:
    from conllu import TokenList

__all__ = ["to_conllu", "to_tokenlists"]

ENTITY = "name"  # the key of MISC that a gate of task spans reads with misc_key


def to_conllu(docs: Any, name: str = "<docs>") -> str:  # noqa: ANN401 - duck-typed
    """The CoNLL-U text of spaCy Docs or conllu TokenLists, or of one, which ``ud.read`` reads as the objects.

    Written is what a Doc holds: words, lemmas, tags, features, sentences; heads and relations where there is a parse,
    else ``_``; the text of each sentence, and ``SpaceAfter=No``; entities as ``name=B-PER`` in MISC, which gates of
    the task ``spans`` read with ``misc_key = "name"``.

    Source: the CoNLL-U format (Universal Dependencies).

    Raises:
        InputError: what ``from_docs`` and ``from_tokenlists`` refuse.
    """
    text = "".join(sentence.serialize() for sentence in as_tokenlists(docs, name))
    loads(text, name)  # what no reader takes is said here, not in the gate
    return text


def to_tokenlists(source: Any, name: str = "<docs>") -> "list[TokenList]":  # noqa: ANN401
    """The TokenLists of ``conllu`` for a path or a file open for reading, or of spaCy Docs.

    The file is checked as ``ud.read`` checks it.  A feature that stands more than once at a word has one value there.

    Source: the CoNLL-U format (Universal Dependencies).

    Raises:
        InputError: what ``ud.read`` and ``from_docs`` refuse, or what ``conllu`` cannot read.
    """
    if not (isinstance(source, str | os.PathLike) or hasattr(source, "read")):
        return as_tokenlists(source, name)
    import conllu

    corpus = read(source)
    try:
        return list(conllu.parse(corpus.slice(0, corpus.size)))
    except conllu.exceptions.ParseException as fault:
        msg = f"{corpus.name}: conllu cannot read it: {fault}"
        raise InputError(msg) from None


def as_tokenlists(given: Any, name: str) -> "list[TokenList]":  # noqa: ANN401
    """TokenLists of Docs; TokenLists as they are."""
    from conllu import TokenList

    items = given if hasattr(given, "metadata") else sequence_of(given, "sents", name, "spaCy Docs")
    if not hasattr(given, "metadata") and not any(hasattr(item, "metadata") for item in items):
        return [token_list(sentence) for sentence in doc_sentences(items, name)]
    lists = token_lists(items, name)
    return [one if hasattr(one, "serialize") else TokenList(one) for one in lists]


def token_list(sentence: DocSentence) -> "TokenList":
    """A sentence of a Doc."""
    from conllu import Token, TokenList
    from conllu.models import Metadata

    tokens = []
    each = zip(sentence.tokens, sentence.rows, sentence.spaced, strict=True)
    for number, (token, cells, spaced) in enumerate(each, 1):
        texts = [checked_cell(cell, f"{sentence.place}, token {token.i}") or None for cell in cells]
        misc = "|".join(misc_of(token, spaced=spaced)) or None
        tokens.append(Token(id=number, **dict(zip(COLUMNS, texts, strict=True)), deps=None, misc=misc))
    return TokenList(tokens, metadata=Metadata(text=text_of(sentence)))


def text_of(sentence: DocSentence) -> str:
    """The text of a sentence in one line."""
    each = zip(sentence.tokens, sentence.spaced, strict=True)
    return " ".join("".join(f"{token.text}{' ' if spaced else ''}" for token, spaced in each).split())


def misc_of(token: Any, *, spaced: bool) -> Iterator[str]:  # noqa: ANN401
    """What MISC says of a token: that no space follows, and the entity that it is in."""
    if not spaced:
        yield "SpaceAfter=No"
    if getattr(token, "ent_type_", ""):
        yield f"{ENTITY}={token.ent_iob_}-{checked_misc(token)}"


def checked_misc(token: Any) -> str:  # noqa: ANN401
    """The label of an entity; raises InputError for one that MISC cannot hold."""
    label = str(token.ent_type_)
    if "|" in label or label.split() != [label]:
        msg = f"the entity label {label!r} holds a space or '|', which MISC of CoNLL-U cannot; rename it"
        raise InputError(msg)
    return label
