"""The types that a test annotates: exported by the package itself, and loaded when they are asked for."""

import subprocess
import sys

import pytest

import pytest_onenlp
from pytest_onenlp.check.fixture import Checker
from pytest_onenlp.check.outcome import OneNLPRegression
from pytest_onenlp.snapshots.snapshot import ResultsSnapshot
from tests.plugin.data import marker, module, refs, row
from tests.plugin.operations import REFERENCE

ANNOTATED = (
    "from pytest_onenlp import Checker, OneNLPRegression",
    marker("a"),
    "def test_a(onenlp: Checker):",
    "    with pytest.raises(OneNLPRegression):",
    "        onenlp.check_value('UPOS', 50.0)",
    "    pytest.fail('caught')",
)


def test_the_package_exports_the_types_that_its_fixtures_give_and_its_checks_raise():
    assert pytest_onenlp.Checker is Checker
    assert pytest_onenlp.ResultsSnapshot is ResultsSnapshot
    assert pytest_onenlp.OneNLPRegression is OneNLPRegression
    assert sorted(pytest_onenlp.__all__) == ["Checker", "OneNLPRegression", "ResultsSnapshot"]
    with pytest.raises(AttributeError, match=r"^module 'pytest_onenlp' has no attribute 'Outcomes'$"):
        _ = pytest_onenlp.Outcomes


def test_importing_the_package_loads_neither_numpy_nor_the_scorers():
    source = (
        "import sys, pytest_onenlp; print([name for name in ('numpy', 'scoring') if name in sys.modules])"
    )

    result = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)

    assert result.stdout == "[]\n"


def test_the_type_of_results_snapshots_says_which_extra_it_needs():
    source = "import sys; sys.modules['syrupy'] = None\nimport pytest_onenlp; pytest_onenlp.ResultsSnapshot"

    result = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)

    needed = "results_snapshot needs syrupy 7, which is not installed: pip install 'syrupy>=7,<8'"
    assert result.stderr.splitlines()[-1] == f"ImportError: {needed}"


def test_a_test_annotates_its_fixture_and_names_the_error_of_a_check(both):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(*ANNOTATED))

    result = both.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E * Failed: caught"])
