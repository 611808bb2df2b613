"""Files beside the project: the case collection in ``../shared`` and a user's own treebanks.

A test that needs such a file skips only where the folder is absent; a folder without the file is a failure.
"""

import os
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
ABSENT = "../shared is absent"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason=ABSENT)


def shared_file(name: str) -> Path:
    """The path of a file or folder of ``../shared``; skips the test where that folder is absent."""
    __tracebackhide__ = True
    if not SHARED.is_dir():
        pytest.skip(f"{ABSENT}: needs {name}")
    path = SHARED / name
    if not path.exists():
        pytest.fail(f"../shared is there, but it has no {name}", pytrace=False)
    return path


def install(folder: Path) -> None:
    """Writes the metadata of a package whose pyproject.toml lies in the folder, as an installer would."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def onenlp_data() -> Path:
    """The folder that holds ``ud/`` and ``mt/``: what ``ONENLP_DATA`` names, else ``../shared/data``."""
    __tracebackhide__ = True
    own = os.environ.get("ONENLP_DATA")
    if not own:
        return shared_file("data")
    if not Path(own).is_dir():
        pytest.fail(f"ONENLP_DATA names {own}, which is no folder", pytrace=False)
    return Path(own)
