"""Scenarios of options, ini keys, reference files and gate files that cannot be used."""

import json

import pytest

from tests.messages.gates import REFERENCE, UPDATE
from tests.messages.room import produces, raising
from tests.plugin.data import conllu, gate, gate_file, module, refs, row


@produces("Reference", "Recording options", "Numbers and words", "Report")
def refused_options(room):
    room.write(refs__json=refs(), test_a__py="", base__json=refs(), **{"pytest.ini": "[pytest]\n"})
    room.folder("refs.units")
    room.folder("out")
    accept = ("--onenlp-accept", "a")
    yield room.refused(
        ["--onenlp-reference", "no.json"], ["--onenlp-reference", "no/no.json", "--onenlp-update"],
        ["--onenlp-reference", "no/"], ["--onenlp-reference", ""],
        ["--onenlp-update"], [*accept, "--onenlp-reason", "x"], ["--onenlp-prune"], [*REFERENCE, *accept],
        [*REFERENCE, "--onenlp-accept", "", "--onenlp-reason", "x"], [*REFERENCE, "--onenlp-reason", "x"],
        [*REFERENCE, *accept, "--onenlp-reason", "a\nb"], [*UPDATE, "--onenlp-off"],
        ["--onenlp-resamples", "99"], ["--onenlp-resamples", "1000001"], ["--onenlp-seed", str(1 << 64)],
        ["--onenlp-seed", "-1"], ["-o", "onenlp_better=yes"], ["-o", "onenlp_slack=far"], ["-o", "onenlp_max_loss=0"],
        ["--onenlp-require", "none"], [*REFERENCE, "-o", "addopts=--onenlp-update"],
    )  # fmt: skip
    reports = [
        "md", "md:-", "md:out", "md:no/gates.md", "json:refs.json", "md:refs.units/gates.md", "json:refs",
        ("md:gates.md", "csv:gates.md"), ("json:rows.json", "md:rows.units/gates.md"),
    ]  # fmt: skip
    room.folder("rows.units")
    (room.path / "link.json").symlink_to("/dev/null")
    yield room.pytest("--onenlp-reference", "link.json", "--onenlp-update")
    yield room.pytest("--onenlp-report", "md:link.json")
    for report in reports:
        texts = (report,) if isinstance(report, str) else report
        yield room.pytest(*REFERENCE, *(f"--onenlp-report={text}" for text in texts))


FILES = {
    "latin": b'{"schema": "\xe4"}', "marker": b"<<<<<<< ours\n", "empty": b"", "json": b'{"rows": [}',
    "digits": b'{"schema": "onenlp-rows/1", "rows": [' + b"1" * 5000 + b"]}", "deep": b"[" * 100_000,
    "other": b"[]", "field": b'{"schema": "onenlp-rows/1", "rows": [], "more": 1}',
    "schema": b'{"schema": "onenlp-rows/9", "rows": []}', "rows": b'{"schema": "onenlp-rows/1", "rows": {}}',
    "twice": refs(row("a", 1.0), row("a", 2.0)).encode(),
    "field_twice": refs(row("a", 1.0)).replace('"score"', '"score": 2, "score"').encode(),
}  # fmt: skip
ROWS = [
    {"scroe": 1.0}, {"history": [{"score": 1}]}, {"score": "1"}, {"scale": "percent"}, {"slack": float("inf")},
    {"seed": 1 << 70}, {"source": "\ud800"}, {"ci": [2.0, 1.0]}, {"source": " "}, {"language": " "},
]  # fmt: skip


@produces(
    "A file that cannot be read",
    "A file of another kind",
    "A row or field that stands twice",
    "A field with a fault",
)
def damaged_references(room):
    room.write(mine__json=refs(row("x", 1.0, metric="LAS")))
    with (room.path / "large.json").open("wb") as file:
        file.truncate((64 << 20) + 1)
    yield room.onenlp("compare", "mine.json", "large.json")
    cases = FILES | {f"row{n}": refs(row("a", 1.0) | fields).encode() for n, fields in enumerate(ROWS)}
    cases["bare"] = json.dumps({"schema": "onenlp-rows/1", "rows": [{"component": "a"}]}).encode()
    for name, content in cases.items():
        (room.path / f"{name}.json").write_bytes(content)
        yield room.onenlp("compare", "mine.json", f"{name}.json")
    yield room.onenlp("compare", "mine.json", "nowhere.json")
    room.write(one__json=refs(row("a", 1.0)), two__json=refs(row("a", 1.0)), test_a__py=module(gate("a")))
    yield room.pytest("--onenlp-reference", "one.json", "--onenlp-reference", "two.json")


