"""Every reader of a file: what good files of its kind look like, and how a file is read and used.

A use ends by itself or raises a ``ScoringError``.  The command is used where it reads the kind, so that what is read is
scored too; there a fault of the program's own is an exit with its message.
"""

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow
from pyarrow.parquet import write_table

from pytest_onenlp.show import results_table
from scoring import mt
from scoring.base.errors import RowsError
from scoring.base.files import read_bytes
from scoring.cli import main
from scoring.gates import file as gatefile
from scoring.mt.languages.loader import Cards
from scoring.mt.languages.orthography import rules_in
from scoring.mt.standards.crk.variants import KINDS
from scoring.mt.standards.lists import read_lists
from scoring.mt.standards.resources import load_analyser, load_glosses
from scoring.mt.texts import from_texts
from scoring.rows import rows as rowfile
from scoring.rows.references import References
from scoring.ud.corpus import PAD
from scoring.ud.strict import read_strict
from tests.mt.hfstol import written
from tests.mt.runs import document, entry
from tests.shared import ROOT
from tests.store.made import card as run_card

__all__ = ["CrashError", "Reader", "readers"]

FIXTURES = ROOT / "fixtures"
FEW = ("--resamples", "100")
COLUMNS = b"id\tsrc\tref\tpred\tdifficulty\na\tyes\tja\tja\t1\nb\tno\tnein\tne\t2\n"  # of a translation
OBJECTS = b'{"id": 1, "src": "yes", "ref": ["ja"], "mt": "ja"}\n{"id": 2, "ref": "nein", "mt": null}\n'


@dataclass(frozen=True)
class Reader:
    """A kind of file: its good ones, the ending of its name, and what is done with one."""

    name: str
    sources: tuple[bytes, ...]
    ending: str
    home: Path  # where the files are of which others were made
    use: Callable[
        [Path, Path], object
    ]  # of the path of a file and a folder in which the good ones lie as ``good0…``


class CrashError(Exception):
    """The command said that it has a fault of its own."""


