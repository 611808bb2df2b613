"""Cards and rows files as the product writes them, with the figures that a test asks for."""

import functools
import hashlib
import json

from scoring.card import schema
from scoring.card.score import score_run
from scoring.mt.read import read_run

__all__ = ["card", "fingerprint", "publishing", "row", "write_card", "write_rows"]

RUN = {
    "dataset": {"id": "set", "source_language": "en", "target_language": "de"},
    "model_slug": "m",
    "condition": "plain",
    "entries": [{"id": "1", "source": "a dog", "references": ["ein Hund"], "prediction": "ein Hund"}],
}


@functools.cache
def whole():
    return schema.dumps(score_run(read_run(RUN), resamples=100))


def fingerprint(name):
    return hashlib.sha256(name.encode()).hexdigest()


def card(name="m", *, dataset=None, totals=None, intervals=None, **scores):
    """The card of a system, its fingerprint made of its name."""
    made = json.loads(whole())
    made["model_slug"] = name
    made["fingerprint"]["hash"] = fingerprint(f"{name} {dataset}")
    made["dataset"]["id"] = dataset or "set"
    made["scores"].update(scores)
    made["totals"].update(totals or {})
    ends = made["scores"]["confidence_intervals"]
    ends.update(
        {metric: {"ci_lower": low, "ci_upper": high} for metric, (low, high) in (intervals or {}).items()}
    )
    return made


def write_card(folder, name="m", **figures):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(card(name, **figures)), encoding="utf-8")
    return path


def row(score=90.0, metric="LAS", **fields):
    return {
        "component": "tagger", "language": "en", "dataset": "set", "metric": metric, "score": score, "source": "onenlp",
        **fields,
    }  # fmt: skip


def write_rows(path, *rows):
    path.write_text(json.dumps({"schema": "onenlp-rows/1", "rows": list(rows)}), encoding="utf-8")
    return path


def publishing(database, *paths, commit="c1", date="2026-01-01T00:00:00Z", **more):
    """Publishes files as of a commit."""
    from scoring.store.documents import read_document
    from scoring.store.origin import Origin
    from scoring.store.publish import publish

    documents = [read_document(str(path)) for path in paths]
    return publish(database, documents, Origin(commit=commit, date=date, **more))
