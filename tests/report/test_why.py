"""Why a row is worse, as lines for a terminal and on the HTML page: a handful here, everything there, safe text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.metrics.metric import Scale
from scoring.report import html
from scoring.report.text import width
from scoring.report.why import Beside, beside, lines, safe
from scoring.rows.records import PartLoss, Row, UnitLoss, Why
from scoring.rows.rows import dumps, loads
from scoring.rows.verdict import Verdict
from tests.report.test_html import HOSTILE, KNOWN, TEXTS, Page

TABLE = {"table", "caption", "thead", "tbody", "tr", "th", "td"}
COUNTS = {"correct": 5, "gold": 5}


def unit(name="s1", loss=0.2, **fields):
    return UnitLoss(id=name, loss=loss, **fields)


def worse(*units, parts=(), lost=None, **fields):
    given = {
        "component": "tagger", "language": "en", "dataset": "ewt", "metric": "LAS", "score": 86.0, "source": "s",
        "scale": Scale.POINTS, "unit": "sentence", "verdict": Verdict.WORSE,
        "why": Why(lost=len(units) if lost is None else lost, units=units, parts=tuple(parts)),
    }  # fmt: skip
    return Row(**given | fields)


def word(number, **columns):
    return {"id": str(number), "form": f"w{number}", **columns}


@pytest.mark.parametrize(("gold", "predicted", "found"), [
    pytest.param(None, None, [], id="nothing known"),
    pytest.param("a", "b", [Beside("", "a", "b")], id="one label"),
    pytest.param(["a", 1], [], [Beside("", "a, 1", "-")], id="several labels"),
    pytest.param([word(2, head="1 w1", deprel="obj")], [word(2, head="1 w1", deprel="obl")], [
        Beside("2 w2: head", "1 w1", "1 w1"), Beside("2 w2: deprel", "obj", "obl"),
    ], id="a word, column by column"),
    pytest.param([word(2, upos="X")], [None], [Beside("", "2 w2 upos X", "-")], id="a word without counterpart"),
    pytest.param([{"start": 0, "end": 2, "label": "PER", "text": "Ann Bee"}], [{"start": 0, "end": 1, "label": "ORG"}],
                 [Beside("", "PER 0-2 Ann Bee", "ORG 0-1")], id="spans"),
    pytest.param({"x": 1}, [{}], [Beside("", "x 1", "-")], id="whatever a file holds"),
])  # fmt: skip
def test_gold_and_prediction_stand_side_by_side(gold, predicted, found):
    assert beside(gold, predicted) == found


def test_lines_name_a_handful_and_count_the_rest():
    units = [unit(f"s{n}", text=f"text {n}", gold="a", predicted="b", before=COUNTS, after={**COUNTS, "correct": 4})
             for n in range(5)]  # fmt: skip
    parts = [PartLoss(name=name, loss=1.0, before=COUNTS, after=COUNTS) for name in "abcdefg"]
    found = lines([worse(*units, lost=900, parts=parts)], 300)
    assert found == [
        "why tagger/en/ewt/LAS: 900 sentences lost against the reference",
        "  s0  -0.20  correct 5 -> 4, gold 5", "    text 0", "      a -> b",
        "  s1  -0.20  correct 5 -> 4, gold 5", "    text 1", "      a -> b",
        "  s2  -0.20  correct 5 -> 4, gold 5", "    text 2",
        "  s3  -0.20  correct 5 -> 4, gold 5", "    text 3",
        "  s4  -0.20  correct 5 -> 4, gold 5", "    text 4",
        "  and 895 more units",
        "  lost most: " + ", ".join(f"{name} -1.00 (correct 5, gold 5)" for name in "abcde") + ", and 2 more",
    ]  # fmt: skip


def test_rows_that_are_not_worse_say_nothing():
    assert lines([worse(unit(), verdict=Verdict.WITHIN), worse(why=None)]) == []


def test_what_is_not_known_is_said():
    row = worse(why=Why(note="which units lost is not known: too many"))
    assert lines([row]) == ["why tagger/en/ewt/LAS: which units lost is not known: too many"]


@given(text=TEXTS, columns=st.integers(20, 90))
@example(text=HOSTILE, columns=80)
@example(text="\x1b]0;title\x07日本語" * 9, columns=40)
def test_no_text_steers_the_terminal_or_leaves_its_line(text, columns):
    row = worse(unit(text, text=text, gold=text, predicted=text + "x"), unit=text,
                parts=[PartLoss(name=text, loss=1.0, before={text: 1}, after={text: 2})])  # fmt: skip
    for line in lines([row], columns):
        assert width(line) <= columns
        assert not [sign for sign in line if not (sign.isprintable() or sign in "\u200c\u200d")]


def test_letters_keep_their_joiners():
    assert safe("می\u200cخواهم") == "می\u200cخواهم"


@given(text=TEXTS)
@example(text=HOSTILE)
def test_any_text_of_a_unit_is_read_back_from_the_page_and_makes_no_markup(text):
    row = worse(unit(text, text=text, gold=text, predicted=f"{text}x"),
                parts=[PartLoss(name=text, loss=1.0, before={}, after={text: 1})])  # fmt: skip
    page = Page(html.dumps([row]))
    assert page.texts("bdi", "id") == [text]
    assert page.texts("p", "said") == ([text] if text else [])
    assert page.texts("td")[:2] == ["-1.00", f"{text} 1"]
    assert page.texts("td")[2:] == [text, f"≠ differs: {text}x"]
    assert {tag for tag, _, _ in page.found} <= KNOWN | TABLE
    assert (page.open, page.comments) == ([], [])


def test_the_page_has_every_unit_inside_closed_details():
    units = [
        unit(f"s{n}", gold=[word(n, upos="A", head="0")], predicted=[word(n, upos="B", head="0")])
        for n in range(30)
    ]
    page = Page(html.dumps([worse(*units, unit("bare", before=COUNTS, after=COUNTS))]))
    details = [attrs for tag, attrs, _ in page.found if tag == "details"]
    assert details == [{"class": "why"}, {}, {"class": "glossary"}]
    assert page.texts("bdi", "id") == [*(f"s{n}" for n in range(30)), "bare"]
    assert page.texts("summary")[0] == "31 sentences lost against the reference in tagger/en/ewt/LAS"


def test_what_differs_is_marked_by_more_than_colour():
    page = Page(
        html.dumps([worse(unit(gold=[word(1, upos="A", head="0")], predicted=[word(1, upos="B", head="0")]))])
    )
    assert page.texts("tr")[3:] == ["1 w1: uposA≠ differs: B", "1 w1: head00"]


def test_reasons_survive_the_rows_file():
    row = worse(unit(text="t", gold=[word(1)], predicted=[None], before=COUNTS, after=COUNTS))
    assert loads(dumps([row])) == [row]
