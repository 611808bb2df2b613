"""Tables of labels as people have them: which line names the columns, and which columns are ids and labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import labels
from scoring.base.delimited import quoted, regular
from scoring.base.errors import AlignmentError, InputError, UsageError
from scoring.labels.form import DocumentForm

L = labels.LABELS


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


# Two of three documents are right: accuracy 66.67.
GOLD = "id,text,label\n1,a goal,sport\n2,a tax,politics\n3,rain,weather\n"
PRED = "id,label\n3,sport\n1,sport\n2,politics\n"


@pytest.mark.parametrize(
    ("gold", "pred", "how"),
    [
        pytest.param(GOLD, PRED, {}, id="the field label on each side, texts left alone"),
        pytest.param(GOLD, PRED, {"gold_field": "label", "pred_field": "label"}, id="fields that are named"),
        pytest.param(GOLD.replace("label", "y_true"), PRED.replace("label", "y_pred"), {}, id="scikit-learn's names"),
        pytest.param(
            GOLD.replace("label", "klasse"), PRED.replace("label", "best"),
            {"gold_field": "klasse", "pred_field": "best"}, id="names of one's own",
        ),
        pytest.param(GOLD.replace("id", "n"), PRED.replace("id", "n"), {"id_field": "n"}, id="ids of another name"),
        pytest.param(GOLD.replace("id", "", 1), PRED.replace("id", "", 1), {}, id="an index that pandas wrote"),
        pytest.param("\ufeff" + GOLD.replace(",", ";"), PRED, {}, id="a byte order mark, and semicolons"),
        pytest.param(GOLD.replace("a goal", '"a goal,\nlate"'), PRED, {}, id="a quoted cell of two lines"),
        pytest.param(
            GOLD.split("\n", 1)[1].replace("a goal,", "").replace("a tax,", "").replace("rain,", ""),
            PRED.split("\n", 1)[1], {"columns": ["id", "label"]}, id="no header, and columns",
        ),
        pytest.param(
            GOLD.split("\n", 1)[1], PRED.split("\n", 1)[1],
            {"header": False, "id_field": "1", "gold_field": "3", "pred_field": "2"}, id="no header, and numbers",
        ),
        pytest.param(
            GOLD, PRED.replace("label", "x").replace("\n", ",\n").replace("x,", "x,t"),
            {"header": True, "columns": ("id", "pred", "gold"), "gold_field": "gold"}, id="columns for a header",
        ),
    ],
)  # fmt: skip
def test_a_table_is_read_by_its_usual_fields_or_as_it_is_told(write, gold, pred, how):
    found = labels.scores(write("pred.csv", pred), write("gold.csv", gold), **how)
    assert found.accuracy == pytest.approx(200 / 3)
    tabs = write(
        "gold.tsv",
        gold.removeprefix("\ufeff").replace(";", ",").replace('"a goal,\nlate"', "x").replace(",", "\t"),
    )
    assert labels.scores(write("pred.tsv", pred.replace(",", "\t")), tabs, **how) == found


@given(
    st.lists(st.lists(st.text("ab ;", max_size=3), min_size=2, max_size=2), min_size=1, max_size=4),
    st.booleans(),
)
def test_a_regular_text_has_the_columns_that_the_reader_of_csv_finds(rows, ended):
    text = "\n".join(",".join(row) for row in rows) + ("\n" if ended else "")
    fast, slow = regular(text, ",", quotes=True), quoted(text, ",", "t", DocumentForm(), tabs=False)
    assert fast is not None
    assert (fast.columns, list(fast.lines)) == (slow.columns, slow.lines)


@pytest.mark.parametrize("text", ['a,"b"\nc,d\n', "a,b\n\nc,d\n", "a,b\nc\n", "a,b\nc,d,e\n", "a,b\n,\0\n"])
def test_a_text_that_is_not_regular_is_left_to_the_reader_of_csv(text):
    assert regular(text, ",", quotes=True) is None


def test_one_table_holds_both_sides_in_the_fields_of_scikit_learn(write):
    path = write("both.csv", "y_true,y_pred\na,a\nb,a\n")
    assert labels.scores(path, path).accuracy == 50.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("0,1\n1,0\n", "both.csv:1: .* looks like a document.*cell 1 is a number", id="numbers"),
        pytest.param("d1,a\nd2,b\nd3,a\n", "cell 2 is that of line 3 too", id="a label that comes again"),
        pytest.param("a,a\nb,a\n", "the column in place 1 comes 2 times; .*if it is a document, name", id="twice"),
    ],
)  # fmt: skip
def test_a_first_line_that_looks_like_a_document_is_an_error_with_the_way_out(write, text, message):
    path = write("both.csv", text)
    for function in (labels.scores, labels.multilabel_scores):
        with pytest.raises(InputError, match=message):
            function(path, path)


def test_a_first_line_that_may_be_either_is_named_where_a_field_is_lacking(write):
    path = write("both.csv", "d1,a\nd2,b\n")
    with pytest.raises(
        InputError, match=r"no field 'gold'; .*columns \(--columns\) if the first line is a document"
    ):
        labels.scores(path, path)


def test_a_header_of_numbers_is_one_where_it_is_said_or_an_id_stands_in_it(write):
    gold, pred = (
        write("gold.csv", "id,0,1\nd1,1,0\nd2,0,1\n"),
        write("pred.csv", "id,0,1\nd1,.9,.2\nd2,.1,.4\n"),
    )
    assert labels.multilabel_scores(pred, gold).micro_f1 == pytest.approx(200 / 3)
    bare, scores = write("bare.csv", "0,1\n1,0\n0,1\n"), [[0.9, 0.2], [0.1, 0.4]]
    with pytest.raises(InputError, match=r"header = true \(--header\)"):
        labels.read(bare)
    assert labels.read(bare, header=True).columns == {"0": ["1", "0"], "1": ["0", "1"]}
    with pytest.raises(AlignmentError, match="has no field 'id'"):
        labels.multilabel_scores([{"0": a, "1": b} for a, b in scores], bare, header=True)


def test_columns_beside_a_line_that_names_them_is_an_error_unless_it_is_told_what_the_line_is(write):
    path = write("gold.csv", "id,gold\n1,a\n")
    with pytest.raises(InputError, match=r"gold.csv:1: the first line names 'id' like a column"):
        labels.read(path, columns=["id", "gold"])
    with pytest.raises(InputError, match="names 'id' like a column"):
        labels.read(path, columns=["id", "gold"], header=False)
    assert labels.read(path, columns=["id", "kind"], header=True).columns["kind"] == ["a"]
    assert labels.read(path, columns=["id", "kind"], header=False).columns["kind"] == ["gold", "a"]


def test_a_row_is_held_to_the_columns(write):
    with pytest.raises(InputError, match=r"gold.csv:2: the row has 3 cells, columns names 2"):
        labels.read(write("gold.csv", "1,a\n2,b,c\n"), columns=["id", "gold"])


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"gold_field": "lable"},
            "there is no field 'lable'; the fields are: id, text, label; name the one .*--gold-field",
        ),
        ({"id_field": "uid"}, "there is no field 'uid'; .*id_field .--id-field"),
    ],
)
def test_a_field_that_is_not_there_is_named_with_those_that_are(write, how, message):
    with pytest.raises(InputError, match=message):
        labels.scores(write("pred.csv", PRED), write("gold.csv", GOLD), **how)


@pytest.mark.parametrize(
    "how",
    [
        {"columns": {"id", "gold"}},
        {"columns": ["a", "a"]},
        {"header": "no"},
        {"gold_field": ""},
        {"fields": "x"},
    ],
)
def test_an_option_is_held_to_what_it_has_to_be(how):
    with pytest.raises(UsageError, match=r"but .* is needed|documents are not read by 'fields'"):
        labels.scores(["a"], ["a"], **how)


def test_two_usual_fields_on_one_side_need_a_name(write):
    path = write("gold.csv", "id,label,y_true\n1,a,b\n")
    with pytest.raises(
        InputError, match=r"labels of gold may be in 'y_true' or 'label'; name the field: gold_field"
    ):
        labels.scores({"1": "a"}, path)
    assert labels.scores({"1": "a"}, path, gold_field="label").accuracy == 100.0


def test_one_field_of_a_file_is_not_scored_against_itself(write):
    path, wide = write("both.csv", GOLD), write("wide.csv", "id,a,b\n1,1,0\n")
    with pytest.raises(AlignmentError, match=r"gold and pred are both the field 'label' of .*both.csv"):
        labels.scores(path, path)
    with pytest.raises(AlignmentError, match=r"both the field 'a' of .*wide.csv"):
        labels.multilabel_scores(wide, wide)


def test_several_labels_stand_in_a_field_of_any_name(write):
    gold, pred = write("gold.csv", "uid,topics\n1,a|b\n2,\n"), write("pred.csv", "uid,found\n2,a\n1,a\n")
    how = {"id_field": "uid", "gold_field": "topics", "pred_field": "found"}
    # correct 1 (a of 1), predicted 2, gold 2
    assert labels.multilabel_scores(pred, gold, **how).micro_f1 == 50.0
    with pytest.raises(InputError, match="there is no field 'gold'"):
        labels.multilabel_scores(pred, write("gold.csv", "uid,text\n1,x\n"), id_field="uid")
