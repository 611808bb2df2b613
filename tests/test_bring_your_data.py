"""Every line of the page "Bring your data" is run: the call in a test, and the gate in a gate file."""

import json
import re
import subprocess
import sys

import pytest

from scoring.base.foreign import BEGINNINGS, ENDINGS, TOOLS, foreign_form
from tests.forms import FORMS
from tests.shared import ROOT

pytestmark = pytest.mark.source

FILE = ROOT / "docs/howto/bring-your-data.md"
PAGE = FILE.read_text(encoding="utf-8") if FILE.exists() else ""  # the wheel is tested without the pages
SECTIONS = re.findall(r"^## .*?: tasks? `(\w+)`.*?$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
ROW = re.compile(
    r"^\| (?P<form>[^|]+?) \| `(?P<call>onenlp\.[^|]+)` \| (?:`(?P<gate>[^|]+)`|—) \|$", re.MULTILINE
)
ROWS = [(task, row) for task, section in SECTIONS for row in ROW.finditer(section)]
MARK = '@pytest.mark.onenlp(component="call", language="en", dataset="form {number}")\n'
CONFTEST = """\
import pytest

@pytest.fixture(autouse=True)
def in_its_folder(request, monkeypatch):
    monkeypatch.chdir(request.path.parent)
"""


def gate_of(number, task, keys):
    pairs = re.split(r", (?=\w+ = )", keys)
    own = ['component = "gate"', 'language = "en"', f'dataset = "form {number}"', f'task = "{task}"']
    return "\n".join(["[[gate]]", *own, *pairs, ""])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The rows of one run of every line of the page."""
    folder = tmp_path_factory.mktemp("forms")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    for number, (task, row) in enumerate(ROWS):
        form, here = FORMS[row["form"]], folder / f"form_{number}"
        here.mkdir()
        for name, text in form.files.items():
            (here / name).write_text(text, encoding="utf-8")
        test = f"import pytest\n\n{MARK.format(number=number)}def test_form_{number}(onenlp):\n    {row['call']}\n"
        if form.objects:
            test = f"import os\nos.chdir(os.path.dirname(__file__))\n{form.objects}\n{test}"
        (here / f"test_form_{number}.py").write_text(test, encoding="utf-8")
        if row["gate"]:
            (here / "onenlp.toml").write_text(
                gate_of(number, form.task or task, row["gate"]), encoding="utf-8"
            )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
         "--onenlp-reference", "refs.json", "--onenlp-update"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    rows = json.loads((folder / "refs.json").read_text(encoding="utf-8"))["rows"]
    first = {}
    for row in rows:
        first.setdefault((row["component"], row["dataset"]), []).append(row)
    return first


def test_the_page_has_a_line_for_every_form_and_no_other():
    assert [row["form"] for _, row in ROWS] == list(FORMS)


@pytest.mark.parametrize(("number", "row"), list(enumerate(ROWS)), ids=[row["form"] for _, row in ROWS])
def test_the_line_is_read_by_the_call_and_by_the_gate(recorded, number, row):
    form = FORMS[row[1]["form"]]
    scores = {
        "Span F1",
        "Accuracy",
        "Tag accuracy",
        "Micro F1",
        "UPOS",
        "Exact match",
        "Faithfulness",
        "WER",
        "Mark",
    }
    for component in ("call", *(["gate"] if row[1]["gate"] else [])):
        main = next(one for one in recorded[component, f"form {number}"] if one["metric"] in scores)
        assert main["score"] == pytest.approx(form.score)


def test_every_form_that_a_refusal_names_has_a_line():
    names = {name for _, name in (*BEGINNINGS, *TOOLS)} | {*ENDINGS.values(), "JSON array", "JSON Lines"}
    refused = PAGE[PAGE.index("## What is refused") :]

    assert {name for name in names if f"\n| {name} | " not in refused} == set()


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("a.spacy", b"", "spaCy DocBin"),
        ("a.bin", b"PAR1...", "Parquet"),
        ("a.txt", b"PK\x03\x04", "zip"),
        ("a.csv", b"\x1f\x8b\x08", "gzip"),
        ("a.json", b'[{"id": 1, "data": {}, "annotations": []}]', "Label Studio"),
        ("a.jsonl", b'{"_input_hash": 3, "text": ""}\n', "Prodigy"),
        ("a.json", b'\xef\xbb\xbf [{"id": 1}]', "JSON array"),
        ("a.json", b'{"id": 1}\n{"id": 2}\n', "JSON Lines"),
        ("a.txt", b"[1] is a footnote\n", None),
        ("a.txt", b"1\ta\tb\n", None),
        ("a.txt", b"[" * 100_000, None),
    ],
)
def test_a_form_is_told_by_its_beginning(tmp_path, name, content, form):
    (tmp_path / name).write_bytes(content)

    assert foreign_form(tmp_path / name) == form


def test_a_refusal_names_the_form_and_the_page(tmp_path):
    (tmp_path / "docs.json").write_text('[{"id": 1}]', encoding="utf-8")
    (tmp_path / "pred.conllu").write_text("", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "scoring.cli", "ud", "--gold", "docs.json", "--pred", "pred.conllu"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 2
    assert run.stderr.endswith(
        "the file looks like JSON array: docs: How to, Bring your data, 'JSON array'\n"
    )
