"""Every case of the shared collection has the answer of sacrebleu 2.6.0: figures to 1e-9, edits and lengths exactly.

Where ``quirks.json`` says that its answer is silent or odd, ours is what that file wants.
"""

import json

import pytest

from scoring import mt
from scoring.base.errors import ScoringError
from tests.mt.sacrebleu_settings import score, segments
from tests.shared import SHARED, needs_shared, onenlp_data, shared_file

REFUSED = {"mismatch_len", "refs_transposed", "none_hyp", "int_hyp"}
ELSEWHERE = {*REFUSED, "no_segments"}  # the reference program answers silently or fails: tests of their own
REFERENCE = "ref.de"
FIRST = 150


def read(name):
    return json.loads(shared_file(f"cases/mt/{name}.json").read_text(encoding="utf-8"))


def cases(name):
    if not SHARED.is_dir():
        return [pytest.param(None, id="absent")]
    return [pytest.param(case, id=case["id"]) for case in read(name)["cases"]]


def signatures():
    """The signature of each setting, from the first case of the collection."""
    return {
        name: levels["corpus"]["signature"] for name, levels in read("edge")["cases"][0]["expected"].items()
    }


@pytest.fixture(scope="module")
def signed():
    return signatures()


def assert_equal(found, answer):
    """The score, and what else the answer says."""
    totals = found.evidence.totals([1] * found.evidence.units) if found.evidence.units else []
    assert found.score == pytest.approx(answer["score"], rel=1e-9, abs=1e-9)
    if "num_edits" in answer:
        assert totals[0] == answer["num_edits"]
        assert totals[1] == pytest.approx(answer["ref_length"], rel=1e-12)
    if "sys_len" in answer:
        assert totals[:2].tolist() == [answer["sys_len"], answer["ref_len"]]


@needs_shared
@pytest.mark.parametrize(
    "case", [case for case in [*cases("edge"), *cases("fuzz")] if case.id not in ELSEWHERE]
)
def test_a_case_has_the_reference_answer(case, signed):
    references = segments(case["refs"])
    for setting, levels in case["expected"].items():
        found = score(signed[setting], case["hyp"], references)
        assert_equal(found, levels["corpus"])
        if "sentence" in levels:
            assert found.per_entry == (pytest.approx(levels["sentence"]["score"], rel=1e-9, abs=1e-9),)


@needs_shared
@pytest.mark.parametrize("case", [case for case in cases("edge") if case.id in REFUSED])
@pytest.mark.parametrize("metric", [mt.chrf, mt.bleu, mt.ter])
def test_what_the_reference_program_reads_as_something_else_is_refused(case, metric):
    with pytest.raises(ScoringError, match=r"\d"):
        metric(case["hyp"], segments(case["refs"]))


def lines(name):
    return (onenlp_data() / "mt" / "wmt17" / name).read_text(encoding="utf-8").rstrip("\n").split("\n")


def systems():
    if not SHARED.is_dir():
        return [pytest.param(None, id="absent")]
    return [pytest.param(name, id=name) for name in read("wmt17_ende")["corpus"]]


@needs_shared
@pytest.mark.parametrize("system", systems())
def test_a_system_of_wmt17_has_the_reference_scores(system):
    record = read("wmt17_ende")
    references = [[text] for text in lines(REFERENCE)]
    outputs = lines(f"{system}.txt")
    for setting, answer in record["corpus"][system].items():
        found = score(record["meta"]["signatures"][setting], outputs, references)
        assert found.score == pytest.approx(answer, rel=1e-9), setting


@needs_shared
@pytest.mark.parametrize("system", ["newstest2017.C-3MA.4959.en-de", "newstest2017.FBK.4870.en-de"])
def test_a_segment_of_wmt17_has_the_reference_score(system, signed):
    answers = read("wmt17_sentence_first150")[system]
    references = [[text] for text in lines(REFERENCE)[:FIRST]]
    for setting, expected in answers.items():
        found = score(signed[setting], lines(f"{system}.txt")[:FIRST], references)
        assert found.per_entry == pytest.approx(tuple(expected), rel=1e-9), setting
