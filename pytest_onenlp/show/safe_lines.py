"""A text in a terminal or log, whatever is in it: on one line, and no command of a runner of CI.

The rules of ``scoring.base.wording`` (``printable``, ``without_commands``, ``shortened_text``) said again, because
faults are also shown where ``scoring`` is a module of the user's own.
"""

import re
from typing import Any

__all__ = ["make_safe", "one_line", "safe_line", "safe_name", "safe_text"]

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
LONGEST = 1_400  # characters of a message, before escapes
INSIDE = r"##\w*(?=\[)|section(?=_(?:start|end):)"
WITHIN_A_LINE = re.compile(INSIDE)
COMMAND = re.compile(rf"(?<![^\r\n])[^\S\r\n]*(?=::)|{INSIDE}")


def one_line(text: str) -> str:
    """The text with escapes for controls, line ends, turns of direction and halves of surrogate pairs."""
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def safe_name(name: str) -> str:
    """A name that stands within a line: a backslash in what a runner would take for a command there."""
    return WITHIN_A_LINE.sub(r"\g<0>\\", name)


def safe_text(text: str) -> str:
    """Lines, none of which a runner takes for a command."""
    return COMMAND.sub(r"\g<0>\\", text)


def safe_line(text: str) -> str:
    """One line, whatever is in the text, which no runner takes for a command and which is not too long to be read."""
    return safe_text(shortened(one_line(text)))


def shortened(text: str) -> str:
    """The beginning and the end of a text that is too long, and how many characters are left out."""
    if len(text) <= LONGEST:
        return text
    left_out = len(text) - LONGEST
    return f"{text[: LONGEST // 2]}… ({left_out} characters left out) …{text[-(LONGEST // 2) :]}"


def make_safe(failure: Any) -> Any:  # noqa: ANN401 - any of pytest's representations of a failure
    """What pytest shows of a failed or skipped test, with every line of it safe; its parts are edited in place."""
    if isinstance(failure, str):
        return safe_text(failure)
    if isinstance(failure, tuple):  # of a skipped test: path, line, reason
        return tuple(safe_text(part) if isinstance(part, str) else part for part in failure)
    chain = getattr(failure, "chain", None) or [
        (getattr(failure, "reprtraceback", None), getattr(failure, "reprcrash", None), None)
    ]
    for traceback, crash, _ in chain:
        if crash is not None:
            crash.message = safe_text(crash.message)
        for entry in getattr(traceback, "reprentries", ()):
            make_entry_safe(entry)
    return failure


def make_entry_safe(entry: Any) -> None:  # noqa: ANN401 - one of two types of pytest's
    """The lines, arguments and local variables of one step of a traceback."""
    entry.lines[:] = map(safe_text, entry.lines)
    if local := getattr(entry, "reprlocals", None):
        local.lines[:] = map(safe_text, local.lines)
    if given := getattr(entry, "reprfuncargs", None):
        given.args[:] = [(safe_text(name), safe_text(value)) for name, value in given.args]
