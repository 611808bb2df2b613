"""The HTML page, read back by the standard library's parser: no text turns into markup, there or in Markdown."""

import html
import re
from html.parser import HTMLParser
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.base.wording import printable
from scoring.metrics.metric import Better, Scale
from scoring.report import markdown
from scoring.report.html import dumps
from scoring.report.plots import plot_of
from scoring.rows.records import Event, Row, RowDifference, RunScores
from scoring.rows.verdict import Rule, Verdict

VOID = {"meta", "line", "circle", "path"}
KNOWN = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "ol", "li", "div", "bdi", "dl",
    "dt", "dd", "svg", "text", "line", "circle", "details", "summary", "span", "h3", "path", "code",
}  # fmt: skip
TEXTS = st.text(st.sampled_from("<>&|\"'`\n\r\t ]=/{}%#;\u200f\u202e\u2067abå日\x00\x0b\u2028")) | st.text()
HOSTILE = "<script>alert(1)</script>&lt;|]]>\n\"'{{ 7 * 7 }}{% raw %}<!--\u202eright to left\u200f\\"


def row(**fields):
    given = {"component": "tagger", "language": "en", "dataset": "ewt", "metric": "LAS", "score": 86.41,
             "source": "s"}  # fmt: skip
    return Row(**given | fields)


WORSE = row(
    ci=(85.93, 86.88), scale=Scale.POINTS, better=Better.HIGHER, reference=88.1, reference_ci=(87.62, 88.57),
    difference=RowDifference(value=-1.69, ci=(-2.02, -1.35), p=0.001), verdict=Verdict.WORSE, rule=Rule.PAIRED,
    within_noise=False, flags=("small_sample",), mde=0.46, units=7, unit="sentence",
    history=(Event(score=88.0, date="2026-01-01", reason="new treebank"),),
)  # fmt: skip
WITHIN = row(metric="UPOS", reference=86.5, verdict=Verdict.WITHIN, rule=Rule.PUBLISHED, within_noise=True)


class Page(HTMLParser):
    """Elements in order as (tag, attributes, all text inside)."""

    def __init__(self, text):
        super().__init__()
        self.found, self.open, self.comments = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self.open.append(self.found[-1])

    def handle_startendtag(self, tag, attrs):
        self.found.append([tag, dict(attrs), ""])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for element in self.open:
            element[2] += data

    def handle_comment(self, data):
        self.comments.append(data)

    def texts(self, tag, kind=None):
        return [
            text for name, attrs, text in self.found if name == tag and kind in (None, attrs.get("class"))
        ]

    def facts(self):
        return dict(zip(self.texts("dt"), self.texts("dd"), strict=True))


@given(text=TEXTS)
@example(text=HOSTILE)
def test_any_text_is_read_back_from_the_page_and_makes_no_markup(text):
    name = "".join(sign for sign in text if sign.isprintable() and sign != "/").strip() or "tagger"
    given = row(component=name, metric=text, reason=text, source=text, signature=text, flags=(text,),
                counts={text: 1}, history=(Event(score=1.0, date=text, reason=text),))  # fmt: skip
    page = Page(dumps([given]))
    assert page.texts("bdi", "name") == [given.key]
    facts = page.facts()
    assert (facts.get("Source", ""), facts.get("Signature", "")) == (text, text)
    assert facts["Flags"] == (text or "-")
    assert facts["Counts"] == f"{text} 1"
    assert facts[f"Accepted {text}"] == f"1.00: {text}"
    assert page.texts("p", "reason") == ([text] if text else [])
    assert {tag for tag, _, _ in page.found} <= KNOWN
    assert (page.open, page.comments) == ([], [])


@given(text=TEXTS)
@example(text=HOSTILE)
def test_any_text_is_read_back_from_the_markdown_table_on_one_line(text):
    _, _, line = markdown.dumps([row(component=text, flags=(f"f{text}",))]).splitlines()
    cells = [re.sub(r"\\([\\|`*~_\]])", r"\1", cell) for cell in re.split(r" (?<!\\)\| ", f" {line} ")[1:-1]]
    assert html.unescape(cells[0]).strip() == printable(" ".join(text.split()))
    assert html.unescape(cells[-1]) == printable(" ".join(f"f{text}".split()))
    assert len(cells) == 12
    assert not re.search("[<>]", line)


def test_the_page_stands_alone():
    page = Page(dumps([WORSE, WITHIN]))
    tags = [tag for tag, _, _ in page.found]
    assert not {"script", "link", "img", "iframe", "base"} & set(tags)
    named = {name for _, attrs, _ in page.found for name in attrs}
    assert not {"src", "style"} & named
    assert {attrs["href"][0] for _, attrs, _ in page.found if "href" in attrs} == {"#"}
    assert not [name for name in named if name.startswith("on")]
    assert "url(" not in page.texts("style")[0]
    assert "@import" not in page.texts("style")[0]


