"""Pages in a real browser, worked by keyboard: the filter, links into a table, and a site from page to page."""

from pathlib import Path

import pytest

from tests.services.pages import PAGES, SITE

pytestmark = pytest.mark.services

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
SEEN = "[...document.querySelectorAll('.rows > li')].filter(one => one.checkVisibility()).map(one => one.className)"


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page of this text."""

    def make(text, **options):
        file = tmp_path / "page.html"
        file.write_bytes(text.encode(errors="backslashreplace"))
        return browser.opened(file, **options)

    return make


def test_the_filter_shows_rows_of_one_verdict_without_a_script(opened):
    with opened(PAGES["everything"]) as page:
        every = page.ask(SEEN)
        page.ask("document.querySelector('#fv').focus()")
        page.press("ArrowDown")
        worse = page.ask(SEEN)
    assert len(every) > len(worse) > 0
    assert worse == [one for one in every if one.startswith("worse")]


def test_the_filter_combines_verdict_and_metric(opened):
    with opened(PAGES["everything"]) as page:
        for name in ("#fv", "#fm"):
            page.ask(f"document.querySelector('{name}').focus()")
            page.press("ArrowDown")
        assert len(page.ask(SEEN)) == 1


def test_a_link_of_the_overview_brings_its_row_into_view(opened):
    with opened(PAGES["everything"]) as page:
        page.ask("[...document.querySelectorAll('.grid a')].at(-1).focus()")
        page.press("Enter")
        assert page.ask("(box => box.top >= 0 && box.top < innerHeight)("
                        "document.querySelector(location.hash).getBoundingClientRect())")  # fmt: skip


def test_a_step_leads_to_its_line_and_opens_the_table_around_it(opened):
    with opened(PAGES["history"]) as page:
        page.ask("document.querySelector('.moves a').focus()")
        page.press("Enter")
        page.ask("new Promise(done => setTimeout(done, 200))")
        assert page.ask("document.querySelector(location.hash).checkVisibility()")


def test_a_chart_is_one_image_with_a_name_and_a_description(opened):
    with opened(PAGES["history"]) as page:
        nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    charts = [node for node in nodes if node.get("role", {}).get("value") in ("image", "img", "graphics-document")
              and "points" in node.get("name", {}).get("value", "")]  # fmt: skip
    assert charts
    assert all("All figures are in the table below" in node["description"]["value"] for node in charts)


def test_a_site_is_walked_by_keyboard_from_page_to_page(browser, tmp_path):
    for name, text in SITE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with browser.opened(tmp_path / "index.html") as page:
        for link, heading in (("nav a", "History"), ("table a", "History"), ("nav a", "Quality gates")):
            page.ask(f"document.querySelector('{link}').focus()")
            page.press("Enter")
            page.ask("new Promise(done => setTimeout(done, 500))")
            assert page.ask("document.querySelector('h1').textContent") == heading
