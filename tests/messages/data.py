"""Scenarios of gold data and predictions that cannot be read or do not belong together."""

import json

import conllu
import pytest

from scoring import ud
from scoring.base.errors import InputError
from tests.cli.files import treebank, write_rows
from tests.messages.room import produces
from tests.plugin.data import marker, module

TREE = treebank(sentences=1)


def word(number, form="Ann", head="0", columns=10):
    """A line of CoNLL-U."""
    cells = [str(number), form, "_", "X", "_", "_", str(head), "dep", "_", "_"]
    return "\t".join(cells[:columns]) + "\n"


def sentences(*texts):
    """Sentences of such lines."""
    return "".join(f"{text}\n" for text in texts)


@produces("A file of data that cannot be read")
def unreadable(room):
    latin = TREE.replace("Ann", "Än").encode("latin-1")
    yield room.onenlp("ud", "--gold", "no.conllu", "--pred", "no.conllu")
    yield room.onenlp("span", "--gold", "no.iob2", "--pred", "no.iob2")
    for command in ("ud", "span", "classify"):
        yield room.scored(command, latin, latin)
        yield room.scored(command, TREE.encode("utf-16"), TREE)
    room.write(
        latin__csv=latin,
        test_a__py=module(
            f"{marker('open', None)}\ndef test_open(onenlp):\n"
            "    with open('latin.csv', encoding='utf-8') as gold: onenlp.check_labels(gold, ['a'])",
            f"{marker('code', None)}\ndef test_code(onenlp):\n"
            "    with open('latin.csv', encoding='ascii') as gold: onenlp.check_labels(gold, ['a'])",
            f"{marker('text', None)}\ndef test_text(onenlp): onenlp.check_ud('1\\ttext' * 99, 'pred.conllu')",
            f"{marker('no', None)}\ndef test_no(onenlp): onenlp.check_ud('', 'pred.conllu')",
            f"{marker('no2', None)}\ndef test_no2(onenlp): onenlp.check_spans('', '')",
        ),
    )
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


@produces("A thing compared with itself")
def itself(room):
    for name in ("a", "b", "c"):
        write_rows(room.folder("rows") / f"{name}.json", {"score": 88.0})
        room.write(**{f"{name}__conllu": TREE.replace("PROPN", name)})
    gold = ("--gold", "a.conllu", "--pred")
    for sides in (
        ("./a.conllu",),
        ("b.conllu", "--ref-pred", "b.conllu"),
        ("b.conllu", "--ref-pred", "a.conllu"),
    ):
        yield room.onenlp("ud", *gold, *sides)
    yield room.onenlp("init", *gold, "b.conllu", "--pred", "./b.conllu")
    yield room.onenlp("compare", "rows", "rows/b.json")


@produces("Labels that have nothing in common")
def other_names(room):
    room.write(a__csv="id,label\n1,a\n", b__csv="id,label\n1,b\n", c__csv="id,label\n1,a\n")
    yield room.onenlp("classify", "--gold", "a.csv", "--pred", "b.csv")
    yield room.onenlp("classify", "--gold", "a.csv", "--pred", "c.csv", "--ref-pred", "b.csv")


@produces("Another scheme than gold")
def other_scheme(room):
    gold = TREE.replace("\t_\t_\t", "\tx\t_\t")
    pred = (
        gold.replace("nsubj", "subj")
        .replace("\tobj", "\tdobj")
        .replace("\tPROPN", "\tNNP")
        .replace("\tx\t", "\ty\t")
    )
    return room.scored("ud", gold, pred, ending="conllu")


@produces("Other objects", "Docs")
def strange_objects(room):
    check = "def test_{0}{1}(onenlp): onenlp.check_{0}({2})"
    tasks = ("ud", "spans", "labels", "multilabel")
    words = "['the', 'cat', 'sat'], heads=[2, 2, 2], deps=['dep', 'dep', 'ROOT']"
    docs = {
        "bare": f"Doc(VOCAB, {words}), Doc(VOCAB, {words[:21]})",
        "tab": f"Doc(VOCAB, {words}, lemmas=['a\\tb', 'c', 'd'])",
    }
    room.write(
        test_a__py=module(
            *(f"{marker(task, None)}\n{check.format(task, '', '7, 7')}" for task in tasks),
            "from spacy.tokens import Doc\nfrom spacy.vocab import Vocab\nVOCAB = Vocab()",
            *(
                f"{marker(name, None)}\n" + check.format("ud", f"_{name}", f"'gold.conllu', [{doc}]")
                for name, doc in docs.items()
            ),
        )
    )
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")
    for read, things in ((ud.from_docs, [3]), (ud.from_tokenlists, ["a"])):
        with pytest.raises(InputError) as caught:
            read(things)
        yield str(caught.value)


