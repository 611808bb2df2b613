"""Every console example of the documentation runs as it stands and prints what the page shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    str(page.relative_to(ROOT)) for page in (*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/**/*.md")))
]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("make ", "pip install", "git ")  # run by their own targets, or need the network

pytestmark = pytest.mark.source


def examples(page: str) -> list[tuple[str, str]]:
    """Commands and what each prints, in the order of the page."""
    found = []
    for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            ends = 1
            if "<<'END'" in lines[0]:
                ends = lines.index("END") + 1
            found.append(("\n".join(lines[:ends]), "\n".join(lines[ends:])))
    return found


def pattern(shown: str) -> str:
    """What is shown as a regular expression: ``...`` on a line of its own stands for any lines, spaces for any."""
    parts = []
    for line in shown.strip().splitlines():
        words = r"[ \t]+".join(re.escape(word) for word in line.split())
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else words + r"[ \t]*\n")
    return "".join(parts)


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_console_examples_print_what_the_page_shows(page, tmp_path):
    for file in (ROOT / "fixtures/ud").glob("en-*.conllu"):
        shutil.copy(file, tmp_path)
    wanted = [(command, shown) for command, shown in examples(page) if not command.startswith(ELSEWHERE)]
    whole_page = page == "docs/tutorial.md"  # elsewhere a command without output only shows how it is written
    for command, shown in wanted:
        if shown.strip() or whole_page or "<<'END'" in command:
            printed = run(command, tmp_path)
            expected = pattern(shown) if shown.strip() else r"(?:.*\n)*"
            assert re.fullmatch(expected, printed), (
                f"$ {command}\nprinted:\n{printed}\nthe page shows:\n{shown}"
            )
    assert wanted or page != "docs/tutorial.md"


def run(command: str, folder: Path) -> str:
    """What the command prints in the folder, as in a terminal of 80 columns outside CI."""
    names = {"CI", "GITHUB_ACTIONS", "PYTEST_ADDOPTS"}
    surroundings = {key: value for key, value in os.environ.items() if key not in names}
    surroundings |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
    }
    ran = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    return ran.stdout.rstrip("\n") + "\n" + ran.stderr
