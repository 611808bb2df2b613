"""The pages in a real browser: it opens from disk, fits, is read in light and dark, and is worked by keyboard."""

from pathlib import Path

import pytest

from tests.services.pages import PAGES

pytestmark = pytest.mark.services

WIDTHS = (390, 1400)
LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


@pytest.fixture(params=PAGES, scope="module")
def path(request, tmp_path_factory):
    """A page on disk, in a folder whose name has to be escaped in an address."""
    file = tmp_path_factory.mktemp("a page") / "rows #1.html"
    file.write_bytes(PAGES[request.param].encode(errors="backslashreplace"))
    return file


@pytest.fixture(params=WIDTHS)
def width(request):
    return request.param


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


def test_a_page_opens_from_disk_without_error_or_request(browser, path, scheme):
    with browser.opened(path, scheme=scheme) as page:
        heading = page.ask("document.querySelector('h1').textContent")
        assert heading.startswith(("Quality gates", "History", "Leaderboard"))
        page.ask(f"{LOOK}; look.open(); new Promise(done => setTimeout(done, 100))")
        said = [one["type"] for one in page.happened("Runtime.consoleAPICalled")]
        logged = [one["entry"]["text"] for one in page.happened("Log.entryAdded")]
        thrown = page.happened("Runtime.exceptionThrown")
        asked = [one["request"]["url"] for one in page.happened("Network.requestWillBeSent")]
    assert (said, logged, thrown) == ([], [], [])
    assert asked == [path.as_uri()]


def test_a_page_fits_the_window(browser, path, width):
    with browser.opened(path, width=width) as page:
        page.ask(LOOK)
        assert page.ask("look.beyond()") == {"moved": 0, "wide": []}
        page.ask("look.open()")
        assert page.ask("look.beyond()") == {"moved": 0, "wide": []}


def test_no_figure_of_a_table_is_broken_at_desk_width(browser, path):
    figures = (
        r"[...document.querySelectorAll('td > bdi')].filter(cell => /^[\d.]{1,8}=?$/.test(cell.textContent))"
    )
    with browser.opened(path, width=1000) as page:
        page.ask(f"{LOOK}; look.open()")
        broken = page.ask(
            f"{figures}.filter(cell => cell.getClientRects().length > 1).map(cell => cell.textContent)"
        )
    assert broken == []


def test_every_text_stands_out_from_its_ground(browser, path, scheme, width):
    with browser.opened(path, scheme=scheme, width=width) as page:
        page.ask(f"{LOOK}; look.open()")
        texts = page.ask("look.texts()")
    assert len(texts) >= 2
    assert [text for text in texts if text["contrast"] < 4.5] == []


def test_the_colour_scheme_is_followed(browser, path):
    grounds = []
    for scheme in ("light", "dark"):
        with browser.opened(path, scheme=scheme) as page:
            grounds.append(page.ask("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


@pytest.mark.parametrize("opened", [False, True], ids=["closed", "opened"])
def test_every_control_is_reached_by_tab_in_order_and_seen(browser, path, scheme, opened):
    with browser.opened(path, scheme=scheme) as page:
        page.ask(LOOK)
        if opened:
            page.ask("look.open()")
        controls = page.ask("look.controls()")
        reached = []
        for _ in controls:
            page.press("Tab")
            reached.append(page.ask("look.focused()"))
        page.press("Tab")
        after = page.ask("look.focused()")
    assert [found and found["where"] for found in reached] == controls
    assert [found for found in reached if found["outline"] < 2 or found["contrast"] < 3] == []
    assert [found["where"] for found in reached if not found["inside"]] == []
    assert after is None or after["where"] == controls[0]


def test_enter_opens_and_closes_what_can_be_opened(browser, path, width):
    with browser.opened(path, width=width) as page:
        page.ask(LOOK)
        for _ in page.ask("look.controls()")[:20]:
            page.press("Tab")
            states = [page.ask("look.focused()")["open"]]
            if states == [None]:
                continue  # a link, or a choice
            for _ in range(2):
                page.press("Enter")
                states.append(page.ask("look.focused()")["open"])
            assert states in ([False, True, False], [True, False, True])
