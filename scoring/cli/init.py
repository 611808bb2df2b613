"""``onenlp init``: writes a gate file with one gate, for a gold and a prediction file, or the runs of one system."""

import json
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.base.errors import InputError, UsageError
from scoring.base.wording import plural
from scoring.cli.measure_files import add_gold
from scoring.cli.options import Parser, add_key, names_in
from scoring.metrics import catalog
from scoring.metrics.key import READING, Kind

if TYPE_CHECKING:
    from scoring.cli.measure_files import MeasuredFiles

__all__ = ["parser", "run"]

NAME = "onenlp_gates.toml"
LONGEST = 100  # characters of the line of a list
NEXT = (
    "next: pytest --onenlp-reference refs.json --onenlp-update records; commit refs.json, and in CI run\n"
    "      pytest --onenlp-reference refs.json --onenlp-require all\n"
    "      with required_plugins = pytest-onenlp in the ini file: neither a lost gate nor a lost plugin passes\n"
)


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp init",
        "Write a gate file, which pytest collects, with one gate for a gold and a prediction file. Both are read,\n"
        "and every metric is tried, before anything is written.",
        "",
    )
    add = made.add_argument
    add_gold(made)
    add("--pred", required=True, action="append", metavar="FILE",
        help="the prediction for the same text; repeat it for runs of one system with other seeds")  # fmt: skip
    add("--ref-pred", metavar="FILE", help="a reference system's prediction, to be judged by on every run")
    add("--task", choices=catalog.task_names(), help="what the files hold (default: as they look)")
    add("--component", metavar="NAME", help="what made the prediction (default: name of the task)")
    add(
        "--language",
        metavar="CODE",
        help="the language (default: that of a run or of texts, as en-de; else und)",
    )
    add("--dataset", metavar="NAME", help="the test set (default: that of a run; else name of the gold file)")
    add("--metrics", type=names_in, metavar="NAME,...", help="what to judge (default: every metric)")
    for key in READING:
        add_key(made, key)
    add("out", nargs="?", default=NAME, metavar="OUT",
        help=f"the gate file, or the folder for it (default: {NAME})")  # fmt: skip
    return made


def run(options: Namespace) -> int:
    """Writes the file, and says what comes next."""
    from scoring.base.files import write_atomically
    from scoring.cli.measure_files import reading_of
    from scoring.cli.output import say
    from scoring.cli.row_names import identity_of
    from scoring.gates.file import gate_of, parse

    out = place_of(options.out)
    preds: list[str] = options.pred
    runs = [Namespace(**{**vars(options), "pred": pred}) for pred in preds]
    first, metrics = tried(runs)
    task = first.task
    reading = reading_of(options, task)
    identity = identity_of(options, catalog.task(task), first.gold)
    paths = paths_of(options, out.parent)
    values = {"component": identity.component, "language": identity.language, "dataset": identity.dataset,
              "task": task, **paths, **{key: value for key, value in reading.items() if key not in paths}}  # fmt: skip
    text = gate_text(values, metrics)
    (table,) = parse(text.encode(), str(out))["gate"]
    gate_of(table, 1, out)  # a name that no row can have is refused here, not by pytest
    refuse_existing(out)
    write_atomically(out, text.encode(), InputError)
    several = f", {len(preds)} runs" if len(preds) > 1 else ""
    units = len(first.ours.ids), plural(first.ours.unit)
    said = f"{out}: one gate of task {task}, {units[0]} {units[1]}, {len(metrics)} metrics{several}\n"
    say(said + NEXT)
    return 0


