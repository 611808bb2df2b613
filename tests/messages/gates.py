"""Scenarios of gates that fail, judge nothing, or pass with a word."""

import contextlib
import json
import re
from importlib import metadata
from types import SimpleNamespace

import numpy as np
import pytest

from scoring.base import entry_points
from scoring.base.errors import UsageError
from scoring.metrics import catalog
from scoring.rows import units as unitstore
from scoring.rows.records import Identity
from tests.messages.room import produces, raising
from tests.mt.runs import document, entry
from tests.plugin.data import conllu, gate, gate_file, marker, module, refs, row
from tests.plugin.test_pairing import OWN, value

REFERENCE = ("--onenlp-reference", "refs.json")
TAGS = ("--gold", "g.txt", "--pred", "p.txt")
UPDATE = (*REFERENCE, "--onenlp-update")
ANY = marker("any", None)


def case(name, *lines, mark=ANY):
    """The source of a test with a marker."""
    return f"{mark}\ndef test_{name}(onenlp):\n" + "".join(f"    {line}\n" for line in lines)


@produces("Worse", "Better", "What settles it")
def outside_noise(room):
    room.write(
        refs__json=refs(
            row("low", 80.0, ci=[79.0, 81.0]), row("high", 99.0), row("floor", 92.0), row("slow", 1.0, metric="time"),
            row("unused", 1.0), row("given", 1.0), row("old", 92.0, signature="ud.upos.f1|v0"), row("nothing", None),
        ),
        better__conllu=conllu(),
        test_a__py=module(
            gate("low"), gate("high"), gate("floor", min=95), gate("nothing"), gate("old"), gate("new"),
            gate("given", "better.conllu", call=", ref_pred='pred.conllu'", min=101.0, name="given_floor"),
            gate("rival", "pred.conllu", call=", ref_pred='better.conllu'"),
            case("slow", "onenlp.check_value('time', 2.0, scale='seconds', better='lower')", mark=marker("slow", None)),
            value("float('nan')"),
            "def test_plain(): pass",
        ),
    )  # fmt: skip
    yield room.pytest(*REFERENCE)
    yield room.pytest(*REFERENCE, "-k", "not old")
    room.write(test_a__py=module(gate("low")), refs__json=refs(row("low", 92.0), row("unused", 1.0)))
    yield room.pytest(*REFERENCE)


@produces("Inconclusive", "Within its margin")
def by_a_margin(room):
    margins = {"few": 3, "same": 1, "likely": 3, "kept": 5}
    preds = {
        "few": conllu(40),
        "same": conllu(40, first=6),
        "likely": conllu(48, first=8),
        "kept": conllu(52),
    }
    room.write(test_a__py=module(*(gate(name) for name in margins)))
    yield room.pytest(*UPDATE)
    rows = json.loads((room.path / "refs.json").read_text())["rows"]
    room.write(
        refs__json=refs(*rows, row("bare", 92.0, metric="LAS")),
        **{f"{name}__conllu": text for name, text in preds.items()},
        test_a__py=module(
            *(gate(name, f"{name}.conllu", max_loss=margin) for name, margin in margins.items()),
            case("bare", "onenlp.check_value('LAS', 92.0)", mark=marker("bare", ["LAS"], max_loss=1)),
            gate("rival", "same.conllu", call=", ref_pred='pred.conllu'", max_loss=1),
        ),
    )  # fmt: skip
    yield room.pytest(*REFERENCE)


@produces("No reference")
def without_reference(room):
    room.write(
        refs__json=refs(row("tagger", 92.0)),
        test_a__py=module(
            gate("tager"), value("float('nan')"), gate("zzzzzzzz", dataset="qqqqqqqqqqqqqqqqqqqqq")
        ),
    )
    yield room.pytest(*REFERENCE)
    room.write(refs__json=refs())
    yield room.pytest(*REFERENCE, "-k", "value")


@produces("A stale reference")
def stale(room):
    room.write(
        refs__json=refs(
            row("gold", 92.0, gold_sha256="0" * 64), row("units", 92.0, units=7, ci=[91.0, 93.0]),
            row("metric", 92.0, signature="ud.upos.f1|v0"), row("kind", 92.0, scale="ratio"),
        ),
        test_a__py=module(*(gate(name) for name in ("gold", "units", "metric", "kind"))),
    )  # fmt: skip
    return room.pytest(*REFERENCE)


