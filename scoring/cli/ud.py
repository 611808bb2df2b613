"""``onenlp ud``: scores a CoNLL-U file against gold."""

from scoring.cli.scoring_command import Kind

__all__ = ["parser", "run"]

KIND = Kind("ud", ("ud",), "Score tags, lemmas and trees in CoNLL-U against gold", "CoNLL-U")
parser, run = KIND.parser, KIND.run
