"""``onenlp schema``: the JSON Schema of the files that the product reads and writes."""

import json
from argparse import Namespace
from pkgutil import resolve_name

from scoring.cli.options import Parser
from scoring.cli.output import say

__all__ = ["parser", "run"]

SCHEMAS = {
    "rows": "scoring.rows.rows:schema",
    "run": "scoring.mt.run:schema",
    "card": "scoring.card.schema:schema",
    "comparison": "scoring.card.comparison:schema",
    "language": "scoring.mt.languages.card:schema",
}


def parser() -> Parser:
    """The options of the command."""
    made = Parser("onenlp schema", "Print the JSON Schema of a kind of file.", "")
    made.add_argument(
        "--of",
        choices=tuple(SCHEMAS),
        default="rows",
        help="rows: results and reference files; a run of machine translation, its card, a comparison, a language card",
    )
    return made


def run(options: Namespace) -> int:
    """Prints the schema."""
    schema = resolve_name(SCHEMAS[options.of])()
    say(json.dumps(schema, indent=2, sort_keys=True) + "\n", exact="json")
    return 0
