"""Scenarios of machine translation: runs, language cards, and what cannot be computed."""

import json
import sys

from scoring.base.errors import UsageError
from scoring.card.score import scored_run
from scoring.metrics import catalog
from scoring.mt.read import loads_run
from tests.messages.gates import UPDATE
from tests.messages.room import produces
from tests.mt.made_up import PAIRS, letters
from tests.mt.runs import document, entry
from tests.mt.test_added_metrics import broken, metric, short
from tests.plugin.data import gate_file
from tests.shared import ROOT

COMPILED = ROOT / "tests/mt/lexica/compiled"

GATE = {"component": "mt", "task": "mt", "gold": "run.json", "pred": "run.json", "metrics": ["Exact match"]}


def text_of(*entries, **fields):
    """A run as JSON."""
    return json.dumps(document(*entries, **fields))


def scored(room, *texts):
    """What ``onenlp mt`` says of each of these files."""
    for text in texts:
        room.write(run__json=text)
        yield room.onenlp("mt", "--run", "run.json", "--resamples", "100", "--json", "card.json")


@produces("A file that is no run", "Fields of a run")
def other_runs(room):
    good = text_of(entry(1))
    yield from scored(
        room, "", good.encode().replace(b"ja", b"\xe4", 1), good + "}", '{"dataset": ' + "[" * 100_000, "[1]",
        good.replace('"dataset"', f'"more": {"1" * 5000}, "dataset"', 1), text_of(entry(1, difficulty=1 << 70)),
        good.replace('"prediction"', '"prediction": "", "prediction"'),
        good.replace('"dataset"', '"dataset": 1, "dataset"', 1), text_of(entry(1, latency_seconds=float("nan"))),
        text_of(entry(1, latency_seconds=1e-310)),
        text_of(entry(1, source="\ud800")), json.dumps(document({"id": "e1"})), text_of(entry(1, more=1)),
        text_of(entry(1, source=1)), text_of(entry(1), entry(1)), text_of(entry(1, references=[" "])),
        text_of(entry(1), glossary={"dog": []}),
    )  # fmt: skip


@produces("Composites without one of their metrics")
def slices_without_a_part(room):
    texts = ["the hotel", *["the dog"] * 59]
    made = [entry(n, source=text, difficulty=1 + (n > 29)) for n, text in enumerate(texts)]
    gate = GATE | {"metrics": ["Composite", "Terminology"], "slices": ["difficulty"]}
    room.write(run__json=text_of(*made, glossary={"hotel": ["ja"]}), onenlp__toml=gate_file(gate))
    yield room.pytest(*UPDATE)


@produces("Runs that do not belong together")
def foreign_runs(room):
    one, two = entry(1, source="yes"), entry(2, source="yes")
    pairs = [
        (text_of(one, two), text_of(one)), (text_of(one), text_of(one, two)),
        (text_of(one), text_of(one, languages=("fr", "de"))), (text_of(one), text_of(two)),
        (text_of(one), text_of(one | {"source": "no"})),
    ]  # fmt: skip
    for gold, pred in pairs:
        room.write(run__json=pred, gold__json=gold, onenlp__toml=gate_file(GATE | {"gold": "gold.json"}))
        yield room.pytest(*UPDATE)
        yield room.onenlp("mt-compare", "gold.json", "run.json")
    for field in ("domain", "difficulty"):
        room.write(onenlp__toml=gate_file(GATE | {"slices": [field]}))
        yield room.pytest(*UPDATE)


CARDS = [
    {"code": "xx", "facts": {"scriptz": {"source": "a grammar", "checked": "read"}}},
    {"code": "xx", "quotesOf": "zzz"}, {"code": "xx", "extends": "zzz"}, {"code": "xx", "extends": "xx"},
]  # fmt: skip


