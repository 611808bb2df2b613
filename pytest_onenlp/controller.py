"""The controller's part: gathers the gates of all processes, writes files once at the end, prints the section."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.options import DESELECTED, GATES, OPTIONS, Options

if TYPE_CHECKING:
    from pytest_onenlp.ledger import Ledger

__all__ = ["Controller"]

PASSING = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Controller:
    """Registered where tests are reported: the only process, or xdist's controller."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.deselected: set[str] = set()
        self.gates = 0  # selected
        self.faults: list[str] = []  # reasons for which the session fails although no test did
        self.notes: list[str] = []
        self.recorded: bool | None = None  # whether the rows to be recorded were; None before
        self.interrupted = False
        self.header: str | None = None
        self.headed = False
        self.fingerprints: dict[str, str] | None = None  # of the reference files, for workers
        self._ledger: Ledger | None = None

    @property
    def options(self) -> Options:
        return self.config.stash[OPTIONS]

    @property
    def ledger(self) -> "Ledger":
        """The ledger; a run without gates never loads it."""
        if self._ledger is None:
            from pytest_onenlp.ledger import Ledger

            self._ledger = Ledger()
        return self._ledger

    def pytest_report_collectionfinish(self, config: pytest.Config) -> list[str]:
        """The header, once the number of gates is known; nothing in a run without gates."""
        gates = config.stash[GATES]
        if not gates:
            return []
        from pytest_onenlp.terminal import header

        self.headed = True
        self.header = header(self.options, gates, config.invocation_params.dir)
        return [self.header]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - xdist's own type
        """Tells a worker which reference files there are and what they hold, so that no two judge by different ones."""
        if self.fingerprints is None:
            from pytest_onenlp.referencefiles import fingerprints

            self.fingerprints = fingerprints(self.options.references)
        node.workerinput["onenlp"] = {
            "references": [str(path) for path in self.options.references], "fingerprints": self.fingerprints,
        }  # fmt: skip

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:  # noqa: ANN401, ARG002 - xdist's own types
        found = getattr(node, "workeroutput", {}).get("onenlp")
        if found:
            self.deselected.update(found["deselected"])
            self.gates = max(self.gates, found["gates"])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._ledger is not None or hasattr(report, "onenlp"):
            self.ledger.log(report)

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Notes Ctrl-C and ``pytest.exit``, also in a worker; xdist stops for -x in the same way, which is neither."""
        stopped = excinfo.type in (KeyboardInterrupt, pytest.exit.Exception)
        self.interrupted = stopped or "keyboard-interrupt" in str(excinfo.value)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Generator[None, Any, Any]:
        """Records and reports, then makes the exit status say what no test could."""
        result = yield
        left_out: list[str] = session.config.stash[DESELECTED]
        self.deselected.update(left_out)
        if self.config.option.collectonly:
            return result
        self.interrupted = self.interrupted or exitstatus == pytest.ExitCode.INTERNAL_ERROR
        self._finish(int(exitstatus))
        if self.faults and session.exitstatus in PASSING:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        return result

    def _finish(self, exitstatus: int) -> None:
        options = self.options
        judged = self._ledger is not None and bool(self.ledger.judged())
        # --lf does not even collect the files without failures, so their gates are not known.
        narrowed = bool(self.deselected) or self.config.getoption("lf", default=False)
        ended = exitstatus in (*PASSING, pytest.ExitCode.TESTS_FAILED)
        if options.on_command_line and ended and not judged and not narrowed:
            self.faults.append("--onenlp-reference was given, but no row was judged")
        if self._ledger is None:
            return
        if self.header is None:
            from pytest_onenlp.terminal import header

            # Before anything is recorded: the rows that the gates were judged by.
            self.header = header(options, self.ledger.checks, self.config.invocation_params.dir)
        self.faults += [*self.ledger.twice(), *self.ledger.swallowed()]
        if self.interrupted and (options.update or options.reports):
            self.notes.append("the run was interrupted: nothing was recorded, and no report was written")
        if self.interrupted:
            return
        if self.ledger.recordable():
            self._record()
        if options.reports and judged:
            self._report()

    def _record(self) -> None:
        from pytest_onenlp.recording import record
        from scoring.errors import ScoringError

        self.recorded = False
        if self.faults:
            self.notes.append("nothing was recorded, because of the errors below")
            return
        try:
            self.notes.extend(record(self.ledger, self.options))
        except ScoringError as error:
            self.faults.append(f"nothing was recorded: {error}")
        else:
            self.recorded = True

    def _report(self) -> None:
        from pytest_onenlp.recording import packed_units, rows_of
        from scoring.errors import ScoringError
        from scoring.judging import judge_order
        from scoring.report import Report, reporter

        try:
            units = packed_units(self.ledger) if self.options.units else {}
            report = Report(judge_order(rows_of(self.ledger)), units)
        except ScoringError as error:
            self.faults.append(f"no report was written: {error}")
            return
        for kind, path in self.options.reports:
            try:
                reporter(kind).write(path, report)
            except ScoringError as error:
                self.faults.append(f"the {kind} report was not written: {error}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._ledger is not None or self.faults or self.deselected:
            from pytest_onenlp.terminal import show

            show(terminalreporter, self)
