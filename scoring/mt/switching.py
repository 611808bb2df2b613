"""Which words of an output are left in the source language: the evidence, in the order in which it counts.

Source: MT scoring specification, §2.4; docs/reference/mt-scoring.md for the order.
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import Segments
from scoring.mt.languages.card import LanguageCard
from scoring.mt.prose import Prose, Shape, prose, written_names
from scoring.mt.run import Entry
from scoring.mt.scripts import letters, single
from scoring.mt.wordlists import Frequencies, wordlist
from scoring.mt.words import folded, sequence, words

__all__ = ["Languages", "languages"]

OFTENER = (
    4.0  # times as often in sources as in references, from which on a word is one of the source language
)
GRAMMAR = 5  # sources that a word of grammar counts as heard in beside those that the run has
HEARD = 2  # sources that have to have a word which is neither in the entry's own nor in any reference
GAP = 2  # words of which nothing is known between words of the source language, which are taken for its words too
CLITIC = regex.compile(r"\p{L}{1,4}'(?=\p{L}{2})")  # l'enfant


NOTHING: Counter[str] = Counter()


@dataclass(frozen=True)
class Languages:
    """What tells a source word from one of the target language, in one run; words are as ``key`` has them."""

    foreign: "regex.Pattern[str]"  # a letter of the source's scripts alone
    shared: bool  # whether the two languages have a script in common
    grammar: frozenset[str]  # the source language's words of grammar that are none of the target language
    capitals: frozenset[str]  # those that always have a capital, as they are written
    target_words: frozenset[str]  # those of the target language, its card's words, and the glossary's targets
    heard: Counter[str]  # how often each word stands in the run's sources
    written: Counter[str]  # and in its references
    names: frozenset[str]  # of the run's sources, as they are written
    kept: (
        frozenset[str] | None
    )  # the references' words as written, where the source language writes nouns like names
    capital_nouns: bool  # whether the target language does
    listed: Frequencies | None

    @cached_property
    def words_heard(self) -> int:
        """How many words the run's sources have."""
        return max(1, self.heard.total())

    @cached_property
    def words_written(self) -> int:
        """How many words its references have."""
        return max(1, self.written.total())

    def switched(self, entry: Entry) -> tuple[int, int]:
        """How many words of an output are in the source language, and how many words count at all."""
        if entry.failed:
            return 0, 0
        own = {key(word) for text in (*entry.references, *entry.variants) for word in words(text)}
        return self.count(entry.output, entry.source or "", own)

    def count(
        self, output: str, source: str, own: AbstractSet[str], unheard: Counter[str] = NOTHING,
        unwritten: Counter[str] = NOTHING,
    ) -> tuple[int, int]:  # fmt: skip
        """The same of any text: ``own`` are the words of the entry's references, which are never at fault.

        ``unheard`` are words of the run's sources that do not count as evidence, ``unwritten`` words of references.
        """
        text, spoken = prose(output), prose(source)
        here = {key(word) for word in spoken.words}
        found: list[bool | None] = []
        for place in range(len(text.words)):
            if self.is_nobodys(text, place, spoken):
                continue
            word = key(text.words[place])
            if word in own or word in self.target_words or self.is_adapted(text, place, spoken):
                found.append(False)
                continue
            times = self.heard[word] - unheard[word], self.written[word] - unwritten[word]
            found.append(self.is_source(word, *times, own_source=word in here))
        return sum(filled(found)), len(found)

    def is_nobodys(self, text: Prose, place: int, source: Prose) -> bool:
        """Whether a word is of no language: a number, a name, or a word of grammar inside a name."""
        word, form = text.words[place], text.shapes[place]
        if form is Shape.NUMBER:
            return True
        plain = form is Shape.SMALL or text.starts[place] or word in self.capitals or text.shouted
        if plain and key(word) in self.grammar:
            return text.is_between(place, self.names | source.names) and word in source.there
        if self.is_name(word, source) or (form is Shape.MIXED and not text.shouted):
            return True
        if self.kept is not None and word in source.names:  # a noun or a name: names are seldom said so often
            return self.heard[key(word)] <= HEARD
        return not self.capital_nouns and text.is_capital(place) and word.lower() not in source.there

    def is_name(self, word: str, source: Prose) -> bool:
        """Whether a word is a name of the run; where every noun is written like one, those that references keep."""
        return word in self.names or (word in source.names and (self.kept is None or word in self.kept))

    def is_adapted(self, text: Prose, place: int, source: Prose) -> bool:
        """Whether a word is written as the target language writes its nouns, and not as it stands in the source."""
        word = text.words[place]
        if word in source.there:
            return False
        to_capital = self.capital_nouns and text.is_capital(place) and not text.titled
        return to_capital or (self.kept is not None and word.islower() and word.capitalize() in source.there)

    def is_source(self, word: str, heard: int, written: int, *, own_source: bool) -> bool | None:
        """Whether a word that no reference of its entry has is one of the source language; None if nothing says so."""
        grammar = word in self.grammar
        if written > 0:
            return (heard + GRAMMAR * grammar) / self.words_heard >= OFTENER * written / self.words_written
        if grammar or self.foreign.search(word):
            return True
        if not self.shared:
            return False
        oftener = self.listed.oftener(word) if self.listed else None
        if oftener is not None:
            return oftener >= OFTENER
        clitic = CLITIC.match(word)
        here = own_source and (len(word) > 1 or word.upper() == word)
        return here or heard >= HEARD or (clitic is not None and clitic[0] in self.grammar) or None


