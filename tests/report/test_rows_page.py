"""What a page has beside its rows: head, overview, filter, next commands, both outputs, confusions, its size."""

import re

import pytest
from hypothesis import example, given

from scoring.report import Report, reporter
from scoring.report.glossary import FLAGS, VERDICTS
from scoring.report.html import LARGEST, dumps, page
from scoring.report.overview import grids, kinds_of
from scoring.report.panels import Around
from scoring.report.reporter import ReportHead
from scoring.rows.records import PartLoss, Row, UnitLoss, Why
from scoring.rows.verdict import Verdict
from tests.report.test_html import HOSTILE, TEXTS, WITHIN, WORSE, Page, row
from tests.shared import ROOT

HEAD = ReportHead("tagger", "abc123", "main", "2026-12-01", "pytest --x", ("refs.json", "more.json"))


def worse(*units, **fields):
    """A worse row with these units."""
    return row(**{"verdict": Verdict.WORSE, "why": Why(lost=len(units), units=units)} | fields)


def test_the_head_says_where_the_rows_come_from():
    facts = Page(page([WORSE], HEAD)).facts()
    names = ("Project", "Commit", "Branch", "Date", "Command", "References")
    assert [facts[name] for name in names] == [
        "tagger", "abc123", "main", "2026-12-01", "pytest --x", "refs.json, more.json",
    ]  # fmt: skip


def test_what_is_not_known_is_not_in_the_head():
    assert "Commit" not in Page(page([WORSE], ReportHead(project="tagger"))).facts()


def test_the_overview_leads_from_every_verdict_to_its_row():
    text = Page(dumps([WITHIN, WORSE, row(metric="LAS[obj]", verdict=Verdict.WITHIN)]))
    links = [(attrs["href"], said) for tag, attrs, said in text.found if tag == "a"]
    names = {attrs["id"]: said for tag, attrs, said in text.found if tag == "li" and "id" in attrs}
    assert [(said, names[href[1:]].split("\n")[1][:17]) for href, said in links] == [
        ("worse", "tagger/en/ewt/LAS"), ("within", "tagger/en/ewt/UPO"),
    ]  # fmt: skip


def test_a_cell_of_the_overview_counts_labels_and_slices_and_shows_the_worst():
    rows = [row(metric=metric, verdict=verdict) for metric, verdict in (
        ("F1", Verdict.WITHIN), ("F1[PER]", Verdict.WORSE), ("F1{domain=news}", Verdict.WORSE), ("UPOS", None),
    )]  # fmt: skip
    ((name, (first, second)),) = grids(rows)[0].lines
    assert name == "tagger/en/ewt"
    assert (first.verdict, first.href, first.parts) == ("worse", "#r2", "2 of 3")
    assert (second.verdict, second.href, second.parts) == ("not judged", "#r4", "")


def test_more_than_eight_metrics_go_on_in_a_second_grid_of_the_test_sets_that_have_them():
    rows = [row(metric=f"m{n}") for n in range(9)] + [row(dataset="other", metric="m0")]
    first, second = grids(rows)
    assert (len(first.metrics), second.metrics) == (8, ("m8",))
    assert [name for name, _ in second.lines] == ["tagger/en/ewt"]
    assert first.lines[1][1][1:] == (None,) * 7


def test_the_filter_offers_what_differs_and_every_row_has_its_classes():
    filters, classes = kinds_of([WORSE, WITHIN])
    assert [choice.text for choice in filters.verdicts] == ["worse", "within"]
    assert filters.components == ()
    assert [choice.text for choice in filters.metrics] == ["LAS", "UPOS"]
    assert classes == ["m0", "m1"]
    text = dumps([WORSE, WITHIN])
    assert "main:has(#fm>[value=m1]:checked) .rows>li:not(.m1){display:none}" in text
    assert [attrs["class"] for tag, attrs, _ in Page(text).found if tag == "li"] == ["worse m0", "within m1"]
    assert "<select" not in dumps([WORSE])


def test_a_row_says_what_to_run_next_and_leads_to_its_history():
    text = Page(page([WORSE], around={WORSE.key: Around("onenlp x 'y'", "history-a.html")}))
    assert text.texts("p", "next") == ["Next: onenlp x 'y'"]
    assert [attrs["href"] for tag, attrs, _ in text.found if tag == "a"] == ["history-a.html"]


def test_the_report_of_a_run_has_head_and_commands(tmp_path):
    report = Report([WORSE], head=HEAD, commands={WORSE.key: "pytest --y"})
    reporter("html").write(tmp_path / "rows.html", report)
    text = (tmp_path / "rows.html").read_text(encoding="utf-8")
    assert text == reporter("html").text(report)
    assert "abc123" in text
    assert "pytest --y" in text


def test_old_and_new_output_stand_side_by_side():
    unit = UnitLoss(id="s1", loss=1.0, gold=["ein Haus"], predicted=["ein Hut"], old=["ein Haus"])
    text = Page(dumps([worse(unit)]))
    assert text.texts("th")[-4:] == ["Gold", "Old", "New", ""]
    assert text.texts("td")[-3:] == ["ein Haus", "ein Haus", "≠ differs: ein Hut"]