@produces("Text that is not the same")
def other_text(room):
    wide, fits = (word(width) + word(1) + word(2, "Bob", 1) + word(3, "Eve", 1) for width in ("1-3", "1-2"))
    yield room.tried("ud", [(sentences(fits), sentences(wide))], ending="conllu")
    changes = [("Bob", "Eve"), ("Bob", "BOB"), ("Ann", "A_nn"), ("Ann", "An\u200bn")]
    yield room.tried("ud", [(TREE, TREE.replace(*change)) for change in changes], ending="conllu")
    yield room.tried("ud", [(TREE * 2, TREE), (TREE, "")], ending="conllu")
    yield room.scored("ud", TREE.replace("Ann", "\u00e4"), TREE.replace("Ann", "a\u0308"), ending="conllu")


@produces("Multiword tokens that are numbered oddly", "Features that token lists cannot hold")
def odd_treebank(room):
    odd = sentences(
        word("3-4") + word(1) + word(2, head=1), word("1-1") + word(7), word("2-1") + word(1),
        *[word("5-5") + word(1)] * 6,
    )  # fmt: skip
    yield room.scored("ud", TREE, TREE) + room.scored("ud", odd, f"# a copy\n{odd}", ending="conllu")
    twice = TREE.replace("PROPN\t_\t_", "PROPN\t_\tCase=Nom|Case=Acc", 1)
    with pytest.warns(UserWarning, match="more than once") as caught:
        ud.scores(conllu.parse(twice), ud.loads(twice, "gold.conllu"))
    yield str(caught[0].message)


@produces("Lines that are not CoNLL-U", "Trees that are none")
def no_treebank(room):
    broken = [
        word(1, columns=9), word(1, form=" "), word("x"), word(2), word("1-x") + word(1),
        word("1-2") + word(1), word(1, head="x"), word(1, head=-1), word(1, head=5),
        word(1, head=2) + word(2, head=1),
    ]  # fmt: skip
    more = [
        word(1) + "# late\n",
        word(1) + " \n" + word(2),
        word(1) + word(2),
        "",
        word("1.1"),
        *[word(1, columns=3)] * 9,
    ]
    yield room.scored("ud", TREE, sentences(*broken), ending="conllu")
    yield room.scored("ud", TREE, sentences(*more), ending="conllu")
    bare = [word("1-2") + word(1) + word("2-3") + word(2), word(1, head="_"), word(1) + word(2, head="_")]
    yield room.scored("ud", TREE, sentences(*bare), ending="conllu")
    yield room.scored("ud", TREE, sentences(word(1), word(1, head="_")), ending="conllu")
    yield room.scored("ud", TREE, word(1), ending="conllu")
    yield room.scored("ud", TREE, word("1-2") + word(1), ending="conllu")


@produces("Lines that are not tags", "Sentences that are not the same")
def other_tags(room):
    gold = "Ann B-PER\nsaw O\n\nBob B-PER\n\n"
    tagged = ["Ann\n", "Ann S-PER\nBob U-PER\n", "Ann S-PER\n", "Ann b-PER\n", "user ruth\n", "Eve O\nsaw O\n\nBob O\n",
              "Ann O\nsaw O\n", "Ann O\n\nBob O\n", "Ann O\n"]  # fmt: skip
    gold_documents = "-DOCSTART- O\n\n" + gold
    yield room.tried("span", [(gold, pred) for pred in tagged])
    yield room.scored("span", "-DOCSTART- O\n\n" + gold * 2, "-DOCSTART- O\n\n" + gold + gold_documents)
    room.write(t__iob2="Ann X-PER\n")
    yield room.onenlp("convert-tags", "t.iob2", "out.iob2")
    yield room.onenlp("convert-tags", "t.iob2", "out.iob2", "--scheme", "iob1")
    room.write(t__iob2="user ruth\n")
    yield room.onenlp("convert-tags", "t.iob2", "out.iob2")


def lines(*records):
    """JSON Lines."""
    return "".join(json.dumps(record) + "\n" for record in records)


