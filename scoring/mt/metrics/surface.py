"""chrF++, BLEU and TER of a run: as of the text itself, with the tokenizer of the target language for BLEU.

Source: MT scoring specification, §2.1.
"""

from collections.abc import Callable

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.metrics.key import TOKENIZE
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.definitions import counted_metric
from scoring.mt.surface.bleu import BLEU_COLUMNS, bleu, bleu_formula
from scoring.mt.surface.chrf import chrf, chrf_columns, chrf_formula
from scoring.mt.surface.score import SurfaceScore
from scoring.mt.surface.ter import TER_COLUMNS, edit_rate, ter
from scoring.mt.surface.tokenizers import tokenizer_missing, tokenizer_name

__all__ = ["BLEU", "CHRF", "TER", "TOKENIZER", "tokenizer_of"]

TOKENIZER = "13a"  # where no card says otherwise


def table(name: str, segments: Segments, score: Callable[..., SurfaceScore], **settings: str) -> Floats:
    """The counts of each entry; signature and notes are left with the segments."""
    found = score(segments.outputs, [list(texts) for texts in segments.references], **settings)
    segments.remarks.signatures[name] = found.signature
    segments.remarks.sacrebleu[name] = found.sacrebleu
    segments.remarks.notes[name] = found.notes
    return found.evidence.table if found.evidence is not None else np.empty((0, 0))


def count_bleu(segments: Segments) -> Floats | NotAvailable:
    """BLEU's counts of each entry, by the tokenizer of the target language."""
    tokenize = tokenizer_of(segments)
    return tokenizer_missing(tokenize) or table("bleu", segments, bleu, tokenize=tokenize)


def tokenizer_of(segments: Segments) -> str:
    """The tokenizer of BLEU: the one asked for, else that of the target language.

    Raises:
        UsageError: there is no tokenizer of the name that is asked for.
    """
    asked = segments.given.get(TOKENIZE.name)
    if asked is not None:
        return tokenizer_name(asked)
    card = segments.target_card
    return (card.tokenizer if card is not None else None) or TOKENIZER


CHRF = counted_metric(
    "chrf_plus_plus",
    count=lambda segments: table("chrf_plus_plus", segments, chrf),
    columns=chrf_columns(6, 2),
    formula=chrf_formula(6, 2, 2, eps_smoothing=False),
    signature="mt.chrf|v1",
)
BLEU = counted_metric(
    "bleu",
    count=count_bleu,
    columns=BLEU_COLUMNS,
    formula=bleu_formula("exp", None, effective_order=False),
)
TER = counted_metric(
    "ter",
    count=lambda segments: table("ter", segments, ter),
    columns=TER_COLUMNS,
    formula=edit_rate,
)
