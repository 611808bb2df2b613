"""The program that predicts with unbabel-comet in the environment that has it; it stands alone and imports nothing else.

JSON Lines on standard input: ``{"model": checkpoint}``, then ``{"src", "mt", "ref"}`` a line.  JSON Lines on standard
output: ``{"score": number}`` for each of them in their order, or ``{"error": text}``.  All that libraries print goes
to standard error.  Source: unbabel-comet 2.2, ``load_from_checkpoint`` and ``predict``.
"""

import json
import os
import sys

CHUNK = 256  # texts predicted before their scores are handed over, so that a late fault does not cost all


def main():  # type: ignore[no-untyped-def]  # noqa: ANN201 - read by Pythons older than ours
    """0 when every text has its score."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # libraries print progress and advice
    for name in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"):
        os.environ[name] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

    def answer(**line):  # type: ignore[no-untyped-def]  # noqa: ANN003, ANN202
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    try:
        lines = [json.loads(line) for line in sys.stdin.buffer.read().decode("utf-8").splitlines()]
        for score in scores(lines[0]["model"], lines[1:]):
            answer(score=score)
    except BaseException as fault:  # noqa: BLE001 - whatever it is, the other side is told
        answer(error="{}: {}".format(type(fault).__name__, " ".join(str(fault).split())[:600]))
        return 1
    return 0


def scores(model, texts):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The score of each text, as they become known."""
    import comet
    import torch

    loaded = comet.load_from_checkpoint(model, local_files_only=True)
    gpus = 1 if torch.cuda.is_available() else 0
    for start in range(0, len(texts), CHUNK):
        part = texts[start : start + CHUNK]
        for score in loaded.predict(part, batch_size=8, gpus=gpus, num_workers=0, progress_bar=False).scores:
            yield float(score)


if __name__ == "__main__":
    sys.exit(main())
