"""Keeps what the product prints and writes on the fixtures, to be compared before and after a change of structure.

    python tools/outputs.py BEFORE        # with the old version installed
    python tools/outputs.py AFTER         # with the new one
    diff -r BEFORE AFTER

Every command runs in a copy of ``fixtures``; its status, output and files are kept in a folder of its own.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
ALL = ["--json", "rows.json", "--markdown", "rows.md", "--csv", "rows.csv", "--html", "rows.html"]
REPORTS = [f"--onenlp-report={kind}:out.{kind}" for kind in ("json", "md", "csv", "html")]
UD = ["onenlp", "ud", "--gold", "ud/en-gold.conllu", "--pred", "ud/en-candidate.conllu"]
SPAN = ["onenlp", "span", "--gold", "spans/en-gold.iob2", "--pred", "spans/en-candidate.iob2"]
CHAR = ["onenlp", "span", "--gold", "spans/gold.jsonl", "--pred", "spans/candidate.jsonl"]
SINGLE = ["onenlp", "classify", "--gold", "labels/topics-gold.jsonl", "--pred", "labels/topics-candidate.csv"]
MULTI = ["onenlp", "classify", "--gold", "labels/multi-gold.jsonl", "--pred", "labels/multi-candidate.jsonl"]
CREE = ["--standards", "mt/crk-toy"]
RUN = ["--run", "mt/crk-toy/run.json"]
PYTEST = ["pytest", "-p", "no:cacheprovider", "onenlp.toml", "pytest_gates.py"]

GATES = """
[[gate]]
component = "ud"
language = "en"
dataset = "demo"
task = "ud"
gold = "ud/en-gold.conllu"
pred = "ud/en-candidate.conllu"

[[gate]]
component = "spans"
language = "en"
dataset = "demo"
task = "spans"
gold = "spans/en-gold.iob2"
pred = "spans/en-candidate.iob2"
labels = ["*"]

[[gate]]
component = "chars"
language = "en"
dataset = "demo"
task = "spans"
gold = "spans/gold.jsonl"
pred = "spans/candidate.jsonl"
min = {"Span F1" = 99.0}

[[gate]]
component = "labels"
language = "en"
dataset = "topics"
task = "labels"
gold = "labels/topics-gold.jsonl"
pred = "labels/topics-candidate.csv"
labels = ["*"]

[[gate]]
component = "runs"
language = "en"
dataset = "topics"
task = "labels"
gold = "labels/topics-gold.jsonl"
pred = ["labels/topics-candidate.csv", "labels/topics-reference.csv", "labels/topics-third.csv"]

[[gate]]
component = "multi"
language = "en"
dataset = "demo"
task = "multilabel"
gold = "labels/multi-gold.jsonl"
pred = "labels/multi-candidate.jsonl"

[[gate]]
component = "cree"
language = "crk"
dataset = "toy"
task = "mt"
gold = "mt/crk-toy/run.json"
pred = "mt/crk-toy/run.json"

[[average]]
component = "all"
language = "mul"
dataset = "average"
of = ["labels/*", "runs/*"]
metrics = ["Accuracy"]
"""

TESTS = """
import pytest

IDENTITY = {"component": "own", "language": "de", "dataset": "demo"}

@pytest.mark.onenlp(**IDENTITY, metrics=["UPOS", "LAS"])
def test_paired(onenlp):
    onenlp.check_ud(gold="ud/de-gold.conllu", pred="ud/de-candidate.conllu", ref_pred="ud/de-reference.conllu")

@pytest.mark.onenlp(**IDENTITY)
def test_value(onenlp):
    onenlp.check_value("BLEU", 31.5)

def test_snapshot(onenlp, results_snapshot):
    rows = onenlp.spans(gold="spans/de-gold.iob2", pred="spans/de-candidate.iob2", **IDENTITY)
    assert rows == results_snapshot
