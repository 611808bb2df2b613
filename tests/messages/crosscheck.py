"""Scenarios of ``--crosscheck``, and of Docs written as CoNLL-U."""

from importlib.metadata import PackageNotFoundError

import pytest

from tests.cli.files import treebank
from tests.messages.room import produces, raising

TREE = treebank(sentences=2)


@produces("Figures of another program")
def other_figures(room):
    room.write(
        g__iob2="Ann B-PER\nsaw O\n",
        p__iob2="Ann B-PER\nsaw B-PER\n",
        g__jsonl='{"id": 1, "spans": [[0, 3, "A"]]}\n',
    )
    tags = ("span", "--gold", "g.iob2", "--pred", "p.iob2", "--crosscheck")
    for error in (PackageNotFoundError("seqeval"), None):
        with pytest.MonkeyPatch.context() as patch:
            if error:
                patch.setattr("scoring.metrics.crosscheck.version", raising(error))
            else:
                patch.setattr("scoring.spans.crosscheck.figures_of", lambda gold, pred: {"span_f1": 12.5})
            yield room.onenlp(*tags)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scoring.spans.crosscheck.figures_of", raising(KeyError("S-PER")))
        yield room.onenlp(*tags)
    room.write(h__jsonl='{"id": "1", "spans": [[0, 3, "A"]]}\n')
    yield room.onenlp("span", "--gold", "g.jsonl", "--pred", "h.jsonl", "--crosscheck")
    bare = TREE.replace("\t2\t", "\t_\t").replace("\t0\t", "\t_\t")
    yield room.scored("ud", TREE, bare, "--crosscheck", ending="conllu")
    yield room.scored("span", "Ann PER\n", "Ann PER\n\n", "--plain-labels", "--crosscheck", ending="iob2")
    room.write(r__txt="a b c d\n", o__txt="a b c e\n")
    yield room.onenlp(
        "mt",
        "--ref",
        "r.txt",
        "--pred",
        "o.txt",
        "--source-language",
        "de",
        "--target-language",
        "en",
        "--crosscheck",
    )


@produces("Docs that are not written")
def unwritten_docs(room):
    return room.onenlp("convert-docs", "a.spacy", "./a.spacy")
