"""Which gold word is which predicted word, by span and, where multiword tokens are involved, by form.

Source: Zeman et al. (2018), §5; the exact rule is the one that the shared task's script follows.
"""

from dataclasses import dataclass

import numpy as np

from scoring.ud.compare import same_bytes
from scoring.ud.corpus import FORM, Bools, Corpus, Ints
from scoring.ud.groups import Walker, WordGroup, check_size
from scoring.ud.textcheck import check_text

__all__ = ["NO_PARTNER", "Alignment", "align_words"]

NO_PARTNER = -2  # no word, and not the head of a root either


@dataclass(frozen=True, eq=False)
class Alignment:
    """Both sides and the pairs between them, in order on both sides."""

    gold: Corpus
    pred: Corpus
    gold_words: Ints  # (pairs,)
    pred_words: Ints  # (pairs,)
    partners: Ints  # (gold words,): the predicted word of each gold word, or NO_PARTNER
    gold_tokens: Ints  # the gold tokens whose span a predicted token has


@dataclass(frozen=True, eq=False)
class Regions:
    """The text cut where tokens of both sides start: the tokens of region k are ``[gold[k], gold[k + 1])``."""

    gold: Ints
    pred: Ints
    alike: Bools  # (regions,): one token on each side, of one span

    def words(self, corpus: Corpus, tokens: Ints, regions: Ints) -> tuple[Ints, Ints]:
        """First word and number of words of the first token of each region."""
        first = corpus.words[tokens[regions]]
        return first, corpus.words[tokens[regions] + 1] - first


def align_words(gold: Corpus, pred: Corpus) -> Alignment:
    """The word pairs of two annotations of one text.

    Raises:
        AlignmentError: the texts differ, or more than 64 million word pairs are in one group.
    """
    check_text(gold, pred)
    regions = cut(gold, pred)
    partners = np.full(gold.n_words, NO_PARTNER, dtype=gold.heads.dtype)
    alike = np.flatnonzero(regions.alike)
    tokens = regions.gold[alike]
    if not gold.has_ranges and not pred.has_ranges:
        partners[tokens] = regions.pred[alike]  # without multiword tokens a token is its word
    else:
        align_ranges(gold, pred, regions, partners)
    paired = np.flatnonzero(partners >= 0)
    return Alignment(gold, pred, paired, partners[paired], partners, tokens)


def cut(gold: Corpus, pred: Corpus) -> Regions:
    """The regions between the places where tokens of both sides start."""
    starts = np.zeros((2, gold.stream.size + 1), dtype=np.bool_)
    starts[0, gold.offsets] = True
    starts[1, pred.offsets] = True
    ours = np.flatnonzero(starts[1, gold.offsets])
    theirs = np.flatnonzero(starts[0, pred.offsets])
    return Regions(ours, theirs, (np.diff(ours) == 1) & (np.diff(theirs) == 1))


def align_ranges(gold: Corpus, pred: Corpus, regions: Regions, partners: Ints) -> None:
    """Fills in the partners where there are multiword tokens.

    A region of one token on each side pairs its words by itself, as long as the walk over the words reaches its
    start on both sides at once.  It does everywhere but next to multiword tokens in regions of unlike tokens;
    there it is walked word by word until both sides meet again.
    """
    walker = Walker(gold, pred)
    open_regions = np.ones(regions.alike.size, dtype=np.bool_)
    walked: list[tuple[int, int]] = []
    done = 0
    for region in uneven(gold, pred, regions):
        if region < done:
            continue
        start = int(gold.words[regions.gold[region]]), int(pred.words[regions.pred[region]])
        pairs, at_gold, _ = walker.walk(*start)
        walked += pairs
        done = regions.alike.size
        if at_gold < gold.n_words:
            done = int(np.searchsorted(regions.gold, gold.word_tokens[at_gold]))
        open_regions[region:done] = False
    left = np.flatnonzero(regions.alike & open_regions)
    ranges = gold.ranges[regions.gold[left]] | pred.ranges[regions.pred[left]]
    plain = left[~ranges]
    partners[gold.words[regions.gold[plain]]] = pred.words[regions.pred[plain]]
    walked += align_alike(walker, regions, left[ranges], partners)
    if walked:
        ours, theirs = np.array(walked).T
        partners[ours] = theirs


def uneven(gold: Corpus, pred: Corpus, regions: Regions) -> list[int]:
    """The regions from which the words have to be walked: unlike tokens with a multiword token in or after them."""
    if bool((np.diff(gold.words) == 0).any()) or bool((np.diff(pred.words) == 0).any()):
        return list(range(regions.alike.size))  # a token without words, which the walk does not see
    touched = np.zeros(regions.alike.size, dtype=np.bool_)
    for corpus, tokens in ((gold, regions.gold), (pred, regions.pred)):
        before = np.zeros(corpus.n_tokens + 1, dtype=np.int64)
        np.cumsum(corpus.ranges, out=before[1:])
        after = np.minimum(tokens[1:] + 1, corpus.n_tokens)  # the first token of the next region too
        touched |= before[after] > before[tokens[:-1]]
    return [int(region) for region in np.flatnonzero(touched & ~regions.alike)]


def align_alike(walker: Walker, regions: Regions, alike: Ints, partners: Ints) -> list[tuple[int, int]]:
    """Pairs the words of tokens of one span, at least one of the two a multiword token.

    Equal forms are paired here at once; the pairs of all others are returned.
    """
    gold, pred = walker.gold.corpus, walker.pred.corpus
    ours, n_ours = regions.words(gold, regions.gold, alike)
    theirs, n_theirs = regions.words(pred, regions.pred, alike)
    both = gold.ranges[regions.gold[alike]] & pred.ranges[regions.pred[alike]]
    equal = both & (n_ours == n_theirs)
    for place in np.flatnonzero(n_ours.astype(np.int64) * n_theirs > 10**6):
        group = group_of(ours, n_ours, theirs, n_theirs, int(place))
        check_size(gold, group.gold, pred, group.pred)
    chosen = np.flatnonzero(equal)
    if chosen.size:
        counts = n_ours[chosen]
        offsets = np.cumsum(counts) - counts
        step = np.arange(int(counts.sum())) - np.repeat(offsets, counts)
        gold_words = np.repeat(ours[chosen], counts) + step
        pred_words = np.repeat(theirs[chosen], counts) + step
        same = same_forms(gold, gold_words, pred, pred_words)
        whole = np.logical_and.reduceat(same, offsets)
        equal[chosen[~whole]] = False
        kept = np.repeat(whole, counts)
        partners[gold_words[kept]] = pred_words[kept]
    pairs: list[tuple[int, int]] = []
    for place in np.flatnonzero(~equal):
        pairs += walker.match(group_of(ours, n_ours, theirs, n_theirs, int(place)))
    return pairs


def same_forms(gold: Corpus, gold_words: Ints, pred: Corpus, pred_words: Ints) -> Bools:
    """Which pairs of words have the same FORM, byte for byte."""
    starts, ends = gold.bounds(FORM)
    pred_starts, pred_ends = pred.bounds(FORM)
    ours = starts[gold_words], ends[gold_words]
    return same_bytes(gold, ours, pred, (pred_starts[pred_words], pred_ends[pred_words]))


def group_of(ours: Ints, n_ours: Ints, theirs: Ints, n_theirs: Ints, place: int) -> WordGroup:
    """The group of the words of two tokens."""
    gold = range(int(ours[place]), int(ours[place] + n_ours[place]))
    return WordGroup(gold, range(int(theirs[place]), int(theirs[place] + n_theirs[place])))
