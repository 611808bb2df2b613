"""Writes transducers in HFST's optimised lookup format, for tests and benchmarks that must not hang on other programs.

Source: HFST wiki, "HFST Transducer Header Format" and "Runtime Transducer Binary Format".
"""

import struct
from collections.abc import Sequence
from itertools import groupby

START, NONE, NOWHERE = 1 << 31, 0xFFFF, 0xFFFFFFFF
EPSILON = "@_EPSILON_SYMBOL_@"
SPECIAL = ("@_IDENTITY_SYMBOL_@", "@_UNKNOWN_SYMBOL_@")

Arc = tuple[str, str, int, float]  # input, output ("" is epsilon), state, weight
State = tuple[float | None, Sequence[Arc]]  # weight where final, and the transitions


def header(kind: str) -> bytes:
    """The first header of a file of that type."""
    fields = b"".join(text.encode() + b"\0" for text in ("version", "3.3", "type", kind, "name", ""))
    return b"HFST\0" + struct.pack("<H", len(fields)) + b"\0" + fields


def written(states: Sequence[State], *, weighted: bool = False) -> bytes:
    """A transducer of states, the first the start; those that read more than one symbol are in the index table."""
    arcs = [arc for _, own in states for arc in own]
    read = {arc[0] for arc in arcs if arc[0]}
    inputs = [EPSILON, *sorted(read, key=lambda symbol: (is_silent(symbol), symbol in SPECIAL, symbol))]
    symbols = [*inputs, *sorted({arc[1] for arc in arcs if arc[1]} - read)]
    code = {symbol: number for number, symbol in enumerate(symbols)} | {"": 0}

    def order(arc: Arc) -> tuple[bool, int]:
        return bool(arc[0]) and not is_silent(arc[0]), code[arc[0]]

    index_place: dict[int, int] = {}
    arc_place: dict[int, int] = {}
    room, count = 0, 0
    for number, (_, own) in enumerate(states):
        if number == 0 or len({0 if is_silent(arc[0]) else code[arc[0]] for arc in own}) > 1:
            index_place[number] = room
            room += 1 + len(inputs)
        arc_place[number] = count
        count += 1 + len(own)
    index = [(NONE, NOWHERE)] * (room + len(inputs))
    transitions = bytearray()
    layout = "<HHIf" if weighted else "<HHI"

    def add(*values: float) -> None:
        transitions.extend(struct.pack(layout, *(values if weighted else values[:3])))

    for number, (final, own) in enumerate(states):
        add(NONE, NONE, NOWHERE if final is None else 1, final or 0.0)
        ordered = sorted(own, key=order)
        if number in index_place:
            place = index_place[number]
            bits = struct.unpack("<I", struct.pack("<f", final))[0] if weighted and final is not None else 1
            index[place] = (NONE, NOWHERE if final is None else bits)
            first = arc_place[number] + 1
            for symbol, group in groupby(ordered, key=lambda arc: 0 if is_silent(arc[0]) else code[arc[0]]):
                index[place + 1 + symbol] = (symbol, START + first)
                first += len(list(group))
        for symbol, output, goal, weight in ordered:
            place = index_place.get(goal)
            add(code[symbol], code[output], START + arc_place[goal] if place is None else place, weight)
    add(NONE, NONE, NOWHERE, 0.0)
    names = "".join(symbol + "\0" for symbol in symbols).encode()
    sizes = struct.pack("<HHIIII9I", len(inputs), len(symbols), len(index), count + 1, len(states), len(arcs),
                        int(weighted), *[0] * 8)  # fmt: skip
    table = b"".join(struct.pack("<HI", *entry) for entry in index)
    return header("HFST_OLW" if weighted else "HFST_OL") + sizes + names + table + bytes(transitions)


def is_silent(symbol: str) -> bool:
    """Whether a transition with that input reads nothing."""
    return not symbol or (symbol.startswith("@") and symbol.endswith("@") and symbol[2:3] == ".")


def trie(forms: dict[str, Sequence[str]], tags: Sequence[str]) -> list[State]:
    """The states of an analyser of word forms, with the analyses of each; ``tags`` are its longer symbols.

    The form is read first, then the analysis is written; analyses share their ends.
    """
    arcs: list[list[Arc]] = [[]]
    finals: list[float | None] = [None]
    ends: dict[tuple[str, ...], int] = {}

    def new(final: float | None = None) -> int:
        arcs.append([])
        finals.append(final)
        return len(arcs) - 1

    def end(rest: tuple[str, ...]) -> int:
        if rest not in ends:
            ends[rest] = new(None if rest else 0.0)
            if rest:
                arcs[ends[rest]].append(("", rest[0], end(rest[1:]), 0.0))
        return ends[rest]

    children: dict[tuple[int, str], int] = {}
    for form, analyses in sorted(forms.items()):
        state = 0
        for char in form:
            if (state, char) not in children:
                children[state, char] = new()
                arcs[state].append((char, "", children[state, char], 0.0))
            state = children[state, char]
        for analysis in analyses:
            first, *rest = cut(analysis, tags)
            arcs[state].append(("", first, end(tuple(rest)), 0.0))
    return list(zip(finals, arcs, strict=True))


def cut(text: str, tags: Sequence[str]) -> list[str]:
    """A text as symbols: the longest tag that fits at each place, else a character."""
    found: list[str] = []
    while text:
        symbol = next((tag for tag in sorted(tags, key=len, reverse=True) if text.startswith(tag)), text[0])
        found.append(symbol)
        text = text[len(symbol) :]
    return found
