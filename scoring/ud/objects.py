"""Corpora from objects in memory: spaCy Docs and conllu TokenLists.

Both are written as CoNLL-U and read by the same reader as a file, so equal content scores and hashes equally.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.base.errors import InputError
from scoring.ud.corpus import Corpus
from scoring.ud.read import loads

__all__ = ["from_docs", "from_tokenlists"]


def from_docs(docs: Iterable[Any], name: str = "<docs>") -> Corpus:
    """The corpus of spaCy Docs, or of one: UPOS is ``pos_``, XPOS ``tag_``, features ``morph``, relation ``dep_``.

    A token that is its own head is a root, and the relation ``ROOT`` is ``root``.  Tokens of white space are left
    out; what hangs on one hangs on the next head above it.  Sentences are those of ``doc.sents``, or the whole
    Doc where it has none.

    Source: specification, "Inputs": which attribute of a token is which column.

    Raises:
        InputError: a Doc has no parse, a head is outside its sentence, a sentence has several roots, or a text
            holds a tab or line end.
    """
    lines: list[str] = []
    docs = [docs] if hasattr(docs, "sents") else docs  # one Doc
    for number, doc in enumerate(docs, 1):
        check_parsed(doc, f"{name}: Doc {number}")
        for sentence in doc_sentences(doc):
            tokens = [token for token in sentence if not is_space(token)]
            if tokens:
                lines += doc_sentence(tokens, f"{name}: Doc {number}")
                lines.append("")
    return loads("\n".join([*lines, ""]), name)


def check_parsed(doc: Any, place: str) -> None:  # noqa: ANN401 - duck-typed, spaCy need not be installed
    """Raises InputError for a spaCy Doc of several words without a parse: each would be a root."""
    if hasattr(doc, "has_annotation") and len(doc) > 1 and not doc.has_annotation("DEP"):
        msg = f"{place} has no dependency parse; run a parser, or give heads and relations: Doc(..., heads=, deps=)"
        raise InputError(msg)


def doc_sentences(doc: Any) -> Iterator[Any]:  # noqa: ANN401
    """The sentences of a Doc, or the Doc itself where it has no sentence boundaries."""
    try:
        yield from doc.sents
    except (AttributeError, ValueError):  # spaCy's error E030: sentence boundaries unset
        yield doc


def is_space(token: Any) -> bool:  # noqa: ANN401
    """Whether a token is nothing but white space."""
    return not str(token.text).strip()


def doc_sentence(tokens: Sequence[Any], place: str) -> Iterator[str]:
    """The CoNLL-U lines of a Doc's sentence."""
    ids = {token.i: number for number, token in enumerate(tokens, 1)}
    roots = [token.i for token in tokens if head_above(token) is None]
    for token in tokens:
        number, above = ids[token.i], head_above(token)
        own = token.head.i == token.i
        if above is not None:
            head = ids.get(above.i, 0)
            if not head:
                msg = f"{place}: the head of token {token.i} {token.text!r} is {above.text!r} in another sentence"
                raise InputError(msg)
        else:  # a root, or on a root of white space: the first of those takes its place
            head = 0 if own or token.i == roots[0] else ids[roots[0]]
        relation = "root" if token.dep_ == "ROOT" else token.dep_
        cells = (token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), head, relation)
        yield row(str(number), cells, f"{place}, token {token.i}")


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


def from_tokenlists(lists: Iterable[Any], name: str = "<tokenlists>") -> Corpus:
    """The corpus of conllu TokenLists, or of one, their ``sent_id`` comments included.

    Source: the CoNLL-U format (Universal Dependencies).

    Raises:
        InputError: a sentence is not valid, a text holds a tab or line end.
    """
    lines: list[str] = []
    if isinstance(lists, Sequence) and lists and isinstance(lists[0], Mapping):
        lists = [lists]  # one sentence, which is a list of tokens
    for number, sentence in enumerate(lists, 1):
        sent_id = (getattr(sentence, "metadata", None) or {}).get("sent_id")
        if sent_id:
            lines.append(f"# sent_id = {' '.join(str(sent_id).split())}")
        for token in sentence:
            cells = [token.get(key) for key in ("form", "lemma", "upos", "xpos", "feats", "head", "deprel")]
            cells[4] = feats_text(cells[4])
            lines.append(row(id_text(token["id"]), cells, f"{name}: sentence {number}"))
        lines.append("")
    return loads("\n".join([*lines, ""]), name)


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
    texts = ["_" if cell is None or cell == "" else str(cell) for cell in cells]
    for text in texts:
        if "\t" in text or "\n" in text or "\r" in text:
            msg = f"{place}: {text!r} holds a tab or a line end, which a CoNLL-U column cannot; take it out"
            raise InputError(msg)
    return "\t".join([identity, *texts, "_", "_"])
