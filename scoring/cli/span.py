"""``onenlp span``: scores labelled spans, such as named entities, against gold."""

from scoring.cli.scoring_command import ScoringCommand
from scoring.metrics.key import CLUSTER, DISJOINT, LABELS, SLICES

__all__ = ["parser", "run"]

COMMAND = ScoringCommand("span", ("spans",), "Score named entities and other labelled spans against gold",
            "tags in IOB2, or documents with character spans in JSON Lines",
            (LABELS, SLICES, CLUSTER, DISJOINT))  # fmt: skip
parser, run = COMMAND.parser, COMMAND.run
