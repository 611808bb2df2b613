"""Reading a ``.hfstol`` file: header, symbols, index table and transition table, each held to the size of the file.

Source: HFST wiki, "HFST Transducer Header Format" and "Runtime Transducer Binary Format"; Silfverberg and Lindén
(2009), HFST Runtime Format, FSMNLP.
"""

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.base.errors import InputError

__all__ = ["NONE", "START", "Tables", "TransducerError", "tables"]

NONE = 0xFFFF  # no symbol: a state's own entry, which says whether it is final
NOWHERE = 0xFFFFFFFF  # no target
START = 1 << 31  # a target from here on is in the transition table, a lower one in the index table
TYPES = {"HFST_OL": False, "HFST_OLW": True}  # whether it has weights
PROPERTIES = 9  # truth values at the end of the header, the first: whether it has weights
HEADER = struct.Struct(f"<HHIIII{PROPERTIES}I")
INDEX = np.dtype([("symbol", "<u2"), ("target", "<u4")])
PLAIN = np.dtype([("input", "<u2"), ("output", "<u2"), ("target", "<u4")])
WEIGHTED = np.dtype([*PLAIN.descr, ("weight", "<f4")])
POINTER = b"version https://git-lfs"
WAY_OUT = (
    "an analyser in HFST's optimised lookup format is needed, as written by "
    "hfst-fst2fst -O (or -w) FILE.hfst -o FILE.hfstol"
)


class TransducerError(InputError):
    """A file is no transducer in HFST's optimised lookup format, or is damaged."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A transducer as it is stored.

    A state is a place in the index table, or ``START`` plus one in the transition table.
    ``symbols[0]`` is epsilon; the first ``inputs`` symbols may stand on the input side.
    """

    symbols: tuple[str, ...]
    inputs: int
    weighted: bool
    index: NDArray[np.void]
    transitions: NDArray[np.void]


def tables(data: bytes, name: str) -> Tables:
    """The tables in the bytes of a file.

    Raises:
        TransducerError: it is another kind of file, is cut off, or points outside itself; names the file.
    """
    try:
        return read(data)
    except TransducerError as fault:
        msg = f"{name}: {fault}"
        raise TransducerError(msg) from None


def read(data: bytes) -> Tables:
    """The tables in the bytes of a file; its errors do not name it."""
    kind, place = envelope(data)
    if len(data) < place + HEADER.size:
        raise cut_off("the header of its tables", place + HEADER.size, len(data))
    inputs, count, entries, arcs, _, _, *properties = HEADER.unpack_from(data, place)
    if max(properties) > 1 or bool(properties[0]) != kind or not 0 < inputs <= count < NONE:
        raise damaged(
            f"its header cannot be ({count} symbols, {inputs} of them for input, properties {properties})"
        )
    place += HEADER.size
    symbols, place = symbols_of(data, place, count)
    record = WEIGHTED if kind else PLAIN
    needed = place + entries * INDEX.itemsize + arcs * record.itemsize
    if needed > len(data):
        raise cut_off(f"its {entries} index entries and {arcs} transitions", needed, len(data))
    if needed < len(data):
        msg = (
            f"has {len(data) - needed} bytes after its transducer; a file holds one transducer, so write it "
            "anew with hfst-fst2fst"
        )
        raise TransducerError(msg)
    index = np.frombuffer(data, INDEX, entries, place)
    transitions = np.frombuffer(data, record, arcs, place + index.nbytes)
    check(index, transitions, count, weighted=kind)
    return Tables(symbols, inputs, kind, index, transitions)


def envelope(data: bytes) -> tuple[bool, int]:
    """Whether the transducer has weights, and where its own header begins."""
    if data.startswith(POINTER):
        msg = (
            "is a Git LFS pointer, not the analyser itself; fetch it with: git lfs pull, or download the file"
        )
        raise TransducerError(msg)
    if not data:
        msg = f"is empty; {WAY_OUT}"
        raise TransducerError(msg)
    if not data.startswith(b"HFST\0") or (len(data) > 7 and data[7] != 0):
        msg = f"is no HFST transducer (it does not begin as one does); {WAY_OUT}"
        raise TransducerError(msg)
    end = 8 + int.from_bytes(data[5:7], "little")
    if len(data) < max(end, 9):
        raise cut_off("its first header", max(end, 9), len(data))
    fields = data[8:end].split(b"\0")
    named = dict(zip(fields[::2], fields[1::2], strict=False))
    kind = named.get(b"type", b"").decode("ascii", "replace")
    if kind not in TYPES:
        msg = f"is an HFST transducer of type {kind[:40]!r}; {WAY_OUT}"
        raise TransducerError(msg)
    return TYPES[kind], end


