"""Python's garbage collector, held off while much is read: it would look through every list that has just been made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

__all__ = ["without_collection"]

LOCK = Lock()
READING = [0, False]  # how many are reading, and whether the collector was on before the first


@contextmanager
def without_collection() -> Iterator[None]:
    """Holds the collector off; readers may overlap in threads, and the last one turns it on again."""
    with LOCK:
        if not READING[0]:
            READING[1] = gc.isenabled()
            gc.disable()
        READING[0] += 1
    try:
        yield
    finally:
        with LOCK:
            READING[0] -= 1
            if not READING[0] and READING[1]:
                gc.enable()
