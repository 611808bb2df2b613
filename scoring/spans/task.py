"""The task ``spans``: reading tags or character spans, bringing both sides together, cutting them into units.

Source: Tjong Kim Sang and De Meulder (2003), §2; tags are strict IOB2.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from scoring.base.errors import UsageError
from scoring.evidence.breakdown import Parts
from scoring.evidence.evidence import Bools
from scoring.metrics import catalog
from scoring.metrics.crosscheck import Crosscheck
from scoring.metrics.key import CLUSTER, DISJOINT, LABELS, SLICES, TAGGED, Key
from scoring.metrics.metric import Metric, NotAvailable
from scoring.metrics.task import Task, family
from scoring.spans.align import Source, SpanPairs, align, check_options
from scoring.spans.contrast import contrast, parts
from scoring.spans.crosscheck import crosscheck
from scoring.spans.describe import describe, unit_ids
from scoring.spans.digests import unit_digests
from scoring.spans.documents import Documents
from scoring.spans.refusal import refusal
from scoring.spans.schemes import reading_of
from scoring.spans.sources import read_source

__all__ = ["SPANS", "LabelledSpans"]


class LabelledSpans(Task[Source, SpanPairs]):
    """Entities and other labelled spans; a unit is a sentence, or a document where gold has documents."""

    name = "spans"
    keeps_gold = True
    forms = frozenset(
        {"JSON array", "JSON Lines", "Label Studio", "Prodigy", "spaCy DocBin", "transformers pipeline"}
    )
    keys: tuple[Key, ...] = (LABELS, SLICES, CLUSTER, DISJOINT, *TAGGED)

    def metrics(self) -> Mapping[str, Metric[Any]]:
        """The four metrics by id, Span F1 first."""
        return span_metrics()

    def read(self, source: object, role: str) -> Source:
        """The data of a path, an open file, lists of tags or of span sets, spaCy Docs, or what was read before.

        A file is JSON Lines where its first line is an object, else tagged text.  ``role`` names what has no name.

        Raises:
            InputError: the source cannot be read or is not valid.
        """
        return read_source(source, role, reading_of({}))

    def read_as(self, source: object, role: str, /, **how: Any) -> Source:  # noqa: ANN401 - each key has its own type
        """What ``read`` gives, by columns, scheme and the other keys that say how.

        Raises:
            InputError: the source cannot be read or is not valid.
            UsageError: two options do not go together.
        """
        return read_source(source, role, reading_of(how, role))

    def crosscheck(self, aligned: SpanPairs) -> Crosscheck | NotAvailable:
        """The same metrics by seqeval, where both sides are tags."""
        return crosscheck(aligned)

    def refusal(self, aligned: SpanPairs) -> str:
        """Why nothing can be measured on this gold: it has no span, or is in IOB1; empty where it can."""
        return refusal(aligned)

    def signed(self, metric: Metric[Any], options: Mapping[str, Any]) -> Metric[Any]:
        """The metric with what changes its figures, but not the fingerprint of gold, in its signature."""
        signs = ["scheme:seqeval"] if options.get("scheme") == "seqeval" else []
        signs += ["alternatives"] if options.get("alternatives") else []
        return replace(metric, signature="|".join([metric.signature, *signs]))

    def align(self, gold: Source, pred: Source, **options: object) -> SpanPairs:
        """Both sides brought together; the option ``cluster`` is the unit: sentence or document.

        Raises:
            AlignmentError: the sides differ in sentences, tokens or documents.
            UsageError: ``cluster`` is unknown or names what gold has not, or there is another option.
        """
        return align(gold, pred, check_options(self.name, options))

    def unit_of(self, aligned: SpanPairs) -> str:
        """What is resampled: sentence or document."""
        return aligned.unit

    def unit_ids(self, aligned: SpanPairs) -> list[str]:
        """The ids of documents that have them, else the ordinals from 1."""
        return unit_ids(aligned)

    def unit_digests(self, aligned: SpanPairs) -> list[bytes]:
        """SHA-256 of the gold spans of each unit, the same for a file and for objects."""
        return unit_digests(aligned)

    def labels(self, aligned: SpanPairs) -> tuple[str, ...]:
        """The labels of gold or predicted spans, sorted."""
        return aligned.labels

    def inventories(self, aligned: SpanPairs) -> tuple[set[str], set[str]]:
        """The labels of gold spans, and those of predicted ones."""
        gold, pred = (set(np.asarray(codes).tolist()) for codes in (aligned.gold_labels, aligned.pred_labels))
        return {aligned.labels[code] for code in gold}, {aligned.labels[code] for code in pred}

    def notes(self, aligned: SpanPairs) -> tuple[str, ...]:
        """What a reader should know of the data: tags that look like IOB1."""
        return aligned.notes

    def slices(self, aligned: SpanPairs, field: str) -> list[str]:
        """The value of a field of each gold document: ``(units,)``.

        Raises:
            UsageError: there is no such field, or a document has no value in it.
        """
        return field_values(aligned.gold, field)

    def describe(self, aligned: SpanPairs, unit: int) -> dict[str, Any]:
        """A unit's id, its tokens or text, and its gold and predicted spans."""
        return describe(aligned, unit)

    def contrast(
        self, aligned: SpanPairs, metric: str, units: Sequence[int], *, show_text: bool,
        label: str | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The spans of some units that differ, gold and predicted side by side, of one label or of all."""
        del metric  # all of them count the same spans
        return contrast(aligned, label, units, show_text=show_text)

    def parts(self, aligned: SpanPairs, metric: str, chosen: Bools | None = None) -> Parts | None:
        """The counts of a metric by label, in all units or in the chosen ones."""
        averaging = catalog.metrics(self.name)[metric].averaging
        return None if averaging is None else parts(aligned, averaging, chosen)


def field_values(gold: Source, field: str) -> list[str]:
    """The value of a field of each document as text."""
    if not isinstance(gold, Documents):
        msg = f"{gold.name} has no fields to slice by; documents in JSON Lines have: give each line a field {field!r}"
        raise UsageError(msg)
    there = sorted({name for item in gold.items for name in item.fields})
    values = []
    for item in gold.items:
        value = item.fields.get(field)
        if not isinstance(value, str | int | float):
            lacks = (
                f"document {item.id!r} ({item.place}) has {value!r:.60} in {field!r}"
                if field in there
                else ""
            )
            msg = f"{lacks or f'{gold.name} has no field {field!r}'}; fields to slice by: {', '.join(there) or 'none'}"
            raise UsageError(msg)
        values.append(value if isinstance(value, str) else json.dumps(value))
    return values


@cache
def span_metrics() -> Mapping[str, Metric[Any]]:
    """The metrics of the family, looked for once."""
    return MappingProxyType(family("scoring.spans.metrics"))


SPANS = LabelledSpans()
