"""Models by their names on the Hugging Face hub, as far as they are on this disk: nothing is ever fetched.

Source: huggingface_hub, layout of its cache (``models--OWNER--NAME``, ``refs/main``, ``snapshots/REVISION``).
"""

import os
import re
from pathlib import Path

from scoring.metrics.metric import NotAvailable

__all__ = ["absent", "hub", "snapshot"]

NAME = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?")


def hub() -> Path:
    """Where downloaded models lie."""
    own = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if own:
        return Path(own).expanduser()
    home = os.environ.get("HF_HOME")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return base.expanduser() / "hub"


def snapshot(name: str) -> Path | None:
    """The folder of a model's current revision; None where it is not on this disk."""
    folder = hub() / f"models--{name.replace('/', '--')}"
    try:
        revision = (folder / "refs" / "main").read_text(encoding="utf-8").strip()
        found = folder / "snapshots" / revision
        return found if revision and found.is_dir() else None
    except (OSError, ValueError):
        return None


def absent(what: str, name: str) -> NotAvailable:
    """Why a model that is not on this disk cannot be used, and how to get it."""
    if NAME.fullmatch(name) is None:
        return NotAvailable(f"{what} {name!r}: there is no such folder", "give the folder of a model")
    return NotAvailable(
        f"{what} {name!r} is neither a folder nor in the local cache, and nothing is fetched",
        f"where there is a network: huggingface-cli download {name}; or give the folder of a model",
    )
