"""Reports replace no file that the run reads, and are written whenever they are asked for."""

import json

import pytest

from tests.plugin.conftest import section
from tests.plugin.data import conllu, gate, gate_file, module, read_rows, refs, row

REFERENCE = ("--onenlp-reference", "refs.json")


@pytest.mark.parametrize(("reports", "said"), [
    (["json:out", "md:./out"], "*the json report goes to *out too; give each report a file of its own"),
    (["md:out", "md:out"], "*the md report goes to *out too*"),
    (["json:link.json"], "*that is a reference file, which a report must not replace*"),
    (["md:refs.units/a.npz"], "*that is in *refs.units, where the units of the reference refs.json are*"),
    (["md:refs.units/deep/a.md"], "*that is in *refs.units, where the units of the reference refs.json are*"),
    (["json:out.json", "md:out.units/a.npz"], "*out.units, where the units of the json report go*"),
    (["md:-"], "*a report goes to a file and not to standard output; name one, as in md:gates.md"),
    (["md: "], "*write TYPE:DEST*"),
    ([""], "*write TYPE:DEST*"),
    (["md:new/"], "*new is a folder, but a file is needed"),
])  # fmt: skip
def test_a_destination_that_is_taken_is_a_usage_error(suite, reports, said):
    suite.write(refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")))
    for folder in ("refs.units/deep", "out.units"):
        (suite.path / folder).mkdir(parents=True)
    (suite.path / "link.json").symlink_to("refs.json")

    result = suite.run(*REFERENCE, *(text for report in reports for text in ("--onenlp-report", report)))

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])


def test_a_report_does_not_share_the_units_of_a_reference_of_another_ending(suite):
    suite.write(out=refs(row("a", 92.0)), test_a__py=module(gate("a")))

    result = suite.run("--onenlp-reference", "out", "--onenlp-report", "json:out.json")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*its units would go to *out.units, where those of the reference out are*"])


READ = {
    "gold.conllu": "the gold data of test_a.py::test_a",
    "pred.conllu": "the prediction of test_a.py::test_a",
    "base.conllu": "the reference system's output of test_a.py::test_a",
    "link.conllu": "the gold data of test_a.py::test_a",
    "open.conllu": "the prediction of test_a.py::test_open",
    "toml.conllu": "the prediction of onenlp_b.toml::b/en/demo",
    "test_a.py": "a file of tests or gates that was collected",
    "onenlp_b.toml": "a file of tests or gates that was collected",
    "conftest.py": "a file of tests or gates that was collected",
    "pytest.ini": "a file of tests or gates that was collected",
}


@pytest.fixture
def reading(both):
    """A suite whose gates and scores read several files."""
    both.write(
        base__conllu=conllu(40), open__conllu=conllu(40), toml__conllu=conllu(40), conftest__py="",
        pytest__ini="[pytest]\n", refs__json=refs(row("a", 92.0), row("b", 92.0)),
        onenlp_b__toml=gate_file({"component": "b", "pred": "toml.conllu"}),
        test_a__py=module(
            gate("a", call=", ref_pred='base.conllu'"),
            "def test_open(onenlp):", "    with open('open.conllu') as pred:",
            "        onenlp.ud('gold.conllu', pred, component='c', language='en', dataset='demo')",
        ),
    )  # fmt: skip
    (both.path / "link.conllu").symlink_to("gold.conllu")
    return both


def test_no_report_replaces_a_file_that_the_run_read(reading):
    before = {name: reading.read(name) for name in READ}
    reports = [text for name in READ if name != "link.conllu" for text in ("--onenlp-report", f"md:{name}")]

    result = reading.run(*REFERENCE, *reports, "--onenlp-report", "md:out.md")

    result.assert_outcomes(passed=3)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    said = [
        line for line in section(result) if line.startswith("onenlp: error: the md report was not written: ")
    ]
    for name, what in READ.items():
        if name != "link.conllu":
            assert any(
                f"/{name} is {what}" in line or f"/{name} is the gold data of " in line for line in said
            )
    assert {name: reading.read(name) for name in READ} == before
    assert reading.read("out.md").startswith("| Component |")


def test_no_report_replaces_it_under_another_name(reading):
    result = reading.run(*REFERENCE, "--onenlp-report", "md:link.conllu")

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert reading.read("gold.conllu") == conllu()


def test_a_check_that_fails_still_says_what_it_read(suite):
    suite.write(
        refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a", "bad.conllu")), bad__conllu="mine\n"
    )

    result = suite.run(*REFERENCE, "--onenlp-report", "json:bad.conllu")

    result.assert_outcomes(failed=1)
    assert any("bad.conllu is the prediction of test_a.py::test_a" in line for line in section(result))
    assert suite.read("bad.conllu") == "mine\n"


NOTHING = {
    "no gate": "def test_plain(): pass",
    "no test": "",
    "a gate that judges nothing": "@pytest.mark.onenlp()\ndef test_none(): pass",
    "a fault of collection": "raise RuntimeError",
}