@produces("Stored units that are not the reference's own")
def foreign_units(room):
    names = ("swapped", "sum", "form", "damaged")
    room.write(test_a__py=module(*(gate(name) for name in names)))
    yield room.pytest(*UPDATE)
    rows = {one["component"]: one for one in json.loads((room.path / "refs.json").read_text())["rows"]}
    places = {
        name: unitstore.path_of(room.path / "refs.json", Identity(name, "en", "demo")) for name in names
    }
    rows["sum"]["score"] += 1
    odd = {"counts": np.zeros((3, 1))}
    unitstore.write(places["form"], unitstore.StoredUnits(arrays={"UPOS": odd}))
    rows["form"]["units_sha256"] = unitstore.arrays_sha256(odd)
    unitstore.write(places["swapped"], unitstore.StoredUnits(arrays={"UPOS": odd}))
    places["damaged"].write_bytes(b"PK")
    room.write(refs__json=refs(*rows.values()))
    yield room.pytest(*REFERENCE)


@produces("A row that cannot be judged")
def unjudgeable(room):
    empty = OWN + case("empty", "onenlp.check(UNDEFINED, evidence(1))", mark=marker("empty", None))
    share = "UNDEFINED = replace(MINE, when_undefined=None)"
    labels = (
        '{"id": "1", "gold": ["a"], "scores": {"a": 0.5}}\n{"id": "2", "gold": ["a"], "scores": {"a": 0.4}}\n'
    )
    sets = '{"id": "1", "gold": ["a"], "pred": ["a"]}\n{"id": "2", "gold": [], "pred": ["a"]}\n'
    roc = "onenlp.check_multilabel('{0}.jsonl', '{0}.jsonl')"
    room.write(
        refs__json=refs(
            row("null", None), row("share", 0.92), row("floor", 92.0), row("few", 92.0), row("none", 92.0),
            row("wide", 92.0, scale="points"),
            row("unit", 0.88, metric="Judge"), row("large", 1e300, metric="Judge"),
            row("one", 50.0, metric="ROC-AUC"), row("sets", 50.0, metric="ROC-AUC"), row("empty", 1.0, metric="My F1"),
        ),
        none__conllu="", nil__conllu="", labels__jsonl=labels, sets__jsonl=sets,
        test_a__py=module(
            gate("null"), gate("share"), gate("wide", max_loss=100), gate("floor", min=0.9), gate("few", resamples=50),
            gate("none", "nil.conllu", gold="none.conllu"),
            case("unit", "onenlp.check_value('Judge', 0.4)", mark=marker("unit", ["Judge"])),
            case("bound", "onenlp.check_value('LAS', 8800.0)", mark=marker("bound", ["LAS"])),
            case("large", "onenlp.check_value('Judge', 40.0)", mark=marker("large", ["Judge"])),
            case("one", roc.format("labels"), mark=marker("one", ["ROC-AUC"])),
            case("sets", roc.format("sets"), mark=marker("sets", ["ROC-AUC"])),
            "from dataclasses import replace\nimport numpy as np\n", empty, share,
            "from scoring.evidence.counts import Counts\n",
            "def evidence(wrong):\n"
            "    return Counts(np.zeros((100, 2)), ('right', 'all'), lambda t: t[..., 0] * np.nan)",
        ),
    )  # fmt: skip
    yield room.pytest(*REFERENCE)
    yield room.pytest("--onenlp-off")


@produces("Rows that pass with a word")
def passing_with_a_word(room):
    tags = "Ann I-PER\nsaw O\n\nBob I-PER\n\tO\n\n" * 3
    scores = (
        '{"id": "1", "gold": ["a", "b"], "scores": {"a": 0.5, "b": 0.1}}\n'
        '{"id": "2", "gold": ["b"], "scores": {"a": 1.0, "b": 0.0}}\n'
    )
    room.write(
        tags__iob2=tags, gold__iob2=tags.replace("I-", "B-"), scores__jsonl=scores,
        test_a__py=module(
            case("tags", "onenlp.check_spans('gold.iob2', 'tags.iob2')", mark=marker("tags", ["Span F1"])),
            case("few", "onenlp.check_multilabel('scores.jsonl', 'scores.jsonl')",
                 mark=marker("few", ["ROC-AUC"], labels=["*"])),
        ),
    )  # fmt: skip
    return room.pytest(*UPDATE)


