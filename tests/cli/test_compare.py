"""``onenlp compare OURS THEIRS``: verdicts both ways, with and without the units beside the files."""

import json
import shutil

import numpy as np
import pytest

from scoring.cli import main
from tests.cli.files import FAIR, GOOD, POOR, rows_of, write_rows
from tests.shared import ROOT


@pytest.fixture
def compare(tmp_path, capsys):
    """Compares two files; returns the exit status and the judged rows."""

    def run(ours, theirs, *options):
        out = tmp_path / "judged.json"
        status = main(["compare", str(ours), str(theirs), "--json", str(out), *options])
        return status, rows_of(out) if out.exists() else []

    return run


def test_a_file_is_identical_to_one_of_the_same_scores(results, compare):
    status, (row,) = compare(results("same", FAIR), results("again", FAIR))
    assert (status, row["verdict"], row["rule"]) == (0, "within", "identical")


def test_with_units_five_more_errors_are_seen(results, compare):
    status, (row,) = compare(results("fair", FAIR), results("good", GOOD))
    assert (status, row["verdict"], row["rule"]) == (1, "worse", "paired")
    assert row["difference"]["value"] == pytest.approx(-100 * 5 / 120)
    assert row["within_noise"] is True  # the intervals overlap: the specification's rule sees nothing


def test_the_units_and_tags_that_lost_are_named(results, compare, capsys):
    fair, good = results("fair", FAIR), results("good", GOOD)
    _, (row,) = compare(fair, good)
    out = capsys.readouterr().out
    assert "why ud/und/gold/UPOS: 5 sentences lost against the reference" in out
    assert "  5  -0.83  correct 3 -> 2, predicted 3, gold 3, aligned 3" in out
    assert "  lost most: PROPN " in out
    assert [unit["id"] for unit in row["why"]["units"]] == ["5", "13", "21", "29", "37"]
    assert {unit["text"] for unit in row["why"]["units"]} == {None}  # two results files hold no text


def test_a_judged_file_that_says_why_can_be_judged_again(results, compare, tmp_path):
    fair = results("fair", FAIR)
    compare(fair, results("good", GOOD))
    judged = tmp_path / "again.json"
    judged.write_bytes((tmp_path / "judged.json").read_bytes())
    status, (row,) = compare(judged, fair)
    assert (status, "why" in row) == (0, False)


def test_the_other_way_round_they_are_a_gain(results, compare):
    status, (row,) = compare(results("good", GOOD), results("fair", FAIR))
    assert (status, row["verdict"], row["rule"]) == (0, "better", "paired")
    assert row["difference"]["value"] == pytest.approx(100 * 5 / 120)


@pytest.mark.parametrize("without", ["ours", "theirs"])
def test_without_the_units_of_one_the_intervals_decide(results, compare, without):
    ours, theirs = results("ours", FAIR), results("theirs", GOOD)
    shutil.rmtree(ours.with_name(f"{without}.units"))
    status, (row,) = compare(ours, theirs)
    assert (status, row["verdict"], row["rule"]) == (0, "within", "overlap")
    assert "no_units" in row["flags"]
    assert row["mde"] > 5  # what overlapping intervals cannot see


def test_without_units_a_large_loss_is_worse_and_a_large_gain_better(results, compare):
    poor, best = results("poor", POOR, "--no-units"), results("best", (1,), "--no-units")
    assert compare(poor, best)[0] == 1
    assert compare(best, poor)[0] == 1
    assert compare(best, poor, "--better", "pass")[0] == 0


def test_units_of_another_gold_set_are_stale(results, compare, tmp_path):
    ours = results("ours", FAIR)
    row = rows_of(ours)[0] | {"gold_sha256": "0" * 64}
    status, (judged,) = compare(ours, write_rows(tmp_path / "theirs.json", row))
    assert (status, judged["verdict"]) == (3, "stale")


def test_units_that_do_not_belong_to_their_row_are_stale(results, compare):
    ours, theirs = results("ours", FAIR), results("theirs", FAIR)
    results("other", POOR)
    shutil.rmtree(theirs.with_name("theirs.units"))
    shutil.copytree(theirs.with_name("other.units"), theirs.with_name("theirs.units"))
    status, (row,) = compare(ours, theirs)
    assert (status, row["verdict"]) == (3, "stale")


def test_our_own_units_that_do_not_belong_to_their_row_are_an_error(results, compare):
    ours, theirs = results("ours", FAIR), results("theirs", FAIR)
    (stored,) = ours.with_name("ours.units").iterdir()
    np.savez(stored, **{"arrays|UPOS|counts": np.zeros((40, 4))})
    status, (row,) = compare(ours, theirs)
    assert (status, row["verdict"]) == (2, "error")
    assert "ours.json: its stored units do not belong to the row" in row["reason"]


