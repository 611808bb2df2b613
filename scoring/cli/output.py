"""Where the output of a command goes: standard output, standard error, files.

A reader that stops reading (``| head``) is no fault: what was found stands, and so does the exit status.
"""

import contextlib
import os
import sys
from typing import TextIO

from scoring.base.errors import RowsError
from scoring.base.files import describe
from scoring.base.wording import without_commands

__all__ = ["say", "warn"]


# How a kind of file spells signs, so that no runner takes them for a command and a reader of the file reads them.
SPELLED = {
    "json": {"[": r"\u005b", "_": r"\u005f"},
    "html": {"[": "&#91;", "_": "&#95;", ":": "&#58;"},
}


def say(text: str, *, exact: str | None = None) -> None:
    """Prints lines, none of which a runner of CI takes for a command.

    ``exact`` is the kind of file that the text is: it is printed as UTF-8 whatever the terminal's encoding.

    Raises:
        RowsError: standard output takes no more, as on a full disk.
    """
    stream = sys.stdout
    if stream is None:  # closed by the caller: nobody wants it
        return
    try:
        if exact is None:
            put(stream, text)
        else:
            put_exactly(stream, spelled(text, exact))
        stream.flush()
    except BrokenPipeError:
        mute(stream)
    except OSError as fault:
        mute(stream)
        msg = f"standard output: cannot be written: {describe(fault)}"
        raise RowsError(msg) from None


def put(stream: TextIO, text: str) -> None:
    """Writes lines; a character that the stream's encoding lacks becomes its escape."""
    encoding = stream.encoding or "utf-8"
    stream.write(without_commands(text).encode(encoding, "backslashreplace").decode(encoding))


def put_exactly(stream: TextIO, text: str) -> None:
    """Writes text in UTF-8, as files have it."""
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        put(stream, text)
        return
    stream.flush()
    buffer.write(text.encode())


def spelled(text: str, kind: str) -> str:
    """The text of a file that is printed, with what a runner would take for a command spelled otherwise."""
    return without_commands(text, SPELLED.get(kind, {}))


def warn(text: str) -> None:
    """Prints text on standard error, if there is one."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        put(sys.stderr, text)
        sys.stderr.flush()


def mute(stream: TextIO) -> None:
    """Points the stream at nothing, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
