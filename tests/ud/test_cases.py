"""Every case of the shared collection has the reference script's answer: counts exactly, errors at the same stage.

Expected: conll18_ud_eval.py, SHA-256 1072e02a...; where only a limit of the script decides, the input is scored.
"""

import base64
import json
import re
from dataclasses import astuple

import pytest

from scoring import ud
from scoring.base.errors import AlignmentError, InputError
from tests.shared import SHARED, needs_shared

CASES = SHARED / "cases" / "ud-spans-labels" / "ud_cases.json"
FIGURES = ("precision", "recall", "f1", "aligned_accuracy")


def cases():
    if not CASES.is_file():
        return [pytest.param(None, id="absent")]
    with CASES.open(encoding="utf-8") as file:
        return [pytest.param(case, id=case["id"]) for case in json.load(file)["cases"]]


def content(side):
    return side["text"].encode() if "text" in side else base64.b64decode(side["base64"])


def scored(case):
    """The stage that was reached, and the scores or the error."""
    stage = "load_gold"
    try:
        gold = ud.loads(content(case["gold"]), "gold.conllu")
        stage = "load_system"
        pred = ud.loads(content(case["system"]), "pred.conllu")
        stage = "evaluate"
        return stage, ud.scores(pred, gold)
    except (AlignmentError, InputError) as error:
        return stage, error


def answer(case):
    """What the collection says: the script's answer, or udtools' where an empty node is in a multiword token."""
    official = case["official"]
    if official["status"] == "error" and case["id"].startswith("ids/empty-in-mwt"):
        return case["udtools"]
    return official


@needs_shared
@pytest.mark.parametrize("case", cases())
def test_a_case_has_the_reference_answer(case):
    expected = answer(case)
    stage, found = scored(case)
    # The script fails at its own limit, or at a byte order mark, which every reader of ours takes (decision 15).
    if case["id"] == "ranges/nested-numeric-head":  # which the script counts as a word (decision 44)
        assert "begins inside" in str(found)
    elif expected.get("type") == "RecursionError" or case["id"] == "layout/bom-comment":
        assert isinstance(found, dict)
    elif expected["status"] == "error":
        assert isinstance(found, Exception), f"scored, but the reference says {expected['message']}"
        assert stage == expected["stage"]
        assert re.search(r"(gold|pred|system)\.conllu:\d+", str(found)), found
    else:
        counts = {name: astuple(score)[:4] for name, score in found.items()}
        assert counts == {
            name: (m["correct"], m["system"], m["gold"], m["aligned"])
            for name, m in expected["metrics"].items()
        }
        for name, metric in expected["metrics"].items():
            for figure in FIGURES:
                share = metric[figure]
                points = None if share is None else pytest.approx(100 * share, rel=1e-9)
                assert getattr(found[name], figure) == points, (name, figure)
