"""Judging strictly and pruning: both need to know every gate there is."""

import re

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE, accept, text

STRICT, PRUNE = (*REFERENCE, "--onenlp-strict"), (*REFERENCE, "--onenlp-prune")
SKIPPED = f"{marker('s')}\n@pytest.mark.skip\ndef test_s(onenlp): pass"
# Its second check never runs, and nothing but the test's own text says which row it would have judged.
TWO_CHECKS = (
    "@pytest.mark.onenlp(language='en', dataset='demo', checks=2)\n"
    "def test_two(onenlp):\n"
    "    onenlp.check_value('UPOS', 1.0, component='b')\n"
    "    onenlp.check_value('UPOS', 50.0, component='old')"
)
# What the marker names has its verdict, but whose it is says the call.
TWO_COMPONENTS = TWO_CHECKS.replace("dataset='demo'", "dataset='demo', metrics=['UPOS']")
# It makes one check and fails, and its marker does not say whose rows it has.
NAMELESS = TWO_COMPONENTS.replace(", checks=2", "").rpartition("\n")[0]
# It neither fails nor skips, and no report says that it was there.
UNHEARD = "def pytest_runtest_protocol(item):\n    return True if item.name == 'test_b' else None\n"


@pytest.fixture
def old(both):
    """Two gates and a third reference row, ``old``, that no gate claims."""
    both.write(
        refs__json=refs(row("a", 92.0), row("old", 50.0), row("b", 92.0)),
        test_a__py=module(gate("a")),
        test_b__py=module(gate("b")),
    )
    return both


def kept(suite):
    """The components in the reference file."""
    return {one["component"] for one in read_rows(suite.path / "refs.json").values()}


