"""chrF++, BLEU and TER by sacrebleu, with the settings of our signatures.

Source: Post (2018), "A Call for Clarity in Reporting BLEU Scores"; sacrebleu's ``CHRF``, ``BLEU`` and ``TER``.
"""

from collections.abc import Mapping
from itertools import zip_longest

from scoring.metrics.crosscheck import Crosscheck, ask
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.metrics.surface import tokenizer_of
from scoring.mt.surface.tokenizers import tokenizer_missing

__all__ = ["crosscheck"]


def crosscheck(segments: Segments) -> Crosscheck | NotAvailable:
    """The three figures in points by metric id; BLEU where its tokenizer is installed."""

    def figures() -> Mapping[str, float]:
        from sacrebleu.metrics.bleu import BLEU
        from sacrebleu.metrics.chrf import CHRF
        from sacrebleu.metrics.ter import TER

        tokenize = tokenizer_of(segments)
        scorers = {"chrf_plus_plus": CHRF(word_order=2), "ter": TER()}
        if tokenizer_missing(tokenize) is None:
            scorers["bleu"] = BLEU(tokenize=tokenize)
        streams = [
            list(stream) for stream in zip_longest(*segments.references)
        ]  # None where an entry has fewer
        return {name: one.corpus_score(segments.outputs, streams).score for name, one in scorers.items()}

    return ask("sacrebleu", figures)
