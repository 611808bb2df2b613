"""Every sink of rows keeps its form, whatever text a row holds: one line is one line, one cell one cell."""

import csv as reader
import html as entities
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_onenlp.show.github import command
from pytest_onenlp.show.safe_lines import one_line
from scoring.base.errors import RowsError
from scoring.base.wording import printable
from scoring.metrics.metric import Scale
from scoring.report import csv, html, line, markdown, reporter
from scoring.report import text as terminal
from scoring.report.reporter import Report
from scoring.rows.records import Event, Row
from scoring.rows.rows import dumps, loads
from scoring.rows.verdict import Rule, Verdict

SIGNS = "<>&|\"'`*_~[]()=#%:,/\\\n\r\t \x00\x07\x1b\x7f\x85\u200e\u200f\u202a\u202e\u2028\u2029\u2066\u2069\ud800aא"
TEXTS = st.text(st.sampled_from(SIGNS)) | st.text(st.characters())
HOSTILE = "]]></script><b>&lt;|`x`\n::error ::y\r\n\u202eabc\u2066\ud800\x1b[31m"
# What turns direction, moves the cursor or ends a line; none of it may reach a terminal or log as it is.
RAW = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
anything = given(text=TEXTS)
hostile = example(text=HOSTILE)


def row(text, **fields):
    """A failing row with the text wherever text can be; names have to be printable."""
    name = "".join(sign for sign in text if sign.isprintable() and sign != "/").strip() or "a"
    given = {"component": name, "language": name, "dataset": name, "metric": text, "score": 86.41, "source": text,
             "scale": Scale.POINTS, "reference": 88.1, "reference_source": text, "verdict": Verdict.WORSE,
             "rule": Rule.PUBLISHED, "flags": (text,), "reason": text, "unit": text, "signature": text,
             "counts": {text: 1}, "history": (Event(score=1.0, date=text, reason=text),)}  # fmt: skip
    return Row(**given | fields)


@anything
@hostile
def test_the_terminal_s_table_has_a_line_a_row(text):
    for said in terminal.table([row(text), row("plain")]):
        assert not RAW.search(said.text)


@anything
@hostile
@pytest.mark.parametrize("verdict", [*Verdict, None])
def test_the_reason_of_a_row_is_one_line(text, verdict):
    said = line.line_of(row(text, verdict=verdict), closest=text, record=text)
    assert not RAW.search(said)


@anything
@hostile
def test_text_of_a_terminal_is_escaped_once_and_alike_everywhere(text):
    assert printable(text) == one_line(text)
    assert printable(printable(text)) == printable(text)


def test_letters_of_every_script_and_joiners_inside_words_stay():
    text = "naïve אב می‌خواهم 日本　語 👩‍🚀 non breaking"
    assert printable(text) == text


@anything
@hostile
def test_the_markdown_table_has_the_same_cells_in_every_line(text):
    lines = markdown.dumps([row(text), row("plain")]).split("\n")
    assert lines.pop() == ""
    assert len(lines) == 4
    for said in lines:
        assert not RAW.search(said)
        assert not re.search("[<>]", said)
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", said)) == 13


@anything
@hostile
def test_a_reason_in_markdown_is_one_line_without_markup(text):
    said = markdown.escaped(text)
    assert not RAW.search(said)
    assert not re.search("[<>]", said)
    assert not re.search(r"(?<!\\)(?:\\\\)*[`*|~]", said)
    assert entities.unescape(re.sub(r"\\([\\|`*~_\]])", r"\1", said)) == printable(" ".join(text.split()))


@anything
@hostile
def test_the_csv_is_read_back(text, tmp_path_factory):
    text_of = io.StringIO(csv.dumps([row(text)]), newline="")
    [header, cells] = reader.reader(text_of)
    found = dict(zip(header, cells, strict=True))
    assert found["source"].removeprefix("'") == text.removeprefix("'")


@anything
@hostile
def test_the_page_is_read_back_and_holds_no_more_elements_than_any(text):
    assert tags(html.dumps([row(f"x{text}")])) == tags(html.dumps([row("plain")]))


def tags(page):
    """The elements of a page in order; each that is opened is closed."""
    found, unclosed = [], []

    class Tags(HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.append(tag)
            if tag not in {"meta", "line", "circle"}:
                unclosed.append(tag)

        def handle_endtag(self, tag):
            assert unclosed.pop() == tag

        def handle_startendtag(self, tag, attrs):
            found.append(tag)

    Tags(convert_charrefs=True).feed(page)
    assert not unclosed
    return found


@anything
@hostile
def test_json_is_read_back_or_refused_with_the_row_s_name(text):
    names = dict.fromkeys(("component", "language", "dataset", "metric"), "a")
    data = dumps([row(text, **names)])
    assert json.loads(data)["rows"][0]["reason"] == text
    if text.strip() and not re.search("[\ud800-\udfff]", text):
        assert loads(data) == [row(text, **names)]
    else:
        with pytest.raises(RowsError, match="row 1 "):
            loads(data)


@anything
@hostile
def test_an_annotation_is_one_command(text):
    said = command(one_line(text), file=text, title=text, line=3)
    assert not re.search("[\r\n]", said)
    properties = said.removeprefix("::error ").split("::")[0]
    assert [part.split("=")[0] for part in properties.split(",")] == ["file", "title", "line"]


@pytest.mark.parametrize("kind", ["md", "csv", "html"])
def test_a_report_is_written_as_utf8_whatever_it_holds(tmp_path, kind):
    path = tmp_path / "report"

    reporter(kind).write(path, Report([row(HOSTILE)]))

    assert "\\ud800" in path.read_text(encoding="utf-8")


def test_json_with_half_of_a_surrogate_pair_is_one_message(tmp_path):
    with pytest.raises(RowsError, match="surrogate"):
        reporter("json").write(tmp_path / "rows.json", Report([row(HOSTILE)]))

    assert not list(tmp_path.iterdir())
