"""Links out of the root folder, through which nothing is written: a data folder must not reach what is beside it."""

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["leaves_root", "real", "units_folders", "units_of", "with_units"]


def leaves_root(path: Path, root: Path) -> str | None:
    """Why the file at an absolute path is not written: a link in the root folder leads out of it; else None."""
    home = Path(os.path.realpath(root))
    for place in (*reversed(path.parents), path):
        if not place.is_symlink() or not real(place.parent).is_relative_to(home):
            continue
        if not real(place).is_relative_to(home):
            return (
                f"{path} leads out of the root folder {root} by the link {place}, to {real(path)}, where nothing is "
                "written; put a file or folder in the place of the link"
            )
    return None


def real(path: Path) -> Path:
    """Where a path leads to, whether there is something or not."""
    return Path(os.path.realpath(path))


def with_units(path: Path) -> Iterator[Path]:
    """A rows file, or those of a folder, each with what its units are written to."""
    yield path
    for file in path.glob("*.json") if path.is_dir() else [path]:
        yield file
        for folder in units_folders(file):
            yield folder
            yield from folder.glob("*.npz")


def units_folders(path: Path) -> list[Path]:
    """The folders in which the units of a rows file may lie: beside it, and beside what it is a link to."""
    return list(dict.fromkeys([units_of(path), units_of(real(path))]))


def units_of(path: Path) -> Path:
    """The folder beside a rows file in which its units lie (there: ``unitstore.path_of``)."""
    return path.with_name(f"{path.stem if path.suffix == '.json' else path.name}.units")
