"""What another program answers on the same data, to be put beside our figures.

Each task says which program that is; the programs are those of the extra ``crosscheck``.
"""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from scoring.metrics.metric import NotAvailable

__all__ = ["Crosscheck", "ask"]


@dataclass(frozen=True)
class Crosscheck:
    """The figures of a program by metric id, on the scales of the metrics; without those that it does not compute."""

    program: str
    version: str
    figures: Mapping[str, float]


def ask(program: str, compute: Callable[[], Mapping[str, float]]) -> Crosscheck | NotAvailable:
    """The program's answer; not available where it is not installed or cannot use the data.

    ``program`` is the name of its package; whatever it raises is its answer, not our fault.
    """
    try:
        number = version(program)
    except PackageNotFoundError:
        return NotAvailable(f"{program} is not installed", f"pip install {program}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of figures that are 0 by definition
            figures = compute()
    except Exception as fault:  # noqa: BLE001 - of a program that is not ours
        said = " ".join(str(fault).split()) or "it says no more"
        return NotAvailable(f"{program} {number} cannot use this data: {type(fault).__name__}: {said}")
    return Crosscheck(program, number, figures)