def tried(runs: Sequence[Namespace]) -> "tuple[MeasuredFiles, list[str]]":
    """What was measured of the first run, and the labels of the metrics that every run has.

    Raises:
        ScoringError: a file cannot be used, or the runs are of different tasks or have no metric in common.
    """
    from scoring.cli.measure_files import measured
    from scoring.evaluation.measurement import SeveralRuns
    from scoring.evaluation.same import refuse_same, refuse_same_runs

    preds = [run.pred for run in runs]
    refuse_same_runs(preds)
    refuse_same(SeveralRuns(preds), runs[0].ref_pred, ("pred", "ref_pred"))
    said: set[str] = set()
    first = measured(runs[0], said)
    labels = [metric.label for metric in first.metrics]
    for run in runs[1:]:
        other = measured(Namespace(**{**vars(run), "ref_pred": None}), said)
        if other.task != first.task:
            msg = (
                f"{runs[0].pred} is of task {first.task}, {run.pred} of task {other.task}; are they runs of one "
                "system?"
            )
            raise UsageError(msg)
        labels = [label for label in labels if label in {metric.label for metric in other.metrics}]
    if not labels:
        msg = f"no metric of task {first.task} can be computed from all of {', '.join(run.pred for run in runs)}"
        raise InputError(msg)
    return first, labels


def place_of(given: str) -> Path:
    """The path of the file to write.

    Raises:
        UsageError: it is there already, or pytest would not collect a file of that name.
    """
    out = Path(given) / NAME if Path(given).is_dir() else Path(given)
    if not (out.name.startswith("onenlp") and out.suffix == ".toml"):
        msg = f"OUT {given}: pytest collects gate files by name; give one like onenlp*.toml, as {NAME}"
        raise UsageError(msg)
    refuse_existing(out)
    return out


def refuse_existing(out: Path) -> None:
    """Raises UsageError where there is a file already."""
    if os.path.lexists(out):
        msg = f"{out} is there already and is left as it is; add to it by hand, or name another file as OUT"
        raise UsageError(msg)


def paths_of(options: Namespace, folder: Path) -> dict[str, str | list[str]]:
    """The files by key, seen from the folder of the gate file; in full where no way leads there."""
    names = [
        "gold",
        *(key.name for key in READING if key.kind in (Kind.FILE, Kind.FILES)),
        "pred",
        "ref_pred",
    ]
    found: dict[str, str | list[str]] = {}
    for name in names:
        given: str | list[str] | None = getattr(options, name)
        if isinstance(given, list):
            paths = [seen_from(path, folder) for path in given]
            found[name] = paths if len(paths) > 1 else paths[0]
        elif given is not None:
            found[name] = seen_from(given, folder)
    return found


def seen_from(path: str, folder: Path) -> str:
    """The path of a file from a folder, with ``/`` between its parts."""
    # The folder's real place, for that is where '..' in the file will start; the file's own name may be a link.
    full = Path(os.path.realpath(Path(path).parent)) / Path(path).name
    try:
        return Path(os.path.relpath(full, os.path.realpath(folder))).as_posix()
    except ValueError:  # another drive
        return full.as_posix()


def gate_text(values: Mapping[str, str | int | Sequence[str]], metrics: Sequence[str]) -> str:
    """The gate file as TOML."""
    lines = [line_text(key, value) for key, value in values.items()]
    return "\n".join(["[[gate]]", *lines, list_text("metrics", metrics)]) + "\n"


def line_text(key: str, value: str | int | Sequence[str]) -> str:
    """A key and its value."""
    if isinstance(value, bool | int):
        return f"{key} = {json.dumps(value)}"
    return f"{key} = {quoted(value)}" if isinstance(value, str) else list_text(key, value)


def list_text(key: str, values: Sequence[str]) -> str:
    """A list of texts, on several lines where it is long."""
    names = [quoted(name) for name in values]
    line = f"{key} = [{', '.join(names)}]"
    return (
        line if len(line) <= LONGEST else "\n".join([f"{key} = [", *(f"    {name}," for name in names), "]"])
    )


def quoted(text: str) -> str:
    """A TOML basic string, with quotes, backslashes and control characters escaped.

    Raises:
        UsageError: the text is not Unicode, as a file name of other bytes.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        msg = f"{text!r} is not UTF-8, and a gate file is; rename the file, or give another name"
        raise UsageError(msg) from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
