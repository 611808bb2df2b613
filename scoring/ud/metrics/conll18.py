"""The 13 metrics of the CoNLL 2018 shared task: F1 of tokens, sentences and words, and of what aligned words agree on.

A predicted token or sentence is correct when a gold one has the same span, a word when it is aligned with a gold
word; of the other metrics ``WORD_METRICS`` says which aligned words are correct.
Source: Zeman et al. (2018), §5.
"""

from collections.abc import Callable
from dataclasses import replace

from scoring.evidence.evidence import Evidence, Floats
from scoring.evidence.formulas import f1
from scoring.metrics.metric import Better, Metric, NotAvailable, Scale, Validation, counted
from scoring.ud.agreement import WORD_METRICS, WordMetric
from scoring.ud.align import WITH_ALIGNED, WITHOUT_ALIGNED, Pairs

__all__ = ["CONLL18"]


def f1_metric(
    name: str, label: str, count: Callable[[Pairs], Floats], columns: tuple[str, ...] = WITHOUT_ALIGNED
) -> Metric[Pairs]:
    """One metric; ``count`` is ``(sentences, columns)``.  It is 0 where there is nothing to find and nothing found."""
    return counted(
        id=name, label=label, task="ud", count=count, columns=columns, formula=f1, perfect=100.0, when_undefined=0.0,
        scale=Scale.POINTS, better=Better.HIGHER, validation=Validation.MEASUREMENT, source="Zeman et al. 2018, §5",
        signature=f"ud.{name}.f1|v1",
    )  # fmt: skip


def word_metric(name: str, one: WordMetric) -> Metric[Pairs]:
    """A metric of aligned words."""
    made = f1_metric(name, one.label, one.count, WITH_ALIGNED)
    return of_trees(made) if "head" in one.columns else made


def of_trees(metric: Metric[Pairs]) -> Metric[Pairs]:
    """The metric, not available where a side has no heads: its figure would say that every tree is wrong."""

    def measure(pairs: Pairs) -> Evidence | NotAvailable:
        bare = list(dict.fromkeys(side.name for side in (pairs.gold, pairs.pred) if not side.has_heads))
        if not bare:
            return metric.measure(pairs)
        have = "has" if len(bare) == 1 else "have"
        reason = f"{' and '.join(bare)} {have} no trees (HEAD is _ in every word)"
        return NotAvailable(reason, "run a parser, or ask only for metrics without trees, as UPOS")

    return replace(metric, measure=measure)


CONLL18 = (
    f1_metric("tokens", "Tokens", Pairs.tokens),
    f1_metric("sentences", "Sentences", Pairs.sentences),
    f1_metric("words", "Words", Pairs.words),
    *(word_metric(name, one) for name, one in WORD_METRICS.items()),
)
