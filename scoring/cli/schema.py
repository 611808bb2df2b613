"""``onenlp schema``: the JSON Schema of results and reference files."""

import json
from argparse import Namespace

from scoring.cli.options import Parser
from scoring.cli.output import say

__all__ = ["parser", "run"]


def parser() -> Parser:
    """The options of the command: none."""
    return Parser("onenlp schema", "Print the JSON Schema of results and reference files.", "")


def run(options: Namespace) -> int:  # noqa: ARG001 - every command takes its options
    """Prints the schema."""
    from scoring.rows import schema

    say(json.dumps(schema(), indent=2, sort_keys=True) + "\n", exact=True)
    return 0
