"""Features that stand twice at a word in a file, where the other side is of token lists, which keep one of them.

``conllu`` reads FEATS to a mapping, and the last value of a name stays; the shared task's script compares them all.
"""

from scoring.ud.align import Pairs
from scoring.ud.corpus import FEATS, Corpus
from scoring.ud.features import UNIVERSAL

__all__ = ["lost_features"]


def lost_features(pairs: Pairs) -> tuple[str, ...]:
    """What to say of features of one side that the other cannot hold; nothing where none is lost."""
    sides = ((pairs.gold, pairs.pred), (pairs.pred, pairs.gold))
    found = (lost(side, other) for side, other in sides if other.one_value and not side.one_value)
    return tuple(said for said in found if said)


def lost(side: Corpus, other: Corpus) -> str:
    """The same of one side."""
    words = [word for word in range(side.n_words) if twice(side.field(word, FEATS))]
    if not words:
        return ""
    first = words[0]
    line = side.line(int(side.fields[FEATS, first]))
    more = f" and at {len(words) - 1} more words" if len(words) > 1 else ""
    return (
        f"{side.name}:{line}: the feature {twice(side.field(first, FEATS))} stands more than once{more}, and token "
        f"lists, of which {other.name} is, keep one value of a name: such words are wrong in UFeats, AllTags and MLAS; "
        "give the file itself, or FEATS as text"
    )


def twice(feats: str) -> str:
    """The universal feature that stands more than once, if any."""
    names = [feature.partition("=")[0] for feature in feats.split("|")] if "|" in feats else []
    return next((name for name in dict.fromkeys(names) if names.count(name) > 1 and name in UNIVERSAL), "")
