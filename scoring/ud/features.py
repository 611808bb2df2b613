"""The universal features of a word, in one order.

Source: the 21 universal features of the UD guidelines, to which the shared task's script restricts FEATS.
"""

from functools import lru_cache

__all__ = ["UNIVERSAL", "universal"]

UNIVERSAL = frozenset({
    "Abbr", "Animacy", "Aspect", "Case", "Definite", "Degree", "Evident", "Foreign", "Gender", "Mood",
    "NumType", "Number", "Person", "Polarity", "Polite", "Poss", "PronType", "Reflex", "Tense", "VerbForm", "Voice",
})  # fmt: skip


@lru_cache(maxsize=1 << 16)
def universal(feats: bytes) -> str:
    """The universal features of a FEATS field, sorted, with repetitions; a feature's name ends at its first ``=``.

    >>> universal(b"Typo=Yes|Number=Sing|Case=Nom")
    'Case=Nom|Number=Sing'
    """
    kept = (feature for feature in feats.decode().split("|") if feature.split("=", 1)[0] in UNIVERSAL)
    return "|".join(sorted(kept))
