"""Which words of two languages go together, learnt from the sentence pairs of the run itself.

IBM model 1, trained by k-fold: no pair is looked at with a table that was trained on it.
Source: Brown, Della Pietra, Della Pietra and Mercer (1993), §4.2.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from scoring.evidence.evidence import Floats
from scoring.mt.addresses import without_addresses
from scoring.mt.align import Segments
from scoring.mt.digests import entry_digest
from scoring.mt.words import folded, words

__all__ = ["LearntAlignment", "Pair", "alignable", "plain", "stem", "stems", "word_alignment", "written"]

FOLDS = 5
ROUNDS = 5  # of expectation and maximisation
GRAPHEMES = 5  # of a word that count: what follows is inflection more often than not
GRAPHEME = regex.compile(r"\X")
MOST = 1 << 18  # word pairs of a sentence pair: a longer one is no sentence, and is not aligned
NOTHING = 0  # the source word of target words without a counterpart
BATCH = 1 << 20  # word pairs that are looked up together
Codes = NDArray[np.int64]
EMPTY: Codes = np.zeros(0, dtype=np.int64)


def stems(text: str) -> list[str]:
    """The words of a text without differences of case, each cut to its first graphemes; an address is no word."""
    return list(map(stem, plain(text)))


@lru_cache(1 << 14)  # the same texts are looked at several times
def plain(text: str) -> tuple[str, ...]:
    """The words of a text without differences of case."""
    return tuple(map(folded, written(text)))


@lru_cache(1 << 14)
def written(text: str) -> tuple[str, ...]:
    """The words of a text as they are written, without addresses."""
    return tuple(words(without_addresses(text)))


@lru_cache(1 << 17)
def stem(word: str) -> str:
    """The first graphemes of a word."""
    return word if len(word) <= GRAPHEMES else "".join(GRAPHEME.findall(word)[:GRAPHEMES])


@dataclass(frozen=True)
class Pair:
    """Source words against output words of one entry: probabilities over the chance of each output word.

    ``odds`` is ``(source words, output words)``: how many times as often an output word stands for a source word as it
    stands anywhere; ``seen`` says which output words the table knows: none where the two are too long to be aligned.
    """

    source: Sequence[str]
    output: Sequence[str]
    odds: Floats
    seen: NDArray[np.bool_]


@dataclass(frozen=True)
class LearntAlignment:
    """The tables of a run, one a fold; ``keys`` are the word pairs that stand together in a sentence pair."""

    source_codes: dict[str, int]
    target_codes: dict[str, int]
    keys: Codes
    tables: tuple[Floats, ...]  # t(target word | source word) by fold, in the order of ``keys``
    chances: tuple[Floats, ...]  # of each target word, by fold; 0: not seen
    fold_of: Codes  # of each entry
    frequency: Floats  # the share of distinct references that have each target word
    source_frequency: Floats

    def pair(self, entry: int, source: Sequence[str], output: Sequence[str]) -> Pair:
        """The words of an entry and an output by the table that was not trained on the entry."""
        return next(self.pairs([(entry, source, output)]))

    def pairs(self, texts: Iterable[tuple[int, Sequence[str], Sequence[str]]]) -> Iterator[Pair]:
        """The same for many entries, looked up together: that is several times as fast."""
        batch: list[tuple[int, Sequence[str], Sequence[str]]] = []
        size = 0
        for text in texts:
            batch.append(text)
            size += len(text[1]) * len(text[2])
            if size > BATCH:
                yield from self.looked_up(batch)
                batch, size = [], 0
        yield from self.looked_up(batch)

    def looked_up(self, batch: Sequence[tuple[int, Sequence[str], Sequence[str]]]) -> Iterator[Pair]:
        """A batch of texts with what the tables say of them."""
        fit = [alignable(source, output) and self.keys.size > 0 for _, source, output in batch]
        codes = [
            (coded(source, self.source_codes), coded(output, self.target_codes)) if there else (EMPTY, EMPTY)
            for there, (_, source, output) in zip(fit, batch, strict=True)
        ]
        wanted = flat([(ours[:, None] * self.width + theirs[None, :]).ravel() for ours, theirs in codes])
        place = np.minimum(np.searchsorted(self.keys, wanted), max(0, self.keys.size - 1))
        there = self.keys[place] == wanted if self.keys.size else np.zeros(0, dtype=np.bool_)
        start = 0
        for (entry, source, output), (ours, theirs), alike in zip(batch, codes, fit, strict=True):
            if not alike:
                yield Pair(source, output, np.zeros((1, len(output))), np.zeros(len(output), dtype=np.bool_))
                continue
            fold, own = int(self.fold_of[entry]), slice(start, start + ours.size * theirs.size)
            start = own.stop
            chance = np.where(theirs >= 0, self.chances[fold][np.maximum(theirs, 0)], 0.0)
            seen = chance > 0
            likely = np.where(there[own], self.tables[fold][place[own]], 0.0).reshape(ours.size, theirs.size)
            # A word without a code makes a key that another pair of words may have.
            likely[ours < 0] = 0.0
            yield Pair(source, output, np.where(seen, likely / np.where(seen, chance, 1.0), 0.0), seen)

    @cached_property
    def width(self) -> int:
        return max(1, len(self.target_codes))

    def is_common(self, word: str, most: float) -> bool:
        """Whether more than that share of the references have the target word: one of grammar, not of content."""
        code = self.target_codes.get(word)
        return code is not None and bool(self.frequency[code] > most)

    def is_common_source(self, word: str, most: float) -> bool:
        """Whether more than that share of the sources have the source word."""
        code = self.source_codes.get(word)
        return code is not None and bool(self.source_frequency[code] > most)


def word_alignment(segments: Segments) -> LearntAlignment:
    """The alignment of a run's sources with its references, made once; each distinct pair counts once."""
    return segments.once(learn)


