"""Counting and formulas are ours: of sacrebleu the product imports the tokenizers, and these when one is asked for."""

import ast
import subprocess
import sys

import pytest

from tests.shared import ROOT

PACKAGES = ("scoring", "pytest_onenlp")


def imported(tree):
    """The full names of what a module imports, and of what it loads by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value.startswith("sacrebleu.")
        ):
            yield node.value


@pytest.mark.source
def test_only_tokenizers_are_imported_from_sacrebleu():
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    files.remove(ROOT / "scoring/mt/crosscheck.py")  # which asks sacrebleu for its own figures
    found = {
        name
        for file in files
        for name in imported(ast.parse(file.read_text(encoding="utf-8")))
        if name.split(".")[0] == "sacrebleu"
    }

    assert found
    assert [name for name in sorted(found) if not name.startswith("sacrebleu.tokenizers.")] == []


@pytest.mark.source
def test_no_module_of_ours_imports_what_asks_sacrebleu_but_the_task():
    files = sorted((ROOT / "scoring").rglob("*.py"))
    users = [
        file for file in files if "from scoring.mt.crosscheck import" in file.read_text(encoding="utf-8")
    ]
    assert users == [ROOT / "scoring/mt/task.py"]


def test_sacrebleu_is_not_loaded_before_a_tokenizer_is_asked_for():
    program = "import sys; from scoring import mt; mt.chrf(['a'], [['a']]); print('sacrebleu' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"
