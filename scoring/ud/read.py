"""CoNLL-U from a path, an open file or a text to a corpus.

Source: the shared task's script's way of opening files: UTF-8, and CR, LF and CRLF all end a line.
"""

import codecs

import numpy as np

from scoring.base.errors import InputError
from scoring.base.files import content_of
from scoring.base.text import check_utf8
from scoring.ud.corpus import PAD, Bytes, Corpus
from scoring.ud.regular import read_regular
from scoring.ud.strict import read_strict

__all__ = ["loads", "read"]

HINT = "; for a text in memory there is ud.loads"


def read(source: object, name: str | None = None) -> Corpus:
    """The corpus in a CoNLL-U file: a path, or a file open for reading as bytes or as text.

    Source: the CoNLL-U format (Universal Dependencies), as the CoNLL 2018 evaluation reads it.

    Raises:
        InputError: the file is missing, cannot be read, is not UTF-8 or is not valid CoNLL-U.
    """
    content, shown = content_of(source, "CoNLL-U ", file="CoNLL-U file", hint=HINT)
    if isinstance(content, str):
        return loads(content, name or shown)
    own = bytearray(content)
    del content  # else both copies are there while the corpus is made
    return parse(name or shown, own)


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


def parse(name: str, content: bytearray) -> Corpus:
    """The corpus of these bytes, which are taken over."""
    check_utf8(content, name)
    if content.startswith(codecs.BOM_UTF8):
        del content[: len(codecs.BOM_UTF8)]
    if content.find(b"\r") >= 0:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    size = len(content)
    content += bytes(PAD)
    data: Bytes = np.frombuffer(content, dtype=np.uint8)
    data.flags.writeable = False
    return read_regular(name, data, size) or read_strict(name, data, size)
