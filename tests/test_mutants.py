"""The list of mutations fits the code, and the program that runs them tells a survivor from one that is killed."""

import ast
from collections import Counter

import pytest

from tests import mutants
from tests.mutants import Mutation, fault_of, mutations
from tests.shared import ROOT

pytestmark = pytest.mark.source

HALF = Mutation("half", "half.py", "return number / 2", "return number / 3", ("test_half.py",))


@pytest.fixture
def project(tmp_path):
    """A project of one function, one test of it, and one that looks at nothing."""
    tmp_path.joinpath("half.py").write_text("def half(number):\n    return number / 2\n", encoding="utf-8")
    lines = (
        "from half import half\ndef test_half():\n    assert half(6) == 3\ndef test_nothing():\n    half(6)\n"
    )
    tmp_path.joinpath("test_half.py").write_text(lines, encoding="utf-8")
    return tmp_path


def test_every_place_is_found_once_and_every_test_named_is_there():
    assert [f"{one.name}: {fault}" for one in mutations() if (fault := fault_of(one))] == []


def test_every_mutation_changes_something_has_a_name_of_its_own_and_tests_or_a_reason():
    found = mutations()
    assert [name for name, times in Counter(one.name for one in found).items() if times > 1] == []
    assert [one.name for one in found if one.old == one.new or bool(one.tests) is bool(one.equivalent)] == []


def test_every_broken_file_is_still_python():
    for one in mutations():
        ast.parse((ROOT / one.file).read_text(encoding="utf-8").replace(one.old, one.new), one.name)


def test_at_least_eighty_five_places_of_both_packages_are_broken():
    run = [one for one in mutations() if not one.equivalent]
    assert len(run) >= 85
    assert {one.file.partition("/")[0] for one in run} == {"scoring", "pytest_onenlp"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        pytest.param({"old": "half"}, None, id="there once"),
        pytest.param({"old": "number"}, "half.py has the place 2 times", id="there twice"),
        pytest.param({"old": "third"}, "half.py has the place 0 times", id="nowhere"),
        pytest.param({"file": "third.py"}, "third.py has the place 0 times", id="no such file"),
        pytest.param({"tests": ("test_third.py",)}, "there is no test_third.py", id="no such tests"),
        pytest.param({"tests": ("test_half.py::test_half",)}, None, id="one test"),
        pytest.param({"tests": ("test_half.py::test_t",)}, "there is no test_half.py::test_t", id="no such test"),
    ],
)  # fmt: skip
def test_a_place_or_a_test_that_is_not_there_is_said(project, change, fault):
    assert fault_of(Mutation(**{**vars(HALF), **change}), project) == fault


@pytest.mark.parametrize(
    ("test", "survives"),
    [("test_half.py::test_half", False), ("test_half.py::test_nothing", True)],
    ids=["a test that sees it", "a test that does not"],
)
def test_a_mutation_is_killed_by_a_test_that_sees_it_and_the_copy_is_mended(project, capsys, test, survives):
    mutation = Mutation(**{**vars(HALF), "tests": (test,)})
    assert mutants.run_all([project], [mutation]) == (["half"] if survives else [])
    assert capsys.readouterr().out.split()[:2] == ["SURVIVED" if survives else "killed", "half"]
    assert "number / 2" in project.joinpath("half.py").read_text(encoding="utf-8")


def test_tests_that_hang_do_not_pass(project):
    project.joinpath("half.py").write_text("def half(number):\n    while True: pass\n", encoding="utf-8")
    assert mutants.passes(project, ["test_half.py"], longest=3) == (False, "more than 3 s")


def test_a_copy_is_of_the_checkout_and_without_its_environment():
    with mutants.copies(1) as (root,):
        assert (root / "scoring/__init__.py").read_bytes() == (ROOT / "scoring/__init__.py").read_bytes()
        assert not (root / ".venv").exists()