@produces("Why a row is worse")
def told_why(room):
    names = [f"g{n}" for n in range(9)]
    table = "id,label\n" + "".join(f"d{n},c{n}\n" for n in range(120))
    room.write(gold__conllu=conllu(sentences=60), good__conllu=conllu(1, sentences=60),
               bad__conllu=conllu(50, sentences=60),
               gold__csv=table, good__csv=table, bad__csv=re.sub(",c.*", ",c0", table))  # fmt: skip
    tests = [gate(name, "good.conllu", gold="gold.conllu") for name in names]
    topics = gate("topics", "good.csv", gold="gold.csv", metrics=("Accuracy",))
    tests.append(topics.replace("check_ud", "check_labels"))
    room.write(test_a__py=module(*tests))
    room.pytest(*UPDATE)
    room.write(test_a__py=module(*(test.replace("good", "bad") for test in tests)))
    yield room.pytest(*REFERENCE, "--onenlp-report=json:rows.json")
    yield from notes_of_rows(room)
    room.write(test_a__py=module(
        f"{marker('slow', ['Median latency'])}\ndef test_slow(onenlp): onenlp.check_mt('run.json', 'run.json')"
    ))  # fmt: skip
    for seconds, step in ((1.0, UPDATE), (2.0, (*REFERENCE, "--onenlp-report=json:rows.json"))):
        room.write(run__json=json.dumps(document(*(entry(n, latency_seconds=seconds) for n in range(60)))))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("scoring.evidence.evidence.MOST", 0)
            yield room.pytest(*step)
    yield from notes_of_rows(room)


def notes_of_rows(room):
    """The notes and reasons in the rows of a report, a line each."""
    for one in json.loads((room.path / "rows.json").read_text(encoding="utf-8"))["rows"]:
        yield f"{(one.get('why') or {}).get('note')}\n{one.get('reason')}"


@produces("Rows of several runs, and of averages")
def runs_and_averages(room):
    runs = {"component": "a", "pred": ["pred.conllu", "better.conllu"]}
    second = {"component": "b", "ref_pred": "better.conllu"}
    average = '[[average]]\ncomponent = "mean"\nlanguage = "en"\ndataset = "demo"\nof = ["a/*", "b/*"]\n'
    broken = {"component": "c", "pred": ["pred.conllu", "no.conllu"]}
    lost = {"component": "d", "gold": "none.conllu", "pred": ["pred.conllu", "better.conllu"]}
    room.write(
        better__conllu=conllu(), onenlp__toml=gate_file(runs, second, broken, lost) + average,
        test_a__py="from scoring import SeveralRuns\n"
        + module(case("text", "onenlp.check_ud('gold.conllu', SeveralRuns('pred.conllu'))")),
    )  # fmt: skip
    yield room.pytest(*UPDATE, "--onenlp-report=json:rows.json")
    yield from notes_of_rows(room)


@produces(
    "A test that judges nothing", "A row that failed in a test that did not", "One row, one gate",
    "Gates that did not run", "A test that is no gate",
)  # fmt: skip
def nothing_judged(room):
    caught = "try: onenlp.check_ud('gold.conllu', 'pred.conllu')\nexcept AssertionError: {0}"
    skipped = caught.format("pytest.skip('no')").splitlines()
    room.write(
        refs__json=refs(row("a", 92.0), row("b", 50.0), row("c", 50.0), row("twice", 92.0), row("again", 92.0)),
        test_a__py=module(
            case("no_check", "pass"),
            case("no_metric", "pass", mark=marker("a")),
            case("one_metric", "onenlp.check_ud('gold.conllu', 'pred.conllu', metrics=['UPOS'])",
                 mark=marker("a", ["UPOS", "LAS"])),
            case("no_row", "onenlp.check_ud('gold.conllu', 'pred.conllu', metrics=['UPOS'])",
                 mark=marker("a", ["UPOS"], min={"UPOS[PER]": 1.0})),
            case("catches", *caught.format("pass").splitlines(), mark=marker("b")),
            case("skips", *skipped, mark=marker("c")),
            gate("twice"), gate("twice", name="twice_more"),
            case("again", *["onenlp.check_ud('gold.conllu', 'pred.conllu')"] * 2, mark=marker("again", checks=2)),
            "@pytest.mark.skip(reason='no model')\n" + gate("left"),
            "def test_unmarked(onenlp): onenlp.check_value('speed', 1.0)",
            "def test_late(onenlp, request):\n    request.node.add_marker(pytest.mark.onenlp)\n"
            "    onenlp.check_value('speed', 1.0)",
        ),
    )  # fmt: skip
    yield room.pytest(*REFERENCE)
    yield room.pytest(*REFERENCE, "-k", "no_check", "--reruns", "1")
    room.write(test_b__py="import pytest\npytest.importorskip('no_such_module')  # onenlp")
    yield room.pytest(*REFERENCE)


