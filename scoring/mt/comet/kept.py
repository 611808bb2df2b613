"""Scores that were predicted before, kept by model, revision and texts in a folder of the user's.

A file a model and revision, a score a line; a line that cannot be read is a score that is not there.
"""

import hashlib
import json
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scoring.base.errors import InputError
from scoring.base.files import describe, locked, write_atomically
from scoring.mt.comet.models import Model

__all__ = ["FOLDER", "OFF", "Kept", "Text", "folder_of", "key"]

FOLDER = "ONENLP_COMET_CACHE"  # the environment variable: a folder, or "off"
OFF = "off"
Text = tuple[str, str, str]  # source, output, reference


def folder_of(given: str | None) -> Path | None:
    """The folder of kept scores: as given, else ``ONENLP_COMET_CACHE``, else the user's cache; None for ``off``."""
    own = given or os.environ.get(FOLDER)
    if own:
        return None if own == OFF else Path(own).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "onenlp" / "comet"


def key(text: Text) -> str:
    """SHA-256 of source, output and reference."""
    return hashlib.sha256(json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Kept:
    """The kept scores of one model."""

    folder: Path | None
    model: Model

    @property
    def path(self) -> Path | None:
        """The file, None where nothing is kept."""
        if self.folder is None:
            return None
        plain = re.sub(r"[^A-Za-z0-9._-]+", "--", self.model.name)
        return self.folder / f"{plain}@{self.model.revision}.jsonl"

    @contextmanager
    def alone(self) -> Iterator[str | None]:
        """Holds the folder while scores are predicted, so that another process waits and finds them.

        What keeps scores from being kept comes out as a sentence, None where nothing does.
        """
        if self.folder is None:
            yield None
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            yield f"COMET scores are not kept: {self.folder}: {describe(fault)}"
            return
        with locked([self.folder]):
            yield None

    def read(self) -> dict[str, float]:
        """The scores by key."""
        path = self.path
        try:
            lines = path.read_bytes().splitlines() if path is not None else []
        except OSError:
            return {}
        found = {}
        for line in lines:
            try:
                one, score = json.loads(line)
            except (ValueError, TypeError, RecursionError):
                continue
            if isinstance(one, str) and isinstance(score, float) and math.isfinite(score):
                found[one] = score
        return found

    def write(self, scores: Mapping[str, float]) -> str | None:
        """Adds scores to those that are there; a sentence where they cannot be kept."""
        path = self.path
        if path is None or not scores:
            return None
        whole = self.read() | dict(scores)
        data = "".join(f"{json.dumps([one, score])}\n" for one, score in sorted(whole.items()))
        try:
            write_atomically(path, data.encode(), InputError)
        except InputError as fault:
            return f"COMET scores are not kept: {fault}"
        return None


def kept_scores(kept: Kept, texts: Sequence[Text]) -> dict[Text, float]:
    """The texts that have a score."""
    scores = kept.read()
    return {text: scores[name] for text in texts if (name := key(text)) in scores}