@produces("Language cards that cannot be used", "Machine translation with the command")
def other_cards(room):
    room.folder("cards")
    yield room.onenlp("languages", "--language-cards", "nowhere")
    for card in CARDS:
        (room.path / "cards/xx.json").write_text(json.dumps(card), encoding="utf-8")
        yield room.onenlp("languages", "--language-cards", "cards")
    room.write(run__json=text_of())
    run = ("mt", "--run", "run.json")
    for words in (
        ["mt", "--ref", "r.txt"], [*run, "--ref", "r.txt"], run, [*run, "--json", "run.json"],
        [*run, "--json", "a.json", "--rows", "a.json"], ["languages", "xyz"],
    ):  # fmt: skip
        yield room.onenlp(*words)


@produces("What cannot be computed")
def unavailable(room):
    (room.folder("cards") / "xx.json").write_text('{"code": "xx"}', encoding="utf-8")
    room.suite.monkeypatch.setenv("ONENLP_LANGUAGE_CARDS", "cards")
    bare, sourced = entry(1), [entry(n, source=f"yes {n}", variants=["doch"]) for n in range(3)]
    once = [
        entry(n, source=one, references=[two], prediction=two)
        for n, (one, two) in enumerate(pairs_of_their_own())
    ]
    same = [entry(n, source=f"the dog {n}", references=[f"a dog {n}"], prediction="x") for n in range(40)]
    usage = {"prompt_tokens": 1, "completion_tokens": 1}
    free = {"pricing": {"prompt": 0.0, "completion": 0.0}, "elapsed_seconds": 1.0}
    timed = sourced[0] | {"latency_seconds": 1.0, "usage": usage}
    for text in (
        text_of(bare), text_of(bare, glossary={"dog": ["Hund"]}), text_of(*once),
        text_of(*same, languages=("en", "en")),
        *(text_of(*sourced, languages=pair) for pair in (("en", "zzz"), ("en", "xx"), ("xx", "de"))),
        text_of(*sourced, glossary={"dog": ["Hund"]}), text_of(timed, *sourced[1:], **free),
        text_of(*(one | {"usage": usage} for one in sourced), **free),
    ):  # fmt: skip
        yield from scored(room, text)
        card = json.loads((room.path / "card.json").read_text(encoding="utf-8"))
        yield from card["metric_availability"].values()
    room.write(other__json=text_of(*sourced), run__json=text_of(*sourced, glossary={"yes": ["ja"]}))
    yield room.onenlp("mt-compare", "run.json", "other.json")
    room.write(run__json=text_of(*(one | {"prediction": None} for one in sourced)))
    yield room.onenlp("mt-compare", "run.json", "other.json")
    room.write(run__json=text_of(bare))
    for metrics in (["Equivalent match"], None):
        gate = gate_file(GATE | {"metrics": metrics}).replace("metrics = null\n", "")
        room.write(onenlp__toml=gate)
        yield room.pytest(*UPDATE)


def pairs_of_their_own(count=60):
    """Pairs of numbers, which go together though no word stands in two of them."""
    return [
        (" ".join(f"{n}{one}" for one in "abcd"), " ".join(f"{n}{one}" for one in "abcd"))
        for n in range(count)
    ]


