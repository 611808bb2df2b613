"""Units of every task as hypothesis draws them, with which the laws run over each of its metrics.

A later task plugs in with one function that returns its ``Kind``, and an entry in ``KINDS``.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pkgutil import resolve_name
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from scoring import ud


@dataclass(frozen=True)
class Kind:
    """One unit on both sides; both sides of a test set, for the task to read; the unit as predicted without error.

    ``options`` are what the task is given to align them with, such as engines.
    """

    unit: SearchStrategy[Any]
    build: Callable[[Sequence[Any]], tuple[object, object]]
    perfect: Callable[[Any], Any]
    options: Mapping[str, object] = field(
        default_factory=dict
    )  # what the task needs to have something to measure


def ud_sentences() -> Kind:
    """A gold sentence and a prediction of the same text, whose sentences end where the gold ones do."""

    def build(units):
        gold, pred = zip(*units, strict=True)
        return ud.loads("".join(gold), "gold"), ud.loads("".join(pred), "pred")

    return Kind(st.integers(0, 2**32).map(sentence_pair), build, lambda unit: (unit[0], unit[0]))


def sentence_pair(seed: int) -> tuple[str, str]:
    """Two annotations of one short text, alike often enough that every column is right and wrong.

    Both end in the same plain token.  Without it the shared task's greedy alignment, which this package follows,
    may carry words left over at a sentence's end into a multiword token of the next sentence, so that a sentence
    counts otherwise after itself than alone.
    """
    rng = random.Random(seed)
    text = "".join(rng.choice("ab") for _ in range(rng.randint(0, 8)))
    cut, end = tokens_of(text, rng), [(".", ())]
    other = cut if rng.random() < 0.6 else tokens_of(text, rng)
    return annotated(cut + end, rng), annotated(other + end, rng)


def tokens_of(text: str, rng: random.Random) -> list[tuple[str, tuple[str, ...]]]:
    """The text cut into tokens, each with the words of a multiword token or none."""
    tokens = []
    while text:
        size = rng.randint(1, 3)
        form, text = text[:size], text[size:]
        many = rng.random() < 0.25
        tokens.append(
            (form, tuple(rng.choice(("a", "b", "ab")) for _ in range(rng.randint(2, 3))) if many else ())
        )
    return tokens


def annotated(tokens: list[tuple[str, tuple[str, ...]]], rng: random.Random) -> str:
    """The tokens as a CoNLL-U sentence with a random tree."""
    forms = [word for form, words in tokens for word in words or (form,)]
    order = rng.sample(range(1, len(forms) + 1), len(forms))  # each word's head comes before it in this order
    heads = {word: order[rng.randrange(place)] if place else 0 for place, word in enumerate(order)}
    lines, number = [], 0
    for form, words in tokens:
        if words:
            lines.append(f"{number + 1}-{number + len(words)}\t{form}" + "\t_" * 8)
        for word in words or (form,):
            number += 1
            relation = rng.choice(("nsubj", "case", "case:of", "det", "obl")) if heads[number] else "root"
            columns = (
                str(number), word, rng.choice("ab_"), rng.choice(("NOUN", "VERB", "ADP")), rng.choice("xy"),
                rng.choice(("_", "Number=Sing", "Number=Sing|Style=Rare")), str(heads[number]), relation, "_", "_",
            )  # fmt: skip
            lines.append("\t".join(columns))
    return "\n".join([*lines, "", ""])


def named(name: str) -> Kind:
    """What the function of that name returns, in a module that itself imports this one."""
    return resolve_name(name)()


KINDS: dict[str, Callable[[], Kind]] = {
    "ud": ud_sentences,
    "spans": partial(named, "tests.spans.strategies:span_sentences"),
    "tags": partial(named, "tests.spans.strategies:span_sentences"),  # any tags are
    "labels": partial(named, "tests.labels.strategies:labelled_documents"),
    "multilabel": partial(named, "tests.labels.strategies:multilabelled_documents"),
    "mt": partial(named, "tests.mt.strategies:translated_entries"),
}
