"""Plains Cree on a toy analyser and glosses: each variant class with what is one and what is none, each verdict."""

import pytest

from scoring.metrics.metric import NotAvailable
from scoring.mt.run import Entry
from scoring.mt.standards import LINT, SEMANTIC, resources
from scoring.mt.standards.crk import standard
from scoring.mt.standards.crk.variants import KINDS
from scoring.mt.standards.lists import read_lists
from scoring.mt.standards.readings import WordReadings, reading
from tests.shared import ROOT

TOY = ROOT / "fixtures" / "mt" / "crk-toy"


def entry(output, *references):
    return Entry(id="e", references=references, prediction=output)


def toy(**options):
    return standard(resources.resources("crk", [TOY], **options))


@pytest.fixture(scope="module")
def all_lists():
    """The standard with every fact, those that nobody has checked too."""
    return toy(unverified=True)


def lint(made, output, *references):
    found = made.compute(entry(output, *references))[LINT]
    return found.value, set(found.details.get("classes", ()))


EQUIVALENT = [
    ("word_order", "nipâw atim", "atim nipâw"),
    ("word_order", "Nipâw atim.", "Atim nipâw."),
    ("word_order", "namôya nipâw atim", "atim namôya nipâw"),
    ("orthographic", "atim nipāw", "atim nipâw"),
    ("orthographic", "ātim nipa\u0304w", "âtim nipa\u0302w"),
    ("orthographic", "atim ê nipât", "atim ê-nipât"),
    ("orthographic", "atim ênipât", "atim ê-nipât"),
    ("orthographic", "nikî nipân", "nikî-nipân"),
    ("optional_particle", "atim nipâw", "mâka atim nipâw"),
    ("optional_particle", "mâka atim nipâw", "atim nipâw"),
    ("lemma_synonym", "minôs nipâw", "pôsiw nipâw"),
    ("progressive_ambiguity", "atim nipâw", "mêkwâc atim nipâw"),
    ("progressive_ambiguity", "atim nipâw", "atim mêkwâ-nipâw"),
    ("inclusive_exclusive", "ninipânân", "kinipânaw"),
    ("inclusive_exclusive", "kinipânaw", "ninipânân"),
    ("inclusive_exclusive", "niyanân ninipânân", "kiyânaw kinipânaw"),
]
NONE = [
    ("another word", "minôs nipâw", "atim nipâw"),
    ("a word less", "atim", "atim nipâw"),
    ("the negator keeps what it negates", "nipâw namôya atim", "atim namôya nipâw"),
    ("a length mark that is missing", "atim nipaw", "atim nipâw"),
    ("a hyphen that is after no preverb", "a-tim nipâw", "atim nipâw"),
    ("a particle that is not optional", "ana atim nipâw", "atim nipâw"),
    ("a synonym with another inflection", "pôsiw nipâw", "atimwak nipâw"),
    ("the reference leaves open what the output says", "mêkwâc atim nipâw", "atim nipâw"),
    ("the same of a preverb", "atim mêkwâ-nipâw", "atim nipâw"),
    ("one we changes and the other does not", "niyanân kinipânaw", "kiyânaw kinipânaw"),
    ("one we goes one way and another the other", "ninipânân kimîcisonaw", "kinipânaw nimîcisonân"),
    ("another person", "nipâw", "ninipânân"),
    ("other punctuation", "nipâw atim!", "atim nipâw."),
    ("a capital inside", "atim Nipâw", "atim nipâw"),
    ("one difference undone, another left", "nipâw minôs", "atim nipâw"),
]


@pytest.mark.parametrize(("name", "output", "reference"), EQUIVALENT)
def test_a_variant_is_equivalent_and_named(all_lists, name, output, reference):
    assert lint(all_lists, output, reference) == ("EQUIVALENT", {name})


@pytest.mark.parametrize(("output", "reference"), [row[1:] for row in NONE], ids=[row[0] for row in NONE])
def test_what_is_left_when_all_variants_are_undone_is_a_miss(all_lists, output, reference):
    assert lint(all_lists, output, reference) == ("MISS", set())


