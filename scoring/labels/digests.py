"""The canonical gold content of documents and its SHA-256: the labels, and nothing of how they are written down.

One label: its text.  Several: their texts, sorted, as a JSON list.  Neither ids nor further fields are part of it, so
that a file and a list of labels have the same fingerprint.
"""

import hashlib
import json

from scoring.labels.align import LabelPairs
from scoring.labels.align_sets import LabelSets

__all__ = ["label_digests", "set_digests"]


def digest(content: str) -> bytes:
    """SHA-256 of a text; half a surrogate pair, which JSON can hold, is written as it is."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()


def label_digests(pairs: LabelPairs) -> list[bytes]:
    """SHA-256 of the gold label of each document: ``(documents,)``."""
    found = [digest(str(name)) for name in pairs.names]
    return [found[code] for code in pairs.gold.tolist()]


def set_digests(aligned: LabelSets) -> list[bytes]:
    """SHA-256 of the gold labels of each document: ``(documents,)``."""
    names = [str(name) for name in aligned.names]
    seen: dict[tuple[int, ...], bytes] = {}
    found = []
    for unit in range(aligned.units):
        labels = tuple(aligned.gold.of(unit))
        if labels not in seen:
            seen[labels] = digest(json.dumps(sorted(names[label] for label in labels)))
        found.append(seen[labels])
    return found
