"""Universal Dependencies: reading treebanks and scoring them as the CoNLL 2018 shared task does."""

from scoring.ud.corpus import Corpus
from scoring.ud.objects import from_docs, from_tokenlists
from scoring.ud.read import loads, read
from scoring.ud.score import NamedScore, WordScore, score, scores
from scoring.ud.task import UD
from scoring.ud.write import to_conllu, to_tokenlists

__all__ = [
    "UD",
    "Corpus",
    "NamedScore",
    "WordScore",
    "from_docs",
    "from_tokenlists",
    "loads",
    "read",
    "score",
    "scores",
    "to_conllu",
    "to_tokenlists",
]
