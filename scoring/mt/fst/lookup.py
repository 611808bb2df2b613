"""Looking up word forms in a transducer: depth first, within a number of steps, each result kept.

Source: Silfverberg and Lindén (2009), HFST Runtime Format, FSMNLP; what is answered is what HFST's own lookup answers.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.files import read_bytes
from scoring.mt.fst.flags import Flags, applied, flags_of
from scoring.mt.fst.format import NONE, START, Tables, TransducerError, tables

__all__ = ["Analysis", "Transducer", "load"]

STEPS = 100_000  # of one search; a quarter of a second
KEPT = 1 << 17  # word forms whose analyses are remembered
LONGEST_CHAIN = 500  # transitions in a row that read nothing
END, UNKNOWN = -1, -2  # in the place of an input symbol
IDENTITY_SYMBOL, UNKNOWN_SYMBOL = "@_IDENTITY_SYMBOL_@", "@_UNKNOWN_SYMBOL_@"

Output = tuple[Any, str]  # what was written before, and a symbol


class Analysis(NamedTuple):
    """One analysis: its symbols as one text, and the weight of its path (0 where the transducer has no weights)."""

    text: str
    weight: float


class Transducer:
    """An analyser: ``analyses(word)`` is what it says of a word form, nothing where the word is no form."""

    def __init__(self, held: Tables, name: str = "<transducer>") -> None:
        """The transducer of tables that were checked when they were read."""
        self.name = name
        self.symbols = held.symbols
        self.weighted = held.weighted
        self.cut: set[str] = set()  # words whose search was ended by the limit of steps
        self._flags, self._features = flags_of(held.symbols)
        self._found: dict[str, tuple[Analysis, ...]] = {}
        self._tokens(held)
        self._columns(held)

    def analyses(self, word: str) -> tuple[str, ...]:
        """The analyses of a word form, best weight first, then by text; ``()`` where it is no form."""
        return tuple(one.text for one in self.lookup(word))

    def accepts(self, word: str) -> bool:
        """Whether the word is a form of the language."""
        return bool(self.lookup(word))

    def lookup(self, word: str) -> tuple[Analysis, ...]:
        """The analyses of a word form with their weights, each once; loops that read nothing are not gone round.

        Where all paths are more than can be walked in the limit of steps, those found by then, and ``cut`` has the
        word: whether it is a form at all is then settled by walking through each state at each place once.
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
        tokens, texts = self.tokenized(word)
        if UNKNOWN in tokens and not self._wild:
            return ()
        found, complete = self._search(tokens, texts, once=False)
        if not complete:
            self.cut.add(word)
            if not found:
                found, _ = self._search(tokens, texts, once=True)
        return tuple(
            Analysis(text, weight)
            for text, weight in sorted(found.items(), key=lambda item: (item[1], item[0]))
        )

    def _tokens(self, held: Tables) -> None:
        """Sorts the input symbols into single characters and longer ones by their first character, longest first."""
        self._single: dict[str, int] = {}
        self._longer: dict[str, list[tuple[str, int]]] = {}
        for number, symbol in enumerate(held.symbols[: held.inputs]):
            if number in self._flags or not symbol or symbol in (IDENTITY_SYMBOL, UNKNOWN_SYMBOL):
                continue
            if len(symbol) == 1:
                self._single.setdefault(symbol, number)
            else:
                self._longer.setdefault(symbol[0], []).append((symbol, number))
        for longer in self._longer.values():
            longer.sort(key=lambda pair: -len(pair[0]))

    def tokenized(self, word: str) -> tuple[list[int], list[str]]:
        """The word as numbers of input symbols, the longest that fits at each place, with their texts.

        A character that begins no input symbol is ``UNKNOWN``.  After the last symbol stands ``END``.
        """
        single = self._single
        if self._longer.keys().isdisjoint(word):
            return [*(single.get(char, UNKNOWN) for char in word), END], list(word)
        tokens: list[int] = []
        texts: list[str] = []
        place = 0
        while place < len(word):
            char = word[place]
            for symbol, number in self._longer.get(char, ()):
                if word.startswith(symbol, place):
                    break
            else:
                symbol, number = char, single.get(char, UNKNOWN)
            tokens.append(number)
            texts.append(symbol)
            place += len(symbol)
        return [*tokens, END], texts

    def _columns(self, held: Tables) -> None:
        """Lays out the tables by column, each with an end after it, so that no look-up leaves them."""
        index, transitions = held.index, held.transitions
        room = len(held.symbols) + 1
        self._index_symbol = column(index["symbol"], NONE, room)
        self._index_target = column(index["target"], 0xFFFFFFFF, room)
        self._input = column(transitions["input"], NONE, 1)
        self._output = column(transitions["output"], NONE, 1)
        self._target = column(transitions["target"], 0xFFFFFFFF, 1)
        weights = transitions["weight"] if held.weighted else np.zeros(0, dtype=np.float32)
        self._weight = column(weights, 0, len(transitions) + 1 - len(weights))
        finals = np.ascontiguousarray(index["target"]).view("<f4") if held.weighted else weights
        self._index_weight = column(finals, 0, len(index) + 1 - len(finals))
        special = [held.symbols.index(name) for name in (IDENTITY_SYMBOL, UNKNOWN_SYMBOL) if name in held.symbols]
        used = set(special) & set(np.unique(transitions["input"]).tolist())
        self._wild = sorted(used)  # input symbols that any unknown character goes through
        self._copied = frozenset(special)  # output symbols that stand for the character that was read
        self._silent = frozenset({0, *self._flags})  # symbols that write nothing

    def _search(
        self, tokens: list[int], texts: list[str], *, once: bool
    ) -> tuple[dict[str, float], bool]:
        """The best weight of each analysis, and whether every path was walked; ``once``: through each state once.

        A path in the making is state, place in the word, features, weight, output, and the states since the last
        symbol that was read.
        """
        inputs, outputs, targets, weights = self._input, self._output, self._target, self._weight
        index_symbol, index_target = self._index_symbol, self._index_target
        flags, silent, symbols, copied = self._flags, self._silent, self.symbols, self._copied
        found: dict[str, float] = {}
        seen: set[tuple[int, int, Flags]] = set()
        clear: Flags = (0,) * self._features
        stack: list[tuple[int, int, Flags, float, Output | None, tuple[Any, ...]]] = [(0, 0, clear, 0.0, None, ())]
        steps = 0
        complete = True
        while stack:
            state, place, held, weight, written, chain = stack.pop()
            steps += 1
            if steps > STEPS:
                return found, False
            if once:
                key = (state, place, held)
                if key in seen:
                    continue
                seen.add(key)
            token = tokens[place]
            if token == END:
                self._end(state, weight, written, found)
            # The transitions that may be gone: runs of the transition table, and the symbol that each is for.
            if state >= START:
                runs = [(state - START + 1, NONE)]
            else:
                first = state + 1
                runs = [(index_target[first] - START, 0)] if index_symbol[first] == 0 else []
                for wanted in (token,) if token >= 0 else self._wild if token == UNKNOWN else ():
                    if index_symbol[first + wanted] == wanted:
                        runs.append((index_target[first + wanted] - START, wanted))
            for arc, run in runs:
                while (symbol := inputs[arc]) != NONE:
                    if symbol == token or (token == UNKNOWN and symbol in self._wild):
                        if run == 0:
                            break
                        output = outputs[arc]
                        text = texts[place] if output in copied else symbols[output]
                        after = written if output in silent else (written, text)
                        stack.append((targets[arc], place + 1, held, weight + weights[arc], after, ()))
                    elif symbol == 0 or symbol in flags:
                        now = held if symbol == 0 else applied(held, flags[symbol])
                        goal = targets[arc]
                        if now is not None and (goal, now) not in (walked := (*chain, (state, held))):
                            if len(chain) < LONGEST_CHAIN:
                                output = outputs[arc]
                                after = written if output in silent else (written, symbols[output])
                                stack.append((goal, place, now, weight + weights[arc], after, walked))
                            else:
                                complete = False
                    elif run != NONE:
                        break
                    arc += 1  # noqa: PLW2901 - the next transition of the run
        return found, complete

    def _end(self, state: int, weight: float, written: Output | None, found: dict[str, float]) -> None:
        """Keeps an analysis where the state is final."""
        if state >= START:
            entry = state - START
            if self._target[entry] != 1:
                return
            total = weight + self._weight[entry]
        else:
            final = self._index_target[state]
            if final == 0xFFFFFFFF or (not self.weighted and final != 1):
                return
            total = weight + self._index_weight[state]
        parts: list[str] = []
        while written is not None:
            written, text = written
            parts.append(text)
        analysis = "".join(reversed(parts))
        if total < found.get(analysis, float("inf")) or analysis not in found:
            found[analysis] = total


def column(values: NDArray[Any], end: int, room: int) -> Sequence[Any]:
    """A column of a table with ``room`` entries more, as a buffer whose items are plain numbers."""
    kind = {"u": f"u{values.dtype.itemsize}", "f": "f4"}[values.dtype.kind]
    padded = np.full(len(values) + room, end, dtype=kind)
    padded[: len(values)] = values
    return memoryview(padded)


def load(path: str | os.PathLike[str]) -> Transducer:
    """The analyser in a ``.hfstol`` file.

    Raises:
        TransducerError: the file cannot be read, is another kind of file, or is damaged; names it and the way out.
    """
    name = os.fspath(path)
    return Transducer(tables(read_bytes(Path(name), TransducerError), name), name)
