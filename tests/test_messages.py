"""Every message of the documentation's page of messages is produced here, and every one produced here is on the page."""

import ast
import re

import pytest

from tests.messages import command, data, gates, settings  # noqa: F401 - they register their scenarios
from tests.messages.room import SCENARIOS, Room
from tests.plugin.conftest import make
from tests.shared import ROOT

PAGE = ROOT / "docs/reference/messages.md"
BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.source


def messages():
    """The messages of the page by heading: the lines of its blocks, for ``‹…›`` stands in a line only."""
    found = {}
    for part in re.split(r"^##+ ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        lines = [line for block in BLOCK.findall(part) for line in block.splitlines()]
        if lines:
            assert part.splitlines()[0] not in found
            found[part.splitlines()[0]] = lines
    return found


MESSAGES = messages()


def is_of(message, line):
    """Whether a line ends with the message, which starts it or follows a blank; ``‹…›`` is any text but none."""
    first, *parts = re.split("‹[^›]+›", message)
    starts = [found.end() for found in re.finditer(rf"(?:^|(?<=[ \t])){re.escape(first)}", line)]
    if not parts:
        return len(line) in starts
    at = starts[0] if starts else len(line)
    for part in parts[:-1]:  # each where it comes first: no later place fits better, and none is tried twice
        found = line.find(part, at + 1)
        if found < 0:
            return False
        at = found + len(part)
    return line.endswith(parts[-1]) and at < len(line) - len(parts[-1])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_each_message_of_the_page_is_printed_as_the_page_has_it(scenario, pytester, monkeypatch):
    suite = make(pytester, monkeypatch)
    suite.monkeypatch = monkeypatch
    monkeypatch.setenv("COLUMNS", "2000")
    printed = scenario(Room(suite))
    output = printed if isinstance(printed, str) else "\n".join(printed)
    lacking = [
        f"not printed: {message}"
        for heading in SCENARIOS[scenario]
        for message in MESSAGES[heading]
        if not any(is_of(message, line) for line in output.splitlines())
    ]
    assert not lacking, "\n".join([*lacking, "printed:", output])


def test_each_message_of_the_page_has_a_scenario_and_each_scenario_its_messages():
    assert sorted(heading for headings in SCENARIOS.values() for heading in headings) == sorted(MESSAGES)