@produces("Tags in memory")
def other_lists(room):
    wrong = [("['O']",) * 2, ("[[1]]",) * 2, ("[['']]",) * 2, ("[[1]]", "[[1]], tag_names=['O']"),
             ("[[0]]", "[[-100]], tag_names=['O']")]  # fmt: skip
    checks = [
        f"def test_{n}(onenlp): onenlp.check_spans({', '.join(sides)})" for n, sides in enumerate(wrong)
    ]
    room.write(test_a__py=module(*(f"{marker(f'm{n}', None)}\n{check}" for n, check in enumerate(checks))))
    return room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


@produces("Documents with character spans", "What is resampled, and slices of spans")
def other_spans(room):
    good = {"id": "d1", "text": "Ann ran", "spans": [[0, 3, "PER"]], "domain": "news"}
    gold, tags = lines(good), "Ann B-PER\n"
    broken = [
        "no\n", "7\n", lines({"spans": []}), lines(good | {"id": 1.5}), lines(good, good), lines(good | {"text": 7}),
        lines(good | {"spans": 7}), lines(good | {"spans": [7]}), lines(good | {"spans": [["0", 3, "PER"]]}),
        lines(good | {"spans": [[0, 9, "PER"]]}), lines(good | {"spans": [[0, 3, "PER"]] * 2}),
        lines(good | {"id": "d2"}), lines(good | {"text": "Ann hid"}),
        lines(good | {"text": "ann ran"}), lines(good | {"text": "Ann\tran"}),
    ]  # fmt: skip
    yield room.tried("span", [(gold, pred) for pred in broken], ending="jsonl")
    yield room.scored("span", tags, tags, "--cluster", "word")
    yield room.scored("span", tags, tags, "--cluster", "document")
    yield room.scored("span", gold, gold, "--cluster", "sentence", ending="jsonl")
    yield room.scored("span", tags, tags, "--slices", "domain")
    yield room.scored("span", gold, gold, "--slices", "domian", ending="jsonl")
    listed = lines(good | {"domain": ["news"]})
    yield room.scored("span", listed, listed, "--slices", "domain", ending="jsonl")
    sets = "[{(0, 1, 'PER')}, set()], [{(0, 1, 'PER')}]"
    room.write(
        test_a__py=module(f"{marker('sets', None)}\ndef test_sets(onenlp): onenlp.check_spans({sets})")
    )
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")
    room.write(g__jsonl=gold, t__iob2=tags)
    yield room.onenlp("span", "--gold", "g.jsonl", "--pred", "t.iob2")


@produces("Files of documents", "Documents that do not match", "Labels")
def other_labels(room):
    one = {"id": "1", "gold": "a", "pred": "a"}
    both = lines(one, one | {"id": "2"})
    tables = [
        "",
        "id,gold\n",
        "id,gold\n1\n",
        "id,id\n1,2\n",
        "id,\n1,2\n",
        'id,gold\n1,"a\n',
        "id,gold\n1,\n",
        "id,pred\n1,a\n",
        "password\nruth\n",
        f"id,gold\n1,{'a' * 200_000}\n",
    ]
    yield room.tried("classify", [(table, table, "--task", "labels") for table in tables], ending="csv")
    yield from tables_of_any_form(room)
    objects = [
        (both, lines(one)), (both, lines({"pred": "a"}, {"pred": "a"})), (both, lines(one, {"pred": "a"})),
        (both, lines(one, one | {"id": 1.5})), (both, lines(one, one)), (both, lines(one, {"id": "2"} | {"x": 1})),
        (both, lines(one, one | {"id": "2", "pred": ["a"]})), ("{", "{"), ("[" * 100_000, "{"),
        ('{"x": ' + "[" * 100_000, "{"),
        ('{"gold": 1, "gold": 2}', "{"), ('{"gold": ' + "1" * 5000 + "}", "{"), ("7\n", "7\n"),
    ]  # fmt: skip
    yield room.tried("classify", [(*pair, "--task", "labels") for pair in objects], ending="jsonl")
    more = lines(one | {"domain": "news"}, one | {"id": "2"})
    yield room.tried(
        "classify", [(more, more, "--slices", field) for field in ("domian", "domain")], ending="jsonl"
    )
    bare = lines(one)
    yield room.scored("classify", bare, bare, "--slices", "domain", ending="jsonl")
    room.write(
        test_a__py=module(
            "import numpy as np, pandas as pd",
            f"{marker('e', None)}\ndef test_empty(onenlp): onenlp.check_labels([], [])",
            f"{marker('s', None)}\ndef test_shape(onenlp): onenlp.check_labels(np.zeros((2, 2, 1)), [1])",
            f"{marker('n', None)}\ndef test_number(onenlp): onenlp.check_labels(['a', 'b'], ['a'])",
            f"{marker('t', None)}\ndef test_type(onenlp): onenlp.check_labels(['1', '2'], [1, 2])",
            *calls_of_any_form(),
        )
    )
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")


