"""Makes sure that ``scoring`` is this product's package and not a module of the user's with the same name."""

import importlib
import sys
from pathlib import Path

__all__ = ["ShadowedError", "check_scoring"]


class ShadowedError(ImportError):
    """Another module named ``scoring`` was found first on ``sys.path``."""


def check_scoring() -> None:
    """Raises ShadowedError, with the way out, unless ``import scoring`` finds the package installed beside this one."""
    ours = Path(__file__).resolve().parent.parent / "scoring"
    try:
        found = getattr(importlib.import_module("scoring"), "__file__", None)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's module raises, the way out is the same
        found = f"a module that raises {type(error).__name__}"
    if found and Path(found).resolve().parent == ours:
        return
    place = found or next(
        (f"{entry or '.'}/scoring" for entry in sys.path if (Path(entry) / "scoring").is_dir()), "?"
    )
    msg = (
        f"'import scoring' finds {place} instead of pytest-onenlp's own package in {ours}: rename that module or "
        "folder, or take its folder off the path (run 'pytest', not 'python -m pytest', and see pythonpath, "
        "PYTHONPATH and --import-mode=importlib)"
    )
    raise ShadowedError(msg)
