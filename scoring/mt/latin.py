"""Latin words in a text of a script without case: which of them are left there from the source, and which belong there.

Names, acronyms, user names, addresses, code and units belong to no script; an ordinary word of the source does.
Source: MT scoring specification, §2.5; what counts as a name is said in ``docs/decisions/0048-compliance.md``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

import regex

from scoring.mt.addresses import running_text
from scoring.mt.words import folded

__all__ = ["LatinRules", "latin_words", "learn", "prose", "tolerated"]

CODE = regex.compile(
    r"`[^`]*`|[@#][\w.-]+|(?<!\S)--?[A-Za-z][\w-]*|\b[A-Za-z_][\w.]*\(\)|(?<!\S)(?:[~.]{0,2}[/\\][\w.-]+)+"
)
LETTER = r"\p{Script=Latin}[\p{M}&&\p{Script=Inherited}]*"
WORD = regex.compile(
    rf"[\p{{N}}_]*{LETTER}(?:{LETTER}|[\p{{N}}_])*(?:[-'’.&/+](?:{LETTER}|[\p{{N}}_])+)*",
    regex.V1,
)
PART = regex.compile(r"[-'’.&/+]")
BETWEEN = regex.compile(r"[\s\u00a0,:&-]{1,3}")  # between the words of one name
STARTS = frozenset(".!?:;…»«“”„\"'‘([–—-")  # noqa: RUF001 - what a sentence or quotation starts after
UNITS, ACRONYM, LONGEST = (
    3,
    6,
    8,
)  # letters of a unit and of an acronym, words of a name on each side: at most
ENDING = 2  # letters that an inflected name has more
TWICE = 2
FEW, SLIPS = (
    0.008,
    4,
)  # of the references, and references: words that no more have are slips of their translators


@dataclass(frozen=True)
class LatinWord:
    """A Latin word and where it stands."""

    text: str
    start: int
    end: int

    @property
    def is_lower(self) -> bool:
        return self.text == self.text.lower()

    @property
    def is_marked(self) -> bool:
        """Whether it is written as no ordinary word is: with digits, capitals inside, full stops or underscores."""
        inner = self.text[1:]
        return inner != inner.lower() or any(char.isdigit() or char in "._" for char in self.text)


@lru_cache(1 << 13)
def latin_words(text: str) -> tuple[LatinWord, ...]:
    """The Latin words of a text, with what joins their parts.

    >>> [token.text for token in latin_words("Sainsbury's और M&S, iPhone12-ის 5km")]
    ["Sainsbury's", 'M&S', 'iPhone12', '5km']
    """
    return tuple(LatinWord(match[0], match.start(), match.end()) for match in WORD.finditer(text))


@lru_cache(1 << 13)
def prose(text: str) -> str:
    """The text without placeholders, addresses and code."""
    return CODE.sub(" ", running_text(text))


@dataclass(frozen=True)
class LatinRules:
    """What the run says of Latin words: which are ordinary words of its sources, and which the target's own."""

    ordinary: Counter[str]  # sources that have the word in small letters, by word
    written: AbstractSet[
        str
    ]  # words that the references write in Latin letters regularly, as they are written
    glossary: AbstractSet[str]  # without differences of case
    tolerated: int = 0  # as many in a text are no leak, since references of this run have so many

    def leaked(self, source: str, text: str, accepted: AbstractSet[str] = frozenset()) -> list[str]:
        """The words of a text, without placeholders and addresses, that are left in Latin letters.

        ``accepted`` are Latin words of the entry's references, without differences of case.
        """
        tokens = latin_words(text)
        if not tokens:
            return []
        heard = Heard.of(source, self.ordinary)
        suspect = [
            place for place, token in enumerate(tokens) if not self.belongs(token, text, heard, accepted)
        ]
        alone = frozenset(suspect)
        found = [tokens[at].text for at in suspect if not inside_name(at, tokens, alone, text, heard)]
        return found if len(found) > self.tolerated else []

    def belongs(self, token: LatinWord, text: str, heard: "Heard", accepted: AbstractSet[str]) -> bool:
        """Whether a word is none of the source language's, by itself."""
        word, same = token.text, folded(token.text)
        if same in accepted or same in self.glossary or word in self.written:
            return True
        if len(word) == 1:
            return True
        if token.is_lower and not token.is_marked:
            unit = all(len(part) <= UNITS for part in PART.split(word))
            return unit and text[max(0, token.start - 2) : token.start].rstrip()[-1:].isnumeric()
        if same in heard.ordinary:
            return False
        if token.is_marked:
            return not word.isupper() or len(word) <= ACRONYM or same in heard.words
        return heard.is_name(same) or (same not in heard.words and in_parenthesis(text, token.start))


