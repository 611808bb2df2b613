"""The hooks of the plugin.  Imports neither numpy nor ``scoring``: a run that uses no gate pays nothing.

Rows ride on the test reports, so they reach the controller in the same way with and without xdist; the controller
alone writes files.  What only gates need is imported when there is a gate.
"""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_onenlp.options import add_options, read_options
from pytest_onenlp.records.options import CHECKS, DESELECTED, FILES, GATES, OPTIONS, PLACE, READ

if TYPE_CHECKING:
    from pytest_onenlp.check.fixture import Checker
    from pytest_onenlp.collect.gates import GateFile
    from pytest_onenlp.snapshots.snapshot import ResultsSnapshot

LINE = (
    "onenlp(component, language, dataset, metrics, ...): "
    "a gate: the test fails unless each of the metrics is judged by its reference; it takes the keys of a gate file, "
    "and checks=N where it makes several checks"
)
OURS = frozenset({"onenlp", "results_snapshot"})


def is_gate(item: pytest.Item) -> bool:
    """Whether the test is a gate: a gate-file item or a test with the marker."""
    return item.get_closest_marker("onenlp") is not None


def is_ours(item: pytest.Item) -> bool:
    """Whether the test is a gate or uses a fixture of ours, so that its failure may quote data that we read."""
    return is_gate(item) or not OURS.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares options and ini keys."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Reads every option and ini key now; the controller's part is registered where tests are reported."""
    config.addinivalue_line("markers", LINE)
    try:
        config.stash[OPTIONS] = read_options(config)
    except pytest.UsageError as error:
        from pytest_onenlp.show.safe_lines import safe_line

        raise pytest.UsageError(safe_line(str(error))) from None
    config.stash[DESELECTED], config.stash[FILES] = [], []
    config.stash[GATES] = config.stash[CHECKS] = 0
    if config.inipath:
        config.stash[FILES].append(str(config.inipath))
    if hasattr(config, "workerinput"):
        return
    from pytest_onenlp.session.controller import Controller

    config.pluginmanager.register(Controller(config), "onenlp-controller")


@pytest.fixture
def onenlp(request: pytest.FixtureRequest) -> "Checker":
    """Scores and checks predictions: the methods named ``check_…`` judge, the others only score."""
    refuse_shadow()
    from pytest_onenlp.check.fixture import Checker

    return Checker(request.node)


@pytest.fixture
def results_snapshot(request: pytest.FixtureRequest) -> "ResultsSnapshot":
    """A table of results kept beside the test: ``assert rows == results_snapshot`` holds within noise."""
    refuse_shadow()
    from pytest_onenlp.snapshots.syrupy import why_unavailable

    if why := why_unavailable(request.config):
        raise pytest.fail.Exception(why, pytrace=False)
    from pytest_onenlp.snapshots.snapshot import results_snapshot_of

    return results_snapshot_of(request)


def refuse_shadow() -> None:
    """Fails the test where ``import scoring`` finds a module of the user's own."""
    __tracebackhide__ = True
    from pytest_onenlp.shadow import ShadowedError, check_scoring

    try:
        check_scoring()
    except ShadowedError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "GateFile | None":
    """Collects ``onenlp*.toml`` as gates."""
    if not (file_path.suffix == ".toml" and file_path.name.startswith("onenlp")):
        return None
    from pytest_onenlp.collect.gates import GateFile

    collected: GateFile = GateFile.from_parent(parent, path=file_path)
    return collected


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Remembers the files that are collected, which no report may replace."""
    if isinstance(collector, pytest.File):
        collector.config.stash[FILES].append(str(collector.path))


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Remembers the gates that -k, -m, --deselect or --lf left out."""
    for item in items:
        if is_gate(item):
            item.config.stash[DESELECTED].append(item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tells syrupy which files are ours where a test keeps results, whether it is going to run or not."""
    if any("results_snapshot" in getattr(item, "fixturenames", ()) for item in items):
        from pytest_onenlp.snapshots.syrupy import hide_from_other_extensions

        hide_from_other_extensions(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Counts the gates selected and their checks, among which the level is divided, and remembers their order."""
    gates = [item for item in session.items if is_gate(item)]
    if not gates:
        return
    from pytest_onenlp.marker.fields import declared_checks

    session.config.stash[GATES] = len(gates)
    session.config.stash[CHECKS] = sum(map(declared_checks, gates))
    for place, item in enumerate(gates):
        item.stash[PLACE] = place


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A fresh record for each attempt of a gate, and its marker checked before anything costly runs."""
    __tracebackhide__ = True
    if not is_gate(item):
        return
    refuse_shadow()
    from pytest_onenlp.check.outcome import ATTEMPT, Attempt
    from pytest_onenlp.marker.fields import GATE, MarkerError, declared_checks, gate_of

    stash = item.config.stash
    item.stash[ATTEMPT] = Attempt(
        gates=max(1, stash[GATES]), checks=max(1, stash[CHECKS]), declared=declared_checks(item),
        place=item.stash.get(PLACE, 0),
    )  # fmt: skip
    item.user_properties[:] = [pair for pair in item.user_properties if not pair[0].startswith("onenlp.")]
    try:
        item.stash[GATE] = gate_of(item)
    except MarkerError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """A gate that ends without a verdict for every metric it names, or in spite of a check that raised, fails."""
    __tracebackhide__ = True
    try:
        result = yield
    except BaseException as error:
        if not is_gate(item):
            raise
        from pytest_onenlp.check.ending import note_loss, unanswered

        note_loss(item, error)
        why = unanswered(item, "skipped") if isinstance(error, pytest.skip.Exception) else None
        if not why:
            raise
    else:
        if not is_gate(item):  # asked now: a marker that the test added itself is an error of its own
            return result
        from pytest_onenlp.check.ending import lacking_verdict, unanswered

        why = unanswered(item, "passed") or lacking_verdict(item)
        if not why:
            return result
    __tracebackhide__ = False  # the only frame there is: without one pytest says that all are hidden
    raise pytest.fail.Exception(why, pytrace=False) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attaches what the gate recorded to its reports, and keeps what they show from being a command of a runner."""
    report = yield
    if report.longrepr is not None and is_ours(item):
        from pytest_onenlp.show.safe_lines import make_safe

        report.longrepr = make_safe(report.longrepr)
    if READ in item.stash:
        report.onenlp_read = item.stash[READ]  # type: ignore[attr-defined]  # plugins add
    if is_gate(item):
        from pytest_onenlp.check.ending import judged_whole, stated_reason
        from pytest_onenlp.check.outcome import ATTEMPT, Attempt
        from pytest_onenlp.records.phase import pack

        # A plugin that skips a test before our setup leaves no record, but the gate is to be listed.
        attempt = item.stash.setdefault(ATTEMPT, Attempt(number=0))
        reason = stated_reason(call.excinfo.value if call.excinfo else None)
        by_verdict = attempt.lost and (call.when == "call" or call.excinfo is None)
        phase = attempt.drain(judged_whole=judged_whole(item), reason=reason, by_verdict=by_verdict)
        report.onenlp = pack(phase)  # type: ignore[attr-defined]  # plugins add
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: what no test report says, for the controller."""
    stash = session.config.stash
    # Workers load each conftest.py, xdist's controller only those of the folders it is given.
    modules = (getattr(plugin, "__file__", None) for plugin in session.config.pluginmanager.get_plugins())
    stash[FILES] += [name for name in modules if isinstance(name, str) and Path(name).name == "conftest.py"]
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["onenlp"] = {"deselected": stash[DESELECTED], "gates": stash[GATES], "files": stash[FILES]}
