"""Counts belong to gold sentences: aligned items to the gold item's, others to their first character's."""

import hashlib

import numpy as np
import pytest

from scoring import ud
from scoring.ud.align import align
from tests.ud.treebank import corpus, row, sentence, unit_digests, unit_ids


def table(metric, gold, pred):
    pairs = align(corpus("".join(gold)), corpus("".join(pred)))
    return ud.UD.metrics()[metric].measure(pairs).table.astype(int).tolist()


def test_an_aligned_word_counts_for_its_gold_sentence():
    gold, pred = [sentence("a", "b"), sentence("c")], [sentence("a"), sentence("b", "c")]
    assert table("upos", gold, pred) == [[2, 2, 2, 2], [1, 1, 1, 1]]


def test_a_predicted_word_without_counterpart_counts_where_its_first_character_is():
    """Predicted bc starts in the first gold sentence, d in the second."""
    gold, pred = [sentence("a", "b"), sentence("cd")], [sentence("a", "bc", "d")]
    assert table("upos", gold, pred) == [[1, 2, 2, 1], [0, 1, 1, 0]]


def test_an_aligned_word_of_a_range_over_a_boundary_counts_for_its_gold_sentence():
    """The words b and c of the range bc start in the first gold sentence; c is aligned with the second's c."""
    gold, pred = [sentence("a", "b"), sentence("c", "d")], [sentence("a", ("bc", "b", "c"), "d")]
    assert table("words", gold, pred) == [[2, 2, 2], [2, 2, 2]]


def test_an_unaligned_word_of_a_range_counts_where_its_token_starts():
    gold, pred = [sentence("a", "b"), sentence("c")], [sentence("a", ("bc", "b", "x"))]
    assert table("words", gold, pred) == [[2, 3, 2], [0, 0, 1]]


def test_tokens_count_where_they_start():
    gold, pred = [sentence("a", "b"), sentence("c", "d")], [sentence("a", "bc", "d")]
    assert table("tokens", gold, pred) == [[1, 2, 2], [1, 1, 2]]


def test_a_range_is_one_token():
    gold = [sentence(("ab", "x", "y")), sentence("c")]
    assert table("tokens", gold, gold) == [[1, 1, 1], [1, 1, 1]]


@pytest.mark.parametrize(
    ("pred", "expected"),
    [
        pytest.param([sentence("a"), sentence("b"), sentence("c")], [[0, 2, 1], [1, 1, 1]], id="split"),
        pytest.param([sentence("a", "b", "c")], [[0, 1, 1], [0, 0, 1]], id="merged"),
        pytest.param([sentence("a"), sentence("b", "c")], [[0, 2, 1], [0, 0, 1]], id="moved boundary"),
        pytest.param([sentence("ab"), sentence("c")], [[1, 1, 1], [1, 1, 1]], id="same spans"),
    ],
)
def test_sentences_count_where_they_start(pred, expected):
    assert table("sentences", [sentence("a", "b"), sentence("c")], pred) == expected


def test_content_words_count_by_their_own_side():
    gold = [sentence("a", "b", deprel="root case"), sentence("c")]
    pred = [sentence("a", "b", deprel="root obj"), sentence("c", deprel="punct", head="0")]
    assert table("clas", gold, pred) == [[1, 2, 1, 1], [0, 0, 1, 1]]


def test_a_sentence_without_aligned_words_has_a_row():
    gold = [sentence("ab"), sentence("c"), sentence("de")]
    pred = [sentence("a", "b"), sentence("c"), sentence("d", "e")]
    assert table("upos", gold, pred) == [[0, 2, 1, 0], [1, 1, 1, 1], [0, 2, 1, 0]]


def test_rows_of_all_metrics_add_up_to_the_scores():
    gold = corpus(sentence("ab", ("cd", "c", "d")) + sentence("e", "f") + sentence("gh"))
    pred = corpus(sentence("a", "b") + sentence("cd", ("ef", "e", "f"), "g", "h"))
    scores, pairs = ud.scores(pred, gold), align(gold, pred)
    for metric in ud.UD.metrics().values():
        evidence = metric.measure(pairs)
        score = scores[metric.label]
        assert evidence.table.shape == (3, len(evidence.columns))
        totals = dict(zip(evidence.columns, evidence.table.sum(axis=0), strict=True))
        assert totals == {name: getattr(score, name) for name in evidence.columns}


