"""Outputs that hold what nobody wrote: flagged in a made-up language, and never where it is a reference."""

import pickle

import numpy as np
import pytest

from scoring.evidence.evidence import whole
from scoring.evidence.slice import within
from scoring.metrics.metric import NotAvailable
from scoring.mt.beside import sourced_texts
from scoring.mt.detector import detector, partners
from scoring.mt.hallucination import findings
from scoring.mt.metrics.consistency_score import CONSISTENCY
from scoring.mt.metrics.hallucination_rate import HALLUCINATION
from scoring.mt.spelling import Spelling
from tests.mt.made_up import PAIRS, letters
from tests.mt.runs import triples


def run(make, share=1.0):
    """A run of which a share of the outputs is what ``make`` makes of source and reference, the rest right."""
    return triples(*(
        (source, target, make(source, target) if place < share * len(PAIRS) else target)
        for place, (source, target) in enumerate(PAIRS)
    ))  # fmt: skip


def copied(source, _target):
    return source


@pytest.mark.parametrize("make", [letters, copied])
@pytest.mark.parametrize(("share", "least"), [(0.2, 0.15), (0.4, 0.3), (1.0, 0.75)])
def test_what_neither_references_nor_sources_account_for_is_counted(make, share, least):
    made = run(make, share)
    assert whole(HALLUCINATION.measure(made)) >= least
    said = made.remarks.notes["hallucination_rate"][0]
    assert (
        said
        == f"{int(400 * share)} of 400 outputs hold what neither their sources nor the references account for"
    )


def test_references_are_never_flagged_and_what_it_says_of_itself_stands_beside_the_figure():
    made = run(lambda _source, target: target)
    assert not any(one.flagged for one in findings(made))
    assert whole(HALLUCINATION.measure(made)) == 0.0
    assert made.remarks.judgements["hallucination_rate"] == detector(made).trial.shares
    assert detector(made).trial.passes
    assert "hallucination_rate" not in made.remarks.notes


def test_its_evidence_obeys_the_laws_of_the_other_metrics():
    made = run(letters, 0.4)
    evidence = HALLUCINATION.measure(made)
    weights = np.random.default_rng(3).integers(0, 4, (5, made.units)).astype(np.float64)
    scores = evidence.score(weights)

    assert scores.tolist() == [float(evidence.score(row)) for row in weights]
    assert np.allclose(evidence.score(3.0 * weights), scores)
    assert HALLUCINATION.restore(evidence.arrays()).score(weights).tolist() == scores.tolist()
    assert pickle.loads(pickle.dumps(evidence)).score(weights).tolist() == scores.tolist()  # noqa: S301 - our own
    right = [place for place in range(made.units) if place >= 0.4 * made.units]
    assert float(whole(within(evidence, np.isin(np.arange(made.units), right)))) < 0.05


def test_a_reference_that_repeats_itself_may_be_an_output():
    song = ("na na na na na", "la la la la la", "la la la la la")
    babble = (*PAIRS[0], f"{PAIRS[0][1]} no no no no")
    made = triples(*((source, target, target) for source, target in PAIRS), song, babble)
    assert [one.flagged for one in findings(made)[-2:]] == [False, True]


def test_a_small_run_has_no_number_but_both_shares_and_how_many_entries_would_do():
    made = triples(*((source, target, target) for source, target in PAIRS[:30]))
    for metric in (HALLUCINATION, CONSISTENCY):
        found = metric.measure(made)
        assert isinstance(found, NotAvailable)
        assert detector(made).trial.shares in found.reason
        assert "30 entries" in found.reason
        assert "would do" in found.remedy


def outputs_of_all_kinds():
    """What is made of every output of a run."""
    return {
        "right": lambda _source, target: target, "copied": copied, "letters": letters,
        "one word": lambda *_: "Ja", "nothing": lambda *_: "", "numbers": lambda *_: "5 5",
        "another script": lambda *_: "これは別の言葉です", "cut": lambda _source, target: target[:3],
    }  # fmt: skip


@pytest.mark.parametrize("size", [3, 30, 400])
@pytest.mark.parametrize("glossary", [None, {PAIRS[0][0].split()[0]: ["x"]}])
def test_what_is_available_does_not_hang_on_the_outputs(size, glossary):
    kinds = outputs_of_all_kinds()
    found = {
        name: [
            isinstance(metric.measure(made), NotAvailable)
            for made in [triples(*((s, t, make(s, t)) for s, t in PAIRS[:size]), glossary=glossary)]
            for metric in (HALLUCINATION, CONSISTENCY)
        ]
        for name, make in kinds.items()
    }
    assert len({tuple(one) for one in found.values()}) == 1, found


def test_the_trial_does_not_hang_on_the_outputs():
    assert detector(run(letters)).trial == detector(run(copied)).trial


def test_a_wrong_output_comes_from_the_same_fold_and_is_of_about_the_same_length():
    texts = [["w"] * (place % 9 + 1) for place in range(90)]
    folds = [place % 5 for place in range(90)]
    found = partners(texts, folds, [bytes([place]) for place in range(90)])
    assert sorted(found) == list(range(90))
    assert all(folds[place] == folds[other] for place, other in enumerate(found))
    assert all(
        abs(len(texts[place]) - len(texts[other])) <= 4 or len(texts[place]) > 5
        for place, other in enumerate(found)
    )


def test_a_known_word_is_no_surprise_a_like_one_little_and_letters_by_chance_most():
    references = [["banela", "banolu"], ["lanela", "banela"], ["nolula"], ["lunela"]]
    spelling = Spelling.of(references, [0, 1, 2, 3], [["banola", "xqzjwy"]], 5)
    known, like, strange = spelling.of_text(["banela", "banola", "xqzjwy"], 4)
    assert known == 0 < like < strange


def test_a_word_is_new_to_the_fold_that_alone_has_it():
    spelling = Spelling.of([["nurhier"], ["sonst"]], [0, 1], [], 5)
    assert spelling.of_text(["nurhier"], 0)[0] > 0
    assert spelling.of_text(["nurhier"], 1)[0] == 0


def test_a_name_handed_on_is_not_strange_and_a_small_word_left_over_is():
    made = triples(*((source, target, target) for source, target in PAIRS), ("dog Zxqy", "wuff", "dog Zxqy"))
    texts = sourced_texts(made).read([400], ["dog Zxqy"], ["dog Zxqy"])
    assert next(texts).surprise.tolist()[1] == 0
    assert next(iter(sourced_texts(made).read([400], ["dog Zxqy"], ["dog Zxqy"]))).surprise[0] >= 4


def test_an_empty_run_and_an_entry_without_words_are_no_trouble():
    assert isinstance(HALLUCINATION.measure(triples()), NotAvailable)
    assert isinstance(HALLUCINATION.measure(triples(("", "…", ""), ("...", "-", "!"))), NotAvailable)


@pytest.mark.parametrize("source", ["", "…", "—"])
def test_a_source_without_words_accounts_for_nothing_and_is_no_trouble(source):
    made = triples(*((source, target, target) for source, target in PAIRS), (source, "wuff", "xqzjwy"))
    last = findings(made)[-1]
    assert (last.unsupported, last.content) == (1, 1)
