"""What of a translation's gold data is fingerprinted: sources, references, variants and expected analyses."""

import hashlib
import json

from scoring.mt.run import Entry

__all__ = ["entry_digest"]


def entry_digest(entry: Entry) -> bytes:
    """SHA-256 of what gold says of an entry: source, references, variants, and the expected analyses if it has any."""
    content = [entry.source, list(entry.references), list(entry.variants)]
    if entry.morphology:
        content.append(list(entry.morphology))
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).digest()
