"""Names of components, languages, data sets and metrics: one line of text, in which joiners are letters.

Source: Unicode Standard, §9.2 and §12.1, for the zero-width joiner and non-joiner, which words of Persian, Hindi and
many other languages are written with.
"""

import unicodedata

from scoring.base.limits import LONGEST_NAME

__all__ = ["JOINERS", "fault_in_name", "is_printable", "quoted_name"]

JOINERS = (
    "\u200c\u200d"  # zero-width non-joiner and joiner: letters between letters, nothing at the end of a word
)
NEEDED = "a name is one line without '/', control characters or spaces at its ends"
SHOWN = {"\t": "a tab", "\n": "a line end", "\r": "a line end", "\xa0": "a no-break space"}


def is_printable(text: str) -> bool:
    """Whether a text is one line that shows all its characters, or joins letters by those that show none."""
    return text.isprintable() or (
        text[0] not in JOINERS
        and text[-1] not in JOINERS
        and text.translate(dict.fromkeys(map(ord, JOINERS))).isprintable()
    )


def quoted_name(text: str) -> str:
    """A text of a file in a message: as it is, or escaped where it is not one printable line."""
    return text if is_printable(text) else repr(text)


def fault_in_name(name: str) -> str | None:
    """What is wrong with a name, with the character meant and the rule; None where nothing is."""
    if "/" in name:
        return f"holds '/': {NEEDED}"
    if len(name) > LONGEST_NAME:
        return f"has {len(name)} characters: a name has at most {LONGEST_NAME}"
    if name != name.strip():
        return f"begins or ends with white space: {NEEDED}"
    if is_printable(name):
        return None
    if name[0] in JOINERS or name[-1] in JOINERS:
        return f"begins or ends with {called(name[0] if name[0] in JOINERS else name[-1])}: {NEEDED}"
    sign = next(one for one in name if not one.isprintable() and one not in JOINERS)
    return f"holds {called(sign)}: {NEEDED}"


def called(sign: str) -> str:
    """A character by its number and name, since it cannot be seen."""
    name = SHOWN.get(sign) or unicodedata.name(sign, "a control character").lower()
    return f"U+{ord(sign):04X} ({name})"
