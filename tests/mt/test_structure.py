"""FST acceptance and morphological accuracy, counted by hand with a toy analyser (tests/mt/lexica/cree.lexc)."""

import unicodedata
from pathlib import Path

import pytest

from scoring import mt
from scoring.base.errors import UsageError
from scoring.card.caveats import caveats
from scoring.evidence.evidence import whole
from scoring.metrics.metric import NotAvailable
from scoring.mt.align import align
from scoring.mt.fst import TransducerError
from scoring.mt.metrics.fst_acceptance import FST_ACCEPTANCE
from scoring.mt.metrics.morphological_accuracy import MORPHOLOGICAL_ACCURACY
from scoring.mt.metrics.overall import measure as composite
from scoring.mt.standards.readings import reading
from scoring.mt.task import MT
from scoring.mt.wordforms import forms
from tests.mt.runs import entry, run

COMPILED = Path(__file__).parent / "lexica" / "compiled"
CREE, DECOMPOSED = COMPILED / "cree-w.hfstol", COMPILED / "decomposed-O.hfstol"


@pytest.fixture(autouse=True)
def _no_folder(monkeypatch):
    monkeypatch.delenv("ONENLP_FST", raising=False)


def ready(*entries, languages=("en", "crk"), **given):
    found = run(*entries, languages=languages)
    return align(found, found, **given)


def accepted(text, **given):
    made = ready(entry(1, prediction=text), **({"analyser": CREE} | given))
    return FST_ACCEPTANCE.measure(made).table.tolist()[0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("“ê-nipât,” ‹atim› «sîsîp»!", ("ê-nipât", "atim", "sîsîp")),
        ("l'eau d’été ma'iingan", ("l'eau", "d’été", "ma'iingan")),
        ("3 – % 2. …", ()),
        ("a1 <b>atim</b> {name} %s", ("a1", "atim")),
        ("(¿qué?) €5m $x", ("qué", "5m")),
        (unicodedata.normalize("NFD", "sîsîp"), ("sîsîp",)),
    ],
)
def test_what_a_word_is(text, words):
    assert forms(text) == words


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        pytest.param("atim nipâw.", [2, 2], id="both forms"),
        pytest.param("atim house", [1, 2], id="one foreign"),
        pytest.param("Atim ATIM aTIM", [2, 3], id="first letter or all capitals"),
        pytest.param("Ê-NIPÂT Ê-nipât", [2, 2], id="capitals with marks"),
        pytest.param("nipi", [0, 1], id="only an erroneous form"),
        pytest.param("atim, 12 !", [1, 1], id="numbers and marks are no words"),
        pytest.param("12", [0, 0], id="no word at all"),
        pytest.param(None, [0, 1], id="no output is one rejected word"),
        pytest.param("atimж", [0, 1], id="a form and a foreign letter"),
        pytest.param(unicodedata.normalize("NFD", "sîsîp"), [1, 1], id="in normal form D"),
    ],
)
def test_accepted_words_are_counted(text, counts):
    assert accepted(text) == counts


def test_erroneous_forms_count_on_request():
    assert accepted("nipi", accept_err=True) == [1, 1]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_decomposed_alphabet_is_asked_in_normal_form_d(form):
    assert accepted(unicodedata.normalize(form, "Sîsîp Ê-NIPÂT minôs"), analyser=DECOMPOSED) == [3, 3]


def test_the_rate_is_that_of_all_words():
    made = ready(
        entry(1, prediction="atim"),
        entry(2, prediction="a b nipâw"),
        entry(3, error="timeout"),
        analyser=CREE,
    )
    assert whole(FST_ACCEPTANCE.measure(made)) == pytest.approx(2 / 5)


@pytest.mark.parametrize(
    ("analysis", "lemma", "tags"),
    [
        ("atim+N+A+Sg", "atim", ("N", "A", "Sg")),
        ("PV/e+wâpamêw+V+TA", "wâpamêw", ("PV/e", "V", "TA")),
        ("PV/ki+PV/wi+nipâw+V", "nipâw", ("PV/ki", "PV/wi", "V")),
        ("IC+nipâw+V", "nipâw", ("IC", "V")),
        ("nipiy+N+Err/Orth", "nipiy", ("N", "Err/Orth")),
        ("êkwa", "êkwa", ()),
    ],
)
def test_the_lemma_is_the_stem(analysis, lemma, tags):
    found = reading(analysis, symbols=frozenset({"IC+"}))
    assert (found.lemma, (*found.prefixes, *found.tags)) == (lemma, tags)


def morphology(*entries, **given):
    return MORPHOLOGICAL_ACCURACY.measure(ready(*entries, **({"analyser": CREE} | given)))


