"""Gates over runs of machine translation, in one process and with two workers."""

import json
import shutil
from pathlib import Path

import pytest

from tests.mt.runs import document, entry
from tests.plugin.data import gate_file, marker, read_rows

TEST = f"""
import pytest

{marker("mt", metrics=["Exact match", "Composite"])}
def test_mt(onenlp):
    onenlp.check_mt(gold="run.json", pred="run.json")
"""


def run_of(right, of=100):
    """A run whose exact match is ``right / of``."""
    return json.dumps(document(*(entry(n, prediction="ja" if n < right else "nein") for n in range(of))))


def test_a_run_is_recorded_and_judged_by_what_was_recorded(both):
    both.write(run__json=run_of(60), test_mt__py=TEST)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    rows = read_rows(both.path / "refs.json")
    assert rows["mt/Exact match"]["score"] == 0.6
    assert rows["mt/Composite"]["signature"] == "mt.composite|v1|B|chrf_plus_plus+exact_match_rate"
    assert both.run("--onenlp-reference", "refs.json").ret == 0
    both.write(run__json=run_of(30))
    result = both.run("--onenlp-reference", "refs.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Exact match 0.3000 is 0.3000 below 0.6000*"])


def test_a_gate_file_judges_what_can_be_computed_and_says_what_cannot(both):
    gate = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": None}
    text = gate_file(gate).replace("metrics = null\n", "")
    both.write(run__json=run_of(60), onenlp_gates__toml=text)
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["note: *Terminology is not available and left out: the run has no glossary"])
    assert "mt/Terminology" not in read_rows(both.path / "refs.json")


def test_a_metric_that_has_a_reference_and_cannot_be_computed_any_more_is_an_error(both):
    variants = [entry(n, variants=["doch"], prediction="doch") for n in range(60)]
    gate = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": None}
    text = gate_file(gate).replace("metrics = null\n", "")
    both.write(run__json=json.dumps(document(*variants)), onenlp_gates__toml=text)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    both.write(run__json=run_of(60, of=60))
    result = both.run("--onenlp-reference", "refs.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Equivalent match: error: not available: no entry has variants*"])


def test_gold_and_prediction_may_be_two_runs_matched_by_id(both):
    gold = document(*(entry(n, prediction=None) for n in range(60)))
    pred = document(*reversed([entry(n) for n in range(60)]))
    both.write(gold__json=json.dumps(gold), run__json=json.dumps(pred))
    both.write(test_mt__py=TEST.replace('gold="run.json"', 'gold="gold.json"'))
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    assert read_rows(both.path / "refs.json")["mt/Exact match"]["score"] == 1.0


def test_a_run_of_other_entries_is_one_message(both):
    both.write(gold__json=json.dumps(document(entry(1), entry(2))), run__json=json.dumps(document(entry(1))))
    both.write(test_mt__py=TEST.replace('gold="run.json"', 'gold="gold.json"'))
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*gold has entries that the prediction has not: 'e0002'*"])


ENGINES = f"""
import pytest

def flat(texts):
    return [[1.0, float("x" in text)] for text in texts]

{marker("mt", metrics=["Semantic score", "COMET"])}
def test_mt(onenlp):
    onenlp.check_mt("run.json", "run.json", encoder=flat, comet_model=lambda records: [0.25 for _ in records])
"""


def with_sources(right, of=100):
    entries = (entry(n, source="s", prediction="nein" if n < right else "x") for n in range(of))
    return json.dumps(document(*entries))


def test_engines_of_the_users_judge_meaning(both):
    both.write(run__json=with_sources(60), test_mt__py=ENGINES)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    rows = read_rows(both.path / "refs.json")
    # 60 outputs are like their references to the encoder; the others, (1, 1) against (1, 0), are so by 1 / sqrt(2)
    assert round(rows["mt/Semantic score"]["score"], 4) == round(0.6 + 0.4 / 2**0.5, 4)
    assert rows["mt/COMET"]["score"] == 0.25
    assert rows["mt/Semantic score"]["signature"] == "mt.semantic_score|v1|cosine|model:flat|revision:own"
    both.write(run__json=with_sources(20))
    result = both.run("--onenlp-reference", "refs.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Semantic score 0.7657 is 0.1172 below 0.8828*"])


