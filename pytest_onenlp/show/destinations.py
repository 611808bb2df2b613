"""Where reports go: each to a file of its own, and never over a file that the run reads."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from pytest_onenlp.records.links import leaves_root, real, units_folders, units_of, with_units
from pytest_onenlp.records.values import names_folder
from pytest_onenlp.shadow import ShadowedError, check_scoring

__all__ = ["destinations", "read_by_the_run"]


def destinations(
    texts: Sequence[str], folder: Path, references: Sequence[Path], root: Path
) -> tuple[tuple[str, Path], ...]:
    """The type and absolute path of each report, from ``TYPE:DEST``.

    Raises:
        pytest.UsageError: a report has no file that can be made, or would replace a reference or another report.
    """
    reports: list[tuple[str, Path]] = []
    types = report_types() if texts else ()
    for text in texts:
        kind, path = destination(text, folder, types)
        named = Path(folder, text.partition(":")[2])
        places = with_units(named) if kind == "json" else [named]
        if fault := next((fault for place in places if (fault := leaves_root(place, root))), None):
            raise report_error(text, fault)
        fault = over_references(kind, path, references) or over_reports(path, reports)
        if fault:
            raise report_error(text, fault)
        reports.append((kind, path))
    return tuple(reports)


def report_types() -> tuple[str, ...]:
    """The names of all kinds of report, those of other packages too; none is loaded."""
    try:
        check_scoring()
    except ShadowedError as error:
        msg = f"onenlp: {error}"
        raise pytest.UsageError(msg) from None
    from scoring.base.entry_points import REPORTS, registered
    from scoring.base.errors import UsageError

    try:
        return tuple(registered(REPORTS))
    except UsageError as error:
        msg = f"onenlp: {error}"
        raise pytest.UsageError(msg) from None


def destination(text: str, folder: Path, types: Sequence[str]) -> tuple[str, Path]:
    """The type and absolute path of one report."""
    kind, colon, name = text.partition(":")
    if not colon or not name.strip() or kind not in types:
        raise report_error(text, f"write TYPE:DEST, as in md:gates.md; TYPE is one of {', '.join(types)}")
    if name == "-":
        fault = f"a report goes to a file and not to standard output; name one, as in {kind}:gates.{kind}"
        raise report_error(text, fault)
    path = Path(folder, name).resolve()
    if names_folder(name) or path.is_dir():
        raise report_error(text, f"{path} is a folder, but a file is needed")
    if not path.parent.is_dir():
        raise report_error(text, f"there is no folder {path.parent}")
    return kind, path


def report_error(text: str, fault: str) -> pytest.UsageError:
    """The error of one report."""
    return pytest.UsageError(f"onenlp: --onenlp-report {text!r}: {fault}")


def over_references(kind: str, path: Path, references: Sequence[Path]) -> str | None:
    """Why a report would replace something of the references; None where it would not."""
    files = [file for given in references for file in (given.glob("*.json") if given.is_dir() else [given])]
    if any(is_one_file(path, file) for file in files) or (
        path.parent in map(real, references) and path.suffix == ".json"
    ):
        return "that is a reference file, which a report must not replace; to record in it: --onenlp-update"
    for file, units in ((one, folder) for one in files for folder in units_folders(one)):
        if path == units or units in path.parents:
            return (
                f"that is in {units}, where the units of the reference {file.name} are; name another folder"
            )
        if kind == "json" and units_of(path) == units:
            return f"its units would go to {units}, where those of the reference {file.name} are; name another file"
    return None


def over_reports(path: Path, others: Iterable[tuple[str, Path]]) -> str | None:
    """Why a report would replace another one of the same run; None where it would not."""
    for kind, other in others:
        if is_one_file(path, other):
            return f"the {kind} report goes to {path} too; give each report a file of its own"
        if kind == "json" and units_of(other) in path.parents:
            return f"that is in {units_of(other)}, where the units of the json report go; name another folder"
    return None


def read_by_the_run(path: Path, inputs: Mapping[str, str]) -> str | None:
    """Why a report must not be written, where the run itself read the file; ``inputs`` say by path what each is."""
    what = next((what for name, what in inputs.items() if is_one_file(path, Path(name))), None)
    return f"{path} is {what}, which a report must not replace; name another file" if what else None


def is_one_file(one: Path, other: Path) -> bool:
    """Whether both are one file, whatever its names."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False
