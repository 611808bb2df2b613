"""Real systems' counts on the same units: what a simulated test set is drawn from.

The data lie beside the project or in it; nothing of them is stored.  The second Czech output is made here, by the
spaCy pipeline ``cs-core-news-sm`` (run ``pip install --no-deps cs-core-news-sm==0.2.1`` in an environment of its own).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from scoring import ud
from scoring.evaluation.measure import Measurement, measure
from scoring.evidence.counts import Counts
from scoring.evidence.evidence import Evidence, Floats
from scoring.metrics import catalog
from scoring.metrics.metric import Metric
from tests.simulation import surface

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "ud"
UD_METRICS = ("UPOS", "UFeats", "Lemmas", "UAS", "LAS")
PIPELINE = "cs_core_news_sm"


@dataclass(frozen=True, eq=False)
class Systems:
    """Two systems on the same units: their counts ``(units, k)``, all metrics side by side; the main metric first."""

    name: str
    metrics: tuple[Metric[Any], ...]
    columns: tuple[tuple[str, ...], ...]  # of each metric
    high: Floats  # of the system with the higher score of the main metric
    low: Floats

    @property
    def units(self) -> int:
        return len(self.high)

    def evidence(self, counts: Floats) -> dict[str, Evidence]:
        """The counts ``(units, k)`` as the evidence of each metric, by id."""
        cuts = np.cumsum([len(names) for names in self.columns])[:-1]
        parts = zip(self.metrics, self.columns, np.split(counts, cuts, axis=-1), strict=True)
        return {
            one.id: Counts(part, names, one.restore({"counts": part}).formula, one.perfect)
            for one, names, part in parts
        }

    def scores(self, counts: Floats) -> dict[str, float]:
        """The score of each metric in points, by id."""
        return {
            name: float(found.score(np.ones(len(counts)))) for name, found in self.evidence(counts).items()
        }


def systems(
    name: str, metrics: Sequence[Metric[Any]], one: Mapping[str, Counts], two: Mapping[str, Counts]
) -> Systems:
    """Both systems, the one with the higher score of the first metric first."""
    tables = [np.concatenate([found[m.id].table for m in metrics], axis=1) for found in (one, two)]
    columns = tuple(one[m.id].columns for m in metrics)
    made = Systems(name, tuple(metrics), columns, *tables)
    main = metrics[0].id
    if made.scores(tables[0])[main] >= made.scores(tables[1])[main]:
        return made
    return Systems(name, tuple(metrics), columns, tables[1], tables[0])


def treebank(name: str, gold: object, one: object, two: object, main: str = "LAS") -> Systems:
    """Two outputs of one treebank, by five metrics of which ``main`` is the main one."""
    metrics = catalog.select("ud", [main, *(label for label in UD_METRICS if label != main)])
    found: list[Measurement] = [measure("ud", gold, pred, metrics) for pred in (one, two)]
    return systems(name, metrics, found[0].evidence, found[1].evidence)


def pud(data: Path) -> Systems:
    """Czech PUD: UDPipe's output and that of the spaCy pipeline on the same 1,000 sentences."""
    gold = data / "ud" / "cs_pud-gold.conllu"
    udpipe = next((data / "ud").glob("cs_pud-udpipe*.conllu"))
    return treebank("PUD Czech", gold, udpipe, czech(gold))


def czech(gold: Path) -> list[Any]:
    """The pipeline's documents, one for each gold sentence's text."""
    if find_spec(PIPELINE) is None:
        msg = f"{PIPELINE} is not installed: pip install --no-deps cs-core-news-sm==0.2.1"
        raise SystemExit(msg)
    lines = gold.read_text(encoding="utf-8").split("\n")
    texts = [line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")]
    return list(import_module(PIPELINE).load(exclude=["ner"]).pipe(texts))


def wmt17(data: Path, pairs: Sequence[tuple[str, str]], segments: int | None = None) -> list[Systems]:
    """Pairs of newstest2017 en-de systems, named by the start of their files' middle part, on the first segments."""
    folder = data / "mt" / "wmt17"
    reference = lines_of(folder / "ref.de")[:segments]
    counts: dict[str, dict[str, Counts]] = {}
    for system in dict.fromkeys(name for pair in pairs for name in pair):
        output = lines_of(next(folder.glob(f"newstest2017.{system}.*")))[:segments]
        counts[system] = {one.id: one.measure((output, reference)) for one in surface.METRICS}
    return [systems(f"WMT17 {a} / {b}", surface.METRICS, counts[a], counts[b]) for a, b in pairs]


def lines_of(path: Path) -> list[str]:
    """The segments of a file; only a line feed ends one."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def example() -> Systems:
    """The project's own example: two German and two English tool outputs, 130 sentences, by UPOS first."""
    parts = []
    for language in ("de", "en"):
        files = (FIXTURES / f"{language}-{side}.conllu" for side in ("gold", "reference", "candidate"))
        parts.append(treebank(language, *files, main="UPOS"))
    high, low = (
        np.concatenate(tables) for tables in zip(*((one.high, one.low) for one in parts), strict=True)
    )
    return Systems("example", parts[0].metrics, parts[0].columns, high, low)


def mistaken() -> Systems:
    """The English output of the example, and the same with every auxiliary tagged as a full verb, by UPOS."""
    gold, output = FIXTURES / "en-gold.conllu", FIXTURES / "en-candidate.conllu"
    text = output.read_text(encoding="utf-8").replace("\tAUX\t", "\tVERB\t")
    return treebank("one mistake", gold, output, ud.loads(text), main="UPOS")