def test_another_encoder_is_not_judged_by_the_references_of_the_first(both):
    both.write(run__json=with_sources(60), test_mt__py=ENGINES)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    both.write(test_mt__py=ENGINES.replace("flat", "other"))
    result = both.run("--onenlp-reference", "refs.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*Semantic score*model:other*"])


def test_a_gate_file_names_engines_by_path_or_name(both):
    gate = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": ["COMET"],
            "encoder": "nobody/nothing", "comet_model": "models"}  # fmt: skip
    (both.path / "models").mkdir()
    both.write(run__json=with_sources(60), onenlp_gates__toml=gate_file(gate))
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 1
    path = both.path / "models" / "checkpoints" / "model.ckpt"
    result.stdout.fnmatch_lines(
        [
            f"*COMET: error: not available: *{path}*",
        ]
    )


@pytest.mark.parametrize("said", ["encoder=5", "comet_model=''", "analyser=5"])
def test_what_is_no_engine_is_one_message(both, said):
    marked = TEST.replace("@pytest.mark.onenlp(", f"@pytest.mark.onenlp({said}, ")
    both.write(run__json=with_sources(5), test_mt__py=marked)
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 1
    key, value = said.split("=")
    model = "the name or path of a model, or a function,"
    needed = f"but {'a path, or what mt.fst.load returned,' if key == 'analyser' else model} is needed"
    result.stdout.fnmatch_lines([f"*{key} is {value} in the onenlp marker, {needed}*"])


CREE = Path(__file__).parents[1] / "mt" / "lexica" / "compiled" / "cree-w.hfstol"
BY_FILE = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": ["FST acceptance"],
           "analyser": "cree.hfstol"}  # fmt: skip
BY_OBJECT = f"""
import pytest
from scoring import mt

{marker("mt", metrics=["FST acceptance"])}
def test_mt(onenlp):
    onenlp.check_mt("run.json", "run.json", analyser=mt.fst.load("cree.hfstol"))
"""


@pytest.mark.parametrize("files", [
    {"onenlp_gates__toml": gate_file(BY_FILE)}, {"test_mt__py": BY_OBJECT},
], ids=["gate file", "test"])  # fmt: skip
def test_a_gate_may_name_the_analyser_of_its_language(both, files):
    shutil.copy(CREE, both.path / "cree.hfstol")
    said = [entry(n, prediction="atim" if n % 4 else "atimzz") for n in range(40)]
    both.write(run__json=json.dumps(document(*said, languages=("en", "crk"))), **files)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    assert read_rows(both.path / "refs.json")["mt/FST acceptance"]["score"] == 0.75
    assert both.run("--onenlp-reference", "refs.json").ret == 0


def test_an_analyser_that_is_not_there_is_one_message(both):
    both.write(run__json=run_of(60), onenlp_gates__toml=gate_file(BY_FILE))
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 1
    result.stdout.fnmatch_lines([f"*{both.path / 'cree.hfstol'}*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_average_without_metrics_is_over_what_its_gates_can_compute(both):
    gate = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": None}
    one, two = (gate_file(gate | {"dataset": name}) for name in ("one", "two"))
    mean = '[[average]]\ncomponent = "mean"\nlanguage = "all"\ndataset = "both"\nof = ["mt/*"]\n'
    both.write(run__json=run_of(60), onenlp_gates__toml=(one + two).replace("metrics = null\n", "") + mean)
    result = both.run("--onenlp-reference", "refs.json", "--onenlp-update")
    result.assert_outcomes(passed=3)
    assert read_rows(both.path / "refs.json")["mean/Exact match"]["score"] == 0.6
    result.stdout.fnmatch_lines(["note: *mean/all/both: Terminology is not available and left out: gate 1 *"])