def test_labels_taken_for_others_are_counted_gold_by_predicted():
    units = [UnitLoss(id=str(n), loss=1.0, gold=gold, predicted=predicted)
             for n, (gold, predicted) in enumerate([("spam", "ham"), ("spam", "ham"), ("news", "ham")])]  # fmt: skip
    text = Page(dumps([worse(*units, signature="labels.accuracy|v1")]))
    assert text.texts("caption") == ["Confused on these units: gold by predicted"]
    table = next(said for tag, attrs, said in text.found if attrs.get("class") == "confusion")
    assert table.split() == [
        "Confused",
        "on",
        "these",
        "units:",
        "gold",
        "by",
        "predicted",
        "Goldham",
        "spam2",
        "news1",
    ]


def test_tags_and_spans_are_confused_by_what_holds_their_label():
    words = UnitLoss(id="1", loss=1.0, gold=[{"id": "1", "upos": "NOUN", "head": "2"}, None],
                     predicted=[{"id": "1", "upos": "VERB", "head": "0"}, {"id": "2", "upos": "X"}])  # fmt: skip
    spans = UnitLoss(id="2", loss=1.0, gold=[{"start": 0, "end": 1, "label": "PER"}], predicted=[None])
    tables = [said.split() for tag, attrs, said in Page(dumps([worse(words), worse(spans, metric="F1")])).found
              if attrs.get("class") == "confusion"]  # fmt: skip
    assert tables[0][-3:] == ["GoldVERBX", "NOUN1", "-1"]
    assert tables[1][-2:] == ["Gold-", "PER1"]


def test_texts_of_a_translation_are_no_labels():
    assert 'confusion"' not in dumps([worse(UnitLoss(id="1", loss=1.0, gold=["a"], predicted=["b"]))])


@given(text=TEXTS)
@example(text=HOSTILE)
def test_any_text_of_head_command_and_old_output_is_read_back_and_makes_no_markup(text):
    unit = UnitLoss(id="1", loss=1.0, gold="g", predicted=text, old=text)
    given = worse(unit, signature="labels.accuracy|v1", metric=text)
    found = Page(
        page([given, WITHIN], ReportHead(text, text, text, text, text, (text,)), {given.key: Around(text)})
    )
    assert found.texts("p", "next") == ([f"Next: {text}"] if text else [])
    assert found.facts().get("Project", "") == text
    assert found.texts("td")[-1] == ("g" if text == "g" else f"≠ differs: {text}")
    assert (found.open, found.comments) == ([], [])
    assert "script" not in {tag for tag, _, _ in found.found}


def thousand():
    """1,000 rows of which 20 are worse, with five units of twenty words each."""
    words = [{"id": str(n), "form": f"word{n}", "head": f"{n} word", "deprel": "nsubj"} for n in range(20)]
    wrong = [{**word, "deprel": "obj"} for word in words]
    unit = UnitLoss(id="s", loss=0.1, before={"correct": 5}, after={"correct": 4}, text="word " * 20,
                    gold=words, predicted=wrong, old=words)  # fmt: skip
    parts = tuple(PartLoss(name=f"r{n}", loss=1.0, before={"gold": 5}, after={"gold": 4}) for n in range(10))
    why = Why(lost=5, units=(unit,) * 5, parts=parts)
    return [
        Row(**{name: getattr(WORSE, name) for name in Row.__struct_fields__}
            | {"component": f"tagger {n // 20}", "dataset": "UD English-EWT test", "metric": f"M{n % 20}",
               "gold_sha256": "0" * 64, "units_sha256": "1" * 64, "signature": "ud.las.f1|v1",
               "verdict": Verdict.WITHIN if n % 50 else Verdict.WORSE, "why": None if n % 50 else why})
        for n in range(1000)
    ]  # fmt: skip


@pytest.mark.slow
def test_a_page_of_a_thousand_rows_is_small_and_says_what_it_leaves_out():
    text = page(thousand(), HEAD)
    assert len(text.encode()) < LARGEST < 1_500_000
    assert "This page would be too large with everything" in text
    assert len(re.findall('<li id="r', text)) == 1000
    assert text.count('<bdi class="id">s</bdi>') == 100


def test_a_page_of_a_few_rows_leaves_nothing_out():
    assert "too large" not in dumps([WORSE, WITHIN])


@pytest.mark.source
def test_every_verdict_and_every_flag_of_the_manual_is_in_the_glossary():
    manual = (ROOT / "docs/reference/numbers.md").read_text(encoding="utf-8")
    table = manual.partition("## Flags")[2].partition("With `--onenlp-strict`")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    flags = {flag.replace("‹n›", "…") for cell in cells for flag in re.findall("`([^`]+)`", cell)}
    assert len(flags) > 10
    assert flags <= set(FLAGS)
    assert set(Verdict) <= set(VERDICTS)
