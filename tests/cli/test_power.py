"""``onenlp power``: the figures it prints, what it says of them, and what it refuses."""

import json

import pytest

from scoring.cli import main
from tests.cli.files import GOOD, SENTENCES, treebank, write_pair


@pytest.fixture
def power(tmp_path, capsys):
    """Plans for UPOS of the tagger; returns the status, and what was printed on both streams."""
    pair = write_pair(tmp_path)
    (tmp_path / "good.conllu").write_text(treebank(GOOD), encoding="utf-8")

    def run(*options):
        status = main(["power", *pair, *map(str, options)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def row(power):
    """The one row of its JSON."""

    def run(*options):
        return json.loads(power("--json", "-", *options)[1])["rows"][0]

    return run


def test_a_row_says_what_each_rule_sees(power):
    status, out, err = power()
    header, line = out.splitlines()[:2]
    assert (status, err) == (0, "")
    rules = ["published", "overlap", "paired"]
    assert header.split() == ["metric", "score", "units", "sees:", *rules, "needs:", *rules]
    assert line.split()[:3] == ["UPOS", "91.67", str(SENTENCES)]


def test_the_units_needed_are_of_the_test_set(row):
    found = row("--margin", 1)
    overlap, units = found["sees"]["overlap"], found["needs"]["overlap"]
    assert units - 1 < SENTENCES * overlap**2 <= units  # n (mde / m)^2


def test_a_margin_within_the_slack_is_never_seen_by_a_published_number(power, row):
    assert row("--margin", 0.5)["needs"]["published"] == "never"
    assert "never: a published number has a slack of 0.5" in power("--margin", 0.5)[1]
    assert "never" not in power("--margin", 0.6)[1]


def test_without_a_reference_system_paired_is_an_estimate_and_said_to_be_one(power, row):
    assert row()["paired_is"] == "estimated"
    low, high = row()["sees"]["paired"]
    assert low < high
    assert "paired is an estimate where it is a range (a~b)" in power()[1]


def test_with_a_reference_system_paired_is_measured(power, row, tmp_path):
    options = ("--ref-pred", tmp_path / "good.conllu")
    found = row(*options)
    assert found["paired_is"] == "measured"
    assert found["sees"]["paired"][0] == found["sees"]["paired"][1]
    assert "estimate" not in power(*options)[1]


def test_gates_in_the_session_raise_the_paired_drop_alone(row):
    one, many = row(), row("--gates", 40)
    assert many["sees"]["paired"][0] > one["sees"]["paired"][0]
    assert many["sees"]["overlap"] == one["sees"]["overlap"]


def test_a_file_of_figures_is_written_beside_the_table(power, tmp_path):
    status, out, _ = power("--json", tmp_path / "plan.json", "--gates", 4)
    document = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert (status, document["schema"], document["alpha"]) == (0, "onenlp-power/1", 0.0125)
    assert out.startswith("metric")


def test_what_has_no_spread_is_a_dash(tmp_path, capsys):
    gold, pred = tmp_path / "gold.conllu", tmp_path / "tagger.conllu"
    for path in (gold, pred):
        path.write_text(treebank(), encoding="utf-8")
    assert main(["power", "--gold", str(gold), "--pred", str(pred), "--metrics", "UPOS"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["UPOS", "100.00", str(SENTENCES), *"------"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param(["--margin", "0"], "'0' is no drop; give a number above 0", id="no margin"),
        pytest.param(["--gates", "0"], "'0' is not a whole number from 1 to 1000", id="no gates"),
        pytest.param(["--task", "span"], "--task: invalid choice: 'span'", id="no task"),
        pytest.param(["--ref-pred", "none.conllu"], "none.conllu: cannot be read", id="no file"),
        pytest.param(["--task", "labels"], "task labels has no metric 'UPOS'", id="another task"),
    ],
)
def test_what_cannot_be_planned_is_one_message(power, options, says):
    status, out, err = power(*options)
    assert (status, out) == (2, "")
    assert says in err


def test_no_input_is_replaced(power, tmp_path):
    status, _, err = power("--json", tmp_path / "gold.conllu")
    assert status == 2
    assert "which it would replace" in err
    assert (tmp_path / "gold.conllu").read_text(encoding="utf-8") == treebank()


def test_an_empty_gold_file_is_refused(tmp_path, capsys):
    empty, pred = tmp_path / "gold.conllu", tmp_path / "tagger.conllu"
    for path in (empty, pred):
        path.write_text("", encoding="utf-8")
    assert main(["power", "--gold", str(empty), "--pred", str(pred)]) == 2
    assert "gold.conllu" in capsys.readouterr().err
