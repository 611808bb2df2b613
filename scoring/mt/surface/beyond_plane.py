"""Ideographs beyond Unicode's basic plane, which sacrebleu's tokenizers for Chinese and Japanese leave together.

The ranges of its tokenizer zh for CJK Extension B and the supplement of compatibility ideographs are written with four
hexadecimal digits where five are meant, so that they hold other characters; TER's names none beyond the plane.
Source: sacrebleu 2.6, ``tokenizers/tokenizer_zh.py`` and ``tokenizer_ter.py``; Unicode 16, planes 2 and 3.
"""

import re
from itertools import chain

from scoring.mt.surface.given import TextSegments

__all__ = ["beyond_plane"]

IDEOGRAPH = re.compile("[\U00020000-\U0003ffff]")


def beyond_plane(given: TextSegments, who: str, way_out: str) -> str | None:
    """That the texts have such ideographs, as a note; None where they have none."""
    texts = chain(given.outputs, chain.from_iterable(given.references))
    found = [text for text in texts if not text.isascii() and IDEOGRAPH.search(text)]
    if not found:
        return None
    first = IDEOGRAPH.findall(found[0])[0]
    return (
        f"ideographs beyond the basic plane, as {first} (U+{ord(first):X}), are in {len(found)} texts; "
        f"{who} does not split them, here as in sacrebleu; {way_out}"
    )
