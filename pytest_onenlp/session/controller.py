"""The controller's part: gathers the gates of all processes, ends the session, and hands a view of it to be shown."""

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.records.options import CHECKS, DESELECTED, FILES, GATES, OPTIONS, Options
from pytest_onenlp.session.interrupts import ctrl_c_waits

if TYPE_CHECKING:
    from pytest_onenlp.records.view import SessionView, Uncollected
    from pytest_onenlp.session.findings import Findings
    from pytest_onenlp.session.ledger import Ledger

__all__ = ["Controller"]

MOST_READ = 1 << 20  # bytes of a module that is looked through for our name
COLLECTED = "a file of tests or gates that was collected"
# Options with which pytest runs no test.
IDLE = ("collectonly", "setuponly", "setupplan", "showfixtures", "show_fixtures_per_test", "markers", "help",
        "cacheshow")  # fmt: skip


class Controller:
    """Registered where tests are reported: the only process, or xdist's controller."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.deselected: set[str] = set()
        self.gates = 0  # selected
        self.interrupted = False
        self.crashed: list[str] = []  # tests that are tried again as their worker crashed, once each time
        self.uncollected: dict[
            str, Uncollected
        ] = {}  # what failed or was skipped on collecting, gates and all
        self.session: pytest.Session | None = None  # once it has ended
        self.exitstatus = 0
        self.header: str | None = None
        self.headed = False
        self.fingerprints: dict[str, str] | None = None  # of the reference files, for workers
        self.idle = any(config.getoption(name, default=None) for name in IDLE)
        self.inputs: dict[str, str] = {}  # files that the run read, and what each is
        self._ledger: Ledger | None = None
        self._findings: Findings | None = None

    @property
    def options(self) -> Options:
        return self.config.stash[OPTIONS]

    @property
    def ledger(self) -> "Ledger":
        """The ledger; a run without gates never loads it."""
        if self._ledger is None:
            from pytest_onenlp.session.ledger import Ledger

            self._ledger = Ledger()
        return self._ledger

    @property
    def findings(self) -> "Findings":
        """What is found at the end; before that nothing loads it."""
        if self._findings is None:
            from pytest_onenlp.session.findings import Findings

            self._findings = Findings()
        return self._findings

    def view(self, *, with_references: bool = False) -> "SessionView":
        """The session as it is now; ``with_references``: with what the reference files have now."""
        from pytest_onenlp.records.reference_files import keys_in
        from pytest_onenlp.records.view import Selection, SessionView

        config, session, findings = self.config, self.session, self.findings
        ignoring = next(
            (name for name in ("ignore", "ignore_glob") if config.getoption(name, default=None)), None
        )
        selection = Selection(
            gates=max(self.gates, config.stash[GATES]),
            deselected=frozenset(self.deselected),
            uncollected=tuple(self.uncollected.values()),
            last_failed=bool(config.getoption("lf", default=False)),
            leaving_out=f"--{ignoring.replace('_', '-')}" if ignoring else None,
            stops_early="--maxfail" if config.getoption("maxfail", default=0) else None,
            testpaths=tuple(config.getini("testpaths")),
            by_testpaths=config.args_source is pytest.Config.ArgsSource.TESTPATHS,
            arguments=tuple(config.args),
            typed=tuple(map(str, config.invocation_params.args)),
            folder=config.invocation_params.dir,
            root=config.rootpath,
        )
        stopped = session and (
            session.shouldfail or session.shouldstop or session.exitstatus == pytest.ExitCode.INTERRUPTED
        )
        view = SessionView(
            options=self.options,
            selection=selection,
            gates=self._ledger.gates() if self._ledger else (),
            crashed=tuple(self.crashed),
            interrupted=self.interrupted,
            stopped=bool(stopped),
            exitstatus=self.exitstatus,
            header=None if self.headed else self.header,
            faults=tuple(findings.faults),
            notes=tuple(findings.notes),
            recorded=findings.recorded,
            reference_keys=tuple(keys_in(self.options.references)) if with_references else (),
        )
        if not with_references:
            return view
        from dataclasses import replace

        from pytest_onenlp.session.completeness import completeness

        return replace(view, not_whole=completeness(view).why)

    def pytest_report_collectionfinish(self, config: pytest.Config) -> list[str]:
        """The header, once the number of gates is known; nothing in a run without gates."""
        gates = config.stash[GATES]
        if not gates:
            return []
        self.headed = True
        self.header = self._header(gates, config.stash[CHECKS])
        from pytest_onenlp.show.safe_lines import safe_line

        return [safe_line(self.header)]

    def _header(self, gates: int, checks: int) -> str:
        """The header, which says by which references the gates are judged."""
        from pytest_onenlp.records.reference_files import keys_in
        from pytest_onenlp.show.terminal import header

        rows = 0 if self.options.off else len(keys_in(self.options.references))
        return header(self.options, gates, checks, self.config.invocation_params.dir, rows)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - xdist's own type
        """Tells a worker which reference files there are and what they hold, so that no two judge by different ones."""
        if self.fingerprints is None:
            from pytest_onenlp.records.reference_files import fingerprints

            self.fingerprints = fingerprints(self.options.references)
        node.workerinput["onenlp"] = {
            "references": [str(path) for path in self.options.references], "fingerprints": self.fingerprints,
        }  # fmt: skip

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:  # noqa: ANN401, ARG002 - xdist's own types
        """Takes what a worker sent at its end; Ctrl-C in it ends the session, as xdist does then."""
        output = getattr(node, "workeroutput", {})
        self.interrupted = self.interrupted or output.get("exitstatus") == pytest.ExitCode.INTERRUPTED
        sent = output.get("onenlp")
        if sent:
            self.deselected.update(sent["deselected"])
            self.inputs.update(dict.fromkeys(sent["files"], COLLECTED))
            self.gates = max(self.gates, sent["gates"])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not report.passed and report.nodeid not in self.uncollected:
            self.uncollected[report.nodeid] = uncollected(report, self.config.rootpath)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, what in getattr(report, "onenlp_read", ()):
            self.inputs.setdefault(name, f"{what} of {report.nodeid}")
        # The report that xdist makes of a crash has nothing of ours, not even a known kind.
        if str(report.when) == "???" and str(report.outcome) == "rerun":
            self.crashed.append(report.nodeid)
        if self._ledger is not None or hasattr(report, "onenlp"):
            self.ledger.log(report)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Notes Ctrl-C and ``pytest.exit``; xdist stops for -x in the same way, which is neither."""
        self.interrupted = self.interrupted or excinfo.type in (KeyboardInterrupt, pytest.exit.Exception)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Generator[None, Any, Any]:
        """Records and reports, then makes the exit status say what no test could."""
        result = yield
        left_out: list[str] = session.config.stash[DESELECTED]
        self.deselected.update(left_out)
        if self.idle:
            return result
        files: list[str] = session.config.stash[FILES]
        self.inputs.update(dict.fromkeys(files, COLLECTED))
        self.interrupted = self.interrupted or exitstatus == pytest.ExitCode.INTERNAL_ERROR
        self.session, self.exitstatus = session, int(exitstatus)
        if self._ledger is None and not self._asked_of_any_run():
            return result
        findings = self.findings
        with findings.telling("the gates could not be summed up"), self._interruptible():
            from pytest_onenlp.session.finish import finish

            view = self.view()
            if view.gates and self.header is None:
                self.header = self._header(
                    view.selected, view.checks
                )  # before recording: what the gates were judged by
            finish(view, self.inputs, findings)
        if "pytest_onenlp.snapshots.snapshot" in sys.modules:
            from pytest_onenlp.snapshots.snapshot import deletion_faults

            findings.faults += deletion_faults()
        self._sum_up()
        self._fail()
        return result

    def _asked_of_any_run(self) -> bool:
        """Whether a run without gates, too, has something to say or to write at its end."""
        options = self.options
        asked = (
            options.references or options.reports or options.accept or options.prune
            or options.require is not None
        )  # fmt: skip
        return bool(asked) or "pytest_onenlp.snapshots.snapshot" in sys.modules

    def _sum_up(self) -> None:
        """Appends to GitHub's step summary, where there is one; what keeps it from that is told and fails nothing."""
        place = os.environ.get("GITHUB_STEP_SUMMARY")
        if not place or self._ledger is None or self.interrupted:
            return
        from pytest_onenlp.session.findings import error_in_words
        from pytest_onenlp.show.github import append

        try:
            note = append(Path(place), self.view())
        except Exception as error:  # noqa: BLE001 - a summary is a courtesy: the run ends as without it
            note = f"the step summary was not written: {error_in_words(error)}"
        if note:
            self.findings.notes.append(note)

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Lets Ctrl-C wait until the files are written, and a second one end the writing; either interrupts the run."""
        came: list[int] = []
        try:
            with ctrl_c_waits() as came:
                yield
            if came:
                self.findings.notes.append(
                    "Ctrl-C came in the end of the run and waited until the files were written"
                )
        except KeyboardInterrupt:
            self.findings.faults.append(
                "interrupted while files were written: each is as it was or as it was to become"
            )
        if came and self.session:
            self.session.exitstatus = pytest.ExitCode.INTERRUPTED

    def _fail(self) -> None:
        """Makes the exit status say that there are faults, unless it says something worse already."""
        from pytest_onenlp.session.finish import PASSING

        if self.findings.faults and self.session and self.session.exitstatus in PASSING:
            self.session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        said = self._findings and (self._findings.faults or self._findings.notes)
        if self.idle or not (self._ledger or said or self.deselected):
            return
        from pytest_onenlp.session.findings import error_in_words
        from pytest_onenlp.show.terminal import say, show

        before = len(self.findings.faults)
        with self.findings.telling("the section could not be shown whole"):
            show(terminalreporter, self.view(with_references=not self.options.off))
        if len(self.findings.faults) > before:
            say(terminalreporter, f"onenlp: error: {self.findings.faults[-1]}", red=True)
            self._fail()
        if os.environ.get("GITHUB_ACTIONS") == "true":
            from pytest_onenlp.show.github import annotate

            try:
                annotate(terminalreporter, self.view())
            except Exception as error:  # noqa: BLE001 - as with the summary
                say(terminalreporter, f"onenlp: the failures were not annotated: {error_in_words(error)!r}")


def uncollected(report: pytest.CollectReport, root: Path) -> "Uncollected":
    """What could not be collected, and whether its text has our name."""
    from pytest_onenlp.records.view import Uncollected

    reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else "an error, shown above"
    try:
        with (root / report.nodeid.partition("::")[0]).open("rb") as file:
            names_us = b"onenlp" in file.read(MOST_READ)
    except OSError:  # a folder, or nothing that could be read
        names_us = True
    return Uncollected(report.nodeid, report.outcome, reason.removeprefix("Skipped: "), names_us)
