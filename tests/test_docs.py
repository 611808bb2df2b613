"""Every console example of the documentation runs as it stands and prints what the page shows."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shared import ROOT, install

PAGES = [
    str(page.relative_to(ROOT)) for page in (*ROOT.glob("README.md"), *sorted(ROOT.glob("docs/**/*.md")))
]
STEP = re.compile(
    r"^`(?P<file>[\w./-]+)`:\n\n```\w*\n(?P<content>.*?)^```$|^```console\n(?P<console>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
DATE = re.compile(r"\d{4}\\-\d{2}\\-\d{2}")  # of today, on the page that of its writing
ELSEWHERE = ("make ", "pip install", "git ")  # run by their own targets, or need the network
JOURNEYS = "docs/journeys/"  # their pages bring every file along
WHOLE = (
    "docs/tutorial.md",
    "docs/howto/add-a-",
    JOURNEYS,
)  # every command runs; elsewhere one without output only shows how it is written

pytestmark = pytest.mark.source


@dataclass(frozen=True)
class Step:
    """A file of the page with its content, or a command with what it prints."""

    file: str | None
    command: str
    shown: str


def steps(page: str) -> list[Step]:
    """Files and commands in the order of the page."""
    found = []
    for step in STEP.finditer((ROOT / page).read_text(encoding="utf-8")):
        if step["file"]:
            found.append(Step(step["file"], "", step["content"]))
            continue
        for part in re.split(r"^\$ ", step["console"], flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            ends = 1
            if "<<'END'" in lines[0]:
                ends = lines.index("END") + 1
            found.append(Step(None, "\n".join(lines[:ends]), "\n".join(lines[ends:])))
    return [step for step in found if not step.command.startswith(ELSEWHERE)]


def pattern(shown: str) -> str:
    """What is shown as a regular expression: ``...`` on a line of its own stands for any lines, spaces for any."""
    parts = []
    for line in shown.strip("\n").splitlines():
        words = r"[ \t]+".join(DATE.sub(r"\\d{4}-\\d\\d-\\d\\d", re.escape(word)) for word in line.split())
        blank = r"[ \t]*" if line != line.lstrip() else ""
        parts.append(r"(?:.*\n)*?" if line.strip() == "..." else blank + words + r"[ \t]*\n")
    return "".join(parts) or r"\s*"


@pytest.mark.long
@pytest.mark.parametrize("page", [page for page in PAGES if steps(page)])
def test_console_examples_print_what_the_page_shows(page, tmp_path):
    if not page.startswith(JOURNEYS):
        for file in (ROOT / "fixtures/ud").glob("en-*.conllu"):
            shutil.copy(file, tmp_path)
    whole_page = page.startswith(WHOLE)
    for step in steps(page):
        if step.file:
            (tmp_path / step.file).write_text(step.shown, encoding="utf-8")
            if step.file == "pyproject.toml":
                install(tmp_path)
        elif step.shown.strip() or whole_page or "<<'END'" in step.command:
            printed = run(step.command, tmp_path)
            assert re.fullmatch(pattern(step.shown), printed), (
                f"$ {step.command}\nprinted:\n{printed}\nthe page shows:\n{step.shown}"
            )


def test_the_tutorial_four_journeys_and_what_packages_add_are_run():
    run_whole = [page for page in PAGES if page.startswith(WHOLE) and steps(page)]
    assert [Path(page).stem for page in run_whole] == [
        "add-a-metric", "add-a-report", "add-a-task",
        "accepted-improvement", "model-in-the-test", "predictions-on-disk", "red-run", "tutorial",
    ]  # fmt: skip


def run(command: str, folder: Path) -> str:
    """What the command prints in the folder, as in a terminal of 80 columns outside CI."""
    ours = ("CI", "GITHUB_", "PYTEST_")  # also of the worker that runs this test
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    surroundings |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "PYTHONPATH": str(folder),  # a package that the page installs
    }
    ran = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    return ran.stdout.rstrip("\n") + "\n" + ran.stderr
