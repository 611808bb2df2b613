"""Hallucination and consistency by the alignment: small cases by hand, and the measured bar on real text."""

import random

import numpy as np
import pytest

from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.hallucination import findings
from scoring.mt.metrics.consistency_score import CONSISTENCY
from scoring.mt.metrics.hallucination_rate import HALLUCINATION
from scoring.mt.repetition import repeated
from scoring.mt.word_alignment import stems, word_alignment
from tests.mt.runs import entry, ready, triples
from tests.shared import onenlp_data

# 60 words and their translations, each in so few sentences that none is taken for a word of grammar.
NOUNS = {f"{a}{b}{c}": f"{c}{b}{a}um" for a in "bdfgk" for b in "aeiou" for c in "ts"} | {
    f"{a}{b}x": f"x{b}{a}um" for a in "bd" for b in "aeiou"
}


def sentences(count, seed=1):
    """Two nouns a sentence, in a language whose words are known."""
    rng = random.Random(seed)
    pairs = [rng.sample(sorted(NOUNS), 2) for _ in range(count)]
    return [(" ".join(pair), " ".join(NOUNS[noun] for noun in pair)) for pair in pairs]


def test_a_translation_has_counterparts_and_another_text_has_none():
    texts = sentences(200)
    right = triples(*((source, target, target) for source, target in texts))
    assert whole(HALLUCINATION.measure(right)) == 0.0
    others = random.Random(2).sample([target for _, target in texts], len(texts))
    wrong = triples(*((source, target, other) for (source, target), other in zip(texts, others, strict=True)))
    assert (
        np.mean([one.flagged for one in findings(wrong)]) > 0.8
    )  # some share a word, some go together by chance


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a b a b a b a b", "00111111"), ("a b a b", "0000"), ("a a a a", "0111"), ("a a a", "000"), ("", ""),
        ("x a b c a b c a b c a b c y", "00001111111110"),
    ],
)  # fmt: skip
def test_a_phrase_that_follows_on_itself_four_times_is_repetition(text, marked):
    assert "".join(str(int(one)) for one in repeated(text.split())) == marked


def test_a_name_of_the_source_is_its_own_counterpart():
    texts = [(f"{source} Zxqy", target, f"{target} Zxqy") for source, target in sentences(100)]
    assert not any(one.flagged for one in findings(triples(*texts)))


def test_an_entry_is_never_looked_at_with_a_table_that_has_seen_it():
    texts = [*sentences(50), ("onlyhere", "nurhier")]
    made = triples(*((source, target, target) for source, target in texts))
    pair = word_alignment(made).pair(50, ["onlyh"], ["nurhi"])
    assert stems("onlyhere nurhier") == ["onlyh", "nurhi"]
    assert not pair.seen.any()


def test_nothing_depends_on_the_order_of_the_records():
    made = [entry(n, source=s, references=[t], prediction=t[::-1]) for n, (s, t) in enumerate(sentences(60))]
    mixed = random.Random(3).sample(made, len(made))
    for metric in (HALLUCINATION, CONSISTENCY):
        ours, theirs = metric.measure(ready(*made)), metric.measure(ready(*mixed))
        assert getattr(ours, "reason", None) == getattr(theirs, "reason", None)
        if not isinstance(ours, NotAvailable):
            assert whole(ours) == whole(theirs)


def test_consistency_counts_the_most_frequent_rendering_of_each_term():
    glossary = {"dog": ["Hund", "Köter"], "cat": ["Katze"]}
    made = triples(
        ("dog 1", "x", "Hund"), ("dog 2", "x", "Hund"), ("dog 3", "x", "Köter"), ("dog 4", "x", "Vogel"),
        ("cat 5", "x", "Katze"), glossary=glossary,
    )  # fmt: skip
    assert whole(CONSISTENCY.measure(made)) == pytest.approx(2 / 4)  # the cat is in one entry alone


def test_without_a_glossary_terms_are_rendered_by_the_alignment():
    texts = sentences(200)
    same = triples(*((source, target, target) for source, target in texts))
    assert whole(CONSISTENCY.measure(same)) == pytest.approx(1.0)


LANGUAGES = {"deu": "de", "fin": "fi", "heb": "he", "swa": "sw", "yor": "yo"}


@pytest.mark.long
@pytest.mark.parametrize("code", LANGUAGES)
def test_right_outputs_are_seldom_flagged_and_wrong_ones_nearly_always(code):
    folder = onenlp_data() / "mt" / "ntrex"
    sources, references = (
        (folder / f"newstest2019-ref.{name}.txt").read_text("utf-8").split("\n")[:1997]
        for name in ("eng-US", code)
    )
    order = np.argsort([len(stems(text)) for text in references], kind="stable")
    wrong = dict(
        zip(order.tolist(), np.roll(order, 7).tolist(), strict=True)
    )  # another line of the same length
    shares = []
    for outputs in (references, [references[wrong[place]] for place in range(len(references))]):
        made = triples(*zip(sources, references, outputs, strict=True), languages=("en", LANGUAGES[code]))
        found = findings(made)
        shares.append(
            np.mean([one.flagged for one in found[1000:]])
        )  # the constant was fixed on the first thousand
    assert shares[0] < 0.10
    assert shares[1] > 0.70