def test_several_classes_are_undone_together(all_lists):
    classes = {"word_order", "orthographic", "optional_particle", "lemma_synonym"}
    assert lint(all_lists, "nipāw minôs", "mâka pôsiw nipâw")[0] == "EQUIVALENT"
    assert lint(all_lists, "ē nipāt minôs", "mâka pôsiw ê-nipât") == ("EQUIVALENT", classes)


def test_exact_is_in_normal_form_and_trimmed_and_an_empty_output_is_none(all_lists):
    assert lint(all_lists, " atim nipa\u0302w ", "atim nipâw")[0] == "EXACT"
    assert lint(all_lists, None, "atim nipâw")[0] == "NO_OUTPUT"


def test_any_reference_will_do(all_lists):
    found = all_lists.compute(entry("nipâw atim", "minôs nipâw", "atim nipâw"))[LINT]
    assert (found.value, found.details["reference"]) == ("EQUIVALENT", 1)


@pytest.mark.parametrize(("verdict", "weight", "output", "reference"), [
    ("NO_OUTPUT", 0.0, None, "atim nipâw"),
    ("EXACT_MATCH", 1.0, "atim nipâw", "atim nipâw"),
    ("INCOMPLETE", 0.3, "nâpêw", "nâpêw wâpamêw atimwa"),  # 1 word of 3
    ("PARTIAL", 0.4, "nâpêw", "nâpêw wâpamêw"),  # a reference of 2 words: F1 = 2/3
    ("VALID", 1.0, "nipâw atim", "atim nipâw"),  # 2 of 2
    ("VALID", 1.0, "minôs nipâw", "pôsiw nipâw"),  # both are glossed cat
    ("VALID", 1.0, "atim nipâw", "ana atim nipâw"),  # a pronoun has no content
    ("GRAMMAR_ISSUES", 0.7, "atimwak nipâw", "atim nipâw"),  # plural for singular
    ("GRAMMAR_ISSUES", 0.7, "atim ê-nipât", "atim nipâw"),  # the same lemma behind a preverb
    ("PARTIAL", 0.4, "minôs nipâw", "atim nipâw"),  # 1 of 2: F1 = .5
    ("PARTIAL", 0.4, "xyz nipâw", "atim nipâw"),  # a word that is no form counts as one of content
    ("WRONG", 0.0, "iskwêw mîcisow", "atim nipâw"),
    ("WRONG", 0.0, "namôya ana", "atim nipâw"),  # words without content against words with some
])  # fmt: skip
def test_a_semantic_verdict(verdict, weight, output, reference):
    found = toy().compute(entry(output, reference))[SEMANTIC]
    assert (found.value, found.weight) == (verdict, weight)


def test_a_word_that_is_no_form_is_a_grammar_issue_where_the_meaning_is_there():
    reference = "nâpêw iskwêw minôs atim nipâw"
    found = toy().compute(entry("nâpêw iskwêw minôs atim nipâw xyz", reference))[SEMANTIC]
    assert found.details["f1"] == pytest.approx(10 / 11, abs=1e-9)  # 5 of 6 and 5 of 5
    assert (found.value, found.details["no_form"]) == ("GRAMMAR_ISSUES", ["xyz"])


def test_the_best_reference_counts():
    found = toy().compute(entry("nipâw atim", "iskwêw mîcisow", "atim nipâw"))[SEMANTIC]
    assert (found.value, found.details["reference"]) == ("VALID", 1)


def test_without_an_analyser_nothing_has_a_weight_and_what_needs_one_no_verdict(tmp_path):
    made = standard(resources.resources("crk", [tmp_path]))
    values = {
        output: [(one.value, one.weight) for one in made.compute(entry(output, "atim nipâw ana")).values()]
        for output in (None, "atim nipâw ana", "nipâw atim ana", "minôs nipâw ana", "ana")
    }
    assert values == {
        None: [("NO_OUTPUT", None), ("NO_OUTPUT", None)],
        "atim nipâw ana": [("EXACT", None), ("EXACT_MATCH", None)],
        "nipâw atim ana": [("EQUIVALENT", None), (None, None)],
        "minôs nipâw ana": [(None, None), (None, None)],
        "ana": [(None, None), ("INCOMPLETE", None)],
    }
    reason = made.compute(entry("minôs nipâw ana", "atim nipâw ana"))[SEMANTIC].reason
    assert "no analyser of crk" in reason
    assert "no glosses of crk" in reason
    assert "ONENLP_STANDARDS" in reason