def learn(segments: Segments) -> LearntAlignment:
    """Trains a table for each fold on the pairs of all others."""
    chosen = [segments.entries[place] for place in segments.distinct]
    sources = [stems(entry.source or "") for entry in chosen]
    references = [
        [text for text in map(stems, entry.references) if alignable(source, text)]
        for entry, source in zip(chosen, sources, strict=True)
    ]
    source_codes = vocabulary(sources, 1)
    target_codes = vocabulary((text for texts in references for text in texts), 0)
    folds = np.array([fold(entry_digest(entry)) for entry in chosen], dtype=np.int64)
    links = Links.of(sources, references, source_codes, target_codes, folds)
    trained = [links.train(number) for number in range(FOLDS)]
    return LearntAlignment(
        source_codes=source_codes,
        target_codes=target_codes,
        keys=links.keys,
        tables=tuple(table for table, _ in trained),
        chances=tuple(chance for _, chance in trained),
        fold_of=np.array([fold(entry_digest(entry)) for entry in segments.entries], dtype=np.int64),
        frequency=shares([set().union(*texts) for texts in references], target_codes, 0),
        source_frequency=shares([set(words) for words in sources], source_codes, 1),
    )


def alignable(source: Sequence[str], text: Sequence[str]) -> bool:
    """Whether two texts are short enough to be aligned word by word."""
    return len(source) * len(text) <= MOST


def fold(digest: bytes) -> int:
    """The fold of an entry by its content alone, so that no order of records matters."""
    return digest[0] % FOLDS


def vocabulary(texts: Iterable[Iterable[str]], first: int) -> dict[str, int]:
    """A code for each word, from ``first`` on."""
    codes: dict[str, int] = {}
    for text in texts:
        for word in text:
            codes.setdefault(word, len(codes) + first)
    return codes


def coded(text: Sequence[str], codes: dict[str, int]) -> Codes:
    """The codes of words, -1 for one that is not known."""
    return np.array([codes.get(word, -1) for word in text], dtype=np.int64)


def shares(texts: Sequence[set[str]], codes: dict[str, int], first: int) -> Floats:
    """The share of texts that have each word, by code."""
    counts = np.zeros(len(codes) + first)
    for text in texts:
        counts[[codes[word] for word in text]] += 1.0
    return counts / max(1, len(texts))


@dataclass(frozen=True)
class Links:
    """Every pair of a source word (or none) and a target word that stand in one sentence pair."""

    keys: Codes  # distinct, sorted: source code times the width, plus target code
    link: Codes  # of each occurrence, its place in ``keys``
    token: Codes  # of each occurrence, the target token that it is a way to
    token_word: Codes  # of each target token
    token_fold: Codes
    width: int
    sources: int

    @classmethod
    def of(
        cls,
        sources: Sequence[Sequence[str]],
        references: Sequence[Sequence[Sequence[str]]],
        source_codes: dict[str, int],
        target_codes: dict[str, int],
        folds: Codes,
    ) -> "Links":
        """The links of all sentence pairs."""
        width = max(1, len(target_codes))
        keys, tokens, spoken, token_folds = [], [], [], []
        start = 0
        for source, texts, number in zip(sources, references, folds.tolist(), strict=True):
            ours = np.concatenate([[NOTHING], coded(source, source_codes)]).astype(np.int64)
            for text in texts:
                theirs = coded(text, target_codes)
                keys.append((ours[None, :] * width + theirs[:, None]).ravel())
                tokens.append(np.repeat(np.arange(start, start + theirs.size), ours.size))
                spoken.append(theirs)
                token_folds.append(np.full(theirs.size, number))
                start += theirs.size
        found, link = np.unique(flat(keys), return_inverse=True)
        return cls(
            found,
            link.astype(np.int64),
            flat(tokens),
            flat(spoken),
            flat(token_folds),
            width,
            len(source_codes) + 1,
        )

    def train(self, left_out: int) -> tuple[Floats, Floats]:
        """Probabilities of each key and the chance of each target word, from all folds but one."""
        tokens = self.token_fold != left_out
        chance = np.bincount(self.token_word[tokens], minlength=self.width).astype(np.float64)
        chance /= max(1.0, chance.sum())
        chosen = tokens[self.token] if self.token.size else np.zeros(0, dtype=np.bool_)
        link, token = self.link[chosen], self.token[chosen]
        table = np.full(self.keys.size, 1.0 / self.width)
        source = self.keys // self.width
        for _ in range(ROUNDS):
            likely = table[link]
            total = np.bincount(token, weights=likely, minlength=self.token_fold.size)
            # A link that no resample of the training reaches has no weight, and its token none to share.
            likely /= np.maximum(total[token], 1e-300)
            counts = np.bincount(link, weights=likely, minlength=self.keys.size).astype(np.float64)
            sums = np.bincount(source, weights=counts, minlength=self.sources)
            table = counts / np.maximum(sums[source], 1e-300)
        return table, chance


def flat(parts: Sequence[Codes]) -> Codes:
    """The parts as one array."""
    return np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, dtype=np.int64)
