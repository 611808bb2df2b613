"""Gold and predicted spans brought together, each in the unit that is resampled.

Source: Tjong Kim Sang and De Meulder (2003), §2: a predicted span is correct when its start, end and label are those of
a gold span.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import AlignmentError, UsageError
from scoring.evidence.evidence import Floats
from scoring.spans.agree import agreed, of_one_scheme
from scoring.spans.check import check_documents, check_sentences
from scoring.spans.documents import Documents, SpanSets
from scoring.spans.over_tokens import in_order, over_tokens
from scoring.spans.tags import Span
from scoring.spans.text import Coded, TaggedText, coded, iob1_note, lengths_of, located, spans_of

__all__ = [
    "COLUMNS", "Source", "SpanPairs", "align", "by_document", "check_cluster", "check_options", "unit_sets",
]  # fmt: skip

Ints = NDArray[Any]
Source = TaggedText | Documents | SpanSets
COLUMNS = ("correct", "predicted", "gold")


@dataclass(frozen=True, eq=False)
class SpanPairs:
    """The spans of both sides by unit and label; ``labels`` are those of gold or prediction, sorted.

    ``gold`` and ``pred`` are what was read; ``notes`` say what a reader should know of them.
    """

    gold: Source
    pred: Source
    unit: str  # sentence or document
    units: int
    labels: tuple[str, ...]
    gold_units: Ints  # (gold spans,)
    gold_labels: Ints  # (gold spans,)
    found: NDArray[np.bool_]  # (gold spans,): whether it was predicted
    pred_units: Ints  # (predicted spans,)
    pred_labels: Ints  # (predicted spans,)
    notes: tuple[str, ...] = field(default=())

    def sides(self) -> tuple[tuple[Ints, Ints], ...]:
        """Units and labels of the correct, predicted and gold spans."""
        right = self.gold_units[self.found], self.gold_labels[self.found]
        return right, (self.pred_units, self.pred_labels), (self.gold_units, self.gold_labels)

    def table(self, label: str | None = None) -> Floats:
        """Correct, predicted and gold spans of each unit, of one label or of all: ``(units, 3)``."""
        code = self.labels.index(label) if label in self.labels else -1
        columns = [
            np.bincount(units if label is None else units[labels == code], minlength=self.units)
            for units, labels in self.sides()
        ]
        return np.stack(columns, axis=1).astype(np.float64)

    def label_table(self) -> Ints:
        """Correct, predicted and gold spans of each label: ``(labels, 3)``."""
        counts = [np.bincount(labels, minlength=len(self.labels)) for _, labels in self.sides()]
        return np.stack(counts, axis=1)


def align(gold: Source, pred: Source, cluster: object = None) -> SpanPairs:
    """The spans of both sides; ``cluster`` is what is resampled: documents where gold has them, unless said.

    Raises:
        AlignmentError: the sides differ in sentences, tokens or documents, or cannot be compared at all.
        UsageError: ``cluster`` is unknown, or names what gold has not.
    """
    gold, pred = in_one_form(gold, pred)
    check_cluster(gold, cluster)
    if isinstance(gold, TaggedText) and isinstance(pred, TaggedText):
        return pair_tags(gold, pred, cluster)
    if isinstance(gold, Documents) and isinstance(pred, Documents):
        check_documents(gold, pred)
        sets = [item.spans for item in gold.items], [item.spans for item in pred.items]
        return pair_sets(gold, pred, *sets, "document")
    ours, theirs = unit_sets(gold), unit_sets(pred)
    if len(ours) != len(theirs):
        msg = f"{gold.name} has {len(ours)} units, {pred.name} has {len(theirs)}; were they read from the same split?"
        raise AlignmentError(msg)
    return by_document(pair_sets(gold, pred, ours, theirs, "sentence"), cluster)


def in_one_form(gold: Source, pred: Source) -> tuple[Source, Source]:
    """Both sides over the same: tokens of the same sentences, or characters of the same documents.

    Raises:
        AlignmentError: that cannot be, or they are not the same text.
    """
    if isinstance(gold, TaggedText):
        if isinstance(pred, TaggedText):
            return agreed(gold, pred)
        sets = over_tokens(pred, gold)
        return of_one_scheme(gold, sets.sets), sets
    if isinstance(pred, TaggedText) and pred.sentences and not any(pred.sentences):
        pred = SpanSets(
            (frozenset(),) * len(pred.sentences), pred.name
        )  # empty lists, of spans as it turns out
    if isinstance(pred, TaggedText):
        return over_tokens(gold, pred), of_one_scheme(pred, ())
    return in_order(gold, pred), in_order(pred, gold)


def check_options(task: str, options: Mapping[str, object]) -> object:
    """The option ``cluster``; raises UsageError for any other."""
    others = sorted(set(options) - {"cluster"})
    if others:
        msg = f"task {task} has no {', '.join(others)}; its own key is cluster"
        raise UsageError(msg)
    return options.get("cluster")


def check_cluster(gold: Source, cluster: object) -> None:
    """Raises UsageError where gold does not have what is to be resampled, or that is no unit."""
    if cluster not in (None, "sentence", "document"):
        msg = f'cluster is {cluster!r}, but "sentence" or "document" is needed'
        raise UsageError(msg)
    if cluster == "sentence" and isinstance(gold, Documents):
        msg = f'{gold.name} has documents with character spans, whose sentences are not known; use cluster="document"'
        raise UsageError(msg)
    if cluster == "document" and not isinstance(gold, Documents) and not getattr(gold, "documents", ()):
        msg = f'{gold.name} has no documents (no -DOCSTART- lines); use cluster="sentence"'
        raise UsageError(msg)


def pair_tags(gold: TaggedText, pred: TaggedText, cluster: object) -> SpanPairs:
    """The spans of two taggings of one text: at most one span of a side starts at a token."""
    lengths = lengths_of(gold)
    check_sentences(gold, pred, lengths, lengths_of(pred))
    ends = np.cumsum(lengths)
    names: dict[str, int] = {}
    ours, theirs = coded(gold, names), coded(pred, names)
    starts, stops, types = located(ours, ends)
    pred_starts, pred_stops, pred_types = located(theirs, ends)
    size = ours.kinds.size
    stop_at, type_at = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32)
    stop_at[pred_starts], type_at[pred_starts] = pred_stops, pred_types
    found = (stop_at[starts] == stops) & (type_at[starts] == types)
    labels, place = sorted_labels(names, types, pred_types)
    sentences = np.repeat(np.arange(lengths.size), lengths)
    pairs = SpanPairs(
        gold, pred, "sentence", lengths.size, labels, sentences[starts], place[types], found,
        sentences[pred_starts], place[pred_types], notes_of((gold, ours), (pred, theirs)),
    )  # fmt: skip
    return by_document(pairs, cluster)


def notes_of(ours: tuple[TaggedText, Coded], theirs: tuple[TaggedText, Coded]) -> tuple[str, ...]:
    """The notes on both sides, each once."""
    notes = [note for text, both in (ours, theirs) for note in (*text.said, *iob1_note(text, both))]
    return tuple(dict.fromkeys(notes))


def sorted_labels(names: dict[str, int], *types: Ints) -> tuple[tuple[str, ...], Ints]:
    """The labels that spans have, sorted, and the place of every type among them; 0 for a type without spans."""
    used = np.zeros(len(names), dtype=np.bool_)
    for codes in types:
        used[codes] = True
    labels = tuple(sorted(name for name, code in names.items() if used[code]))
    place = np.zeros(len(names), dtype=np.int64)
    for number, name in enumerate(labels):
        place[names[name]] = number
    return labels, place


def pair_sets(
    gold: Source, pred: Source, ours: Sequence[frozenset[Span]], theirs: Sequence[frozenset[Span]], unit: str
) -> SpanPairs:
    """The spans of two lists of sets, a unit each."""
    labels = tuple(sorted({span.label for spans in (*ours, *theirs) for span in spans}))
    place = {label: code for code, label in enumerate(labels)}
    golds = [(at, place[span.label], span in theirs[at]) for at, spans in enumerate(ours) for span in spans]
    preds = [(at, place[span.label]) for at, spans in enumerate(theirs) for span in spans]
    gold_rows = np.array(golds, dtype=np.int64).reshape(-1, 3)
    pred_rows = np.array(preds, dtype=np.int64).reshape(-1, 2)
    return SpanPairs(
        gold, pred, unit, len(ours), labels, gold_rows[:, 0], gold_rows[:, 1], gold_rows[:, 2] > 0,
        pred_rows[:, 0], pred_rows[:, 1], (*said_of(gold), *said_of(pred)),
    )  # fmt: skip


def said_of(source: Source) -> tuple[str, ...]:
    """What was noticed while a side was read."""
    return () if isinstance(source, SpanSets) else source.notes


def unit_sets(source: Source) -> list[frozenset[Span]]:
    """The spans of every sentence or document."""
    if isinstance(source, TaggedText):
        return [frozenset(spans) for spans in spans_of(source)]
    return list(source.sets) if isinstance(source, SpanSets) else [item.spans for item in source.items]


def by_document(pairs: SpanPairs, cluster: object) -> SpanPairs:
    """The pairs with documents as units where gold has them and sentences are not asked for."""
    if not isinstance(pairs.gold, TaggedText) or not pairs.gold.documents or cluster == "sentence":
        return pairs
    documents = pairs.gold.documents
    owner = np.repeat(np.arange(len(documents)), [len(sentences) for sentences in documents])
    return SpanPairs(
        pairs.gold, pairs.pred, "document", len(documents), pairs.labels, owner[pairs.gold_units], pairs.gold_labels,
        pairs.found, owner[pairs.pred_units], pairs.pred_labels, pairs.notes,
    )  # fmt: skip
