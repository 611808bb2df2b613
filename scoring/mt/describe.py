"""An entry of a run as a person reads it: its source, references and output."""

from typing import Any

from scoring.mt.run import Entry

__all__ = ["describe"]


def describe(entry: Entry) -> dict[str, Any]:
    """Id, source, references and output of an entry, and its error where it failed."""
    found = {"id": entry.id, "text": entry.source, "gold": list(entry.references), "predicted": entry.output}
    return {**found, "error": entry.error} if entry.error is not None else found
