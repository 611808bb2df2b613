"""Which aligned words each metric counts as correct, and how its counts fall upon relations or parts of speech.

Source: Zeman et al. (2018), §5.
"""

from collections.abc import Callable, Mapping
from weakref import WeakKeyDictionary

import numpy as np

from scoring.evidence.breakdown import Averaging, Parts
from scoring.ud.corpus import DEPREL, UPOS, Bools, Corpus, Ints
from scoring.ud.pairs import Pairs
from scoring.ud.relations import base, until_colon

__all__ = ["CONTENT", "CORRECT", "parts"]

CORRECT: Mapping[str, Callable[[Pairs], Bools]] = {  # by metric id: (pairs,)
    "upos": lambda pairs: pairs.upos,
    "xpos": lambda pairs: pairs.xpos,
    "ufeats": lambda pairs: pairs.feats,
    "alltags": lambda pairs: np.asarray(pairs.upos & pairs.xpos & pairs.feats),
    "lemmas": lambda pairs: pairs.lemmas,
    "uas": lambda pairs: pairs.heads,
    "las": lambda pairs: pairs.attached,
    "clas": lambda pairs: pairs.attached,
    "mlas": lambda pairs: np.asarray(pairs.attached & pairs.upos & pairs.feats & pairs.children),
    "blex": lambda pairs: np.asarray(pairs.attached & pairs.lemmas),
}
CONTENT = frozenset({"clas", "mlas", "blex"})  # these count content words alone
BY_RELATION = CONTENT | {"uas", "las"}
# What ten metrics ask of a corpus in turn, for as long as there is one.
KNOWN: WeakKeyDictionary[Corpus, dict[int, tuple[list[str], Ints]]] = WeakKeyDictionary()


def parts(pairs: Pairs, metric: str) -> Parts | None:
    """Correct, predicted and gold words by relation without subtype, or by UPOS for tags and lemmas.

    None for a metric that is not of words.
    """
    if metric not in CORRECT:
        return None
    column = DEPREL if metric in BY_RELATION else UPOS
    (gold_names, gold), (pred_names, pred) = named(pairs.gold, column), named(pairs.pred, column)
    names = sorted({*gold_names, *pred_names})
    place = {name: number for number, name in enumerate(names)}
    gold = np.array([place[name] for name in gold_names], dtype=np.intp)[gold]
    pred = np.array([place[name] for name in pred_names], dtype=np.intp)[pred]
    correct = gold[pairs.alignment.gold_words]
    flags = CORRECT[metric](pairs)
    if metric in CONTENT:
        flags = flags & pairs.content
        gold, pred = gold[pairs.gold_content], pred[pairs.pred_content]
    columns = [np.bincount(codes, minlength=len(names)) for codes in (correct[flags], pred, gold)]
    counts = np.stack(columns, axis=1).astype(np.float64)
    there: Bools = np.asarray(counts.any(axis=1))
    return Parts(
        tuple(name for name, any_of_it in zip(names, there.tolist(), strict=True) if any_of_it),
        counts[there], Averaging.MICRO,
    )  # fmt: skip


def named(corpus: Corpus, column: int) -> tuple[list[str], Ints]:
    """The different values of a column without what follows a colon, and which of them each word has."""
    known = KNOWN.setdefault(corpus, {})
    if column not in known:
        known[column] = read_names(corpus, column)
    return known[column]


def read_names(corpus: Corpus, column: int) -> tuple[list[str], Ints]:
    """The same, not yet known."""
    starts, ends = corpus.bounds(column)
    first, short = until_colon(corpus.eights[starts], ends - starts)
    codes = np.zeros(first.size, dtype=np.intp)
    keys, found = np.unique(first[short], return_inverse=True)
    codes[short] = found.reshape(-1)
    names = [int(key).to_bytes(8, "little").rstrip(b"\xff").decode() for key in keys]
    place = {name: number for number, name in enumerate(names)}
    for word in np.flatnonzero(~short).tolist():  # eight bytes and more
        name = base(corpus.field(word, column))
        codes[word] = place.setdefault(name, len(place))
    return list(place), codes
