"""Data of every task that is full of what a runner of CI takes for commands, and a runner's rules."""

import json
import re

from tests.mt.runs import document, entry

WORD = "::add-mask::##[group]section_start:17:x##vso[y]"  # what stands where there can be no space
TEXT = f"  {WORD} section_end:17:x\r\x1b[0K\n ::stop-commands::x\r::set-output name=x::y"
NAME = f"{WORD} b"
UNITS = 40
LOST = range(20)
# Ours are `::error`; what data puts after `::` here never is.
COMMAND = re.compile(r"^\s*::(?!error )|##\w*\[|section_(start|end):")


def commands(output):
    """The lines of an output that a runner would obey."""
    lines = re.split(r"\r\n|\n|\r", output.replace("\x1b[0K", ""))
    return [line for line in lines if COMMAND.search(line)]


def write_data(folder):
    """Gold, a good and a bad prediction of each task; returns the names of the files by task."""
    files = {
        "ud": ("conllu", treebank), "spans": ("iob2", tagged), "tags": ("tsv", tagged), "labels": ("jsonl", documents),
        "multilabel": ("jsonl", sets), "mt": ("json", translated), "scores": ("jsonl", marked),
    }  # fmt: skip
    named = {}
    for task, (ending, made) in files.items():
        named[task] = [f"{task}-{side}.{ending}" for side in ("gold", "pred", "ref")]
        for name, side in zip(named[task], ("gold", "pred", "ref"), strict=True):
            (folder / name).write_text(made(side), encoding="utf-8", newline="")
    return named


def treebank(side):
    """Sentences of two words; the lost ones have another tag."""
    lines = []
    for at in range(UNITS):
        tag = f"{WORD}X" if side == "pred" and at in LOST else f"{WORD}N"
        lines += [f"# sent_id = {WORD}{at}", f"# text = {WORD} {WORD}"]
        lines += [
            f"{n}\t{WORD}\t{WORD}\t{tag}\t{WORD}\t_\t{n - 1}\t{'root' if n == 1 else WORD}\t_\t_"
            for n in (1, 2)
        ]
        lines.append("")
    return "\n".join(lines) + "\n"


def tagged(side):
    """Sentences of one span."""
    return "".join(
        f"{WORD} {'O' if side == 'pred' and at in LOST else f'B-{WORD}'}\n{WORD} O\n\n" for at in range(UNITS)
    )


def documents(side):
    """Documents of one label."""
    field = "gold" if side == "gold" else "pred"
    lines = []
    for at in range(UNITS):
        wrong = side == "pred" and at in LOST
        label = f"{TEXT}{(at + wrong) % 2}"
        lines.append(json.dumps({"id": f"{TEXT}{at}", "text": TEXT, field: label}))
    return "\n".join(lines)


def sets(side):
    """Documents of several labels."""
    field = "gold" if side == "gold" else "pred"
    return "\n".join(
        json.dumps(
            {"id": f"{TEXT}{at}", field: [TEXT, *([f"{TEXT}b"] if side == "pred" and at in LOST else [])]}
        )
        for at in range(UNITS)
    )


def marked(side):
    """A table of one number an item; the lost ones have none of it."""
    return "\n".join(
        json.dumps({"id": f"{TEXT}{at}", "text": TEXT, "mark": float(side != "pred" or at not in LOST)})
        for at in range(UNITS)
    )


def translated(side):
    """A run of translation."""
    entries = [
        entry(
            at, source=TEXT, references=[TEXT], prediction="nein" if side == "pred" and at in LOST else TEXT
        )
        for at in range(UNITS)
    ]
    return json.dumps(document(*entries))