@produces("Models of meaning")
def meaning(room):
    for name in ("ONENLP_COMET_PYTHON", "ONENLP_COMET_TIMEOUT"):
        room.suite.monkeypatch.delenv(name, raising=False)
    room.suite.monkeypatch.setenv("HF_HUB_CACHE", str(room.path / "hub"))
    model = room.folder("models")
    room.folder("models/checkpoints")
    sourced, bare = (loads_run(text_of(entry(1, prediction="x", **more))) for more in ({"source": "s"}, {}))

    def said(run=sourced, **given):
        try:
            card = scored_run(run, resamples=100, comet_cache="off", **given).card
        except UsageError as fault:
            return str(fault)
        return "\n".join([*card.metric_availability.values(), card.comet_warning or ""])

    def fails(_):
        raise OSError

    yield from (said(encoder=5), said(comet_model=5), said(), said(bare, encoder=len))
    yield from (
        said(encoder=one) for one in (fails, lambda _: [1.0], lambda texts: [[float("nan")]] * len(texts))
    )
    yield from (said(comet_model=one) for one in (fails, lambda _: []))
    yield from (
        said(comet_model=one, comet_python="p") for one in ("nobody/b", str(room.path / "no"), str(model))
    )
    (model / "hparams.yaml").write_text("", encoding="utf-8")
    (model / "checkpoints" / "model.ckpt").write_text("", encoding="utf-8")
    yield from (said(comet_model=str(model), comet_python=one) for one in ("/nowhere/python", sys.executable))
    slow = room.path / "python"
    slow.write_text(f"#!{sys.executable}\nimport time; time.sleep(60)\n", encoding="utf-8")
    slow.chmod(0o755)
    room.suite.monkeypatch.setenv("ONENLP_COMET_TIMEOUT", "0.5")
    yield said(comet_model=str(model), comet_python=str(slow))
    room.suite.monkeypatch.delenv("ONENLP_COMET_TIMEOUT")
    slow.write_text(f"#!{sys.executable}\nprint('{{\"score\": 0.5}}')\n", encoding="utf-8")
    cree = loads_run(text_of(entry(1, source="s"), languages=("en", "crk")))
    yield said(cree, comet_model=str(model), comet_python=str(slow))


@produces("Metrics that other packages add to a run card")
def faults_of_added_metrics(room):
    made, found = loads_run(text_of(entry(1), entry(2))), catalog.entries
    others = (metric(broken), metric(short), metric(name="errors"))
    try:
        for one in others:
            catalog.entries = lambda group, kind, one=one: [(one.id, one)]
            catalog.metrics.cache_clear()
            try:
                card = scored_run(made, resamples=100).card
                yield from (*card.caveats, card.metric_availability[one.id])
            except UsageError as fault:
                yield str(fault)
    finally:
        catalog.entries = found
        catalog.metrics.cache_clear()


@produces("What a run card warns of")
def warned(room):
    def run(*pairs):
        return text_of(*(entry(n, source=f"Satz {n}", references=[ours], prediction=theirs)
                         for n, (ours, theirs) in enumerate(pairs)))  # fmt: skip

    yield from scored(
        room, text_of(*(entry(n, source="nein", prediction="nein") for n in range(3))),
        run(*[("ja ja", "нет нет")] * 3), run(*[("der die das ja", "nope yes well no")] * 30),
        run(("ä doch", "a\u0308 doch")), run(("猫が好きです", "猫")),
        run(*[("ja", "ja ja ja ja")] * 3), run(*[("ja doch sehr gern", "ja")] * 3),
        *(text_of(entry(1, source="s"), languages=("en", code)) for code in ("th", "ace")),
        text_of(*(entry(n, source=f"the {word}", references=[word]) for n, word in enumerate(
            ("cat", "dog", "house", "tree", "road"))), languages=("en", "he")),
    )  # fmt: skip
    judged = [entry(n, prediction=text, morphology=[one]) for n, (text, one) in enumerate(
        [("la" * 30, "kato+N"), ("ati", "ati")])]  # fmt: skip
    done = scored_run(loads_run(text_of(*judged)), resamples=100, analyser=COMPILED / "loops-O.hfstol")
    yield from done.card.caveats
    others = (
        text_of(entry(1), entry(2, usage={"prompt_tokens": 1, "completion_tokens": 1})),
        text_of(entry(1, references=["𠀀"]), languages=("en", "zh")),
    )
    for text in others:
        yield from scored_run(loads_run(text), resamples=100, encoder="nobody/nothing").card.caveats
    fabricated = [
        entry(n, source=one, references=[two], prediction=letters(one, two))
        for n, (one, two) in enumerate(PAIRS)
    ]
    yield from scored_run(loads_run(text_of(*fabricated)), resamples=100).card.caveats
