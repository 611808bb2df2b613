"""Small CoNLL-U files whose scores can be counted by hand: sentences of three words, wrong tags where asked."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

SENTENCES = 40  # of three words: 120 words, so that k wrong tags make UPOS 100 * (1 - k / 120)


def treebank(wrong: Collection[int] = (), sentences: int = SENTENCES) -> str:
    """The text; in the sentences named by ``wrong`` the first word has a wrong UPOS."""
    blocks = []
    for number in range(sentences):
        tag = "X" if number in wrong else "PROPN"
        blocks.append(
            f"1\tAnn\tAnn\t{tag}\t_\t_\t2\tnsubj\t_\t_\n"
            "2\tsees\tsee\tVERB\t_\t_\t0\troot\t_\t_\n"
            "3\tBob\tBob\tPROPN\t_\t_\t2\tobj\t_\t_\n\n"
        )
    return "".join(blocks)


GOOD = tuple(range(0, SENTENCES, 8))  # 5 wrong tags: UPOS 95.83
FAIR = tuple(range(0, SENTENCES, 4))  # 10 wrong, those of GOOD among them: UPOS 91.67
POOR = tuple(range(0, SENTENCES, 2))  # 20 wrong: UPOS 83.33


def write_pair(folder: Path, pred: Collection[int] = FAIR) -> list[str]:
    """Writes ``gold.conllu`` and ``tagger.conllu``; returns the options that name them and score UPOS alone."""
    (folder / "gold.conllu").write_text(treebank(), encoding="utf-8")
    (folder / "tagger.conllu").write_text(treebank(pred), encoding="utf-8")
    return [
        "--gold",
        str(folder / "gold.conllu"),
        "--pred",
        str(folder / "tagger.conllu"),
        "--metrics",
        "UPOS",
    ]


def write_rows(path: Path, *rows: dict[str, Any]) -> Path:
    """Writes a rows file of hand-made rows; what a row leaves out is that of ``write_pair``'s UPOS row."""
    identity = {
        "component": "ud",
        "language": "und",
        "dataset": "gold",
        "metric": "UPOS",
        "source": "by hand",
    }
    document = {"schema": "onenlp-rows/1", "rows": [identity | row for row in rows]}
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return json.loads(path.read_text(encoding="utf-8"))["rows"]
