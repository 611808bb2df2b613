"""One notion of the same word: what a standard's linter calls a variant is no other word for any metric (law L2).

And a reference is never at fault (law L1): over every language standard, and every card with an orthography.
"""

import importlib.util
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.metrics.metric import NotAvailable
from scoring.mt.align import align
from scoring.mt.languages import Cards
from scoring.mt.metrics.fst_acceptance import FST_ACCEPTANCE
from scoring.mt.metrics.morphological_accuracy import MORPHOLOGICAL_ACCURACY
from scoring.mt.metrics.orthographic_accuracy import ORTHOGRAPHIC_ACCURACY
from scoring.mt.run import Entry
from scoring.mt.standards import LINT, SEMANTIC
from scoring.mt.standards.crk import standard as plains_cree
from scoring.mt.standards.finding import judged
from scoring.mt.standards.resources import resources
from tests.mt.runs import entry, run
from tests.mt.test_crk import EQUIVALENT
from tests.shared import ROOT

MT = ROOT / "fixtures" / "mt"
# Rules that every word breaks, so that only words of the references can be right.
NOTHING_IS_RIGHT = {
    "letters": "#",
    "says": "none",
    "source": "a test",
    "checked": "read",
    "good": "#",
    "bad": "a",
}


def northern_sami():
    """The template's standard, on its toy analyser."""
    spec = importlib.util.spec_from_file_location("onenlp_sme", MT / "sme-template" / "onenlp_sme.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.standard(resources("sme", [MT / "sme-template" / "toy"], unverified=True))


STANDARDS = {
    "crk": lambda: plains_cree(resources("crk", [MT / "crk-toy"], unverified=True)),
    "sme": northern_sami,
}
MADE = {code: make() for code, make in STANDARDS.items()}
CARDS = Cards.load(unverified=True)
VARIANTS = [
    *(("crk", output, reference) for _, output, reference in EQUIVALENT),
    ("crk", "Ātim nipāw.", "âtim nipâw"),
    ("crk", "Ênipât atim", "atim ê-nipât"),
    ("crk", "nipâw www.mira.example atim", "atim nipâw www.mira.example"),
    ("crk", "sīsîp nipâw", "sîsîp nipâw"),
    ("sme", "beana oaððá", "beana oađđá"),
    ("sme", "Beana oaððá.", "beana oađđá"),
    ("sme", "dal beana oađđá", "beana oađđá"),
]


@pytest.fixture(scope="module")
def nothing_is_right(tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "none.json"
    path.write_text(
        json.dumps({"name": "none", "title": "None", "script": "Latn", "alphabet": NOTHING_IS_RIGHT}), "utf-8"
    )
    return str(path)


def ready(code, *pairs, **options):
    """A run of outputs and references, judged by the standard of the language."""
    made = [
        entry(n, prediction=output, references=[reference]) for n, (output, reference) in enumerate(pairs)
    ]
    both = run(*made, languages=("en", code))
    own = replace(CARDS.find(code), eval_metrics=(code,))
    cards = Cards({**CARDS.by_code, code: own})
    return align(both, both, cards, standards={code: MADE[code]}, unverified_rules=True, **options)


def counted(metric, segments):
    found = metric.measure(segments)
    assert not isinstance(found, NotAvailable), found
    return found.table.tolist()[0]


@pytest.mark.parametrize(("code", "output", "reference"), VARIANTS)
def test_a_variant_is_the_same_word_for_every_metric(code, output, reference, nothing_is_right):
    made = ready(code, (output, reference), orthography=nothing_is_right, derived_morphology=True)
    verdicts = judged(made)[code].verdicts[0]
    assert verdicts[LINT].value == "EQUIVALENT"
    assert (verdicts[SEMANTIC].value, verdicts[SEMANTIC].details["no_form"]) == ("VALID", [])
    right, words = counted(ORTHOGRAPHIC_ACCURACY, made)
    assert right >= words - len(dropped(code, output, reference))
    assert_as_the_reference(code, made, reference)


def dropped(code, output, reference):
    """The words of the output that the reference may lack: they are no words of it."""
    return [word for word in output.split() if word in MADE[code].rules.optional and word not in reference]


def assert_as_the_reference(code, made, reference):
    """Accepted words are no fewer than the reference's, and no reading is wrong."""
    accepted, words = counted(FST_ACCEPTANCE, made)
    theirs, all_theirs = counted(FST_ACCEPTANCE, ready(code, (reference, reference)))
    added = len(dropped(code, made.entries[0].output, reference))
    assert accepted * all_theirs >= theirs * (words - added)
    right, judged_words, _ = counted(MORPHOLOGICAL_ACCURACY, made)
    assert right == judged_words


KNOWN = {"crk": ["atim", "atimwak", "nipâw", "ê-nipât", "minôs", "mâka", "ana", "kî-wâpamêw", "niyanân", "ninipânân"],
         "sme": ["beana", "beatnagat", "oađđá", "bussá", "borrá"]}  # fmt: skip
STRANGE = ["Lorbach", "ôta", "ekwa", "www.mira.example", "a@b.example", "{name}", "12", "Kim'a"]


@st.composite
def shuffled(draw, code):
    """A reference, and its own words in another order."""
    words = draw(st.lists(st.sampled_from(KNOWN[code] + STRANGE), min_size=1, max_size=6))
    return " ".join(draw(st.permutations(words))), " ".join(words)


@pytest.mark.parametrize("code", sorted(MADE))
def test_the_words_of_a_reference_are_right_in_any_order(code, nothing_is_right):
    @given(shuffled(code))
    def law(pair):
        made = ready(code, pair, orthography=nothing_is_right)
        verdict = judged(made)[code].verdicts[0][SEMANTIC]
        assert verdict.value in ("EXACT_MATCH", "VALID")
        right, words = counted(ORTHOGRAPHIC_ACCURACY, made)
        assert right == words

    law()


SPELT = {
    "crk": [("â", "ā"), ("ê", "ē"), ("î", "ī"), ("ô", "ō"), ("ê-", "ê "), ("ê-", "ê"), ("kî-", "kî ")],
    "sme": [("đ", "ð"), ("ŋ", "ń")],
}  # fmt: skip


@st.composite
def respelt(draw, code):
    """A reference, and it with some words written otherwise, in another order, with a capital and a full stop."""
    words = draw(st.lists(st.sampled_from(KNOWN[code] + STRANGE), min_size=1, max_size=6))
    order = draw(st.permutations(words)) if code == "crk" else words
    spellings = [(old, new) for old, new in SPELT[code] if draw(st.booleans())]
    output = []
    for word in order:
        for old, new in spellings:
            word = word.replace(old, new) if "." not in word else word  # noqa: PLW2901 - the word as it is written
        output.append(word)
    text = " ".join(output)
    if draw(st.booleans()) and text[:1].islower() and not text.startswith(("www", "a@")):
        text = text[:1].upper() + text[1:] + "."
    return text, " ".join(words)


@pytest.mark.parametrize("code", sorted(MADE))
def test_what_the_linter_calls_equivalent_means_the_same(code, nothing_is_right):
    @given(respelt(code))
    def law(pair):
        made = ready(code, pair, orthography=nothing_is_right, derived_morphology=True)
        verdicts = judged(made)[code].verdicts[0]
        assert verdicts[LINT].value in ("EXACT", "EQUIVALENT"), pair
        assert verdicts[SEMANTIC].value in ("EXACT_MATCH", "VALID"), pair
        right, words = counted(ORTHOGRAPHIC_ACCURACY, made)
        assert right == words
        assert_as_the_reference(code, made, pair[1])

    law()


OTHERWISE = {"minôs": ["pôsiw"], "kinipânaw": ["ninipânân"], "kiyânaw": ["niyanân"], "mêkwâ-nipâw": ["nipâw"],
             "ê-nipât": ["ênipât", "ē-nipât", "ê nipât"], "mâka": ["", "māka"], "êkwa": ["", "mâka"], "mêkwâc": [""],
             "namôya": ["namōya"], "atim": ["Atim", "atim mâka", "atimwak"], "nipâw": ["nipāw"]}  # fmt: skip


@st.composite
def changed(draw):
    """A reference in Plains Cree, and it with words that are variants or nearly so."""
    words = draw(st.lists(st.sampled_from([*OTHERWISE, "Lorbach", "ana"]), min_size=1, max_size=6))
    output = [
        draw(st.sampled_from([word, *OTHERWISE.get(word, [])])) for word in draw(st.permutations(words))
    ]
    return " ".join(filter(None, output)), " ".join(words)


@given(changed())
def test_whatever_the_linter_accepts_means_the_same(pair):
    verdicts = MADE["crk"].compute(Entry(id="e", references=(pair[1],), prediction=pair[0]))
    if verdicts[LINT].value == "EQUIVALENT":
        assert (verdicts[SEMANTIC].value, verdicts[SEMANTIC].details["no_form"]) == ("VALID", [])


WITH_RULES = sorted(code for code, card in CARDS.by_code.items() if card.orthography)


@pytest.mark.parametrize("code", WITH_RULES)
def test_no_rule_is_held_against_a_word_of_the_references(code):
    strange = "eeeqx Zzż atźim"
    made = [
        entry(1, prediction=strange, references=["x", strange]),
        entry(2, prediction="Zzż", variants=["zzż"]),
    ]
    both = run(*made, languages=("en", code))
    found = ORTHOGRAPHIC_ACCURACY.measure(align(both, both, unverified_rules=True))
    assert found.table.tolist() == [[3, 3], [1, 1]]


def test_a_word_of_the_references_stays_one_behind_a_preverb_that_is_apart():
    made = ready("crk", ("ê Zzż", "Zzż"))
    assert counted(ORTHOGRAPHIC_ACCURACY, made) == [
        2,
        2,
    ]  # ê-Zzż, as it may be joined, is no word of the reference


@pytest.mark.parametrize("code", WITH_RULES)
def test_the_same_word_is_at_fault_where_no_reference_has_it(code):
    both = run(entry(1, prediction="eeeqx Zzż", references=["Zzż"]), languages=("en", code))
    assert ORTHOGRAPHIC_ACCURACY.measure(align(both, both)).table.tolist() == [[1, 2]]
