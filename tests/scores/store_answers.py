"""Stores what jiwer counts and scores on small transcripts: run where jiwer is installed.

python -m venv jiwer && jiwer/bin/pip install jiwer==4.0.0
jiwer/bin/python tests/scores/store_answers.py > tests/scores/answers/jiwer.json
"""

import json
import random
import sys
from importlib.metadata import version

import jiwer

WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "under", "mat", "hill", "and", "or"]


def transcripts(count, seed=7):
    """References of 3 to 12 words, and hypotheses in which a word in five is lost, replaced or doubled."""
    draw = random.Random(seed)
    for _ in range(count):
        reference = draw.choices(WORDS, k=draw.randint(3, 12))
        hypothesis = []
        for word in reference:
            fate = draw.random()
            hypothesis += [] if fate < 0.07 else [draw.choice(WORDS)] if fate < 0.14 else [word]
            hypothesis += [word] if fate > 0.94 else []
        yield " ".join(reference), " ".join(hypothesis) or "the"


def main():
    pairs = list(transcripts(60))
    rows = []
    for number, (reference, hypothesis) in enumerate(pairs, 1):
        out = jiwer.process_words(reference, hypothesis)
        rows.append({"id": f"u{number}", "substitutions": out.substitutions, "deletions": out.deletions,
                     "insertions": out.insertions, "hits": out.hits, "wer": out.wer})  # fmt: skip
    whole = jiwer.process_words([one for one, _ in pairs], [other for _, other in pairs])
    answers = {
        "program": "jiwer", "version": version("jiwer"), "command": "python tests/scores/store_answers.py",
        "wer": whole.wer, "mer": whole.mer, "rows": rows,
    }  # fmt: skip
    sys.stdout.write(json.dumps(answers, indent=1) + "\n")


if __name__ == "__main__":
    main()
