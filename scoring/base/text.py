"""Text from bytes: UTF-8, with or without a byte order mark; what every reader begins with.

Source: RFC 3629, §3 for UTF-8 and §6 for the byte order mark.
"""

import codecs

from scoring.base.errors import InputError, ScoringError

__all__ = ["check_utf8", "decoded", "not_utf8", "with_line_feeds"]

BLOCK = 1 << 16  # bytes decoded at a time to see that they are UTF-8: no second copy of a large file
MARK = "\ufeff"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(
    content: str | bytes | bytearray | memoryview,
    name: str,
    error: type[ScoringError] = InputError,
    *,
    cr_ends_lines: bool = True,
) -> str:
    """The characters of a file or of what somebody has read of it, without the mark at its start.

    A mark anywhere else is data.  ``cr_ends_lines`` says how an error counts lines.

    Raises:
        ScoringError: of the type ``error``, where the bytes are not UTF-8; says line and byte.
    """
    if isinstance(content, str):
        return content.removeprefix(MARK)
    try:
        return str(content, "utf-8").removeprefix(MARK)
    except UnicodeDecodeError as fault:
        raise error(not_utf8(name, fault, cr_ends_lines=cr_ends_lines)) from None


def check_utf8(content: bytearray, name: str, error: type[ScoringError] = InputError) -> None:
    """Raises what ``decoded`` raises, for a reader of bytes; keeps the mark, makes no text."""
    if content.isascii():
        return
    place = 0
    with memoryview(content) as view:
        try:
            while place < len(view):
                end = place + BLOCK
                place += codecs.utf_8_decode(view[place:end], "strict", end >= len(view))[1]
        except UnicodeDecodeError as fault:
            at = place + fault.start
            whole = UnicodeDecodeError("utf-8", bytes(view), at, at + 1, fault.reason)
            raise error(not_utf8(name, whole)) from None


def not_utf8(name: str, fault: UnicodeDecodeError, *, cr_ends_lines: bool = True) -> str:
    """What is said of bytes that are not in their encoding: line and byte, both from 1, and the way out."""
    data, at = fault.object, fault.start
    before = data[:at]
    line = before.count(b"\n") + 1
    if cr_ends_lines:
        line += before.replace(b"\r\n", b"\n").count(b"\r")
    known = fault.encoding.upper()
    msg = f"{name}:{line}: byte {at + 1} (0x{data[at]:02X}) is not {known}: {fault.reason}; save the file as UTF-8"
    if known != "UTF-8":
        return msg + " and open it so"
    return msg + (" (it looks like UTF-16)" if data.startswith(UTF_16) or b"\x00" in data[:64] else "")


def with_line_feeds(text: str) -> str:
    """The text with LF where it has CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
