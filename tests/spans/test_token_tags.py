"""The task ``tags``: one tag a token, with counts made by hand."""

import pytest

from scoring import Identity, evaluate
from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.metrics import catalog
from scoring.metrics.task import AlreadyRead

GOLD = "the DET\ndog NOUN\nruns VERB\n\na DET\ncat NOUN\n"
PRED = "the DET\ndog NOUN\nruns NOUN\n\na DET\ncat VERB\n"
IDENTITY = Identity("tagger", "en", "two")


def scored(gold, pred, **fields):
    return evaluate("tags", gold, pred, identity=IDENTITY, judge=False, **fields).rows


def write(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def test_accuracy_is_the_share_of_right_tokens_and_macro_f1_the_mean_over_tags(tmp_path):
    accuracy, macro = scored(write(tmp_path, "gold.tsv", GOLD), write(tmp_path, "pred.tsv", PRED))

    # right: the, dog, a of five tokens; F1 of DET 2 of 2, of NOUN 1 of (2 + 2) / 2, of VERB 0 of 1
    assert (accuracy.metric, accuracy.score, accuracy.counts) == (
        "Tag accuracy",
        60.0,
        {"correct": 3, "gold": 5},
    )
    assert (macro.metric, macro.score) == ("Tag macro F1", pytest.approx((100 + 50 + 0) / 3))
    assert (accuracy.unit, accuracy.units) == ("sentence", 2)


@pytest.mark.parametrize("tags", [["B-PER", "I-PER", "O"], ["PER", "BRAND", "x"], ["O", "O", "O"]])
def test_any_tag_is_one_and_all_equal_is_a_hundred(tags):
    assert [row.score for row in scored([tags], [list(tags)])] == [100.0, 100.0]


def test_lists_and_files_have_one_fingerprint(tmp_path):
    in_file, in_list = (
        scored(gold, [["DET", "NOUN", "NOUN"], ["DET", "VERB"]])[0].gold_sha256
        for gold in (write(tmp_path, "gold.tsv", GOLD), [["DET", "NOUN", "VERB"], ["DET", "NOUN"]])
    )
    assert in_file == in_list
    assert (
        in_file
        != scored([["DET", "NOUN", "NOUN"], ["DET", "NOUN"]], [["DET", "NOUN", "NOUN"], ["DET", "VERB"]])[
            0
        ].gold_sha256
    )


def test_columns_and_documents_are_those_that_are_named(tmp_path):
    text = "-DOCSTART- X\n\n1 the DET _\n2 dog NOUN _\n\n-DOCSTART- X\n\n1 a DET _\n"
    wanted = catalog.task("tags")
    read = wanted.read_as(write(tmp_path, "gold.tsv", text), "gold", token_column=2, tag_column=3)
    pairs = wanted.align(read, read)

    assert (pairs.unit, pairs.units, pairs.labels) == ("document", 2, ("DET", "NOUN"))
    assert wanted.align(read, read, cluster="sentence").unit == "sentence"
    with pytest.raises(UsageError, match="task tags has no threshold; its own key is cluster"):
        wanted.align(read, read, threshold=1)


def test_a_document_cut_into_other_sentences_has_another_fingerprint(tmp_path):
    task, prints = catalog.task("tags"), []
    for name, lines in (("one", "a X\nb X\n\nc X\n"), ("other", "a X\n\nb X\nc X\n")):
        read = task.read_as(write(tmp_path, f"{name}.tsv", f"-DOCSTART- X\n\n{lines}"), "gold")
        prints += task.unit_digests(task.align(read, read))
    assert len(set(prints)) == len(prints) == 2


def test_tokens_that_gold_leaves_out_are_left_out(tmp_path):
    gold, pred = (
        write(tmp_path, "gold.tsv", "a 1\nb -100\nc 0\n"),
        write(tmp_path, "pred.tsv", "a 1\nb 1\nc 1\n"),
    )
    names = ("X", "Y")
    sides = [
        catalog.task("tags").read_as(path, role, tag_names=names)
        for path, role in ((gold, "gold"), (pred, "pred"))
    ]

    accuracy, _ = scored(*map(AlreadyRead, sides))

    assert accuracy.counts == {"correct": 1, "gold": 2}


def test_what_lost_is_shown_tag_by_tag():
    task = catalog.task("tags")
    gold, pred = (task.read(rows, "x") for rows in ([["DET", "NOUN"], ["X"]], [["DET", "VERB"], ["X"]]))
    pairs = task.align(gold, pred)

    assert task.contrast(pairs, "tag_accuracy", [0], show_text=False) == [
        {"gold": [{"position": 2, "tag": "NOUN"}], "predicted": [{"position": 2, "tag": "VERB"}]}
    ]
    assert task.describe(pairs, 1) == {"id": "2", "tokens": None, "gold": ["X"], "predicted": ["X"]}
    assert task.parts(pairs, "tag_accuracy").names == ("DET", "NOUN", "VERB", "X")


def test_spans_and_other_texts_are_refused():
    with pytest.raises(InputError, match="but task tags needs a tag for each token"):
        catalog.task("tags").read([{(0, 1, "PER")}], "gold")
    with pytest.raises(AlignmentError, match=r"has 1 sentences, .* has 2"):
        scored([["A"]], [["A"], ["B"]])


def test_tags_that_have_nothing_in_common_are_two_tag_sets():
    with pytest.raises(InputError, match="no label in common"):
        scored([["NOUN", "DET"]], [["NN", "DT"]])


def test_scikit_learn_gives_the_same_figures(tmp_path):
    pytest.importorskip("sklearn")
    task = catalog.task("tags")
    pairs = task.align(
        *(task.read(write(tmp_path, f"{at}.tsv", text), "x") for at, text in enumerate((GOLD, PRED)))
    )

    found = task.crosscheck(pairs)

    assert found.program == "scikit-learn"
    assert found.figures == pytest.approx({"tag_accuracy": 60.0, "tag_macro_f1": 50.0})
