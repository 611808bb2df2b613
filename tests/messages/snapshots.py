"""Scenarios of results snapshots, and of what is said on GitHub Actions."""

import json
from importlib.metadata import PackageNotFoundError

import pytest

from pytest_onenlp.show.github import LIMIT
from tests.messages.gates import REFERENCE, UPDATE
from tests.messages.room import produces, raising
from tests.plugin.conftest import QUICK
from tests.plugin.data import gate, gate_file, module, refs, row
from tests.plugin.snapshots import FILE, HEAD, ONE, TWO, measured

RECORD = "--snapshot-update"


def given(room, *tests, **rows):
    """Writes the tests, if there are any, and what their rows are; syrupy is there, and no cache."""
    room.suite.monkeypatch.setenv(
        "PYTEST_ADDOPTS", QUICK.replace("-p no:syrupy", "") + " -p no:cacheprovider"
    )
    if tests:
        room.write(test_a__py=module(HEAD, *tests))
    room.write(rows__json=json.dumps(rows))


def compared(name, value):
    """A test that compares this with its snapshot."""
    return f"def test_{name}(results_snapshot): assert {value} == results_snapshot"


@produces("Rows that are not those of the snapshot")
def other_rows(room):
    names = ("low", "high", "old", "gone", "more", "unknown")
    tests = [compared(name, f"rows({name!r})") for name in names]
    one, two = {"Span F1": measured(80.0)}, {"Span F1": measured(80.0), "LAS": measured(80.0)}
    given(room, *tests[:-1], low=one, high=one, old=one, gone=two, more=one)
    room.pytest(RECORD)
    changed = {"Span F1": measured(80.0, gold_sha256="b" * 64)}
    given(room, *tests, low={"Span F1": measured(60.0)}, high={"Span F1": measured(99.0)}, old=changed, gone=one,
          more=two, unknown=one)  # fmt: skip
    yield room.pytest()
    given(room, gone={"Macro F1": measured(80.0)}, low=one, high=one, old=one, more=one, unknown=one)
    yield room.pytest()


@produces("Rows that no snapshot can keep")
def unkeepable_rows(room):
    values = ("{'a': 1}", "[]", "rows('one') * 2", "rows('few')")
    given(room, *(compared(str(n), value) for n, value in enumerate(values)), one={"Span F1": measured(80.0)},
          few={"Span F1": measured(80.0, resamples=50)})  # fmt: skip
    return room.pytest()


@produces("A damaged snapshot")
def damaged_snapshot(room):
    given(room, ONE, one={"Span F1": measured(80.0)})
    room.pytest(RECORD)
    path = room.path / FILE
    text = path.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith('{"snapshot"'))
    changes = [
        ("| ner |", "<<<<<<< ours\n| ner |"), (text, "# Notes\n"), ('{"snapshot"', '"snapshot"'),
        ('"snapshot": "test_one", ', ""), ('"score": 80.0', '"score": "80"'), ('"score": 80.0', '"score": null'),
        ('"score": 80.0', '"score": 1, "score": 80.0'),
        (line, f"{line}\n{line}"), ("| 80.00 |", "| 99.00 |"), ("| ner |", "| ner | x |"), ("-->\n", "-->"),
        ("-->\n", "-->\n\n"),
    ]  # fmt: skip
    for old, new in changes:
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        yield room.pytest()
    path.write_bytes(b"#\n\xff")
    yield room.pytest()


@produces("A snapshot that cannot be written")
def unwritable_snapshot(room):
    given(room, ONE, TWO, one={"Span F1": measured(80.0)}, two={"LAS": measured(90.0)})
    room.pytest(RECORD)
    path = room.path / FILE
    path.chmod(0o444)
    given(room, one={"Span F1": measured(60.0)}, two={"LAS": measured(90.0)})
    yield room.pytest(RECORD)
    given(room, ONE, one={"Span F1": measured(80.0)})
    yield room.pytest(RECORD)
    room.write(test_b__py=module(HEAD, TWO))
    given(room, "def test_other(): pass", two={"LAS": measured(90.0)})
    yield room.pytest(RECORD)
    path.chmod(0o644)
    given(room, ONE, TWO, one={"Span F1": measured(60.0)}, two={"LAS": measured(90.0)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", raising(OSError(28, "No space left on device")))
        yield room.pytest(RECORD)
    path.unlink()
    path.symlink_to("/dev/absent")
    yield room.pytest(RECORD)


@produces("The library behind it")
def library_lacking(room):
    given(room, ONE, one={"Span F1": measured(80.0)})
    yield room.pytest("-p", "no:syrupy")
    for found in (lambda name: "6.0.1", raising(PackageNotFoundError("syrupy"))):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("pytest_onenlp.snapshots.syrupy.version", found)
            yield room.pytest()


@produces("On GitHub Actions")
def on_github(room):
    names = [f"gate{number}" for number in range(9)]
    summary = room.path / "summary.md"
    room.write(refs__json=refs(*(row(name, 92.0) for name in names)),
               onenlp__toml=gate_file(*({"component": name} for name in names)))  # fmt: skip
    patch = room.suite.monkeypatch
    for place, used in ((room.path, 0), (summary, LIMIT - 100), (summary, LIMIT - 800), (summary, 0)):
        patch.setenv("GITHUB_STEP_SUMMARY", str(place))
        summary.write_text("x" * used, encoding="utf-8")
        yield room.pytest(*REFERENCE, *(["--onenlp-off"] if place == summary and not used else []))
        yield summary.read_text(encoding="utf-8")
    room.write(refs__json=refs(*(row(name, 99.0) for name in names)))
    summary.write_text("x" * (LIMIT - 700), encoding="utf-8")
    patch.setenv("GITHUB_ACTIONS", "true")
    patch.setattr("pytest_onenlp.show.github.annotate", raising(RuntimeError("on fire")))
    yield room.pytest(*REFERENCE)
    yield summary.read_text(encoding="utf-8")


SIGNALS = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores Ctrl-C, and its children do
real, left = os.fsync, [{times}]
def struck(file):
    while left[0]:
        left[0] -= 1
        os.kill(os.getpid(), signal.SIGINT)
    return real(file)
os.fsync = struck
"""


@produces("An interrupted run")
def interrupted(room):
    room.write(
        refs__json=refs(), test_a__py=module(gate("a")), test_b__py="def test_b(): raise KeyboardInterrupt\n"
    )
    yield room.pytest(*UPDATE, "--onenlp-prune", "--onenlp-report=md:gates.md", apart=True)
    room.write(test_b__py="")
    for times in (1, 2):
        room.write(refs__json=refs(), conftest__py=SIGNALS.format(times=times))
        yield room.pytest(*UPDATE, apart=True)
