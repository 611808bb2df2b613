"""Points with stored units: sentences of three words of which some have a wrong tag."""

from functools import cache

from scoring import ud
from scoring.evaluation.evaluate import evaluate
from scoring.rows.records import Identity
from scoring.rows.series import Point
from tests.cli.files import treebank

IDENTITY = Identity("tagger", "en", "toy")


def tagged(wrong, date="2026-01-01", *, at=None, **fields):
    """A point of UPOS on 40 sentences, of which the first ``wrong``, or those ``at``, have one wrong tag."""
    row, arrays = measured(tuple(range(wrong)) if at is None else at)
    return Point(row, date, arrays=arrays, **fields)


@cache
def measured(at):
    done = evaluate("ud", ud.loads(treebank()), ud.loads(treebank(at)), identity=IDENTITY, metrics=["UPOS"])
    (row,) = done.rows
    return row, dict(done.units.arrays["UPOS"])
