"""CoNLL-U from a path, an open file or a text to a corpus.

Source: the shared task's script's way of opening files: UTF-8, and CR, LF and CRLF all end a line.
"""

import codecs
import os
from typing import Protocol, runtime_checkable

import numpy as np

from scoring.base.errors import InputError
from scoring.base.files import named, read_open
from scoring.ud.corpus import PAD, Bytes, Corpus
from scoring.ud.regular import read_regular
from scoring.ud.strict import read_strict

__all__ = ["loads", "read"]

BOM = codecs.BOM_UTF8
BLOCK = 1 << 16  # bytes decoded at a time to see that they are UTF-8


@runtime_checkable
class Readable(Protocol):
    """A file open for reading, as bytes or as text."""

    def read(self) -> str | bytes:
        """All that is left to read."""
        ...


def read(source: object, name: str | None = None) -> Corpus:
    """The corpus in a CoNLL-U file: a path, or a file open for reading as bytes or as text.

    Source: the CoNLL-U format (Universal Dependencies), as the CoNLL 2018 evaluation reads it.

    Raises:
        InputError: the file is missing, cannot be read, is not UTF-8 or is not valid CoNLL-U.
    """
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        return parse(name or path, read_bytes(path))
    if isinstance(source, Readable):
        content, shown = read_open(source, InputError, name)
        return loads(content, shown)
    msg = f"cannot read CoNLL-U from {type(source).__name__}; give a path or an open file"
    raise InputError(msg)


def loads(content: str | bytes | bytearray | memoryview, name: str = "<text>") -> Corpus:
    """The corpus in a CoNLL-U text: characters, or UTF-8 bytes.

    Source: the CoNLL-U format (Universal Dependencies), as the CoNLL 2018 evaluation reads it.

    Raises:
        InputError: the text is not UTF-8 or not valid CoNLL-U.
    """
    if isinstance(content, str):
        try:
            return parse(name, bytearray(content.encode("utf-8")))
        except UnicodeEncodeError as error:
            line = content.count("\n", 0, error.start) + 1
            msg = f"{name}:{line}: character {error.start + 1} is half of a surrogate pair, which UTF-8 cannot hold"
            raise InputError(msg) from error
    return parse(name, bytearray(content))


def read_bytes(path: str) -> bytearray:
    """The bytes of a file."""
    if not path:
        msg = "the path of the CoNLL-U file is empty"
        raise InputError(msg)
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - pathlib adds nothing on the hot path
            content = bytearray(os.fstat(file.fileno()).st_size)
            filled = 0
            with memoryview(content) as view:
                while filled < len(view) and (count := file.readinto(view[filled:])):
                    filled += count
            del content[filled:]
            while more := file.read(1 << 20):  # a pipe has no size beforehand
                content += more
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        msg = f"{named(path)}: cannot be read: {reason}; for a text in memory there is ud.loads"
        raise InputError(msg) from error
    return content


def parse(name: str, content: bytearray) -> Corpus:
    """The corpus of these bytes, which are taken over."""
    if content.startswith(BOM):
        msg = f"{name}:1: the file starts with a byte order mark; save it as UTF-8 without BOM"
        raise InputError(msg)
    check_utf8(name, content)
    if content.find(b"\r") >= 0:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    size = len(content)
    content += bytes(PAD)
    data: Bytes = np.frombuffer(content, dtype=np.uint8)
    data.flags.writeable = False
    return read_regular(name, data, size) or read_strict(name, data, size)


def check_utf8(name: str, content: bytearray) -> None:
    """Raises InputError with line and byte where the bytes are not UTF-8."""
    if content.isascii():
        return
    view = memoryview(content)
    place = 0
    try:
        while place < len(view):
            end = place + BLOCK
            place += codecs.utf_8_decode(view[place:end], "strict", end >= len(view))[1]
    except UnicodeDecodeError as error:
        at = place + error.start
        before = bytes(view[:at])
        line = before.count(b"\n") + before.replace(b"\r\n", b"\n").count(b"\r") + 1
        msg = f"{name}:{line}: byte {at + 1} (0x{view[at]:02X}) is not UTF-8: {error.reason}; save the file as UTF-8"
        if before == b"" or b"\x00" in bytes(view[:64]):
            msg += " (it looks like UTF-16)"
        raise InputError(msg) from error
    finally:
        view.release()
