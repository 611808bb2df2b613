"""The tokenizer of BLEU in gates, with and without workers."""

import json

import pytest

from tests.mt.runs import document, entry
from tests.plugin.data import gate_file, marker, read_rows

GATE = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": ["BLEU"]}
WEATHER = [entry(n, references=["今日は天气がいい"], prediction="今日は天气") for n in range(60)]
RUN = json.dumps(document(*WEATHER, languages=("en", "zh")))
REFERENCE = ("--onenlp-reference", "refs.json")
TEST = f"""
import pytest

{marker("mt", metrics=["BLEU"], tokenize="char")}
def test_mt(onenlp):
    onenlp.check_mt("run.json", "run.json")
"""


def test_a_gate_names_the_tokenizer_and_its_reference_is_of_that_one(both):
    both.write(run__json=RUN, onenlp__toml=gate_file(GATE | {"tokenize": "char"}))
    assert both.run(*REFERENCE, "--onenlp-update").ret == 0
    assert "|tok:char|" in read_rows(both.path / "refs.json")["mt/BLEU"]["signature"]
    assert both.run(*REFERENCE).ret == 0
    both.write(onenlp__toml=gate_file(GATE))
    result = both.run(*REFERENCE)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*stale*tok:*"])


def test_a_marker_names_the_tokenizer(both):
    both.write(run__json=RUN, test_mt__py=TEST)
    assert both.run(*REFERENCE, "--onenlp-update").ret == 0
    assert "|tok:char|" in read_rows(both.path / "refs.json")["mt/BLEU"]["signature"]


@pytest.mark.parametrize("given", ["chars", "spm"])
def test_a_tokenizer_that_there_is_not_is_one_message(both, given):
    both.write(run__json=RUN, onenlp__toml=gate_file(GATE | {"tokenize": given}))
    result = both.run(*REFERENCE, "--onenlp-update")
    assert result.ret != 0
    output = result.stdout.str() + result.stderr.str()
    assert f"tokenize is '{given}', but \"13a\" or" in output
