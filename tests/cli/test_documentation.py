"""The reference page of the command names what the command has, and nothing else."""

import re

import pytest

from scoring.cli.command import COMMANDS, loaded
from tests.shared import ROOT

pytestmark = pytest.mark.source
PAGE = ROOT / "docs" / "reference" / "command-line.md"


def test_every_command_is_documented():
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"onenlp {command}" in page for command in COMMANDS)


def test_the_options_are_those_of_the_program():
    documented = set(re.findall(r"--[a-z-]+[a-z]", PAGE.read_text(encoding="utf-8")))
    program = {option for name in COMMANDS for option in loaded(name).parser()._option_string_actions}
    assert documented == {option for option in program if option.startswith("--")} | {"--version"}
