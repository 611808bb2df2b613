"""Accepting on purpose, judging nothing, judging strictly, and removing rows that no gate claims."""

import re

import pytest

from tests.plugin.conftest import make, section
from tests.plugin.data import conllu, gate, gate_file, marker, module, read_rows, refs, row
from tests.plugin.test_pairing import OWN

REFERENCE = ("--onenlp-reference", "refs.json")
PAST = {"score": 99.0, "date": "2026-11-01", "reason": "new tokenizer"}


def accept(glob, reason="smaller model"):
    return (*REFERENCE, "--onenlp-accept", glob, "--onenlp-reason", reason)


def text(result):
    """All that was printed, errors too."""
    return result.stdout.str() + result.stderr.str()


@pytest.fixture
def losses(both):
    """Two rows worse, one stale, one better, one within noise; UPOS of all is 92."""
    both.write(
        refs__json=refs(
            row("within", 92.0), row("worse", 98.0, slack=0.25, history=[PAST]), row("other", 97.0),
            row("stale", 90.0, gold_sha256="0" * 64), row("better", 80.0),
        ),
        test_a__py=module(gate("within"), gate("worse"), gate("other")),
        test_b__py=module(gate("stale"), gate("better")),
    )  # fmt: skip
    return both


def words(result):
    """The last column of the table by component."""
    return {line.split("/")[0]: line.split()[-1] for line in section(result) if "/en/demo/UPOS  " in line}


def test_an_accepted_loss_passes_and_the_others_fail(losses):
    result = losses.run(*accept("worse/*"))

    result.assert_outcomes(passed=2, failed=3)
    assert words(result) == {
        "within": "within", "worse": "recorded", "other": "WORSE", "stale": "STALE", "better": "BETTER",
    }  # fmt: skip
    assert "onenlp: recorded 1 row in refs.json" in section(result)


def test_old_score_date_and_reason_go_behind_the_rest_of_the_history(losses):
    losses.run(*accept("worse/*", " smaller model "))

    rows = read_rows(losses.path / "refs.json")
    first, second = rows["worse/UPOS"]["history"]
    assert first == PAST
    assert (second["score"], second["reason"]) == (98.0, "smaller model")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", second["date"])
    assert (rows["worse/UPOS"]["score"], rows["worse/UPOS"]["slack"]) == (92.0, 0.25)


def test_all_other_rows_stay_as_they_were_written(losses):
    losses.run(*accept("worse/*"))

    rows = read_rows(losses.path / "refs.json")
    assert rows["other/UPOS"] == row("other", 97.0)
    assert rows["stale/UPOS"] == row("stale", 90.0, gold_sha256="0" * 64)
    assert rows["better/UPOS"] == row("better", 80.0)


def test_a_stale_row_is_measured_anew_with_its_units(losses):
    losses.run(*accept("stale/*"))

    stale = read_rows(losses.path / "refs.json")["stale/UPOS"]
    assert (stale["score"], stale["history"][0]["score"], len(losses.units())) == (92.0, 90.0, 1)
    out = losses.run(*REFERENCE, "--onenlp-report", "json:out.json")
    assert words(out)["stale"] == "within"
    assert read_rows(losses.path / "out.json")["stale/UPOS"]["rule"] == "identical"


def test_several_globs_accept_what_any_matches_and_update_records_the_rest(losses):
    result = losses.run(*accept("worse/*"), "--onenlp-accept", "[os]*", "--onenlp-update")

    result.assert_outcomes(passed=5)
    assert result.ret == pytest.ExitCode.OK
    rows = read_rows(losses.path / "refs.json")
    assert {name: len(one.get("history", ())) for name, one in rows.items()} == {
        "within/UPOS": 0, "worse/UPOS": 2, "other/UPOS": 1, "stale/UPOS": 1, "better/UPOS": 0,
    }  # fmt: skip


def test_a_glob_without_a_loss_fails_and_nothing_is_recorded(losses):
    before = losses.read("refs.json")

    for glob in ("within/*", "better/*", "nobody/*", "WORSE/*"):
        result = losses.run(*accept(glob), "--onenlp-accept", "worse/*", "-k", "within or worse or better")

        assert result.ret == pytest.ExitCode.TESTS_FAILED
        said = f"--onenlp-accept {glob!r} matches no worse or stale row of this run that could be accepted"
        assert f"onenlp: error: {said}" in section(result)
        assert words(result)["worse"] == "RECORDED"  # the end of NOT RECORDED
        assert losses.read("refs.json") == before


