"""The text that two annotations must share: all token forms in a row, without spaces.

A space is any character of Unicode category Zs (Zeman et al. 2018, §5, as the shared task's script reads it).
"""

import numpy as np

from scoring.ud.corpus import Bools, Bytes, Ints

__all__ = ["SPACES", "join_forms", "without_spaces"]

SPACES = (
    "\u0020\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
REMOVE = str.maketrans("", "", SPACES)


def without_spaces(text: str) -> str:
    """The text without its spaces."""
    return text.translate(REMOVE)


def join_forms(data: Bytes, forms: Ints) -> tuple[Bytes, Ints]:
    """The forms in a row without spaces, and their offsets in it: bytes and ``(tokens + 1,)``."""
    starts, ends = forms
    lengths = ends - starts
    offsets = np.zeros(lengths.size + 1, dtype=forms.dtype)
    np.cumsum(lengths, out=offsets[1:])
    index = np.arange(int(offsets[-1]), dtype=forms.dtype)
    index += np.repeat(starts - offsets[:-1], lengths)
    stream = data[index]
    spaces = space_bytes(stream)
    if spaces is None:
        return stream, offsets
    keep = ~spaces
    kept = np.zeros(keep.size + 1, dtype=forms.dtype)
    np.cumsum(keep, out=kept[1:])
    return stream[keep], kept[offsets]


def space_bytes(stream: Bytes) -> Bools | None:
    """Which bytes belong to a space in UTF-8; None where there is no space."""
    spaces = stream == ord(" ")
    found = bool(spaces.any())
    leads = np.flatnonzero((stream == 0xC2) | ((stream >= 0xE1) & (stream <= 0xE3)))
    if leads.size:
        lead, second = stream[leads], stream[leads + 1]  # UTF-8 is valid here: a lead byte has its followers
        two = leads[(lead == 0xC2) & (second == 0xA0)]
        three = leads[lead != 0xC2]
        lead, second, third = stream[three], stream[three + 1], stream[three + 2]
        general = ((third >= 0x80) & (third <= 0x8A)) | (third == 0xAF)
        three = three[
            ((lead == 0xE1) & (second == 0x9A) & (third == 0x80))
            | ((lead == 0xE2) & (second == 0x80) & general)
            | ((lead == 0xE2) & (second == 0x81) & (third == 0x9F))
            | ((lead == 0xE3) & (second == 0x80) & (third == 0x80))
        ]
        for first, width in ((two, 2), (three, 3)):
            found = found or bool(first.size)
            for step in range(width):
                spaces[first + step] = True
    return spaces if found else None
