"""chrF++ and BLEU as counts of a segment: what sacrebleu counts, and the score of its sums by the papers' formulas.

Source: Popović (2017), chrF++: words helping character n-grams, §2; Papineni et al. (2002), BLEU, §2.3.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from sacrebleu.metrics import BLEU, CHRF

from scoring.evidence.evidence import Floats
from scoring.evidence.formulas import ratio
from scoring.metrics.metric import Better, Metric, Scale, Status, Validation, counted

CHARACTERS, WORDS, BETA, N = 6, 2, 2.0, 4


def chrf(totals: Floats) -> Floats:
    """chrF++ in points from predicted, reference and matching n-grams of each order: ``(..., 24)`` to ``(...)``.

    Precision and recall are each averaged over the orders that both sides have, then joined with recall weighing
    ``BETA`` times as much.
    """
    orders = totals.reshape(*totals.shape[:-1], CHARACTERS + WORDS, 3)
    predicted, reference, matching = np.moveaxis(orders, -1, 0)
    used = (predicted > 0) & (reference > 0)
    precision, recall = (
        ratio(np.where(used, np.nan_to_num(ratio(matching, whole)), 0.0).sum(-1), used.sum(-1).astype(float))
        for whole in (predicted, reference)
    )
    return 100.0 * ratio((1 + BETA**2) * precision * recall, BETA**2 * precision + recall)


def bleu(totals: Floats) -> Floats:
    """BLEU in points from both lengths and n-grams: ``(..., 10)`` to ``(...)``; 0 without any match."""
    predicted, reference = totals[..., 0], totals[..., 1]
    precision = ratio(totals[..., 2 : 2 + N], totals[..., 2 + N :])
    with np.errstate(divide="ignore"):
        mean = np.exp(np.log(precision).mean(axis=-1))
    return 100.0 * np.exp(np.minimum(0.0, 1.0 - ratio(reference, predicted))) * mean


def table(kind: CHRF | BLEU, hypotheses: Sequence[str], references: Sequence[str]) -> Floats:
    """What sacrebleu counts in each segment: ``(segments, k)``."""
    return np.array(kind._extract_corpus_statistics(hypotheses, [references]), dtype=np.float64)


def metric(
    name: str, label: str, kind: CHRF | BLEU, columns: int, formula: Callable[[Floats], Floats], source: str
) -> Metric[tuple[Sequence[str], Sequence[str]]]:
    """The metric of pairs (hypotheses, references)."""
    return counted(
        count=lambda pair: table(kind, *pair), columns=tuple(f"count {number}" for number in range(columns)),
        formula=formula, perfect=100.0, id=name, label=label, task="mt", scale=Scale.POINTS, better=Better.HIGHER,
        status=Status.IMPLEMENTED, validation=Validation.EXTERNAL, source=source, signature=f"simulated.{name}|v1",
        when_undefined=0.0,
    )  # fmt: skip


make = partial(metric, source="sacrebleu counts")
CHRF_PP = make("chrf", "chrF++", CHRF(CHARACTERS, WORDS, BETA), 3 * (CHARACTERS + WORDS), chrf)
BLEU_13A = make("bleu", "BLEU", BLEU(), 2 + 2 * N, bleu)
METRICS = (CHRF_PP, BLEU_13A)
