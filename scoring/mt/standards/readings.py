"""What an analyser says of a word, taken apart: what stands before the stem, lemma, derivation and inflection.

The lemma is the stem's part, not the first: ``PV/e+wâpamêw+V+TA+Cnj`` is a form of wâpamêw.  That of a compound is the
whole of it: ``filbma+N+Cmp/SgNom+Cmp#násti+N+Sg+Nom`` is a form of filbmanásti, whose head is násti.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple
from unicodedata import combining, normalize

from scoring.mt.standards.protocol import Analyser
from scoring.mt.wordforms import cased

__all__ = ["GIELLALT", "Notation", "Reading", "WordReadings", "reading"]

ERROR = re.compile(r"\+Err(?=[/+]|$)")  # the tag of a misspelt or foreign form
# Between the parts of a compound: ``+Cmp#``, of Norwegian ``#+Cmp+``, or a mark alone.
BOUNDARY = re.compile(r"\+(?:Cmp[^+#]*)?#(?=[^+#])|#\+Cmp[^+#]*\+|(?<=[^+#])#(?=[^+#])")


@dataclass(frozen=True)
class Notation:
    """How an analyser writes; each language standard declares its own.

    ``lexical`` are the tags that belong to a word and not to its inflection (those that end in ``/`` are beginnings of
    tags), ``derivation`` is how tags of derivation begin, ``before`` what may stand before the stem.
    """

    lexical: tuple[str, ...] = ()
    derivation: str = "Der/"
    before: "re.Pattern[str]" = re.compile(r"[A-Z][A-Za-z0-9]*/.*|Rdpl[A-Z]?|IC")

    def is_lexical(self, tag: str) -> bool:
        """Whether a tag says what word it is, and not which form of it."""
        return tag in self.lexical or (tag.partition("/")[0] + "/") in self.lexical


# GiellaLT's analysers: meaning, grammar of the lemma, how it compounds, where it is used, where it comes from; versions
# and homonyms of a lemma; transitive and intransitive verbs.
GIELLALT = Notation(
    (
        "Sem/", "Gram/", "CmpN/", "CmpNP/", "Use/", "Dial/", "OLang/", "TV", "IV",
        *(f"{kind}{number}" for kind in ("v", "Hom") for number in range(1, 11)),
    )
)  # fmt: skip


class Reading(NamedTuple):
    """One analysis of a word.  ``head`` is the last part of the lemma, all of it but in a compound."""

    prefixes: tuple[str, ...]
    lemma: str
    derivation: tuple[str, ...]
    tags: tuple[str, ...]
    head: str

    @property
    def inflection(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Everything but the word itself."""
        return self.prefixes, self.tags


def reading(analysis: str, notation: Notation = GIELLALT, symbols: frozenset[str] = frozenset()) -> Reading:
    """The parts of an analysis; ``symbols`` are the analyser's, which tell a prefix such as ``IC+`` from a stem.

    >>> reading("PV/e+wâpamêw+V+TA+Cnj+3Sg+4Sg/PlO").lemma
    'wâpamêw'
    >>> reading("filbma+N+Sem/Prod+Cmp/SgNom+Cmp#násti+N+Sem/Hum+Sg+Nom")
    Reading(prefixes=(), lemma='filbmanásti', derivation=(), tags=('N', 'Sg', 'Nom'), head='násti')
    >>> reading("bargat+V+IV+Der/NomAg+N+Sg+Nom")
    Reading(prefixes=(), lemma='bargat', derivation=('Der/NomAg',), tags=('N', 'Sg', 'Nom'), head='bargat')
    >>> reading("atim<n><sg>").tags
    ('n', 'sg')
    """
    text = normalize("NFC", analysis.strip())
    if text.endswith(">") and "<" in text:
        lemma, _, rest = text[:-1].partition("<")
        return Reading((), lemma, (), tuple(rest.split("><")), lemma)
    prefixes: list[str] = []
    stems: list[str] = []
    derivation: list[str] = []
    tags: tuple[str, ...] = ()
    for part in BOUNDARY.split(text):
        fields = part.split("+")
        place = 0
        while place < len(fields) - 1 and (
            notation.before.fullmatch(fields[place]) or fields[place] + "+" in symbols
        ):
            place += 1
        prefixes += fields[:place]
        stems.append(fields[place])
        derived = [
            number
            for number, tag in enumerate(fields)
            if number > place and tag.startswith(notation.derivation)
        ]
        derivation += [fields[number] for number in derived]
        # What stands before the last derivation is said of the word that it is derived from.
        after = fields[max([place, *derived]) + 1 :]
        tags = tuple(tag for tag in after if not notation.is_lexical(tag))
    return Reading(tuple(prefixes), "".join(stems), tuple(derivation), tags, stems[-1])


def no_others(word: str) -> Iterable[str]:  # noqa: ARG001 - as the spellings of a language that has one
    """No other spellings."""
    return ()


class WordReadings:
    """The readings of words by an analyser, each word looked up once.

    ``spellings`` are the other spellings of a word that the analyser may know it by; forms that the analyser calls an
    error count only ``with_errors``.
    """

    def __init__(
        self,
        analyser: Analyser,
        spellings: Callable[[str], Iterable[str]] = no_others,
        notation: Notation = GIELLALT,
        *,
        with_errors: bool = False,
    ) -> None:
        """The readings that an analyser gives."""
        self.analyser = analyser
        self.spellings = spellings
        self.notation = notation
        self.with_errors = with_errors
        own: Any = getattr(analyser, "symbols", None)
        self.symbols = frozenset(own or ())
        # An alphabet is known to be composed only where its symbols are.
        self.kinds: tuple[Literal["NFC", "NFD"], ...] = (
            ("NFC", "NFD") if own is None or any(map(decomposed, own)) else ("NFC",)
        )
        self._analyses: dict[str, tuple[str, ...]] = {}
        self._readings: dict[str, tuple[Reading, ...]] = {}

    def analyses(self, word: str) -> tuple[str, ...]:
        """The analyses of the first spelling that has any: as written, else in another case, each else as respelt."""
        if word not in self._analyses:
            spelt = (spelling for form in cased(word) for spelling in (form, *self.spellings(form)))
            tried = dict.fromkeys(normalize(kind, spelling) for spelling in spelt for kind in self.kinds)
            self._analyses[word] = next(filter(None, map(self.counted, tried)), ())
        return self._analyses[word]

    def counted(self, form: str) -> tuple[str, ...]:
        """The analyses of one spelling that count."""
        given = self.analyser.analyses(form)
        return tuple(one for one in given if self.with_errors or not ERROR.search(one))

    def of(self, word: str) -> tuple[Reading, ...]:
        """The readings of a word, each once."""
        if word not in self._readings:
            parted = (reading(one, self.notation, self.symbols) for one in self.analyses(word))
            self._readings[word] = tuple(dict.fromkeys(parted))
        return self._readings[word]


def decomposed(symbol: str) -> bool:
    """Whether a symbol shows that its alphabet is in normal form D: it has a mark of its own."""
    return any(combining(char) for char in symbol)