"""

COMMANDS = {
    "ud": [*UD, *ALL],
    "ud_paired": [*UD, "--ref-pred", "ud/en-reference.conllu", *ALL],
    "ud_worse": [*UD, "--reference", "UPOS=99.9,LAS=88", "--metrics", "UPOS,LAS", *ALL],
    "ud_bad_metric": [*UD, "--metrics", "LOS"],
    "ud_bad_file": ["onenlp", "ud", "--gold", "spans/en-gold.iob2", "--pred", "ud/en-candidate.conllu"],
    "span": [*SPAN, "--by-label", "--entries", "entries.jsonl", *ALL],
    "span_paired": [*SPAN, "--ref-pred", "spans/en-reference.iob2", *ALL],
    "span_chars": [*CHAR, "--by-label", "--entries", "entries.jsonl", *ALL],
    "span_chars_paired": [*CHAR, "--ref-pred", "spans/reference.jsonl", *ALL],
    "single": [*SINGLE, "--by-label", "--entries", "entries.jsonl", *ALL],
    "single_paired": [*SINGLE, "--ref-pred", "labels/topics-reference.csv", *ALL],
    "multi": [*MULTI, "--by-label", "--entries", "entries.jsonl", *ALL],
    "multi_paired": [*MULTI, "--ref-pred", "labels/multi-reference.jsonl", *ALL],
    "convert": ["onenlp", "convert-tags", "spans/en-gold.iob2", "out.iob2"],
    "power": ["onenlp", "power", "--gold", "ud/en-gold.conllu", "--pred", "ud/en-candidate.conllu"],
    "init_ud": ["onenlp", "init", "--gold", "ud/en-gold.conllu", "--pred", "ud/en-candidate.conllu", "onenlp_ud.toml"],
    "init_labels": ["onenlp", "init", "--gold", "labels/topics-gold.jsonl", "--pred", "labels/topics-candidate.csv",
                    "onenlp_labels.toml"],
    "languages": ["onenlp", "languages"],
    "schema": ["onenlp", "schema"],
    "schema_card": ["onenlp", "schema", "--of", "card"],
    "mt": ["onenlp", "mt", *RUN, *CREE, "--json", "card.json", "--markdown", "card.md", "--entries", "e.jsonl",
           "--rows", "rows.json"],
    "mt_plain": ["onenlp", "mt", *RUN],
    "mt_sme": ["onenlp", "mt", "--run", "mt/sme-template/run.json", "--entries", "e.jsonl"],
    "mt_compare": ["onenlp", "mt-compare", "mt/crk-toy/run.json", "mt/crk-toy/run.json", *CREE, "--json", "c.json"],
    "mt_references": ["onenlp", "mt-references", *RUN, *CREE],
    "pytest_update": [*PYTEST, "--onenlp-reference", "refs.json", "--onenlp-update", *REPORTS],
    "pytest_judged": [*PYTEST, "--onenlp-reference", "refs.json", *REPORTS],
    "pytest_worse": [*PYTEST, "--onenlp-reference", "refs.json", *REPORTS],
    "pytest_workers": [*PYTEST, "--onenlp-reference", "refs.json", "-n2", *REPORTS],
    "compare": ["onenlp", "compare", "worse.json", "refs.json", *ALL],
    "help_ud": ["onenlp", "ud", "--help"],
    "help_pytest": ["pytest", "--help"],
    "markers": ["pytest", "--markers"],
}  # fmt: skip
WORSE = {
    "ud/en-candidate.conllu": ("AUX", "VERB"),
    "spans/en-candidate.iob2": ("PER", "LOC"),
    "labels/topics-candidate.csv": ("sport", "politics"),
    "spans/candidate.jsonl": ("PER", "ORG"),
}
# What differs from run to run or place to place: times, addresses, interpreters, the order of workers.
MOVES = re.compile(
    r"^[.FE]+(?= +\[100%\])|linux -- Python .*|\d+\.\d+s\b|0x[0-9a-f]+|python[\d.]+/site-packages|\[gw\d\]",
    re.MULTILINE,
)


def main(keep: Path) -> None:
    """Runs every command, in order; later ones see what earlier ones wrote into the copy."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name) / "work"
        shutil.copytree(FIXTURES, place)
        text = (place / "labels/topics-candidate.csv").read_text("utf-8")
        (place / "labels/topics-third.csv").write_text(text.replace("science", "culture"), "utf-8")
        (place / "onenlp.toml").write_text(GATES, "utf-8")
        (place / "pytest_gates.py").write_text(TESTS, "utf-8")
        (place / "pytest.ini").write_text("[pytest]\npython_files = pytest_*.py\n", "utf-8")
        for title, command in COMMANDS.items():
            if title == "pytest_worse":
                for file, (old, new) in WORSE.items():
                    path = place / file
                    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
            before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
            env = os.environ | {
                "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                "COLUMNS": "120",
            }
            done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, check=False)  # noqa: S603 - the list above
            home = keep / title
            home.mkdir(parents=True)
            said = f"{done.stdout}\n--- stderr\n{done.stderr}\n--- status {done.returncode}\n"
            (home / "said.txt").write_text(MOVES.sub("…", said.replace(name, "PLACE")), "utf-8")
            for path in sorted(place.rglob("*")):
                if not path.is_file() or "__pycache__" in path.parts or before.get(path) == path.read_bytes():
                    continue
                kept = home / "files" / path.relative_to(place)
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(path.read_bytes())
            if title == "pytest_worse":
                rows = json.loads((place / "out.json").read_text("utf-8"))
                (place / "worse.json").write_text(json.dumps(rows), "utf-8")
            sys.stdout.write(f"{title}: {done.returncode}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
