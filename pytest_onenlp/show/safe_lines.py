"""A text on one line of a terminal or log, whatever is in it (there: ``scoring.base.wording.printable``).

Said again here, because faults are also shown where ``scoring`` is a module of the user's own.
"""

import re

__all__ = ["one_line"]

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """The text with escapes for controls, line ends, turns of direction and halves of surrogate pairs."""
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
