"""Small data whose scores are counted by hand: 100 sentences of 5 words, so that a wrong tag costs 0.2 points."""

import json
from pathlib import Path

SENTENCES = 100
WORDS = ("the", "cat", "sat", "down", "again")
TAGS = ("DET", "NOUN", "VERB", "ADV", "ADV")


def conllu(wrong=0, *, first=0, sentences=SENTENCES):
    """``wrong`` sentences, from the one numbered ``first`` on, have one wrong tag: UPOS is 100 - 0.2 * wrong."""
    lines = []
    for number in range(sentences):
        bad = (number - first) % sentences < wrong
        lines.append(f"# sent_id = s{number}")
        for place, (word, tag) in enumerate(zip(WORDS, TAGS, strict=True), 1):
            said = "X" if bad and place == 1 else tag
            relation = "root" if place == 3 else "dep"
            lines.append(f"{place}\t{word}\t{word}\t{said}\t_\t_\t{0 if place == 3 else 3}\t{relation}\t_\t_")
        lines.append("")
    return "\n".join(lines) + "\n"


def row(component, score, **fields):
    """A hand-written reference row."""
    fields = {"language": "en", "dataset": "demo", "metric": "UPOS", "source": "by hand"} | fields
    return {"component": component, "score": score} | fields


def refs(*rows):
    """A rows file."""
    return json.dumps({"schema": "onenlp-rows/1", "rows": rows}, indent=2)


def read_rows(path):
    """The rows of a file by component and metric."""
    return {
        f"{one['component']}/{one['metric']}": one
        for one in json.loads(Path(path).read_text("utf-8"))["rows"]
    }


def marker(component, metrics=("UPOS",), **fields):
    """The marker's line."""
    named = {
        "component": component,
        "language": "en",
        "dataset": "demo",
        "metrics": metrics and list(metrics),
    } | fields
    said = ", ".join(f"{key}={value!r}" for key, value in named.items() if value is not None)
    return f"@pytest.mark.onenlp({said})"


def gate(
    component, pred="pred.conllu", *, gold="gold.conllu", name=None, metrics=("UPOS",), call="", **fields
):
    """The source of a marked test that checks a prediction on disk."""
    return (
        f"{marker(component, metrics, **fields)}\n"
        f"def test_{name or component}(onenlp):\n"
        f"    onenlp.check_ud(gold={gold!r}, pred={pred!r}{call})\n"
    )


def module(*parts):
    """A test module of such tests."""
    return "import pytest\n" + "\n".join(parts) + "\n"


def gate_file(*gates):
    """A gate file of tables given as keyword arguments."""
    text = []
    for one in gates:
        named = {"language": "en", "dataset": "demo", "task": "ud", "gold": "gold.conllu",
                 "pred": "pred.conllu", "metrics": ["UPOS"]} | one  # fmt: skip
        text += ["[[gate]]", *(f"{key} = {json.dumps(value)}" for key, value in named.items()), ""]
    return "\n".join(text)
