"""References and output of entries side by side, to say why a score got worse."""

from collections.abc import Sequence
from typing import Any

from scoring.mt.run import Entry

__all__ = ["contrast"]


def contrast(entries: Sequence[Entry], *, show_text: bool) -> list[dict[str, Any]]:
    """Each entry's source, references and output; nothing of them where no text is to be shown."""
    if not show_text:
        return [{"gold": [], "predicted": []} for _ in entries]
    return [{"text": one.source, "gold": list(one.references), "predicted": [one.output]} for one in entries]
