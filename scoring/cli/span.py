"""``onenlp span``: scores labelled spans, such as named entities, against gold."""

from scoring.cli.scoring_command import ScoringCommand
from scoring.metrics.key import CLUSTER, DISJOINT, LABELS, SLICES, TAGGED

__all__ = ["parser", "run"]

KEYS = (LABELS, SLICES, CLUSTER, DISJOINT, *TAGGED)
COMMAND = ScoringCommand("span", ("spans",), "Score named entities and other labelled spans against gold",
            "tags in IOB2, or documents with character spans in JSON Lines", KEYS)  # fmt: skip
parser, run = COMMAND.parser, COMMAND.run
