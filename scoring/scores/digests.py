"""What is compared of two tables: the ids of the rows, and which of them are one cluster; no score is part of it."""

import hashlib
import json

from scoring.scores.align import ScoredRows

__all__ = ["unit_digests"]


def unit_digests(aligned: ScoredRows) -> list[bytes]:
    """SHA-256 of the id of each row; of the name of a cluster with the ids of its rows: ``(units,)``."""
    ids = aligned.row_ids()
    if aligned.cluster is None:
        return [digest(name) for name in ids]
    members: list[list[str]] = [[] for _ in aligned.names]
    for name, owner in zip(ids, aligned.owners.tolist(), strict=True):
        members[owner].append(name)
    return [digest(json.dumps([name, own])) for name, own in zip(aligned.names, members, strict=True)]


def digest(content: str) -> bytes:
    """SHA-256 of a text; half a surrogate pair, which JSON can hold, is written as it is."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).digest()
