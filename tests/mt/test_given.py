"""What is given is scored as it is, or refused with its place: nothing is cut, dropped or read as something else."""

import numpy as np
import pytest

import scoring
from scoring import mt
from scoring.base.errors import AlignmentError, InputError
from scoring.evidence.evidence import whole

METRICS = [mt.chrf, mt.bleu, mt.ter]
each = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.__name__)


@each
@pytest.mark.parametrize(
    ("outputs", "references", "words"),
    [
        pytest.param(["a", None], [["a"], ["a"]], r"hypotheses\[1\] is None .*''", id="no output"),
        pytest.param([5], [["5"]], r"hypotheses\[0\] is 5 \(int\)", id="a number"),
        pytest.param([b"a"], [["a"]], r"hypotheses\[0\] is b'a' \(bytes\)", id="bytes"),
        pytest.param(["a"], [["a", None]], r"references\[0\]\[1\] is None", id="no reference text"),
        pytest.param(["a", "b"], [["a"], []], r"references\[1\] is empty", id="no reference"),
        pytest.param(["a"], ["a"], r"references\[0\] is 'a' \(str\)", id="a text for a list"),
        pytest.param(["a"], [None], r"references\[0\] is None", id="none for a list"),
        pytest.param("ab", [["a"], ["b"]], r"hypotheses is 'ab' \(str\)", id="a text for all"),
        pytest.param(["a"], "a", r"references is 'a' \(str\)", id="a text for all references"),
        pytest.param(None, [["a"]], "hypotheses is None", id="nothing"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(metric, outputs, references, words):
    with pytest.raises(InputError, match=words):
        metric(outputs, references)


@each
@pytest.mark.parametrize("references", [[["a"]], [["a"], ["b"], ["c"]], []])
def test_lengths_that_differ_are_refused_with_both(metric, references):
    with pytest.raises(AlignmentError, match=f"hypotheses has 2 items, references {len(references)}:"):
        metric(["a", "b"], references)


@each
def test_without_a_segment_there_is_no_score_and_a_note_says_so(metric):
    found = metric([], [])
    assert (found.score, found.per_entry) == (None, ())
    assert "no segment" in found.notes[0]


@each
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\ufeff",
        "\ufeffa b c d",
        "a\ud800b c d e",
        "\x00",
        "a\x00b c d e",
        "\u0301\u0302",
        "\U0010ffff a b c",
        "\u2028",
    ],
    ids=ascii,
)
def test_odd_text_is_scored(metric, text):
    found = metric([text, text], [[text], ["a b c d", text]])
    assert all(np.isfinite(found.per_entry))


@each
def test_any_iterable_will_do(metric):
    lists = metric(["a b", "c"], [["a b"], ["c", "d"]])
    assert metric(iter(["a b", "c"]), (tuple(texts) for texts in (["a b"], ["c", "d"]))) == lists


@each
def test_the_counts_are_evidence(metric):
    found = metric(["a b c d e", "the cat sat on a mat"], [["a b c d"], ["the cat sat on the mat"]])
    assert whole(found.evidence) == found.score
    assert found.evidence.score(np.eye(2)).tolist() == list(found.per_entry)
    assert 0 <= scoring.estimate(found.evidence, resamples=100).value == found.score


@each
def test_an_entry_counted_twice_is_an_entry_repeated(metric):
    outputs, references = (
        ["a b c d e", "the cat sat on a mat"],
        [["a b c d"], ["the cat sat on the mat", "a cat"]],
    )
    weighted = metric(outputs, references).evidence.score(np.array([2.0, 1.0]))
    assert weighted == pytest.approx(
        metric(outputs[:1] + outputs, references[:1] + references).score, rel=1e-12
    )


def test_the_family_is_loaded_when_it_is_first_used():
    assert scoring.mt is mt
