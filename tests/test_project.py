"""The project itself: what is installed, what the plugin costs at start-up, and what the suite may skip."""

import importlib.metadata
import importlib.resources
import re
import shutil
import subprocess
import sys
import tomllib

import pytest

from scoring.base.extras import PACKAGES
from tests.shared import ABSENT, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Prints whether the plugin was there, then which heavy modules it brought along.
COLLECT = """
import sys, pytest

class Probe:
    def pytest_configure(self, config):
        self.there = config.pluginmanager.hasplugin("onenlp")

probe = Probe()
pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider"], plugins=[probe])
print("plugin", probe.there)
print("heavy", sorted({"numpy", "scoring", "msgspec", "jinja2", "sacrebleu", "conllu"} & set(sys.modules)))
"""

SKIPS = f"""
import pytest

def test_runs(): pass
def test_skips(): pytest.skip("no such program here")
def test_shared(): pytest.skip("{ABSENT}: needs cases/x.json")

@pytest.mark.skipif(True, reason="never today")
def test_marked(): pass

@pytest.mark.xfail(reason="known")
def test_known(): assert False
"""


def test_the_installed_version_is_the_declared_one():
    assert importlib.metadata.version("pytest-onenlp") == PROJECT["version"]


def test_the_licence_is_apache_2():
    metadata = importlib.metadata.metadata("pytest-onenlp")
    licences = [file for file in importlib.metadata.files("pytest-onenlp") or () if file.name == "LICENSE"]

    assert metadata["License-Expression"] == "Apache-2.0"
    assert [re.sub(r"\s+", " ", file.read_text())[:42] for file in licences] == [
        " Apache License Version 2.0, January 2004 "
    ]


@pytest.mark.parametrize(
    ("group", "name", "value"),
    [
        ("pytest11", "onenlp", "pytest_onenlp.plugin"),
        ("console_scripts", "onenlp", "pytest_onenlp.launch:main"),
    ],
)
def test_entry_points_are_registered_and_load(group, name, value):
    (entry,) = importlib.metadata.entry_points(group=group, name=name)

    assert entry.value == value
    assert entry.load() is not None


@pytest.mark.parametrize("package", ["scoring", "pytest_onenlp"])
def test_a_package_says_that_it_is_typed(package):
    assert importlib.resources.files(package).joinpath("py.typed").is_file()


def test_core_dependencies_are_the_eight_declared():
    required = importlib.metadata.requires("pytest-onenlp") or []

    assert sorted(line for line in required if "extra ==" not in line) == [
        "conllu", "jinja2", "msgspec", "numpy>=1.26", "pytest>=8.4", "regex", "sacrebleu", "tqdm",
    ]  # fmt: skip


def test_the_plugin_imports_nothing_heavy_when_no_gate_is_there(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", COLLECT], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-2:] == ["plugin True", "heavy []"]


@pytest.mark.source
def test_no_tracked_file_names_a_path_of_a_machine():
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if not listed or listed.returncode:
        pytest.skip("not a git checkout")
    home = re.compile(rb"(?<![\w.])/(?:home|Users)/\w|(?<![\w.])/(?:root)/\w|\b[A-Z]:\\Users\\")
    found = [
        f"{name}:{number}: {line.decode(errors='replace').strip()}"
        for name in filter(None, listed.stdout.decode().split("\0"))
        if (ROOT / name).is_file()
        for number, line in enumerate((ROOT / name).read_bytes().splitlines(), 1)
        if home.search(line)
    ]

    assert found == []


@pytest.fixture
def suite(pytester, monkeypatch):
    """A suite under this project's own conftest."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(test_some=SKIPS)
    return pytester


@pytest.mark.parametrize("processes", [(), ("-n2",)], ids=["one process", "two workers"])
class TestSkips:
    def test_on_ci_a_skip_is_a_failure_save_for_an_absent_folder(self, suite, monkeypatch, processes):
        monkeypatch.setenv("CI", "true")

        result = suite.runpytest_subprocess(*processes)

        result.assert_outcomes(passed=1, failed=1, errors=1, skipped=1, xfailed=1)
        result.stdout.fnmatch_lines(["*skipped on CI, where it must run: no such program here*"])

    def test_elsewhere_a_skip_is_a_skip(self, suite, monkeypatch, processes):
        monkeypatch.delenv("CI", raising=False)

        result = suite.runpytest_subprocess(*processes)

        result.assert_outcomes(passed=1, skipped=3, xfailed=1)

    def test_on_ci_a_module_that_skips_whole_is_an_error(self, suite, monkeypatch, processes):
        monkeypatch.setenv("CI", "true")
        suite.makepyfile(test_some="import pytest; pytest.importorskip('no_such_module')")

        result = suite.runpytest_subprocess(*processes)

        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*skipped on CI, where it must run: could not import 'no_such_module'*"])


def test_messages_install_what_the_extras_have():
    extras = {
        name: [need.partition(";")[0].strip() for need in PROJECT["optional-dependencies"][name]]
        for name in PACKAGES
    }

    assert {name: list(packages) for name, packages in PACKAGES.items()} == extras


@pytest.mark.source
def test_nobody_is_told_to_install_an_extra_of_a_package_that_is_not_published():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    sources = [path for room in ("scoring", "pytest_onenlp") for path in (ROOT / room).rglob("*.py")]

    assert [
        path.name
        for path in (*pages, *sources)
        if "install 'pytest-onenlp[" in path.read_text(encoding="utf-8")
    ] == []
