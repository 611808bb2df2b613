"""Looking up word forms in a transducer: depth first, within a number of steps, each result kept.

Source: Silfverberg and Lindén (2009), HFST Runtime Format, FSMNLP; what is answered is what HFST's own lookup answers.
"""

import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from scoring.base.files import read_bytes
from scoring.mt.fst.flags import Flags, applied, flags_of
from scoring.mt.fst.format import NOWHERE, START, Tables, TransducerError, tables
from scoring.mt.fst.layout import Layout, layout

__all__ = ["Analysis", "Transducer", "load"]

STEPS = 80_000  # of one search: some tenths of a second
KEPT = 1 << 17  # word forms whose analyses are remembered
LONGEST_CHAIN = 100  # transitions in a row that read nothing, where they can form a loop
IDENTITY_SYMBOL, UNKNOWN_SYMBOL = "@_IDENTITY_SYMBOL_@", "@_UNKNOWN_SYMBOL_@"

Symbols = tuple[
    int, ...
]  # the input symbols that a place in a word goes with: one, or those for unknown characters
Chain = tuple[tuple[int, Flags], ...]  # the states since the last symbol that was read
Step = tuple[
    int, int, Flags, float, Any, Chain
]  # state, place, features, weight, what was written (linked), chain


class Analysis(NamedTuple):
    """One analysis: its symbols as one text, and the weight of its path (0 where the transducer has no weights)."""

    text: str
    weight: float


