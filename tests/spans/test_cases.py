"""Every case of the shared collection has the reference program's answer: counts exactly, figures to 1e-9.

Expected: seqeval 1.2.2, mode strict, scheme IOB2.  Two things differ on purpose: where it fails with a raw error we
say sequence, position and tag, and where there is no label its macro F1 is nan and ours 0.
"""

import json

import pytest

from scoring import spans
from scoring.base.errors import ScoringError
from tests.shared import SHARED, needs_shared, shared_file

FILE = "cases/ud-spans-labels/span_cases.json"


def cases():
    if not SHARED.is_dir():
        return [pytest.param(None, id="absent")]
    record = json.loads(shared_file(FILE).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["id"]) for case in record["cases"]]


each = pytest.mark.parametrize("case", cases())


def counts(found):
    return {
        label: {"gold": score.gold, "pred": score.predicted, "correct": score.correct}
        for label, score in found.by_label.items()
    }


def in_points(figures):
    return pytest.approx([100 * figures[key] for key in ("precision", "recall", "f1")], rel=1e-9)


@needs_shared
@each
def test_a_case_has_the_reference_answer(case):
    answer = case["seqeval_strict_iob2"]
    if answer["status"] == "error":
        with pytest.raises(ScoringError, match=r"sequence|sentences"):
            spans.scores(case["pred"], case["gold"])
        return
    found = spans.scores(case["pred"], case["gold"])
    assert counts(found) == answer["labels"]
    assert [found.micro.precision, found.micro.recall, found.micro.f1] == in_points(answer["micro"])
    macro = answer["macro"]["f1"]
    assert found.macro_f1 == pytest.approx(0.0 if macro == "nan" else 100 * macro, rel=1e-9)


@needs_shared
@each
def test_the_spans_of_a_case_are_those_of_the_reference(case):
    answer = case["seqeval_strict_iob2"]
    for side in ("gold", "pred"):
        for tags, expected in zip(case[side], answer.get(f"{side}_spans", ()), strict=False):
            assert sorted(map(list, spans.tags_to_spans(tags))) == sorted(expected)
