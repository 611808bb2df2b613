"""``onenlp convert-docs``: what it writes, and that gates and commands read it."""

from pathlib import Path

import pytest

from scoring.cli import main
from tests.cli.files import rows_of

spacy_tokens = pytest.importorskip("spacy.tokens")
from spacy.vocab import Vocab  # noqa: E402

TREE = {"heads": [1, 1], "deps": ["nsubj", "ROOT"]}


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Writes a Doc of two words as ``out.spacy`` in the working folder."""
    monkeypatch.chdir(tmp_path)

    def store(**columns):
        made = spacy_tokens.Doc(Vocab(), words=["Mira", "singt"], pos=["PROPN", "VERB"], **columns)
        spacy_tokens.DocBin(docs=[made]).to_disk("out.spacy")

    return store


def test_docs_become_a_file_that_scores_as_the_docs(stored, capsys):
    stored(**TREE, ents=["B-PER", "O"])
    assert main(["convert-docs", "out.spacy", "out.conllu"]) == 0
    assert capsys.readouterr().out == "out.conllu: 1 Doc, 1 sentence, 2 words\n"
    assert (
        main(["ud", "--gold", "out.conllu", "--pred", "out.spacy", "--json", "rows.json", "--no-units"]) == 0
    )
    assert {row["score"] for row in rows_of(Path("rows.json"))} == {100.0}
    assert (
        main(["span", "--gold", "out.conllu", "--pred", "out.spacy", "--misc-key", "name", "--no-units"]) == 0
    )


def test_without_a_parse_it_is_said_that_there_are_no_trees(stored, capsys):
    stored()
    assert main(["convert-docs", "out.spacy", "out.conllu"]) == 0
    said = "out.conllu: 1 Doc, 1 sentence, 2 words, without trees: metrics such as LAS are not available\n"
    assert capsys.readouterr().out == said


def test_the_file_that_is_read_is_not_replaced(stored, capsys):
    stored()
    assert main(["convert-docs", "out.spacy", "./out.spacy"]) == 2
    assert capsys.readouterr().err.startswith("onenlp: OUT ./out.spacy is also IN")


def test_another_file_is_one_message_and_writes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.spacy").write_text("no")
    assert main(["convert-docs", "in.spacy", "out.conllu"]) == 2
    assert capsys.readouterr().err.startswith("onenlp: in.spacy: spaCy cannot read it as a .spacy file")
    assert not (tmp_path / "out.conllu").exists()
