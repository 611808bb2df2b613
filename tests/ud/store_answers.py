"""Ask the reference programs and store their answers: `python -m tests.ud.store_answers [fuzz] [perturbed]`.

The inputs are not stored: seeds make them again, and their SHA-256 shows that they are the same.  So the scorer
is checked without a registry, and only asking the programs again needs one.

`answers/fuzz.npz` holds the script's counts of every pair, and of the pair with gold and prediction exchanged;
`answers/fuzz.json` says what they are counts of, and holds `udeval`'s counts of each chunk of pairs as one file.
`answers/perturbed.json` holds both programs' answers to perturbed copies of `fixtures/ud`.
"""

import datetime
import gc
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.ud import fuzz, oracle
from tests.ud.perturb import perturb

ANSWERS = Path(__file__).with_name("answers")
FIXTURES = oracle.ROOT / "fixtures" / "ud"
SEED = 1
PAIRS = 20_000
CHUNK = 1_250
NO_ALIGNED = 255
PERTURBATIONS = (
    (1, 0.02, ()),
    (2, 0.1, ()),
    (3, 0.3, ()),
    (4, 0.03, ("LEMMA", "FEATS")),
    (5, 0.03, ("UPOS", "DEPREL")),
)

Bytes = npt.NDArray[np.uint8]


def chunks() -> list[range]:
    """The numbers of the pairs, chunk by chunk."""
    return [range(start, start + CHUNK) for start in range(0, PAIRS, CHUNK)]


def sha256(parts: Iterable[bytes]) -> str:
    """The digest of the parts, each ended by a zero byte, which no file here holds."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
        digest.update(b"\0")
    return digest.hexdigest()


def stored_fuzz() -> Bytes:
    """The script's stored counts: ``(directions, metrics, counts, pairs)``."""
    with np.load(ANSWERS / "fuzz.npz") as stored:
        table: Bytes = stored["rows"][stored["place"].ravel()]
    return table.reshape(2, len(oracle.METRICS), 4, -1)


def stored(name: str) -> dict[str, Any]:
    """The record of stored answers."""
    record: dict[str, Any] = json.loads((ANSWERS / name).read_text(encoding="utf-8"))
    return record


def pack(counts: dict[str, oracle.Counts]) -> list[list[int]]:
    """Counts as rows of the table: correct, gold, predicted, aligned (255: none)."""
    rows = [list(astuple(counts[metric])) for metric in oracle.METRICS]
    return [[NO_ALIGNED if n is None else n for n in row] for row in rows]


def unpack(rows: Sequence[Sequence[int]]) -> dict[str, oracle.Counts]:
    """Counts of a table's rows."""
    return {
        metric: oracle.Counts(
            int(correct), int(gold), int(predicted), None if aligned == NO_ALIGNED else int(aligned)
        )
        for metric, (correct, gold, predicted, aligned) in zip(oracle.METRICS, rows, strict=True)
    }


def ask_both_ways(pair: fuzz.Pair) -> tuple[dict[str, oracle.Counts], dict[str, oracle.Counts]]:
    """The script's counts of a pair, and of the pair exchanged."""
    gold, predicted = oracle.load(pair.gold), oracle.load(pair.predicted)
    return oracle.answer(gold, predicted).counts, oracle.answer(predicted, gold).counts


def ask_program(command: Sequence[str]) -> dict[str, oracle.Counts]:
    """The counts that a program prints with ``-c``."""
    return oracle.read_counts(oracle.run(command))


def origin(requirement: str, command: str) -> dict[str, str]:
    """Which program answered, and how it was asked."""
    digest = {"sha256": oracle.SCRIPT_SHA256} if requirement == oracle.SCRIPT_REQUIREMENT else {}
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    return {
        "program": requirement,
        **digest,
        "command": command,
        "date": day,
        "python": sys.version.split()[0],
    }


def script_origin(command: str) -> dict[str, str]:
    """The script's origin."""
    return {"script": oracle.SCRIPT_NAME, **origin(oracle.SCRIPT_REQUIREMENT, command)}


