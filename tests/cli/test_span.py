"""``onenlp span``: spans by label and by slice, references of such rows, and what is said of the tags."""

import json

import pytest

from scoring.cli import main
from tests.cli.files import rows_of

GOLD = "Ann B-PER\nand O\nOslo B-LOC\n\nBob B-PER\n"
PRED = (
    "Ann B-PER\nand O\nOslo B-PER\n\nBob B-PER\n"  # PER: 2 of 3 predicted, 2 gold: F1 80; LOC: 0 of 0, 1 gold
)


@pytest.fixture
def span(tmp_path):
    """Scores Span F1 alone; returns the status and the rows by metric."""

    def run(*options, gold=GOLD, pred=PRED, metrics="Span F1", ending="iob2"):
        places = []
        for name, text in (("gold", gold), ("ner", pred)):
            place = tmp_path / f"{name}.{ending}"
            place.write_text(text, encoding="utf-8")
            places.append(str(place))
        out = tmp_path / "rows.json"
        status = main(["span", "--gold", places[0], "--pred", places[1], "--metrics", metrics, "--json", str(out),
                       *map(str, options)])  # fmt: skip
        return status, {row["metric"]: row for row in rows_of(out)} if out.exists() else {}

    return run


@pytest.fixture
def documents():
    """Two documents in JSON Lines, of other genres; the prediction misses the second's span."""
    labels = {"news": "PER", "web": "LOC"}
    lines = [{"id": genre, "genre": genre, "spans": [[0, 3, label]]} for genre, label in labels.items()]
    gold = "".join(json.dumps(line) + "\n" for line in lines)
    return {"gold": gold, "pred": gold.replace('[[0, 3, "LOC"]]', "[]"), "ending": "jsonl"}


def test_spans_are_scored_over_all_labels(span):
    status, rows = span()
    assert (status, list(rows)) == (0, ["Span F1"])
    assert rows["Span F1"]["score"] == pytest.approx(200 * 2 / 6)


def test_by_label_gives_a_row_for_every_label(span):
    _, rows = span("--by-label")
    assert rows["Span F1[PER]"]["score"] == pytest.approx(80.0)
    assert rows["Span F1[LOC]"]["score"] == 0.0


def test_labels_gives_rows_for_those_named(span):
    assert list(span("--labels", "PER")[1]) == ["Span F1", "Span F1[PER]"]


def test_a_slice_is_scored_beside_the_whole(span, documents):
    _, rows = span("--slices", "genre=news", **documents)
    assert {name: row["score"] for name, row in rows.items()} == {
        "Span F1": pytest.approx(200 / 3), "Span F1{genre=news}": 100.0,
    }  # fmt: skip


def test_cluster_says_what_is_drawn(span):
    borders = {"gold": f"-DOCSTART- O\n\n{GOLD}", "pred": f"-DOCSTART- O\n\n{PRED}"}
    assert [
        rows["Span F1"]["units"] for _, rows in (span(**borders), span("--cluster", "sentence", **borders))
    ] == [1, 2]


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param("Span F1[PER]=80", 0, id="by label"),
        pytest.param("span_f1[PER]=80", 0, id="by id"),
        pytest.param("Span F1=66.7,Span F1[PER]=99.9", 0, id="inside its wide interval"),
        pytest.param("Span F1[LOC]=30", 1, id="no loss is noise at 0"),
    ],
)
def test_a_reference_may_be_of_a_single_label(span, given, status):
    assert span("--by-label", "--reference", given)[0] == status


def test_a_reference_may_be_of_a_slice(span, documents):
    status, rows = span("--slices", "genre", "--reference", "Span F1{genre=web}=50", **documents)
    assert (status, rows["Span F1{genre=web}"]["verdict"], rows["Span F1"]["verdict"]) == (1, "worse", None)


def test_a_label_may_hold_a_comma(span):
    files = {"gold": GOLD.replace("PER", "A,B"), "pred": PRED.replace("PER", "A,B")}
    assert span("--by-label", "--reference", "Span F1[A,B]=80,Span F1=66.7", **files)[0] == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--labels", "PRE"], "there is no label 'PRE' in gold or prediction; did you mean 'PER'?"),
        (["--labels", "PER", "--by-label"], "--by-label gives a row for every label already; remove --labels"),
        (["--labels", "PER", "--reference", "Span F1[LOC]=1"],
         "--reference: 'Span F1[LOC]' is none of the rows that are scored; did you mean 'Span F1[PER]'?"),
        (["--reference", "Spam F1[LOC]=1"], "--reference: 'Spam F1[LOC]' is none of the metrics that are scored"),
        (["--slices", "genre"], "has no fields to slice by"),
        (["--cluster", "page"], 'cluster is \'page\', but "sentence" or "document" is needed'),
        (["--cluster", "document"], "has no documents (no -DOCSTART- lines)"),
        (["--threshold", "0.5"], "unknown option --threshold"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_message(span, capsys, options, says):
    assert span(*options) == (2, {})
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


def test_tags_that_look_like_iob1_are_said_on_standard_error(span, capsys):
    status, _ = span(pred="Ann I-PER\nand O\nOslo O\n\nBob I-PER\n")
    out, err = capsys.readouterr()
    assert status == 0
    assert err.startswith("onenlp: ")
    assert "ner.iob2: the tags look like IOB1" in err
    assert "IOB1" not in out


def test_tags_of_another_scheme_are_an_error_with_the_way_out(span, capsys):
    assert span(pred=PRED.replace("Bob B", "Bob S"))[0] == 2
    assert "ner.iob2:5: sequence 2, position 1: the tag 'S-PER' starts with 'S'" in capsys.readouterr().err


def test_an_empty_gold_file_is_an_error(span, capsys):
    assert span(gold="", pred="")[0] == 2
    assert "gold.iob2" in capsys.readouterr().err


def test_a_missing_row_of_a_label_is_recorded_by_the_command_that_is_named(span, tmp_path, capsys):
    refs = tmp_path / "refs.json"
    span()
    (tmp_path / "rows.json").rename(refs)
    assert span("--labels", "PER", "--reference-file", refs)[0] == 3
    said = capsys.readouterr().out.splitlines()[-1]
    assert "record it: onenlp span --gold " in said
    assert "--labels PER" in said
    assert "--metrics 'Span F1' --json FILE" in said


def test_the_reference_systems_output_is_paired_by_label(span, tmp_path):
    other = tmp_path / "other.iob2"
    other.write_text(GOLD, encoding="utf-8")
    _, rows = span("--by-label", "--ref-pred", other)
    assert rows["Span F1[LOC]"]["reference"] == 100.0
    assert rows["Span F1[PER]"]["difference"]["value"] == pytest.approx(-20.0)
