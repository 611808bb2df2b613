"""What is known of the target language, and where COMET runs, as keys of gates, of the marker and of calls."""

import json

import pytest

from tests.mt.runs import document, entry
from tests.plugin.data import gate_file, marker, read_rows

ANALYSES = {"atim": ["atim+N+A+Sg"], "nipâw": ["nipâw+V+AI+Ind+3Sg"], "nipaw": ["nipâw+V+AI+Err/Orth"]}
METRICS = ["FST acceptance", "Morphological accuracy"]
CARD = {"code": "own", "name": "Own", "fst": {"name": "own"}, "scripts": ["Latn"]}
OWN = {"standards": "st", "language_cards": ["cards"], "accept_err": True, "derived_morphology": True,
       "comet_python": "no/python", "comet_cache": "off"}  # fmt: skip
GATE = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": METRICS}
CALL = f"""
import pytest

{marker("mt", metrics=METRICS)}
def test_mt(onenlp):
    onenlp.check_mt("run.json", "run.json", standards=["st"], language_cards="cards", accept_err=True,
                    derived_morphology=True, comet_cache="off")
"""


def write_language(suite):
    """A language of a folder of its own: its card, its analyser, and a run of it."""
    for name in ("st/own", "cards"):
        (suite.path / name).mkdir(parents=True)
    suite.write(**{"st/own/analyser__json": json.dumps(ANALYSES), "cards/own__json": json.dumps(CARD)})
    made = [
        entry(n, prediction="atim nipaw" if n % 4 else "atim", references=["atim nipâw"]) for n in range(40)
    ]
    suite.write(run__json=json.dumps(document(*made, languages=("en", "own"))))


@pytest.mark.parametrize("files", [
    {"onenlp_gates__toml": gate_file(GATE | OWN)}, {"test_mt__py": CALL},
], ids=["gate file", "test"])  # fmt: skip
def test_a_gate_says_what_is_known_of_its_language(both, files):
    write_language(both)
    both.write(**files)
    assert both.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0
    rows = read_rows(both.path / "refs.json")
    assert rows["mt/FST acceptance"]["score"] == 1.0  # the erroneous form counts
    # of 40 atim and 30 nipaw all are judged, and those of nipaw have other tags
    assert round(rows["mt/Morphological accuracy"]["score"], 4) == round(40 / 70, 4)
    assert "|derived|" in rows["mt/Morphological accuracy"]["signature"]
    assert both.run("--onenlp-reference", "refs.json").ret == 0


def test_paths_of_a_gate_file_are_from_its_folder(suite):
    (suite.path / "sub").mkdir()
    write_language(suite)
    for name in ("st", "cards", "run.json"):
        (suite.path / name).rename(suite.path / "sub" / name)
    suite.write(**{"sub/onenlp_gates__toml": gate_file(GATE | OWN)})
    assert suite.run("--onenlp-reference", "refs.json", "--onenlp-update").ret == 0


@pytest.mark.parametrize(("key", "value", "says"), [
    ("standards", 5, "standards is 5, but a text is needed"),
    ("standards", "nowhere", "nowhere: there is no such folder of language standards"),
    ("language_cards", "nowhere", "nowhere: there is no such folder of language cards"),
    ("accept_err", "yes", "accept_err is 'yes', but true or false is needed"),
    ("comet_cache", 5, "comet_cache is 5, but a text is needed"),
])  # fmt: skip
def test_a_value_that_cannot_be_used_is_one_message(suite, key, value, says):
    write_language(suite)
    suite.write(onenlp_gates__toml=gate_file(GATE | OWN | {key: value}))
    result = suite.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret != 0
    result.stdout.fnmatch_lines([f"*{says}*"])
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize("said", ["standards=5", "language_cards={}", "accept_err='yes'", "comet_cache=''"])
def test_what_the_marker_cannot_mean_is_one_message(suite, said):
    write_language(suite)
    suite.write(test_mt__py=CALL.replace("@pytest.mark.onenlp(", f"@pytest.mark.onenlp({said}, "))
    result = suite.run("--onenlp-reference", "refs.json", "--onenlp-update")
    assert result.ret == 1
    key, value = said.split("=")
    result.stdout.fnmatch_lines([f"*{key} is {value} in the onenlp marker, but *is needed*"])