def test_empty_corpora_have_tables_without_rows():
    pairs = align(corpus(""), corpus(""))
    for metric in ud.UD.metrics().values():
        assert metric.measure(pairs).units == 0


@pytest.mark.parametrize(
    ("comments", "ids"),
    [
        pytest.param(["# sent_id = x-1", "#sent_id=x-2"], ["x-1", "x-2"], id="declared"),
        pytest.param(["# sent_id = x", "# sent_id = x"], ["1", "2"], id="twice the same"),
        pytest.param(["# sent_id = x", "# text = b"], ["1", "2"], id="one without"),
        pytest.param(["# newdoc", "# sent_id ="], ["1", "2"], id="empty"),
    ],
)
def test_unit_ids_are_the_sent_ids_where_each_sentence_has_its_own(comments, ids):
    text = "".join(f"{comment}\n{sentence(form)}" for comment, form in zip(comments, "ab", strict=True))
    assert unit_ids(corpus(text)) == ids


def test_a_comment_after_the_last_sentence_is_nobodys():
    assert corpus(sentence("a") + "# sent_id = x\n").sent_ids == [None]


def test_a_sentence_is_described_with_both_sides():
    gold = corpus("# sent_id = one\n# text = A b\n" + sentence("A", "b") + sentence("c", "d"))
    pred = corpus(sentence("A", "bc", head="2 0") + sentence("d"))
    pairs = ud.UD.align(gold, pred)
    found = ud.UD.describe(pairs, 0)
    assert (found["id"], found["text"]) == ("1", "A b")
    assert [(word["id"], word["form"], word["head"]) for word in found["gold"]] == [
        ("1", "A", "0"),
        ("2", "b", "1"),
    ]
    assert [(word["form"], word["head"]) for word in found["predicted"]] == [("A", "2"), ("bc", "0")]
    assert ud.UD.describe(pairs, 1)["text"] == "c d"
    assert [word["form"] for word in ud.UD.describe(pairs, 1)["predicted"]] == ["d"]


def test_the_digest_is_of_what_is_scored():
    text = sentence("a", ("bc", "b", "c"), lemma="x y z")
    plain = unit_digests(corpus(text))
    same = {
        "CRLF": text.replace("\n", "\r\n"),
        "comments": f"# sent_id = 1\n{text}# end\n",
        "MISC": text.replace("\t_\n", "\tSpaceAfter=No\n"),
        "empty node": text.replace("2-3\t", "1.1\te" + "\t_" * 8 + "\n2-3\t"),
        "numbers": text.replace("\n2\t", "\n02\t").replace("2-3\t", "7-8\t"),
    }
    assert [name for name, text in same.items() if unit_digests(corpus(text)) != plain] == []
    other = {
        "lemma": text.replace("\ty\t", "\tY\t"),
        "range form": text.replace("bc", "b c"),
        "head": text.replace("\t1\tdep", "\t1\tobj", 1),
        "no range": "\n".join(line for line in text.split("\n") if not line.startswith("2-3")),
    }
    assert [name for name, text in other.items() if unit_digests(corpus(text)) == plain] == []


def test_the_digest_is_sha256_of_the_canonical_lines():
    lines = "1\ta\tl\tU\tx\t_\t0\troot\n2-3\tbc\n2\tb\tl\tU\tx\t_\t1\tdep\n3\tc\tl\tU\tx\t_\t1\tdep\n"
    text = sentence("a", ("bc", "b", "c"), lemma="l l l", upos="U U U", xpos="x x x")
    assert unit_digests(corpus(text)) == [hashlib.sha256(lines.encode()).digest()]


def test_a_sentence_has_the_digest_it_has_alone():
    first, second = sentence("a", "b"), sentence("c")
    alone = [unit_digests(corpus(text))[0] for text in (first, second)]
    assert unit_digests(corpus(first + second)) == alone


def test_predicted_words_of_all_sentences_are_counted_once():
    gold = corpus(sentence("ab", "c") + sentence("de"))
    pred = corpus(sentence("a", "bc", ("d", "x", "y"), "e"))
    assert np.bincount(align(gold, pred).pred_sentences).tolist() == [2, 3]


def test_reading_by_the_task_takes_what_read_takes(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(f"{row(1, 'a')}\n\n", encoding="utf-8")
    with path.open("rb") as file:
        found = [ud.UD.read(source, "gold") for source in (path, str(path), file)]
    assert [each.n_words for each in found] == [1, 1, 1]
    assert ud.UD.read(found[0], "gold") is found[0]
