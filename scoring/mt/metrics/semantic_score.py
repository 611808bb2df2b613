"""Semantic score: how near in meaning an output is to its reference, by the language's standard, else by an encoder.

Source: MT scoring specification, §2.3.
"""

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.encoders import cosines, embedded, encoder_of
from scoring.mt.standards import from_standard

__all__ = ["SEMANTIC_SCORE", "count", "from_encoder"]

NAME = "semantic_score"


def count(segments: Segments) -> Floats | NotAvailable:
    """Each entry's score, and 1: ``(units, 2)``."""
    judged = from_standard(segments)
    if judged is not None and not isinstance(judged, NotAvailable):
        return judged
    found = from_encoder(segments)
    given = segments.given.get("encoder") is not None
    return judged if judged is not None and isinstance(found, NotAvailable) and not given else found


def from_encoder(segments: Segments) -> Floats | NotAvailable:
    """Cosine of source and output against source and reference, the best reference counting, and 1: ``(units, 2)``.

    An entry that failed scores 0; an output that is a reference scores 1, whatever the encoder makes of it.
    """
    encoder = encoder_of(segments.given.get("encoder"))
    if isinstance(encoder, NotAvailable):
        return encoder
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source to compare with")
    pairs = [
        (place, f"{entry.source} {entry.output}", f"{entry.source} {reference}")
        for place, entry in enumerate(segments.entries)
        if not entry.failed
        for reference in entry.references
    ]
    texts = sorted({text for _, *both in pairs for text in both})
    scores = np.zeros(segments.units)
    if texts:
        vectors = embedded(encoder, texts)
        if isinstance(vectors, NotAvailable):
            return vectors
        row = {text: number for number, text in enumerate(texts)}
        places, ours, theirs = (
            np.array(column)
            for column in zip(*((place, row[one], row[other]) for place, one, other in pairs), strict=True)
        )
        near = np.where(ours == theirs, 1.0, cosines(vectors[ours], vectors[theirs]))
        np.maximum.at(scores, places, near)
    segments.remarks.signatures[NAME] = signature(encoder.model, encoder.revision)
    return np.stack([scores, np.ones(segments.units)], axis=1)


def signature(model: str, revision: str) -> str:
    """What the figure depends on."""
    return f"mt.{NAME}|v1|cosine|model:{model}|revision:{revision}"


SEMANTIC_SCORE = counted_metric(NAME, count=count, columns=("scores", "entries"))