def tables_of_any_form(room):
    """Tables whose first line, fields or sides are not what they are taken for."""
    columns = ("--columns", "id,gold", "--pred-field", "gold")
    cases = [
        ("1,0\n2,1\n", "1,0\n2,1\n"), ("x,a\ny,b\nz,a\n", "x,a\n"), ("id,gold\n1,a\n", "1,a\n", *columns),
        ("1,a\n1,a,b\n", "1,a\n", *columns), ("id,label,y_true\n1,a,b\n", "id,label\n1,a\n"),
    ]  # fmt: skip
    yield room.tried("classify", [(*case, "--task", "labels") for case in cases], ending="csv")
    yield room.scored("classify", '{"x": 1}\n', '{"x": 1}\n', ending="jsonl")
    yield room.onenlp(
        "classify", "--gold", "g.csv", "--pred", "g.csv", "--gold-field", "label", "--pred-field", "label"
    )


def calls_of_any_form():
    """Tests of objects in memory that are no labels, or do not belong together."""
    tied, twice, nameless = ([("a", 0.5), ("b", 0.5)], [("a", 0.5), ("a", 0.4)], [(None, 0.5)])
    rankings = [
        [[{"label": label, "score": score} for label, score in row]]
        for row in (tied, twice, nameless, [("a", "x")])
    ]
    calls = [
        "[0, 1], np.array([[1], [0]])", "[0], [[1, 1]]", "[0], [[0.5, 0.5]]", "['a', 'b'], np.eye(2)",
        "pd.Series(['a']), pd.Series(['a'], index=[7])",
        "pd.Series(['a', 'b']), pd.Series(['a', 'b'], index=[0, 0])",
        *(f"['a'], {ranking}" for ranking in rankings),
    ]  # fmt: skip
    return [
        f"{marker(f'o{at}', None)}\ndef test_object_{at}(onenlp): onenlp.check_labels({call})"
        for at, call in enumerate(calls)
    ]


@produces("Several labels and scores")
def other_sets(room):
    one = {"id": "1", "gold": ["a"], "pred": ["a"]}
    two = {"id": "2", "gold": [], "scores": {"a": 1.0}}
    scored = lines({"id": "1", "gold": ["a"], "scores": {"a": 0.5}}, two)
    preds = [
        lines(one | {"pred": "a"}), lines(one | {"pred": ["a", "a"]}),
        lines({"id": "1", "scores": {"a": 0.5, "b": 1}}, two), lines({"id": "1", "scores": {"b": 0.5}}),
        '{"id": "1", "scores": {"a": NaN}}\n',
    ]  # fmt: skip
    golds = [lines(one), lines(one), scored, lines(one), lines(one)]
    several = ("--task", "multilabel")
    yield room.tried(
        "classify", [(*pair, *several) for pair in zip(golds, preds, strict=True)], ending="jsonl"
    )
    tables = [("id,gold:a\n1,x\n", "id,score:a\n1,1\n"),
              ("user\nruth\n", "user\nruth\n"), ("id,gold:a\n1,0.5\n", "id,score:a\n1,1\n"),
              ("id,gold:a,gold.a\n1,1,1\n", "id,score:a\n1,1\n")]  # fmt: skip
    yield room.tried("classify", [(*pair, *several) for pair in tables], ending="csv")
    check = "def test_{0}(onenlp): onenlp.check_multilabel({1})"
    calls = ["[[1, 0]], [[0.5]]", "[[1, 0], [1]], [[0.5, 1], [1, 0]]", "[[1, 0]], [['a', 'b']]",
             "__import__('numpy').zeros((1, 1, 1)), [[0.5]]",
             "[{1.5: 1}], [{1.5: 1}]", "[['a']], pd.DataFrame({'a': [1], 'b': ['x']})",
             "[['a']], pd.DataFrame([[1, 1]], columns=['a', 'a'])", "[['a']], pd.DataFrame([[1]], columns=[1.5])",
             ]  # fmt: skip
    room.write(
        test_a__py=module(
            "import pandas as pd",
            *(f"{marker(f'm{n}', None)}\n{check.format(n, call)}" for n, call in enumerate(calls)),
        )
    )
    yield room.pytest("--onenlp-reference", "refs.json", "--onenlp-update")
