"""Where a message is made to appear: a suite for pytest and the command ``onenlp`` in one folder."""

import contextlib
import importlib
import io
import pkgutil
from collections.abc import Callable, Iterable
from pathlib import Path

import scoring
from scoring.cli import main

__all__ = ["SCENARIOS", "Room", "produces", "raising"]

# Runs of pytest inside this process drop what they import: a class must not be there twice.
for _found in pkgutil.walk_packages(scoring.__path__, "scoring."):
    if not _found.name.endswith("__main__"):
        importlib.import_module(_found.name)

SCENARIOS: dict[Callable, tuple[str, ...]] = {}  # the headings of the page whose messages each produces


def produces(*headings):
    """Registers what makes the messages under these headings of the page appear; it yields or returns the output."""

    def register(scenario):
        SCENARIOS[scenario] = headings
        return scenario

    return register


def raising(fault):
    """What raises the fault whenever it is called."""

    def falls(*arguments, **named):
        raise fault

    return falls


class Room:
    """A folder with gold, prediction and pytest on it, and the command."""

    def __init__(self, suite):
        self.suite = suite
        self.path = Path(suite.path)

    def write(self, **files):
        """Files by name, ``__`` standing for the dot of the ending; text, or bytes as they are."""
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            (self.path / name.replace("__", ".")).write_bytes(data)

    def pytest(self, *options, apart=False):
        """What pytest prints; ``apart`` in a process of its own."""
        run = self.suite.subprocess if apart else self.suite.run
        result = run(*options)
        return f"{result.stdout.str()}\n{result.stderr.str()}"

    def refused(self, *lists):
        """What pytest prints for each list of options."""
        return "\n".join(self.pytest(*options) for options in lists)

    def onenlp(self, *words):
        """What the command prints."""
        out = io.StringIO()
        with contextlib.chdir(self.path), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main([str(word) for word in words])
        return out.getvalue()

    def scored(self, command, gold, pred, *options, ending="txt"):
        """What the command says of gold and prediction with this content."""
        names = {"gold": f"g.{ending}", "pred": f"p.{ending}"}
        for name, content in zip(names.values(), (gold, pred), strict=True):
            data = content if isinstance(content, bytes) else content.encode()
            (self.path / name).write_bytes(data)
        return self.onenlp(command, "--gold", names["gold"], "--pred", names["pred"], *options)

    def tried(self, command, pairs: Iterable[tuple], *, ending="txt"):
        """What the command says of each pair of contents, options after them."""
        return "".join(self.scored(command, *pair, ending=ending) for pair in pairs)

    def folder(self, name):
        path = self.path / name
        path.mkdir(exist_ok=True)
        return path
