"""``onenlp ud``: what it scores, what it judges by, and what it leaves behind."""

import json

import pytest

from scoring.cli import main
from tests.cli.files import FAIR, GOOD, POOR, rows_of, treebank, write_pair, write_rows


@pytest.fixture
def pair(tmp_path):
    return ["ud", *write_pair(tmp_path)]


def test_a_table_goes_to_standard_output(pair, capsys):
    assert main(pair) == 0
    out, err = capsys.readouterr()
    header, row, _, summary = out.splitlines()
    assert header.split() == ["row", "score", "95%", "CI", "reference", "delta", "can", "see", "verdict"]
    assert row.startswith("ud/und/gold/UPOS  91.67  [")  # 110 of 120 words
    assert summary == "1 not judged"
    assert err == ""


def test_names_come_from_the_options(pair, capsys):
    assert (
        main([*pair, "--component", "fast tagger", "--language", "en", "--dataset", "UD English-EWT test"])
        == 0
    )
    assert "fast tagger/en/UD English-EWT test/UPOS  91.67" in capsys.readouterr().out


def test_every_metric_is_scored_unless_some_are_named(pair, capsys):
    assert main([*pair[:-2], "--json", "-"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 13


def test_json_on_standard_output_is_nothing_but_the_rows(pair, capsys):
    assert main([*pair, "--json", "-"]) == 0
    out, err = capsys.readouterr()
    (row,) = json.loads(out)["rows"]
    assert (row["metric"], row["counts"]["correct"], row["units"], row["verdict"]) == ("UPOS", 110, 40, None)
    assert err == ""


def test_markdown_starts_with_the_columns_of_the_specification(pair, capsys):
    assert main([*pair, "--reference", "UPOS=91.67", "--markdown", "-"]) == 0
    header, _, row = capsys.readouterr().out.splitlines()
    assert header.startswith("| Component | Language | Metric | Score | 95% CI | Reference | Within noise |")
    assert row.startswith("| ud | und | UPOS | 91.67 | [")
    assert "] | 91.67 | yes |" in row


def test_a_worse_row_says_why_below_the_table_and_in_the_rows(pair, capsys, tmp_path):
    good, out = tmp_path / "good.conllu", tmp_path / "rows.json"
    good.write_text(treebank(GOOD), encoding="utf-8")
    assert main([*pair, "--ref-pred", str(good), "--json", str(out)]) == 1
    said = capsys.readouterr().out.splitlines()
    start = said.index("why ud/und/gold/UPOS: 5 sentences lost against the reference")
    assert said[start + 1 : start + 4] == [
        "  5  -0.83  correct 3 -> 2, predicted 3, gold 3, aligned 3",
        "    Ann sees Bob",
        "      1 Ann: upos PROPN -> X",
    ]
    assert len(rows_of(out)[0]["why"]["units"]) == 5


def test_files_hold_rows_units_and_table(pair, tmp_path):
    out, table = tmp_path / "rows.json", tmp_path / "rows.md"
    assert main([*pair, "--json", str(out), "--markdown", str(table)]) == 0
    assert rows_of(out)[0]["score"] == pytest.approx(100 * 110 / 120)
    assert len(list((tmp_path / "rows.units").glob("*.npz"))) == 1
    assert table.read_text(encoding="utf-8").count("\n") == 3


def test_no_units_are_kept_where_none_are_wanted(pair, tmp_path):
    assert main([*pair, "--json", str(tmp_path / "rows.json"), "--no-units"]) == 0
    assert not (tmp_path / "rows.units").exists()


def test_resamples_and_seed_stand_in_the_row(pair, tmp_path):
    out = tmp_path / "rows.json"
    assert main([*pair, "--resamples", "200", "--seed", "7", "--json", str(out)]) == 0
    assert (rows_of(out)[0]["resamples"], rows_of(out)[0]["seed"]) == (200, 7)


def test_the_same_seed_gives_the_same_file(pair, tmp_path):
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    main([*pair, "--json", str(first)])
    main([*pair, "--json", str(second)])
    assert first.read_bytes() == second.read_bytes()


def test_a_reference_is_published_unless_its_source_is_given(pair, tmp_path):
    out = tmp_path / "rows.json"
    main([*pair, "--reference", "UPOS=91.67", "--json", str(out)])
    assert rows_of(out)[0]["reference_source"] == "published"
    main([*pair, "--reference", "UPOS=91.67", "--reference-source", "published, 2018", "--json", str(out)])
    assert rows_of(out)[0]["reference_source"] == "published, 2018"


def test_a_metric_without_a_number_is_not_judged(pair, tmp_path):
    out = tmp_path / "rows.json"
    options = [*pair[:-1], "UPOS,Lemmas", "--reference", "UPOS=91.67", "--json", str(out)]
    assert main(options) == 0
    assert {row["metric"]: row["verdict"] for row in rows_of(out)} == {"UPOS": "within", "Lemmas": None}


def test_references_of_several_options_add_up(pair, tmp_path):
    out = tmp_path / "rows.json"
    options = [*pair[:-1], "UPOS,Lemmas", "--reference", "UPOS=91.67", "--reference", "Lemmas=100"]
    assert main([*options, "--json", str(out)]) == 0
    assert {row["verdict"] for row in rows_of(out)} == {"within"}


def test_a_results_file_is_a_reference_file(pair, tmp_path):
    refs, out = tmp_path / "refs.json", tmp_path / "rows.json"
    main([*pair, "--json", str(refs)])
    assert main([*pair, "--reference-file", str(refs), "--json", str(out)]) == 0
    assert (rows_of(out)[0]["verdict"], rows_of(out)[0]["rule"]) == ("within", "identical")


def test_a_folder_of_reference_files_is_read_whole(pair, tmp_path):
    folder = tmp_path / "refs"
    folder.mkdir()
    write_rows(folder / "a.json", {"score": 91.7})
    write_rows(folder / "b.json", {"score": 50, "metric": "LAS"})
    assert main([*pair, "--reference-file", str(folder)]) == 0


def test_the_reference_systems_output_is_paired(pair, tmp_path):
    (tmp_path / "other.conllu").write_text(treebank(GOOD), encoding="utf-8")
    out = tmp_path / "rows.json"
    source = ["--reference-source", "other 2.0"]
    assert main([*pair, "--ref-pred", str(tmp_path / "other.conllu"), *source, "--json", str(out)]) == 1
    (row,) = rows_of(out)
    assert (row["verdict"], row["rule"], row["reference_source"]) == ("worse", "paired", "other 2.0")
    assert row["difference"]["value"] == pytest.approx(-100 * 5 / 120)  # 5 more wrong tags
    assert row["reference_ci"] is not None


def test_a_better_pair_is_a_notice(pair, tmp_path, capsys):
    (tmp_path / "other.conllu").write_text(treebank([*FAIR, 1]), encoding="utf-8")
    (tmp_path / "poor.conllu").write_text(treebank([*FAIR, 1, 2, 3, 5, 6, 7]), encoding="utf-8")
    assert main([*pair, "--ref-pred", str(tmp_path / "poor.conllu")]) == 0
    assert "better" in capsys.readouterr().out


def test_a_failing_row_says_why_below_the_table(pair, capsys):
    assert main([*pair, "--reference", "UPOS=99"]) == 1
    out = capsys.readouterr().out
    assert "WORSE" in out
    assert out.splitlines()[-1] == "ud/und/gold/UPOS 91.67 is 7.33 below 99.00"


def test_with_rows_on_standard_output_the_reason_goes_to_standard_error(pair, capsys):
    assert main([*pair, "--reference", "UPOS=99", "--json", "-"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["rows"][0]["verdict"] == "worse"
    assert err == "ud/und/gold/UPOS 91.67 is 7.33 below 99.00\n"


def test_a_missing_row_names_the_closest_and_the_command(pair, tmp_path, capsys):
    refs = write_rows(tmp_path / "refs.json", {"score": 91.7, "dataset": "golden"})
    assert main([*pair, "--reference-file", str(refs)]) == 3
    said = capsys.readouterr().out.splitlines()[-1]
    assert "no reference; the closest row is ud/und/golden/UPOS; record it: onenlp ud --gold " in said


def test_the_command_lines_number_goes_before_the_file(pair, tmp_path):
    refs, out = write_rows(tmp_path / "refs.json", {"score": 20}), tmp_path / "rows.json"
    options = [*pair, "--reference-file", str(refs), "--reference", "UPOS=91.7", "--json", str(out)]
    assert main(options) == 0
    assert rows_of(out)[0]["reference"] == 91.7


def test_a_name_outside_the_terminals_alphabet_does_not_stop_the_table(pair, monkeypatch, capsys):
    import io
    import sys

    narrow = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", narrow)
    assert main([*pair, "--component", "größer"]) == 0
    assert b"gr\\xf6\\xdfer" in narrow.buffer.getvalue()


def test_poor_output_is_worse_than_fair(pair, tmp_path):
    refs = tmp_path / "refs.json"
    main([*pair, "--json", str(refs)])
    write_pair(tmp_path, POOR)
    assert main([*pair, "--reference-file", str(refs)]) == 1