def filled(found: Sequence[bool | None]) -> list[bool]:
    """Where nothing is known of up to ``GAP`` words in a row: source words where they stand between source words.

    >>> filled([True, None, True, None, False])
    [True, True, True, False, False]
    """
    said = [bool(one) for one in found]
    place = 0
    while place < len(found):
        end = place
        while end < len(found) and found[end] is None:
            end += 1
        beside = [found[at] for at in (place - 1, end) if 0 <= at < len(found)]
        if place < end <= place + GAP and beside and all(beside):
            said[place:end] = [True] * (end - place)
        place = end + 1
    return said


@lru_cache(1 << 16)
def key(word: str) -> str:
    """A word without differences of case, and with one kind of apostrophe."""
    return folded(word).replace("’", "'")


def languages(segments: Segments) -> Languages | NotAvailable:
    """What a run and the cards say of its two languages; not available without sources or scripts."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    dataset, found = segments.run.dataset, []
    for card, code in (
        (segments.source_card, dataset.source_language),
        (segments.target_card, dataset.target_language),
    ):
        if card is None or card.scripts is None:
            return NotAvailable(
                f"no language card says in which scripts {code!r} is written",
                "add a language card: see ONENLP_LANGUAGE_CARDS",
            )
        found.append(card)
    return told_apart(segments, *found)


def told_apart(segments: Segments, source: LanguageCard, target: LanguageCard) -> Languages:
    """What the sources, the references and the cards of two languages say."""
    entries = [segments.entries[place] for place in segments.distinct]
    ours, theirs = (frozenset(map(key, (*card.closed_class, *card.words))) for card in (source, target))
    targets = (token for terms in segments.glossary.values() for term in terms for token in sequence(term))
    own, other = set(single(source.scripts or ())), set(single(target.scripts or ()))
    references = [text for entry in entries for text in entry.references]
    spoken = [prose(entry.source or "") for entry in entries]
    kept = frozenset(word for text in references for word in words(text)) if source.capital_nouns else None
    names = written_names(spoken)
    return Languages(
        foreign=letters(tuple(sorted(own - other))),
        shared=bool(own & other),
        grammar=ours - theirs,
        capitals=frozenset(word for word in source.closed_class if word[:1].isupper()),
        target_words=theirs | frozenset(map(key, targets)),
        heard=Counter(key(word) for text in spoken for word in text.words),
        written=Counter(key(word) for text in references for word in words(text)),
        names=names if kept is None else names & kept,
        kept=kept,
        capital_nouns=bool(target.capital_nouns),
        listed=wordlist(source, target),
    )
