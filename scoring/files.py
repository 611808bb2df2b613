"""Reading and writing files so that a fault is one clear message and no file is ever half-written."""

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from scoring.errors import ScoringError

__all__ = ["read_bytes", "write_atomically", "write_together"]


def read_bytes(path: Path | str, error: type[ScoringError]) -> bytes:
    """The bytes of a file; raises ``error`` with the file's name and what is wrong with it."""
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as fault:
        msg = f"{path}: cannot be read: {describe(fault)}"
        raise error(msg) from None


def write_atomically(path: Path | str, data: bytes, error: type[ScoringError]) -> None:
    """Writes to a new file beside the old and renames it: readers see the old or the new file, never neither.

    A file without a write bit is left alone, for root too.  A link is followed, so that it stays a link.
    """
    write_together({Path(path): data}, error)


def write_together(files: Mapping[Path, bytes], error: type[ScoringError]) -> None:
    """Writes several files as ``write_atomically`` does; none is replaced before all have found room on the disk."""
    drafts: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            try:
                draft = drafted(path, data, error)
            except error:
                raise
            except (OSError, ValueError) as fault:
                msg = f"{path}: cannot be written: {describe(fault)}; the file is as it was"
                raise error(msg) from None
            if draft is not None:
                drafts.append((draft, Path(os.path.realpath(path))))
        while drafts:
            draft, target = drafts[0]
            try:
                draft.replace(target)
            except OSError as fault:
                msg = f"{target}: cannot be written: {describe(fault)}; the file is as it was"
                raise error(msg) from None
            drafts.pop(0)
    finally:
        for draft, _ in drafts:
            with contextlib.suppress(OSError):
                draft.unlink()


def drafted(path: Path, data: bytes, error: type[ScoringError]) -> Path | None:
    """A finished file beside the one it is to replace; None for a pipe or device, which is written at once."""
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)  # by its own name: what /dev/stdout or /dev/fd/3 leads to may have none
        return None
    target = Path(os.path.realpath(path))
    mode = existing_mode(target)
    if mode is not None and not mode & 0o222:
        msg = f"{path}: the file is read-only and is left as it is; to let it be written: chmod u+w {path}"
        raise error(msg)
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode if mode is not None else 0o666 & ~current_umask())
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    return draft


def existing_mode(path: Path) -> int | None:
    """The permission bits of a file, None where there is none yet; an existing folder is an error of its own."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(21, "it is a folder")
    return stat.S_IMODE(status.st_mode)


def current_umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def describe(fault: OSError | ValueError) -> str:
    """An operating system's error in its own words, without the number and the path."""
    return fault.strerror.lower() if isinstance(fault, OSError) and fault.strerror else str(fault)
