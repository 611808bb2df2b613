"""Sentence pairs of two made-up languages, enough of them to be told from letters by chance."""

import random

SYLLABLES = [f"{a}{b}" for a in "bdfgklmn" for b in "aeiou"]


def dictionary(count=150, seed=4):
    """Words of two syllables, and their translations of three."""
    rng = random.Random(seed)
    return {"".join(rng.sample(SYLLABLES, 2)): "".join(rng.sample(SYLLABLES, 2)) + "la" for _ in range(count)}


WORDS = dictionary()


def sentences(count, seed=1):
    """Pairs of five words; one word in ten of a translation has an ending that is seldom seen."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        chosen = rng.choices(sorted(WORDS), k=5)
        ending = [rng.choice(SYLLABLES) if rng.random() < 0.1 else "" for _ in chosen]
        target = " ".join(WORDS[word] + end for word, end in zip(chosen, ending, strict=True))
        found.append((" ".join(chosen), target))
    return found


PAIRS = sentences(400)


def letters(_source, target):
    """The target with every letter one that the language hardly has."""
    rng = random.Random(target)
    return " ".join("".join(rng.choices("qwxyzvjhcp", k=len(word))) for word in target.split())
