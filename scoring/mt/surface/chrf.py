"""chrF and chrF++: the F-score of character n-grams, and of word n-grams where they are counted too.

Source: Popović (2015), "chrF: character n-gram F-score for automatic MT evaluation", §2; Popović (2017), "chrF++".
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain

import numpy as np

from scoring.base.errors import UsageError
from scoring.evidence.evidence import Floats
from scoring.mt.surface.given import TextSegments, segments
from scoring.mt.surface.ngrams import Ints, Symbols, characters, matches, ngram_counts
from scoring.mt.surface.score import SurfaceScore, sacrebleu_signature, scored

__all__ = ["chrf", "chrf_columns", "chrf_count", "chrf_formula"]

EPSILON = 1e-16  # of the smoothing that chrF++.py, NLTK and Moses use
PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def chrf(
    hypotheses: Iterable[str],
    references: Iterable[Iterable[str]],
    *,
    char_order: int = 6,
    word_order: int = 2,
    beta: float = 2,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
    normal_form: str | None = None,
) -> SurfaceScore:
    """The chrF++ of outputs in points (0 to 100), of all segments and of each; ``references[i]`` are segment i's.

    ``word_order=0`` is chrF.  A segment is scored against the reference that it fits best.  Words are split at white
    space, and one punctuation mark is taken off their end, else off their start.  Empty against empty scores 0.

    Source: Popović 2015, §2; Popović 2017.

    >>> round(chrf(["the cat sat"], [["the cat sat down", "a cat sat"]]).score, 2)
    68.36

    Raises:
        InputError: an output or reference is no string, or a segment has no reference.
        AlignmentError: there are not as many lists of references as outputs.
        UsageError: an order or beta is out of range.
    """
    check_orders(char_order, word_order, beta)
    given = segments(hypotheses, references, normal_form)
    formula = chrf_formula(char_order, word_order, beta, eps_smoothing=eps_smoothing)
    table = chrf_count(given, formula, char_order, word_order, lowercase=lowercase, whitespace=whitespace)
    form = normal_form or "none"
    signature = (
        f"mt.chrf|v1|nrefs:{given.nrefs}|case:{'lc' if lowercase else 'mixed'}|eff:{'no' if eps_smoothing else 'yes'}"
        f"|nc:{char_order}|nw:{word_order}|space:{'yes' if whitespace else 'no'}|beta:{beta:g}|nf:{form}"
    )
    theirs = sacrebleu_signature(
        given, case="lc" if lowercase else "mixed", eff=not eps_smoothing, nc=char_order, nw=word_order,
        space=bool(whitespace),
    )  # fmt: skip
    columns = chrf_columns(char_order, word_order)
    return scored(
        table,
        columns,
        formula,
        signature,
        given.note(),
        perfect=100.0,
        sacrebleu="" if normal_form else theirs,
    )


def check_orders(char_order: object, word_order: object, beta: object) -> None:
    """Raises UsageError where an order or beta is out of range."""
    for name, order in (("char_order", char_order), ("word_order", word_order)):
        if isinstance(order, bool) or not isinstance(order, int) or order < 0:
            msg = f"{name} is {order!r}, but a whole number from 0 is needed"
            raise UsageError(msg)
    if not char_order and not word_order:
        msg = "char_order and word_order are both 0, so there is nothing to count; chrF++ is 6 and 2"
        raise UsageError(msg)
    if isinstance(beta, bool) or not isinstance(beta, int | float) or not 0 < beta < 1e6:
        msg = f"beta is {beta!r}, but a number above 0 is needed; chrF++ has 2"
        raise UsageError(msg)


def chrf_columns(char_order: int, word_order: int) -> tuple[str, ...]:
    """The names of the counts: n-grams of the output, of the reference and of both, for each order."""
    orders = [f"char{n}" for n in range(1, char_order + 1)] + [f"word{n}" for n in range(1, word_order + 1)]
    return tuple(f"{order}_{side}" for order in orders for side in ("output", "reference", "match"))


def chrf_count(
    given: TextSegments,
    formula: Callable[[Floats], Floats],
    char_order: int = 6,
    word_order: int = 2,
    *,
    lowercase: bool = False,
    whitespace: bool = False,
) -> Floats:
    """The n-grams of output, reference and both, ``(segments, 3 * orders)``, for the reference with the best score."""
    numbers = np.fromiter(map(len, given.references), dtype=np.int64, count=len(given.references))
    texts = [text for output, many in zip(given.outputs, given.references, strict=True) for one in many
             for text in (output, one)]  # fmt: skip
    if lowercase:
        texts = [text.lower() for text in texts]
    lanes = np.repeat(np.arange(len(texts) // 2), 2)
    sides = np.tile(np.arange(2), len(texts) // 2)
    letters = characters(texts if whitespace else ["".join(text.split()) for text in texts])
    parts = [tripled(*letters, lanes, sides, char_order)]
    if word_order:
        parts.append(tripled(*words(texts), lanes, sides, word_order))
    table = np.concatenate(parts, axis=1)
    return best(table, formula, numbers)


def tripled(numbers: Ints, lengths: Ints, lanes: Ints, sides: Ints, order: int) -> Floats:
    """The counts of output, reference and both for each order of one kind of n-gram: ``(lanes, 3 * order)``."""
    found = matches(Symbols(numbers, lengths, lanes, sides), order)
    output, reference = ngram_counts(lengths[0::2], order), ngram_counts(lengths[1::2], order)
    output[reference == 0] = 0  # n-grams of an order that the reference is too short for do not count
    return np.stack([output, reference, found], axis=2).astype(np.float64).reshape(len(found), 3 * order)


class Pieces(dict[str, tuple[int, ...]]):
    """The numbers of the words that a piece between white space is made of; punctuation is a word of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}

    def __missing__(self, piece: str) -> tuple[int, ...]:
        if len(piece) > 1 and piece[-1] in PUNCTUATION:
            parts: tuple[str, ...] = (piece[:-1], piece[-1])
        elif len(piece) > 1 and piece[0] in PUNCTUATION:
            parts = (piece[0], piece[1:])
        else:
            parts = (piece,)
        self[piece] = found = tuple(self.numbers.setdefault(part, len(self.numbers)) for part in parts)
        return found