def command(*words):
    """Runs the command; what it says is kept from the terminal."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([str(word) for word in words])
    if "a fault of onenlp itself" in err.getvalue() or "not enough memory" in err.getvalue():
        raise CrashError(err.getvalue().strip())
    if status not in (0, 1, 2, 3):
        message = f"exit status {status}: {err.getvalue()}"
        raise CrashError(message)
    longest = max(map(len, err.getvalue().splitlines()), default=0)
    if longest > 2000:
        message = f"a message of {longest} characters: {err.getvalue()[:200]}"
        raise CrashError(message)


def scored(task, *options):
    """Scores the file as the prediction, or as gold and prediction in one."""

    def use(path, folder):
        gold = folder / f"good0{path.suffix}"
        command(task, "--gold", gold, "--pred", path, *FEW, *options)
        command(task, "--gold", path, "--pred", path, *FEW, *options)

    return use


FORMULAS = ("--metric", "A = sum(mark)/sum(words)", "--metric", "B = median(mark)", "--missing", "skip")


def declared(path, folder):
    """The file as a table of scores, alone and against a good one."""
    command("scores", "--data", path, *FORMULAS, *FEW)
    command("scores", "--data", folder / f"good0{path.suffix}", "--ref-data", path, *FORMULAS, *FEW)


def published(path, folder):
    """The file as a run card or rows file, into a database that the others are in, and the cards of it ranked."""
    database = ("--db", folder / "fuzz.db")
    command("publish", path, "--commit", "c", "--date", "2026-01-01", *database)
    command("publish", folder / f"good0{path.suffix}", *database)
    command("leaderboard", "--markdown", folder / "board.md", *database)


def parquet(rows):
    """Records as a Parquet file."""
    sink = pyarrow.BufferOutputStream()
    write_table(pyarrow.Table.from_pylist(rows), sink)
    return sink.getvalue().to_pybytes()


def begun(name, lines):
    """The beginning of a fixture."""
    return b"".join((FIXTURES / name).read_bytes().splitlines(keepends=True)[:lines])


def sentences(name, count):
    """The first sentences of a fixture."""
    return b"\n\n".join((FIXTURES / name).read_bytes().split(b"\n\n")[:count]) + b"\n\n"


def strictly(path, folder):
    data = read_bytes(path, RowsError)
    with contextlib.suppress(UnicodeDecodeError):
        str(data, "utf-8")
        read_strict("fuzz", np.frombuffer(data + bytes(PAD), dtype=np.uint8), len(data))


def compared(path, folder):
    command("compare", path, folder / "good0.json")
    command("compare", folder / "good0.json", path)


def with_units(path, folder):
    """The file as the units of good rows."""
    home = next((folder / "good0.units").glob("*.npz"))
    home.write_bytes(path.read_bytes())
    command("compare", folder / "good0.json", folder / "good0.json")
    references = References.load([folder / "good0.json"])
    for found in references.in_files.values():
        references.parts(found)
        references.unit_ids(found)


def judged(path, folder):
    command(
        "ud", "--gold", folder / "g.conllu", "--pred", folder / "g.conllu", "--reference-file", path, *FEW
    )


def snapshot(path, folder):
    results_table.loads(path.read_bytes(), path.name)


def analysed(path, folder):
    found = mt.fst.load(path)
    for word in ("ab", "abab", "x", ""):
        found.analyses(word)


def translated(path, folder):
    command("mt", "--run", path, *FEW)


def compared_runs(path, folder):
    command("mt-compare", folder / "good0.json", path, *FEW)


def with_texts(path, folder):
    good = folder / "good0.txt"
    command("mt", "--ref", path, "--pred", good, "--source-language", "en", "--target-language", "de", *FEW)
    from_texts(references=[good], predictions=path, sources=good, source_language="en", target_language="de")


def with_columns(path, folder):
    good = folder / f"good0{path.suffix}"
    for gold, pred in ((path, good), (good, path), (path, path)):
        command("score", "--task", "mt", "--gold", gold, "--pred", pred, "--language", "en-de", *FEW)


def with_cards(path, folder):
    cards = folder / "cards"
    cards.mkdir(exist_ok=True)
    (cards / "crk.json").write_bytes(path.read_bytes())
    Cards.load([cards]).find("crk")


def converted(path, folder):
    command("convert-tags", path, folder / "out.iob2")


def gates(path, folder):
    gatefile.read(path)


def analyser(path, folder):
    load_analyser(path)


def glosses(path, folder):
    load_glosses(path)


def with_rules(path, folder):
    rules_in(path.read_bytes(), path.name)


def with_lists(path, folder):
    read_lists(path, path.name, KINDS, unverified=True)


def run_of(*entries, **fields):
    return json.dumps(document(*entries, **fields)).encode()


def jsonl(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def jsonl_run():
    whole = document(*(entry(n, prediction=word) for n, word in enumerate(("ja", "nein", "", "ja ja"))))
    head = {"dataset": whole["dataset"]}
    return jsonl(head, *whole["entries"])


def gate_tables():
    gate = {"component": "a", "language": "en", "dataset": "d", "task": "ud", "gold": "g", "pred": "p"}
    more = {"metrics": ["UPOS", "LAS"], "slack": 0.5, "seed": 1, "better": "pass", "min": 80.0}
    average = {"component": "mean", "language": "en", "dataset": "d", "of": ["a/*", "b/en/d"]}
    tables = [
        ("gate", gate | more),
        ("gate", gate | {"component": "b", "pred": ["x", "y"]}),
        ("average", average),
    ]
    return "\n".join(
        f"[[{kind}]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
        for kind, table in tables
    ).encode()


def rows_and_units(folder):
    """A rows file of real scores with its units."""
    (folder / "g.conllu").write_bytes(sentences("ud/en-gold.conllu", 12))
    (folder / "p.conllu").write_bytes(sentences("ud/en-candidate.conllu", 12))
    names = ("--component", "a", "--language", "en", "--dataset", "d")
    command(
        "ud",
        "--gold",
        folder / "g.conllu",
        "--pred",
        folder / "p.conllu",
        *names,
        *FEW,
        "--json",
        folder / "good0.json",
    )
    return (folder / "good0.json").read_bytes(), next((folder / "good0.units").glob("*.npz")).read_bytes()


def unpacked_again(units):
    """The units without compression, so that a changed byte is one of an array and not of its packing."""
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(units)) as old, zipfile.ZipFile(stored, "w") as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name))
    return stored.getvalue()


def kept(rows):
    """A results snapshot of the rows."""
    return results_table.dumps(
        {"test_a": [results_table.kept_row(row) for row in rowfile.loads(rows)]}
    ).encode()


def transducer():
    states = [
        (None, [("a", "a", 1, 0.0), ("a", "+N", 2, 1.0)]),
        (None, [("b", "b", 2, 0.0)]),
        (0.5, [("", "+V", 2, 0.0)]),
    ]
    return written(states), written(states, weighted=True)


def readers(folder):
    """All of them; ``folder`` is for the files of which others are made."""
    rows, units = rows_and_units(folder)
    toy, card = FIXTURES / "mt/crk-toy", ROOT / "scoring/mt/languages"
    runs = (
        run_of(entry(1), entry(2, source="a dog", variants=["oui"], difficulty=1, usage={"prompt_tokens": 3}),
               entry(3, error="none", latency_seconds=0.5, provenance="x"), glossary={"dog": ["chien"]},
               pricing={"prompt": 1.0, "completion": 2.0}),
        (toy / "run.json").read_bytes(),
    )  # fmt: skip
    lists = (card.parent / "standards/crk/lists.json").read_bytes()
    rules = tuple(path.read_bytes() for path in sorted((card / "orthographies").iterdir()))
    cards = tuple((card / "cards" / name).read_bytes() for name in ("amh.json", "crk.json", "ar.json"))
    ud = (sentences("ud/en-gold.conllu", 6), sentences("ud/de-candidate.conllu", 6))
    iob = (begun("spans/en-gold.iob2", 60), begun("spans/de-candidate.iob2", 60))
    documents = begun("spans/gold.jsonl", 5), begun("spans/candidate.jsonl", 5)
    topics = (
        b'id,gold,pred,text\nd1,a,b,one\nd2,b,b,"two, three"\nd10,a,a,"x\ny"\n',
        b"id,gold,pred\nd1,a,a\nd2,b,a\nd10,a,a\n",
    )
    tabs = tuple(
        one.replace(b"two, three", b"two").replace(b"x\ny", b"x").replace(b",", b"\t") for one in topics
    )
    one, two = (
        {"id": f"{n}", "text": "x", "gold": gold, "pred": "b", "domain": n} for n, gold in enumerate("ab")
    )
    labels = jsonl(one, two), jsonl(one | {"gold": "b"}, two)
    sets = [
        {"id": f"{n}", "gold": gold, "pred": ["a"], "scores": {"a": 0.5, "b": n / 3}}
        for n, gold in enumerate((["a"], [], ["a", "b"]))
    ]
    several = (
        jsonl(*sets),
        jsonl(*({key: value for key, value in one.items() if key != "scores"} for one in sets)),
    )
    marks = [{"id": f"q{n}", "mark": n / 4, "words": 9 + n, "user": f"u{n % 2}"} for n in range(4)]
    scores = (b"id,mark,words\nq0,1,9\nq1,,10\nq2,true,11\n", b"id\tmark\twords\nq0\t0.5\t9\nq1\tNaN\t1e2\n")
    texts = (b"ja\nnein\nein Satz\n", "\u00e4\r\nb c\r\nd\r\n".encode())
    meanings = ((toy / "crk/glosses.json").read_bytes(),)
    analyses = ((toy / "crk/analyser.json").read_bytes(),)
    return (
        Reader("conllu", ud, ".conllu", folder, scored("ud")),
        Reader("conllu, strict", ud, ".conllu", folder, strictly),
        Reader("tags", iob, ".iob2", folder, scored("span")),
        Reader("tags to convert", iob, ".iob2", folder, converted),
        Reader("span documents", documents, ".jsonl", folder, scored("span")),
        Reader("labels, csv", topics, ".csv", folder, scored("classify")),
        Reader("labels, tsv", tabs, ".tsv", folder, scored("classify")),
        Reader("labels, jsonl", labels, ".jsonl", folder, scored("classify")),
        Reader("several labels", several, ".jsonl", folder, scored("classify", "--task", "multilabel")),
        Reader("scores, csv", scores, ".csv", folder, declared),
        Reader("scores, parquet", (parquet(marks),), ".parquet", folder, declared),
        Reader("runs", runs, ".json", folder, translated),
        Reader("runs, lines", (jsonl_run(),), ".jsonl", folder, translated),
        Reader("runs compared", runs[:1], ".json", folder, compared_runs),
        Reader("texts", texts, ".txt", folder, with_texts),
        Reader("texts, columns", (COLUMNS,), ".tsv", folder, with_columns),
        Reader("texts, objects", (OBJECTS,), ".jsonl", folder, with_columns),
        Reader("rows", (rows,), ".json", folder, compared),
        Reader("run cards", (json.dumps(run_card()).encode(),), ".json", folder, published),
        Reader("rows, published", (rows,), ".json", folder, published),
        Reader("references", (rows,), ".json", folder, judged),
        Reader("units", (units, unpacked_again(units)), ".npz", folder, with_units),
        Reader("gate files", (gate_tables(),), ".toml", folder, gates),
        Reader("snapshots", (kept(rows),), ".md", folder, snapshot),
        Reader("transducers", transducer(), ".hfstol", folder, analysed),
        Reader("analyses", analyses, ".json", folder, analyser),
        Reader("glosses, json", meanings, ".json", folder, glosses),
        Reader("glosses, tsv", (b"atim\tdog\nminos\tcat\n",), ".tsv", folder, glosses),
        Reader("language cards", cards, ".json", folder, with_cards),
        Reader("orthographies", rules, ".json", folder, with_rules),
        Reader("word lists", (lists,), ".json", folder, with_lists),
    )  # fmt: skip