def test_a_glob_that_matches_nothing_fails_a_run_that_is_green_or_empty(both):
    both.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a"), "def test_b(): pass"))

    assert both.run(*accept("a/*")).ret == pytest.ExitCode.TESTS_FAILED
    empty = both.run(*accept("a/*"), "-k", "test_b")
    assert empty.ret == pytest.ExitCode.TESTS_FAILED
    assert "--onenlp-accept 'a/*' matches no worse or stale row" in text(empty)


def test_accept_needs_a_reason_and_a_reason_something_to_accept(suite):
    suite.write(refs__json=refs(row("a", 98.0)), test_a__py=module(gate("a")))
    wrong = {
        "--onenlp-accept needs a reason": ("--onenlp-accept", "a/*"),
        "--onenlp-accept needs a reason, ": ("--onenlp-accept", "a/*", "--onenlp-reason", "  "),
        "but none are: add --onenlp-accept": ("--onenlp-reason", "why not"),
        "a reason is one line": ("--onenlp-accept", "a/*", "--onenlp-reason", "one\ntwo"),
        "--onenlp-accept is empty": ("--onenlp-accept", " ", "--onenlp-reason", "why not"),
    }
    for message, options in wrong.items():
        result = suite.run(*REFERENCE, *options)

        assert (result.ret, message in text(result)) == (pytest.ExitCode.USAGE_ERROR, True)


def test_accepting_needs_a_reference_file_that_is_there(suite):
    options = ("--onenlp-accept", "a/*", "--onenlp-reason", "why not")

    without, lost = suite.run(*options), suite.run(*REFERENCE, *options)

    assert (without.ret, lost.ret) == (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.USAGE_ERROR)
    assert "--onenlp-accept needs to know the file to record in" in text(without)
    assert "there is no reference file" in text(lost)


def test_a_score_below_its_floor_is_not_accepted(both):
    both.write(refs__json=refs(row("a", 98.0)), test_a__py=module(gate("a", min=95.0)))

    result = both.run(*accept("a/*"))

    result.assert_outcomes(failed=1)
    assert both.read("refs.json") == refs(row("a", 98.0))
    assert "floor:  on purpose?     lower min in the gate, since no reference moves it" in section(result)


def test_what_a_reference_system_measured_here_decides_is_not_accepted(both):
    both.write(
        base__conllu=conllu(10),
        refs__json=refs(row("a", 98.0)),
        test_a__py=module(gate("a", call=", ref_pred='base.conllu'")),
    )

    result = both.run(*accept("a/*"))

    result.assert_outcomes(failed=1)
    assert any(line.startswith("ref_pred: on purpose?   compare with another") for line in section(result))
    assert both.read("refs.json") == refs(row("a", 98.0))


def test_a_label_in_brackets_is_accepted_by_its_own_name(both):
    call = "    onenlp.check_value('F1[PER]', 92.0)\n"
    both.write(
        refs__json=refs(row("a", 98.0, metric="F1[PER]")),
        test_a__py=module(f"{marker('a', ('F1[PER]',))}\ndef test_a(onenlp):\n{call}"),
    )

    both.run(*accept("a/en/demo/F1[PER]")).assert_outcomes(passed=1)

    assert read_rows(both.path / "refs.json")["a/F1[PER]"]["score"] == 92.0


def test_a_read_only_reference_accepts_nothing_and_the_run_fails(both):
    both.write(refs__json=refs(row("a", 98.0)), test_a__py=module(gate("a")))
    (both.path / "refs.json").chmod(0o444)

    result = both.run(*accept("a/*"))

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert (words(result)["a"], both.read("refs.json")) == ("RECORDED", refs(row("a", 98.0)))


