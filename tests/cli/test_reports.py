"""The options ``--csv`` and ``--html``: the same files as the plugin's reports, of every command that judges."""

import csv

import pytest

from scoring.cli.command import main
from tests.cli.files import write_pair


@pytest.fixture
def pair(tmp_path):
    return ["ud", *write_pair(tmp_path)]


def cells(text):
    return list(csv.DictReader(text.splitlines()))


def test_rows_go_into_csv_and_html_side_by_side(pair, tmp_path, capsys):
    table, page = tmp_path / "rows.csv", tmp_path / "rows.html"

    assert main([*pair, "--reference", "UPOS=99", "--csv", str(table), "--html", str(page)]) == 1

    [found] = cells(table.read_text(encoding="utf-8"))
    assert (found["metric"], found["verdict"], found["reference"]) == ("UPOS", "worse", "99.0")
    assert "ud/und/gold/UPOS</bdi>" in page.read_text(encoding="utf-8")
    assert "WORSE" in capsys.readouterr().out


def test_csv_on_standard_output_is_the_lines_alone(pair, capsys):
    assert main([*pair, "--csv", "-"]) == 0

    out = capsys.readouterr().out
    assert [found["metric"] for found in cells(out)] == ["UPOS"]
    assert out.startswith("component,language,")


def test_html_on_standard_output_is_the_page_alone(pair, capsys):
    assert main([*pair, "--html", "-"]) == 0

    out = capsys.readouterr().out
    assert out.startswith("<!DOCTYPE html>\n")
    assert out.endswith("</html>\n")


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_two_reports_in_one_place_are_refused(pair, tmp_path, capsys, option):
    place = str(tmp_path / "out")

    assert main([*pair, "--json", place, option, place]) == 2

    assert f"{option} {place} is also the place of --json" in capsys.readouterr().err


def test_compare_has_them_too(pair, tmp_path, capsys):
    rows, table = str(tmp_path / "rows.json"), tmp_path / "rows.csv"
    before = str(tmp_path / "before.json")
    assert [main([*pair, "--json", path]) for path in (rows, before)] == [0, 0]

    assert main(["compare", rows, before, "--csv", str(table)]) == 0

    assert [found["verdict"] for found in cells(table.read_text(encoding="utf-8"))] == ["within"]


def test_a_source_that_utf8_cannot_hold_is_refused_before_anything_is_written(pair, tmp_path, capsys):
    page = tmp_path / "rows.html"
    source = ["--reference", "UPOS=91.67", "--reference-source", "a\udcff"]

    assert main([*pair, *source, "--html", str(page)]) == 2

    assert capsys.readouterr().err.startswith(
        "onenlp: --reference-source is 'a\\udcff', which has half of a surrogate pair"
    )
    assert not page.exists()
