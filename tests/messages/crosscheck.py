"""Scenarios of ``--crosscheck``, and of Docs written as CoNLL-U."""

from importlib.metadata import PackageNotFoundError

import pytest

from scoring.metrics.task import Task
from tests.cli.files import treebank
from tests.messages.room import produces, raising

TREE = treebank(sentences=2)


@produces("Figures of another program")
def other_figures(room):
    """Nothing of the programs is needed: what they would say stands here."""
    room.write(g__iob2="Ann B-PER\nsaw O\n", p__iob2="Ann B-PER\nsaw B-PER\n")
    tags = ("span", "--gold", "g.iob2", "--pred", "p.iob2", "--crosscheck")
    version, figures = "scoring.metrics.crosscheck.version", "scoring.spans.crosscheck.figures_of"
    for target, stand_in in (
        (version, raising(PackageNotFoundError("seqeval"))),
        (figures, lambda gold, pred: {"span_f1": 12.5}),
        (figures, raising(KeyError("S-PER"))),
        (figures, lambda gold, pred: {}),
        ("scoring.spans.task.LabelledSpans.crosscheck", Task.crosscheck),
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(version, lambda program: "1.0")
            patch.setattr(target, stand_in)
            yield room.onenlp(*tags)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.labels.crosscheck.LARGEST", 1)
        sets = [f'{{"id": "1", "gold": ["a", "b"], "pred": ["a"], "note": {at}}}\n' for at in (1, 2)]
        yield room.scored("classify", *sets, "--task", "multilabel", "--crosscheck", ending="jsonl")
    spans = [f'{{"id": 1, "spans": [[0, {end}, "A"]]}}\n' for end in (2, 3)]
    yield room.scored("span", *spans, "--crosscheck", ending="jsonl")
    bare = TREE.replace("\t2\t", "\t_\t").replace("\t0\t", "\t_\t")
    yield room.scored("ud", TREE, bare, "--crosscheck", ending="conllu")
    yield room.scored("span", "Ann PER\n", "Ann PER\n\n", "--plain-labels", "--crosscheck", ending="iob2")


@produces("Docs that are not written")
def unwritten_docs(room):
    return room.onenlp("convert-docs", "a.spacy", "./a.spacy")
