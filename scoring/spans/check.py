"""The check that both sides annotate the same text, and the message that says where they do not."""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError
from scoring.spans.documents import Document, Documents
from scoring.spans.text import TaggedText

__all__ = ["check_documents", "check_sentences"]

SHOWN = 3  # ids
AROUND = 20  # characters shown from the first difference on


def check_sentences(
    gold: TaggedText, pred: TaggedText, lengths: NDArray[np.int64], others: NDArray[np.int64]
) -> None:
    """Raises AlignmentError unless both sides have the same sentences, tokens and documents."""
    shared = min(lengths.size, others.size)
    unequal = np.flatnonzero(lengths[:shared] != others[:shared])
    differs = int(unequal[0]) if unequal.size else shared
    if gold.tokens is not None and pred.tokens is not None:
        check_tokens(gold, pred, min(differs + 1, shared))
    if lengths.size != others.size:
        msg = (
            f"{gold.name} has {lengths.size} sentences, {pred.name} has {others.size}; "
            f"{first_difference(gold, pred, differs, shared)}were they read from the same split?"
        )
        raise AlignmentError(msg)
    if unequal.size:
        msg = (
            f"{gold.place(differs)} has {lengths[differs]} tokens, {pred.place(differs)} has {others[differs]}; "
            "give the tool the gold tokens as they are"
        )
        raise AlignmentError(msg)
    check_borders(gold, pred)


def first_difference(gold: TaggedText, pred: TaggedText, at: int, shared: int) -> str:
    """Where two texts of different numbers of sentences differ first in the number of tokens, if they do."""
    if at == shared:
        return ""
    ours, theirs = len(gold.sentences[at]), len(pred.sentences[at])
    return f"{gold.place(at)} has {ours} tokens, {pred.place(at)} has {theirs}; "


def check_tokens(gold: TaggedText, pred: TaggedText, sentences: int) -> None:
    """Raises AlignmentError at the first token that differs in the first sentences."""
    ours, theirs = gold.tokens or [], pred.tokens or []
    if ours[:sentences] == theirs[:sentences]:
        return
    for number in range(sentences):
        for position, (one, other) in enumerate(zip(ours[number], theirs[number], strict=False)):
            if one != other:
                msg = (
                    f"gold and prediction are not the same text: {gold.place(number, position)} has {one!r}, "
                    f"{pred.place(number, position)} has {other!r}; {cause(one, other)}"
                )
                raise AlignmentError(msg)


def check_borders(gold: TaggedText, pred: TaggedText) -> None:
    """Raises AlignmentError where both sides have documents, but not the same sentences in them."""
    if not pred.documents or not gold.documents or pred.documents == gold.documents:
        return
    ours, theirs = ({sentences.start for sentences in text.documents} for text in (gold, pred))
    place = min(ours ^ theirs)
    one, other = (gold, pred) if place in ours else (pred, gold)
    msg = (
        f"{gold.name} has {len(gold.documents)} documents, {pred.name} has {len(pred.documents)}: one starts before "
        f"{one.place(place)}, but none before {other.place(place)}; keep the -DOCSTART- lines of gold, or leave them "
        "out of the prediction"
    )
    raise AlignmentError(msg)


def check_documents(gold: Documents, pred: Documents) -> None:
    """Raises AlignmentError unless both sides have the same ids and, where both have them, texts."""
    ours, theirs = set(gold.ids), set(pred.ids)
    if ours != theirs:
        faults = [
            f"{text.name} has {some(text, unknown)}, unknown to {other.name}"
            for text, other, unknown in ((pred, gold, theirs - ours), (gold, pred, ours - theirs))
            if unknown
        ]
        msg = (
            f"{gold.name} has {len(gold)} documents, {pred.name} has {len(pred)}, and they are not the same: "
            f"{'; '.join(faults)}; documents are matched by their ids"
        )
        raise AlignmentError(msg)
    for one, other in zip(gold.items, pred.items, strict=True):
        if one.text is not None and other.text is not None and one.text != other.text:
            raise AlignmentError(texts_differ(one, other))


def some(documents: Documents, ids: set[str]) -> str:
    """The first few of the ids with their places."""
    shown = [item for item in documents.items if item.id in ids][:SHOWN]
    more = f" and {len(ids) - len(shown)} more" if len(ids) > len(shown) else ""
    return ", ".join(f"{item.id!r} ({item.place})" for item in shown) + more


def texts_differ(gold: Document, pred: Document) -> str:
    """What to say of two different texts of one document."""
    ours, theirs = gold.text or "", pred.text or ""
    shared = min(len(ours), len(theirs))
    place = next((at for at in range(shared) if ours[at] != theirs[at]), shared)
    return (
        f"document {gold.id!r} is not the same text: at character {place} {gold.place} has "
        f"{ours[place : place + AROUND]!r}, {pred.place} has {theirs[place : place + AROUND]!r}; {cause(ours, theirs)}"
    )


def cause(ours: str, theirs: str) -> str:
    """The likely cause of the difference and the way out."""
    if unicodedata.normalize("NFC", ours) == unicodedata.normalize("NFC", theirs):
        return "they differ in Unicode normalisation (NFC, NFD); give the tool the gold text as it is"
    if ours.casefold() == theirs.casefold():
        return "they differ in letter case only; give the tool the gold text as it is"
    if ours.split() == theirs.split():
        return "they differ in white space only; give the tool the gold text as it is"
    return "was the prediction made from this gold text?"
