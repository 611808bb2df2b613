"""Seeded tag sequences and predictions of them with seeded errors, malformed ones included.

The same seed gives the same tags on every machine and Python: numbers come from ``random.Random.random`` alone.
"""

import random
from collections.abc import Sequence

TYPES = ("PER", "ORG", "LOC", "MISC")


def types(labels: int) -> tuple[str, ...]:
    """The names of so many labels."""
    return TYPES[:labels] if labels <= len(TYPES) else tuple(f"T{number}" for number in range(labels))


def pick(rng: random.Random, items: Sequence[str]) -> str:
    return items[int(rng.random() * len(items))]


def tags(seed: int, sentences: int, length: int = 0, labels: int = 4) -> list[list[str]]:
    """Well-formed tags: sentences of ``length`` tags, or of 0 to 24 where it is 0."""
    rng, names = random.Random(seed), types(labels)
    found = []
    for _ in range(sentences):
        size = length or int(rng.random() * 25)
        sentence: list[str] = []
        while len(sentence) < size:
            if rng.random() < 0.8:
                sentence.append("O")
                continue
            label = pick(rng, names)
            sentence += [f"B-{label}", *[f"I-{label}"] * int(rng.random() * 4)]
        found.append(sentence[:size])
    return found


def perturbed(sentences: Sequence[Sequence[str]], seed: int, rate: float, labels: int = 4) -> list[list[str]]:
    """A copy in which about ``rate`` of the tags are any tag at all: an I may follow what it does not continue."""
    rng, names = random.Random(seed), types(labels)
    return [
        [anything(rng, names) if rng.random() < rate else tag for tag in sentence] for sentence in sentences
    ]


def anything(rng: random.Random, names: Sequence[str]) -> str:
    """O, B or I of any type, and now and then one of the odd forms that the strict rule accepts."""
    draw = rng.random()
    label = pick(rng, names)
    if draw < 0.3:
        return "O"
    if draw < 0.94:
        return f"B-{label}" if draw < 0.6 else f"I-{label}"
    return pick(
        rng, ("B", "I", "O-X", f"B{label}", f"I--{label}", f"B-{label}-", f"I-{label}-X", "Inside", "Other")
    )