def test_strict_fails_a_green_run_that_leaves_a_reference_row_unclaimed(old):
    result = old.run(*STRICT)

    result.assert_outcomes(passed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert any(
        line.startswith(
            "onenlp: error: --onenlp-strict: no gate claims these reference rows: old/en/demo/UPOS;"
        )
        for line in section(result)
    )
    assert old.run(*REFERENCE).ret == pytest.ExitCode.OK


def test_strict_is_green_where_all_is_claimed_and_nothing_flagged(both):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    assert both.run(*STRICT).ret == pytest.ExitCode.OK


def test_strict_does_not_look_for_unclaimed_rows_where_gates_are_missing(old):
    result = old.run(*STRICT, "-k", "test_a")

    assert "no gate claims, because gates were deselected: test_b.py::test_b" in "\n".join(section(result))
    assert "these reference rows" not in text(result)
    assert result.ret == pytest.ExitCode.OK


def test_strict_fails_a_run_that_lacks_gates_for_another_reason_and_looks_for_no_rows_either(old):
    broken = "import nothing_of_that_name"
    runs = {
        "gates did not judge all that they would: test_b.py::test_s": (module(gate("b"), SKIPPED), ()),
        "not everything was collected: test_b.py": ("import pytest\npytest.importorskip('nothing_x')", ()),
        "not everything was collected: test_b.py ": (broken, ("--continue-on-collection-errors",)),
    }
    for why, (source, options) in runs.items():
        old.write(test_b__py=source)

        result = old.run(*STRICT, *options)

        said = "\n".join(section(result))
        assert f"onenlp: error: --onenlp-strict: the run was not whole: {why.strip()}" in said
        assert f"no gate claims, because {why.strip()}" in said
        assert "these reference rows" not in text(result)
        assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_strict_fails_flagged_rows_and_names_them_also_where_gates_are_deselected(both):
    both.write(
        pred__conllu=conllu(),  # nothing wrong: an interval without width
        refs__json=refs(row("a", 100.0), row("b", 100.0), row("c", 92.0)),
        test_m__py=module(gate("a"), gate("b"), gate("c")),
    )

    result = both.run(*STRICT, "-k", "test_a or test_b")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    flagged = [line for line in section(result) if "--onenlp-strict: flagged rows: " in line]
    assert len(flagged) == 1
    assert re.search(r"flagged rows: a/en/demo/UPOS \(.*zero_width.*\), b/en/demo/UPOS \(", flagged[0])


def test_strict_is_green_in_a_run_without_gates(both):
    both.write(
        refs__json=refs(row("old", 50.0)), test_a__py="def test_a(): pass",
        pytest__ini="[pytest]\nonenlp_reference = refs.json\naddopts = --onenlp-strict\n",
    )  # fmt: skip

    result = both.run()

    assert result.ret == pytest.ExitCode.OK
    assert not [line for line in section(result) if "strict" in line or "error" in line]


def test_strict_does_not_keep_from_recording(both):
    both.write(refs__json=refs(row("old", 50.0)), test_a__py=module(gate("a")))

    result = both.run(*STRICT, "--onenlp-update")

    assert (result.ret, kept(both)) == (pytest.ExitCode.TESTS_FAILED, {"a", "old"})


def test_prune_removes_what_no_gate_claims_and_names_it(old):
    result = old.run(*PRUNE)

    assert result.ret == pytest.ExitCode.OK
    assert "onenlp: removed 1 row from refs.json: old/en/demo/UPOS" in section(result)
    assert read_rows(old.path / "refs.json") == {"a/UPOS": row("a", 92.0), "b/UPOS": row("b", 92.0)}


def test_prune_touches_no_file_in_which_every_row_is_claimed(both):
    text_of_file = refs(row("b", 92.0), row("a", 92.0))
    both.write(
        refs__json=text_of_file, two__json=refs(row("old", 1.0)), test_a__py=module(gate("a"), gate("b"))
    )

    first = both.run(*PRUNE, "--onenlp-reference", "two.json")
    second = both.run(*PRUNE, "--onenlp-reference", "two.json")

    assert "onenlp: removed 1 row from two.json: old/en/demo/UPOS" in section(first)
    assert "onenlp: no row was removed: each reference row is claimed by a gate" in section(second)
    assert (both.read("refs.json"), second.ret) == (text_of_file, pytest.ExitCode.OK)


def test_a_gate_that_is_worse_claims_its_row_and_the_rest_is_pruned(both):
    both.write(
        refs__json=refs(row("a", 98.0), row("old", 50.0)), onenlp_a__toml=gate_file({"component": "a"})
    )

    both.run(*PRUNE).assert_outcomes(failed=1)

    assert kept(both) == {"a"}


def test_a_gate_file_without_metrics_that_is_worse_claims_all_rows_of_its_task(both):
    source = gate_file({"component": "a"}).replace('metrics = ["UPOS"]', "")
    both.write(refs__json=refs(row("a", 98.0), row("old", 50.0)), onenlp_a__toml=source)

    result = both.run(*PRUNE)

    result.assert_outcomes(failed=1)
    assert "onenlp: removed 1 row from refs.json: old/en/demo/UPOS" in section(result)


def test_a_gate_that_was_tried_again_counts_by_its_last_attempt(old):
    flaky = (
        "import pathlib",
        marker("b"),
        "def test_b(onenlp):",
        "    first, flag = not pathlib.Path('flag').exists(), pathlib.Path('flag').touch()",
        "    assert not first",
        "    onenlp.check_ud(gold='gold.conllu', pred='pred.conllu')",
    )
    old.write(test_b__py=module(*flaky), refs__json=refs(row("a", 92.0), row("b", 98.0), row("old", 50.0)))

    result = old.run(*accept("b/*"), "--onenlp-prune", "--reruns", "1")

    assert result.ret == pytest.ExitCode.OK
    rows = read_rows(old.path / "refs.json")
    assert {name: one["score"] for name, one in rows.items()} == {"a/UPOS": 92.0, "b/UPOS": 92.0}
    assert [past["score"] for past in rows["b/UPOS"]["history"]] == [98.0]


@pytest.mark.parametrize(("why", "source", "options"), [
    ("gates were deselected: test_b.py::test_b", None, ("-k", "test_a")),
    ("gates were deselected: test_b.py::test_b", None, ("--deselect", "test_b.py::test_b")),
    ("--lf leaves tests out", None, ("--lf",)),
    ("gates did not judge all that they would: test_b.py::test_s", module(SKIPPED), ()),
    ("gates did not judge all that they would: test_b.py::test_b", module(gate("b", "lost.conllu")), ()),
    ("gates did not judge all that they would: test_b.py::test_two", module(TWO_CHECKS), ()),
    ("gates did not judge all that they would: test_b.py::test_two", module(TWO_COMPONENTS), ()),
    ("the run stopped before its end", "def test_0(): assert False", ("-x",)),
    ("not everything was collected: test_b.py", "import nothing_of_that_name", ()),
    ("not everything was collected: test_b.py", "import pytest\npytest.importorskip('nothing_x')", ()),
    ("only test_a.py was collected and not all of ", None, ("test_a.py",)),
    ("only test_a.py::test_a was collected and not all of ", None, ("test_a.py::test_a",)),
    ("--ignore leaves files out", None, ("--ignore=test_b.py",)),
    ("of the errors above", module(gate("a", name="b")), ()),
])  # fmt: skip
def test_a_run_that_may_not_know_all_gates_prunes_nothing_and_fails(old, why, source, options):
    before = old.read("refs.json")
    if source is not None:
        old.write(test_b__py=source)

    result = old.run(*PRUNE, *options)

    assert f"onenlp: error: no reference row was removed, because {why}" in "\n".join(section(result))
    assert result.ret in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)
    assert old.read("refs.json") == before


