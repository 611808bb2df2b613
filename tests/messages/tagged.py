"""Scenarios of tagged text whose columns or tags are not those of most files, and of gold without spans."""

from tests.messages.room import produces
from tests.plugin.data import marker, module


def word(number, misc="_"):
    """A line of CoNLL-U."""
    return "\t".join([str(number), "Ann", *"_______", misc]) + "\n"


@produces("Tags without a prefix, and several in a cell")
def other_prefixes(room):
    gold, several = "Ann B-a\nran O\n", "Ann B-a,B-b\nran O\n"
    yield room.tried("span", [(gold, pred) for pred in ("Ann a\nran O\n", "Ann a-B\nran O\n", several)])
    yield room.scored("span", gold, gold, "--plain-labels")
    yield room.scored("span", gold, gold, "--outside", "a")
    yield room.scored("span", "Ann S-a\n", "Ann E-a\n", "--scheme", "bilou")
    yield room.scored("span", several, several, "--alternatives")
    yield room.scored("span", gold, gold, "--alternatives", "--scheme", "bioes")


@produces("Which column")
def other_columns(room):
    rows = ["1 Ann B-a\n2 ran O\n", "1 Ann x\n2 ran O\n", "1 B-a\n2 O\n", word(1, "name=B-a")]
    yield room.tried("span", [(row, row) for row in rows])
    yield room.scored("span", rows[0], rows[0], "--tag-column", "9")
    yield room.scored("span", rows[0], rows[0], "--token-column", "3", "--tag-column", "3")
    yield room.scored("span", rows[0], rows[0], "--misc-key", "name")
    yield room.scored("span", rows[0], rows[0], "--misc-key", "name", "--tag-column", "3")
    tagged = word("1-2", "name=B-a") + word(1) + word(2)
    yield room.scored("span", tagged, tagged, "--misc-key", "name")
    gold, pred = (
        word(1, "name=B-a") + word("1.1", "name=O"),
        word(1, "NER=B-a") + word("1.1", "NER=O") + word(2),
    )
    yield room.scored("span", gold, pred.replace("2\tAnn", "1.2\tAnn"), "--misc-key", "name")
    yield room.scored("span", word(1, "name=B-a"), word(1, "NER=B-a"), "--misc-key", "name")
    yield room.scored("span", gold, gold, "--misc-key", "name")


@produces("Gold in which there is nothing to find")
def nothing_to_find(room):
    document = '{"id": "1", "spans": []}\n'
    yield room.scored("span", "Ann O\n", "Ann B-a\n")
    yield room.scored("span", "Ann I-a\n", "Ann B-a\n")
    yield room.scored("span", document, document, ending="jsonl")
    check = "def test_gold(onenlp): onenlp.check_spans([['O']], [['B-a']])"
    room.write(test_a__py=module(f"{marker('gold', None)}\n{check}"))
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


@produces("Exports, Docs and pipelines")
def other_forms(room):
    gold = "[{'id': '1', 'text': 'Ann ran', 'spans': [{'start': 0, 'end': 3, 'label': 'a'}]}]"
    wrong = [
        (gold, "[{'id': '1', 'label': [], 'entities': []}]"),
        (gold, "[{'id': '1', 'data': {}, 'annotations': []}]"),
        (gold, "[[{'start': 0, 'label': 'a'}]]"),
        (gold, "[[{'entity': 'a', 'word': 'Ann', 'start': None}]]"),
        (gold, f"{gold} + [{{'id': '2', 'spans': [], 'answer': 'reject'}}]"),
        (gold, "[doc(['Ann'], 'sc')]"),
        (gold, "[doc(['Ann'], 'sc')], spans_key='sp'"),
        (gold, "'g.spacy'"),
        ("[['B-a', 'O']]", "[doc(['Ann'])]"),
        ("'g.iob2'", "[doc(['Bob'])]"),
        ("[['B-a'], ['O']]", "[doc(['Ann'])]"),
        (gold, "[[(0, 3, 'a')], [(0, 1, 'a')]]"),
        ("[[1, -100]]", "[doc(['Ann', 'ran'])], tag_names=['O', 'B-a']"),
    ]  # fmt: skip
    checks = [
        f"def test_{n}(onenlp): onenlp.check_spans({', '.join(sides)})" for n, sides in enumerate(wrong)
    ]
    made = """
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab
VOCAB = Vocab()

def doc(words, group=None):
    made = Doc(VOCAB, words)
    if group:
        made.spans[group] = [Span(made, 0, 1, label="a")]
    return made
"""
    room.write(
        g__spacy="no", g__iob2="Ann B-a\n",
        test_a__py=module(made, *(f"{marker(f'm{n}', None)}\n{check}" for n, check in enumerate(checks))),
    )  # fmt: skip
    return room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")
