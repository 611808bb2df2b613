"""Seeded mutations of files: bytes flipped, cut, doubled and spliced; lines moved; values of JSON replaced.

A mutation depends on its generator and the sources alone, so a failing file can be made again from seed and number.
"""

import io
import json
import warnings
import zipfile

import numpy as np

__all__ = ["mutated"]

# What readers stumble over: bytes that are no UTF-8, marks, line ends, numbers at and beyond every limit, nesting.
PIECES = (
    b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\x8b", b"\r", b"\r\n", b"\n\n", b"\t", b"\t\t", b" ",
    b"", b"-", b"0", b"-1", b"1", b"2", b"9" * 20, b"9" * 5000, b"1e400", b"-1e400", b"1e-320", b"0.1", b"NaN",
    b"Infinity", b"null", b"true", b'"', b"'", b"[", b"]", b"{", b"}", b",", b":", b"#", b"=", b"|", b"\\",
    b"\\ud800", b'"\\udc00"', b"1-2", b"1-99999999", b"1.1", b"_", b"[" * 20_000, b'{"a":' * 20_000, b"x" * 100_000,
    b"<<<<<<< ours\n", b"::set-output name=a::b", b"##[error]", "\u0130\u00df\u1e9e".encode(), "e\u0301\u200d".encode(),
    b"-DOCSTART- O", b"I-", b"B-", b"O", b"a|b", b"(a+)+$", b"\xf0\x9f\x98\x80",
)  # fmt: skip
VALUES = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**64), 10**400, 0.0, -0.0, 0.5, 1e308, -1e308, 1e-320,
    float("nan"), float("inf"), "", " ", "a/b", "\u202e", "\ud800", "e\u0301", "a\0b", "x" * 5000, [], [[]], {},
    {"": 0}, [None], [0, 1], ["a", "a"], "points", "ratio", "PER", "1",
)  # fmt: skip


def mutated(random, sources):
    """A file made of the first source by one to four changes; now and then something of the others is in it."""
    data = random.choice(sources)
    if data.startswith(b"PK") and random.random() < 0.6:
        return of_arrays(random, data)
    if random.random() < 0.4 and (changed := of_json(random, data)) is not None:
        data = changed
        if random.random() < 0.7:
            return data
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice(CHANGES)(random, data, sources)
    return data


def span_of(random, data):
    """Two places of the data, the first not behind the second; mostly near each other."""
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((0, 1, 1, 2, 8, 64, len(data))))


def with_piece(random, data, _):
    start, end = span_of(random, data)
    return data[:start] + random.choice(PIECES) + data[end:]


def with_flip(random, data, _):
    if not data:
        return b"\1"
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << random.randrange(8))]) + data[place + 1 :]


def without_span(random, data, _):
    start, end = span_of(random, data)
    return data[:start] + data[end:]


def with_double(random, data, _):
    start, end = span_of(random, data)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def cut_off(random, data, _):
    return data[: random.randrange(len(data) + 1)]


def with_splice(random, data, sources):
    start, end = span_of(random, random.choice(sources))
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(sources)[start:end] + data[place:]


def with_lines_moved(random, data, _):
    lines = data.split(b"\n")
    here, there = random.randrange(len(lines)), random.randrange(len(lines))
    lines[here], lines[there] = lines[there], lines[here]
    return b"\n".join(lines)


def with_cell_replaced(random, data, _):
    """A field of one line replaced, whatever separates its fields."""
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    sign = random.choice((b"\t", b",", b" ", b'"'))
    cells = lines[place].split(sign)
    cells[random.randrange(len(cells))] = random.choice(PIECES)
    lines[place] = sign.join(cells)
    return b"\n".join(lines)


CHANGES = (with_piece, with_piece, with_flip, without_span, with_double, cut_off, with_splice, with_lines_moved,
           with_cell_replaced, with_cell_replaced)  # fmt: skip


def of_json(random, data):
    """The data with values, keys or items of its JSON changed, in one document or one line; None where it is none."""
    lines = data.split(b"\n")
    whole = read(data)
    place = random.randrange(len(lines))
    document = whole if whole is not None else read(lines[place])
    if not isinstance(document, dict | list):
        return None
    for _ in range(random.choice((1, 1, 2, 3))):
        change_inside(random, document)
    text = json.dumps(document).encode()
    return text if whole is not None else b"\n".join([*lines[:place], text, *lines[place + 1 :]])


def of_arrays(random, data):
    """An npz file with one member renamed, left out, doubled, or replaced by another array."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        chosen, change = random.choice(old.namelist()), random.randrange(6)
        for name in old.namelist():
            content = old.read(name)
            if name == chosen and change == 0:
                continue
            if name == chosen and change == 1:
                name = random.choice((f"x{name}", name.replace("|", ""), "arrays|", f"{name}.npy", "a/../b"))  # noqa: PLW2901
            if name == chosen and change == 2:
                content = mutated(random, (content,))
            if name == chosen and change > 2:
                content = array_file(np.load(io.BytesIO(content)), random)
            new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def array_file(array, random):
    """The bytes of an array like this one in some way only."""
    kind = random.choice(("f8", "f4", "i8", "u1", "?", "U3", "c16", "S2", "M8[s]", ">i4"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        changes = (
            lambda: array.astype(kind), lambda: array[:-1], lambda: array.reshape(-1), lambda: array[None],
            lambda: np.zeros(random.choice((0, 1, 100_000_000)), dtype="u1"), lambda: array * -1,
            lambda: array * np.nan, lambda: np.asfortranarray(array)[::-1], array.sum,
            lambda: np.array("mean"),
        )  # fmt: skip
        try:
            other = random.choice(changes)()
        except (ValueError, TypeError, IndexError):
            other = array
    made = io.BytesIO()
    np.lib.format.write_array(made, np.asanyarray(other), allow_pickle=False)
    return made.getvalue()


def read(data):
    """A JSON document, None where there is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def change_inside(random, document):
    """One change somewhere in a JSON object or list."""
    here = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(here[key], dict | list) and here[key] and random.random() < 0.8:
            here = here[key]
            continue
        break
    kind = random.randrange(4)
    if kind == 0 and isinstance(here, dict):
        here[random.choice((f"{key}x", "", "\ud800", "id"))] = here.pop(key)
    elif kind == 1:
        del here[key]
    elif kind == 2 and isinstance(here, list):
        here += here[:5]
    else:
        here[key] = random.choice(VALUES)