@pytest.mark.parametrize("kind", NOTHING)
def test_a_report_of_no_row_takes_the_place_of_an_older_one(both, kind):
    both.write(test_a__py=module(NOTHING[kind]), rows__json=refs(row("old", 1.0)), gates__md="old")

    both.run("--onenlp-report", "json:rows.json", "--onenlp-report", "md:gates.md")

    assert json.loads(both.read("rows.json"))["rows"] == []
    assert both.read("gates.md").splitlines()[0].startswith("| Component |")
    assert len(both.read("gates.md").splitlines()) == 2


def test_a_report_without_gates_is_silent_and_green(suite):
    suite.write(test_a__py="def test_plain(): pass\n")

    result = suite.run("--onenlp-report", "json:rows.json")

    assert (result.ret, section(result)) == (pytest.ExitCode.OK, [])
    assert read_rows(suite.path / "rows.json") == {}


def test_an_interrupted_run_leaves_the_older_report_and_says_so(suite):
    suite.write(test_a__py="def test_plain(): raise KeyboardInterrupt\n", gates__md="old")

    result = suite.subprocess("--onenlp-report", "md:gates.md")

    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert "onenlp: the run was interrupted: nothing was recorded, and no report was written" in section(
        result
    )
    assert suite.read("gates.md") == "old"


@pytest.mark.parametrize(("broken", "said"), [
    ("import scoring.report.json as j\ndef rows_in(path): raise RuntimeError('disk on fire')\nj.rows_in = rows_in\n",
     "onenlp: error: the json report was not written: RuntimeError: disk on fire"),
    ("import pytest_onenlp.show.terminal as t\ndef advice(*args): raise RuntimeError('no words')\nt.advice = advice\n",
     "onenlp: error: the section could not be shown whole: RuntimeError: no words"),
    ("import pytest_onenlp.session.recording as r\ndef no(*args): raise RuntimeError('no pen')\nr.record = no\n",
     "onenlp: error: nothing was recorded: RuntimeError: no pen"),
], ids=["report", "section", "record"])  # fmt: skip
def test_a_fault_of_the_plugin_s_own_is_one_line_and_a_red_run(suite, broken, said):
    suite.write(test_a__py=module(gate("a")), conftest__py=broken)

    result = suite.subprocess(*REFERENCE, "--onenlp-update", "--onenlp-report", "json:out.json")

    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert said in section(result)
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


@pytest.fixture
def linked(both, tmp_path_factory):
    """A suite, and a folder outside of its root with a file that must stay as it is."""
    both.write(refs__json=refs(row("a", 99.0)), test_a__py=module(gate("a")), pytest__ini="[pytest]\n")
    both.outside = tmp_path_factory.mktemp("outside")
    (both.outside / "flow.json").write_text(refs(), encoding="utf-8")
    (both.outside / "refs.json").write_text(refs(), encoding="utf-8")
    return both


UPDATE = ("--onenlp-reference", "link.json", "--onenlp-update")
ACCEPT = ("--onenlp-reference", "link.json", "--onenlp-accept", "*", "--onenlp-reason", "x")


@pytest.mark.parametrize(("link", "leads_to", "options"), [
    ("link.json", "flow.json", ("--onenlp-report", "md:link.json")),
    ("link.json", "not-there.json", ("--onenlp-report", "json:link.json")),
    ("data", "", ("--onenlp-report", "md:data/rows.md")),
    ("rows.units", "", ("--onenlp-report", "json:rows.json")),
    ("link.json", "flow.json", UPDATE),
    ("link.json", "not-there.json", UPDATE),
    ("link.json", "flow.json", ACCEPT),
    ("link.json", "flow.json", ("--onenlp-reference", "link.json", "--onenlp-prune")),
    ("data", "", ("--onenlp-reference", "data", "--onenlp-update")),
    ("data", "", ("--onenlp-reference", "data/refs.json", "--onenlp-update")),
    ("refs.units", "", (*REFERENCE, "--onenlp-update")),
])  # fmt: skip
def test_nothing_is_written_through_a_link_that_leaves_the_root_folder(linked, link, leads_to, options):
    (linked.path / link).symlink_to(linked.outside / leads_to)
    before = {path.name: path.read_bytes() for path in linked.outside.iterdir()}

    result = linked.run(*options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [f"*{linked.path / link}*leads out of the root folder*{linked.outside / leads_to}*"]
    )
    assert {path.name: path.read_bytes() for path in linked.outside.iterdir()} == before


def test_a_link_within_the_root_folder_and_a_file_outside_that_is_named_itself_are_written(linked):
    (linked.path / "kept").mkdir()
    (linked.path / "link.json").symlink_to("kept/refs.json")
    outside = linked.outside / "rows.md"

    result = linked.run(*UPDATE, "--onenlp-report", f"md:{outside}")

    assert result.ret == 0
    assert read_rows(linked.path / "kept/refs.json")
    assert outside.read_text(encoding="utf-8")


def test_references_behind_a_link_that_leaves_the_root_folder_are_read(linked):
    (linked.outside / "flow.json").write_text(refs(row("a", 92.0)), encoding="utf-8")
    (linked.path / "link.json").symlink_to(linked.outside / "flow.json")

    assert linked.run("--onenlp-reference", "link.json").ret == 0
