"""Files of snapshots that are damaged, foreign, locked or full: one message each, and nothing is lost."""

import pytest

from tests.plugin.snapshots import FILE, ONE, TWO, given, measured, updated


def damaged(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


DAMAGE = {
    "merge marker": (
        "| ner |",
        "<<<<<<< ours\n| ner |",
        "*test_a.md:7: merge marker <<<<<<<; keep one of the two*",
    ),
    "score": (
        "| 80.00 |",
        "| 99.00 |",
        "*test_a.md:7: Score is '99.00', but the figures below *give '80.00'; get *",
    ),
    "figures": (
        '"score": 80.0',
        '"score": 99.0',
        "*test_a.md:7: Score is '80.00', but the figures below *'99.00'*",
    ),
    "no JSON": ('{"snapshot"', '"snapshot"', "*test_a.md:10: not JSON: *"),
    "no name": ('"snapshot": "test_one", ', "", "*test_a.md:10: field 'snapshot' is missing*"),
    "wrong type": (
        '"score": 80.0',
        '"score": "80"',
        "*test_a.md:10: row (ner/en/demo/Span F1): field 'score': Expected *",
    ),
    "unknown field": ('"score": 80.0', '"sore": 80.0', "*test_a.md:10: *"),
    "no end": ("-->\n", "", "*test_a.md:11: *"),
    "a line lost": ("| ner |", "| ner | x |", "*test_a.md:7: the line is *"),
}


@pytest.mark.parametrize("options", [(), ("--snapshot-update",)], ids=["compared", "updated"])
@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_one_message_with_file_and_line(single, kind, options):
    old, new, said = DAMAGE[kind]
    text = damaged(updated(single, ONE, one={"Span F1": measured(80.0)}), old, new)
    (single.path / FILE).write_text(text, encoding="utf-8")

    result = single.run(*options)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([said])
    assert "Traceback" not in result.stdout.str()
    assert single.read(FILE) == text


def test_a_row_that_stands_twice_is_named_with_both_lines(single):
    text = updated(single, ONE, one={"Span F1": measured(80.0)})
    line = next(line for line in text.splitlines() if line.startswith('{"snapshot"'))
    (single.path / FILE).write_text(text.replace(line, f"{line}\n{line}"), encoding="utf-8")

    result = single.run()

    result.stdout.fnmatch_lines(
        ["*test_a.md:11: row ner/en/demo/Span F1 of test_one stands here and in line 10*"]
    )


def test_a_file_that_is_not_utf_8_is_one_message(single):
    updated(single, ONE, one={"Span F1": measured(80.0)})
    (single.path / FILE).write_bytes(b"#\n\xff")

    single.run().stdout.fnmatch_lines(["*test_a.md:2: byte 3 (0xFF) is not UTF-8: *; save the file as UTF-8"])


def test_a_damaged_file_of_another_module_is_not_touched(snap):
    updated(snap, ONE, one={"Span F1": measured(80.0)})
    (snap.path / "__snapshots__/test_b.md").write_text("<<<<<<< ours\n", encoding="utf-8")

    assert snap.run("--snapshot-update").ret == 0

    assert snap.read("__snapshots__/test_b.md") == "<<<<<<< ours\n"


def test_a_checkout_with_crlf_is_read_and_stays_so(single):
    text = updated(single, ONE, one={"Span F1": measured(80.0)})
    (single.path / FILE).write_bytes(text.replace("\n", "\r\n").encode())

    single.run("--snapshot-update").assert_outcomes(passed=1)
    assert (single.path / FILE).read_bytes() == text.replace("\n", "\r\n").encode()
    given(single, one={"Span F1": measured(60.0)})
    single.run("--snapshot-update").assert_outcomes(passed=1)
    assert (single.path / FILE).read_bytes().count(b"\r\n") == text.count("\n")


def test_a_file_without_write_bit_is_left_alone_and_said(single):
    before = updated(single, ONE, one={"Span F1": measured(80.0)})
    (single.path / FILE).chmod(0o444)
    given(single, one={"Span F1": measured(60.0)})

    result = single.run("--snapshot-update")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_a.md: the file is read-only and is left as it is; *chmod u+w *"])
    assert single.read(FILE) == before


def test_nothing_is_written_or_removed_through_a_link_that_leaves_the_root_folder(snap, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "flow.md"
    outside.write_text(updated(snap, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)}))
    before = outside.read_bytes()
    (snap.path / FILE).unlink()
    (snap.path / FILE).symlink_to(outside)
    given(snap, ONE, one={"Span F1": measured(60.0)})

    result = snap.run("--snapshot-update")

    assert result.ret == 1
    result.stdout.fnmatch_lines([f"*{snap.path / FILE} leads out of the root folder * to {outside}, *"])
    assert outside.read_bytes() == before


def test_unused_rows_of_a_file_without_write_bit_stay_and_the_run_fails(snap):
    before = updated(snap, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})
    (snap.path / FILE).chmod(0o444)
    given(snap, ONE, one={"Span F1": measured(80.0)})

    result = snap.run("--snapshot-update")

    assert result.ret == 1
    result.stdout.fnmatch_lines(["*unused rows were not removed: *read-only*"])
    assert snap.read(FILE) == before


def test_a_full_disk_leaves_the_file_as_it_was(single):
    before = updated(single, ONE, one={"Span F1": measured(80.0)})
    test = """
def test_one(results_snapshot):
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    ours, (soft, hard) = rows('one'), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, hard))  # bytes: no more fits on the disk
    try:
        assert ours == results_snapshot
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
"""
    given(single, test, one={"Span F1": measured(60.0)})

    result = single.subprocess("--snapshot-update")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_a.md: cannot be written: file too large*; the file is as it was"])
    assert single.read(FILE) == before
    assert [path.name for path in (single.path / "__snapshots__").iterdir()] == ["test_a.md"]
