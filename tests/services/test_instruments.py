"""The browser tests see what they are to see: one page that does everything wrong."""

import pytest

from tests.services.test_page import LOOK

pytestmark = pytest.mark.services

WRONG = """<!DOCTYPE html><title>wrong</title>
<style>body { background: #fff } :focus-visible { outline: none }</style>
<body><div style="width: 2000px">wide</div>
<p style="color: #888">pale <b style="color: #000; opacity: .3">faint</b></p>
<details><summary>one</summary><p style="color: #777">hidden at first</p></details>
<details><summary tabindex="-1">two</summary></details>
<img src="elsewhere.png" alt=""><script>console.error("said"); throw new Error("thrown")</script>"""


def test_a_wrong_page_is_seen_through(browser, tmp_path):
    path = tmp_path / "wrong.html"
    path.write_text(WRONG, encoding="utf-8")
    with browser.opened(path) as page:
        page.ask(f"{LOOK}; look.open()")
        beyond = page.ask("look.beyond()")
        pale = [text["text"] for text in page.ask("look.texts()") if text["contrast"] < 4.5]
        controls = page.ask("look.controls()")
        page.press("Tab")
        first = page.ask("look.focused()")
        page.press("Tab")
        second = page.ask("look.focused()")
        said = [one["type"] for one in page.happened("Runtime.consoleAPICalled")]
        thrown = page.happened("Runtime.exceptionThrown")
        asked = [one["request"]["url"] for one in page.happened("Network.requestWillBeSent")]

    assert beyond["moved"] > 0
    assert beyond["wide"] != []
    assert pale == ["pale", "faint", "hidden at first"]
    assert len(controls) == 2
    assert (first["where"], first["outline"]) == (controls[0], 0)
    assert second is None or second["where"] != controls[1]
    assert (said, len(thrown)) == (["error"], 1)
    assert asked == [path.as_uri(), path.with_name("elsewhere.png").as_uri()]
