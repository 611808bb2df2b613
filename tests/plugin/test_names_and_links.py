"""Names in any spelling, line ends and links of reference files, and data that is no file of ours, in a whole run."""

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, module, read_rows, refs, row
from tests.plugin.operations import REFERENCE

PERSIAN = "می\u200cخواهم"
COMPOSED, APART = "caf\u00e9", "cafe\u0301"
UPDATE = (*REFERENCE, "--onenlp-update")


@pytest.mark.parametrize(("ours", "theirs"), [(COMPOSED, APART), (APART, COMPOSED)], ids=["NFC", "NFD"])
def test_a_gate_finds_its_row_in_whatever_spelling_of_unicode(both, ours, theirs):
    both.write(
        refs__json=refs(row(theirs, 92.0), row(f"{theirs} by file", 92.0)),
        test_a__py=module(gate(ours, name="a")),
        onenlp__toml=gate_file({"component": f"{ours} by file"}),
    )

    result = both.run(*REFERENCE, "--onenlp-strict")

    result.assert_outcomes(passed=2)
    assert "2 judged: 2 within noise." in section(result)


def test_marker_and_call_agree_in_whatever_spelling(suite):
    call = f", component={APART!r}"
    suite.write(refs__json=refs(row(COMPOSED, 92.0)), test_a__py=module(gate(COMPOSED, name="a", call=call)))
    suite.run(*REFERENCE).assert_outcomes(passed=1)


def test_an_update_of_another_spelling_replaces_the_row(suite):
    suite.write(refs__json=refs(row(APART, 80.0)), test_a__py=module(gate(COMPOSED, name="a")))
    suite.run(*UPDATE)
    assert list(read_rows(suite.path / "refs.json")) == [f"{COMPOSED}/UPOS"]


def test_joiners_in_a_name_are_recorded_and_shown_as_they_are(both):
    both.write(test_a__py=module(gate(PERSIAN, name="a")))
    result = both.run(*UPDATE)
    result.assert_outcomes(passed=1)
    assert any(line.startswith(f"{PERSIAN}/en/demo/UPOS") for line in section(result))
    both.run(*REFERENCE).assert_outcomes(passed=1)


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("options", [UPDATE, (*REFERENCE, "--onenlp-prune")], ids=["update", "prune"])
def test_a_file_keeps_its_line_ends(suite, ends, options):
    before = refs(row("a", 92.0), row("old", 1.0)) + "\n"
    (suite.path / "refs.json").write_text(before, newline=ends)
    suite.write(test_a__py=module(gate("a"), *([gate("b")] if options == UPDATE else [])))

    suite.run(*options)

    after = (suite.path / "refs.json").read_bytes()
    assert after != before.encode()
    assert after.count(b"\n") == after.count(ends.encode()) > 10
    assert after.count(b"\r") == (after.count(b"\n") if ends == "\r\n" else 0)


def recorded(suite):
    """A suite with a recorded row, and then a prediction that lost five words on the same sentences."""
    suite.write(test_a__py=module(gate("a")))
    suite.alone(*UPDATE)
    suite.write(pred__conllu=conllu(45))


@pytest.mark.parametrize("moved", ["the file", "the file and its units"])
def test_units_of_a_linked_file_are_paired_wherever_they_lie(both, moved):
    recorded(both)
    (both.path / "cache").mkdir()
    (both.path / "refs.json").rename(both.path / "cache/ab12")
    (both.path / "refs.json").symlink_to("cache/ab12")
    if moved != "the file":
        (both.path / "refs.units").rename(both.path / "cache/ab12.units")

    result = both.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    assert "; paired -1.00 [" in result.stdout.str()


def test_what_is_recorded_through_a_link_goes_where_its_units_are(suite):
    recorded(suite)
    (suite.path / "cache").mkdir()
    (suite.path / "refs.json").rename(suite.path / "cache/ab12")
    (suite.path / "refs.units").rename(suite.path / "cache/ab12.units")
    (suite.path / "refs.json").symlink_to("cache/ab12")

    suite.run(*REFERENCE, "--onenlp-accept", "a/*", "--onenlp-reason", "smaller").assert_outcomes(passed=1)

    assert (suite.path / "refs.json").is_symlink()
    assert [name.split("/")[0] for name in suite.units()] == ["cache"]
    result = suite.run(*REFERENCE)
    assert any(line.endswith("within") for line in section(result))


READERS = {
    "ud": ("gold.conllu", {}), "spans": ("gold.iob2", {}), "labels": ("gold.csv", {}), "multilabel": ("gold.csv", {}),
    "spans of documents": ("gold.jsonl", {"task": "spans"}), "labels of lines": ("gold.jsonl", {"task": "labels"}),
    "tabs": ("gold.tsv", {"task": "labels"}),
}  # fmt: skip


TEXTS = {
    "words": "user ruth\npassword Tr0ub4dor\n", "commas": "user,ruth\npassword,Tr0ub4dor\n", "json": '"Tr0ub4dor"\n',
    "one word": "Tr0ub4dor\n",
    "tabs": "password\tTr0ub4dor\n",
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_not_of_the_format_asked_for_is_not_quoted(suite, reader, text):
    name, fields = READERS[reader]
    suite.write(
        refs__json=refs(),
        **{name.replace(".", "__"): text, "pytest__ini": "[pytest]\nonenlp_show_text = false\n"},
    )
    files = {"component": "a", "task": reader, "gold": name, "pred": name} | fields
    suite.write(
        onenlp__toml="\n".join(line for line in gate_file(files).splitlines() if "metrics" not in line)
    )

    result = suite.run(*REFERENCE)

    result.assert_outcomes(failed=1)
    assert name in result.stdout.str()
    assert "Tr0ub4dor" not in result.stdout.str() + result.stderr.str()


def test_a_reference_that_is_no_rows_file_is_not_quoted(suite):
    suite.write(refs__json='{"Tr0ub4dor": 1, "schema": "Tr0ub4dor"}', test_a__py=module(gate("a")))
    result = suite.run(*REFERENCE)
    assert "reference error:" in result.stdout.str()
    assert "Tr0ub4dor" not in result.stdout.str()


def test_no_line_of_a_run_is_longer_than_two_thousand_characters(both):
    long = "x" * 300_000
    both.write(
        refs__json=refs(row("a", 92.0)),
        onenlp__toml=gate_file({"component": "b"}) + f"{long} = 1\n",
        test_a__py=module(
            gate("a", call=f", labels=['{long}']", name="a"), gate("a", call=f", {long}=1", name="b"),
            gate(long, name="c"), gate("a", name="d", metrics=(long,)),
        ),
    )  # fmt: skip

    result = both.run(*REFERENCE, "--tb=line", "--continue-on-collection-errors")

    assert [line[:100] for line in result.outlines if len(line) > 2_000] == []
    assert "characters left out" in result.stdout.str()
