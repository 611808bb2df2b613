"""Runs of a few entries, made of plain values."""

import json

from scoring.mt.align import align
from scoring.mt.read import loads_run

DATASET = {"id": "demo", "source_language": "en", "target_language": "de"}


def entry(number, **fields):
    """An entry with an id, and a reference if none is given."""
    return {"id": f"e{number:04}", "references": ["ja"], "prediction": "ja"} | fields


def document(*entries, languages=("en", "de"), **fields):
    """A run as plain data."""
    dataset = DATASET | dict(zip(("source_language", "target_language"), languages, strict=True))
    return {"dataset": dataset, "entries": list(entries)} | fields


def run(*entries, **fields):
    """A run."""
    return loads_run(json.dumps(document(*entries, **fields)))


def ready(*entries, **fields):
    """A run made ready to be scored."""
    found = run(*entries, **fields)
    return align(found, found)


def triples(*texts, **fields):
    """A run of source, reference and prediction each."""
    made = [entry(n, source=s, references=[r], prediction=p) for n, (s, r, p) in enumerate(texts)]
    return ready(*made, **fields)
