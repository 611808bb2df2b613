"""Which task two files are of, by what they look like, where a command takes files of every task."""

import json
import re
from argparse import Namespace

from scoring.base.errors import InputError, UsageError
from scoring.base.files import read_bytes
from scoring.base.strict_json import is_json, parse_json
from scoring.base.text import decoded
from scoring.cli.classify import opened
from scoring.cli.options import given_keys, option_of
from scoring.cli.scoring_command import Opened
from scoring.gates.keys import keys_of
from scoring.metrics import catalog
from scoring.metrics.key import READING

__all__ = ["looked_at"]

WORD = re.compile(r"\d+(?:[-.]\d+)?(?:\t[^\t]*){9}")  # a line of CoNLL-U: an id and nine more columns
TAG = re.compile(r"(?:.*\s)?(?:O|[BIELSU]-\S+)")  # a token, a tag at the end of its line
TABLES = (".csv", ".tsv")
LABELS = ("label", "y_true", "y_pred")  # fields with one label, as other programs call them


def looked_at(options: Namespace) -> Opened:
    """The task that is named, else the one that gold and prediction look like, and both files.

    Raises:
        UsageError: a file looks like no task, or the two look like different ones.
        InputError: a file cannot be read.
    """
    if task := options.task or task_of_options(options):
        return Opened(task, options.gold, options.pred)
    if options.gold is None:
        others = " or ".join(option_of(key.name) for key in READING if key.is_gold)
        msg = f"give --gold FILE, or {others} FILE for a translation in texts"
        raise UsageError(msg)
    looks = [look_of(path) for path in (options.gold, options.pred)]
    for path, look in zip((options.gold, options.pred), looks, strict=True):
        if look is None:
            names = ", ".join(catalog.task_names())
            msg = f"{path}: what it holds cannot be told from its looks; name it: --task {names}"
            raise UsageError(msg)
    if looks[0] != looks[1]:
        msg = (
            f"{options.gold} looks like task {looks[0]}, {options.pred} like {looks[1]}; is one the wrong file? "
            "If not, name what both hold with --task"
        )
        raise UsageError(msg)
    return opened(options) if looks[0] == "labels" else Opened(str(looks[0]), options.gold, options.pred)


def task_of_options(options: Namespace) -> str | None:
    """The one task that has all the options of reading that were given; None where none was, or several have them.

    Raises:
        UsageError: no task has them all.
    """
    given = given_keys(options, READING)
    if not given:
        return None
    told = [name for name in catalog.task_names() if not catalog.task(name).by_name_only]
    tasks = [name for name in told if given.keys() <= keys_of(name).keys()]
    if not tasks:
        msg = f"no task has all of {', '.join(map(option_of, given))}; remove one"
        raise UsageError(msg)
    return tasks[0] if len(tasks) == 1 else None


def look_of(path: str) -> str | None:
    """``ud``, ``spans``, ``mt``, ``labels`` (of one or several), or None where the first line says nothing."""
    if path.lower().endswith(".spacy"):
        return "spans"
    text = decoded(read_bytes(path, InputError), path)
    lines = [line for line in text.splitlines() if line.strip()]
    if path.lower().endswith(".conllu"):
        return "ud"
    if not lines:
        return None
    if any(WORD.fullmatch(line) for line in [line for line in lines if not line.startswith("#")][:1]):
        return "ud"
    if lines[0].lstrip().startswith("{"):
        return look_of_record(text if is_json(text) else lines[0])
    if lines[0].lstrip().startswith("["):
        return look_of_array(text if is_json(text) else lines[0])
    first = next((line for line in lines if not line.startswith("#")), lines[0])
    if TAG.fullmatch(first.rstrip()):
        return "spans"
    return "labels" if path.lower().endswith(TABLES) else None


def look_of_array(text: str) -> str | None:
    """What a JSON array looks like: by its first document, which may be a list of labels with a score each."""
    values = parse_json(text, "") if is_json(text) else None
    first = values[0] if isinstance(values, list) and values else None
    while isinstance(first, list) and first:
        first = first[0]
    return look_of_record(json.dumps(first))


def look_of_record(line: str) -> str | None:
    """What a line of JSON Lines looks like: a run, or its header; documents with spans, or with labels."""
    record = parse_json(line, "") if is_json(line) else None
    if not isinstance(record, dict):
        return None
    looks = {"spans": "spans", "gold": "labels", "pred": "labels", "scores": "labels"}
    looks |= {key: "labels" for key in LABELS if isinstance(record.get(key), str | int | float)}
    if isinstance(record.get("dataset"), dict):
        return "mt"
    if holds_spans(record):
        return "spans"
    found = {look for key, look in looks.items() if key in record}
    return found.pop() if len(found) == 1 else None


def holds_spans(record: object) -> bool:
    """Whether a record has spans or tags in a field of an annotation tool or a data set."""
    if not isinstance(record, dict):
        return False
    drawn = ("annotations" in record or "completions" in record) and "data" in record
    spans = (one for name in ("entities", "label", "labels") for one in listed(record.get(name))[:1])
    return drawn or bool(listed(record.get("ner_tags"))) or any(isinstance(one, list | dict) for one in spans)


def listed(value: object) -> list[object]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []
