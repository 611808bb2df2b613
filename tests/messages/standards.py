"""Scenarios of what is known of a target language: its analyser, its orthographic rules, its standards."""

import json
import struct

from msgspec.structs import replace

from scoring.base.errors import InputError, UsageError
from scoring.card.score import scored_run
from scoring.mt.fst import load
from scoring.mt.languages import Cards
from scoring.mt.read import loads_run
from scoring.mt.standards import LINT, SEMANTIC, WordVerdict, counts
from tests.messages.room import produces
from tests.messages.translation import text_of
from tests.mt.hfstol import header, written
from tests.mt.runs import entry

QUICK = ("--resamples", "100", "--json", "card.json")
ONE = (entry(1),)


def told(languages=("en", "crk"), entries=ONE, **given):
    """What the card says of a run: why metrics are null, and its caveats; or the error."""
    try:
        card = scored_run(loads_run(text_of(*entries, languages=languages)), resamples=100, **given).card
    except (InputError, UsageError) as fault:
        return str(fault)
    return "\n".join([*card.metric_availability.values(), *card.caveats])


@produces("Finite-state analysers")
def analysers(room):
    patch, folder = room.suite.monkeypatch, room.folder("analysers")
    patch.delenv("ONENLP_FST", raising=False)
    yield told()
    patch.setenv("ONENLP_FST", str(folder))
    yield told()
    good = written([(None, [("a", "", 1, 0.0), ("b", "c", 1, 0.0)]), (0.0, [])], weighted=True)
    room.write(run__json=text_of(entry(1)))
    for content in (
        b"", b"what is this", b"version https://git-lfs", header("SFST"), good + b"more", good[:-1],
    ):  # fmt: skip
        room.write(a__hfstol=content)
        yield room.onenlp("mt", "--run", "run.json", "--analyser", "a.hfstol", *QUICK)
    yield from map(loaded(room), damaged(good))


def damaged(good):
    """A transducer cut off at each byte, and with each byte and each four bytes that are something else."""
    yield from (good[:size] for size in range(len(good)))
    for value in (b"\xff", b"\0", b"\x03", struct.pack("<f", float("nan"))):
        yield from (good[:place] + value + good[place + len(value) :] for place in range(len(good) - 3))


def loaded(room):
    """What is said of a file of this content."""

    def said(content):
        room.write(a__hfstol=content)
        try:
            load(room.path / "a.hfstol")
        except InputError as fault:
            return str(fault)
        return ""

    return said


@produces("Orthographic rules")
def rules(room):
    known = Cards.load().by_code
    own = room.path / "own.json"
    rule = {"says": "no x", "source": "a grammar", "checked": "read", "good": "a", "bad": "x"}
    own.write_text(json.dumps({"name": "own", "title": "Own", "script": "Latn", "alphabet": rule | {"letters": "a"},
                               "rules": [rule | {"id": "x", "forbids": "("}]}), encoding="utf-8")  # fmt: skip
    for name in ("nothing", str(own)):
        yield told(cards=Cards(known | {"crk": replace(known["crk"], orthography=name)}))


class Own:
    """A standard that says of each entry what it is made with, or raises on one, on all, or on their sum."""

    name, version = "own", "1"

    def __init__(self, verdicts=None, *, fails="none"):
        self.verdicts, self.fails = verdicts, fails

    def compute(self, entry):
        if self.fails in ("all", entry.id):
            raise ValueError("why")
        return self.verdicts

    def aggregate(self, verdicts):
        if self.fails == "aggregate":
            raise KeyError("sum")
        return counts(verdicts)


def broken(resources):
    """What makes no standard."""
    raise OSError("no data")


@produces("Language standards")
def language_standards(room):
    for name in ("ONENLP_STANDARDS", "ONENLP_FST"):
        room.suite.monkeypatch.delenv(name, raising=False)
    room.write(run__json=text_of(entry(1), languages=("en", "crk")))
    yield room.onenlp("mt", "--run", "run.json", "--standards", "nowhere", *QUICK)
    yield room.onenlp("mt-references", "--run", "run.json")
    yield room.onenlp("mt-references")
    room.write(ref__txt="ja\n")
    yield room.onenlp("mt-references", "--ref", "ref.txt")
    yield room.onenlp("mt-references", "--run", "run.json", "--ref", "ref.txt")
    room.folder("own")
    folder = room.folder("own/crk")
    for name, text in (
        ("analyser.json", "[]"), ("analyser.json", '{"atim": "atim+N"}'), ("glosses.tsv", "minos\n"),
        ("lists.json", '{"lists": [{"kind": "x", "source": "s", "checked": "read"}]}'),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
        yield room.onenlp("mt", "--run", "run.json", "--standards", "own", *QUICK)
        (folder / name).unlink()
    (folder / "analyser.json").write_text('{"ja": ["ja+N"]}', encoding="utf-8")
    yield told(standards_folders=[room.path / "own"])
    (folder / "analyser.json").unlink()
    yield told(analyser=5)
    for weight in (None, 2.0):
        try:
            WordVerdict("VALID", weight)
        except UsageError as fault:
            yield str(fault)
    cards = Cards.load().by_code
    cards = Cards(cards | {"de": replace(cards["de"], eval_metrics=("own",))})
    lint = {LINT: WordVerdict("EXACT", 1.0)}
    two = entry(1, variants=["doch"]), entry(2)
    yield told(("en", "de"), two, cards=cards)
    for own in (
        broken, Own(lint, fails="all"), Own(lint, fails="e0001"), Own("text"), Own(lint, fails="aggregate"),
        Own({SEMANTIC: WordVerdict("VALID", 1.0)}),
    ):  # fmt: skip
        yield told(("en", "de"), two, cards=cards, standards={"own": own})
