"""Rows over commits in the terminal, as JSON and as pages: points, steps, slides and accepted changes."""

import json
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from scoring.evaluation.steps import timeline
from scoring.metrics.metric import Scale
from scoring.report import Report, history_html, reporter
from scoring.report.chart import chart_of
from scoring.report.history import RULES, dumps, lines
from scoring.report.pages import history_name
from scoring.report.reporter import ReportHead
from scoring.report.site import newest, pages_of, shown_branch
from scoring.rows.records import Event, Row
from scoring.rows.series import Point, Series
from scoring.rows.verdict import Rule, Verdict
from tests.core.points import tagged
from tests.report.test_html import HOSTILE, TEXTS, Page

ACCEPTED = Event(score=95.0, date="2026-01-02", reason="less data")


def point(score=90.0, day=1, **fields):
    """A bare number, judged by 90."""
    given = {"component": "t", "language": "en", "dataset": "d", "metric": "LAS", "source": "s", "score": score,
             "scale": Scale.POINTS, "reference": 90.0, "reference_source": "refs.json",
             "verdict": Verdict.WITHIN}  # fmt: skip
    return Point(Row(**given | fields), f"2026-01-{day:02}T10:00:00Z", f"c{day}", "main")


def found(*points, **fields):
    return timeline(Series("t/en/d/LAS", "main", points, **fields))


MOVED = found(point(90.0, 1), point(88.0, 2, history=(ACCEPTED,), verdict=Verdict.WORSE), point(88.1, 3))


def test_the_terminal_has_a_line_for_each_point_and_says_where_it_moved():
    assert lines([MOVED]) == [
        "t/en/d/LAS on main: 3 points, 1 step",
        "  date        commit  score  95% CI  reference  verdict  moved",
        "  2026-01-01  c1      90.00  -       90.00      within   -",
        "  2026-01-02  c2      88.00  -       90.00      worse    step -2.00, worse by the slack",
        "    accepted 2026-01-02, 95.00 before: less data",
        "  2026-01-03  c3      88.10  -       90.00      within   -",
        "  from c1 of 2026-01-01 to c3 of 2026-01-03: -1.90, worse, by the slack; 1 accepted change in between",
    ]


def test_a_point_without_a_score_says_why():
    text = lines([found(point(None, reason="no engine"))])
    assert text[-1].endswith("no score: no engine")


def test_units_that_were_not_used_are_told():
    one = found(replace(tagged(5), arrays=tagged(9).arrays), tagged(5))
    assert any("stored units" in line for line in lines([one]))


def test_the_json_has_points_steps_slides_and_the_whole_way():
    (series,) = json.loads(dumps([MOVED]))["series"]
    assert (series["row"], series["branch"], series["label"]) == ("t/en/d/LAS", "main", None)
    assert series["points"][1] == {
        "date": "2026-01-02T10:00:00Z", "commit": "c2", "score": 88.0, "ci": None, "reference": 90.0,
        "reference_ci": None, "reference_source": "refs.json", "verdict": "worse", "rule": None, "reason": None,
        "accepted": [{"date": "2026-01-02", "score": 95.0, "reason": "less data"}], "note": None,
    }  # fmt: skip
    assert series["steps"] == [{
        "since": 0, "at": 1, "verdict": "worse", "rule": "published", "difference": -2.0, "ci": None,
        "adjusted_p": None, "reason": None,
    }]  # fmt: skip
    assert (series["slides"], series["breaks"], series["total"]["difference"]) == ([], [], -1.9)


def test_the_chart_has_a_title_a_description_and_the_same_as_a_table():
    page = Page(history_html.dumps([MOVED]))
    (svg,) = [attrs for tag, attrs, _ in page.found if tag == "svg" and "chart" in attrs.get("class", "")]
    ids = {attrs["id"]: said for _, attrs, said in page.found if "id" in attrs}
    assert svg["role"] == "img"
    assert ids[svg["aria-labelledby"]] == "t/en/d/LAS on main: 3 points, 1 step"
    assert "2026-01-02 c2: step -2.00, worse by the slack" in ids[svg["aria-describedby"]]
    assert "accepted on 2026-01-02: less data" in ids[svg["aria-describedby"]]
    assert page.texts("td")[6:12] == [
        "c2", "88.00", "-", "90.00 (refs.json)", "worse",
        "step -2.00, worse by the slack; accepted 2026-01-02, 95.00 before: less data",
    ]  # fmt: skip


