"""The span scores of two sides in points: over all spans, by label, and their mean over the labels.

Source: Tjong Kim Sang and De Meulder (2003), §2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Unpack

from scoring.evidence.formulas import Score, score_of
from scoring.spans.align import align
from scoring.spans.schemes import TagOptions, reading_of
from scoring.spans.sources import read_source

__all__ = ["Score", "SpanScores", "scores"]


@dataclass(frozen=True)
class SpanScores:
    """The score over all spans, that of each label in gold or prediction, and the mean F1 of the labels.

    ``macro_f1`` is 0.0 where there is no label.  ``notes`` say what a reader should know: tags that look like IOB1.
    """

    micro: Score
    by_label: Mapping[str, Score]
    macro_f1: float
    notes: tuple[str, ...] = ()


def scores(pred: object, gold: object, **how: Unpack[TagOptions]) -> SpanScores:
    """The scores of a prediction in points, strict IOB2 where tags are given.

    A side is a list of tag lists, a list of sets of ``Span``, a TaggedText, Documents, spaCy Docs or a path.  Tags in
    lists are read as seqeval reads them in its strict mode, IOB2 or, where gold is that, BIOES or BILOU; those of files
    have to be of their scheme.  ``how`` is as in a gate: ``scheme``, ``tag_names``, ``tag_column`` and others.

    Source: Tjong Kim Sang and De Meulder (2003), §2.

    >>> found = scores([["B-PER", "I-PER", "O"]], [["B-PER", "I-PER", "B-LOC"]])
    >>> found.micro.f1, found.macro_f1
    (66.66666666666667, 50.0)

    Raises:
        InputError: a side cannot be read, or a tag is not IOB2.
        AlignmentError: the sides differ in sentences, tokens or documents.
    """
    ours, theirs = (
        read_source(side, role, reading_of(how, role), lists_as_they_are=True)
        for side, role in ((gold, "gold"), (pred, "pred"))
    )
    pairs = align(ours, theirs)
    table = pairs.label_table()
    by_label = {label: score_of(*counts) for label, counts in zip(pairs.labels, table.tolist(), strict=True)}
    macro = sum(score.f1 for score in by_label.values()) / len(by_label) if by_label else 0.0
    return SpanScores(score_of(*table.sum(axis=0).tolist()), by_label, macro, pairs.notes)
