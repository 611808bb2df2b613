"""Compliance: placeholders, quotation marks, letters; and what a repair did."""

import pytest

from scoring.evidence.evidence import whole
from scoring.mt.align import align
from scoring.mt.languages import Cards
from scoring.mt.metrics.compliance_index import COMPLIANCE, RAW_COMPLIANCE
from scoring.mt.metrics.repair_effectiveness import REPAIR
from scoring.mt.placeholders import is_plain, placeholders, without
from scoring.mt.quotes import quotation_marks, regular_marks
from tests.mt.runs import entry, ready, run, triples


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hi {name}!", ["{name}"]),
        ("Hi { name }!", ["{name}"]),
        ("{{x}} and {}", ["{{x}}", "{}"]),
        ("{0:.2f} {user.name!r}", ["{0:.2f}", "{user.name!r}"]),
        ("%s %(n)d %1$s %.2f 100% sure %", ["%s", "%(n)d", "%1$s", "%.2f"]),
        ("$x ${y} costs $5", ["$x", "${y}"]),
        ("<b class='x'>a</b><br/>", ["<b", "</b", "<br"]),
        ("3 < 4 and 5 > 2", []),
        ("{n, plural, one {# file of {name}} other {# files of {name}}}", ["{n,plural}", "{name}"]),
        ("{when, date, short}", ["{when,date}"]),
        ("{see the note below}", []),
        ("{unclosed", []),
    ],
)
def test_placeholders_of_every_kind_are_found(text, found):
    assert placeholders(text) == found


def test_an_icu_argument_may_have_other_branches_in_another_language():
    english = "{n, plural, one {# file} other {# files}}"
    polish = "{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}"
    assert placeholders(english) == placeholders(polish)
    assert "pliki" in without(polish)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("„Ja“, sagte er.", "„“"),
        ("It’s Jim's", ""),
        ("'ja' sagte", "''"),
        ("die Eltern' und", ""),
        ("5'10\" groß", ""),
        ('"ja"', '""'),
        ('צה"ל אמר', ""),
        ("l’«amour»", "«»"),
    ],
)
def test_apostrophes_primes_and_gershayim_are_no_quotation_marks(text, marks):
    assert "".join(quotation_marks(text)) == marks


@pytest.mark.parametrize(
    ("source", "reference", "output", "index", "languages"),
    [
        pytest.param("Hi {name}", "Ach {name}", "Hallo {name}", 1.0, ("en", "de"), id="nothing wrong"),
        pytest.param("Hi {name}", "Ach {name}", "Hallo", 0.4, ("en", "de"), id="a placeholder is missing"),
        pytest.param("Hi", "x", "Hallo %s", 0.4, ("en", "de"), id="one was added"),
        pytest.param("say “x”", "x", "sag „x“", 1.0, ("en", "de"), id="quotation marks of the language"),
        pytest.param("say “x”", "x", 'sag "x"', 1.0, ("en", "de"), id="those of keyboards"),
        pytest.param("say “x”", "x", "sag «x»", 0.8, ("en", "de"), id="others"),
        pytest.param("see “x”", "x", "看《x》", 1.0, ("en", "zh"), id="brackets of titles are no marks"),
        pytest.param("Hi you", "x", "שלום you", 0.8, ("en", "he"), id="Latin letters leaked"),
        pytest.param("Hi {name}", "x", "שלום {name}", 1.0, ("en", "he"), id="placeholders aside"),
        pytest.param("Hi {name}", "x", "", 0.0, ("en", "de"), id="no output"),
    ],
)
def test_the_index_weighs_what_is_kept(source, reference, output, index, languages):
    made = triples((source, reference, output), languages=languages)
    assert whole(COMPLIANCE.measure(made)) == pytest.approx(index)


@pytest.mark.parametrize(
    ("reference", "output", "index", "declared"),
    [
        pytest.param("Ja <lachen>", "Ja <lacht>", 1.0, [], id="text in angle brackets"),
        pytest.param("Ja <lachen>", "Ja", 1.0, [], id="text that may be left out"),
        pytest.param("Ja <laugh>", "Ja", 0.4, [], id="a mark that the reference keeps"),
        pytest.param("Ja <laugh>", "Ja <laugh>", 1.0, [], id="and the output too"),
        pytest.param("Ja", "Ja <laugh> <laugh>", 1.0, [], id="twice, as text"),
        pytest.param("Ja", "Ja <laugh> <laugh>", 0.4, ["<laugh>"], id="twice, where it is declared"),
        pytest.param("Ja", "Ja <b>ja</b>", 0.4, [], id="markup that was added"),
    ],
)
def test_what_may_be_text_is_a_placeholder_where_source_and_references_keep_it(
    reference, output, index, declared
):
    made = triples(("Yes <laugh>", reference, output), placeholders=declared)
    assert whole(COMPLIANCE.measure(made)) == pytest.approx(index)


