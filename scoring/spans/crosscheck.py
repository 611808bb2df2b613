"""Span scores by seqeval's strict mode, which reads tags; character spans it does not read.

Source: seqeval, ``mode="strict"``, with the scheme of the tags.
"""

from collections.abc import Mapping
from importlib import import_module

from scoring.metrics.crosscheck import Crosscheck, ask
from scoring.metrics.metric import NotAvailable
from scoring.spans.align import SpanPairs
from scoring.spans.text import TaggedText

__all__ = ["crosscheck"]

# Ours, and what seqeval calls them.
SCHEMES = {"iob2": "IOB2", "seqeval": "IOB2", "bioes": "IOBES", "bilou": "BILOU"}


def crosscheck(pairs: SpanPairs) -> Crosscheck | NotAvailable:
    """F1, precision, recall and macro F1 by seqeval."""
    gold, pred = pairs.gold, pairs.pred
    if not isinstance(gold, TaggedText) or not isinstance(pred, TaggedText):
        other = gold if not isinstance(gold, TaggedText) else pred
        reason = f"seqeval reads tags on both sides, and {other.name} holds spans"
        return NotAvailable(reason, "nothing was compared")
    names = [side.scheme.name for side in (gold, pred)]
    if len({SCHEMES.get(name, "") for name in names}) > 1 or names[0] not in SCHEMES:
        read_as = " and ".join(dict.fromkeys(names))
        reason = f"seqeval's strict mode has no scheme for tags that are read as {read_as}"
        return NotAvailable(reason, "nothing was compared; turn both sides into IOB2: onenlp convert-tags")
    return ask("seqeval", lambda: figures_of(gold, pred))


def figures_of(gold: TaggedText, pred: TaggedText) -> Mapping[str, float]:
    """The figures in points by metric id."""
    metrics, scheme = import_module("seqeval.metrics"), import_module("seqeval.scheme")
    sides = [[list(tags) for tags in side.sentences] for side in (gold, pred)]
    how = {"mode": "strict", "scheme": getattr(scheme, SCHEMES[gold.scheme.name]), "zero_division": 0}
    shares = {
        "span_f1": metrics.f1_score(*sides, **how),
        "span_precision": metrics.precision_score(*sides, **how),
        "span_recall": metrics.recall_score(*sides, **how),
        "span_macro_f1": metrics.f1_score(*sides, average="macro", **how),
    }
    return {name: 100.0 * float(share) for name, share in shares.items()}
