"""A second language comes as a package and a card: nothing of the product's Python changes for it."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.shared import ROOT, install

TEMPLATE = ROOT / "fixtures" / "mt" / "sme-template"


@pytest.fixture
def installed(tmp_path):
    """The template in a folder of its own, with the metadata that an installer would write of its pyproject."""
    folder = tmp_path / "onenlp-sme"
    shutil.copytree(TEMPLATE, folder)
    install(folder)
    return folder


def onenlp(folder, *arguments):
    """The run card of the template's run."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ONENLP_")}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT)])
    command = [sys.executable, "-m", "scoring.cli", "mt", "--run", "run.json", "--language-cards", "cards",
               "--resamples", "100", "--json", "-", *arguments]  # fmt: skip
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_run_in_northern_sami_is_scored_by_the_templates_standard(installed):
    card = onenlp(installed, "--standards", "toy", "--unverified")
    assert card["verdicts"] == {
        "sme.lint_verdict": {"EQUIVALENT": 1, "MISS": 2},
        # e1: ð for đ is the same word; e2: a plural for a singular; e3: nothing is the same
        "sme.semantic_verdict": {"GRAMMAR_ISSUES": 1, "VALID": 1, "WRONG": 1},
    }
    assert card["scores"]["equivalent_matches"] == 1
    assert card["scores"]["semantic_score"] == pytest.approx((1 + 0.7) / 3)
    assert "|standard:sme/1|" in card["signatures"]["semantic_score"]
    assert card["profile"] == "A"


def test_what_nobody_has_checked_is_off(installed):
    card = onenlp(installed, "--standards", "toy")
    assert card["verdicts"]["sme.lint_verdict"] == {"MISS": 3}


def test_without_analyser_and_glosses_the_meaning_is_null_and_variants_still_count(installed):
    card = onenlp(installed)
    assert card["scores"]["equivalent_match_rate"] == 0.0
    assert card["scores"]["semantic_score"] is None
    assert "there is no analyser of sme" in card["metric_availability"]["semantic_score"]


@pytest.mark.source
def test_the_page_shows_the_template_as_it_is():
    page = (ROOT / "docs" / "howto" / "language-standard.md").read_text(encoding="utf-8")
    for name in ("onenlp_sme.py", "cards/sme.json"):
        assert (TEMPLATE / name).read_text(encoding="utf-8") in page
