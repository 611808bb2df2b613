"""Sentence encoders: the user's own function, or a sentence-transformers model that is on this disk.

Source: MT scoring specification, §2.3 (cosine of sentence embeddings).
"""

import hashlib
import importlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from scoring.base.errors import UsageError
from scoring.base.extras import install_line
from scoring.evidence.evidence import Floats
from scoring.metrics.metric import NotAvailable
from scoring.mt.hub import absent, snapshot

__all__ = [
    "INSTALL",
    "Encoder",
    "NamedEncoder",
    "cosines",
    "embedded",
    "encoder_of",
    "fault_in_words",
    "offline",
]

INSTALL = install_line("embeddings")
GIVE = (
    "give an encoder: --encoder with the name or folder of a model, or encoder= with a function from Python"
)
OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE")


class Encoder(Protocol):
    """Sentence embeddings: texts to an array ``(texts, dimensions)``."""

    def __call__(self, texts: Sequence[str], /) -> Any: ...  # noqa: ANN401 - anything numpy reads as an array


@dataclass(frozen=True)
class NamedEncoder:
    """An encoder with the model and the revision that its figures depend on."""

    encode: Encoder
    model: str
    revision: str


def encoder_of(given: object) -> NamedEncoder | NotAvailable:
    """The encoder of an option: a function, or the name or folder of a sentence-transformers model.

    Raises:
        UsageError: it is none of these.
    """
    if given is None:
        return NotAvailable("no sentence encoder is given", f"{GIVE} ({INSTALL})")
    if isinstance(given, str | os.PathLike) and os.fspath(given):
        return loaded(os.fspath(given))
    if callable(given):
        own = getattr(given, "__qualname__", type(given).__qualname__)
        return NamedEncoder(
            given, str(getattr(given, "model_id", own)), str(getattr(given, "revision", "own"))
        )
    msg = f"encoder is {given!r:.60} ({type(given).__name__}), but a function or a model's name or folder is needed"
    raise UsageError(msg)


@cache
def loaded(name: str) -> NamedEncoder | NotAvailable:
    """The sentence-transformers model of that name or folder; nothing is ever fetched."""
    if find_spec("sentence_transformers") is None:
        return NotAvailable(f"encoder {name!r} needs sentence-transformers, which is not installed", INSTALL)
    try:
        with quiet():
            library = importlib.import_module("sentence_transformers")
        folder = (
            Path(name) if Path(name).is_dir() else snapshot(name) or snapshot(f"sentence-transformers/{name}")
        )
        if folder is None:
            return absent("encoder", name)
        with offline(), quiet():
            model = library.SentenceTransformer(str(folder), local_files_only=True)
    except Exception as fault:  # noqa: BLE001 - whatever a stranger's library raises
        return NotAvailable(
            f"encoder {name!r} cannot be loaded: {fault_in_words(fault)}", "give the folder of a whole model"
        )

    def encode(texts: Sequence[str], /) -> Any:  # noqa: ANN401
        with offline():
            return model.encode(list(texts), show_progress_bar=False, convert_to_numpy=True)

    if folder.parent.name == "snapshots":
        return NamedEncoder(encode, name, folder.name[:12])
    return NamedEncoder(encode, folder.resolve().name, revision_of(folder))


def revision_of(folder: Path) -> str:
    """The first 12 hex digits of the SHA-256 of a model's files: that of a folder without a revision of its own."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md":
            digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:12]


@contextmanager
def offline() -> Iterator[None]:
    """Keeps the libraries off the network meanwhile, by their own switches; afterwards all is as it was."""
    before = {name: os.environ.get(name) for name in OFFLINE}
    os.environ.update(dict.fromkeys(OFFLINE, "1"))
    constants = importlib.import_module("huggingface_hub.constants") if find_spec("huggingface_hub") else None
    switch = getattr(constants, "HF_HUB_OFFLINE", None)
    if switch is not None:
        constants.HF_HUB_OFFLINE = True  # type: ignore[union-attr]  # read once, when the library was imported
    try:
        yield
    finally:
        if switch is not None:
            constants.HF_HUB_OFFLINE = switch  # type: ignore[union-attr]
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def quiet() -> Iterator[None]:
    """Keeps what libraries print while they load off the screen."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


def embedded(encoder: NamedEncoder, texts: Sequence[str]) -> Floats | NotAvailable:
    """The vectors of texts, ``(texts, dimensions)``; what is no such array is said in one sentence."""
    try:
        vectors = np.asarray(encoder.encode(texts), dtype=np.float64)
    except Exception as fault:  # noqa: BLE001 - whatever the encoder raises, or returns that is no array
        return NotAvailable(
            f"encoder {encoder.model!r} failed on {len(texts)} texts: {fault_in_words(fault)}"
        )
    if vectors.ndim != 2 or vectors.shape[0] != len(texts) or not vectors.shape[1]:
        return NotAvailable(
            f"encoder {encoder.model!r} returned an array of shape {vectors.shape} for {len(texts)} texts",
            f"return one vector a text: ({len(texts)}, dimensions)",
        )
    wrong = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if wrong.size:
        return NotAvailable(
            f"encoder {encoder.model!r} returned a vector that is not finite for {texts[wrong[0]]!r:.60} "
            f"and {wrong.size - 1} other texts",
            "return finite numbers",
        )
    return vectors


def cosines(first: Floats, second: Floats) -> Floats:
    """Cosine of each pair of rows, ``(n, d)`` twice to ``(n,)``, clipped to 0 and 1; a zero vector is like nothing: 0.

    >>> import numpy as np
    >>> cosines(np.array([[3.0, 4.0], [0.0, 0.0]]), np.array([[6.0, 8.0], [1.0, 0.0]]))
    array([1., 0.])
    """
    ours, theirs = unit(first), unit(second)
    found: Floats = np.clip(np.einsum("nd,nd->n", ours, theirs), 0.0, 1.0)
    return found


def unit(vectors: Floats) -> Floats:
    """Each row divided by its length; zero rows stay zero.  By the largest first, so that no square overflows."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    scaled = vectors / np.where(largest > 0, largest, 1.0)
    length = np.linalg.norm(scaled, axis=1, keepdims=True)
    found: Floats = scaled / np.where(length > 0, length, 1.0)
    return found


def fault_in_words(fault: Exception) -> str:
    """An exception in one line."""
    text = " ".join(str(fault).split())
    return f"{type(fault).__name__}: {text[:200]}" if text else type(fault).__name__