def store_fuzz() -> None:
    """Ask about every fuzzed pair."""
    table = np.empty((2, len(oracle.METRICS), 4, PAIRS), dtype=np.uint8)
    about: list[dict[str, Any]] = []
    gc.freeze()
    for numbers in chunks():
        pairs = list(fuzz.pairs(SEED, numbers))
        for number, pair in zip(numbers, pairs, strict=True):
            for way, counts in enumerate(ask_both_ways(pair)):
                table[way, :, :, number] = pack(counts)  # numpy refuses what a byte cannot hold
        about.append(
            {"inputs_sha256": sha256(side for pair in pairs for side in pair), "udeval": ask_udeval(pairs)}
        )
    # Most counts come several times (the words of both sides, the aligned words): each row is stored once.
    rows, place = np.unique(table.reshape(-1, PAIRS), axis=0, return_inverse=True)
    np.savez_compressed(ANSWERS / "fuzz.npz", rows=rows, place=place.astype(np.uint8))
    record = {
        "about": "counts of fuzzed pairs, made by tests.ud.fuzz.make(seed, number)",
        "seed": SEED,
        "pairs": PAIRS,
        "chunk": CHUNK,
        "columns": ["correct", "gold", "predicted", "aligned"],
        "answered_by": {
            "fuzz.npz": script_origin("load_conllu(gold), load_conllu(predicted), evaluate, both ways"),
            "udeval": origin(
                oracle.UDEVAL_REQUIREMENT, "udeval -c --no-enhanced GOLD PREDICTED (chunk as one file)"
            ),
        },
        "chunks": about,
    }
    write_json("fuzz.json", record)


def as_one(pairs: Sequence[fuzz.Pair]) -> fuzz.Pair:
    """The pairs as one pair.  Its counts are not their sums: words of one pair can align in the next one's group."""
    return fuzz.Pair(b"".join(pair.gold for pair in pairs), b"".join(pair.predicted for pair in pairs))


def ask_udeval(pairs: Sequence[fuzz.Pair]) -> dict[str, tuple[int, ...]]:
    """`udeval`'s counts of the pairs as one pair of files."""
    pair = as_one(pairs)
    with tempfile.TemporaryDirectory() as folder:
        gold, predicted = Path(folder, "gold.conllu"), Path(folder, "predicted.conllu")
        gold.write_bytes(pair.gold)
        predicted.write_bytes(pair.predicted)
        return plain(ask_program(oracle.udeval_command(gold, predicted, "-c")))


def plain(counts: dict[str, oracle.Counts]) -> dict[str, tuple[int, ...]]:
    """Counts as JSON holds them."""
    return {metric: astuple(found) for metric, found in counts.items()}


def store_perturbed() -> None:
    """Ask about perturbed copies of the project's own gold files."""
    answers = []
    for gold in sorted(FIXTURES.glob("*-gold.conllu")):
        data = gold.read_bytes()
        for seed, rate, blank in PERTURBATIONS:
            changed = perturb(data, seed, rate, blank)
            answers.append(
                {
                    "gold": gold.name,
                    "gold_sha256": hashlib.sha256(data).hexdigest(),
                    "seed": seed,
                    "rate": rate,
                    "blank": blank,
                    "predicted_sha256": hashlib.sha256(changed).hexdigest(),
                    **ask_about(gold, changed),
                }
            )
    record = {
        "about": "answers to copies of fixtures/ud that tests.ud.perturb.perturb(gold, seed, rate, blank) makes",
        "answered_by": {
            "counts": script_origin("load_conllu(gold), load_conllu(predicted), evaluate"),
            "script": script_origin(f"python {oracle.SCRIPT_NAME} -v GOLD PREDICTED"),
            "udeval": origin(oracle.UDEVAL_REQUIREMENT, "udeval -v --no-enhanced GOLD PREDICTED"),
        },
        "answers": answers,
    }
    write_json("perturbed.json", record)


def ask_about(gold: Path, predicted: bytes) -> dict[str, Any]:
    """All that both programs say of one pair."""
    counts = oracle.answer(oracle.load(gold.read_bytes()), oracle.load(predicted)).counts
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "predicted.conllu")
        path.write_bytes(predicted)
        script = oracle.read_table(oracle.run(oracle.script_command(gold, path, "-v")))
        udeval = oracle.read_table(oracle.run(oracle.udeval_command(gold, path, "-v")))
    return {"counts": plain(counts), "script": script, "udeval": udeval}


def write_json(name: str, record: dict[str, Any]) -> None:
    """Write a record, one answer a line."""
    head = {key: value for key, value in record.items() if not isinstance(value, list) or key == "columns"}
    (rows_key, rows), *_ = [(k, v) for k, v in record.items() if k not in head]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    top = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    (ANSWERS / name).write_text(f'{top},\n "{rows_key}": [\n{lines}\n]\n}}\n', encoding="utf-8")


def main(names: Sequence[str]) -> None:
    """Store the named answers, or all."""
    stores = {"fuzz": store_fuzz, "perturbed": store_perturbed}
    ANSWERS.mkdir(exist_ok=True)
    for name in names or stores:
        if name not in stores:
            raise SystemExit(f"no answers are called {name}; there are {' and '.join(stores)}")
        stores[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
