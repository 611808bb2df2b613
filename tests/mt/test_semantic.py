"""The semantic score: cosines reckoned by hand, and every way in which an encoder can be missing or wrong."""

import math
import os
import re
import sys

import numpy as np
import pytest

from scoring.base.errors import UsageError
from scoring.card.score import scored_run
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import align
from scoring.mt.encoders import cosines, encoder_of, loaded, offline
from scoring.mt.metrics.semantic_score import SEMANTIC_SCORE
from tests.mt.engines import letters
from tests.mt.runs import entry, run


def measured(encoder, *entries):
    """The value of each entry."""
    found = run(*entries)
    return SEMANTIC_SCORE.measure(align(found, found, encoder=encoder))


def scores(encoder, *entries):
    return measured(encoder, *entries).table[:, 0].tolist()


def vectors(table, *, other=(0.0, 1.0)):
    """An encoder that knows these texts; all others are one vector."""
    return lambda texts: np.array([table.get(text, other) for text in texts])


def of(prediction, *references, source="s", **fields):
    return entry(1, source=source, references=list(references), prediction=prediction, **fields)


def test_source_and_output_are_held_against_source_and_reference():
    encoder = vectors({"s nein": (1.0, 0.0), "s ja": (3.0, 4.0)})
    assert scores(encoder, of("nein", "ja")) == pytest.approx([3 / 5])


def test_the_best_reference_counts():
    encoder = vectors({"s b": (1.0, 0.0), "s a": (0.0, 1.0), "s c": (1.0, 1.0)})
    assert scores(encoder, of("b", "a", "c")) == pytest.approx([1 / math.sqrt(2)])


def test_an_output_that_is_a_reference_scores_one_whatever_the_encoder():
    assert scores(vectors({}, other=(0.0, 0.0)), of("ja", "ja")) == [1.0]


def test_a_vector_of_zeros_is_like_nothing():
    assert scores(vectors({"s a": (0.0, 0.0)}), of("a", "b")) == [0.0]


def test_opposite_vectors_score_nothing_rather_than_less():
    assert scores(vectors({"s a": (0.0, -1.0)}), of("a", "b")) == [0.0]


@pytest.mark.parametrize("fields", [{"error": "timeout"}, {"prediction": None}, {"prediction": " "}])
def test_an_entry_that_failed_scores_nothing_and_counts(fields):
    entries = [of("ja", "ja"), entry(2, source="s", references=["ja"]) | fields]
    assert scores(letters, *entries) == [1.0, 0.0]
    assert measured(letters, *entries).table[:, 1].tolist() == [1.0, 1.0]


def test_where_all_entries_failed_the_encoder_is_not_asked():
    def never(texts):
        raise AssertionError(texts)

    assert scores(never, of(None, "ja")) == [0.0]


def test_every_text_is_encoded_once():
    asked = []

    def encoder(texts):
        asked.extend(texts)
        return letters(texts)

    scores(encoder, of("a", "b", "c"), entry(2, source="s", references=["b"], prediction="a"))
    assert sorted(asked) == ["s a", "s b", "s c"]


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_no_length_of_a_vector_is_too_small_or_too_large(size):
    assert cosines(np.array([[size, size]]), np.array([[size, 0.0]])) == pytest.approx([1 / math.sqrt(2)])


def fails(texts):
    message = "out of\nmemory"
    raise RuntimeError(message)


@pytest.mark.parametrize(("encoder", "says"), [
    pytest.param(lambda texts: np.ones(len(texts)), r"shape \(2,\) for 2 texts", id="one number a text"),
    pytest.param(lambda texts: np.ones((1, 3)), r"shape \(1, 3\) for 2 texts", id="a vector too few"),
    pytest.param(lambda texts: np.ones((2, 0)), r"shape \(2, 0\)", id="no dimension"),
    pytest.param(lambda texts: np.ones((2, 2, 2)), r"shape \(2, 2, 2\)", id="a vector a word"),
    pytest.param(lambda texts: [[1.0], [1.0, 2.0]], "failed on 2 texts: ValueError", id="ragged"),
    pytest.param(lambda texts: None, r"shape \(\)", id="nothing"),
    pytest.param(lambda texts: "words", "failed on 2 texts: ValueError", id="words"),
    pytest.param(lambda texts: [[1.0], [math.nan]], "not finite for 's b'", id="nan"),
    pytest.param(lambda texts: [[math.inf], [1.0]], "not finite for 's a'", id="inf"),
    pytest.param(fails, "RuntimeError: out of memory$", id="raises"),
])  # fmt: skip
def test_an_encoder_that_gives_no_vectors_leaves_the_score_null_with_the_reason(encoder, says):
    found = measured(encoder, of("a", "b"))
    assert isinstance(found, NotAvailable)
    assert re.search(says, found.reason)


def test_without_an_encoder_the_score_is_null_with_the_install_line():
    found = measured(None, of("a", "b"))
    assert found.reason == "no sentence encoder is given"
    assert "pip install sentence-transformers" in found.remedy


def test_without_a_source_the_score_is_null():
    assert (
        measured(letters, of("a", "b", source=None)).reason == "entry 'e0001' has no source to compare with"
    )


@pytest.mark.parametrize("given", [5, "", b"x", ["all-MiniLM"]])
def test_what_is_no_encoder_is_one_message(given):
    with pytest.raises(
        UsageError, match=r"encoder is .* but a function or a model's name or folder is needed"
    ):
        encoder_of(given)


def test_without_the_library_a_model_by_name_is_null_with_the_install_line(monkeypatch):
    monkeypatch.setattr("scoring.mt.encoders.find_spec", lambda name: None)
    loaded.cache_clear()
    found = encoder_of("somebody/some-model")
    assert found.reason == "encoder 'somebody/some-model' needs sentence-transformers, which is not installed"
    assert found.remedy == "pip install sentence-transformers"
    loaded.cache_clear()


def test_model_and_revision_are_in_the_signature():
    class Model:
        model_id, revision = "counting", "3"

        def __call__(self, texts):
            return letters(texts)

    scored = scored_run(run(of("a", "b")), resamples=100, encoder=Model())
    assert scored.card.signatures["semantic_score"] == "mt.semantic_score|v1|cosine|model:counting|revision:3"


def test_the_composite_takes_the_score_in():
    runs = run(*(entry(n, source="s", references=["ab"], prediction="ba") for n in range(5)))
    with_it, without = (scored_run(runs, resamples=100, encoder=one).card for one in (letters, None))
    # profile B: exact match .10 at 0, chrF++ .25, code switching .10; letters alone call "s ba" and "s ab" the same
    assert "semantic_score" in with_it.signatures["composite"]
    assert "semantic_score" not in without.signatures["composite"]
    assert with_it.scores.composite > without.scores.composite
    assert with_it.scores.confidence_intervals["semantic_score"].ci_lower == 1.0


def test_going_offline_leaves_the_surroundings_as_they_were(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    monkeypatch.delenv("TRANSFORMERS_OFFLINE", raising=False)
    with offline():
        assert os.environ["HF_HUB_OFFLINE"] == os.environ["TRANSFORMERS_OFFLINE"] == "1"
    assert os.environ["HF_HUB_OFFLINE"] == "0"
    assert "TRANSFORMERS_OFFLINE" not in os.environ


def test_no_encoder_library_is_loaded_before_a_model_is_asked_for():
    scores(letters, of("a", "b"))
    assert "sentence_transformers" not in sys.modules
