"""Entries of runs as hypothesis draws them, with which the laws run over the metrics of machine translation."""

import json
import random
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.mt.fst.format import tables
from scoring.mt.fst.lookup import Transducer
from scoring.mt.languages import Cards
from scoring.mt.read import loads_run
from scoring.mt.standards import LINT, SEMANTIC, WordVerdict, counts
from scoring.mt.standards.semantics import WEIGHTS
from tests.core.units import Kind
from tests.mt.engines import letters, likeness
from tests.mt.hfstol import trie, written
from tests.mt.runs import document

WORDS = ("hund", "katze", "vogel", "baum", "haus", "fluss", "stein")
SOURCE_WORDS = dict(zip(WORDS, ("hound", "kitty", "bird", "tree", "house", "stream", "stone"), strict=True))
GLOSSARY = {"dog": ["rex", "bello"], "cat": ["minka"]}
TAGS = ("+N", "+V", "+Sg", "+Pl")
ORTHOGRAPHY = Path(__file__).parent / "orthography.json"  # which "the" and "river" do not keep


@cache
def analyser() -> Transducer:
    """An analyser of the words, one of them ambiguous, and of one that the references do not have."""
    own = [*WORDS, *(name for names in GLOSSARY.values() for name in names)]
    forms = {word: [f"{word}+N+Sg"] for word in own} | {
        "hunde": ["hund+N+Pl"],
        "stein": ["stein+N+Sg", "stein+V+Sg"],
    }
    return Transducer(tables(written(trie(forms, TAGS)), "toy"), "toy", "toy")


def entry_of(seed: int) -> dict[str, object]:
    """An entry that every metric has something to say of: a term, a placeholder, a variant, tokens, a cost, a latency.

    The source has a word of its own for each word of the reference, so that even in a small run the languages are told
    apart.
    """
    rng = random.Random(seed)
    term = rng.choice(sorted(GLOSSARY))
    words = [rng.choice(GLOSSARY[term]), *(rng.choice(WORDS) for _ in range(rng.randint(3, 6))), "{n}"]
    reference = " ".join(words)
    source = " ".join(
        [term, *(SOURCE_WORDS.get(word, word) for word in words[1:]), rng.choice(("the", "old", "river"))]
    )
    output = reference if rng.random() < 0.4 else " ".join(changed(words, rng))
    failed = rng.random() < 0.1
    return {
        "source": source, "references": [reference], "variants": [f"{reference} !"],
        "prediction": None if failed else output, "error": "timeout" if failed else None,
        "morphology": [f"{word}+N+Sg" for word in words[:-1]],
        "raw_prediction": output.replace("{n}", rng.choice(("{n}", "{m}", '"x"'))),
        "latency_seconds": rng.randint(0, 4) / 4, "cost_usd": rng.randint(0, 3) / 100, "difficulty": rng.randint(1, 3),
        "usage": {"prompt_tokens": rng.randint(0, 9), "completion_tokens": rng.randint(0, 9)},
    }  # fmt: skip


def changed(words: list[str], rng: random.Random) -> list[str]:
    """The words with some left out, exchanged, or from the source language."""
    kept = [
        rng.choice((*WORDS, "river", "the", "hunde")) if rng.random() < 0.3 else word
        for word in words
        if rng.random() < 0.9
    ]
    rng.shuffle(kept)
    return kept or ["river"]


class SameWords:
    """A language standard for the laws: the order of words does not count, and half of them is worth .4."""

    name = "words"
    version = "1"

    def compute(self, entry):
        ours, theirs = set(entry.output.split()), set(entry.references[0].split())
        share = 2 * len(ours & theirs) / (len(ours) + len(theirs))
        value = "VALID" if share == 1 else "PARTIAL" if share >= 0.5 else "WRONG"
        return {
            LINT: WordVerdict("EQUIVALENT", 1.0) if share == 1 else WordVerdict("MISS", 0.0),
            SEMANTIC: WordVerdict(value, WEIGHTS[value]),
        }

    def aggregate(self, verdicts):
        return counts(verdicts)


def translated_entries() -> Kind:
    """An entry with a prediction; the entry whose prediction is its reference."""

    def build(units):
        entries = [{"id": f"e{number:03}", **unit} for number, unit in enumerate(units)]
        run = loads_run(json.dumps(document(*entries, glossary=GLOSSARY)))
        return run, run

    def perfect(unit):
        (reference,) = unit["references"]
        return unit | {"prediction": reference, "raw_prediction": reference, "error": None}

    known = Cards.load().by_code
    cards = Cards({**known, "de": replace(known["de"], eval_metrics=("words",))})
    options = {
        "analyser": analyser(), "orthography": str(ORTHOGRAPHY), "encoder": letters, "comet_model": likeness,
        "cards": cards, "standards": {"words": SameWords()},
    }  # fmt: skip
    return Kind(st.integers(0, 2**32).map(entry_of), build, perfect, options)