@produces("A file that changes during the run")
def changed_reference(room):
    room.write(
        refs__json=refs(row("a", 92.0)), test_a__py=module(gate("a")),
        conftest__py="import pathlib\ndef pytest_configure(config):\n    if hasattr(config, 'workerinput'):\n"
        f"        pathlib.Path('refs.json').write_text({refs(row('a', 92.1))!r})\n",
    )  # fmt: skip
    return room.pytest(*REFERENCE, "-n1", apart=True)


GATE = {"component": "a", "language": "en", "dataset": "d", "task": "ud", "gold": "g", "pred": "p"}
KEYS = [
    {"metric": ["UPOS"]}, {"task": "udd"}, {"labels": ["PER"]}, {"gold": 1}, {"component": "a/b"}, {"metrics": "UPOS"},
    {"metrics": ["UPOS", "UPOS"]}, {"slack": -1}, {"task": "multilabel", "threshold": "x"}, {"min": []},
    {"resamples": 1}, {"better": "yes"}, {"pred": []}, {"pred": ["p", "p"]},
]  # fmt: skip
TOMLS = {
    "not_toml": b"[[gate]\n", "latin": b"# \xe4\n", "deep": b"a = " + b"[" * 100_000, "none": b"", "table": b"[gate]\n",
    "value": b"gate = 1\n", "name": b"[[gates]]\n",
    "long": b"[[gate]]\n" + b"x" * 5_000 + b" = 1\n",
}  # fmt: skip


AVERAGE = {"component": "mean", "language": "en", "dataset": "d", "of": ["a/*", "b/*"]}
AVERAGES = [  # keys that replace those above; None: without the key
    {"of": None}, {"off": ["a/*"]}, {"of": ["c/*"]}, {"of": ["mean/*"]}, {"of": ["a/*"]}, {"component": "a"},
]  # fmt: skip


def average(**fields):
    """The table of an average."""
    named = {key: value for key, value in (AVERAGE | fields).items() if value is not None}
    return "\n".join(["[[average]]", *(f"{key} = {json.dumps(value)}" for key, value in named.items()), ""])


@produces("An average with a fault")
def broken_averages(room):
    gates = gate_file(GATE, GATE | {"component": "b"})
    for number, fields in enumerate(AVERAGES):
        (room.path / f"onenlp_{number}.toml").write_text(gates + average(**fields))
    yield room.pytest()
    for number in range(len(AVERAGES)):
        (room.path / f"onenlp_{number}.toml").unlink()
    files = {"gold": "gold.conllu", "pred": "pred.conllu"}
    for other, fields in (
        ({}, {"metrics": ["LAS"]}),
        ({"metrics": ["LAS"]}, {}),
        ({"pred": "no.conllu"}, {}),
    ):
        gates = gate_file(files | {"component": "a"}, files | {"component": "b"} | other)
        room.write(refs__json=refs(), onenlp__toml=gates + average(**fields))
        yield room.pytest(*UPDATE)


@produces("A gate file that cannot be read", "A key with a fault", "Two gates of one row", "What is left out")
def broken_gate_files(room):
    with (room.path / "onenlp_large.toml").open("wb") as file:
        file.truncate((16 << 20) + 1)
    for name, content in TOMLS.items():
        (room.path / f"onenlp_{name}.toml").write_bytes(content)
    tables = [gate_file(GATE | key) for key in KEYS]
    tables += [gate_file(GATE) + "min = {}\n", gate_file(GATE) + 'rule = "none"\n']
    tables += [gate_file({"component": "a"}).replace('gold = "gold.conllu"\n', ""), gate_file(GATE, GATE)]
    for number, text in enumerate(tables):
        (room.path / f"onenlp_{number}.toml").write_text(text)
    return room.pytest()


