"""BLEU: the geometric mean of the precisions of word n-grams up to four words, times a penalty for being short.

Source: Papineni et al. (2002), "BLEU: a Method for Automatic Evaluation of Machine Translation", §2; smoothing: Chen
and Cherry (2014), "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", §3.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice

import numpy as np

from scoring.base.errors import UsageError
from scoring.base.wording import nearest
from scoring.evidence.evidence import Floats
from scoring.mt.surface.beyond_plane import beyond_plane
from scoring.mt.surface.given import TextSegments, segments
from scoring.mt.surface.ngrams import Ints, Symbols, characters, matches, ngram_counts
from scoring.mt.surface.score import SurfaceScore, sacrebleu_signature, scored
from scoring.mt.surface.tokenizers import token_lists, tokenizer_version

__all__ = ["BLEU_COLUMNS", "SMOOTHINGS", "bleu", "bleu_count", "bleu_formula", "unspaced_share"]

ORDER = 4
SMOOTHINGS = {"exp": None, "floor": 0.1, "add-k": 1.0, "none": None}  # their values where none is given
BLEU_COLUMNS = (
    "output_length",
    "reference_length",
    *(f"match{n}" for n in range(1, ORDER + 1)),
    *(f"output{n}" for n in range(1, ORDER + 1)),
)
NO_MATCH = -9999999999.0  # stands for the logarithm of 0; its mean with any others is 0 again


def bleu(
    hypotheses: Iterable[str],
    references: Iterable[Iterable[str]],
    *,
    tokenize: str = "13a",
    smooth: str = "exp",
    smooth_value: float | None = None,
    effective_order: bool = False,
    lowercase: bool = False,
    normal_form: str | None = None,
) -> SurfaceScore:
    """The BLEU of outputs in points (0 to 100), of all segments and of each; ``references[i]`` are those of segment i.

    ``tokenize`` is one of 13a, intl, zh, ja-mecab, ko-mecab, char, none; ``smooth`` one of exp, floor, add-k, none.
    BLEU is a score of corpora: for single segments set ``effective_order``, which leaves out the orders that an output
    is too short for.

    Source: Papineni et al. 2002, §2; Chen and Cherry 2014, §3.

    >>> round(bleu(["the cat sat on a mat"], [["the cat sat on the mat"]]).score, 2)
    53.73

    Raises:
        InputError: an output or reference is no string, or a segment has no reference.
        AlignmentError: there are not as many lists of references as outputs.
        UsageError: a tokenizer or smoothing is unknown or not installed, or a smoothing value is out of range.
    """
    value = smoothing_value(smooth, smooth_value)
    split = token_lists(tokenize)
    given = segments(hypotheses, references, normal_form)
    table = bleu_count(given, split, lowercase=lowercase)
    shown = smooth if value is None else f"{smooth}[{value:g}]"
    signature = (
        f"mt.bleu|v1|nrefs:{given.nrefs}|case:{'lc' if lowercase else 'mixed'}|eff:{'yes' if effective_order else 'no'}"
        f"|tok:{tokenize}|smooth:{shown}|nf:{normal_form or 'none'}"
    )
    formula = bleu_formula(smooth, smooth_value, effective_order=effective_order)
    found = (*notes(given, table, tokenize, effective_order=effective_order), *given.note())
    theirs = sacrebleu_signature(
        given, case="lc" if lowercase else "mixed", eff=effective_order, tok=tokenizer_version(tokenize),
        smooth=smooth if value is None else f"{smooth}[{value:.2f}]",
    )  # fmt: skip
    return scored(
        table, BLEU_COLUMNS, formula, signature, found, perfect=100.0, sacrebleu="" if normal_form else theirs
    )


def smoothing_value(smooth: object, value: object) -> float | None:
    """The value of a smoothing, its default where none is given, None where it has none."""
    if not isinstance(smooth, str) or smooth not in SMOOTHINGS:
        msg = f"there is no smoothing {smooth!r}; {nearest(str(smooth), SMOOTHINGS)}"
        raise UsageError(msg)
    if value is None or SMOOTHINGS[smooth] is None:
        return SMOOTHINGS[smooth]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        msg = f"smooth_value is {value!r}, but a number from 0 is needed; None is {SMOOTHINGS[smooth]} for {smooth}"
        raise UsageError(msg)
    return float(value)


def notes(given: TextSegments, table: Floats, tokenize: str, *, effective_order: bool) -> tuple[str, ...]:
    """What a reader should know: that no order-4 n-gram exists, or that 13a leaves the script in one piece."""
    found = []
    if len(table) and not effective_order and not table[:, -1].any():
        found.append(
            "no 4-gram in corpus: every output has fewer than four tokens, so BLEU is 0 whatever it says; chrF++, or "
            "effective_order=True, scores short text"
        )
    if tokenize in {"13a", "intl"} and unspaced_share(given) > 0.5:
        found.append(
            f"the references are in a Chinese or Japanese script, which {tokenize} does not split into words: "
            "tokenize='zh', 'ja-mecab' or 'char' does"
        )
    if tokenize == "zh" and (said := beyond_plane(given, "the tokenizer zh", "tokenize='char' does")):
        found.append(said)
    return tuple(found)


def unspaced_share(given: TextSegments) -> float:
    """The share of Han and kana in the references' characters other than white space and ASCII punctuation."""
    if all(text.isascii() for text in chain.from_iterable(given.references)):
        return 0.0
    codes, _ = characters(list(chain.from_iterable(given.references)))
    kana_or_han = ((codes >= 0x3040) & (codes < 0x3100)) | ((codes >= 0x3400) & (codes < 0xA000))
    kana_or_han |= ((codes >= 0xF900) & (codes < 0xFB00)) | ((codes >= 0x20000) & (codes < 0x32000))
    return float(kana_or_han.sum()) / max(1, int((codes > 0x40).sum()))


