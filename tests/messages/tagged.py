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
