"""Which COMET model scores a run, and where it lies on this disk: nothing is ever fetched.

Source: MT scoring specification, §2.3 (asked for, else the target card's ``metricModelSupport``, else the default).
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.base.files import describe
from scoring.metrics.metric import NotAvailable, Validation
from scoring.mt.hub import absent, snapshot
from scoring.mt.languages.card import LanguageCard

__all__ = ["DEFAULT", "Model", "caution", "chosen", "located", "validation"]

DEFAULT = "Unbabel/wmt22-comet-da"
CHECKPOINT = Path("checkpoints", "model.ckpt")


@dataclass(frozen=True)
class Model:
    """A checkpoint on this disk; name and revision are what its scores depend on."""

    name: str
    revision: str
    checkpoint: Path


def chosen(asked: str | None, card: LanguageCard | None) -> str:
    """The model to use: the one asked for, else the target card's, else the default."""
    return asked or own_model(card) or DEFAULT


def own_model(card: LanguageCard | None) -> str | None:
    """The COMET model that the card names for its language."""
    return card.metric_model_support.get("comet") if card is not None else None


def validation(name: str, card: LanguageCard | None) -> Validation:
    """External where the model was held against people's judgements of the card's language; else by proxy alone."""
    held = card.metric_model_validation.get("comet", ()) if card is not None else ()
    return Validation.EXTERNAL if name in held else Validation.PROXY


def caution(name: str, language: str, card: LanguageCard | None) -> str | None:
    """That the model may hardly know the language, as a sentence; None where there is no such doubt."""
    if name == own_model(card):
        return None
    if card is None:
        return (
            f"COMET ({name}): there is no language card of {language!r}, so whether the "
            "model knows it is unknown"
        )
    if card.low_resource:
        return (
            f"COMET ({name}) has hardly seen {card.name or card.code}, a low-resource language: its scores are not "
            "calibrated for it"
        )
    return None


def located(name: str) -> Model | NotAvailable:
    """The model of that name in the local cache, or at that path: a checkpoint, or the folder of one."""
    path = Path(name)
    if path.exists():
        checkpoint = path / CHECKPOINT if path.is_dir() else path
        return local(checkpoint, path.resolve().name if path.is_dir() else model_of_checkpoint(path))
    folder = snapshot(name)
    if folder is None:
        return absent("COMET model", name)
    checkpoint = folder / CHECKPOINT
    lacking = missing(checkpoint)
    return lacking or Model(name, folder.name[:12], checkpoint)


def model_of_checkpoint(checkpoint: Path) -> str:
    """What a checkpoint is called: its model's folder, as in ``NAME/checkpoints/model.ckpt``."""
    folder = checkpoint.resolve().parent
    return folder.parent.name if folder.name == CHECKPOINT.parent.name else checkpoint.name


def local(checkpoint: Path, name: str) -> Model | NotAvailable:
    """The model at a path; its revision is that of its content."""
    lacking = missing(checkpoint)
    if lacking:
        return lacking
    digest = hashlib.sha256()
    try:
        for path in (checkpoint, checkpoint.parent.parent / "hparams.yaml"):
            status = path.stat()
            digest.update(content(path.resolve(), status.st_size, status.st_mtime_ns))
    except OSError as fault:
        return NotAvailable(f"COMET model {name!r} cannot be read: {describe(fault)}")
    return Model(name, digest.hexdigest()[:12], checkpoint.resolve())


@cache
def content(path: Path, size: int, changed: int) -> bytes:  # noqa: ARG001 - a file that has changed is another one
    """SHA-256 of a file; checkpoints have gigabytes, so it is computed once."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def missing(checkpoint: Path) -> NotAvailable | None:
    """What the folder of a model lacks."""
    for path in (checkpoint, checkpoint.parent.parent / "hparams.yaml"):
        if not path.is_file():
            return NotAvailable(
                f"there is no {path}, which a COMET model needs",
                "give the model's folder, which has hparams.yaml and checkpoints/model.ckpt",
            )
    return None