def test_a_row_only_in_ours_is_missing_and_one_only_in_theirs_is_listed(tmp_path, capsys):
    ours = write_rows(tmp_path / "ours.json", {"score": 90}, {"score": 80, "metric": "LAS"})
    theirs = write_rows(tmp_path / "theirs.json", {"score": 90}, {"score": 70, "metric": "UAS"})
    assert main(["compare", str(ours), str(theirs)]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert "2 judged: 1 within noise, 1 missing" in lines
    assert lines[-1] == f"only in {theirs}: ud/und/gold/UAS"
    assert "ud/und/gold/LAS 80.00: no reference; the closest row is ud/und/gold/UAS" in lines[-2]


@pytest.mark.parametrize(
    ("ours", "theirs", "status"),
    [
        pytest.param(90.0, 90.5, 0, id="half a point"),
        pytest.param(90.0, 90.6, 1, id="worse by more"),
        pytest.param(90.6, 90.0, 1, id="better by more"),
        pytest.param(90.0, 0.9, 2, id="a share for points"),
    ],
)
def test_hand_written_numbers_are_judged_by_the_published_rule(tmp_path, ours, theirs, status):
    a, b = (
        write_rows(tmp_path / name, {"score": score})
        for name, score in (("a.json", ours), ("b.json", theirs))
    )
    assert main(["compare", str(a), str(b)]) == status


def test_lower_is_better_where_only_their_row_says_so(tmp_path):
    a = write_rows(tmp_path / "a.json", {"score": 30})
    b = write_rows(tmp_path / "b.json", {"score": 20, "better": "lower"})
    assert main(["compare", str(a), str(b)]) == 1
    assert main(["compare", str(a), str(b), "--better", "pass"]) == 1


def test_a_hand_written_interval_is_compared_with_a_measured_one(results, compare, tmp_path):
    ours = write_rows(tmp_path / "ours.json", {"score": 91, "ci": [89, 93]})
    status, (row,) = compare(ours, results("theirs", FAIR))
    assert (status, row["verdict"], row["rule"]) == (0, "within", "overlap")


def test_an_earlier_judgement_is_forgotten(results, compare, tmp_path):
    ours, theirs = results("ours", FAIR), results("theirs", GOOD)
    judged = tmp_path / "judged.json"
    compare(ours, theirs)
    shutil.copy(judged, tmp_path / "again.json")
    shutil.copytree(ours.with_name("ours.units"), tmp_path / "again.units")
    status, (row,) = compare(tmp_path / "again.json", ours)
    assert (status, row["verdict"], row["reference_source"]) == (0, "within", rows_of(ours)[0]["source"])


def test_the_judged_file_keeps_the_units_of_ours(results, compare, tmp_path):
    ours = results("ours", FAIR)
    compare(ours, results("theirs", FAIR))
    (kept,) = (tmp_path / "judged.units").iterdir()
    assert kept.read_bytes() == (ours.with_name("ours.units") / kept.name).read_bytes()


def test_folders_are_compared_whole(results, tmp_path):
    for side in ("a", "b"):
        (tmp_path / side).mkdir()
        write_rows(tmp_path / side / "one.json", {"score": 90})
        write_rows(tmp_path / side / "two.json", {"score": 80, "metric": "LAS"})
    assert main(["compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 0


def test_resamples_and_seed_are_those_of_the_pairs(results, compare):
    ours, theirs = results("ours", FAIR), results("theirs", GOOD)
    given = [compare(ours, theirs, "--seed", seed, "--resamples", "200")[1][0] for seed in ("1", "2")]
    assert given[0]["mde"] != given[1]["mde"]
    for row in given:
        share = row["difference"]["p"] * 201  # a count of 200 draws, plus one
        assert share == pytest.approx(round(share))


def test_markdown_on_standard_output_is_the_table_alone(results, capsys):
    ours, theirs = results("ours", FAIR), results("theirs", GOOD)
    capsys.readouterr()
    assert main(["compare", str(ours), str(theirs), "--markdown", "-"]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert "is 4.17 below" in err


@pytest.mark.parametrize(
    ("ours", "theirs", "says"),
    [
        pytest.param(None, "[]", "ours.json: cannot be read: no such file", id="ours missing"),
        pytest.param('{"schema": "onenlp-rows/1", "rows": []}', "", "theirs.json:1: the file is empty", id="empty"),
        pytest.param(
            '{"schema": "onenlp-rows/1", "rows": []}', '{"schema": "onenlp-rows/1", "rows": []}',
            "ours.json: no rows, so there is nothing to compare", id="nothing to judge",
        ),
    ],
)  # fmt: skip
def test_files_that_cannot_be_compared(tmp_path, capsys, ours, theirs, says):
    for name, text in (("ours.json", ours), ("theirs.json", theirs)):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["compare", str(tmp_path / "ours.json"), str(tmp_path / "theirs.json")]) == 2
    assert says in capsys.readouterr().err


def test_a_compared_file_is_never_replaced(tmp_path, capsys):
    rows = write_rows(tmp_path / "a.json", {"score": 90})
    assert main(["compare", str(rows), str(rows), "--json", str(rows)]) == 2
    assert json.loads(rows.read_text(encoding="utf-8"))["rows"][0]["score"] == 90


def test_single_labels_and_slices_are_judged_as_they_were_beside_the_reference_system(tmp_path, compare):
    fixtures = ROOT / "fixtures" / "spans"
    named = [
        "span",
        "--gold",
        str(fixtures / "gold.jsonl"),
        "--component",
        "ner",
        "--by-label",
        "--slices",
        "genre",
    ]
    files = {}
    for name, more in {
        "theirs": [],
        "ours": [],
        "paired": ["--ref-pred", str(fixtures / "reference.jsonl")],
    }.items():
        pred = fixtures / ("reference.jsonl" if name == "theirs" else "candidate.jsonl")
        files[name] = tmp_path / f"{name}.json"
        main([*named, "--pred", str(pred), "--json", str(files[name]), *more])

    _, rows = compare(files["ours"], files["theirs"])

    judged = {row["metric"]: row for row in rows}
    for row in rows_of(files["paired"]):
        ours, here = judged[row["metric"]], row["difference"]
        assert {
            name: pytest.approx(ours["difference"][name], abs=1e-6) for name in here
        } == here  # adjusted_p too
        assert ours["verdict"] == row["verdict"]
    assert {"Span F1", "Span F1[PER]", "Span macro F1{genre=news}"} <= set(judged)
