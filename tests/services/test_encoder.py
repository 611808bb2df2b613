"""The semantic score by a real English model, in an environment of its own, with every way to the network closed."""

import json
import os
import shutil
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.mt.runs import document, entry
from tests.shared import ROOT

pytestmark = pytest.mark.services

# Connecting is an error of its own kind, so that no library can take it for a network that happens to be down.
PROGRAM = """
import socket, sys
class Connected(BaseException): pass
def refuse(*_): raise Connected
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
sys.argv[0] = "onenlp"
from scoring.cli.command import main
sys.exit(main())
"""
PAIRS = [  # source, reference, a paraphrase, something else
    ("Der Hund schläft.", "The dog sleeps in the garden.", "A dog is asleep in the yard.", "The budget was rejected."),
    ("Er kaufte ein Auto.", "He bought a new car.", "He purchased a new automobile.", "It is raining in Oslo today."),
    ("Sie singt gern.", "She likes to sing.", "She enjoys singing.", "The train leaves at nine o'clock."),
]  # fmt: skip


def metadata_in(folder):
    """The folder with what Python knows of our package, its tasks too: in the environment it is not installed."""
    files = distribution("pytest-onenlp").files or ()
    place = Path(next(file for file in files if file.name == "entry_points.txt").locate()).parent
    shutil.copytree(place, folder / place.name, dirs_exist_ok=True)
    return folder


def scored(python, folder, *options):
    """The run card and each entry's semantic score of paraphrases, then of unrelated texts."""
    entries = [
        entry(f"{kind}{number}", source=source, references=[reference], prediction=text)
        for kind, place in (("a", 2), ("b", 3))
        for number, (source, reference, *_) in enumerate(PAIRS)
        for text in [PAIRS[number][place]]
    ]
    (folder / "run.json").write_text(json.dumps(document(*entries, languages=("de", "en"))))
    subprocess.run(
        [python, "-c", PROGRAM, "mt", "--run", folder / "run.json", "--json", folder / "card.json",
         "--entries", folder / "entries.jsonl", *options],
        cwd=ROOT, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(metadata_in(folder / "ours"))},
    )  # fmt: skip
    lines = (folder / "entries.jsonl").read_text(encoding="utf-8").splitlines()
    values = [json.loads(line)["scores"].get("semantic_score") for line in lines]
    return json.loads((folder / "card.json").read_text(encoding="utf-8")), values[:3], values[3:]


def test_paraphrases_score_above_unrelated_texts_and_no_two_texts_the_same(embeddings, english, tmp_path):
    card, alike, unlike = scored(embeddings, tmp_path, "--encoder", str(english))
    assert len({*alike, *unlike}) == 6
    assert min(alike) > max(unlike)
    assert card["scores"]["semantic_score"] == pytest.approx(sum(alike + unlike) / 6)
    assert card["signatures"]["semantic_score"].startswith(
        "mt.semantic_score|v1|cosine|model:model|revision:"
    )
    assert "semantic_score" in card["signatures"]["composite"]


def test_a_downloaded_model_is_found_by_its_name_and_revision(embeddings, english, tmp_path, monkeypatch):
    hub = tmp_path / "hub" / "models--sentence-transformers--all-MiniLM-L6-v2"
    (hub / "snapshots").mkdir(parents=True)
    (hub / "snapshots" / "c9745ed1d9f207416be6d2e6f8de32d1f16199bf").symlink_to(english)
    (hub / "refs").mkdir()
    (hub / "refs" / "main").write_text("c9745ed1d9f207416be6d2e6f8de32d1f16199bf")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    card, _, _ = scored(embeddings, tmp_path, "--encoder", "all-MiniLM-L6-v2")
    assert card["signatures"]["semantic_score"].endswith("|model:all-MiniLM-L6-v2|revision:c9745ed1d9f2")


@pytest.mark.parametrize("damage", ["config.json", "model.safetensors", "modules.json"])
def test_a_damaged_model_leaves_the_score_null_with_the_reason(embeddings, english, tmp_path, damage):
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in english.iterdir():
        (broken / path.name).symlink_to(path)
    (broken / damage).unlink()
    (broken / damage).write_text("{")
    card, alike, _ = scored(embeddings, tmp_path, "--encoder", str(broken))
    assert alike == [None] * 3
    assert "cannot be loaded" in card["metric_availability"]["semantic_score"]


def test_a_model_that_is_not_here_is_not_fetched(embeddings, tmp_path):
    card, _, _ = scored(embeddings, tmp_path, "--encoder", "somebody/some-model")
    assert "neither a folder nor in the local cache" in card["metric_availability"]["semantic_score"]