class Transducer:
    """An analyser: ``analyses(word)`` is what it says of a word form, nothing where the word is no form."""

    def __init__(self, held: Tables, name: str = "<transducer>", digest: str = "") -> None:
        """The transducer of tables that were checked when they were read; ``digest`` tells its content."""
        self.name = name
        self.digest = digest
        self.symbols = held.symbols
        self.cut: set[str] = set()  # words whose search was ended by the limit of steps
        self._flags, self._features = flags_of(held.symbols)
        self._layout: Layout = layout(held, self._flags)
        self._found: dict[str, tuple[Analysis, ...]] = {}
        special = {
            number
            for number, symbol in enumerate(held.symbols)
            if symbol in (IDENTITY_SYMBOL, UNKNOWN_SYMBOL)
        }
        self._wild: Symbols = tuple(sorted(special & self._layout.read))
        # What a transition writes: nothing, a symbol, or (None) the character that it read.
        self._written = [
            None if number in special else "" if number in self._flags else symbol
            for number, symbol in enumerate(held.symbols)
        ]
        self._single: dict[str, Symbols] = {}
        self._longer: dict[str, list[tuple[str, Symbols]]] = {}
        for number, symbol in enumerate(held.symbols[: held.inputs]):
            if not symbol or number in self._flags or number in special:
                continue
            if len(symbol) == 1:
                self._single.setdefault(symbol, (number,))
            else:
                self._longer.setdefault(symbol[0], []).append((symbol, (number,)))
        for longer in self._longer.values():
            longer.sort(key=lambda pair: -len(pair[0]))

    def analyses(self, word: str) -> tuple[str, ...]:
        """The analyses of a word form, best weight first, then by text; ``()`` where it is no form."""
        return tuple(one.text for one in self.lookup(word))

    def accepts(self, word: str) -> bool:
        """Whether the word is a form of the language."""
        return bool(self.lookup(word))

    def lookup(self, word: str) -> tuple[Analysis, ...]:
        """The analyses of a word form with their weights, each once; loops that read nothing are not gone round.

        Where there are more paths than the limit of steps lets walk, those found by then, and ``cut`` has the word;
        if none was found, whether it is a form is settled by walking through each state at each place once.
        """
        found = self._found.get(word)
        if found is None:
            found = self._looked_up(word)
            if len(self._found) >= KEPT:
                self._found.clear()
            self._found[word] = found
        return found

    def _looked_up(self, word: str) -> tuple[Analysis, ...]:
        """The analyses of a word form that is not remembered."""
        places, texts = self.tokenized(word)
        if () in places:
            return ()
        found, complete = self._search(places, texts, once=False)
        if not complete:
            self.cut.add(word)
            if not found:
                found, _ = self._search(places, texts, once=True)
        if len(found) > 1:
            found = dict(sorted(found.items(), key=lambda item: (item[1], item[0])))
        return tuple(Analysis(text, weight) for text, weight in found.items())

    def tokenized(self, word: str) -> tuple[list[Symbols], list[str]]:
        """The input symbols of a word, the longest that fits at each place, and their texts.

        A character that begins no symbol goes with the symbols for any other character, if the transducer has such.
        """
        single, wild = self._single, self._wild
        if self._longer.keys().isdisjoint(word):
            return [single.get(char, wild) for char in word], list(word)
        places: list[Symbols] = []
        texts: list[str] = []
        start = 0
        while start < len(word):
            char = word[start]
            text, symbols = next(
                (pair for pair in self._longer.get(char, ()) if word.startswith(pair[0], start)),
                (char, single.get(char, wild)),
            )
            places.append(symbols)
            texts.append(text)
            start += len(text)
        return places, texts

    def _search(  # noqa: C901, PLR0912, PLR0915 - the inner loop: a call for each transition would double its time
        self, places: list[Symbols], texts: list[str], *, once: bool
    ) -> tuple[dict[str, float], bool]:
        """The best weight of each analysis, and whether every path was walked; ``once``: through each state once."""
        inputs, outputs, targets, weights, index_symbol, index_target, _, _, silent, cyclic, _ = self._layout
        flags, written_as, last = self._flags, self._written, len(places)
        found: dict[str, float] = {}
        seen: set[tuple[int, int, Flags]] = set()
        complete = True
        chain: Chain = ()
        stack: list[Step] = [(0, 0, (0,) * self._features, 0.0, None, ())]
        pop, push = stack.pop, stack.append
        left = STEPS
        while stack:
            left -= 1
            if left < 0 or len(stack) > STEPS:
                return found, False
            state, place, held, weight, written, chain = pop()
            if once:
                if (state, place, held) in seen:
                    continue
                seen.add((state, place, held))
            # A state's transitions begin with those that read nothing; an indexed state says where each symbol's begin.
            if state >= START:
                arc = state - START + 1
                symbol = inputs[arc]
            elif index_symbol[state + 1] == 0:
                arc = index_target[state + 1] - START
                symbol = inputs[arc]
            else:
                symbol = -1
            while symbol in silent:
                goal, text = targets[arc], written_as[outputs[arc]]
                now = applied(held, flags[symbol]) if symbol else held
                if now is not None:
                    after = written if text == "" else (written, text or UNKNOWN_SYMBOL)
                    if not cyclic:
                        push((goal, place, now, weight + weights[arc], after, chain))
                    elif len(chain) >= LONGEST_CHAIN:
                        complete = False
                    elif (goal, now) not in (walked := (*chain, (state, held))):
                        push((goal, place, now, weight + weights[arc], after, walked))
                arc += 1
                symbol = inputs[arc]
            if place == last:
                if self._end(state, weight, written, found):
                    left -= place  # an analysis is as long as its word, or longer
                continue
            for wanted in places[place]:
                if state < START:
                    entry = state + 1 + wanted
                    if index_symbol[entry] != wanted:
                        continue
                    arc = index_target[entry] - START
                    symbol = inputs[arc]
                while symbol == wanted:
                    text = written_as[outputs[arc]]
                    after = written if text == "" else (written, texts[place] if text is None else text)
                    push((targets[arc], place + 1, held, weight + weights[arc], after, ()))
                    arc += 1
                    symbol = inputs[arc]
        return found, complete

    def _end(self, state: int, weight: float, written: Any, found: dict[str, float]) -> bool:  # noqa: ANN401 - linked
        """Keeps an analysis where the state is final; whether it is."""
        held = self._layout
        if state >= START:
            final = held.targets[state - START] == 1
            weight += held.weights[state - START]
        else:
            final = held.index_target[state] != NOWHERE
            weight += held.index_weights[state]
        if not final:
            return False
        parts: list[str] = []
        while written is not None:
            written, text = written
            parts.append(text)
        analysis = "".join(reversed(parts))
        if analysis not in found or weight < found[analysis]:
            found[analysis] = weight
        return True


def load(path: str | os.PathLike[str]) -> Transducer:
    """The analyser in a ``.hfstol`` file.

    Raises:
        TransducerError: the file cannot be read, is another kind of file, or is damaged; names it and the way out.
    """
    name = os.fspath(path)
    data = read_bytes(Path(name), TransducerError)
    return Transducer(tables(data, name), name, hashlib.sha256(data).hexdigest()[:12])
