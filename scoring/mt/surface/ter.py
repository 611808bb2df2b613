"""Translation edit rate: insertions, deletions, substitutions and shifts of words, per word of the reference.

Source: Snover et al. (2006), "A Study of Translation Edit Rate with Targeted Human Annotation", §2; its limits and the
order in which shifts are tried are Tercom's as sacrebleu has them, so that edits are equal to the last one.
"""

from collections.abc import Iterable
from itertools import chain

import numpy as np

from scoring.evidence.evidence import Floats
from scoring.mt.surface.beyond_plane import beyond_plane
from scoring.mt.surface.edits import edits
from scoring.mt.surface.given import TextSegments, segments
from scoring.mt.surface.score import SurfaceScore, sacrebleu_signature, scored
from scoring.mt.surface.tokenizers import Tokenizer, tercom

__all__ = ["TER_COLUMNS", "edit_rate", "ter", "ter_count"]

TER_COLUMNS = ("edits", "reference_length")


def ter(
    hypotheses: Iterable[str],
    references: Iterable[Iterable[str]],
    *,
    normalized: bool = False,
    punct: bool = True,
    asian: bool = False,
    case_sensitive: bool = False,
    normal_form: str | None = None,
) -> SurfaceScore:
    """The TER of outputs in points (lower is better, 100 is an edit for each word), of all segments and of each.

    ``references[i]`` are those of segment i: the edits to the one that needs fewest, over their mean length.  An empty
    output needs an edit for every word of the reference; empty against empty needs none and scores 0.
    ``normalized`` splits punctuation off words, ``punct=False`` takes it out, ``asian`` does both for CJK characters.

    Source: Snover et al. 2006, §2.

    >>> round(ter(["on the mat the cat sat"], [["the cat sat on the mat"]]).score, 2)
    16.67

    Raises:
        InputError: an output or reference is no string, or a segment has no reference.
        AlignmentError: there are not as many lists of references as outputs.
    """
    given = segments(hypotheses, references, normal_form)
    split = tercom(
        normalized=bool(normalized), punct=bool(punct), asian=bool(asian), case_sensitive=bool(case_sensitive)
    )
    table = ter_count(given, split)
    yes = {True: "yes", False: "no"}
    signature = (
        f"mt.ter|v1|nrefs:{given.nrefs}|case:{'mixed' if case_sensitive else 'lc'}|tok:tercom"
        f"|norm:{yes[bool(normalized)]}|punct:{yes[bool(punct)]}|asian:{yes[bool(asian)]}|nf:{normal_form or 'none'}"
    )
    theirs = sacrebleu_signature(
        given, case="mixed" if case_sensitive else "lc", tok="tercom", norm=bool(normalized), punct=bool(punct),
        asian=bool(asian),
    )  # fmt: skip
    left = beyond_plane(given, "asian", "BLEU with tokenize='char' does") if normalized and asian else None
    notes = (*([left] if left else []), *given.note())
    return scored(
        table, TER_COLUMNS, edit_rate, signature, notes, perfect=0.0, sacrebleu="" if normal_form else theirs
    )


def ter_count(given: TextSegments, split: Tokenizer) -> Floats:
    """The edits to the reference that needs fewest, and the mean length of the references: ``(segments, 2)``."""
    numbers = np.fromiter(map(len, given.references), dtype=np.int64, count=len(given.references))
    if not numbers.size:
        return np.zeros((0, 2))
    outputs = [split(text.rstrip()).split() for text in given.outputs]
    references = [split(text.rstrip()).split() for text in chain.from_iterable(given.references)]
    owners = np.repeat(np.arange(numbers.size), numbers)
    found = edits([outputs[owner] for owner in owners.tolist()], references)
    starts = np.cumsum(numbers) - numbers
    lengths = np.fromiter(map(len, references), dtype=np.int64, count=len(references))
    fewest = np.minimum.reduceat(found, starts)
    return np.stack([fewest, np.add.reduceat(lengths, starts) / numbers], axis=1)


def edit_rate(totals: Floats) -> Floats:
    """TER in points of totals ``(..., 2)``; without a word of reference 100 where there are edits, else 0."""
    found, length = totals[..., 0], totals[..., 1]
    return np.where(
        length > 0, 100 * (found / np.where(length > 0, length, 1.0)), np.where(found > 0, 100.0, 0.0)
    )