def test_what_moved_leads_to_its_line_of_the_table():
    page = Page(history_html.dumps([MOVED]))
    links = [attrs["href"] for tag, attrs, _ in page.found if tag == "a"]
    lines_of = {attrs["id"]: said for tag, attrs, said in page.found if tag == "tr" and "id" in attrs}
    assert links == ["#s1p2"]
    assert lines_of["s1p2"].startswith("2026-01-02c288.00")


def test_marks_say_by_their_shape_what_happened():
    slid = timeline(Series("a", None, tuple(tagged(n) for n in range(5, 20))))
    assert [mark.kind for mark in chart_of(MOVED).marks] == ["dot", "accepted", "worse", "dot"]
    (square,) = [mark for mark in chart_of(slid).marks if mark.kind != "dot"]
    assert square.path.endswith("h10v10h-10Z")


def test_the_line_is_broken_where_points_cannot_be_compared():
    chart = chart_of(found(point(90.0, 1, signature="a|v1"), point(90.0, 2, signature="a|v2")))
    assert chart.line.count("M") == 2


def test_the_band_goes_along_upper_ends_and_back_along_lower_ones():
    # 80 to 90 is a span of 10; with 0.6 on either side 11.2 points take the 190 from 200 up to 10.
    one = chart_of(
        found(
            point(85.0, 1, ci=(80.0, 90.0), reference=None), point(85.0, 2, ci=(80.0, 90.0), reference=None)
        )
    )
    assert one.band == "M12.0 20.2L708.0 20.2L708.0 189.8L12.0 189.8Z"
    assert (one.low, one.high) == ("79.40", "90.60")


@pytest.mark.parametrize("points", [
    pytest.param((), id="no point"),
    pytest.param((point(None, reference=None),), id="no score"),
    pytest.param((point(-1e308), point(1e308, 2)), id="farther apart than a float can say"),
])  # fmt: skip
def test_no_chart_where_there_is_nothing_to_draw(points):
    assert chart_of(timeline(Series("a", None, points))) is None
    assert 'class="chart"' not in history_html.dumps([timeline(Series("a", None, points))])


def test_a_single_point_is_drawn_and_opened():
    text = history_html.dumps([found(point(90.0))])
    assert "<details open>" in text
    assert chart_of(found(point(90.0))).line.startswith("M12.0")


@given(text=TEXTS)
@example(text=HOSTILE)
def test_any_text_is_read_back_from_the_page_and_makes_no_markup(text):
    event = Event(score=1.0, date=text, reason=text)
    one = Point(changed(point().row, metric=text, reference_source=text, history=(event,)), text, text, text)
    page = Page(history_html.dumps([timeline(Series(text, text, (one,), text))]))
    assert page.texts("h2")[0].startswith(text)
    assert "script" not in {tag for tag, _, _ in page.found}
    assert (page.open, page.comments) == ([], [])


@given(text=TEXTS | st.just("\x1b[31m"))
def test_no_text_steers_the_terminal(text):
    event = Event(score=1.0, date=text, reason=text)
    one = Point(changed(point().row, history=(event,)), text, text, text)
    for line in lines([timeline(Series(text, text, (one,)))]):
        assert not [sign for sign in line if ord(sign) < 32]


def test_a_page_of_very_many_rows_has_a_line_for_those_that_did_not_move():
    still = [
        timeline(Series(f"row {n}", None, tuple(point(90.0, day) for day in range(1, 20))))
        for n in range(400)
    ]
    text = history_html.dumps([*still, MOVED])
    assert len(text.encode()) < 1_500_000
    assert text.count('<svg class="chart"') == 1
    assert "row 399: 19 points, no step" in text