@produces("A check that raised in a test that did not", "A gate that xfail does not excuse")
def raised_in_silence(room):
    lost = "try: onenlp.check_ud('gold.conllu', 'lost.conllu')\nexcept BaseException: {0}"
    slow = "class Slow:\n    name = 'slow.conllu'\n    def read(self): time.sleep(1); return ''"
    late = "def late(onenlp):\n    try: onenlp.check_ud(Slow(), Slow(), component='b')\n    except BaseException: pass"
    start = "threading.Thread(target=late, args=[onenlp]).start()"
    room.write(
        refs__json=refs(row("a", 92.0)),
        test_a__py=module(
            "import threading, time", slow, late,
            case("passes", *lost.format("pass").splitlines(), mark=marker("a")),
            case("skips", *lost.format("pytest.skip('no')").splitlines(), mark=marker("a")),
            case("waits", "onenlp.check_value('UPOS', 92.0, component='a')", start, "time.sleep(0.3)",
                 mark=marker(None, None, checks=2)),
            "@pytest.mark.xfail\n" + case("nothing", "assert False", mark=marker("c")),
            "@pytest.mark.xfail\n" + case("no_file", "onenlp.check_ud('gold.conllu', 'no')", mark=marker("d")),
            "@pytest.fixture\ndef after(onenlp):\n    yield\n    try: onenlp.check_value('LAS', 'x')\n"
            "    except BaseException: pass",
            marker("e", checks=2) + "\ndef test_after(onenlp, after): onenlp.check_value('UPOS', 92.0)",
        ),
    )  # fmt: skip
    yield room.pytest(*REFERENCE, "--onenlp-update")


@produces("A run that judges too little")
def too_little_judged(room):
    room.write(
        refs__json=refs(row("a", 92.0), row("b", 92.0)), test_a__py=module(gate("a")),
        test_b__py="def test_plain(): pass",
    )  # fmt: skip
    yield room.pytest(*REFERENCE, "--onenlp-require", "all")
    yield room.pytest(*REFERENCE, "--onenlp-require", "all", "-k", "test_plain")
    yield room.pytest("--onenlp-require", "all", "test_b.py")
    yield room.pytest(*REFERENCE, "--onenlp-require", "5")
    yield room.pytest("-o", "onenlp_reference=refs.json", "test_b.py")
    room.write(
        conftest__py="import pytest\n"
        "@pytest.hookimpl(wrapper=True, tryfirst=True)\n"
        "def pytest_runtest_makereport(item, call):\n"
        "    report = yield\n"
        "    if report.when == 'call' and hasattr(report, 'onenlp'): del report.onenlp\n"
        "    return report\n"
    )
    yield room.pytest(*REFERENCE)


@produces("A run that judges nothing")
def no_row_judged(room):
    room.write(refs__json=refs(row("a", 92.0)), test_a__py="def test_plain(): pass")
    return room.pytest(*REFERENCE)


@produces("Names", "Keys and values")
def marked_wrongly(room):
    odd = "class Odd:\n    def __repr__(self): raise RuntimeError\n"
    kinds = [
        "component=1",
        "metrics=[]",
        "min='x'",
        "seed=-1",
        "slack=-1",
        "better='yes'",
        "encoder=5",
        "analyser=5",
        "componnt='a'",
        "seed=Odd()",
    ]
    room.write(
        refs__json=refs(),
        test_a__py=module(
            odd,
            *(
                case(f"marker_{n}", "pass", mark=f"@pytest.mark.onenlp({kind})")
                for n, kind in enumerate(kinds)
            ),
            case("positional", "pass", mark="@pytest.mark.onenlp(1)"),
            case("call", "onenlp.check_value('speed', 1.0, wrongwrongwrong=1)"),
            case("unnamed", "onenlp.check_value('speed', 1.0)", mark="@pytest.mark.onenlp"),
            case("disagree", "onenlp.check_value('speed', 1.0, component='other')"),
            case(
                "slash",
                "onenlp.check_value('speed', 1.0, component='a/b', language='en', dataset='d')",
                mark="@pytest.mark.onenlp",
            ),
            *(
                case(
                    f"name_{n}",
                    f"onenlp.check_value('speed', 1.0, component={name}, language='en', dataset='d')",
                    mark="@pytest.mark.onenlp",
                )
                for n, name in enumerate(["'a '", "401 * 'a'"])
            ),
        ),
    )
    return room.pytest(*REFERENCE)


