"""What the plugin costs a run that uses no gate: the CPU time of ``pytest --collect-only`` on a suite of one test.

The two sides, with the plugin and with it blocked, take turns in processes of their own; the cost is the median of
the differences.  Other plugins are blocked on both sides: what they import would hide what ours imports.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from importlib.metadata import entry_points
from pathlib import Path

PAIRS = 20
TARGET = 10.0  # ms
OTHERS = [
    option
    for entry in entry_points(group="pytest11")
    if entry.name != "onenlp"
    for option in ("-p", f"no:{entry.name}")
]
CONFTEST = """
import sys

def pytest_unconfigure(config):
    heavy = {"numpy", "scoring", "msgspec"} & set(sys.modules)
    print("heavy", sorted(heavy), "plugin", config.pluginmanager.hasplugin("onenlp"))
"""


def command(*options: str) -> list[str]:
    """The run to be measured."""
    return [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:cacheprovider",
        *OTHERS,
        *options,
    ]


def environment(folder: Path) -> dict[str, str]:
    """As in an installed package, every module is compiled once, before the measured runs."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def cpu_ms(folder: Path, *options: str) -> float:
    """CPU time of one run, its system calls included: ms."""
    process = os.posix_spawn(
        sys.executable,
        command(*options),
        environment(folder),
        file_actions=[(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)],
    )
    _, status, used = os.wait4(process, 0)
    if status:
        message = f"pytest --collect-only {' '.join(options)} ended with status {status}"
        raise RuntimeError(message)
    return 1000 * (used.ru_utime + used.ru_stime)


def main() -> int:
    """Prints the cost, and fails where the target is missed or something heavy was imported."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_one.py").write_text("def test_one(): pass\n")
        (folder / "conftest.py").write_text(CONFTEST)
        os.chdir(folder)
        said = subprocess.run(
            command(), capture_output=True, text=True, check=True, env=environment(folder)
        ).stdout
        if "heavy [] plugin True" not in said:
            message = f"the plugin is missing, or it imported what only gates need:\n{said}"
            raise RuntimeError(message)
        cpu_ms(folder)  # compiles
        pairs = [(cpu_ms(folder), cpu_ms(folder, "-p", "no:onenlp")) for _ in range(PAIRS)]
        os.chdir("/")
    with_plugin, without = (statistics.median(side) for side in zip(*pairs, strict=True))
    cost = statistics.median(ours - bare for ours, bare in pairs)
    print(
        f"start-up: pytest --collect-only with the plugin {with_plugin:.0f} ms CPU, without {without:.0f} ms: "
        f"{cost:.1f} ms more (target: at most {TARGET:g} ms, median of {PAIRS} pairs)"
    )
    return 0 if cost <= TARGET else 1


if __name__ == "__main__":
    main()