@produces(
    "What was written",
    "Not pruned",
    "Judged strictly",
    "Judged nothing on purpose",
    "No reference configured",
)
def recording(room):
    room.write(
        refs__json=refs(row("old", 99.0)), test_a__py=module(gate("old")), flat__conllu=conllu(),
        test_b__py=module(gate("b"), gate("c", "flat.conllu")),
    )  # fmt: skip
    yield room.pytest(*UPDATE, "test_b.py")
    yield room.pytest(*REFERENCE, "--onenlp-accept", "old/*", "--onenlp-reason", "half the size")
    yield room.pytest(*REFERENCE, "--onenlp-update", "test_a.py")
    prune = (*REFERENCE, "--onenlp-prune")
    yield room.pytest(*prune)
    yield room.pytest(*prune, "-k", "b")
    yield room.pytest(*prune, "--lf")
    yield room.pytest(*prune, "--ignore", "test_b.py")
    yield room.pytest(*prune, "test_b.py")
    yield room.pytest(*REFERENCE, "--onenlp-strict", "-k", "not old")
    room.write(test_a__py=module("@pytest.mark.skip\n" + gate("old")))
    yield room.pytest(*prune)
    room.write(test_a__py=module(gate("b"), "def test_red(): assert 0", gate("c")), test_b__py="")
    yield room.pytest(*prune, "-x")
    room.write(test_a__py=module(gate("b"), gate("c")))
    room.write(conftest__py="def pytest_runtest_protocol(item): return item.name == 'test_c' or None\n")
    yield room.pytest(*prune)
    room.write(test_a__py="raise RuntimeError\n", test_b__py=module(gate("b")), conftest__py="")
    yield room.pytest(*prune, "--continue-on-collection-errors")
    room.write(
        test_a__py="def test_plain(): pass\n",
        test_b__py="",
        refs__json=refs(row("b", 92.0), row("gone", 1.0)),
    )
    yield room.pytest("-o", "onenlp_reference=refs.json", "--onenlp-prune")
    room.write(test_b__py=module(gate("b"), gate("b", name="again")))
    yield room.pytest(*prune)
    room.write(test_b__py=module(gate("b"), gate("d", "flat.conllu")))
    yield room.pytest(*prune)
    yield room.pytest(*UPDATE)
    room.write(refs__json=refs(row("b", 92.0), row("d", 100.0), row("gone", 1.0)))
    yield room.pytest(*REFERENCE, "--onenlp-strict")
    room.write(test_s__py=module("@pytest.mark.skip\n" + gate("s")))
    yield room.pytest(*REFERENCE, "--onenlp-strict")
    (room.path / "test_s.py").unlink()
    yield room.pytest(*REFERENCE, "--onenlp-off", "test_b.py::test_b")
    yield room.pytest(*prune)
    yield room.pytest("test_b.py::test_b")


@produces("What was not recorded", "A report that was not written", "A fault of the plugin itself")
def not_recorded(room):
    room.write(
        refs__json=refs(row("low", 92.0)),
        test_a__py=module(gate("low"), gate("low2"), gate("low2", name="more")),
    )
    yield room.pytest(*UPDATE)
    room.write(test_a__py=module(gate("low"), gate("new")))
    yield room.pytest(*REFERENCE, "--onenlp-accept", "low/*", "--onenlp-reason", "x")
    yield room.pytest(*REFERENCE, "--onenlp-report=md:gold.conllu", "--onenlp-report=md:/dev/full")
    room.write(**{"refs.units": "a file"})
    yield room.pytest(*UPDATE)
    (room.path / "refs.units").unlink()
    (room.path / "refs.json").chmod(0o444)
    yield room.pytest(*UPDATE)
    (room.path / "refs.json").chmod(0o644)
    faults = dict.fromkeys(
        ("scoring.rows.rows.write", "pytest_onenlp.show.terminal.advice", "pytest_onenlp.session.recording.record",
         "pytest_onenlp.session.finish.judged_twice"), RuntimeError("on fire"),
    ) | {"os.fsync": OSError(28, "No space left on device")}  # fmt: skip
    for name, fault in faults.items():
        room.write(refs__json=refs())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(name, raising(fault))
            yield room.pytest(*UPDATE, "--onenlp-report=json:out.json")
