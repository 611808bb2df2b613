"""The check that both sides annotate the same text, and the message that says where they do not."""

import unicodedata

import numpy as np

from scoring.base.errors import AlignmentError
from scoring.ud.corpus import Bytes, Corpus

__all__ = ["check_text"]

AROUND = 20  # characters shown on each side of the first difference
LONGEST_ID = 64  # bytes looked through for the id in front of a form
INVISIBLE = str.maketrans("", "", "\u00ad\u200b\u200c\u200d\u2060\ufeff\u180e\u200e\u200f")


def check_text(gold: Corpus, pred: Corpus) -> None:
    """Raises AlignmentError unless the token forms of both sides, without spaces, are the same characters."""
    if gold.stream.size == pred.stream.size and bool(np.array_equal(gold.stream, pred.stream)):
        return
    shared = min(gold.stream.size, pred.stream.size)
    unequal = np.flatnonzero(gold.stream[:shared] != pred.stream[:shared])
    place = int(unequal[0]) if unequal.size else shared
    msg = (
        f"gold and prediction are not the same text: {where(gold, place)} has {around(gold.stream, place)}, "
        f"{where(pred, place)} has {around(pred.stream, place)} (spaces do not count); {cause(gold, pred, place)}"
    )
    raise AlignmentError(msg)


def where(corpus: Corpus, place: int) -> str:
    """File and line of the token at a byte of the text without spaces."""
    if not corpus.n_tokens:
        return f"{corpus.name} (which has no tokens)"
    token = min(int(np.searchsorted(corpus.offsets, place, side="right")) - 1, corpus.n_tokens - 1)
    line = corpus.line(int(corpus.forms[0, token]))
    if place >= corpus.stream.size:
        return f"{corpus.name}:{line} (after its last token {quoted_form(corpus.form(token))})"
    return f"{corpus.name}:{line} (token {quoted_form(corpus.form(token))})"


def quoted_form(form: str) -> str:
    """A form as a message quotes it, cut where it is long."""
    return repr(form) if len(form) <= 2 * AROUND else f"{form[: 2 * AROUND]!r}… of {len(form)} characters"


def around(stream: Bytes, place: int) -> str:
    """Twenty characters before a byte and twenty from it on, the place marked."""
    before, after = split_at(stream, place)
    return repr(f"{before[-AROUND:]}>>>{after[:AROUND]}")


def split_at(stream: Bytes, place: int) -> tuple[str, str]:
    """The characters before the one that holds a byte, and those from it on, some hundred bytes of each."""
    while 0 < place < stream.size and stream[place] & 0xC0 == 0x80:
        place -= 1
    low = max(0, place - 4 * AROUND)
    while low < place and stream[low] & 0xC0 == 0x80:
        low += 1
    high = place + 4 * AROUND
    before, after = stream[low:place].tobytes(), stream[place:high].tobytes()
    return before.decode(errors="ignore"), after.decode(errors="ignore")


def cause(gold: Corpus, pred: Corpus, place: int) -> str:
    """The likely cause of the difference and the way out."""
    if not gold.stream.size or not pred.stream.size:
        empty = gold.name if not gold.stream.size else pred.name
        return f"{empty} is empty; is it the right file?"
    ours, theirs = (corpus.stream.tobytes().decode() for corpus in (gold, pred))
    if unicodedata.normalize("NFC", ours) == unicodedata.normalize("NFC", theirs):
        return "they differ in Unicode normalisation (NFC, NFD); give the tool the gold text as it is"
    if ours.replace("_", "") == theirs.replace("_", ""):
        return "one side writes '_' where the other has a space or nothing; write forms with their spaces"
    if ours.casefold() == theirs.casefold():
        return "they differ in letter case only; keep the case of the text in FORM"
    if ours.translate(INVISIBLE) == theirs.translate(INVISIBLE):
        return (
            "one side has invisible characters that the other lacks: zero-width space or joiner, soft hyphen"
        )
    if said := unlike_ranges(gold, pred, place):
        return said
    if place == min(gold.stream.size, pred.stream.size):
        shorter = gold.name if gold.stream.size < pred.stream.size else pred.name
        return f"{shorter} ends earlier; is its end missing?"
    return "was the prediction made from this gold text?"


def unlike_ranges(gold: Corpus, pred: Corpus, place: int) -> str:
    """What to say where the texts differ after a multiword token that spans more words on one side; else nothing."""
    if not place:
        return ""
    said, widths = [], set()
    for corpus in (gold, pred):
        token = int(np.searchsorted(corpus.offsets, place - 1, side="right")) - 1
        widths.add((int(corpus.offsets[token]), int(corpus.words[token + 1] - corpus.words[token])))
        if corpus.ranges[token]:
            start = int(corpus.forms[0, token])
            line = corpus.data[max(0, start - LONGEST_ID) : start - 1].tobytes().rpartition(b"\n")[2]
            shown = line.decode(errors="ignore")
            said.append(f"{corpus.name}:{corpus.line(start)} has the multiword token {shown}")
    starts = {start for start, _ in widths}
    if not said or len(widths) == 1 or len(starts) > 1:
        return ""
    return (
        f"{' and '.join(said)}, so that it spans other words there; is it wider or narrower than its words?"
    )
