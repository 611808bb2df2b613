"""A prediction in another scheme than the treebank is flagged, with the names; a parser's own faults are not."""

import pytest

from scoring.evaluation.evaluate import evaluate
from scoring.rows.records import Identity
from scoring.ud.align import align
from scoring.ud.inventory import INVENTORIES, foreign
from scoring.ud.read import loads, read
from tests.shared import shared_file

WHO = Identity("m", "en", "d")
OURS = {  # as an English parser of another scheme says it
    "case": "prep", "obj": "dobj", "obl": "pobj", "iobj": "dative", "cop": "attr", "discourse": "intj",
    "nmod:poss": "poss", "acl:relcl": "relcl", "nsubj:pass": "nsubjpass", "aux:pass": "auxpass",
    "csubj:pass": "csubjpass", "compound:prt": "prt", "det:predet": "predet", "cc:preconj": "preconj",
}  # fmt: skip
FORMS = ("Ann", "sees", "red", "boats", "in", "Oslo")
HEADS = (2, 0, 4, 2, 6, 2)
GOLD = ("nsubj", "root", "amod", "obj", "case", "obl")
FOREIGN = ("nsubj", "ROOT", "amod", "dobj", "prep", "pobj")


def treebank(relations=GOLD, *, tag="X", xpos="_", sentences=1):
    lines = [
        f"{n}\t{form}\t_\t{tag}\t{xpos}\t_\t{head}\t{relation}\t_\t_\n"
        for n, (form, head, relation) in enumerate(zip(FORMS, HEADS, relations, strict=True), 1)
    ]
    return ("".join(lines) + "\n") * sentences


def rows(gold, pred, *metrics):
    """The flags of each metric, and the notes."""
    done = evaluate("ud", loads(gold), loads(pred), identity=WHO, metrics=metrics, judge=False)
    ours = {row.metric: [flag for flag in row.flags if flag.startswith("foreign")] for row in done.rows}
    return ours, list(done.notes)


def test_relations_of_another_scheme_are_named_the_most_frequent_first():
    gold, pred = treebank(sentences=2), treebank(FOREIGN) + treebank(("nsubj", "root", "amod", *FOREIGN[3:]))
    flags, notes = rows(gold, pred, "UPOS", "UAS", "LAS", "CLAS", "MLAS", "BLEX")
    relations = ["foreign_relations"]
    assert flags == {
        "UPOS": [],
        "UAS": [],
        "LAS": relations,
        "CLAS": relations,
        "MLAS": relations,
        "BLEX": relations,
    }
    # 4 + 3 of 12 words
    assert notes == [(
        "4 of the prediction's 7 relations are not in gold (dobj, pobj, prep, ROOT), on 58% of its words: "
        "is it of another scheme?"
    )]  # fmt: skip


def test_a_note_is_for_those_who_ask_for_the_metric():
    assert rows(treebank(), treebank(FOREIGN), "UPOS", "UAS") == ({"UPOS": [], "UAS": []}, [])


@pytest.mark.parametrize(
    ("gold", "pred", "flagged"),
    [
        pytest.param({"tag": "NOUN"}, {"tag": "NN"}, ["UPOS", "AllTags"], id="UPOS"),
        pytest.param({"xpos": "NN"}, {"xpos": "n--"}, ["XPOS", "AllTags"], id="XPOS"),
        pytest.param({"xpos": "_"}, {"xpos": "NN"}, [], id="a column that gold leaves empty"),
        pytest.param({"xpos": "NN"}, {"xpos": "_"}, [], id="a column that the prediction leaves empty"),
    ],
)
def test_tags_of_another_scheme_are_flagged_where_a_metric_compares_them(gold, pred, flagged):
    flags, _ = rows(treebank(**gold), treebank(**pred), "UPOS", "XPOS", "AllTags", "LAS")
    assert [metric for metric, words in flags.items() if words == ["foreign_tags"]] == flagged


@pytest.mark.parametrize(
    ("relations", "sentences", "flagged"),
    [
        pytest.param(("nsubj", "root", "amod", "dobj", "prep", "obl"), 20, True, id="a third of 120 words"),
        pytest.param(("nsubj", "root", "amod", "obj", "prep", "obl"), 20, False, id="a sixth of the words"),
        pytest.param(("nsubj", "root", "amod", "dobj", "prep", "obl"), 16, False, id="of 96 words of gold"),
        pytest.param(FOREIGN, 1, True, id="most words of a single sentence"),
    ],
)  # fmt: skip
def test_another_scheme_shares_the_frequent_names(relations, sentences, flagged):
    flags, _ = rows(treebank(sentences=sentences), treebank(relations, sentences=sentences), "LAS")
    assert bool(flags["LAS"]) is flagged


@pytest.mark.parametrize(("more", "flagged"), [(4, True), (3, False)], ids=["100 words", "99 words"])
def test_a_hundred_words_of_gold_are_enough_to_lack_a_name_by_no_chance(more, flagged):
    last = "".join(
        f"{n}\tnow\t_\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_\n" for n in range(1, more + 1)
    )
    gold, pred = (
        treebank(one, sentences=16) + f"{last}\n"
        for one in (GOLD, ("nsubj", "root", "amod", "dobj", "prep", "obl"))
    )
    flags, _ = rows(gold, pred, "LAS")  # 32 strange words of 96 and the last sentence, 2 of 7 or more names
    assert bool(flags["LAS"]) is flagged


def test_one_name_on_many_words_is_a_fault_and_no_scheme():
    """A third of the words, but one name of five: a parser that says dep where it does not know."""
    relations = ("nsubj", "root", "amod", "dep", "dep", "obl")
    flags, _ = rows(treebank(sentences=20), treebank(relations, sentences=20), "LAS")
    assert flags == {"LAS": []}


def test_a_subtype_is_no_other_relation():
    subtypes = tuple(f"{name}:own" if name != "root" else name for name in GOLD)
    assert rows(treebank(), treebank(subtypes), "LAS") == ({"LAS": []}, [])


def test_a_real_parser_of_another_treebank_is_not_flagged():
    """UDPipe trained on PDT-C, on PUD: other XPOS in part, never most of them."""
    gold, pred = (
        read(shared_file(f"data/ud/{name}.conllu"))
        for name in ("cs_pud-gold", "cs_pud-udpipe-pdtc-ud-2.17-251125")
    )
    pairs = align(gold, pred)
    assert [foreign(pairs, column) for column in INVENTORIES] == [None, None, None]


def test_a_real_treebank_in_another_scheme_is_flagged():
    text = shared_file("data/ud/en_ewt-r2.15-test.conllu").read_text(encoding="utf-8")
    ours = []
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) == 10:
            cells[7] = OURS.get(cells[7], OURS.get(cells[7].partition(":")[0], cells[7]))
        ours.append("\t".join(cells))
    found = foreign(align(loads(text), loads("\n".join(ours) + "\n")), "deprel")
    assert found is not None
    assert set(found.names) == set(OURS.values())
