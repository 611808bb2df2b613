"""``onenlp init``: writes a gate file with one gate, for a gold and a prediction file."""

import json
import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from scoring.cli.looks import TASKS
from scoring.cli.options import Parser, listed
from scoring.errors import InputError, UsageError

__all__ = ["parser", "run"]

NAME = "onenlp_gates.toml"
LONGEST = 100  # characters of a line of the list of metrics


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "onenlp init",
        "Write a gate file, which pytest collects, with one gate for a gold and a prediction file. Both are read,\n"
        "and every metric is tried, before anything is written.",
        "",
    )
    add = made.add_argument
    add("--gold", required=True, metavar="FILE", help="the gold annotation")
    add("--pred", required=True, metavar="FILE", help="the prediction for the same text")
    add("--ref-pred", metavar="FILE", help="a reference system's prediction, to be judged by on every run")
    add("--task", choices=TASKS, help="what the files hold (default: as they look)")
    add("--component", metavar="NAME", help="what made the prediction (default: name of its file)")
    add("--language", metavar="CODE", help="the language (default: und)")
    add("--dataset", metavar="NAME", help="the test set (default: name of the gold file)")
    add("--metrics", type=listed, metavar="NAME,...", help="what to judge (default: every metric)")
    add("out", nargs="?", default=NAME, metavar="OUT",
        help=f"the gate file, or the folder for it (default: {NAME})")  # fmt: skip
    return made


def run(options: Namespace) -> int:
    """Writes the file, and says what comes next."""
    from scoring.cli.output import say
    from scoring.cli.power import measured
    from scoring.cli.scoring_command import identity_of
    from scoring.files import write_atomically
    from scoring.gatefile import gate_of, parse

    out = place_of(options.out)
    task, metrics, ours, _ = measured(options)
    identity = identity_of(options)
    values = {"component": identity.component, "language": identity.language, "dataset": identity.dataset,
              "task": task, **paths_of(options, out.parent)}  # fmt: skip
    text = gate_text(values, [metric.label for metric in metrics])
    (table,) = parse(text.encode(), str(out))["gate"]
    gate_of(table, 1, out)  # a name that no row can have is refused here, not by pytest
    refuse_existing(out)
    write_atomically(out, text.encode(), InputError)
    said = f"{out}: one gate of task {task}, {len(ours.ids)} {ours.unit}s, {len(metrics)} metrics\n"
    say(
        said
        + "next: run pytest where it is, with a file of reference rows to record in unless it has ref_pred\n"
    )
    return 0


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


def paths_of(options: Namespace, folder: Path) -> dict[str, str]:
    """The files by key, seen from the folder of the gate file; in full where no way leads there."""
    given = {"gold": options.gold, "pred": options.pred, "ref_pred": options.ref_pred}
    return {key: seen_from(path, folder) for key, path in given.items() if path is not None}


def seen_from(path: str, folder: Path) -> str:
    """The path of a file from a folder, with ``/`` between its parts."""
    # The folder's real place, for that is where '..' in the file will start; the file's own name may be a link.
    full = Path(os.path.realpath(Path(path).parent)) / Path(path).name
    try:
        return Path(os.path.relpath(full, os.path.realpath(folder))).as_posix()
    except ValueError:  # another drive
        return full.as_posix()


def gate_text(values: Mapping[str, str], metrics: Sequence[str]) -> str:
    """The gate file as TOML."""
    lines = [f"{key} = {quoted(value)}" for key, value in values.items()]
    names = [quoted(name) for name in metrics]
    listed_names = f"metrics = [{', '.join(names)}]"
    if len(listed_names) > LONGEST:
        listed_names = "\n".join(["metrics = [", *(f"    {name}," for name in names), "]"])
    return "\n".join(["[[gate]]", *lines, listed_names]) + "\n"


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