def test_the_page_says_its_language_title_and_width():
    page = Page(dumps([WORSE, WITHIN]))
    assert page.found[0][:2] == ["html", {"lang": "en"}]
    assert page.texts("title") == ["Quality gates: 2 judged: 1 within noise, 1 worse"]
    metas = {
        attrs.get("name"): attrs["content"]
        for tag, attrs, _ in page.found
        if tag == "meta" and "content" in attrs
    }
    assert metas["viewport"] == "width=device-width, initial-scale=1"
    assert metas["color-scheme"] == "light dark"


def test_failing_rows_come_first():
    every = [row(metric="a"), WITHIN, row(metric="b", verdict=Verdict.STALE), WORSE]
    names = Page(dumps(every)).texts("bdi", "name")
    assert [name.rpartition("/")[2] for name in names] == ["LAS", "b", "UPOS", "a"]


def test_a_row_shows_its_figures_and_facts():
    facts = Page(dumps([WORSE])).facts()
    assert facts["Score"] == "86.41 [85.93, 86.88]"
    assert facts["Reference"] == "88.10 [87.62, 88.57]"
    assert facts["Delta"] == "-1.69"
    assert facts["Paired difference"] == "-1.69 [-2.02, -1.35]"
    assert facts["Can see"] == "0.46"
    assert facts["Within noise by the published rule"] == "no"
    assert facts["Units"] == "7 sentence"
    assert facts["Accepted 2026-01-01"] == "88.00: new treebank"


def test_both_intervals_lie_on_one_scale():
    # 85 to 90 is a span of 5; with 0.4 on either side the scale is 84.6 to 90.4, 256 units wide from 52 on.
    plot = plot_of(row(score=86.0, ci=(85.0, 87.0), reference=89.0, reference_ci=(88.0, 90.0)))
    assert (plot.ours.low, plot.ours.point, plot.ours.high) == ("69.7", "113.8", "157.9")
    assert (plot.reference.low, plot.reference.point, plot.reference.high) == ("202.1", "246.2", "290.3")
    assert (plot.low, plot.high) == ("84.60", "90.40")


def test_a_plot_says_in_words_what_it_shows():
    drawn = [attrs for tag, attrs, _ in Page(dumps([WORSE])).found if tag == "svg"]
    assert [(attrs["role"], attrs["aria-label"]) for attrs in drawn] == [
        ("img", "Score 86.41 [85.93, 86.88]; reference 88.10 [87.62, 88.57]")
    ]


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(row(), id="a score alone"),
        pytest.param(row(score=None, reference=88.1), id="no score"),
        pytest.param(row(score=88.1, reference=88.1), id="the same number twice"),
        pytest.param(row(score=-1.7e308, reference=1.7e308), id="farther apart than a float can say"),
    ],
)
def test_no_plot_where_there_is_nothing_to_compare(given):
    assert plot_of(given) is None
    assert "<svg" not in dumps([given])


def test_ends_of_a_narrow_scale_keep_the_digits_that_tell_them_apart():
    plot = plot_of(row(score=86.4, reference=86.4001))
    assert (plot.low, plot.high) == ("86.399992", "86.400108")


def test_ends_of_a_huge_scale_are_short_enough_to_stand_side_by_side():
    plot = plot_of(row(score=-1e20, reference=1e20))
    assert (plot.low, plot.high) == ("-1.16e+20", "1.16e+20")


def test_a_page_without_rows_says_so():
    assert "<p>no rows</p>" in dumps([])


def test_only_what_tab_reaches_can_be_operated():
    page = Page(dumps([WORSE, WITHIN]))
    assert page.texts("summary") == [
        "Facts of tagger/en/ewt/LAS", "Facts of tagger/en/ewt/UPOS", "What verdicts and flags mean",
    ]  # fmt: skip
    assert not [attrs for _, attrs, _ in page.found if "tabindex" in attrs]


def luminance(colour):
    """Relative luminance; source: WCAG 2.2."""
    shares = [int(a + b, 16) / 255 for a, b in list(pairwise(colour[1:]))[::2]]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["page", "card"])
@pytest.mark.parametrize("ink", ["text", "quiet", "bad", "doubt", "good", "ours", "reference"])
def test_text_stands_out_from_its_ground(theme, ground, ink):
    source = files("scoring.report").joinpath("templates", "base.html.j2").read_text(encoding="utf-8")
    palette = re.findall(r":root \{(.*?)\}", source, re.DOTALL)[theme]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", palette))
    one, other = sorted(luminance(colours[name]) for name in (ground, ink))
    assert (other + 0.05) / (one + 0.05) >= 4.5


def test_runs_are_a_figure_and_their_scores_a_fact():
    page = dumps([row(scale=Scale.POINTS, runs=RunScores(scores=(86.0, 86.2, 86.24), sd=0.123))])
    assert "<dt>Runs</dt><dd><bdi>3 runs, sd 0.12</bdi></dd>" in page
    assert "<dt>Score of each run</dt><dd><bdi>86.00, 86.20, 86.24</bdi></dd>" in page
