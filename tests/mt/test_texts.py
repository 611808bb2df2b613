"""Translations as texts: what is read of each form, how segments find each other, and what is refused."""

import io
import json

import pytest

from scoring.base.errors import AlignmentError, InputError, ScoringError, UsageError
from scoring.metrics.task import read_side
from scoring.mt.run import dumps
from scoring.mt.task import MT
from tests.mt.runs import document, entry, run

TSV = "id\tsrc\tref_a\tref_b\thyp\nb\tyes\tja\tdoch\tja\na\tno\tnein\tnee\tne\n"
LINES = [{"src": "yes", "ref": ["ja", "doch"], "mt": "ja"}, {"src": "no", "ref": "nein", "mt": None}]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder, with files of two segments."""
    monkeypatch.chdir(tmp_path)
    files = {
        "src.txt": "yes\nno\n", "ref.txt": "ja\nnein\n", "other.txt": "doch\nnee\n", "hyp.txt": "ja\nne\n",
        "t.tsv": TSV, "t.jsonl": "".join(json.dumps(line) + "\n" for line in LINES), "t.json": json.dumps(LINES),
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def entries(pred, *, gold=None, language="en-de", **how):
    """The entries as they are scored: id, source, references, output."""
    given = MT.reading(how | {"language": language})
    source = MT.gold_source(gold, pred, given)
    aligned = MT.align(read_side(MT, source, "gold", given), read_side(MT, pred, "pred", given))
    return [(one.id, one.source, one.references, one.prediction) for one in aligned.entries]


PLAIN = [("1", "yes", ("ja",), "ja"), ("2", "no", ("nein",), "ne")]


@pytest.mark.parametrize(
    ("pred", "ref", "source"),
    [
        pytest.param("hyp.txt", "ref.txt", "src.txt", id="files"),
        pytest.param("hyp.txt", ["ref.txt"], "src.txt", id="a list of one file"),
        pytest.param(["ja", "ne"], [["ja", "nein"]], ["yes", "no"], id="lists in sacrebleu's order"),
        pytest.param(("ja", "ne"), "ref.txt", "src.txt", id="outputs in memory, the others in files"),
        pytest.param(io.StringIO("ja\nne\n"), "ref.txt", "src.txt", id="an open file"),
    ],
)
def test_a_segment_is_a_line_or_an_item(folder, pred, ref, source):
    assert entries(pred, ref=ref, source=source) == PLAIN


def test_sources_may_be_left_out_and_references_be_several(folder):
    found = entries("hyp.txt", ref=["ref.txt", "other.txt"])
    assert found == [("1", None, ("ja", "doch"), "ja"), ("2", None, ("nein", "nee"), "ne")]


def test_a_segment_may_have_fewer_references_in_a_list(folder):
    found = entries(["ja", "ne"], ref=[["ja", "nein"], ["doch", None]])
    assert [one[2] for one in found] == [("ja", "doch"), ("nein",)]


TABLE = [("a", "no", ("nein", "nee"), "ne"), ("b", "yes", ("ja", "doch"), "ja")]


@pytest.mark.parametrize("how", [{"gold": "t.tsv"}, {"ref": "t.tsv", "source": "t.tsv"}], ids=["gold", "ref"])
def test_a_table_has_a_column_for_each_and_names_segments(folder, how):
    assert entries("t.tsv", ref_field=["ref_a", "ref_b"], **how) == TABLE


def test_segments_with_ids_are_matched_by_them_whatever_their_order(folder):
    (folder / "out.jsonl").write_text(
        '{"id": "a", "pred": "A"}\n{"id": "b", "pred": "B"}\n', encoding="utf-8"
    )
    found = entries("out.jsonl", gold="t.tsv", ref_field=["ref_a"])
    assert [(one[0], one[3]) for one in found] == [("a", "A"), ("b", "B")]


def test_columns_name_those_of_a_table_that_does_not(folder):
    (folder / "bare.tsv").write_text("yes\tja\tja\nno\tnein\tne\n", encoding="utf-8")
    assert entries("bare.tsv", gold="bare.tsv", columns=["source", "ref", "pred"]) == PLAIN


@pytest.mark.parametrize("gold", ["t.jsonl", "t.json", LINES], ids=["lines", "array", "dictionaries"])
def test_objects_have_several_references_in_a_list_and_null_is_no_output(folder, gold):
    assert entries(gold, gold=gold) == [("1", "yes", ("ja", "doch"), "ja"), ("2", "no", ("nein",), None)]


def scored(pred, **how):
    """The entries as they are scored, whole."""
    given = MT.reading(how | {"language": "en-de"})
    return MT.align(MT.read_as(how["gold"], "gold", **given), MT.read_as(pred, "pred", **given)).entries


def test_fields_of_an_entry_in_a_table_are_those_of_the_entry(folder):
    (folder / "x.tsv").write_text(
        "ref\tdifficulty\tpred\terror\tlatency_seconds\nja\t2\tja\t\t0.5\nja\t\tja\ttimeout\t\n",
        encoding="utf-8",
    )
    first, second = scored("x.tsv", gold="x.tsv")
    assert (first.difficulty, first.failed, first.latency_seconds) == ("2", False, 0.5)
    assert (second.difficulty, second.failed, second.latency_seconds) == (None, True, None)


def test_entries_without_a_header_are_records_of_a_table():
    records = [entry(1, variants=["doch"], provenance="web", usage={"prompt_tokens": 3})]
    (found,) = scored(records, gold=records)
    assert found == run(*records).entries[0]


def test_a_field_that_no_entry_may_have_is_refused_with_its_place(folder):
    (folder / "x.jsonl").write_text(
        '{"ref": "ja", "pred": "ja", "latency_seconds": "slow"}\n', encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"x\.jsonl:1: field 'latency_seconds': Expected"):
        scored("x.jsonl", gold="x.jsonl")


def test_a_data_frame_is_a_table(folder):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"src": ["yes", "no"], "ref": ["ja", "nein"], "hyp": ["ja", "ne"]})
    assert entries(frame, gold=frame) == PLAIN


def test_a_run_is_read_from_a_dictionary_and_stands_alone():
    plain = document(entry(1, prediction="ja"))
    assert entries(plain) == entries(plain, gold=plain) == [("e0001", None, ("ja",), "ja")]


def test_outputs_in_a_text_file_belong_to_the_entries_of_a_run_in_their_order(folder):
    gold = run(entry(2, prediction="x"), entry(1, references=["nein"], difficulty=3))
    assert entries("hyp.txt", gold=gold) == [("e0001", None, ("nein",), "ne"), ("e0002", None, ("ja",), "ja")]


def test_a_line_that_begins_with_a_brace_is_text_where_references_are(folder):
    (folder / "brace.txt").write_text("{name} schläft\n[2]\n", encoding="utf-8")
    assert [one[3] for one in entries("brace.txt", ref="ref.txt")] == ["{name} schläft", "[2]"]


def test_a_quote_in_a_table_is_a_character_and_a_line_separator_ends_no_row(folder):
    (folder / "q.tsv").write_text('ref\tpred\n"ja\u2028\t"ja\r\n', encoding="utf-8")
    assert entries("q.tsv", gold="q.tsv") == [("1", None, ('"ja\u2028',), '"ja')]


def test_texts_and_the_run_that_they_make_have_one_fingerprint(folder):
    how = MT.reading({"ref": "ref.txt", "source": "src.txt", "language": "en-de"})
    gold = MT.read_as(MT.gold_source(None, None, how), "gold", **how)
    texts = MT.align(gold, MT.read_as("hyp.txt", "pred", **how))
    (folder / "run.json").write_text(dumps(texts.run), encoding="utf-8")
    made = MT.align(MT.read("run.json", "gold"), MT.read("run.json", "pred"))
    assert MT.unit_digests(texts) == MT.unit_digests(made)
    assert texts.entries == made.entries


@pytest.mark.parametrize(
    ("language", "pair"),
    [("en-de", ("en", "de")), ("eng_Latn-deu_Latn", ("eng_Latn", "deu_Latn")), ("en-pt_BR", ("en", "pt_BR"))],
)
def test_the_languages_of_texts_are_those_of_the_rows_where_these_name_a_pair(folder, language, pair):
    how = MT.reading({"ref": "ref.txt", "language": language})
    dataset = MT.read_as(MT.gold_source(None, None, how), "gold", **how).run.dataset
    assert (dataset.source_language, dataset.target_language) == pair


@pytest.mark.parametrize("language", ["de", "pt-BR", "zh-Hans", "und"])
def test_languages_are_not_guessed(folder, language):
    with pytest.raises(UsageError, match=f"give source_language and .*; language '{language}' names no pair"):
        entries("hyp.txt", ref="ref.txt", language=language)


FAULTS = [
    pytest.param(["ja"], {"ref": "ref.txt"}, AlignmentError, "pred has 1 text, ref.txt has 2 lines", id="fewer"),
    pytest.param(["ja", "ne"], {"ref": [["ja"], ["nein"]]}, AlignmentError,
        r"pred has 2 texts, ref\[0\] has 1 text; .*: ref=\[\[…\]\] has a list for each translator", id="other order"),
    pytest.param("hyp.txt", {"ref": ["ja nun", "nein"]}, InputError, r"texts in memory .*: ref=\[texts\]", id="flat"),
    pytest.param("hyp.txt", {"ref": []}, UsageError, "ref is an empty list", id="no reference"),
    pytest.param("hyp.txt", {"ref": [["ja", " "]]}, InputError, r"ref\[0\], text 2: .* is blank", id="blank"),
    pytest.param("hyp.txt", {"ref": [["ja", None]]}, InputError, r"ref\[0\], text 2: the segment has no", id="none"),
    pytest.param(["ja", 5], {"ref": "ref.txt"}, InputError, "pred, text 2: a number, but a text", id="number"),
    pytest.param(["ja", "\ud800"], {"ref": "ref.txt"}, InputError, "pred, text 2 is .* surrogate", id="surrogate"),
    pytest.param("hyp.txt", {"gold": "t.tsv", "ref": "ref.txt"}, UsageError, "ref is given in place of", id="both"),
    pytest.param("hyp.txt", {}, UsageError, "there is nothing to compare with: give ref", id="nothing"),
    pytest.param("hyp.txt", {"source": "src.txt"}, UsageError, "nothing to compare with", id="sources alone"),
    pytest.param("hyp.txt", {"gold": "ref.txt"}, InputError, "give ref and source in place of gold", id="text as gold"),
    pytest.param("t.tsv", {"gold": "t.tsv"}, InputError, "no column 'ref', .*: id, src, ref_a, ref_b, hyp; name the",
        id="no usual column"),
    pytest.param("t.tsv", {"ref": "ref.txt", "pred_field": "out"}, InputError, "no column 'out'", id="no such column"),
    pytest.param("hyp.txt", {"ref": "ref.txt", "ref_field": ["a"]}, InputError, "plain text has no column", id="plain"),
    pytest.param([{"mt": "a", "hyp": "b"}], {"ref": [["a"]]}, InputError, "pred may be 'hyp' or 'mt'", id="two usual"),
    pytest.param("hyp.txt", {"ref": "no.csv"}, InputError, "no.csv: .*cannot be read", id="no file"),
    pytest.param(7, {"ref": "ref.txt"}, InputError, "cannot read pred from int; give a run", id="no source"),
]  # fmt: skip


@pytest.mark.parametrize(("pred", "how", "error", "says"), FAULTS)
def test_what_cannot_be_read_is_one_message(folder, pred, how, error, says):
    with pytest.raises(error, match=says):
        entries(pred, **how)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ref\tref\nja\tnein\n", "1: the column 'ref' comes twice"),
        ("ref\tpred\nja\n", "2: the row has 1 cells, the first line names 2"),
        ("", "the file is empty"),
        ("id\tref\tpred\n1\tja\tja\n1\tnein\tne\n", "3: the id '1' is also that of x.tsv:2"),
        ("id\tref\tpred\n\tja\tja\n", "2: id is empty"),
        ("ref\tpred\nja\tja\n\tne\n", "3: ref: the reference is blank"),
    ],
)
def test_a_table_is_refused_with_line_and_column(folder, text, says):
    (folder / "x.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"^x.tsv:? ?{says}"):
        entries("x.tsv", gold="x.tsv")


def test_csv_is_refused_with_the_way_out(folder):
    (folder / "x.csv").write_text("ref,pred\n", encoding="utf-8")
    with pytest.raises(InputError, match="give the table as TSV or JSON Lines"):
        entries("x.csv", gold="x.csv")


def test_tables_of_other_segments_are_refused_with_the_ids(folder):
    (folder / "out.tsv").write_text("id\tpred\na\tA\nc\tC\n", encoding="utf-8")
    with pytest.raises(
        AlignmentError, match=r"out\.tsv has 2 rows, t\.tsv has 2 rows; in one alone: 'b', 'c'"
    ):
        entries("out.tsv", gold="t.tsv", ref_field=["ref_a"])


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"source_language": "fr"}, "source_language is 'fr', but gold is a run, which says 'en' itself"),
        ({"ref_field": ["a"]}, "ref_field names a column of a table, but gold is a run"),
    ],
)
def test_what_is_said_of_texts_is_refused_of_a_run(how, says):
    made = run(entry(1))
    with pytest.raises(ScoringError, match=says):
        entries(made, gold=made, **how)