@dataclass(frozen=True)
class Heard:
    """The Latin words of a source: those in small letters, those that are names, and all of them."""

    text: str
    ordinary: AbstractSet[str]
    names: AbstractSet[str]
    words: AbstractSet[str]

    @classmethod
    def of(cls, source: str, common: Counter[str]) -> "Heard":
        """What a source has; a capital at the start of a sentence makes a name where no source has it small."""
        text = prose(source)
        tokens = latin_words(text)
        ordinary = {folded(token.text) for token in tokens if token.is_lower and not token.is_marked}
        names: set[str] = set()
        for token in tokens:
            if not token.is_lower:
                before = text[: token.start].rstrip()[-1:]
                starts = not before or before in STARTS
                for part in (token.text, *PART.split(token.text)):
                    if part[:1].isupper() and not (starts and common[folded(part)]):
                        names.add(folded(part))
        return cls(text, ordinary - names, names, {folded(token.text) for token in tokens})

    def is_name(self, word: str) -> bool:
        """Whether a word is a name of the source, or the source has it inflected (``Members``)."""
        return word in self.names or any(
            name.startswith(word) and len(name) - len(word) <= ENDING < len(word) for name in self.names
        )


def inside_name(
    place: int, tokens: Sequence[LatinWord], suspect: AbstractSet[int], text: str, heard: Heard
) -> bool:
    """Whether a word is of a name that the source has as it is: ``The High Breed``, ``Lord of the Rings``.

    Such a name begins and ends with a capital, and a word of it is known as a name by itself.
    """
    first = last = place
    while first > max(0, place - LONGEST) and joined(tokens[first - 1], tokens[first], text):
        first -= 1
    while last + 1 < min(len(tokens), place + LONGEST) and joined(tokens[last], tokens[last + 1], text):
        last += 1
    if all(at in suspect for at in range(first, last + 1)):
        return False
    capitals = [at for at in range(first, last + 1) if not tokens[at].is_lower]
    return any(
        start <= place <= end
        and any(at not in suspect for at in range(start, end + 1))
        and text[tokens[start].start : tokens[end].end] in heard.text
        for start in capitals
        for end in capitals
    )


def in_parenthesis(text: str, place: int) -> bool:
    """Whether a place is in brackets, as an original name is beside its translation."""
    opened, closed = (max(text.rfind(mark, 0, place) for mark in pair) for pair in ("(（", ")）"))  # noqa: RUF001
    return opened > closed


def joined(one: LatinWord, other: LatinWord, text: str) -> bool:
    """Whether two words stand together."""
    return BETWEEN.fullmatch(text[one.end : other.start]) is not None


def learn(
    sources: Iterable[str],
    references: Iterable[Iterable[str]],
    known: Iterable[str],
    glossary: AbstractSet[str],
) -> LatinRules:
    """What a run's sources and references say of Latin words; ``known`` are ordinary words of the source language."""
    ordinary = Counter(folded(word) for word in known)
    there: Counter[str] = Counter()
    for source in sources:
        tokens = latin_words(prose(source))
        ordinary.update({folded(token.text) for token in tokens if token.is_lower})
        there.update({folded(token.text) for token in tokens})
    written = Counter(
        word
        for texts in references
        for word in {token.text for text in texts for token in latin_words(prose(text))}
    )
    regular = {word for word, count in written.items() if count >= TWICE and 2 * count >= there[folded(word)]}
    return LatinRules(ordinary, frozenset(regular), glossary)


def tolerated(counts: Iterable[int]) -> int:
    """How many Latin words a text may have where the references have so many: all but few of them have no more.

    >>> tolerated([2] * 4 + [0] * 96), tolerated([2] * 5 + [0] * 95), tolerated([2] * 8 + [1] * 2 + [0] * 990)
    (0, 2, 1)
    """
    most = sorted(counts, reverse=True)
    place = max(SLIPS, int(FEW * len(most)))
    return most[place] if place < len(most) else 0
