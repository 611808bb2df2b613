"""The library behind ``results_snapshot``: whether it is there, and which files it is to leave alone."""

from importlib.metadata import PackageNotFoundError, version

import pytest

from scoring.base.extras import install_line

__all__ = ["NOT_INSTALLED", "SUFFIX", "hide_from_other_extensions", "why_unavailable"]

SUFFIX = "md"  # with one dot: by what stands before it syrupy finds the module that a file belongs to

MAJOR = 7  # its interface for extensions changed with 5.0, 6.0 and 7.0
INSTALL = install_line("snapshot")
NOT_INSTALLED = f"results_snapshot needs syrupy {MAJOR}, which is not installed: {INSTALL}"


def why_unavailable(config: pytest.Config) -> str | None:
    """Why there are no results snapshots in this run, with the way out; None where there are."""
    try:
        installed = version("syrupy")
    except PackageNotFoundError:
        return NOT_INSTALLED
    if installed.partition(".")[0] != str(MAJOR):
        return f"results_snapshot needs syrupy {MAJOR}, but {installed} is installed: {INSTALL}"
    if not config.pluginmanager.hasplugin("syrupy"):
        return (
            f"results_snapshot needs syrupy {MAJOR}, which is not active in this run (see -p no:syrupy and "
            f"PYTEST_DISABLE_PLUGIN_AUTOLOAD) or not installed: {INSTALL}"
        )
    return None


def hide_from_other_extensions(config: pytest.Config) -> None:
    """Hides files of ours from syrupy's other extensions, which take what they do not know for unused and delete it.

    Without it an update removes the results of a module whose tests are all skipped.
    """
    session = getattr(config, "_syrupy", None)
    if session is None:
        return
    ignored = list(config.option.ignore_file_extensions or ())
    if SUFFIX not in ignored:
        config.option.ignore_file_extensions = session.ignore_file_extensions = [*ignored, SUFFIX]
