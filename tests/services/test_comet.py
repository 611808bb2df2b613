"""COMET itself, in an environment of its own: our scores are those of its own command, its faults are sentences."""

import json
import shutil
import subprocess

import pytest

from scoring.card.score import scored_run
from scoring.mt.comet import process
from tests.mt.runs import entry, run

pytestmark = pytest.mark.services

TEXTS = [
    ("the dog sleeps", "der hund schläft", "ein hund schläft"),
    ("he bought a car", "er kaufte ein auto", "er kaufte einen wagen."),
    ("she sings", "sie singt", "nein"),
    ("it rains", "es regnet", "es regnet"),
]


def of_texts(texts=TEXTS):
    return run(*(entry(n, source=s, references=[r], prediction=p) for n, (s, r, p) in enumerate(texts)))


def scored(comet, model, kept, found=None, **given):
    options = {"comet_model": str(model), "comet_python": str(comet), "comet_cache": str(kept)} | given
    return scored_run(found or of_texts(), resamples=100, **options)


def values(done):
    return done.measurement.evidence["comet_score"].table[:, 0].tolist()


ITS_OWN = """
import json, sys
from comet import load_from_checkpoint
texts = json.load(sys.stdin)
found = load_from_checkpoint(sys.argv[1]).predict(texts, batch_size=1, gpus=0, progress_bar=False)
json.dump(found.scores, open("theirs.json", "w"))
"""


def test_our_scores_are_those_of_its_python_interface(comet, tiny, tmp_path):
    """Oracle: ``predict`` of unbabel-comet on the same checkpoint, one text at a time."""
    texts = json.dumps([{"src": s, "ref": r, "mt": p} for s, r, p in TEXTS])
    subprocess.run([comet, "-c", ITS_OWN, tiny / "checkpoints" / "model.ckpt"], input=texts, text=True, cwd=tmp_path,
                   check=True, capture_output=True)  # fmt: skip
    theirs = json.loads((tmp_path / "theirs.json").read_text(encoding="utf-8"))
    ours = values(scored(comet, tiny, tmp_path / "kept"))
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert len(set(ours)) == len(TEXTS)


def test_our_scores_are_those_of_its_command_but_for_its_half_precision(comet, tiny, tmp_path):
    """Oracle: comet-score of unbabel-comet 2.2.7, which computes with 11 bits."""
    for name, place in (("src", 0), ("ref", 1), ("mt", 2)):
        (tmp_path / name).write_text("\n".join(text[place] for text in TEXTS) + "\n", encoding="utf-8")
    command = [comet.with_name("comet-score"), "-s", "src", "-r", "ref", "-t", "mt", "--gpus", "0", "--quiet",
               "--model", tiny / "checkpoints" / "model.ckpt", "--to_json", "theirs.json"]  # fmt: skip
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    ((_, segments),) = json.loads((tmp_path / "theirs.json").read_text(encoding="utf-8")).items()
    ours = values(scored(comet, tiny, tmp_path / "kept"))
    assert ours == pytest.approx([one["COMET"] for one in segments], abs=1e-3)


def test_no_text_is_predicted_twice(comet, tiny, tmp_path):
    first = values(scored(comet, tiny, tmp_path / "kept"))
    again = values(scored("/nowhere/python", tiny, tmp_path / "kept"))
    assert again == first


@pytest.mark.parametrize("base", ["xlm-roberta-large", "/nowhere/base"])
def test_a_base_model_that_is_not_here_is_not_fetched_but_named(comet, tiny, tmp_path, monkeypatch, base):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    model = tmp_path / "model"
    shutil.copytree(tiny, model)
    hparams = model / "hparams.yaml"
    hparams.write_text(
        hparams.read_text(encoding="utf-8").replace(str(tiny / "base"), base), encoding="utf-8"
    )
    card = scored(comet, model, tmp_path / "kept").card
    reason = card.metric_availability["comet_score"]
    assert f"the model that it builds on, {base}, is not on this disk" in reason
    assert "huggingface-cli download that one too" in reason


@pytest.mark.parametrize("name", ["checkpoints/model.ckpt", "hparams.yaml"])
def test_a_damaged_model_leaves_the_score_null_with_the_reason(comet, tiny, tmp_path, name):
    model = tmp_path / "model"
    (model / "checkpoints").mkdir(parents=True)
    for path in ("checkpoints/model.ckpt", "hparams.yaml"):
        content = (tiny / path).read_bytes()
        (model / path).write_bytes(content[: len(content) // 2] if path == name else content)
    card = scored(comet, model, tmp_path / "kept").card
    assert "COMET's program failed" in card.metric_availability["comet_score"]


def test_a_python_without_comet_says_so(embeddings, tiny, tmp_path):
    card = scored(embeddings, tiny, tmp_path / "kept").card
    reason = card.metric_availability["comet_score"]
    assert "No module named 'comet'" in reason
    assert process.INSTALL in reason