def words(texts: list[str]) -> tuple[Ints, Ints]:
    """The words of all texts as numbers in a row, and how many each text has."""
    numbered = Pieces().__getitem__
    found = [list(chain.from_iterable(map(numbered, text.split()))) for text in texts]
    lengths = np.fromiter(map(len, found), dtype=np.int64, count=len(found))
    return np.fromiter(chain.from_iterable(found), dtype=np.int64, count=int(lengths.sum())), lengths


def best(table: Floats, formula: Callable[[Floats], Floats], numbers: Ints) -> Floats:
    """The row of each segment's best reference, the first of them where several are as good."""
    scores = formula(table)
    starts = np.cumsum(numbers) - numbers
    chosen = starts.copy()
    for rank in range(1, int(numbers.max(initial=0))):
        there = np.flatnonzero(numbers > rank)
        rival = starts[there] + rank
        better = scores[rival] > scores[chosen[there]]
        chosen[there[better]] = rival[better]
    found: Floats = table[chosen]
    return found


def chrf_formula(
    char_order: int = 6, word_order: int = 2, beta: float = 2, *, eps_smoothing: bool = False
) -> Callable[[Floats], Floats]:
    """The function from totals ``(..., 3 * orders)`` to chrF in points ``(...)``."""
    return partial(fscore, order=char_order + word_order, factor=beta**2, smoothed=eps_smoothing)


def fscore(totals: Floats, *, order: int, factor: float, smoothed: bool) -> Floats:
    """The F-score in points: of the mean precision and recall of the orders that occur, or smoothed the mean of theirs.

    Orders are added one after the other, as the reference implementation adds them: which of two references is the
    better must not hang on the last bit.
    """
    totals = np.asarray(totals, dtype=np.float64)
    precision_sum = recall_sum = score_sum = orders = np.zeros(totals.shape[:-1])
    for at in range(order):
        output, reference, match = np.moveaxis(totals[..., 3 * at : 3 * at + 3], -1, 0)
        precision = np.where(output > 0, match / np.where(output > 0, output, 1.0), EPSILON)
        recall = np.where(reference > 0, match / np.where(reference > 0, reference, 1.0), EPSILON)
        if smoothed:
            score_sum = score_sum + combined(precision, recall, factor, EPSILON)
        both = (output > 0) & (reference > 0)
        precision_sum = precision_sum + np.where(both, precision, 0.0)
        recall_sum = recall_sum + np.where(both, recall, 0.0)
        orders = orders + both
    if smoothed:
        return 100 * score_sum / order
    orders = np.maximum(orders, 1.0)
    return 100 * combined(precision_sum / orders, recall_sum / orders, factor, 0.0)


def combined(precision: Floats, recall: Floats, factor: float, otherwise: float) -> Floats:
    """The F-score with recall weighted ``factor`` times, ``otherwise`` where both are 0."""
    below = factor * precision + recall
    return np.where(below > 0, (1 + factor) * precision * recall / np.where(below > 0, below, 1.0), otherwise)
