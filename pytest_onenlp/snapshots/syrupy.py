"""The library behind ``results_snapshot``: whether it is there, and which files it is to leave alone."""

from importlib.metadata import PackageNotFoundError, version

import pytest

__all__ = ["SUFFIX", "claim", "lacking"]

SUFFIX = "md"  # with one dot: by what stands before it syrupy finds the module that a file belongs to

MAJOR = 7  # its interface for extensions changed with 5.0, 6.0 and 7.0
INSTALL = "pip install 'pytest-onenlp[snapshot]'"


def lacking(config: pytest.Config) -> str | None:
    """Why there are no results snapshots in this run, with the way out; None where there are."""
    try:
        found = version("syrupy")
    except PackageNotFoundError:
        return f"results_snapshot needs syrupy {MAJOR}, which is not installed: {INSTALL}"
    if found.partition(".")[0] != str(MAJOR):
        return f"results_snapshot needs syrupy {MAJOR}, but {found} is installed: {INSTALL}"
    if not config.pluginmanager.hasplugin("syrupy"):
        return (
            f"results_snapshot needs syrupy {MAJOR}, which is not active in this run (see -p no:syrupy and "
            f"PYTEST_DISABLE_PLUGIN_AUTOLOAD) or not installed: {INSTALL}"
        )
    return None


def claim(config: pytest.Config) -> None:
    """Hides files of ours from syrupy's other extensions, which take what they do not know for unused and delete it.

    Without it an update removes the results of a module whose tests are all skipped.
    """
    session = getattr(config, "_syrupy", None)
    if session is None:
        return
    ignored = list(config.option.ignore_file_extensions or ())
    if SUFFIX not in ignored:
        config.option.ignore_file_extensions = session.ignore_file_extensions = [*ignored, SUFFIX]
