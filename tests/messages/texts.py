"""Scenarios of translations in texts: text files, tables, lists."""

import json

from scoring.base.errors import ScoringError
from scoring.metrics.task import read_side
from scoring.mt.task import MT
from tests.messages.room import produces
from tests.mt.runs import document, entry

TEXTS = ("--ref", "ref.txt", "--pred", "pred.txt")
LANGUAGES = ("--language", "en-de")
FILES = {
    "ref__txt": "ja\nnein\n", "pred__txt": "ja\n", "x__csv": "ref,pred\n", "twice__tsv": "ref\tref\na\tb\n",
    "short__tsv": "ref\tpred\nja\n", "hyps__tsv": "hyp\tmt\na\tb\n", "one__tsv": "prose\nmore\n",
    "list__jsonl": "[1]\n[2]\n",
    "a__tsv": "id\tref\n1\ta\n", "b__tsv": "id\tpred\n2\tb\n", "ids__tsv": "id\tref\n1\ta\n1\tb\n",
    "no__tsv": "id\tref\n\ta\n",
    "run__json": json.dumps(document(entry(1))),
}  # fmt: skip
PYTHON = [  # the prediction, and what says what it is compared with
    (["a"], {"ref": [["a"], ["b", "c"]]}), (["a"], {"ref": [["a", "b"]]}), (["a", "b"], {"ref": [["a"], ["b"]]}),
    (["a"], {"ref": [[None]]}), (["a"], {"ref": [[" "]]}), ([1], {"ref": [["a"]]}), (["\ud800"], {"ref": [["a"]]}),
    ("pred.txt", {"ref": ["ja nun"]}), ("x.csv", {"ref": "ref.txt"}), ("short.tsv", {"ref": "short.tsv"}),
    ("twice.tsv", {"gold": "twice.tsv"}), ("a.tsv", {"gold": "a.tsv", "columns": ["ref"]}),
    ("hyps.tsv", {"ref": [["a"]]}),
    ("one.tsv", {"ref": [["a"]]}), ([{"a": "b", "c": "d"}], {"ref": [["a"]]}), ("list.jsonl", {"ref": [["a"]]}),
    ("pred.txt", {"ref": "ref.txt", "ref_field": ["a"]}), ("pred.txt", {"gold": "ref.txt"}), (1, {"ref": [["a"]]}),
    ("b.tsv", {"gold": "a.tsv"}), ("b.tsv", {"gold": "ids.tsv"}), ("b.tsv", {"gold": "no.tsv"}), ("b.tsv", {"ref": []}),
    ("pred.txt", {"ref": "run.json"}), ("run.json", {"gold": "run.json", "source_language": "fr"}),
    ("run.json", {"gold": "run.json", "source_field": "a"}), ("pred.txt", {"ref": "ref.txt", "language": "pt-BR"}),
    ("pred.txt", {"ref": "ref.txt", "gold": "run.json"}), ("pred.txt", {}),
]  # fmt: skip


def said_of(pred, gold=None, **how):
    """What is said of a prediction and what it is compared with."""
    given = MT.reading({"language": "en-de", **how})
    try:
        source = MT.gold_source(gold, pred, given)
        MT.align(read_side(MT, source, "gold", given), read_side(MT, pred, "pred", given))
    except ScoringError as error:
        return str(error)
    return ""


@produces("Translations in texts")
def other_texts(room):
    room.write(**FILES)
    room.suite.monkeypatch.chdir(room.path)
    for pred, how in PYTHON:
        yield said_of(pred, **how)
    yield room.onenlp("mt", "--ref", "ref.txt", "--pred", "run.json", *LANGUAGES)
    yield room.onenlp("init", "--pred", "pred.txt")
    gate = '[[gate]]\ncomponent = "a"\nlanguage = "en-de"\ndataset = "b"\ntask = "mt"\npred = "pred.txt"\n'
    for more in ("", 'gold = "run.json"\nref = "ref.txt"\n'):
        room.write(onenlp__toml=gate + more)
        yield room.pytest()
