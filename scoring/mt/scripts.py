"""Scripts of letters: which letters of a text belong to a script of a language.

Source: Unicode Standard Annex 24; codes of scripts as in ISO 15924, where some stand for several scripts together.
"""

from collections.abc import Iterable
from functools import cache

import regex

__all__ = ["CASED", "SPACELESS", "TOGETHER", "letters", "single"]

# Scripts with capital letters at the beginning of words (Unicode Character Database, derived property Cased).
CASED = frozenset("Latn Cyrl Grek Armn Copt Adlm Cher Dsrt Osge Glag Hung Medf Vith Wara Gara".split())  # noqa: SIM905
# Scripts without spaces between words that no tokenizer of sacrebleu parts: the line break class SA of Unicode Standard
# Annex 14, and Tibetan, whose tsheg stands between syllables.
SPACELESS = frozenset({"Thai", "Laoo", "Khmr", "Mymr", "Tibt"})

TOGETHER = {
    "Jpan": ("Hira", "Kana", "Hani"),
    "Kore": ("Hang", "Hani"),
    "Hans": ("Hani",),
    "Hant": ("Hani",),
    "Hanb": ("Hani", "Bopo"),
    "Hrkt": ("Hira", "Kana"),
}


@cache
def letters(scripts: tuple[str, ...]) -> "regex.Pattern[str]":
    """A pattern for one letter of any of the scripts; it matches nothing where there is none.

    >>> letters(("Cans",)).findall("nipiy ᓂᐱᕀ")
    ['ᓂ', 'ᐱ', 'ᕀ']
    """
    sets = "".join(rf"\p{{Script={code}}}" for code in dict.fromkeys(single(scripts)))
    return regex.compile(rf"[\p{{L}}&&[{sets}]]" if sets else r"(?!)", regex.V1)


def single(scripts: Iterable[str]) -> list[str]:
    """The codes of single scripts: those that stand for several taken apart.

    >>> single(("Jpan",))
    ['Hira', 'Kana', 'Hani']
    """
    return [code for name in scripts for code in TOGETHER.get(name, (name,))]
