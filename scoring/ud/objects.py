"""Corpora from objects in memory: spaCy Docs and conllu TokenLists.

Both are written as CoNLL-U and read by the same reader as a file, so equal content scores and hashes equally.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.base.errors import InputError
from scoring.ud.corpus import Corpus
from scoring.ud.docs import COLUMNS, doc_sentences, sequence_of
from scoring.ud.read import loads, read

__all__ = ["checked_cell", "from_docs", "from_tokenlists", "id_text", "token_lists"]


def from_docs(docs: Iterable[Any], name: str = "<docs>") -> Corpus:
    """The corpus of spaCy Docs, or of one: UPOS is ``pos_``, XPOS ``tag_``, features ``morph``, relation ``dep_``.

    A token that is its own head is a root, and the relation ``ROOT`` is ``root``.  Tokens of white space are left
    out; what hangs on one hangs on the next head above it.  Sentences are those of ``doc.sents``, or the whole
    Doc where it has none.  Where no Doc has a parse the corpus has no trees, and metrics of trees are not available.

    Source: specification, "Inputs": which attribute of a token is which column.

    Raises:
        InputError: some Docs have a parse and others none, a head is outside its sentence, a sentence has several
            roots, or a text holds a tab or line end.
    """
    lines: list[str] = []
    for sentence in doc_sentences(sequence_of(docs, "sents", name, "spaCy Docs"), name):
        for number, (token, cells) in enumerate(zip(sentence.tokens, sentence.rows, strict=True), 1):
            lines.append(row(str(number), cells, f"{sentence.place}, token {token.i}"))
        lines.append("")
    return loads("\n".join([*lines, ""]), name)


def from_tokenlists(lists: Any, name: str = "<tokenlists>") -> Corpus:  # noqa: ANN401 - duck-typed
    """The corpus of conllu TokenLists, or of one, their ``sent_id`` comments included; also of ``conllu.parse_incr``.

    A path or a file open for reading is read as ``ud.read`` reads it.  A feature that stands more than once at a
    word: ``conllu`` reads FEATS to a mapping and keeps the last of several values, so such a word scores otherwise
    than in the file, where all of them are compared.  A warning says so where the other side has such a feature;
    between two sides of token lists nobody can see it.  FEATS as text, or the file itself, keeps them all.

    Source: the CoNLL-U format (Universal Dependencies).

    Raises:
        InputError: a sentence is not valid, a text holds a tab or line end.
    """
    if isinstance(lists, str | os.PathLike) or hasattr(lists, "read"):
        return read(lists)
    lines: list[str] = []
    one_value = False
    for number, sentence in enumerate(token_lists(lists, name), 1):
        sent_id = (getattr(sentence, "metadata", None) or {}).get("sent_id")
        if sent_id:
            lines.append(f"# sent_id = {' '.join(str(sent_id).split())}")
        for token in sentence:
            cells = [token.get(key) for key in COLUMNS]
            one_value = one_value or isinstance(cells[4], Mapping)
            cells[4] = feats_text(cells[4])
            lines.append(row(id_text(token["id"]), cells, f"{name}: sentence {number}"))
        lines.append("")
    return replace(loads("\n".join([*lines, ""]), name), one_value=one_value)


def token_lists(given: Any, name: str) -> list[Any]:  # noqa: ANN401
    """The TokenLists that are given, or the one.

    Raises:
        InputError: something is no TokenList, or ``conllu`` cannot read the text that it is about to parse.
    """
    try:
        lists = sequence_of(given, "vocab", name, "conllu TokenLists")
    except InputError:
        raise
    except Exception as fault:
        if type(fault).__module__.partition(".")[0] != "conllu":  # a lazy parser's own error comes here
            raise
        msg = f"{name}: conllu cannot read it: {fault}; ud.read names the line"
        raise InputError(msg) from None
    if lists and all(isinstance(item, Mapping) for item in lists):
        return [given if hasattr(given, "metadata") else lists]  # one sentence
    for number, sentence in enumerate(lists, 1):
        tokens = (
            sentence if isinstance(sentence, Iterable) and not isinstance(sentence, str | bytes) else [None]
        )
        if hasattr(sentence, "vocab") or not all(
            isinstance(token, Mapping) and "id" in token for token in tokens
        ):
            way = "; for spaCy Docs there is ud.from_docs" if hasattr(sentence, "vocab") else ""
            kind = type(sentence).__name__
            msg = f"{name}: sentence {number} is {sentence!r:.60} ({kind}), but conllu TokenLists are needed{way}"
            raise InputError(msg)
    return lists


def id_text(identity: Any) -> str:  # noqa: ANN401 - an int, or three parts: (1, "-", 2), (8, ".", 1)
    """An id as CoNLL-U writes it."""
    return "".join(map(str, identity)) if isinstance(identity, tuple) else str(identity)


def feats_text(feats: Any) -> Any:  # noqa: ANN401 - a mapping, a text or None
    """Features as CoNLL-U writes them."""
    if not isinstance(feats, Mapping):
        return feats
    return "|".join(name if value is None else f"{name}={value}" for name, value in feats.items())


def row(identity: str, cells: Sequence[Any], place: str) -> str:
    """A CoNLL-U line; what is empty or None is ``_``."""
    texts = [checked_cell(cell, place) or "_" for cell in cells]
    return "\t".join([identity, *texts, "_", "_"])


def checked_cell(cell: Any, place: str) -> str:  # noqa: ANN401
    """A cell as text, empty for None; raises InputError for a text that no column can hold."""
    text = "" if cell is None else str(cell)
    if "\t" in text or "\n" in text or "\r" in text:
        msg = f"{place}: {text!r} holds a tab or a line end, which a CoNLL-U column cannot; take it out"
        raise InputError(msg)
    return text
