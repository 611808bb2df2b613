"""Which COMET model scores a run, and where it lies on this disk: nothing is ever fetched.

Source: MT scoring specification, §2.3 (asked for, else the target card's ``metricModelSupport``, else the default).
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from scoring.metric import NotAvailable, Validation
from scoring.mt.languages.card import Card

__all__ = ["DEFAULT", "Model", "caution", "chosen", "located", "validation"]

DEFAULT = "Unbabel/wmt22-comet-da"
CHECKPOINT = Path("checkpoints", "model.ckpt")


@dataclass(frozen=True)
class Model:
    """A checkpoint on this disk; name and revision are what its scores depend on."""

    name: str
    revision: str
    checkpoint: Path


def chosen(asked: str | None, card: Card | None) -> str:
    """The model to use: the one asked for, else the target card's, else the default."""
    return asked or own_model(card) or DEFAULT


def own_model(card: Card | None) -> str | None:
    """The COMET model that the card names for its language."""
    return card.metric_model_support.get("comet") if card is not None else None


def validation(name: str, card: Card | None) -> Validation:
    """External where the model was held against people's judgements of the card's language; else by proxy alone."""
    held = card.metric_model_validation.get("comet", ()) if card is not None else ()
    return Validation.EXTERNAL if name in held else Validation.PROXY


def caution(name: str, language: str, card: Card | None) -> str | None:
    """A language that the model may hardly have seen, in a sentence; None where the card names the model."""
    if name == own_model(card):
        return None
    if card is None:
        return (
            f"COMET ({name}): there is no language card of {language!r}, so whether the model knows the language is not "
            "known"
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
        return local(checkpoint, path.resolve().name if path.is_dir() else named(path))
    snapshot = cached(name)
    if snapshot is None:
        return NotAvailable(
            f"COMET model {name!r} is neither a path nor in the local cache ({hub()}), and nothing is fetched",
            f"where there is a network: huggingface-cli download {name}",
        )
    checkpoint = snapshot / CHECKPOINT
    lacking = missing(checkpoint)
    return lacking or Model(name, snapshot.name[:12], checkpoint)


def named(checkpoint: Path) -> str:
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
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as fault:
        return NotAvailable(f"COMET model {name!r} cannot be read: {fault}")
    return Model(name, digest.hexdigest()[:12], checkpoint.resolve())


def missing(checkpoint: Path) -> NotAvailable | None:
    """What the folder of a model lacks."""
    for path in (checkpoint, checkpoint.parent.parent / "hparams.yaml"):
        if not path.is_file():
            return NotAvailable(
                f"there is no {path}, which a COMET model needs",
                "give the model's folder, which has hparams.yaml and checkpoints/model.ckpt",
            )
    return None


def hub() -> Path:
    """Where downloaded models lie: as huggingface_hub says it."""
    own = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if own:
        return Path(own).expanduser()
    home = os.environ.get("HF_HOME")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    return base.expanduser() / "hub"


def cached(name: str) -> Path | None:
    """The folder of a model's current revision in the local cache."""
    folder = hub() / f"models--{name.replace('/', '--')}"
    try:
        revision = (folder / "refs" / "main").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError, ValueError):
        return None
    found = folder / "snapshots" / revision
    return found if revision and found.is_dir() else None
