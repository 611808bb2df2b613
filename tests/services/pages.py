"""Pages made by the reporter from rows that are hard to show: what a browser is to open."""

from functools import partial

from scoring.card.entrant import SORTS, entrant_of
from scoring.card.leaderboard import leaderboard
from scoring.card.leaderboard_pages import board_html
from scoring.evaluation.steps import timeline
from scoring.metrics.metric import Better, Scale
from scoring.report import history_html
from scoring.report.html import dumps, page
from scoring.report.panels import Around
from scoring.report.reporter import ReportHead
from scoring.report.site import pages_of
from scoring.rows.records import Event, PartLoss, Row, RowDifference, UnitLoss, Why
from scoring.rows.series import Point, Series
from scoring.rows.verdict import Rule, Verdict
from tests.store.made import card

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


def why(text):
    """Reasons with the text wherever text can be, and a table of confused labels."""
    unit = UnitLoss(id=text, loss=0.2, text=text, gold=f"{text} a", predicted=f"{text} b", old=text)
    labels = [
        UnitLoss(id=str(n), loss=0.1, gold=f"gold {text} {n}", predicted=f"other {n % 9}") for n in range(12)
    ]
    parts = (PartLoss(name=text, loss=1.0, before={text: 2}, after={text: 1}),)
    return Why(lost=13, units=(unit, *labels), parts=parts, note=text)


def series(name, text="", points=12):
    """A history in which everything happens: a gap, a break, a step, a slide, an accepted change."""
    made = []
    for day in range(points):
        score = None if day == 3 else 90.0 - 0.4 * day - (5 if day > 8 else 0)
        ends = None if score is None or day == 5 else (score - 1, score + 1)
        event = (Event(score=91.0, date="2026-01-05", reason=f"new data {text}"),) if day > 5 else ()
        one = row(score=score, ci=ends, history=event, signature=f"v{day > 1}{text}",
                  reference_source=f"refs.json {text}",
                  reason=None if day != 3 else f"no engine {text}", gold_sha256=None)  # fmt: skip
        made.append(Point(one, f"2026-01-{day % 28 + 1:02}T00:00:00Z", f"{day:02}c0ffee{text}", "main", text))
    return timeline(Series(f"{name}{text}", "main", tuple(made), text or None))


HEAD = ReportHead(
    "tagger", "c0ffee" * 6, "main", "2026-12-01T12:00:00Z", f"pytest {LONG}", ("refs.json", LONG)
)
BOARD = leaderboard(
    (entrant_of(card(name, dataset=LONG if name == "b" else None), SORTS["cost"]) for name in "abc"),
    SORTS["cost"],
)
SITE = pages_of(
    [series("tagger/en/ewt/LAS"), series("tagger/en/ewt/UPOS", points=2)],
    HEAD,
    {"leaderboard-cost.html": ("Leaderboard by cost", partial(board_html, BOARD))},
    "scores.db",
)
PAGES = {
    "everything": page(
        [row(metric=f"metric {n}", verdict=Verdict.WORSE if n < 2 else Verdict.WITHIN, why=why(text) if n < 2 else None,
             signature="labels.accuracy|v1") for n, text in enumerate(("text", LONG, *"abcdefghij"))]
        + [row(component=LONG, metric=LONG), row(component="אבגדה", metric="metric 1[x]")],
        HEAD, {"tagger/en/ewt/metric 0": Around(f"pytest --onenlp-accept {LONG}", "history.html")}),
    "history": history_html.dumps([series("tagger/en/ewt/LAS"), series("a", LONG), series("b", HOSTILE, 40),
                                   series("c", RIGHT_TO_LEFT, 1), series("d", "日本語" * 40, 400)]),
    "no history": history_html.dumps([]),
    **{f"site: {name}": text for name, text in SITE.items()},
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
