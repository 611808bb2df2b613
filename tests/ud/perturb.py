"""A treebank with seeded errors, as a tagger, parser or tokeniser makes them; always valid CoNLL-U.

`python -m tests.ud.perturb GOLD OUT --seed 1 --rate 0.03`: wrong tags, features, lemmas, relations and heads; split
and merged words; multiword tokens added, removed and re-spelled; merged and split sentences; blanked columns.

A sentence is a tree of word objects that point at their heads, so every edit keeps one root and no cycle, and
numbers exist in files only.  Empty nodes, enhanced dependencies and comments are dropped.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")

COLUMNS = ("LEMMA", "UPOS", "XPOS", "FEATS")
WIDTH = 10


@dataclass(eq=False)
class Word:
    """A syntactic word; ``head`` is None at the root."""

    form: str
    columns: list[str]
    relation: str
    head: "Word | None" = None

    def under(self, other: "Word") -> bool:
        """Whether this word is ``other`` or below it."""
        word: Word | None = self
        while word is not None and word is not other:
            word = word.head
        return word is not None


@dataclass(eq=False)
class Token:
    """A token: a plain word, or a multiword token with its own ``form``."""

    words: list[Word]
    form: str | None = None

    @property
    def spelling(self) -> str:
        """What the token adds to the text."""
        return self.words[0].form if self.form is None else self.form


Sentence = list[Token]


@dataclass(frozen=True)
class Inventory:
    """What the treebank says in a column, from which wrong values are drawn."""

    columns: list[list[str]]
    relations: list[str]


class Chance:
    """Seeded draws, made of ``Random.random`` alone, whose sequence Python keeps from version to version."""

    def __init__(self, seed: int) -> None:
        """Start the sequence of ``seed``."""
        self.random = Random(seed).random

    def happens(self, rate: float) -> bool:
        """Whether something of this rate happens now."""
        return self.random() < rate

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``."""
        return items[int(self.random() * len(items))]


def words_of(sentence: Iterable[Token]) -> list[Word]:
    """The words in order."""
    return [word for token in sentence for word in token.words]


def read(data: bytes) -> list[Sentence]:
    """The sentences of a valid file.

    Raises:
        ValueError: a line has not ten columns.
    """
    sentences: list[Sentence] = []
    rows: list[list[str]] = []
    for number, line in enumerate(data.decode().split("\n"), 1):
        row = line.rstrip("\r").split("\t")
        if row == [""]:
            if rows:
                sentences.append(read_sentence(rows))
            rows = []
        elif not line.startswith("#"):
            if len(row) != WIDTH:
                raise ValueError(
                    f"line {number} has {len(row)} columns, CoNLL-U has {WIDTH}; is the file valid?"
                )
            if "." not in row[0]:
                rows.append(row)
    return sentences


def read_sentence(rows: Sequence[Sequence[str]]) -> Sentence:
    """The tokens of a sentence's rows, heads as words."""
    sentence: Sentence = []
    inside = 0
    for row in rows:
        if "-" in row[0]:
            first, last = row[0].split("-")
            inside = int(last) - int(first) + 1
            sentence.append(Token([], row[1]))
            continue
        word = Word(row[1], list(row[2:6]), row[7])
        if inside:
            sentence[-1].words.append(word)
            inside -= 1
        else:
            sentence.append(Token([word]))
    words = words_of(sentence)
    for word, row in zip(words, (row for row in rows if "-" not in row[0]), strict=True):
        word.head = words[int(row[6]) - 1] if int(row[6]) else None
    return sentence


def write(sentences: Iterable[Sentence]) -> bytes:
    """The sentences as a file."""
    lines: list[str] = []
    for number, sentence in enumerate(sentences, 1):
        lines.append(f"# sent_id = {number}")
        place: dict[Word | None, int] = {None: 0}
        place.update((word, at) for at, word in enumerate(words_of(sentence), 1))
        for token in sentence:
            if token.form is not None:
                ends = f"{place[token.words[0]]}-{place[token.words[-1]]}"
                lines.append("\t".join([ends, token.form, *"________"]))
            for word in token.words:
                row = [
                    str(place[word]),
                    word.form,
                    *word.columns,
                    str(place[word.head]),
                    word.relation,
                    "_",
                    "_",
                ]
                lines.append("\t".join(row))
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


