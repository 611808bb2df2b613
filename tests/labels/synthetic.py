"""Seeded sets of labels and scores; the standard library's generator gives the same ones everywhere."""

from random import Random

__all__ = ["multilabel", "single"]


def single(seed: int, documents: int, labels: int, rate: float) -> tuple[list[str], list[str]]:
    """Gold and predicted labels: some labels are rare, and a share of the predictions is drawn anew."""
    rng = Random(seed)
    names = [f"label-{number:03d}" for number in range(labels)]
    gold = [names[int(labels * rng.random() ** 3)] for _ in range(documents)]
    return gold, [rng.choice(names) if rng.random() < rate else name for name in gold]


def multilabel(
    seed: int, documents: int, labels: int, decimals: int
) -> tuple[list[list[int]], list[list[float]]]:
    """Gold zeros and ones, and scores rounded to so many decimals, so that they tie; the last labels are rare."""
    rng = Random(seed)
    gold = [[int(rng.random() < 0.6 / (label + 1)) for label in range(labels)] for _ in range(documents)]
    scores = [[round(0.35 * truth + rng.random(), decimals) for truth in row] for row in gold]
    return gold, scores
