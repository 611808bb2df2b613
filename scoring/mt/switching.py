"""Which words of an output are left in the source language.

Source: MT scoring specification, §2.4; names, numbers, addresses and placeholders are words of no language.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import regex

from scoring.metrics.metric import NotAvailable
from scoring.mt.addresses import running_text
from scoring.mt.align import Segments
from scoring.mt.compliance import glossary_tokens
from scoring.mt.run import Entry
from scoring.mt.scripts import letters
from scoring.mt.words import WORD, folded, is_number, words

__all__ = ["Languages", "languages"]

RARER = 0.1  # a word that references have at least this often as sources do is one of the target language too
SENTENCE = regex.compile(r"(?:^|[.!?:;…»«“”„\"'(\[–—-])\s*")


@dataclass(frozen=True)
class Languages:
    """What tells a word of the source language from one of the target language, in one run."""

    foreign: "regex.Pattern[str]"  # a letter of the source's scripts alone
    shared: bool  # whether the two languages have a script in common
    source_words: frozenset[str]  # known beforehand
    target_words: frozenset[str]  # of the references, the glossary and the card

    def switched(self, entry: Entry) -> tuple[int, int]:
        """How many words of an output are in the source language, and how many words count at all."""
        if entry.failed:
            return 0, 0
        source = entry.source or ""
        names, spoken = names_of(source), {folded(word) for word in words(source)}
        expected = {folded(word) for text in (*entry.references, *entry.variants) for word in words(text)}
        counted = found = 0
        for word in prose(entry.output):
            if is_number(word) or word in names:
                continue
            counted += 1
            found += self.is_source(word, spoken, expected)
        return found, counted

    def is_source(self, word: str, spoken: AbstractSet[str], expected: AbstractSet[str]) -> bool:
        """Whether a word is one of the source language that nothing in the target language accounts for."""
        same = folded(word)
        if same in expected:
            return False
        if self.foreign.search(word):
            return True
        return self.shared and (same in spoken or same in self.source_words) and same not in self.target_words


def prose(text: str) -> list[str]:
    """The words of a text without placeholders and addresses."""
    return words(running_text(text))


def names_of(source: str) -> frozenset[str]:
    """The words of a source that begin with a capital letter elsewhere than at the start of a sentence or quotation."""
    text = unicodedata.normalize("NFC", source)
    starts = {match.end() for match in SENTENCE.finditer(text)}
    return frozenset(
        match[0] for match in WORD.finditer(text) if match[0][:1].isupper() and match.start() not in starts
    )


def languages(segments: Segments) -> Languages | NotAvailable:
    """What a run and the cards say of its two languages; not available without sources or scripts."""
    if segments.sources is None:
        lacking = next(entry.id for entry in segments.entries if entry.source is None)
        return NotAvailable(f"entry {lacking!r} has no source")
    source, target = segments.source_card, segments.target_card
    for card, code in (
        (source, segments.run.dataset.source_language),
        (target, segments.run.dataset.target_language),
    ):
        if card is None or card.scripts is None:
            return NotAvailable(
                f"no language card says in which scripts {code!r} is written",
                "add a language card: see ONENLP_LANGUAGE_CARDS",
            )
    own, other = (
        set(source.scripts or ()) if source else set(),
        set(target.scripts or ()) if target else set(),
    )
    heard = counted(segments.entries[place].source or "" for place in segments.distinct)
    written = counted(text for place in segments.distinct for text in segments.entries[place].references)
    return Languages(
        foreign=letters(tuple(sorted(own - other))),
        shared=bool(own & other),
        source_words=frozenset(map(folded, source.words)) if source else frozenset(),
        target_words=frozenset(map(folded, target.words if target else ()))
        | glossary_tokens(segments)
        | typical(written, heard),
    )


def counted(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands in the texts, without differences of case."""
    return Counter(folded(word) for text in texts for word in words(text))


def typical(written: Counter[str], heard: Counter[str]) -> frozenset[str]:
    """The words of the references that are not merely quoted from the source language."""
    ours, theirs = max(1, written.total()), max(1, heard.total())
    return frozenset(word for word, count in written.items() if count / ours >= RARER * heard[word] / theirs)