def symbols_of(data: bytes, place: int, count: int) -> tuple[tuple[str, ...], int]:
    """The symbols, each ended by a zero byte, and where the tables begin."""
    if len(data) - place < count:
        raise cut_off(f"its {count} symbols", place + count, len(data))
    found: list[str] = []
    for number in range(count):
        end = data.find(b"\0", place)
        if end < 0:
            raise cut_off(f"symbol {number + 1} of {count}", len(data) + 1, len(data))
        try:
            found.append(data[place:end].decode())
        except UnicodeDecodeError:
            raise damaged(f"symbol {number + 1} is {data[place:end][:40]!r}, which is not UTF-8") from None
        place = end + 1
    return ("", *found[1:]), place


def check(index: NDArray[np.void], transitions: NDArray[np.void], count: int, *, weighted: bool) -> None:
    """Raises TransducerError where an entry names a symbol or a place that is not there."""
    symbol, target = index["symbol"], index["target"]
    owner = symbol == NONE
    if not len(index) or not owner[0]:
        raise damaged("it has no first state")
    refuse("index entry", ~owner & (symbol >= count), "names a symbol that is not there")
    refuse("index entry", ~owner & ~within(target, len(transitions)), "points outside the transitions")
    if weighted:
        with np.errstate(invalid="ignore"):
            wrong = owner & (target != NOWHERE) & np.isnan(target.view("<f4") if target.flags.c_contiguous
                                                           else np.ascontiguousarray(target).view("<f4"))  # fmt: skip
        refuse("index entry", wrong, "has a weight that is no number")
    ends = transitions["input"] == NONE
    refuse(
        "transition",
        ~ends & ((transitions["input"] >= count) | (transitions["output"] >= count)),
        "names a symbol that is not there",
    )
    goal = transitions["target"]
    far = ~ends & (goal >= START)
    near = ~ends & (goal < START)
    refuse("transition", far & ~within(goal, len(transitions)), "points outside the transitions")
    refuse("transition", near & (goal >= len(index)), "points outside the index")
    refuse("transition", holding(far, ~ends, goal - START), "leads to what is no state")
    refuse("transition", holding(near, ~owner, goal), "leads to what is no state")
    if weighted:
        refuse(
            "transition",
            np.isnan(transitions["weight"]) & ~(ends & (goal == NOWHERE)),
            "has a weight that is no number",
        )


def within(target: NDArray[np.uint32], size: int) -> NDArray[np.bool_]:
    """Whether each target is a place in the transition table."""
    inside: NDArray[np.bool_] = (target >= START) & (target - np.uint32(START) < size)
    return inside


def holding(
    chosen: NDArray[np.bool_], fault: NDArray[np.bool_], goal: NDArray[np.uint32]
) -> NDArray[np.bool_]:
    """Of the chosen transitions, those whose goal has the fault."""
    found = np.zeros(len(chosen), dtype=np.bool_)
    found[chosen] = fault[goal[chosen]]
    return found


def refuse(what: str, wrong: NDArray[np.bool_], why: str) -> None:
    """Raises TransducerError for the first entry that is wrong."""
    if wrong.any():
        raise damaged(f"{what} {int(wrong.argmax())} {why}")


def damaged(why: str) -> TransducerError:
    """A file that is not as it was written."""
    return TransducerError(f"is damaged: {why}; download or compile the analyser again")


def cut_off(what: str, needed: int, size: int) -> TransducerError:
    """A file that ends too early."""
    return TransducerError(
        f"is cut off: {what} need {needed} bytes, the file has {size}; download or compile the analyser again"
    )