def site(*timelines):
    return pages_of(timelines, ReportHead("tagger", command="onenlp site"), {}, "scores.db")


def test_every_link_of_a_site_leads_to_a_page_or_a_place_on_its_own():
    other = replace(point(), row=changed(point().row, metric="A[b]"))
    pages = site(MOVED, timeline(Series("t/en/d/A[b]", "main", (other,))))
    assert set(pages) == {
        "index.html",
        "history.html",
        history_name("t/en/d/LAS"),
        history_name("t/en/d/A[b]"),
    }
    for text in pages.values():
        page = Page(text)
        ids = {attrs["id"] for _, attrs, _ in page.found if "id" in attrs}
        for href in [attrs["href"] for tag, attrs, _ in page.found if tag == "a"]:
            assert href in pages if not href.startswith("#") else href[1:] in ids


def test_the_first_page_has_the_newest_row_with_its_commit_and_the_way_to_its_history():
    page = Page(site(found(point(90.0, 1), point(88.0, 2, verdict=Verdict.WORSE)))["index.html"])
    assert (page.facts()["Commit"], page.facts()["Score"]) == ("c2", "88.00")
    assert page.texts("p", "next") == ["Next: onenlp history t/en/d/LAS --db scores.db"]


def test_the_first_page_is_of_the_main_branch_where_a_row_has_it():
    main, other = Series("a", "main", (point(90.0, 1),)), Series("a", "topic", (point(80.0, 9),))
    alone = Series("b", "topic", (point(70.0, 1),))
    assert shown_branch([other, main]) == "main"
    assert [one.row.score for one in newest([other, main, alone], "main")] == [90.0, 70.0]
    assert [one.row.score for one in newest([other, main], None)] == [80.0]


def test_the_history_of_the_site_begins_with_what_moved_last():
    quiet = timeline(Series("q/en/d/LAS", "main", (point(90.0, 1),)))
    page = Page(site(quiet, MOVED)["history.html"])
    assert [said for tag, attrs, said in page.found if tag == "th"][3:] == [
        "t/en/d/LAS on main",
        "q/en/d/LAS on main",
    ]


def test_every_rule_has_words():
    assert set(RULES) == set(Rule)


def test_names_of_pages_are_plain_and_no_two_rows_share_one():
    names = {history_name(key) for key in ("a/b", "a b", "A/B", "ä/ß", "日本", HOSTILE)}
    assert len(names) == 6
    assert all(name.isascii() and not set(name) & set("/\\ <>:") for name in names)


def test_a_report_that_is_written_into_a_site_leads_to_its_pages(tmp_path):
    for name, text in site(MOVED).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "leaderboard-cost.html").write_text("")
    report = Report([MOVED.series.points[-1].row, changed(point().row, metric="UPOS")])
    reporter("html").write(tmp_path / "gates.html", report)
    page = Page((tmp_path / "gates.html").read_text(encoding="utf-8"))
    links = [attrs["href"] for tag, attrs, _ in page.found if tag == "a" and attrs["href"][0] != "#"]
    assert links == ["history.html", "leaderboard-cost.html", history_name("t/en/d/LAS")]


def test_a_report_that_is_written_anywhere_else_leads_nowhere(tmp_path):
    reporter("html").write(tmp_path / "gates.html", Report([point().row]))
    assert "<nav" not in (tmp_path / "gates.html").read_text(encoding="utf-8")


def test_a_page_has_room_for_the_charts_of_those_that_moved_last():
    moved = [
        timeline(Series(f"row {n}", None, (point(90.0, 1 + n % 28), point(80.0, 2 + n % 27))))
        for n in range(900)
    ]
    text = history_html.dumps(moved)
    assert len(text.encode()) < 1_500_000
    charts = text.count('<svg class="chart"')
    assert 100 < charts < 900
    assert len(Page(text).texts("li")) > 900 - charts
