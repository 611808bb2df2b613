"""The controller's part: gathers the gates of all processes, writes files once at the end, prints the section."""

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.options import DESELECTED, FILES, GATES, OPTIONS, Options
from pytest_onenlp.session.interrupts import ctrl_c_waits
from pytest_onenlp.shadow import ShadowedError, check_scoring

if TYPE_CHECKING:
    from pytest_onenlp.session.ledger import Ledger

__all__ = ["Controller"]

COLLECTED = "a file of tests or gates that was collected"
PASSING = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
# Options with which pytest runs no test.
IDLE = ("collectonly", "setuponly", "setupplan", "showfixtures", "show_fixtures_per_test", "markers", "help",
        "cacheshow")  # fmt: skip


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
        self.crashed: list[
            str
        ] = []  # tests that are tried again because their worker crashed, once each time
        self.uncollected: list[str] = []  # what failed or was skipped on collecting, gates and all
        self.session: pytest.Session | None = None  # once it has ended
        self.header: str | None = None
        self.headed = False
        self.fingerprints: dict[str, str] | None = None  # of the reference files, for workers
        self.idle = any(config.getoption(name, default=None) for name in IDLE)
        self.inputs: dict[str, str] = {}  # files that the run read, and what each is
        self._ledger: Ledger | None = None

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

    def pytest_report_collectionfinish(self, config: pytest.Config) -> list[str]:
        """The header, once the number of gates is known; nothing in a run without gates."""
        gates = config.stash[GATES]
        if not gates:
            return []
        from pytest_onenlp.show.terminal import header

        self.headed = True
        self.header = header(self.options, gates, config.invocation_params.dir)
        return [self.header]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:  # noqa: ANN401 - xdist's own type
        """Tells a worker which reference files there are and what they hold, so that no two judge by different ones."""
        if self.fingerprints is None:
            from pytest_onenlp.session.reference_files import fingerprints

            self.fingerprints = fingerprints(self.options.references)
        node.workerinput["onenlp"] = {
            "references": [str(path) for path in self.options.references], "fingerprints": self.fingerprints,
        }  # fmt: skip

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:  # noqa: ANN401, ARG002 - xdist's own types
        found = getattr(node, "workeroutput", {}).get("onenlp")
        if found:
            self.deselected.update(found["deselected"])
            self.inputs.update(dict.fromkeys(found["files"], COLLECTED))
            self.gates = max(self.gates, found["gates"])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not report.passed and report.nodeid not in self.uncollected:
            self.uncollected.append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, what in getattr(report, "onenlp_read", ()):
            self.inputs.setdefault(name, f"{what} of {report.nodeid}")
        # The report that xdist makes of a crash has nothing of ours, not even a known kind.
        if str(report.when) == "???" and str(report.outcome) == "rerun":
            self.crashed.append(report.nodeid)
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
        if self.idle:
            return result
        files: list[str] = session.config.stash[FILES]
        self.inputs.update(dict.fromkeys(files, COLLECTED))
        self.interrupted = self.interrupted or exitstatus == pytest.ExitCode.INTERNAL_ERROR
        self.session = session
        with self._telling("the gates could not be summed up"), self._interruptible():
            self._finish(int(exitstatus))
        if "pytest_onenlp.snapshots.snapshot" in sys.modules:
            from pytest_onenlp.snapshots.snapshot import drained

            self.faults += drained()
        self._sum_up()
        self._fail()
        return result

    def _sum_up(self) -> None:
        """Appends to GitHub's step summary, where there is one; what keeps it from that is told and fails nothing."""
        place = os.environ.get("GITHUB_STEP_SUMMARY")
        if not place or self._ledger is None or self.interrupted:
            return
        from pytest_onenlp.show.github import append

        try:
            append(Path(place), self)
        except Exception as error:  # noqa: BLE001 - a summary is a courtesy: the run ends as without it
            self.notes.append(f"the step summary was not written: {in_words(error)}")

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Lets Ctrl-C wait until the files are written, and a second one end the writing; either interrupts the run."""
        came: list[int] = []
        try:
            with ctrl_c_waits() as came:
                yield
            if came:
                self.notes.append("Ctrl-C came in the end of the run and waited until the files were written")
        except KeyboardInterrupt:
            self.faults.append(
                "interrupted while files were written: each is as it was or as it was to become"
            )
        if came and self.session:
            self.session.exitstatus = pytest.ExitCode.INTERRUPTED

    @contextmanager
    def _telling(self, what: str) -> Iterator[None]:
        """Makes a fault of the run of any exception: what the tests found must still be said, without a traceback."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is one message
            self.faults.append(f"{what}: {in_words(error)}")

    def _fail(self) -> None:
        """Makes the exit status say that there are faults, unless it says something worse already."""
        if self.faults and self.session and self.session.exitstatus in PASSING:
            self.session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _finish(self, exitstatus: int) -> None:
        """Finds what is wrong with the run as a whole, then writes what it is to leave behind."""
        options = self.options
        judged = self._ledger is not None and bool(self.ledger.judged())
        # --lf does not even collect the files without failures, so their gates are not known.
        narrowed = bool(self.deselected) or self.config.getoption("lf", default=False)
        ended = exitstatus in (*PASSING, pytest.ExitCode.TESTS_FAILED)
        if options.given and ended and not judged and not narrowed and not options.off:
            self.faults.append("--onenlp-reference was given, but no row was judged")
        if self._ledger is not None and self.header is None:
            from pytest_onenlp.show.terminal import header

            # Before anything is recorded: the rows that the gates were judged by.
            self.header = header(options, self.ledger.checks, self.config.invocation_params.dir)
        if self._ledger is not None:
            self.faults += [*self.ledger.twice(), *self.ledger.swallowed()]
        if self.interrupted:
            self._give_up()
        else:
            self._write()

    def _give_up(self) -> None:
        """Says what an interrupted run leaves undone."""
        options = self.options
        recording = self._ledger is not None and (options.update or options.accept)
        if options.reports or recording:
            self.notes.append("the run was interrupted: nothing was recorded, and no report was written")
        if options.prune:
            self.notes.append("the run was interrupted: no reference row was removed")

    def _write(self) -> None:
        """Records, then prunes, then judges strictly what is left, and reports."""
        options = self.options
        if options.accept:
            self.faults += self.ledger.unaccepted(options.accept)
        if self._ledger is not None and self.ledger.recordable():
            self._record()
        if options.prune:
            self._prune()
        if options.strict and self._ledger is not None:
            from pytest_onenlp.session.completeness import strict

            faults, notes = strict(self)
            self.faults += faults
            self.notes += notes
        if options.reports:
            self._report()

    def _prune(self) -> None:
        """Removes the reference rows that no gate claims, if this run can tell which those are."""
        from pytest_onenlp.session.completeness import narrowed, partial

        why = "of the errors above" if self.faults else partial(self) or narrowed(self.config)
        if why:
            self.faults.append(f"no reference row was removed, because {why}")
            return
        with self._telling("no reference row was removed"):
            from pytest_onenlp.session.pruning import prune

            self.notes.extend(prune(self.ledger.keys(), self.options.references))

    def _record(self) -> None:
        self.recorded = False
        if self.faults:
            self.notes.append("nothing was recorded, because of the errors below")
            return
        with self._telling("nothing was recorded"):
            from pytest_onenlp.session.recording import record

            self.notes.extend(record(self.ledger, self.options))
            self.recorded = True

    def _report(self) -> None:
        """Writes every report, also one without a row: an older run's must not be taken for this one's."""
        with self._telling("no report was written"):
            check_scoring()
            from pytest_onenlp.session.recording import packed_units, rows_of
            from pytest_onenlp.show.destinations import claimed
            from scoring.judging.judged import judge_order
            from scoring.report import Report, reporter

            units = packed_units(self._ledger) if self._ledger and self.options.units else {}
            report = Report(judge_order(rows_of(self._ledger)) if self._ledger else [], units)
            for kind, path in self.options.reports:
                unwritten = f"the {kind} report was not written"
                with self._telling(unwritten):
                    if fault := claimed(path, self.inputs):
                        self.faults.append(f"{unwritten}: {fault}")
                    else:
                        reporter(kind).write(path, report)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.idle or not (self._ledger or self.faults or self.notes or self.deselected):
            return
        from pytest_onenlp.show.terminal import show

        known = len(self.faults)
        with self._telling("the section could not be shown whole"):
            show(terminalreporter, self)
        if len(self.faults) > known:
            from pytest_onenlp.show.safe_lines import one_line

            terminalreporter.write_line(one_line(f"onenlp: error: {self.faults[-1]}"), red=True)
            self._fail()
        if os.environ.get("GITHUB_ACTIONS") == "true":
            from pytest_onenlp.show.github import annotate

            try:
                annotate(terminalreporter, self)
            except Exception as error:  # noqa: BLE001 - as with the summary
                terminalreporter.write_line(f"onenlp: the failures were not annotated: {in_words(error)!r}")


def in_words(error: Exception) -> str:
    """An error as the end of a sentence: its message alone where it was written for users, else with its kind."""
    # By name: where the user's own module hides ``scoring``, its errors cannot be imported.
    known = any(kind.__name__ == "ScoringError" for kind in type(error).__mro__)
    return str(error) if known or isinstance(error, ShadowedError) else f"{type(error).__name__}: {error}"
