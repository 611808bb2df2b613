"""Gold with several tags in a cell, any of which is accepted: each span is the one that was predicted, else the first.

A span may start at a token under each of its tags; so there is one gold span for each token at which any starts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.base.errors import InputError
from scoring.spans.schemes import Scheme
from scoring.spans.strict import has_several
from scoring.spans.tags import Span, tag_type
from scoring.spans.text import TaggedText

__all__ = ["accepted", "refuse_several", "resolved"]

SIGNS = re.compile("[,;|]")


@dataclass(frozen=True)
class Choice:
    """The spans that may start at a token, in the order of its tags; ``optional``: or none."""

    spans: tuple[Span, ...]
    optional: bool


def refuse_several(pred: TaggedText) -> None:
    """Raises InputError where a cell of the prediction has several tags."""
    for at, sentence in enumerate(pred.sentences):
        for place, tag in enumerate(sentence):
            if has_several(tag, pred.scheme):
                msg = f"{pred.place(at, place)}: the cell {tag!r} holds several tags, but a prediction names one"
                raise InputError(msg)


def resolved(gold: TaggedText, predicted: Sequence[Iterable[Span]]) -> TaggedText:
    """Gold with one tag in each cell, by the spans predicted in each sentence; where no cell has several, as it is."""
    if not any(has_several(tag, gold.scheme) for sentence in gold.sentences for tag in sentence):
        return gold
    pairs = zip_longest(gold.sentences, predicted[: len(gold.sentences)], fillvalue=())
    sentences = [one_reading(tags, spans, gold.scheme) for tags, spans in pairs]
    return replace(gold, sentences=sentences, scheme=replace(gold.scheme, name="seqeval"), origin=gold)


def one_reading(tags: Sequence[str], predicted: Iterable[Span], scheme: Scheme) -> list[str]:
    """The tags of a sentence with one in each cell, as IOB2."""
    there = {span.start: span for span in predicted}
    made, end = ["O"] * len(tags), 0
    for choice in choices(tags, scheme):
        start = choice.spans[0].start
        span = there.get(start)
        if span not in choice.spans:
            span = None if choice.optional and span is None else choice.spans[0]
        if span is not None and start >= end:
            end = span.end
            made[start:end] = [f"B-{span.label}", *[f"I-{span.label}"] * (end - start - 1)]
    return made


def accepted(tags: Sequence[str], scheme: Scheme) -> list[Span]:
    """All spans of a sentence that are accepted, in order."""
    return sorted({span for choice in choices(tags, scheme) for span in choice.spans})


def choices(tags: Sequence[str], scheme: Scheme) -> Iterator[Choice]:
    """What may start at each token, in order."""
    cells = [options(tag, scheme) for tag in tags]
    for start, cell in enumerate(cells):
        spans = []
        for letter, label in cell:
            before = start and ("I", label) in cells[start - 1]
            if letter == "B" or (letter == "I" and scheme.name == "plain" and not before):
                end = start + 1
                while end < len(cells) and ("I", label) in cells[end]:
                    end += 1
                spans.append(Span(start, end, label))
        if spans:
            yield Choice(tuple(dict.fromkeys(spans)), optional=any(letter == "O" for letter, _ in cell))


def options(cell: str, scheme: Scheme) -> list[tuple[str, str]]:
    """The letter and the label of every tag in a cell."""
    parts = SIGNS.split(cell) if has_several(cell, scheme) else [cell]
    if scheme.name == "plain":
        return [("O", "") if part in scheme.outside else ("I", part) for part in parts]
    return [(part[0], "" if part[0] == "O" else tag_type(part)) for part in parts]
