"""Ask seqeval and store its answers: ``python -m tests.spans.store_answers``.

The inputs are not stored: seeds make them again, and their SHA-256 shows that they are the same.  So the scorer is
checked without the program, and only asking it again needs it.
"""

import datetime
import hashlib
import importlib.metadata
import json
import sys
from pathlib import Path
from typing import Any

from tests.spans import synthetic

ANSWERS = Path(__file__).with_name("answers") / "seqeval.json"
COMMAND = "classification_report(gold, pred, mode='strict', scheme=IOB2, output_dict=True, zero_division=0)"
FIGURES = ("precision", "recall", "f1-score", "support")
SENTENCES = 300
# seed, labels, share of tags replaced in gold and in the prediction
SETS = (
    (1, 4, 0.0, 0.05), (2, 4, 0.0, 0.3), (3, 4, 0.1, 0.1), (4, 2, 0.3, 0.3), (5, 12, 0.05, 0.2), (6, 40, 0.1, 0.1),
    (7, 1, 0.2, 0.2), (8, 4, 1.0, 1.0), (9, 4, 0.0, 0.0), (10, 300, 0.02, 0.1),
)  # fmt: skip
Tags = list[list[str]]


def made(seed: int, labels: int, gold_rate: float, rate: float) -> tuple[Tags, Tags]:
    """Gold and prediction of a set."""
    gold = synthetic.perturbed(synthetic.tags(seed, SENTENCES, labels=labels), seed + 100, gold_rate, labels)
    return gold, synthetic.perturbed(gold, seed + 200, rate, labels)


def sha256(gold: Tags, pred: Tags) -> str:
    """The digest of both sides."""
    return hashlib.sha256(json.dumps([gold, pred]).encode()).hexdigest()


def ask(gold: Tags, pred: Tags) -> dict[str, Any]:
    """seqeval's precision, recall and F1 in shares, and gold spans: over all, means over labels, and by label."""
    from seqeval.metrics import classification_report
    from seqeval.scheme import IOB2

    report = classification_report(gold, pred, mode="strict", scheme=IOB2, output_dict=True, zero_division=0)
    rows = {name: [float(row[key]) for key in FIGURES] for name, row in report.items()}
    found = {name: rows.pop(name) for name in ("micro avg", "macro avg", "weighted avg")}
    return {"micro": found["micro avg"], "macro": found["macro avg"], "by_label": rows}


def main() -> None:
    """Ask about every set."""
    record = {
        "about": "answers to the sets that tests.spans.store_answers.made(*set) makes",
        "answered_by": {
            "program": f"seqeval=={importlib.metadata.version('seqeval')}",
            "with": [f"{name}=={importlib.metadata.version(name)}" for name in ("numpy", "scikit-learn")],
            "command": COMMAND,
            "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
            "python": sys.version.split()[0],
        },
        "columns": FIGURES,
        "answers": [{"set": one, "inputs_sha256": sha256(*made(*one)), **ask(*made(*one))} for one in SETS],
    }
    ANSWERS.parent.mkdir(exist_ok=True)
    ANSWERS.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