def test_a_gate_that_fails_and_whose_marker_lacks_its_identity_may_have_other_rows(old):
    before = old.read("refs.json")
    old.write(test_b__py=module(NAMELESS))

    result = old.run(*PRUNE)

    said = "because gates did not judge all that they would: test_b.py::test_two"
    assert f"onenlp: error: no reference row was removed, {said}" in section(result)
    assert old.read("refs.json") == before


def test_a_run_in_which_one_gate_was_never_heard_of_prunes_nothing(old):
    before = old.read("refs.json")
    old.write(conftest__py=UNHEARD)

    result = old.run(*PRUNE)

    assert "onenlp: error: no reference row was removed, because only 1 of 2 gates ran" in section(result)
    assert (result.ret, old.read("refs.json")) == (pytest.ExitCode.TESTS_FAILED, before)


def test_an_interrupted_run_accepts_and_prunes_nothing_and_says_so(old):
    before = refs(row("a", 98.0), row("old", 50.0))
    exits = "import pytest, time\ndef test_exit():\n    time.sleep(0.5)\n    pytest.exit('enough')"
    old.write(refs__json=before, test_b__py=exits)

    result = old.run(*accept("a/*"), "--onenlp-prune")

    assert (result.ret, old.read("refs.json")) == (pytest.ExitCode.INTERRUPTED, before)
    said = section(result)
    assert "onenlp: the run was interrupted: nothing was recorded, and no report was written" in said
    assert "onenlp: the run was interrupted: no reference row was removed" in said


def test_a_run_without_gates_does_not_empty_the_file(both):
    both.write(
        refs__json=refs(row("old", 50.0)), test_a__py="def test_a(): pass",
        pytest__ini="[pytest]\nonenlp_reference = refs.json\n",
    )  # fmt: skip

    result = both.run("--onenlp-prune")

    assert (result.ret, kept(both)) == (pytest.ExitCode.TESTS_FAILED, {"old"})
    assert "onenlp: error: no reference row was removed, because no gate ran" in section(result)


def test_prune_from_a_folder_below_the_root_is_refused_and_testpaths_are_whole(old):
    (old.path / "below").mkdir()
    old.write(pytest__ini="[pytest]\ntestpaths = test_a.py test_b.py\nonenlp_reference = refs.json\n")

    below = old.run("--onenlp-prune", "below", "test_a.py")
    whole = old.run("--onenlp-prune")

    assert (below.ret, whole.ret) == (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.OK)
    assert kept(old) == {"a", "b"}


def test_update_strict_and_prune_go_together(old):
    old.write(test_c__py=module(gate("c")))

    result = old.run(*STRICT, "--onenlp-prune", "--onenlp-update")

    assert (result.ret, kept(old)) == (pytest.ExitCode.OK, {"a", "b", "c"})


def test_prune_needs_a_reference(suite):
    suite.write(test_a__py=module(gate("a")))

    result = suite.run("--onenlp-prune")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--onenlp-prune needs to know the file to prune" in text(result)