@produces("Metrics, labels, slices and floors")
def wrong_metrics(room):
    documents = "".join(f'{{"id": "{n}", "gold": "a", "pred": "a", "domain": "news"}}\n' for n in range(3))
    labels = "onenlp.check_labels('d.jsonl', 'd.jsonl', {0})"
    room.write(
        refs__json=refs(), d__jsonl=documents,
        test_a__py=module(
            gate("metric", metrics=["UPSO"]), gate("task", labels=["PER"]), gate("floor", min={"UAS": 1.0}),
            case("label", labels.format("labels=['b']")),
            case("slice", labels.format("slices=['domain=nwes']")),
            case("single", labels.format("labels=['a'], metrics=['Accuracy']")),
        ),
    )  # fmt: skip
    return room.pytest(*REFERENCE)


@produces("Metrics of your own", "Bare numbers")
def own_metrics(room):
    checks = [
        "1, evidence(1)", "MINE, None", "MINE, evidence(1), unit_ids=[]", "MINE, evidence(1), unit_ids='a' * 100",
        "MINE, evidence(1), unit_ids=range(100)", "MINE, evidence(1), unit_ids=['a'] * 100",
        "MINE, evidence(1), gold_digests=[7] * 100", "replace(MINE, signature=object()), evidence(1)",
        "MINE, evidence(1), ref_pred=replace(evidence(0), table=evidence(0).table[:60])",
    ]  # fmt: skip
    values = ["1j", "10**400", "1.0, scale='m'", "1.0, better='up'"]
    room.write(
        refs__json=refs(),
        test_a__py=module(
            "from dataclasses import replace", OWN,
            *(case(f"own_{n}", f"onenlp.check({call})", mark=marker(f"own{n}", None)) for n, call in enumerate(checks)),
            *(case(f"bare_{n}", f"onenlp.check_value('speed', {call})") for n, call in enumerate(values)),
        ),
    )  # fmt: skip
    return room.pytest(*REFERENCE)


@produces("What other packages add")
def packages(room):
    room.write(g__txt="a O\n", p__txt="a O\n")
    task = catalog.task("spans")
    for group, name, *values in (
        ("metrics", "added", 1), ("metrics", "added", catalog.metrics("spans")["span_f1"]), ("tasks", "own", task),
        ("tasks", "own", raising(ImportError("why"))), ("tasks", "own", 1, 2),
    ):  # fmt: skip
        with added(group, name, values):
            yield room.onenlp("score", "--task", "spans" if group == "metrics" else "own", *TAGS)
    with added("tasks", "none", []):
        yield room.onenlp("score", "--task", "own", *TAGS)
    room.write(
        refs__json=refs(), test_a__py=module(case("task", "onenlp.check_task('spam', 'g.txt', 'g.txt')"))
    )
    yield room.pytest(*REFERENCE)
    yield slicing_by_nothing()


def slicing_by_nothing():
    with pytest.raises(UsageError) as fault:
        catalog.task("ud").slices(None, "domain")
    return str(fault.value)


@contextlib.contextmanager
def added(group, name, values):
    """Entry points of another package with these values, all of one name; without any there are none of ours either."""
    ours = metadata.entry_points
    entries = [
        SimpleNamespace(
            name=name, group=f"onenlp.{group}", value=str(number), dist=None,
            load=value if callable(value) else lambda value=value: value,
        )
        for number, value in enumerate(values)
    ]  # fmt: skip
    cached = (entry_points.registered, catalog.task, catalog.metrics)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            entry_points,
            "entry_points",
            lambda group: [*(ours(group=group) if values else ()), *(e for e in entries if e.group == group)],
        )
        for one in cached:
            one.cache_clear()
        yield
    for one in cached:
        one.cache_clear()


@produces("A module of your own named `scoring`")
def shadowed(room):
    room.write(refs__json=refs(row("a", 92.0)), onenlp_a__toml=gate_file({"component": "a"}), scoring__py="")
    room.suite.pytester.makefile(".ini", pytest="[pytest]\n")
    room.suite.monkeypatch.setenv("PYTHONPATH", str(room.path))
    yield room.pytest(*REFERENCE, apart=True)
    room.write(scoring__py="raise RuntimeError('mine')\n")
    yield room.pytest(*REFERENCE, apart=True)
