"""Makes a COMET checkpoint of a few thousand random weights; runs in the environment that has unbabel-comet.

usage: python tiny_comet.py FOLDER
"""

import sys
from pathlib import Path

import torch
import yaml
from comet.models import RegressionMetric
from transformers import BertConfig, BertModel, BertTokenizerFast

LETTERS = "abcdefghijklmnopqrstuvwxyz.,!?äöüß"
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def main(folder: Path) -> None:
    """Writes the base model, which COMET builds on, and the checkpoint with its parameters."""
    torch.manual_seed(7)
    base = folder / "base"
    base.mkdir(parents=True)
    words = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    (base / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(str(base / "vocab.txt"), strip_accents=False).save_pretrained(base)
    config = BertConfig(vocab_size=len(words), hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
                        intermediate_size=16, max_position_embeddings=512)  # fmt: skip
    BertModel(config).save_pretrained(base)
    model = RegressionMetric(encoder_model="BERT", pretrained_model=str(base), hidden_sizes=[16], layer="mix",
                             local_files_only=True, load_pretrained_weights=True)  # fmt: skip
    (folder / "checkpoints").mkdir()
    held = {"state_dict": model.state_dict(), "hyper_parameters": dict(model.hparams),
            "pytorch-lightning_version": "2.0.0"}  # fmt: skip
    torch.save(held, folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(yaml.safe_dump(dict(model.hparams)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