def bleu_count(
    given: TextSegments, split: Callable[[Iterable[str]], Iterator[list[str]]], *, lowercase: bool = False
) -> Floats:
    """Lengths of output and closest reference, matches and output n-grams by order: ``(segments, 10)``."""
    numbers: list[int] = []
    lengths: list[int] = []
    texts = chain.from_iterable(
        (output, *references) for output, references in zip(given.outputs, given.references, strict=True)
    )
    tokenized = split((text.lower() if lowercase else text).rstrip() for text in texts)
    for references in given.references:
        codes = TokenCodes()
        for tokens in islice(tokenized, 1 + len(references)):
            numbers.extend(map(codes.__getitem__, tokens))
            lengths.append(len(tokens))
    sizes = np.fromiter(map(len, given.references), dtype=np.int64, count=len(given.references)) + 1
    starts = np.cumsum(sizes) - sizes
    lanes = np.repeat(np.arange(sizes.size), sizes)
    sides = np.arange(lanes.size) - starts[lanes]
    counts = np.array(lengths, dtype=np.int64)
    found = matches(Symbols(np.array(numbers, dtype=np.int64), counts, lanes, sides), ORDER)
    outputs = counts[starts]
    closest = closest_length(counts, sizes, starts)
    table = np.concatenate([outputs[:, None], closest[:, None], found, ngram_counts(outputs, ORDER)], axis=1)
    return table.astype(np.float64)


class TokenCodes(dict[str, int]):
    """A number for every token in the order in which they are met."""

    def __missing__(self, token: str) -> int:
        self[token] = code = len(self)
        return code


def closest_length(lengths: Ints, sizes: Ints, starts: Ints) -> Ints:
    """The length of the reference closest to the output's, the shorter of two as close: ``(segments,)``."""
    outputs = lengths[starts]
    closest = lengths[starts + 1] if starts.size else outputs
    for rank in range(2, int(sizes.max(initial=0))):
        there = sizes > rank
        rival = np.where(there, lengths[np.where(there, starts + rank, 0)], closest)
        ours, theirs = np.abs(closest - outputs), np.abs(rival - outputs)
        closest = np.where((theirs < ours) | ((theirs == ours) & (rival < closest)), rival, closest)
    return closest


def bleu_formula(
    smooth: str = "exp", smooth_value: float | None = None, *, effective_order: bool = False
) -> Callable[[Floats], Floats]:
    """The function from totals ``(..., 10)`` to BLEU in points ``(...)``."""
    value = smoothing_value(smooth, smooth_value)
    return partial(score_of, smooth=smooth, value=value or 0.0, effective=effective_order)


def score_of(totals: Floats, *, smooth: str, value: float, effective: bool) -> Floats:
    """BLEU in points; 0 where not one word matches."""
    totals = np.asarray(totals, dtype=np.float64)
    output, reference = totals[..., 0], totals[..., 1]
    ratio = reference / np.where(output > 0, output, 1.0)
    short = np.where(output > 0, np.exp(1.0 - np.maximum(ratio, 1.0)), 0.0)
    penalty = np.where(output < reference, short, 1.0)
    going = np.ones(output.shape, dtype=np.bool_)  # orders that the output is long enough for
    orders, halvings, logarithms = np.zeros_like(output), np.ones_like(output), np.zeros_like(output)
    for order in range(1, ORDER + 1):
        match, count = totals[..., 1 + order], totals[..., 1 + ORDER + order]
        if smooth == "add-k" and order > 1:
            match, count = match + value, count + value
        going = going & (count > 0)
        none = going & (match == 0)
        below = np.where(going, count, 1.0)
        # A share, not points: its logarithm is exactly 0 where all matches.
        precision = np.where(going, match / below, 0.0)
        if smooth == "exp":
            halvings = np.where(none, 2.0 * halvings, halvings)
            precision = np.where(none, 1.0 / (halvings * below), precision)
        elif smooth == "floor":
            precision = np.where(none, value / below, precision)
        known = precision > 0
        logarithm = np.where(known, np.log(np.where(known, precision, 1.0)), NO_MATCH)
        counted = going if effective else np.True_
        logarithms = logarithms + np.where(counted, logarithm, 0.0)
        orders = orders + counted
    matched = totals[..., 2 : 2 + ORDER].any(axis=-1)
    return np.where(matched, 100.0 * penalty * np.exp(logarithms / np.maximum(orders, 1.0)), 0.0)
