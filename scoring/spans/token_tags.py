"""The task ``tags``: one tag a token, such as parts of speech or named entities scored token by token.

A token is right when its predicted tag is that of gold, whatever the tag is; what is resampled is the sentence, or the
document where gold has documents.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

import numpy as np

from scoring.base.errors import InputError
from scoring.evidence.breakdown import Averaging
from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import ratio
from scoring.metrics.crosscheck import Crosscheck, ask
from scoring.metrics.key import CLUSTER, DISJOINT, TAGGED
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Status, Validation, counted
from scoring.metrics.task import by_id
from scoring.spans.agree import without_ignored
from scoring.spans.align import Source, SpanPairs, by_document, check_cluster, check_options
from scoring.spans.check import check_sentences
from scoring.spans.describe import tokens_of, unit_ids
from scoring.spans.metrics.macro_f1 import SPAN_MACRO_F1
from scoring.spans.schemes import Scheme, reading_of
from scoring.spans.sources import read_source
from scoring.spans.task import LabelledSpans
from scoring.spans.text import TaggedText, lengths_of

__all__ = ["TAGS", "TokenTags"]

ANY_TAG = Scheme("tags", stated=True)
READ_BY = ("token_column", "tag_column", "misc_key", "pred_token_column", "pred_tag_column", "tag_names")


def count(pairs: SpanPairs) -> Floats:
    """Right tokens and all tokens of each unit: ``(units, 2)``."""
    return np.ascontiguousarray(pairs.table()[:, [0, 2]])


def share_right(totals: Floats) -> Floats:
    """Accuracy in points of totals ``(..., 2)``; NaN where there is no token."""
    return ratio(100.0 * totals[..., 0], totals[..., 1])


TAG_ACCURACY = counted(
    count=count, columns=("correct", "gold"), formula=share_right, perfect=100.0, id="tag_accuracy",
    label="Tag accuracy", task="tags", averaging=Averaging.MICRO,
    scale=Scale.POINTS, better=Better.HIGHER, status=Status.IMPLEMENTED,
    validation=Validation.MEASUREMENT, source="Sokolova and Lapalme 2009, §3", signature="tags.accuracy|v1",
)  # fmt: skip
TAG_MACRO_F1 = replace(
    SPAN_MACRO_F1, id="tag_macro_f1", label="Tag macro F1", task="tags", source="Sokolova and Lapalme 2009, §3",
    signature="tags.macro.f1|v1",
)  # fmt: skip


class TokenTags(LabelledSpans):
    """Tags of tokens; each token is a span of its own, with its tag for a label."""

    name = "tags"
    by_name_only = True
    keys = (CLUSTER, DISJOINT, *(key for key in TAGGED if key.name in READ_BY))

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """Accuracy and macro F1."""
        return tag_metrics()

    def read(self, source: object, role: str) -> TaggedText:
        """The tags of a path, an open file, lists of tags, or rows of a data set.

        Raises:
            InputError: the source cannot be read, or has no tag for each token.
        """
        return self.read_as(source, role)

    def read_as(self, source: object, role: str, /, **how: Any) -> TaggedText:  # noqa: ANN401 - each key has its own type
        """What ``read`` gives, by columns and the other keys that say how.

        Raises:
            InputError: the source cannot be read, or has no tag for each token.
        """
        found = read_source(source, role, replace(reading_of(how, role), scheme=ANY_TAG))
        return replace(tagged(found), scheme=ANY_TAG)

    def crosscheck(self, aligned: SpanPairs) -> Crosscheck | NotAvailable:
        """The same metrics by scikit-learn."""
        return ask("scikit-learn", lambda: figures_of(aligned))

    def refusal(self, aligned: SpanPairs) -> str:  # noqa: ARG002
        """Nothing: any gold can be measured that has a token."""
        return ""

    def signed(self, metric: Metric[Any], options: Mapping[str, Any]) -> Metric[Any]:  # noqa: ARG002
        """The metric as it is: no key changes its figures."""
        return metric

    def align(self, gold: Source, pred: Source, **options: object) -> SpanPairs:
        """Both sides token by token; the option ``cluster`` is the unit: sentence or document.

        Raises:
            AlignmentError: the sides differ in sentences or tokens.
            UsageError: ``cluster`` is unknown or names what gold has not, or there is another option.
        """
        cluster = check_options(self.name, options)
        check_cluster(gold, cluster)
        return by_document(pair_tokens(tagged(gold), tagged(pred)), cluster)

    def unit_digests(self, aligned: SpanPairs) -> list[bytes]:
        """SHA-256 of the gold tags of each unit, a line each."""
        gold = tagged(aligned.gold)
        units = (
            gold.documents
            if aligned.unit == "document"
            else [range(at, at + 1) for at in range(len(gold.sentences))]
        )
        contents = ("\n\n".join("\n".join(gold.sentences[at]) for at in unit) for unit in units)
        return [hashlib.sha256(each.encode("utf-8", "surrogatepass")).digest() for each in contents]

    def describe(self, aligned: SpanPairs, unit: int) -> dict[str, Any]:
        """A unit's id, its tokens (None where not known), and the tags of both sides in order."""
        gold, predicted = (tags_of(side, aligned, unit) for side in (aligned.gold, aligned.pred))
        return {
            "id": unit_ids(aligned)[unit], "tokens": tokens_of(aligned, unit), "gold": gold, "predicted": predicted,
        }  # fmt: skip

    def contrast(
        self, aligned: SpanPairs, metric: str, units: Sequence[int], *, show_text: bool,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The tags of some units that differ, gold and predicted side by side, with their tokens."""
        del metric, label
        return [contrast_unit(aligned, unit, show_text=show_text) for unit in units]


def tagged(side: Source) -> TaggedText:
    """A side as tags of tokens; raises InputError where it has spans."""
    if not isinstance(side, TaggedText):
        msg = f"{side.name} has spans, but task tags needs a tag for each token; score spans with task spans"
        raise InputError(msg)
    return side


def pair_tokens(gold: TaggedText, pred: TaggedText) -> SpanPairs:
    """Two taggings of one text: every token is a unit's span, right where both tags are one."""
    if gold.ignores or pred.ignores:
        gold, pred = without_ignored(gold, pred)
    lengths = lengths_of(gold)
    check_sentences(gold, pred, lengths, lengths_of(pred))
    sides = [text.numbered for text in (gold, pred)]
    labels = tuple(sorted({tag for tags, _ in sides for tag in tags}))
    place = {tag: number for number, tag in enumerate(labels)}
    ours, theirs = (np.array([place[tag] for tag in tags], dtype=np.int64)[codes] for tags, codes in sides)
    sentences = np.repeat(np.arange(lengths.size), lengths)
    return SpanPairs(
        gold, pred, "sentence", lengths.size, labels, sentences, ours, ours == theirs, sentences, theirs,
        tuple(dict.fromkeys((*gold.said, *pred.said))),
    )  # fmt: skip


def figures_of(pairs: SpanPairs) -> Mapping[str, float]:
    """The figures in points by metric id."""
    metrics = import_module("sklearn.metrics")
    tags = [[pairs.labels[code] for code in codes] for codes in (pairs.gold_labels, pairs.pred_labels)]
    return {
        "tag_accuracy": 100.0 * metrics.accuracy_score(*tags),
        "tag_macro_f1": 100.0 * metrics.f1_score(*tags, average="macro", zero_division=0),
    }


def tags_of(side: Source, pairs: SpanPairs, unit: int) -> list[str]:
    """The tags of a unit."""
    text, gold = tagged(side), tagged(pairs.gold)
    sentences = gold.documents[unit] if pairs.unit == "document" else range(unit, unit + 1)
    return [tag for at in sentences for tag in text.sentences[at]]


def contrast_unit(pairs: SpanPairs, unit: int, *, show_text: bool) -> dict[str, Any]:
    """The tokens of one unit whose tags differ."""
    gold, predicted = (tags_of(side, pairs, unit) for side in (pairs.gold, pairs.pred))
    places = [at for at, (ours, theirs) in enumerate(zip(gold, predicted, strict=True)) if ours != theirs]
    tokens = tokens_of(pairs, unit) if show_text else None

    def cell(tag: str, at: int) -> dict[str, Any]:
        made: dict[str, Any] = {"position": at + 1, "tag": tag}
        return made if tokens is None else {**made, "text": tokens[at]}

    found: dict[str, Any] = {
        "gold": [cell(gold[at], at) for at in places],
        "predicted": [cell(predicted[at], at) for at in places],
    }
    return {**found, "text": None if tokens is None else " ".join(tokens)} if show_text else found


@cache
def tag_metrics() -> Mapping[str, Metric[Any]]:
    """The metrics of the task."""
    return MappingProxyType(by_id((TAG_ACCURACY, TAG_MACRO_F1)))


TAGS = TokenTags()