def change_columns(chance: Chance, word: Word, known: Inventory, rate: float) -> None:
    """Wrong lemma, tags, features and relation, each at ``rate``; a fifth of the wrong values are blank."""
    for column, values in enumerate(known.columns):
        if not chance.happens(rate):
            continue
        if chance.happens(0.2):
            word.columns[column] = "_"
        elif COLUMNS[column] == "FEATS" and "|" in word.columns[column] and chance.happens(0.5):
            features = word.columns[column].split("|")
            features.remove(chance.pick(features))
            word.columns[column] = "|".join(features)
        elif COLUMNS[column] == "LEMMA" and chance.happens(0.5):
            word.columns[column] = word.form
        else:
            word.columns[column] = chance.pick(values)
    if chance.happens(rate):
        word.relation = chance.pick(known.relations)


def change_head(chance: Chance, words: Sequence[Word], word: Word) -> None:
    """Another head, not below the word; a root changes places with a word of its own."""
    new = chance.pick(words)
    if word.head is None:
        if new is not word:
            new.head, word.head = None, new
            new.relation, word.relation = word.relation, new.relation
    elif not new.under(word):
        word.head = new


def cut_form(chance: Chance, form: str) -> tuple[str, str] | None:
    """``form`` in two parts with letters in both, or None where it has no room."""
    places = [at for at in range(1, len(form)) if form[:at].strip() and form[at:].strip()]
    if not places:
        return None
    at = chance.pick(places)
    return form[:at].strip(), form[at:].strip()


def split_token(chance: Chance, token: Token, words: list[Word]) -> list[Token]:
    """A plain token as two; the new word hangs on the old one."""
    parts = cut_form(chance, token.spelling)
    if parts is None:
        return [token]
    old = token.words[0]
    old.form, new = parts[0], Word(parts[1], list(old.columns), "goeswith", old)
    words.append(new)
    return [token, Token([new])]


def absorb(kept: Word, gone: Word, words: Iterable[Word]) -> None:
    """Hang everything below ``gone`` on ``kept``, which takes its place if it was below it itself."""
    if kept.under(gone):
        kept.head, kept.relation = gone.head, gone.relation
    for word in words:
        if word.head is gone:
            word.head = kept


def merge_tokens(chance: Chance, left: Token, right: Token, words: Sequence[Word]) -> list[Token]:
    """Two tokens as one: two plain words as one word, anything else as one multiword token."""
    form = left.spelling + right.spelling
    if left.form is None and right.form is None and chance.happens(0.7):
        absorb(left.words[0], right.words[0], words)
        left.words[0].form = form
        return [left]
    return [Token(left.words + right.words, form)]


def add_range(chance: Chance, token: Token, words: list[Word]) -> list[Token]:
    """A plain token as a multiword token of two words."""
    parts = cut_form(chance, token.spelling)
    if parts is None:
        return [token]
    old = token.words[0]
    new = Word(parts[1], list(old.columns), chance.pick(("case", "det", "nmod", "aux")), old)
    words.append(new)
    token.form, old.form = old.form, parts[0]
    token.words = [old, new] if chance.happens(0.7) else [new, old]
    return [token]


def drop_range(chance: Chance, token: Token, words: list[Word]) -> list[Token]:
    """A multiword token as one plain word, or as two that split its spelling."""
    kept, *rest = token.words
    for gone in rest:
        absorb(kept, gone, words)
    kept.form = token.spelling
    plain = Token([kept])
    return split_token(chance, plain, words) if chance.happens(0.4) else [plain]


def spell_anew(chance: Chance, token: Token, _: list[Word]) -> list[Token]:
    """A multiword token whose words change case, lose or repeat a letter, or change places."""
    word = chance.pick(token.words)
    turn = chance.random()
    if turn < 0.3:
        word.form = word.form.swapcase()
    elif turn < 0.5 and word.form[1:].strip():
        word.form = word.form[1:]
    elif turn < 0.7:
        word.form += word.form[-1:]
    else:
        token.words.reverse()
    return [token]


