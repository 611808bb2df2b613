"""Ctrl-C in the end of a run: it waits until files are written, so that what the section says of them is true."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["ctrl_c_waits"]


@contextmanager
def ctrl_c_waits() -> Iterator[list[int]]:
    """Holds back the first Ctrl-C, which is then in the list; a second one goes through."""
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        if came:
            raise KeyboardInterrupt
        came.append(number)

    before = signal.getsignal(signal.SIGINT)
    try:
        held = before not in (None, signal.SIG_IGN) and bool(signal.signal(signal.SIGINT, note))
    except ValueError:  # signals belong to the main thread, and this is another
        held = False
    try:
        yield came
    finally:
        if held:
            signal.signal(signal.SIGINT, before)