@pytest.mark.parametrize(
    ("expected", "text", "counts"),
    [
        pytest.param(["atim+N+A+Sg"], "atim", [1, 1, 1], id="right"),
        pytest.param(["atim+N+A+Sg"], "Atimwak", [0, 1, 1], id="right stem, wrong ending"),
        pytest.param(["atim+N+A+Sg"], "minôs", [0, 0, 1], id="another lemma is not judged"),
        pytest.param(["atim+N+A+Sg", "nipâw+V+AI+Ind+3Sg"], "atim nipâwak", [1, 2, 2], id="one of two"),
        pytest.param(["PV/e+nipâw+V+AI+Cnj+3Sg"], "ê-nipât", [1, 1, 1], id="a prefix is no lemma"),
        pytest.param(["PV/e+nipâw+V+AI+Cnj+3Sg"], "nipâw", [0, 1, 1], id="the prefix is one of the tags"),
        pytest.param(
            ["PV/e+nipâw+V+AI+Cnj+3Sg"], "ê-wâpamât", [0, 0, 1], id="the same prefix is not the same lemma"
        ),
        pytest.param(["atim+N+A+Sg"] * 2, "atim", [1, 1, 2], id="a word stands for one expected word"),
        pytest.param(["atim+N+A+Sg", "atim+N+A+Pl"], "atimwak atim", [2, 2, 2], id="in any order"),
        pytest.param(["atim+N+A+Sg"], None, [0, 1, 1], id="no output is one wrong word"),
    ],
)
def test_right_words_are_counted(expected, text, counts):
    assert morphology(entry(1, prediction=text, morphology=expected)).table.tolist() == [counts]


def test_an_entry_that_is_not_annotated_has_nothing_to_judge():
    made = morphology(entry(1, prediction="atim", morphology=["atim+N+A+Sg"]), entry(2, prediction="atim"))
    assert made.table.tolist() == [[1, 1, 1], [0, 0, 0]]


def test_without_annotations_the_references_serve_on_request_and_stay_out_of_the_composite():
    entries = [entry(1, references=["atim nipâw house"], prediction="atimwak nipâw")]
    assert isinstance(morphology(*entries), NotAvailable)
    made = ready(*entries, analyser=CREE, derived_morphology=True)
    found = MORPHOLOGICAL_ACCURACY.measure(made)
    assert found.table.tolist() == [[1, 2, 2]]
    assert "derived" in MT.signatures(made, {"morphological_accuracy": found})["morphological_accuracy"]
    assert "morphological_accuracy" not in composite(made).names
    asked = ready(*entries, analyser=CREE, derived_morphology=True, derived_in_composite=True)
    assert "morphological_accuracy" in composite(asked).names


def test_the_analyser_is_the_given_one_then_that_of_the_folder(monkeypatch, tmp_path):
    assert isinstance(FST_ACCEPTANCE.measure(ready(entry(1, prediction="atim"))), NotAvailable)
    (tmp_path / "crk.hfstol").write_bytes(CREE.read_bytes())
    monkeypatch.setenv("ONENLP_FST", str(tmp_path))
    assert FST_ACCEPTANCE.measure(ready(entry(1, prediction="atim"))).table.tolist() == [[1, 1]]
    assert FST_ACCEPTANCE.measure(
        ready(entry(1, prediction="atim"), languages=("en", "cr"))
    ).table.tolist() == [[1, 1]]
    loaded = mt.fst.load(COMPILED / "weights-w.hfstol")
    assert accepted("kato atim", analyser=loaded) == [1, 2]


@pytest.mark.parametrize(
    ("language", "reason"), [("crk", "GiellaLT crk"), ("de", "no finite-state analyser is declared")]
)
def test_a_missing_analyser_says_how_to_get_it(language, reason):
    found = FST_ACCEPTANCE.measure(ready(entry(1), languages=("en", language)))
    assert isinstance(found, NotAvailable)
    assert reason in found.reason
    assert f"ONENLP_FST=FOLDER with {language}.hfstol" in found.remedy


def test_the_signature_names_the_analyser():
    made = ready(entry(1, prediction="atim"), analyser=CREE)
    found = {"fst_acceptance_rate": FST_ACCEPTANCE.measure(made)}
    said = MT.signatures(made, found)["fst_acceptance_rate"]
    assert said.startswith(f"mt.fst_acceptance_rate|v2|{mt.fst.load(CREE).digest}|standard:crk/")


def test_the_caveats_say_what_was_not_judged_and_what_was_cut_short():
    loops = mt.fst.load(COMPILED / "loops-O.hfstol")
    made = ready(
        entry(1, prediction="la" * 30, morphology=["kato+N"]),
        entry(2, prediction="ati", morphology=["ati"]),
        analyser=loops,
    )
    MORPHOLOGICAL_ACCURACY.measure(made)
    assert caveats(made)[-2:] == [
        f"words with more analyses than were looked at (1): {'la' * 30!r}",
        "morphological accuracy judges 1 of 2 expected words (coverage 0.50)",
    ]


def test_a_given_file_that_is_no_analyser_is_an_error(tmp_path):
    bad = tmp_path / "crk.hfstol"
    bad.write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    with pytest.raises(TransducerError, match="Git LFS pointer"):
        accepted("atim", analyser=bad)
    with pytest.raises(TransducerError, match=r"none\.hfstol: cannot be read"):
        accepted("atim", analyser=tmp_path / "none.hfstol")
    with pytest.raises(UsageError, match="analyser is int"):
        accepted("atim", analyser=3)