def test_declared_placeholders_have_any_form():
    texts = ("open [[file]] and __X1__", "[[file]] und __X1__", "[[file]] und __X2__")
    assert whole(COMPLIANCE.measure(triples(texts))) == 1.0
    assert whole(COMPLIANCE.measure(triples(texts, placeholders=["[[*]]", "__X*__"]))) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("name", "plain"), [("<laugh", True), ("$big", True), ("%-a", True), ("%50e", True), ("<b", False), ("</B", False),
                        ("%s", False), ("%.2f", False), ("{name}", False), ("${x}", False)],
)  # fmt: skip
def test_a_placeholder_may_be_text_by_its_form(name, plain):
    assert is_plain(name) is plain


def test_a_percentage_is_no_placeholder():
    assert placeholders("50%d 100%s") == []


def test_a_placeholder_that_one_of_the_references_leaves_out_may_be_left_out():
    made = ready(entry(1, source="Hi {name}", references=["Hallo {name}", "Hallo"], prediction="Tag"))
    assert whole(COMPLIANCE.measure(made)) == 1.0


def test_words_of_the_glossary_may_be_latin():
    made = triples(("use linux", "x", "השתמש linux"), languages=("en", "he"), glossary={"linux": ["linux"]})
    assert whole(COMPLIANCE.measure(made)) == 1.0


def test_marks_that_the_references_use_regularly_are_the_run_s():
    others = [("a", "«b»", "b"), ("c", "«d»", "d")]
    assert COMPLIANCE.measure(triples(*others, ("e", "f", "«f»"))).table[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert (
        COMPLIANCE.measure(triples(*others[:1], ("e", "f", "«f»"))).table[1, 0] == 0.8
    )  # one is not regular


def test_marks_are_regular_but_for_the_rarest_which_few_texts_have_together():
    many = [{"„", "“"}] * 397
    assert regular_marks([*many, {"«"}, {"«"}, {"„"}]) == {"„", "“"}  # 2 of 400
    assert regular_marks([*many, {"«"}, {"«"}, {"«"}]) == {"„", "“", "«"}  # 3 of 400
    assert regular_marks([*many, {"«"}, {"«"}, {"»"}]) == {"„", "“", "«"}  # 3 of 400 are the two together


def test_a_strict_run_counts_the_marks_of_the_card_alone():
    others = [
        ("a", "«b»", "b"),
        ("c", "«d»", "d"),
        ("e", "f", "«f»"),
        ("g", '"h"', '"h"'),
        ("i", "„j“", "„j“"),
    ]
    made = triples(*others, strict=True)
    assert COMPLIANCE.measure(made).table[:, 0].tolist() == [1.0, 1.0, 0.8, 0.8, 1.0]
    assert made.remarks.signatures["compliance_index"] == "mt.compliance_index|v2|strict"


def test_a_strict_card_counts_its_own_marks_alone(tmp_path):
    (tmp_path / "xx.json").write_text(
        '{"code": "xx", "scripts": ["Latn"], "hasCase": true, "strict": true, "quotesOf": "de", "placeholders": ["@@"]}'
    )
    found = run(entry(1, source="say @@", references=["«@@»"], prediction="«x»"), languages=("en", "xx"))
    made = align(found, found, Cards.load([tmp_path]))
    assert whole(COMPLIANCE.measure(made)) == pytest.approx(0.2)


def test_where_nobody_says_what_a_language_quotes_with_no_mark_is_wrong():
    made = triples(("a", "b", "«b»"), languages=("en", "ace"))
    assert whole(COMPLIANCE.measure(made)) == 1.0
    assert "'ace' names no quotation marks" in made.remarks.notes["compliance_index"][0]


def test_a_repair_is_measured_by_the_violations_that_are_gone():
    kept = {"references": ["{a} {b}"], "source": "{a} {b}"}
    made = ready(
        entry(1, **kept, prediction="{a} {b}", raw_prediction="{a}"),  # {b} was missing: repaired
        entry(2, **kept, prediction="{a} x", raw_prediction="«{a}»"),  # {b} still missing, two marks gone
        entry(3, source="x", prediction="x"),  # not repaired, nothing wrong
    )
    assert REPAIR.measure(made).table.tolist() == [[1, 1], [2, 3], [0, 0]]
    assert RAW_COMPLIANCE.measure(made).table[:, 0].tolist() == pytest.approx([0.4, 0.2, 1.0])
    assert COMPLIANCE.measure(made).table[:, 0].tolist() == pytest.approx([1.0, 0.4, 1.0])


@pytest.mark.parametrize(
    ("metric", "entries", "languages", "reason"),
    [
        (COMPLIANCE, [entry(1)], ("en", "de"), "entry 'e0001' has no source to compare placeholders with"),
        (COMPLIANCE, [entry(1, source="x")], ("en", "xx"), "no language card 'xx'"),
        (
            REPAIR,
            [entry(1, source="x")],
            ("en", "de"),
            "no entry has raw_prediction, the output before it was repaired",
        ),
    ],
)
def test_what_is_missing_is_said(metric, entries, languages, reason):
    assert metric.measure(ready(*entries, languages=languages)).reason == reason


def test_a_strict_run_needs_the_marks_of_the_card():
    made = triples(("a", "b", "c"), languages=("en", "crk"), strict=True)
    assert COMPLIANCE.measure(made).reason == "the language card of 'crk' does not say quotes"
