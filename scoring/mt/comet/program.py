"""The program that predicts, in the environment that has unbabel-comet; it stands alone, and Python 3.8 reads it.

JSON Lines on standard input: ``{"model": checkpoint}``, then ``{"src", "mt", "ref"}`` a line.  JSON Lines on standard
output: ``{"score": number}`` for each of them in their order, or ``{"error": text}``.  All that libraries print goes
to standard error.  Source: unbabel-comet 2.2, ``load_from_checkpoint`` and ``predict``.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 256  # texts predicted before their scores are handed over, so that a late fault does not cost all


def main() -> int:
    """0 when every text has its score."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print progress and advice
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"):
        os.environ[name] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

    def answer(**line: Any) -> None:  # noqa: ANN401 - JSON
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    try:
        lines = [json.loads(line) for line in sys.stdin.buffer.read().decode("utf-8").splitlines()]
        for score in scores(lines[0]["model"], lines[1:]):
            answer(score=score)
    except BaseException as fault:  # noqa: BLE001 - whatever it is, the other side is told
        answer(error=f"{type(fault).__name__}: {' '.join(str(fault).split())[:600]}")
        return 1
    return 0


def scores(model: str, texts: list[dict[str, str]]) -> Iterator[float]:
    """The score of each text, as they become known."""
    comet, torch = importlib.import_module("comet"), importlib.import_module("torch")
    check_base(model)
    loaded = comet.load_from_checkpoint(model, local_files_only=True)
    gpus = 1 if torch.cuda.is_available() else 0
    for start in range(0, len(texts), CHUNK):
        part = texts[start : start + CHUNK]
        for score in loaded.predict(part, batch_size=8, gpus=gpus, num_workers=0, progress_bar=False).scores:
            yield float(score)


def check_base(model: str) -> None:
    """Raises FileNotFoundError where the model that this one builds on is not on this disk.

    The libraries say of it that None has no attribute 'endswith'.
    """
    hub, yaml = importlib.import_module("huggingface_hub"), importlib.import_module("yaml")
    hparams = os.path.join(os.path.dirname(os.path.dirname(model)), "hparams.yaml")  # noqa: PTH118, PTH120 - a text
    with open(hparams, encoding="utf-8") as file:  # noqa: PTH123
        found = yaml.safe_load(file)
    base = found.get("pretrained_model") if isinstance(found, dict) else None
    if not isinstance(base, str) or os.path.isdir(base):  # noqa: PTH112
        return
    try:
        held = hub.try_to_load_from_cache(base, "config.json")
    except ValueError:  # a path that is not there
        held = None
    if not isinstance(held, str):
        msg = f"the model that it builds on, {base}, is not on this disk"
        raise FileNotFoundError(msg)


if __name__ == "__main__":
    sys.exit(main())
