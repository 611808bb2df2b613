"""``onenlp ud``: scores a CoNLL-U file against gold."""

from scoring.cli.scoring_command import ScoringCommand

__all__ = ["parser", "run"]

COMMAND = ScoringCommand("ud", ("ud",), "Score tags, lemmas and trees in CoNLL-U against gold", "CoNLL-U")
parser, run = COMMAND.parser, COMMAND.run
