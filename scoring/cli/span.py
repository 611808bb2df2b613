"""``onenlp span``: scores labelled spans, such as named entities, against gold."""

from scoring.cli.scoring_command import Kind

__all__ = ["parser", "run"]

KIND = Kind("span", ("spans",), "Score named entities and other labelled spans against gold",
            "tags in IOB2, or documents with character spans in JSON Lines")  # fmt: skip
parser, run = KIND.parser, KIND.run
