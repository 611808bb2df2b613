"""Pages made by the reporter from rows that are hard to show: what a browser is to open."""

from scoring.metrics.metric import Better, Scale
from scoring.report.html import dumps
from scoring.rows.records import Event, Row, RowDifference
from scoring.rows.verdict import Rule, Verdict

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 4
HOSTILE = "<script>console.error('run')</script><img src=x onerror=console.error(1)>]]>&lt;--><style>*{width:9999px}"
RIGHT_TO_LEFT = "אבג \u202eabc\u202c العربية \u2067x"


def row(**fields):
    """A row with every figure and fact that a page shows."""
    given = {
        "component": "tagger", "language": "en", "dataset": "ewt", "metric": "LAS", "score": 86.41, "source": "ours",
        "ci": (85.93, 86.88), "scale": Scale.POINTS, "better": Better.HIGHER, "reference": 88.1,
        "reference_ci": (87.62, 88.57), "reference_source": "published", "within_noise": False, "mde": 0.46,
        "difference": RowDifference(value=-1.69, ci=(-2.02, -1.35), p=0.001, adjusted_p=0.003), "rule": Rule.PAIRED,
        "verdict": Verdict.WORSE, "flags": ("small_sample",), "units": 2077, "unit": "sentence",
        "counts": {"correct": 22160, "predicted": 25100, "gold": 25094}, "resamples": 1000, "seed": 20260101,
        "gold_sha256": "0123456789abcdef" * 4, "history": (Event(score=88.0, date="2026-01-01", reason="new data"),),
    }  # fmt: skip
    return Row(**given | fields)


def laden(text, **names):
    """A row with the text wherever text can be."""
    return row(metric=text, source=text, reference_source=text, reason=text, flags=(text, text), signature=text,
               unit=text, counts={text: 1}, history=(Event(score=1.0, date=text, reason=text),), **names)  # fmt: skip


PAGES = {
    "no row": dumps([]),
    "every verdict": dumps([
        *(row(component=verdict, verdict=verdict, reason=f"why it is {verdict}") for verdict in Verdict),
        row(component="unjudged", verdict=None, reference=None, reference_ci=None, difference=None),
        row(component="no score", score=None, ci=None, verdict=Verdict.ERROR, difference=None, reason="no units"),
    ]),
    "hard names": dumps([
        laden(LONG, component=LONG, language=LONG, dataset=LONG),
        laden(HOSTILE, component=HOSTILE.replace("/", "")),
        laden(RIGHT_TO_LEFT, component="אבגדה", dataset="العربية"),
        laden("日本語" * 100, score=1.7e300, ci=(-1.7e300, 1.7e300), reference=-1e300),
        laden("a\x00b\x1b\x85\u2028c\ufffe" + "\n" * 30 + "d" + " " * 300 + "e"),
    ]),
    "200 rows": dumps([row(dataset=f"test set {number}") for number in range(200)]),
}  # fmt: skip
