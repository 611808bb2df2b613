"""Gates over translations in text files, tables and lists, in one process and with two workers."""

import contextlib
import io
import json
import os

import pytest

from scoring.cli import main
from tests.plugin.data import marker, module, read_rows

UPDATE = ("--onenlp-reference", "refs.json", "--onenlp-update")
JUDGE = ("--onenlp-reference", "refs.json")
SIZE = 60
REF = "".join(f"ja {n}\n" for n in range(SIZE))


def gates(*tables):
    """A gate file: a table of text files each, with other keys where they are given."""
    usual = {"component": "mt", "language": "en-de", "dataset": "demo", "task": "mt", "source": "src.txt",
             "ref": ["ref.txt"], "pred": "hyp.txt", "metrics": ["Exact match"]}  # fmt: skip
    lines = []
    for table in tables:
        keys = {key: value for key, value in {**usual, **table}.items() if value is not None}
        lines += ["[[gate]]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items())]
    return "\n".join(lines) + "\n"


def outputs(right):
    """Outputs of which so many are their reference."""
    return "".join(f"{'ja' if n < right else 'nein'} {n}\n" for n in range(SIZE))


@pytest.fixture
def suite(both):
    """Sources, a reference, outputs of which half are right, and one gate over them."""
    both.write(src__txt="yes\n" * SIZE, ref__txt=REF, hyp__txt=outputs(30), onenlp__toml=gates({}))
    return both


def rows(suite):
    return read_rows(suite.path / "refs.json")


def test_a_gate_over_text_files_is_recorded_and_judged_by_what_was_recorded(suite):
    assert suite.run(*UPDATE).ret == 0
    assert rows(suite)["mt/Exact match"]["score"] == 0.5
    assert suite.run(*JUDGE).ret == 0
    suite.write(hyp__txt=outputs(15))
    result = suite.run(*JUDGE)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Exact match 0.2500 is 0.2500 below 0.5000*paired -0.2500*"])


def test_lists_and_files_and_tables_of_the_same_texts_have_the_same_row(suite):
    table = "".join(
        f"yes\t{ref}\t{hyp}\n" for ref, hyp in zip(REF.split("\n"), outputs(30).split("\n"), strict=True)
    )
    suite.write(t__tsv="source\tref\tpred\n" + table.removesuffix("yes\t\t\n"))
    fields = {"language": "en-de", "dataset": "demo"}
    checks = (
        "pred=texts('hyp.txt'), ref=[texts('ref.txt')], source=texts('src.txt')",
        "pred=texts('hyp.txt'), ref='ref.txt', source='src.txt'",
        "gold='t.tsv', pred='t.tsv'",
    )
    tests = [
        f"{marker(f'list{n}', ['Exact match'], **fields)}\ndef test_{n}(onenlp):\n    onenlp.check_mt({call})\n"
        for n, call in enumerate(checks)
    ]
    texts = (
        "from pathlib import Path\ndef texts(name):\n    return Path(name).read_text('utf-8').splitlines()\n"
    )
    suite.write(test_a__py=module(texts, *tests))
    suite.run(*UPDATE).assert_outcomes(passed=4)
    assert len(rows(suite)) == 4
    assert len({(row["score"], row["gold_sha256"]) for row in rows(suite).values()}) == 1


def test_a_run_as_a_dictionary_is_both_sides(suite):
    run = {"dataset": {"id": "demo", "source_language": "en", "target_language": "de"},
           "entries": [{"id": str(n), "references": ["ja"], "prediction": "ja"} for n in range(SIZE)]}  # fmt: skip
    suite.write(test_a__py=module(
        f"RUN = {run!r}\n{marker('a', ['Exact match'])}\ndef test_a(onenlp):\n    onenlp.check_mt(pred=RUN)\n",
        f"{marker('b', ['Exact match'])}\ndef test_b(onenlp):\n    onenlp.check_mt(RUN, RUN)\n",
    ))  # fmt: skip
    suite.run(*UPDATE).assert_outcomes(passed=3)
    assert rows(suite)["a/Exact match"]["score"] == rows(suite)["b/Exact match"]["score"] == 1.0


def test_several_text_files_are_runs_and_an_average_is_over_gates_of_texts(suite):
    suite.write(two__txt=outputs(45), mt__toml="")
    suite.write(onenlp__toml=gates({"pred": ["hyp.txt", "two.txt"]}, {"component": "other", "pred": "two.txt"}) + (
        '[[average]]\ncomponent = "all"\nlanguage = "en-de"\ndataset = "demo"\nof = ["*"]\nmetrics = ["Exact match"]\n'
    ))  # fmt: skip
    suite.run(*UPDATE).assert_outcomes(passed=3)
    found = {name: row["score"] for name, row in rows(suite).items()}
    # (30 + 45) / 2 of 60 right in the two runs, 45 of 60 in the other
    assert found == {"mt/Exact match": 0.625, "other/Exact match": 0.75, "all/Exact match": 0.6875}


def test_rows_that_the_command_writes_of_texts_are_references_that_a_gate_is_paired_with(suite):
    texts = (
        "--source",
        "src.txt",
        "--ref",
        "ref.txt",
        "--pred",
        "hyp.txt",
        "--language",
        "en-de",
        "--dataset",
        "demo",
    )
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["mt", *texts, "--rows", "refs.json"]) == 0
    suite.write(hyp__txt=outputs(15))
    result = suite.run(*JUDGE)
    result.stdout.fnmatch_lines(["*mt/en-de/demo/Exact match 0.2500 is 0.2500 below 0.5000*paired -0.2500*"])


