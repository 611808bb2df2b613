"""Perturbed treebanks have the reference script's counts.

Expected: conll18_ud_eval.py, SHA-256 1072e02a...; the predictions are made anew by the collection's own program.
"""

import hashlib
import json
import subprocess
import sys

import pytest

from scoring import ud
from tests.shared import SHARED, needs_shared, onenlp_data, shared_file

PAIRS = SHARED / "cases" / "ud-spans-labels" / "treebank_pairs.json"


def pairs():
    if not PAIRS.is_file():
        return [pytest.param(None, id="absent")]
    with PAIRS.open(encoding="utf-8") as file:
        found = json.load(file)["pairs"]
    return [pytest.param(pair, id=f"{pair['gold']}-{pair['seed']}-{pair['rate']}") for pair in found]


@needs_shared
@pytest.mark.parametrize("pair", pairs())
def test_a_perturbed_treebank_has_the_reference_counts(pair, tmp_path):
    gold = onenlp_data() / "ud" / pair["gold"]
    if not gold.is_file():
        pytest.fail(f"there is no {gold}", pytrace=False)
    if hashlib.sha256(gold.read_bytes()).hexdigest() != pair["gold_sha256"]:
        pytest.fail(f"{gold} is not the release that the counts are of", pytrace=False)
    pred = tmp_path / "pred.conllu"
    perturb = shared_file("cases/perturb_ud_pairs.py")
    command = [sys.executable, str(perturb), str(gold), str(pred), str(pair["seed"]), str(pair["rate"])]
    subprocess.run(command, check=True)
    assert hashlib.sha256(pred.read_bytes()).hexdigest() == pair["system_sha256"]

    scores = ud.scores(ud.read(pred), ud.read(gold))

    assert {name: (s.correct, s.gold, s.predicted, s.aligned) for name, s in scores.items()} == {
        name: (c["correct"], c["gold"], c["system"], c["aligned"])
        for name, c in pair["official_counts"].items()
    }
