"""Reading and writing files so that a fault is one clear message and no file is ever half-written."""

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.base.errors import InputError, ScoringError
from scoring.base.text import not_utf8

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

__all__ = [
    "content_of",
    "describe",
    "is_folder",
    "is_special",
    "locked",
    "named",
    "read_bytes",
    "read_open",
    "write_atomically",
    "write_in_order",
    "write_together",
]

LONGEST = 300  # characters of a path that a message shows
DRAFT = ".onenlp.tmp"  # how the name of an unfinished file ends; it starts with a dot
FORGOTTEN = 3600  # seconds after which no writer can still be at work on its draft


def content_of(
    source: object,
    what: str,
    *,
    file: str = "file",
    ways: str = "give a path or an open file",
    hint: str = "",
) -> tuple[str | bytes, str]:
    """What a path or a file open for reading holds, and its name; ``what`` and ``ways`` are for who gives neither.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        if not path:
            msg = f"the path of the {file} is empty"
            raise InputError(msg)
        return read_bytes(path, InputError, hint), path
    if hasattr(source, "read"):
        return read_open(source, InputError)
    msg = f"cannot read {what}from {type(source).__name__}; {ways}"
    raise InputError(msg)


def read_bytes(
    path: Path | str, error: type[ScoringError], hint: str = "", *, most: int | None = None
) -> bytes:
    """The bytes of a file, of which ``most`` are allowed; raises ``error`` with its name and what is wrong with it."""
    try:
        if most is None:
            return Path(path).read_bytes()
        with Path(path).open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as fault:
        msg = f"{named(path)}: cannot be read: {describe(fault, as_it_is=bool(hint))}{hint}"
        raise error(msg) from None
    if len(content) > most:
        msg = (
            f"{named(path)}: it has more than {most >> 20} MiB, the limit of such files; is it the right one?"
        )
        raise error(msg)
    return content


def read_open(file: Any, error: type[ScoringError]) -> tuple[str | bytes, str]:  # noqa: ANN401
    """What is left in a file open for reading, as bytes or as text, and the file's name."""
    shown = str(getattr(file, "name", "<file>"))
    try:
        content: str | bytes = file.read()
    except UnicodeDecodeError as fault:
        raise error(not_utf8(shown, fault)) from None
    except (OSError, ValueError) as fault:  # ValueError: the file is closed
        msg = f"{shown}: cannot be read: {describe(fault)}"
        raise error(msg) from None
    return content, shown


def named(path: Path | str) -> str:
    """A path as a message shows it: cut, and doubted, where it looks like the content of a file."""
    text = os.fspath(path)
    if len(text) <= LONGEST and "\n" not in text:
        return text
    return f"{text[:40]!r}… ({len(text)} characters: is that the text itself rather than a path?)"


@contextlib.contextmanager
def locked(folders: Iterable[Path]) -> Iterator[None]:
    """Holds the folders for this process alone, so that two runs that record in one file do so one after the other.

    The lock is on the folder itself and leaves no file behind; where the system has no such locks it does nothing.
    """
    held: list[int] = []
    try:
        if fcntl is not None:
            for folder in sorted(set(folders)):  # in one order everywhere, or two runs wait for each other
                with contextlib.suppress(OSError):
                    held.append(os.open(folder, os.O_RDONLY))
                    fcntl.flock(held[-1], fcntl.LOCK_EX)
        yield
    finally:
        for descriptor in held:
            os.close(descriptor)


def write_atomically(path: Path | str, data: bytes, error: type[ScoringError]) -> None:
    """Writes to a new file beside the old and renames it: readers see the old or the new file, never neither.

    A file without a write bit is left alone, for root too.  A link is followed, so that it stays a link.
    """
    write_together({Path(path): data}, error)


def write_together(files: Mapping[Path, bytes], error: type[ScoringError]) -> None:
    """Writes several files as ``write_atomically`` does; none is replaced before all have found room on the disk."""
    write_in_order(list(files.items()), error)


def write_in_order(
    files: Sequence[tuple[Path, bytes]], error: type[ScoringError], first: Collection[Path] = ()
) -> None:
    """Writes as ``write_together`` does, replacing one file after the other; a file may come twice.

    The drafts of ``first`` are made before the others, so that a fault is said of them where it is everybody's.
    Drafts that a killed writer left in the same folders long ago are removed.
    """
    made: dict[
        int, tuple[Path, Path]
    ] = {}  # drafts and what they are to replace, by their place in the order
    written: list[str] = []
    try:
        for place, (path, data) in sorted(enumerate(files), key=lambda item: item[1][0] not in first):
            try:
                draft = drafted(path, data, error)
            except error:
                raise
            except (OSError, ValueError) as fault:
                msg = f"{path}: cannot be written: {describe(fault)}; the file is as it was"
                raise error(msg) from None
            if draft is not None:
                made[place] = (draft, Path(os.path.realpath(path)))
        while made:
            draft, target = made[min(made)]
            try:
                draft.replace(target)
            except OSError as fault:
                but = f", but {', '.join(dict.fromkeys(written))} had been written" if written else ""
                msg = f"{target}: cannot be written: {describe(fault)}; the file is as it was{but}"
                raise error(msg) from None
            written.append(str(target))
            del made[min(made)]
    finally:
        for draft, _ in made.values():
            with contextlib.suppress(OSError):
                draft.unlink()
    sweep({Path(os.path.realpath(path)).parent for path, _ in files})


def sweep(folders: Iterable[Path]) -> None:
    """Removes the drafts of writers that were killed; a young one may be that of a writer at work."""
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if not (entry.name.startswith(".") and entry.name.endswith(DRAFT)):
                    continue
                with contextlib.suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > FORGOTTEN:
                        Path(entry.path).unlink()


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
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=DRAFT, dir=target.parent)
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


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name; no where that cannot be known."""
    with contextlib.suppress(OSError):
        return path.is_dir()
    return False


def is_special(path: Path) -> bool:
    """Whether something else than a file is there, as a pipe, a device or a folder; no where that cannot be known."""
    with contextlib.suppress(OSError):
        return path.exists() and not path.is_file()
    return False


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


def describe(fault: OSError | ValueError, *, as_it_is: bool = False) -> str:
    """An operating system's error in its own words, without the number and the path; in small letters unless asked."""
    if not (isinstance(fault, OSError) and fault.strerror):
        return str(fault)
    return fault.strerror if as_it_is else fault.strerror.lower()
