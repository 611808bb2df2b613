"""The example files: made again they are the same, in both forms they score the same, and as seqeval says."""

import importlib.util
import re
import shutil

import pytest

from scoring import spans
from tests.shared import ROOT

FIXTURES = ROOT / "fixtures" / "spans"
ROW = re.compile(r"^\| (en|de) (candidate|reference) \| (.*) \|$", re.MULTILINE)
TABLE = ROW.findall((FIXTURES / "README.md").read_text(encoding="utf-8"))


def test_the_outputs_are_made_again_byte_for_byte(tmp_path):
    for file in [*FIXTURES.glob("*-gold.iob2"), FIXTURES / "make.py"]:
        shutil.copy(file, tmp_path)
    spec = importlib.util.spec_from_file_location("make_spans", tmp_path / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main()
    made = [file for pattern in ("*.iob2", "*.jsonl") for file in tmp_path.glob(pattern)]
    assert len(made) == 9
    for file in made:
        assert file.read_bytes() == (FIXTURES / file.name).read_bytes(), file.name


@pytest.mark.parametrize("side", ["candidate", "reference"])
def test_tags_and_character_spans_have_the_same_counts(side):
    whole = spans.scores(FIXTURES / f"{side}.jsonl", FIXTURES / "gold.jsonl").micro
    parts = [
        spans.scores(FIXTURES / f"{language}-{side}.iob2", FIXTURES / f"{language}-gold.iob2").micro
        for language in ("en", "de")
    ]
    for count in ("correct", "predicted", "gold"):
        assert getattr(whole, count) == sum(getattr(part, count) for part in parts)


def test_the_table_has_every_prediction():
    assert len(TABLE) == 4


@pytest.mark.parametrize("row", TABLE, ids=lambda row: "-".join(row[:2]))
def test_predictions_score_as_seqeval_printed(row):
    language, side, cells = row
    sentences, documents, gold_spans, *points = cells.split(" | ")
    gold = spans.read(FIXTURES / f"{language}-gold.iob2")
    found = spans.scores(FIXTURES / f"{language}-{side}.iob2", gold)
    assert [len(gold.sentences), len(gold.documents), found.micro.gold] == [
        int(cell) for cell in (sentences, documents, gold_spans)
    ]
    ours = (found.micro.precision, found.micro.recall, found.micro.f1, found.macro_f1)
    assert [f"{value:.2f}" for value in ours] == points