def test_the_sum_since_the_first_accepted_score_is_shown(losses):
    recorded = section(losses.run(*accept("worse/*"), "--onenlp-accept", "other/*"))
    later = section(losses.run(*REFERENCE))

    for said in (recorded, later):  # 99 -> 98 -> 92, and 97 -> 92
        assert "since 2026-11-01: -7.00 over 2 accepted changes: worse/en/demo/UPOS" in said
        other = [line for line in said if line.endswith("-5.00 over 1 accepted change: other/en/demo/UPOS")]
        assert re.match(r"since \d{4}-\d\d-\d\d: ", other[0])
    assert not any("within/en/demo" in line for line in later if line.startswith("since "))


def test_a_loss_that_is_not_accepted_is_not_in_the_sum(losses):
    assert "since 2026-11-01: -1.00 over 1 accepted change: worse/en/demo/UPOS" in section(
        losses.run(*REFERENCE)
    )


def test_the_command_that_accepts_is_whole_and_works(both):
    both.write(
        refs__json=refs(row("my tagger", 98.0), row("b", 98.0), row("c", 90.0, gold_sha256="0" * 64)),
        test_a__py=module(gate("my tagger", name="a"), gate("b"), gate("c")),
    )
    named = section(both.run(*REFERENCE))
    both.write(pytest__ini="[pytest]\nonenlp_reference = refs.json\n")
    by_ini = section(both.run())

    both_rows = "--onenlp-accept 'my tagger/en/demo/UPOS' --onenlp-accept b/en/demo/UPOS --onenlp-reason '…'"
    assert f"worse:  on purpose?     pytest --onenlp-reference refs.json {both_rows}" in named
    assert f"worse:  on purpose?     pytest {both_rows}" in by_ini
    assert "stale:  on purpose?     pytest --onenlp-accept c/en/demo/UPOS --onenlp-reason '…'" in by_ini


OFF = (*REFERENCE, "--onenlp-off", "--onenlp-report", "json:out.json")


def test_off_scores_everything_and_judges_nothing(losses):
    losses.write(onenlp_a__toml=gate_file({"component": "in a file", "ref_pred": "pred.conllu"}))

    result = losses.run(*OFF)

    result.assert_outcomes(passed=6)
    assert result.ret == pytest.ExitCode.OK
    rows = read_rows(losses.path / "out.json")
    assert {one["score"] for one in rows.values()} == {92.0}
    assert {(one["verdict"], one["reference"], one["within_noise"]) for one in rows.values()} == {
        (None, None, None)
    }
    assert len(rows) == 6


def test_off_is_said_in_header_and_section(losses):
    result = losses.run(*OFF)

    said = section(result)
    assert "onenlp: --onenlp-off: scores only, nothing was judged" in said
    header = "onenlp: off, nothing is judged (--onenlp-off), 1000 resamples, seed 20260101, 5 gates"
    assert header in result.outlines
    assert "5 not judged." in said
    assert words(result) == dict.fromkeys(("within", "worse", "other", "stale", "better"), "judged")
    assert not any("on purpose?" in line or "claimed" in line for line in said)


def test_off_needs_no_reference_and_reads_none(both):
    both.write(test_a__py=module(gate("a")), broken__json="{")

    both.run("--onenlp-off").assert_outcomes(passed=1)
    both.run("--onenlp-off", "--onenlp-reference", "broken.json").assert_outcomes(passed=1)


def test_off_scores_numbers_and_metrics_of_the_users_own(both):
    both.write(
        test_a__py=module(
            OWN,
            f"{marker('own', ('My F1',))}\ndef test_own(onenlp): onenlp.check(MINE, evidence(4), ref_pred=evidence(9))",
            f"{marker('a', ('speed',))}\ndef test_a(onenlp): onenlp.check_value('speed', 3.0)",
            f"{marker('b', ('speed',))}\ndef test_b(onenlp): onenlp.check_value('speed', float('nan'))",
        )
    )

    result = both.run("--onenlp-off")

    result.assert_outcomes(passed=2, failed=1)
    assert "b/en/demo/speed: no score: the score is nan, which is not a finite number" in text(result)


def test_a_gate_that_scores_nothing_fails_when_off(both):
    both.write(
        empty__conllu="",
        test_a__py=module(
            gate("a", "empty.conllu", gold="empty.conllu"), f"{marker('b')}\ndef test_b(onenlp): pass"
        ),
    )

    result = both.run("--onenlp-off")

    result.assert_outcomes(failed=2)
    assert "the gold data has no units" in text(result)
    assert "judged nothing for UPOS" in text(result)