def move_letter(chance: Chance, left: Token, right: Token) -> list[Token]:
    """Two tokens whose border has moved by a letter."""
    parts = cut_form(chance, right.spelling)
    if parts is not None:
        for token, form in ((left, left.spelling + parts[0]), (right, parts[1])):
            if token.form is None:
                token.words[0].form = form
            else:
                token.form = form
    return [left, right]


def change_tokens(chance: Chance, sentence: Sentence, rate: float) -> Sentence:
    """The sentence with tokens split, merged and moved, and multiword tokens added, removed and spelled anew."""
    changed: Sentence = []
    words = words_of(sentence)  # with every word that an edit adds: a later one may have to move it
    for token in sentence:
        if not chance.happens(rate):
            changed.append(token)
        elif changed and chance.happens(0.4):
            left = changed.pop()
            if chance.happens(0.7):
                changed += merge_tokens(chance, left, token, words)
            else:
                changed += move_letter(chance, left, token)
        else:
            edit = chance.pick((split_token, add_range) if token.form is None else (drop_range, spell_anew))
            changed += edit(chance, token, words)
    return changed


def root_of(sentence: Sentence) -> Word:
    """The sentence's root."""
    return next(word for word in words_of(sentence) if word.head is None)


def split_sentence(chance: Chance, sentence: Sentence) -> list[Sentence]:
    """A sentence as two; in the part without the root, its first loose word becomes one."""
    at = 1 + int(chance.random() * (len(sentence) - 1))
    parts = [sentence[:at], sentence[at:]]
    for part in parts:
        own = set(words_of(part))
        loose = [word for word in words_of(part) if word.head not in own]
        top = next((word for word in loose if word.head is None), loose[0])
        for word in loose:
            word.head = top
        top.head, top.relation = None, "root"
    return parts


def change_sentences(chance: Chance, sentences: Iterable[Sentence], rate: float) -> list[Sentence]:
    """Sentences merged with the one before them, or split."""
    changed: list[Sentence] = []
    for sentence in sentences:
        if changed and chance.happens(rate / 2):
            root = root_of(sentence)
            root.head, root.relation = root_of(changed[-1]), "parataxis"
            changed[-1] += sentence
        elif len(sentence) > 1 and chance.happens(rate / 2):
            changed += split_sentence(chance, sentence)
        else:
            changed.append(sentence)
    return changed


def perturb(data: bytes, seed: int, rate: float, blank: Sequence[str] = ()) -> bytes:
    """A file with errors at ``rate`` a word, token or sentence, and the columns named in ``blank`` empty.

    Raises:
        ValueError: a line has not ten columns.
    """
    chance = Chance(seed)
    sentences = read(data)
    words = [word for sentence in sentences for word in words_of(sentence)]
    columns = [sorted({word.columns[c] for word in words}) for c in range(len(COLUMNS))]
    known = Inventory(columns, sorted({word.relation for word in words} | {"aux:pass", "case"}))
    changed = []
    for sentence in change_sentences(chance, sentences, rate):
        inside = words_of(sentence)
        for word in inside:
            change_columns(chance, word, known, rate)
            if chance.happens(rate):
                change_head(chance, inside, word)
        changed.append(change_tokens(chance, sentence, rate))
    for sentence in changed:
        for word in words_of(sentence):
            word.columns = ["_" if c in blank else old for c, old in zip(COLUMNS, word.columns, strict=True)]
            word.relation = "_" if "DEPREL" in blank else word.relation
    return write(changed)


def main() -> None:
    """Write a perturbed file."""
    parser = argparse.ArgumentParser(prog="python -m tests.ud.perturb", description=__doc__)
    parser.add_argument("gold", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.03, help="errors a word, token or sentence")
    parser.add_argument("--blank", default="", help="columns left empty, as LEMMA,FEATS,DEPREL")
    options = parser.parse_args()
    blank = [name for name in options.blank.split(",") if name]
    options.out.write_bytes(perturb(options.gold.read_bytes(), options.seed, options.rate, blank))


if __name__ == "__main__":
    main()
