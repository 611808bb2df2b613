"""Which aligned words each metric counts as correct, and how its counts fall upon relations or parts of speech.

Source: Zeman et al. (2018), §5.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from scoring.evidence.breakdown import Averaging, Parts
from scoring.evidence.evidence import Floats
from scoring.ud.align import Pairs
from scoring.ud.corpus import DEPREL, UPOS, Bools, Corpus, Ints
from scoring.ud.relations import base, until_colon

__all__ = ["WORD_METRICS", "WordMetric", "parts"]


@dataclass(frozen=True)
class WordMetric:
    """A metric of aligned words: which of them are correct ``(pairs,)``, and the columns that it compares.

    ``content``: it counts content words alone.
    """

    label: str
    columns: tuple[str, ...]
    correct: Callable[[Pairs], Bools]
    content: bool = False

    def count(self, pairs: Pairs) -> Floats:
        """Correct, predicted, gold and aligned words of each gold sentence: ``(sentences, 4)``."""
        return (pairs.content_table if self.content else pairs.word_table)(self.correct(pairs))

    @property
    def parted_by(self) -> int:
        """The column whose values are the parts that lost: the relation of metrics of trees, else UPOS."""
        return DEPREL if "head" in self.columns else UPOS


def all_tags(pairs: Pairs) -> Bools:
    """Same UPOS, XPOS and universal features."""
    return np.asarray(pairs.upos & pairs.xpos & pairs.feats)


def morphology(pairs: Pairs) -> Bools:
    """Same head, relation, UPOS, universal features and functional children."""
    return np.asarray(pairs.attached & pairs.upos & pairs.feats & pairs.children)


def lexemes(pairs: Pairs) -> Bools:
    """Same head, relation and lemma."""
    return np.asarray(pairs.attached & pairs.lemmas)


TREE = ("head", "deprel")
WORD_METRICS: Mapping[str, WordMetric] = {  # by id, in the order of the shared task
    "upos": WordMetric("UPOS", ("upos",), lambda pairs: pairs.upos),
    "xpos": WordMetric("XPOS", ("xpos",), lambda pairs: pairs.xpos),
    "ufeats": WordMetric("UFeats", ("feats",), lambda pairs: pairs.feats),
    "alltags": WordMetric("AllTags", ("upos", "xpos", "feats"), all_tags),
    "lemmas": WordMetric("Lemmas", ("lemma",), lambda pairs: pairs.lemmas),  # a gold lemma _ accepts any
    "uas": WordMetric("UAS", ("head",), lambda pairs: pairs.heads),
    "las": WordMetric("LAS", TREE, lambda pairs: pairs.attached),  # relations without subtype
    "clas": WordMetric("CLAS", TREE, lambda pairs: pairs.attached, content=True),
    "mlas": WordMetric("MLAS", (*TREE, "upos", "feats", "children"), morphology, content=True),
    "blex": WordMetric("BLEX", (*TREE, "lemma"), lexemes, content=True),
}
# What ten metrics ask of a corpus in turn, for as long as there is one.
KNOWN: WeakKeyDictionary[Corpus, dict[int, tuple[list[str], Ints]]] = WeakKeyDictionary()


def parts(pairs: Pairs, metric: str) -> Parts | None:
    """Correct, predicted and gold words by relation without subtype, or by UPOS for tags and lemmas.

    None for a metric that is not of words.
    """
    if metric not in WORD_METRICS:
        return None
    asked = WORD_METRICS[metric]
    (gold_names, gold), (pred_names, pred) = (
        coded(side, asked.parted_by) for side in (pairs.gold, pairs.pred)
    )
    names = sorted({*gold_names, *pred_names})
    place = {name: number for number, name in enumerate(names)}
    gold = np.array([place[name] for name in gold_names], dtype=np.intp)[gold]
    pred = np.array([place[name] for name in pred_names], dtype=np.intp)[pred]
    correct = gold[pairs.alignment.gold_words]
    flags = asked.correct(pairs)
    if asked.content:
        flags = flags & pairs.content
        gold, pred = gold[pairs.gold_content], pred[pairs.pred_content]
    columns = [np.bincount(codes, minlength=len(names)) for codes in (correct[flags], pred, gold)]
    counts = np.stack(columns, axis=1).astype(np.float64)
    there: Bools = np.asarray(counts.any(axis=1))
    return Parts(
        tuple(name for name, any_of_it in zip(names, there.tolist(), strict=True) if any_of_it),
        counts[there], Averaging.MICRO,
    )  # fmt: skip


def coded(corpus: Corpus, column: int) -> tuple[list[str], Ints]:
    """The different values of a column without what follows a colon, and which of them each word has."""
    known = KNOWN.setdefault(corpus, {})
    if column not in known:
        known[column] = read_names(corpus, column)
    return known[column]


def read_names(corpus: Corpus, column: int) -> tuple[list[str], Ints]:
    """Reads the different values of a column, up to a colon, and which of them each word has."""
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
