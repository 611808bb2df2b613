"""Scenarios of the command ``onenlp`` that cannot do what it is told."""

import json

import pytest

from scoring.cli import output
from tests.cli.files import FAIR, GOOD, rows_of, write_pair, write_rows
from tests.messages.room import produces, raising
from tests.mt.runs import document, entry

PAIR = ("--gold", "gold.conllu", "--pred", "tagger.conllu")


@produces("Usage of the command")
def wrong_usage(room):
    for words in (
        [], ["udd"], ["ud", "--golf"], ["ud"], ["ud", *PAIR, "more"], ["ud", *PAIR, "--seed", "1", "--seed", "2"],
        ["ud", *PAIR, "--better", "yes"], ["ud", *PAIR, "--metrics", "UPOS,,LAS"], ["ud", *PAIR, "--resamples", "9"],
        ["ud", *PAIR, "--report", "md"], ["ud", *PAIR, "--report", "mf:rows.md"],
        ["classify", *PAIR, "--threshold", "x"], ["power", *PAIR, "--margin", "0"],
    ):  # fmt: skip
        yield room.onenlp(*words)


@produces("References of the command", "Files of the command")
def wrong_files(room):
    pair = ("ud", *write_pair(room.path))
    labels = ("classify", "--gold", "l.jsonl", "--pred", "l.jsonl")
    room.write(
        l__jsonl='{"id": "1", "gold": "a", "pred": "a"}\n', empty__conllu="", nil__conllu="", t__iob2="a O\n"
    )
    room.folder("nothing")
    write_rows(room.path / "none.json")
    write_rows(room.path / "nil.json")
    for words in (
        ["UPOS"], ["LAS=1"], ["UPOS=1,UPOS=2"], ["UPOS=x"],
    ):  # fmt: skip
        yield room.onenlp(*pair, "--reference", *words)
    empty = ("--gold", "empty.conllu", "--pred", "nil.conllu")
    for words in (
        [*labels, "--reference", "Accuracy[z]=1"], [*pair, "--reference-source", "x"],
        [*pair, "--reference-file", "nothing"], ["compare", "none.json", "nil.json"],
        [*pair, "--json", room.path / "gold.conllu"], ["convert-tags", "t.iob2", "t.iob2"],
        ["init", *PAIR, "gates.toml"], ["init", *PAIR, "onenlp_gates.toml"], ["init", *PAIR, "onenlp_gates.toml"],
        ["ud", *empty], ["power", *empty],
    ):  # fmt: skip
        yield room.onenlp(*words)
    for name, wrong in (("ours", FAIR), ("theirs", GOOD)):
        yield room.onenlp("ud", *write_pair(room.path, wrong), "--json", f"{name}.json")
    row = rows_of(room.path / "ours.json")[0]
    write_rows(room.path / "other.json", {"score": 1, "component": "another", "metric": "speed"})
    yield room.onenlp("compare", "ours.json", "other.json")
    yield room.onenlp(*pair, "--reference-file", "other.json")
    write_rows(room.path / "ours.json", row | {"score": row["score"] + 1})
    yield room.onenlp("compare", "ours.json", "theirs.json")


@produces("Tasks of the command")
def wrong_tasks(room):
    write_pair(room.path)
    one, several = '{"id": "1", "gold": "a", "pred": ["a"]}\n', '{"id": "1", "gold": ["a"], "pred": ["a"]}\n'
    room.write(one__jsonl=one, several__jsonl=several, some__txt="what is this\n")
    room.write(run__json=json.dumps(document(entry(1))))
    room.write(cells__csv="id,gold,pred\n1,a,a\n", empty__csv="id,gold,pred\n1,,a\n")
    files = ("--gold", "several.jsonl", "--pred", "several.jsonl")
    for words in (
        ["classify", *files, "--task", "labels", "--threshold", "1"],
        ["classify", *files, "--by-label", "--labels", "a"],
        ["classify", "--gold", "one.jsonl", "--pred", "one.jsonl"],
        *(["classify", "--gold", name, "--pred", name] for name in ("cells.csv", "empty.csv")),
        ["power", "--gold", "some.txt", "--pred", "some.txt"],
        ["power", "--gold", "one.jsonl", "--pred", "tagger.conllu"],
        ["power", *files, "--metrics", "ROC-AUC"], ["classify", *files],
        ["init", "--gold", "run.json", "--pred", "run.json"],
    ):  # fmt: skip
        yield room.onenlp(*words)


@produces("A gate file that is not written")
def unwritten(room):
    write_pair(room.path)
    (room.path / "tagger.conllu").rename(room.path / "\udc80.conllu")
    return room.onenlp("init", *PAIR[:2], "--pred", "\udc80.conllu", "--component", "tagger")


@produces("Faults from outside")
def faults_from_outside(room):
    pair = ("ud", *write_pair(room.path))
    for fault in (
        KeyboardInterrupt(),
        MemoryError(),
        PermissionError(13, "Permission denied", "x"),
        KeyError("y"),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("scoring.evaluation.evaluate.evaluate", raising(fault))
            yield room.onenlp(*pair)
    put = output.put

    def full_at_the_table(stream, text):
        if text.startswith("row"):
            raise OSError(28, "No space left on device")
        put(stream, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.cli.output.put", full_at_the_table)
        yield room.onenlp(*pair)
