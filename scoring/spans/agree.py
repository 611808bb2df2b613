"""Two taggings brought to one reading: the scheme of both, tokens without a tag, gold with several tags in a cell."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.base.errors import AlignmentError, InputError
from scoring.spans.names import IGNORED
from scoring.spans.schemes import Scheme, in_kinds
from scoring.spans.several_tags import refuse_several, resolved
from scoring.spans.strict import check_tags, strings_of
from scoring.spans.tags import Span, likely_scheme
from scoring.spans.text import TaggedText, coded_letters, lengths_of, sentence_starts, spans_of

__all__ = ["agreed", "of_one_scheme"]


def agreed(gold: TaggedText, pred: TaggedText) -> tuple[TaggedText, TaggedText]:
    """Both sides in one scheme, without the tokens that have no tag, gold with one tag in each cell.

    Raises:
        InputError: a tag is not of the scheme, or the prediction has several in a cell.
        AlignmentError: the sides leave out other tokens.
    """
    if not gold.scheme.stated and not pred.scheme.stated and (ending := ended_scheme(gold)):
        gold, pred = (replace(text, scheme=ended(text.scheme, ending)) for text in (gold, pred))
        check_tags(pred)
    if gold.ignores or pred.ignores:
        gold, pred = without_ignored(gold, pred)
    if gold.scheme.alternatives:
        refuse_several(pred)
        gold = resolved(gold, spans_of(pred))
    return gold, pred


def of_one_scheme(text: TaggedText, predicted: Sequence[Iterable[Span]]) -> TaggedText:
    """A text beside spans: in the scheme that its tags are in, with one tag in each cell.

    Raises:
        InputError: the text leaves out tokens, which the other side does not know of.
    """
    if text.ignores:
        msg = f"{text.name}: tokens are left out ({IGNORED}), which needs tags on both sides"
        raise InputError(msg)
    if not text.scheme.stated and (ending := ended_scheme(text)):
        text = replace(text, scheme=ended(text.scheme, ending))
    return resolved(text, predicted) if text.scheme.alternatives else text


def ended(scheme: Scheme, name: str) -> Scheme:
    """The scheme by the name of one whose spans have ends."""
    return replace(scheme, name=name, stated=True)


def ended_scheme(gold: TaggedText) -> str:
    """BIOES or BILOU where the tags of gold have its letters and break it nowhere; else nothing.

    What is found in a file has been refused before, so these are lists.
    """
    tags = strings_of(gold)
    name = likely_scheme(tags).lower()
    if not name or not all(tag[:1] and tag[0] in "OBIESLU" for tag in tags):
        return ""
    text = replace(gold, scheme=Scheme(name))
    letters, types = coded_letters(text, {})
    kinds = in_kinds(text.scheme, letters, types, sentence_starts(letters.size, lengths_of(text).cumsum()))
    return name if ((kinds == 0) == (letters == 0)).all() else ""


def without_ignored(gold: TaggedText, pred: TaggedText) -> tuple[TaggedText, TaggedText]:
    """Both sides without the tokens that gold leaves out; where it leaves out none, without those of the prediction."""
    if len(gold.sentences) != len(pred.sentences):
        return gold, pred  # said where they are compared
    sides = [kept(number, gold, pred) for number in range(len(gold.sentences))]
    return chosen(gold, [ours for ours, _ in sides]), chosen(pred, [theirs for _, theirs in sides])


def kept(number: int, gold: TaggedText, pred: TaggedText) -> tuple[list[int], list[int]]:
    """The places of a sentence that count, in gold and in the prediction."""
    ours, theirs = gold.sentences[number], pred.sentences[number]
    mine = [at for at, tag in enumerate(ours) if tag != IGNORED]
    other = [at for at, tag in enumerate(theirs) if tag != IGNORED]
    if len(ours) != len(theirs):  # one side was filtered before
        return mine, other
    lost = next((at for at in mine if theirs[at] == IGNORED), None)
    if lost is not None:
        msg = (
            f"{pred.place(number, lost)} is {IGNORED}, which leaves the token out, but {gold.place(number, lost)} has "
            f"the tag {ours[lost]!r}; give a tag for every token that gold has one for"
        )
        raise AlignmentError(msg)
    return mine, mine


def chosen(text: TaggedText, places: Sequence[Sequence[int]]) -> TaggedText:
    """The text with these tokens of each sentence."""

    def picked(rows: Sequence[Sequence[str]]) -> Iterator[list[str]]:
        return ([row[at] for at in ats] for row, ats in zip(rows, places, strict=True))

    tokens = None if text.tokens is None else list(picked(text.tokens))
    lines = (
        {at: tuple(text.line(at, place) for place in ats) for at, ats in enumerate(places)}
        if text.lines
        else {}
    )
    return replace(text, sentences=list(picked(text.sentences)), tokens=tokens, gaps=lines, ignores=False)
