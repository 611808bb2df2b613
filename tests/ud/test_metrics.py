"""Each metric counts what its definition says; the counts are made by hand.

Source of the definitions: Zeman et al. (2018), §5.
"""

import pytest

from scoring import ud
from scoring.base.errors import UsageError
from scoring.evidence.evidence import whole
from scoring.ud.align import align
from scoring.ud.features import UNIVERSAL, universal
from scoring.ud.relations import CONTENT, FUNCTIONAL, OTHER, base, read_relations
from tests.ud.treebank import corpus, sentence

FOUR = ("a", "b", "c", "d")


def counts(metric, gold, pred):
    """Correct, predicted, gold, aligned of one metric; each side is given as columns of the words a b c d."""
    found = ud.scores(corpus(sentence(*FOUR, **pred)), corpus(sentence(*FOUR, **gold)))[metric]
    return found.correct, found.predicted, found.gold, found.aligned


@pytest.mark.parametrize(
    ("metric", "gold", "pred", "expected"),
    [
        pytest.param("UPOS", {"upos": "A B C D"}, {"upos": "A B X X"}, (2, 4, 4, 4), id="UPOS"),
        pytest.param("XPOS", {"xpos": "A B C D"}, {"xpos": "A b C D"}, (3, 4, 4, 4), id="XPOS"),
        pytest.param(
            "UFeats",
            {"feats": "Case=Nom|Number=Sing _ Typo=Yes Number"},
            {"feats": "Number=Sing|Case=Nom Typo=Yes  _"},
            (3, 4, 4, 4),
            id="features in any order, universal ones only, a bare name is one",
        ),
        pytest.param(
            "AllTags",
            {"upos": "A B C D", "xpos": "a b c d", "feats": "_ _ Case=Nom _"},
            {"upos": "X B C D", "xpos": "a x c d", "feats": "_ _ _ Typo=Yes"},
            (1, 4, 4, 4),
            id="all three tags",
        ),
        pytest.param(
            "Lemmas", {"lemma": "a _ c d"}, {"lemma": "A x c _"}, (2, 4, 4, 4), id="a gold _ takes any lemma"
        ),
        pytest.param("UAS", {"head": "0 1 2 3"}, {"head": "0 1 1 3"}, (3, 4, 4, 4), id="heads"),
        pytest.param("UAS", {"head": "0 1 1 1"}, {"head": "2 0 2 2"}, (0, 4, 4, 4), id="another root"),
        pytest.param(
            "LAS",
            {"deprel": "root nmod:poss foo:x obj"},
            {"deprel": "root nmod foo:y OBJ"},
            (3, 4, 4, 4),
            id="relations without subtype, letter case counts",
        ),
        pytest.param(
            "CLAS",
            {"deprel": "root obj punct case"},
            {"deprel": "root case punct obj"},
            (1, 2, 2, 2),
            id="each side counts its own content words",
        ),
        pytest.param(
            "BLEX",
            {"deprel": "root obj obj case", "lemma": "a b _ d"},
            {"deprel": "root obj obj case", "lemma": "a x y z"},
            (2, 3, 3, 3),
            id="lemmas of content words",
        ),
        pytest.param(
            "CLAS",
            {"deprel": "punct punct _ None"},
            {"deprel": "punct punct _ None"},
            (0, 0, 0, 0),
            id="no content",
        ),
    ],
)
def test_a_metric_counts_by_its_definition(metric, gold, pred, expected):
    assert counts(metric, gold, pred) == expected


TREE = {"head": "0 1 1 1", "deprel": "root case det obj", "upos": "N P D N", "feats": "_ Case=Nom _ _"}


@pytest.mark.parametrize(
    ("change", "correct"),
    [
        pytest.param({}, 2, id="all alike"),
        pytest.param({"upos": "N X D N"}, 1, id="other UPOS of a child"),
        pytest.param({"feats": "_ _ _ _"}, 1, id="other feature of a child"),
        pytest.param({"feats": "_ Case=Nom|Typo=Yes _ _"}, 2, id="Typo of a child"),
        pytest.param({"deprel": "root mark det obj"}, 1, id="other functional relation of a child"),
        pytest.param({"deprel": "root case:loc det obj"}, 2, id="subtype of a child"),
        pytest.param({"deprel": "root punct det obj"}, 1, id="child missing"),
        pytest.param({"deprel": "root case det aux"}, 0, id="one child more"),
        pytest.param({"head": "0 4 1 1"}, 0, id="child under another head"),
        pytest.param({"upos": "N P D X"}, 1, id="other UPOS of the word itself"),
    ],
)
def test_mlas_asks_for_equal_functional_children(change, correct):
    """Word a (root) has the functional children b and c; word d (obj) has none."""
    assert counts("MLAS", TREE, {**TREE, **change})[0] == correct