def test_a_text_file_of_a_reference_system_is_paired_with_ours(suite):
    suite.write(base__txt=outputs(45), onenlp__toml=gates({"ref_pred": "base.txt"}))
    result = suite.run()
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Exact match 0.5000 is 0.2500 below 0.7500*paired*"])


def test_a_reference_as_the_prediction_is_an_error_by_any_name(suite):
    os.link(suite.path / "ref.txt", suite.path / "hard.txt")
    suite.write(other__txt=outputs(3), onenlp__toml=gates(
        {"pred": "ref.txt"}, {"component": "link", "ref": ["other.txt", "ref.txt"], "pred": "hard.txt"},
    ))  # fmt: skip
    result = suite.run(*UPDATE)
    result.assert_outcomes(failed=2)
    assert result.stdout.str().count("the prediction (pred) and the gold data are one file") >= 2


def test_a_table_may_have_the_field_that_rows_are_cut_out_by(suite):
    suite.write(t__tsv="ref\tdifficulty\tpred\n" + "ja\t1\tja\n" * 30 + "ja\t2\tnein\n" * 30)
    suite.write(
        onenlp__toml=gates(
            {"gold": "t.tsv", "ref": None, "source": None, "pred": "t.tsv", "slices": ["difficulty"]}
        )
    )
    suite.run(*UPDATE).assert_outcomes(passed=1)
    found = {name.partition("{")[2]: row["score"] for name, row in rows(suite).items()}
    assert found == {"": 0.5, "difficulty=1}": 1.0, "difficulty=2}": 0.0}


def test_one_column_of_a_table_as_both_sides_is_an_error_and_two_are_not(suite):
    suite.write(t__tsv="a\tb\n" + "x\ty\n" * SIZE)
    table = {"ref": "t.tsv", "source": None, "pred": "t.tsv", "ref_field": ["a"]}
    suite.write(
        onenlp__toml=gates({**table, "pred_field": "a"}, {**table, "component": "two", "pred_field": "b"})
    )
    result = suite.run(*UPDATE)
    result.assert_outcomes(failed=1, passed=1)
    assert "are one file" in result.stdout.str()


def test_a_copy_of_a_reference_is_flagged_and_a_copy_of_the_sources_is_a_baseline(suite):
    suite.write(copy__txt=REF, other__txt=outputs(3))
    suite.write(onenlp__toml=gates(
        {"ref": ["other.txt", "ref.txt"], "pred": "copy.txt"}, {"component": "source", "pred": "src.txt"},
    ))  # fmt: skip
    suite.run(*UPDATE).assert_outcomes(passed=2)
    assert "same_as_gold" in rows(suite)["mt/Exact match"]["flags"]
    assert "same_as_gold" not in rows(suite)["source/Exact match"]["flags"]


def test_no_report_replaces_a_reference(suite):
    result = suite.run(*UPDATE, "--onenlp-report", "json:ref.txt")
    assert result.ret != 0
    assert suite.read("ref.txt") == REF


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"ref": None}, "gate 1: gold is missing; give gold, or ref in its place"),
        ({"gold": "g.json"}, "gate 1: ref is given in place of gold, but gold is there too; keep one"),
        ({"ref": []}, "gate 1: ref is [], but the path of a file, or a list of them, as in [*] is needed"),
        ({"ref": ["ref.txt", "ref.txt"]}, "each file once is needed; 'ref.txt' is in it twice"),
        ({"source": 3}, "gate 1: source is 3, but a text is needed"),
    ],
)
def test_keys_of_texts_are_refused_in_one_message(suite, keys, says):
    suite.write(onenlp__toml=gates(keys))
    result = suite.alone(*UPDATE)
    assert result.ret == 2
    result.stdout.fnmatch_lines([f"*{says}*".replace("[", "[[]").replace("[[]*]", "[[]*")])


def test_a_gate_over_texts_without_languages_fails_with_the_keys_that_give_them(suite):
    suite.write(onenlp__toml=gates({"language": "de"}))
    result = suite.run(*UPDATE)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*texts do not say what languages they are in: give source_language and target_*"]
    )
    suite.write(onenlp__toml=gates({"language": "de", "source_language": "en", "target_language": "de"}))
    assert suite.run(*UPDATE).ret == 0


@pytest.mark.parametrize(
    "call", ["pred=['ja']", "pred=['ja'], source=['yes']", "ref=[['ja']]", "pred=1, ref=[['ja']]"]
)
def test_a_call_that_lacks_a_side_is_one_message(suite, call):
    suite.write(
        test_a__py=module(
            f"{marker('a', ['BLEU'], language='en-de')}\ndef test_a(onenlp):\n    onenlp.check_mt({call})\n"
        ),
        onenlp__toml=gates({}),
    )
    result = suite.alone(*UPDATE)
    result.assert_outcomes(passed=1, failed=1)
    said = result.stdout.str()
    assert "there is nothing to compare with: give ref" in said or "cannot read pred from" in said
    assert "Traceback" not in said
