"""``onenlp compare --max-loss``, and the exit status 4 of a row that nobody can tell about."""

import pytest

from scoring.cli import main
from tests.cli.files import FAIR, GOOD, rows_of


@pytest.fixture
def compare(tmp_path):
    """Compares two files with a margin; returns the exit status and the only row."""

    def run(ours, theirs, margin, *options):
        out = tmp_path / "judged.json"
        status = main(["compare", str(ours), str(theirs), "--max-loss", margin, "--json", str(out), *options])
        [row] = rows_of(out)
        return status, row

    return run


def test_forty_equal_sentences_exclude_a_loss_of_nine_points_and_not_one_of_eight(results, compare):
    same, again = results("same", FAIR), results("again", FAIR)

    status, row = compare(same, again, "9")
    assert (status, row["verdict"], row["rule"]) == (0, "within", "margin")
    status, row = compare(same, again, "8")
    assert (status, row["verdict"], row["rule"]) == (4, "inconclusive", "margin")
    assert row["reason"].startswith("a loss of 8 is not excluded [-8.81, 0.00], where 0 of 40 units differ")


def test_a_loss_that_is_shown_and_not_within_the_margin_is_worse(results, compare):
    status, row = compare(results("fair", FAIR), results("good", GOOD), "1")
    assert (status, row["verdict"], row["rule"]) == (1, "worse", "paired")


def test_without_units_nobody_can_tell(results, compare):
    ours, theirs = results("fair", FAIR, "--no-units"), results("good", GOOD)
    status, row = compare(ours, theirs, "50")
    assert (status, row["verdict"]) == (4, "inconclusive")
    assert "there is no paired interval" in row["reason"]


@pytest.mark.parametrize("margin", ["0", "-1", "nan", "much"])
def test_a_margin_is_a_number_above_0(results, capsys, margin):
    same = str(results("same", FAIR))
    assert main(["compare", same, same, f"--max-loss={margin}"]) == 2
    assert "onenlp: --max-loss: " in capsys.readouterr().err