def test_a_functional_root_is_nobodys_child():
    tree = {"head": "0 1 1 1", "deprel": "aux obj punct punct"}
    assert counts("MLAS", tree, tree) == (1, 1, 1, 1)


def test_precision_recall_and_aligned_accuracy_are_points():
    """Gold a bc, predicted a b c: one word of 3 predicted and 2 gold is aligned and right."""
    score = ud.scores(corpus(sentence("a", "b", "c")), corpus(sentence("a", "bc")))["UPOS"]
    assert (score.precision, score.recall, score.f1, score.aligned_accuracy) == (100 / 3, 50.0, 40.0, 100.0)


def test_a_named_score_is_the_f1_of_one_metric():
    gold, pred = corpus(sentence("a", "b", upos="A B")), corpus(sentence("a", "b", upos="A X"))
    assert ud.score(pred, gold, "UPOS") == ud.NamedScore("UPOS", 50.0)
    assert ud.score(pred, gold, "upos").name == "UPOS"
    assert ud.score(pred, gold) == ud.NamedScore("LAS", 100.0)


def test_an_unknown_metric_is_named_with_those_there_are():
    with pytest.raises(UsageError, match=r"'BLEU'; there are Tokens, Sentences, .* BLEX"):
        ud.score(corpus(""), corpus(""), "BLEU")


def test_the_family_has_the_thirteen_metrics_in_order():
    labels = " ".join(metric.label for metric in ud.UD.metrics().values())
    assert labels == "Tokens Sentences Words UPOS XPOS UFeats AllTags Lemmas UAS LAS CLAS MLAS BLEX"


def test_evidence_scores_as_the_api_does():
    gold, pred = corpus(sentence(*FOUR, head="0 1 2 3")), corpus(sentence(*FOUR, head="0 1 1 3"))
    pairs, scores = align(gold, pred), ud.scores(pred, gold)
    for metric in ud.UD.metrics().values():
        evidence = metric.measure(pairs)
        if whole(evidence) == whole(evidence):  # defined
            assert whole(evidence) == pytest.approx(scores[metric.label].f1)


def test_stored_counts_score_the_same():
    pairs = align(corpus(sentence(*FOUR)), corpus(sentence("ab", "c", "d")))
    for metric in ud.UD.metrics().values():
        evidence = metric.measure(pairs)
        assert whole(metric.restore(evidence.arrays())) == pytest.approx(whole(evidence), nan_ok=True)


RELATIONS = [*CONTENT, *FUNCTIONAL]
NEAR = [
    "punct",
    "_",
    "",
    "foo",
    "NSUBJ",
    "nsubj ",
    "nsubjx",
    "nsub",
    "vocativex",
    "vocativ",
    "discourses",
    "discours",
]
LONG = ["dislocatedx", "dislocate", "reparandum" + "x" * 20, "x" * 40]
STRANGE = ["vocative\0", "case\0", "\0", "é", "obl\u00a0"]


@pytest.mark.parametrize("relation", [*RELATIONS, *NEAR, *LONG, *STRANGE])
@pytest.mark.parametrize("subtype", ["", ":", ":x", ":x:y", ":" + "long" * 5])
def test_a_relation_is_known_by_the_text_before_its_colon(relation, subtype):
    text = sentence("a", "b", deprel="root HERE").replace("HERE", relation + subtype)
    found = int(read_relations(corpus(text))[1])
    expected = RELATIONS.index(relation) + 1 if relation in RELATIONS else OTHER
    assert found == expected
    assert base(relation + subtype) == relation


def test_there_are_21_universal_features():
    assert len(UNIVERSAL) == 21


@pytest.mark.parametrize(
    ("feats", "kept"),
    [
        (b"_", ""),
        (b"", ""),
        (b"_|Number=Sing", "Number=Sing"),
        (b"|Number=Sing|", "Number=Sing"),
        (b"Number=Sing|Number=Sing", "Number=Sing|Number=Sing"),
        (b"Number[psor]=Sing|number=Sing|NumForm=Digit|ExtPos=ADV", ""),
        (b"Number=Sing=x", "Number=Sing=x"),
        (b"Number", "Number"),
        (b"Gender=Masc,Fem", "Gender=Masc,Fem"),
    ],
)
def test_universal_features_are_kept_sorted_with_repetitions(feats, kept):
    assert universal(feats) == kept