def test_without_glosses_the_linter_still_has_weights(tmp_path):
    folder = tmp_path / "crk"
    folder.mkdir()
    (folder / "analyser.json").write_bytes((TOY / "crk" / "analyser.json").read_bytes())
    found = standard(resources.resources("crk", [tmp_path])).compute(entry("minôs nipâw", "atim nipâw"))
    assert (found[LINT].value, found[LINT].weight) == ("MISS", 0.0)
    assert (found[SEMANTIC].value, found[SEMANTIC].weight) == (None, None)


def test_facts_that_nobody_has_checked_are_off():
    assert lint(toy(), "atim nipâw", "mâka atim nipâw")[0] == "MISS"
    unused = {one.kind for one in toy().lists.unused}
    assert {"optional_particles", "keeps_next", "inclusive_exclusive"} <= unused
    assert toy().version != toy(unverified=True).version


@pytest.mark.source
def test_the_pages_list_of_what_is_off_is_that_of_the_data():
    page = (ROOT / "docs" / "howto" / "language-standard.md").read_text(encoding="utf-8")
    words = [
        word
        for one in toy().lists.unused
        for word in (*one.words, *(w for group in one.groups for w in group))
    ]
    assert [word for word in words if word not in page] == []


def test_a_users_word_lists_go_in_the_place_of_the_products(tmp_path):
    (tmp_path / "crk").mkdir()
    (tmp_path / "crk" / "lists.json").write_text(
        '{"lists": [{"kind": "optional_particles", "words": ["ana"], "source": "a speaker", "checked": "read"}]}',
        encoding="utf-8",
    )
    made = standard(resources.resources("crk", [TOY, tmp_path]))
    assert lint(made, "atim nipâw", "ana atim nipâw") == ("EQUIVALENT", {"optional_particle"})
    assert (
        lint(made, "atim ê nipât", "atim ê-nipât")[0] == "MISS"
    )  # the preverbs are gone with the product's lists


def test_every_list_has_a_kind_that_is_known():
    with pytest.raises(ValueError, match=r"x\.json: a list of kind 'preverb'; the kinds are"):
        read_lists(
            b'{"lists": [{"kind": "preverb", "source": "s", "checked": "read"}]}',
            "x.json",
            KINDS,
            unverified=True,
        )


@pytest.mark.parametrize(("analysis", "prefixes", "lemma"), [
    ("PV/e+wâpamêw+V+TA+Cnj+3Sg+4Sg/PlO", ("PV/e",), "wâpamêw"),
    ("RdplW+PV/ki+nipâw+V+AI", ("RdplW", "PV/ki"), "nipâw"),
    ("Mary+N+Prop", (), "Mary"),
    ("nipâw", (), "nipâw"),
])  # fmt: skip
def test_the_lemma_is_the_stem_and_not_the_first_part(analysis, prefixes, lemma):
    found = reading(analysis)
    assert (found.prefixes, found.lemma) == (prefixes, lemma)


def test_words_are_looked_up_as_written_then_lowered_and_errors_do_not_count():
    asked = []

    def analyses(word):
        asked.append(word)
        return {"atim": ("atim+N",), "tim": ("atim+N+Err/Orth",)}.get(word, ())

    readings = WordReadings(type("Function", (), {"analyses": staticmethod(analyses)})())
    assert readings.of("Atim")[0].lemma == "atim"
    assert readings.of("ATIM")[0].lemma == "atim"
    assert readings.of("tim") == ()
    assert asked == ["Atim", "atim", "ATIM", "aTIM", "Atim", "atim", "tim"]


def test_a_missing_resource_says_where_to_put_it(tmp_path):
    found = resources.resources("crk", [tmp_path]).analyser
    assert isinstance(found, NotAvailable)
    assert "crk/analyser.hfstol" in found.remedy