def test_off_contradicts_all_that_goes_by_verdicts(suite):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))
    others = {
        "update": (), "strict": (), "prune": (), "accept": ("a/*", "--onenlp-reason", "why not"),
    }  # fmt: skip
    for name, values in others.items():
        result = suite.run(*REFERENCE, "--onenlp-off", f"--onenlp-{name}", *values)

        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert f"--onenlp-off judges nothing, so --onenlp-{name} has nothing to go by" in text(result)


STRICT, PRUNE = (*REFERENCE, "--onenlp-strict"), (*REFERENCE, "--onenlp-prune")
SKIPPED = f"{marker('s')}\n@pytest.mark.skip\ndef test_s(onenlp): pass"
# Its second check never runs, and nothing but the test's own text says which row it would have judged.
TWO_CHECKS = (
    "@pytest.mark.onenlp(language='en', dataset='demo')\n"
    "def test_two(onenlp):\n"
    "    onenlp.check_value('UPOS', 1.0, component='b')\n"
    "    onenlp.check_value('UPOS', 50.0, component='old')"
)


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
    broken = "import nothing_of_that_name"
    runs = {
        "gates were deselected: test_b.py::test_b": (module(gate("b")), ("-k", "test_a")),
        "gates did not judge all that they would: test_b.py::test_s": (module(gate("b"), SKIPPED), ()),
        "not everything was collected: test_b.py": ("import pytest\npytest.importorskip('nothing_x')", ()),
        "not everything was collected: test_b.py ": (broken, ("--continue-on-collection-errors",)),
    }
    for why, (source, options) in runs.items():
        old.write(test_b__py=source)

        result = old.run(*STRICT, *options)

        assert f"no gate claims, because {why.strip()}" in "\n".join(section(result))
        assert "these reference rows" not in text(result)
        assert result.ret == (pytest.ExitCode.TESTS_FAILED if source is broken else pytest.ExitCode.OK)


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


def test_strict_is_silent_in_a_run_without_gates(both):
    both.write(
        refs__json=refs(row("old", 50.0)), test_a__py="def test_a(): pass",
        pytest__ini="[pytest]\nonenlp_reference = refs.json\naddopts = --onenlp-strict\n",
    )  # fmt: skip

    result = both.run()

    assert (result.ret, section(result)) == (pytest.ExitCode.OK, [])


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


def test_a_crashed_worker_keeps_from_pruning(pytester, monkeypatch):
    suite = make(pytester, monkeypatch, ("-n2",))
    crash = f"{marker('b')}\ndef test_b(onenlp):\n    import os\n    os._exit(1)"
    suite.write(refs__json=refs(row("a", 92.0), row("b", 92.0)), test_a__py=module(gate("a"), crash))

    result = suite.run(*PRUNE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert kept(suite) == {"a", "b"}


def test_prune_from_a_folder_below_the_root_is_refused_and_testpaths_are_whole(old):
    (old.path / "below").mkdir()
    old.write(pytest__ini="[pytest]\ntestpaths = test_a.py test_b.py\nonenlp_reference = refs.json\n")

    below = old.run("--onenlp-prune", "below", "test_a.py")
    whole = old.run("--onenlp-prune")

    assert (below.ret, whole.ret) == (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.OK)
    assert kept(old) == {"a", "b"}


def test_a_read_only_reference_is_not_pruned(old):
    (old.path / "refs.json").chmod(0o444)

    result = old.run(*PRUNE)

    assert (result.ret, kept(old)) == (pytest.ExitCode.TESTS_FAILED, {"a", "b", "old"})
    assert "onenlp: error: no reference row was removed: " in "\n".join(section(result))


def test_update_strict_and_prune_go_together(old):
    old.write(test_c__py=module(gate("c")))

    result = old.run(*STRICT, "--onenlp-prune", "--onenlp-update")

    assert (result.ret, kept(old)) == (pytest.ExitCode.OK, {"a", "b", "c"})


def test_prune_needs_a_reference(suite):
    suite.write(test_a__py=module(gate("a")))

    result = suite.run("--onenlp-prune")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--onenlp-prune needs to know the file to prune" in text(result)
