"""Where the output of a command goes: standard output, standard error, files.

A reader that stops reading (``| head``) is no fault: what was found stands, and so does the exit status.
"""

import contextlib
import os
import sys
from typing import TextIO

from scoring.base.errors import RowsError
from scoring.base.files import describe

__all__ = ["say", "warn"]


def say(text: str, *, exact: bool = False) -> None:
    """Prints text as it is; ``exact``: as UTF-8 whatever the terminal's encoding, as files are.

    Raises:
        RowsError: standard output takes no more, as on a full disk.
    """
    stream = sys.stdout
    if stream is None:  # closed by the caller: nobody wants it
        return
    try:
        put(stream, text, exact=exact)
        stream.flush()
    except BrokenPipeError:
        mute(stream)
    except OSError as fault:
        mute(stream)
        msg = f"standard output: cannot be written: {describe(fault)}"
        raise RowsError(msg) from None


def put(stream: TextIO, text: str, *, exact: bool = False) -> None:
    """Writes text; a character that the stream's encoding lacks becomes its escape."""
    buffer = getattr(stream, "buffer", None)
    if exact and buffer is not None:
        stream.flush()
        buffer.write(text.encode())
        return
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def warn(text: str) -> None:
    """Prints text on standard error, if there is one."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError):
        put(sys.stderr, text)
        sys.stderr.flush()


def mute(stream: TextIO) -> None:
    """Points the stream at nothing, so that the interpreter's last flush cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
