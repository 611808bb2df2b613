"""Gate files: ``onenlp*.toml`` is collected like a test file, one test a gate, without any Python."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import TerminalRepr  # what repr_failure returns; pytest exports no name for it

from pytest_onenlp.own import ShadowedError, check_scoring

if TYPE_CHECKING:
    from scoring.gatefile import AverageGate, Gate

__all__ = ["GateFile", "GateItem"]


class GateFile(pytest.File):
    """One gate file."""

    def collect(self) -> Iterator["GateItem"]:
        """The gates of the file as tests; a fault in it is a collection error of one message."""
        try:
            check_scoring()
        except ShadowedError as error:
            raise self.CollectError(str(error)) from None
        from scoring import gatefile
        from scoring.errors import ScoringError

        try:
            gates = gatefile.read(self.path)
        except ScoringError as error:
            raise self.CollectError(str(error)) from None
        for gate in gates:
            item: GateItem = GateItem.from_parent(self, name=gate.name, gate=gate)
            yield item


class GateItem(pytest.Item):
    """One gate, or an average over some: scores the predictions on disk and judges every row."""

    def __init__(self, *, gate: "Gate | AverageGate", **kwargs: Any) -> None:  # noqa: ANN401 - pytest's own arguments
        super().__init__(**kwargs)
        self.gate = gate
        self.add_marker(pytest.mark.onenlp(**gate.marker()))

    def runtest(self) -> None:
        from pytest_onenlp.averages import AverageChecker, as_given
        from scoring.gatefile import AverageGate

        gate, checker = self.gate, AverageChecker(self)
        if isinstance(gate, AverageGate):
            checker.check_average(gate)
        else:
            checker.check_task(gate.task, gate.gold, as_given(gate.pred), ref_pred=as_given(gate.ref_pred))

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's signature
    ) -> str | TerminalRepr:
        """Rows in words; a traceback only for a fault of the plugin's own."""
        from pytest_onenlp.outcome import OneNLPRegression

        plain = isinstance(excinfo.value, OneNLPRegression | pytest.fail.Exception)
        return excinfo.getrepr(style="value" if plain else "short")

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, f"{self.path.name}: {self.name}"
