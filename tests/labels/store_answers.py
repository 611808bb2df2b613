"""Ask scikit-learn and store its answers: ``python -m tests.labels.store_answers``.

The inputs are not stored: seeds make them again, and their SHA-256 shows that they are the same.  So the scorer is
checked without the program, and only asking it again needs it.
"""

import datetime
import hashlib
import importlib.metadata
import json
import sys
import warnings
from pathlib import Path
from typing import Any

from tests.labels import synthetic
from tests.shared import ROOT

FIXTURES = ROOT / "fixtures" / "labels"
TOOLS = ("reference", "candidate")
ANSWERS = Path(__file__).with_name("answers") / "scikit-learn.json"
COMMANDS = {
    "single": "accuracy_score, f1_score(average=micro | macro), precision_recall_fscore_support(average=None, "
    "zero_division=0)(gold, pred)",
    "multilabel": "f1_score(gold, scores >= 0.5, average=micro | macro | None, labels=those in gold or prediction, "
    "zero_division=0); roc_auc_score(gold, scores, average=None) over the labels with both classes",
}
# seed, documents, labels, share of predictions drawn anew
SINGLE = (
    (1, 500, 2, 0.1),
    (2, 500, 5, 0.4),
    (3, 800, 40, 0.2),
    (4, 60, 30, 0.9),
    (5, 1500, 300, 0.3),
    (6, 50, 1, 0.0),
)
# seed, documents, labels, decimals of the scores
MULTILABEL = ((1, 400, 5, 3), (2, 400, 5, 1), (3, 50, 20, 2), (4, 1000, 3, 0), (5, 12, 8, 1), (6, 300, 40, 6))


def sha256(sides: Any) -> str:
    """The digest of both sides."""
    return hashlib.sha256(json.dumps(sides).encode()).hexdigest()


def ask_single(gold: list[str], pred: list[str]) -> dict[str, Any]:
    """Accuracy, micro and macro F1, and precision, recall, F1 and gold documents of each label; shares."""
    from sklearn.metrics import accuracy_score, f1_score, precision_recall_fscore_support

    names = sorted({*gold, *pred})
    columns = precision_recall_fscore_support(gold, pred, labels=names, average=None, zero_division=0)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {
        "accuracy": float(accuracy_score(gold, pred)),
        "micro_f1": float(f1_score(gold, pred, average="micro")),
        "macro_f1": float(f1_score(gold, pred, average="macro")),
        "by_label": dict(zip(names, rows, strict=True)),
    }


def ask_multilabel(gold: list[list[int]], scores: list[list[float]]) -> dict[str, Any]:
    """Micro and macro F1 at 0.5, F1 and ROC-AUC of each label (null: none), mean ROC-AUC; shares."""
    import numpy as np
    from sklearn.metrics import f1_score, roc_auc_score

    truth, values = np.array(gold), np.array(scores)
    found = (values >= 0.5).astype(int)
    there = np.flatnonzero((truth | found).any(axis=0)).tolist()
    both = np.flatnonzero(truth.any(axis=0) & ~truth.all(axis=0)).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f1 = {
            average: f1_score(truth, found, labels=there, average=average, zero_division=0)
            for average in ("micro", "macro", None)
        }
        areas = {label: float(roc_auc_score(truth[:, label], values[:, label])) for label in both}
        mean = float(roc_auc_score(truth[:, both], values[:, both], average="macro"))
    return {
        "micro_f1": float(f1["micro"]),
        "macro_f1": float(f1["macro"]),
        "f1": dict(zip(map(str, there), f1[None].tolist(), strict=True)),
        "roc_auc": [areas.get(label) for label in range(truth.shape[1])],
        "roc_auc_mean": mean,
    }


def main() -> None:
    """Ask about every set."""
    record: dict[str, Any] = {
        "about": "answers to tests.labels.synthetic.single(seed, documents, labels, rate) and multilabel(seed, "
        "documents, labels, decimals), and to the files of fixtures/labels; shares, 0 to 1",
        "program": f"scikit-learn=={importlib.metadata.version('scikit-learn')}",
        "commands": COMMANDS,
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "python": sys.version.split()[0],
    }
    single = [{"set": key, "sha256": sha256(s), "answer": ask_single(*s)} for key, s in made("single")]
    several = [
        {"set": key, "sha256": sha256(s), "answer": ask_multilabel(*s)} for key, s in made("multilabel")
    ]
    head = json.dumps(record, indent=1).removesuffix("\n}")
    parts = [
        f' "{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n ]"
        for name, rows in (("single", single), ("multilabel", several))
    ]
    ANSWERS.write_text(f"{head},\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def made(task: str) -> list[tuple[tuple[Any, ...], tuple[Any, Any]]]:
    """The sets of a task: what they are made from, gold and prediction."""
    if task == "single":
        return [
            *((key, synthetic.single(*key)) for key in SINGLE),
            *(((tool,), fixture_topics(tool)) for tool in TOOLS),
        ]
    return [
        *((key, synthetic.multilabel(*key)) for key in MULTILABEL),
        *(((tool,), fixture_scores(tool)) for tool in TOOLS),
    ]


def records(name: str) -> list[dict[str, Any]]:
    """The documents of a fixture."""
    lines = (FIXTURES / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def fixture_topics(tool: str) -> tuple[list[str], list[str]]:
    """Gold and predicted topic of the fixture's texts."""
    rows = (FIXTURES / f"topics-{tool}.csv").read_text(encoding="utf-8").splitlines()[1:]
    pred = dict(row.split(",") for row in rows)
    gold = records("topics-gold.jsonl")
    return [document["gold"] for document in gold], [pred[document["id"]] for document in gold]


def fixture_scores(tool: str) -> tuple[list[list[int]], list[list[float]]]:
    """Gold topics and scores of the fixture's texts, a column for each topic, sorted."""
    gold, pred = records("multi-gold.jsonl"), records(f"multi-{tool}.jsonl")
    topics = sorted(pred[0]["scores"])
    truth = [[int(topic in document["gold"]) for topic in topics] for document in gold]
    return truth, [[document["scores"][topic] for topic in topics] for document in pred]


if __name__ == "__main__":
    main()
