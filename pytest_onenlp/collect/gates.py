"""Gate files: ``onenlp*.toml`` is collected like a test file, one test a gate, without any Python."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import TerminalRepr  # what repr_failure returns; pytest exports no name for it

from pytest_onenlp.records.options import ONE_CHECK
from pytest_onenlp.shadow import ShadowedError, check_scoring
from pytest_onenlp.show.safe_lines import safe_line, safe_name

if TYPE_CHECKING:
    from scoring.gates.file import AverageGate, Gate

__all__ = ["GateFile", "GateItem"]

TABLE = re.compile(r"[ \t]*\[\[[ \t]*(gate|average)[ \t]*\]\][ \t]*(#.*)?")


class GateFile(pytest.File):
    """One gate file."""

    def collect(self) -> Iterator["GateItem"]:
        """The gates of the file as tests; a fault in it is a collection error of one message."""
        try:
            check_scoring()
        except ShadowedError as error:
            raise self.CollectError(str(error)) from None
        from scoring.base.errors import ScoringError
        from scoring.gates import file as gatefile

        try:
            gates = gatefile.read(self.path)
        except ScoringError as error:
            raise self.CollectError("\n".join(map(safe_line, error.lines))) from None
        lines = lines_of(self.path, len(gates))
        for gate, line in zip(gates, lines, strict=True):
            item: GateItem = GateItem.from_parent(self, name=safe_name(gate.name), gate=gate, line=line)
            yield item


class GateItem(pytest.Item):
    """One gate, or an average over some: scores the predictions on disk and judges every row."""

    def __init__(self, *, gate: "Gate | AverageGate", line: int | None = None, **kwargs: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**kwargs)
        self.gate = gate
        self.line = line  # of the file, from 0
        self.stash[ONE_CHECK] = True
        self.add_marker(pytest.mark.onenlp(**gate.marker()))

    def runtest(self) -> None:
        from pytest_onenlp.check.averages import AverageChecker, as_given
        from scoring.gates.file import AverageGate

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
        from pytest_onenlp.check.outcome import OneNLPRegression

        plain = isinstance(excinfo.value, OneNLPRegression | pytest.fail.Exception)
        return excinfo.getrepr(style="value" if plain else "short")

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self.line, f"{self.path.name}: {self.name}"


def lines_of(path: Path, gates: int) -> list[int | None]:
    """The line of each ``[[gate]]``, then of each ``[[average]]``, from 0; None where they are written otherwise."""
    from scoring.base.text import decoded
    from scoring.gates import file as gatefile

    text = decoded(gatefile.content(path), str(path))
    tables = [TABLE.fullmatch(line.removesuffix("\r")) for line in text.split("\n")]
    places = [
        place
        for kind in ("gate", "average")
        for place, table in enumerate(tables)
        if table and table[1] == kind
    ]
    return [*places] if len(places) == gates else [None] * gates
