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
from scoring.cli.scores import DATASET, add_tables, take_table
from scoring.metrics import catalog
from scoring.metrics.declared import BETTER_WORDS, SCALE_WORDS, Declared
from scoring.metrics.key import CLUSTER, READING, SCORES, Kind

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
    add("--pred", action="append", metavar="FILE",
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
    for key in dict.fromkeys((*READING, CLUSTER, *SCORES)):
        if key.name != "scale":
            add_key(made, key)
    add_tables(made, action="append")
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
    side = "data" if options.data else "pred"
    runs = [Namespace(**{**vars(options), side: file}) for file in getattr(options, side) or [None]]
    for one in runs:
        take_table(one, "init")
        one.dataset = DATASET if options.data and one.dataset is None else one.dataset
    first, metrics = tried(runs)
    task = first.task
    reading = reading_of(runs[0], task)
    identity = identity_of(runs[0], catalog.task(task), first.gold)
    paths = paths_of(options, out.parent)
    values = {"component": identity.component, "language": identity.language, "dataset": identity.dataset,
              "task": task, **paths, **{key: value for key, value in reading.items() if key not in paths}}  # fmt: skip
    text = gate_text(values, declared_lines(runs[0]) if options.data else [list_text("metrics", metrics)])
    (table,) = parse(text.encode(), str(out))["gate"]
    gate_of(table, 1, out)  # a name that no row can have is refused here, not by pytest
    refuse_existing(out)
    write_atomically(out, text.encode(), InputError)
    several = f", {len(runs)} runs" if len(runs) > 1 else ""
    amounts = f"{counted(len(first.ours.ids), first.ours.unit)}, {counted(len(metrics), 'metric')}"
    said = f"{out}: one gate of task {task}, {amounts}{several}\n"
    say(said + NEXT)
    return 0


def counted(number: int, noun: str) -> str:
    """How many there are, in words."""
    return f"{number} {noun if number == 1 else plural(noun)}"


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
    names = (
        ["data", "ref_data"]
        if options.data
        else [
            "gold",
            *(key.name for key in READING if key.kind in (Kind.FILE, Kind.FILES)),
            "pred",
            "ref_pred",
        ]
    )
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
    """The gate file as TOML; ``metrics`` are the lines that say what is scored."""
    lines = [line_text(key, value) for key, value in values.items()]
    return "\n".join(["[[gate]]", *lines, *metrics]) + "\n"


def declared_lines(options: Namespace) -> list[str]:
    """The metrics of a table of scores, how they improve and their units, as far as they are not the usual ones.

    Raises:
        UsageError: what a better score does is asked for beside how a metric improves: a gate says one of them.
    """
    declared: Mapping[str, Declared] = options.metrics
    lines = [inline_table("metrics", {name: one.formula for name, one in declared.items()})]
    ways = {name: one.better for name, one in declared.items() if one.better != BETTER_WORDS[0]}
    if options.better and ways:
        msg = f"--better {options.better} cannot stand beside --better {next(iter(ways.values()))} in a gate; give one"
        raise UsageError(msg)
    if options.better:
        lines.append(f"better = {quoted(options.better)}")
    scales = {name: one.scale for name, one in declared.items() if one.scale != SCALE_WORDS[0]}
    return [
        *lines,
        *(inline_table(key, table) for key, table in (("better", ways), ("scale", scales)) if table),
    ]


def inline_table(key: str, values: Mapping[str, str | float]) -> str:
    """A table on one line."""
    pairs = (
        f"{quoted(name)} = {quoted(value) if isinstance(value, str) else value}"
        for name, value in values.items()
    )
    return f"{key} = {{ {', '.join(pairs)} }}"


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
