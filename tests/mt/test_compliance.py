"""Compliance: placeholders, quotation marks, letters; and what a repair did."""

import pytest

from scoring.evidence.evidence import whole
from scoring.mt.metrics.compliance_index import COMPLIANCE, RAW_COMPLIANCE
from scoring.mt.metrics.repair_effectiveness import REPAIR
from scoring.mt.placeholders import placeholders, without
from scoring.mt.quotes import quotation_marks
from tests.mt.runs import entry, ready, triples


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
    ("source", "output", "index", "languages"),
    [
        pytest.param("Hi {name}", "Hallo {name}", 1.0, ("en", "de"), id="nothing wrong"),
        pytest.param("Hi {name}", "Hallo", 0.4, ("en", "de"), id="a placeholder is missing"),
        pytest.param("Hi", "Hallo %s", 0.4, ("en", "de"), id="one was added"),
        pytest.param("say “x”", "sag „x“", 1.0, ("en", "de"), id="quotation marks of the language"),
        pytest.param("say “x”", 'sag "x"', 0.8, ("en", "de"), id="others"),
        pytest.param("Hi you", "שלום you", 0.8, ("en", "he"), id="Latin letters leaked"),
        pytest.param("Hi {name}", "שלום {name}", 1.0, ("en", "he"), id="placeholders aside"),
        pytest.param("Hi {name}", "", 0.0, ("en", "de"), id="no output"),
    ],
)
def test_the_index_weighs_what_is_kept(source, output, index, languages):
    made = triples((source, "x", output), languages=languages)
    assert whole(COMPLIANCE.measure(made)) == pytest.approx(index)


def test_words_of_the_glossary_may_be_latin():
    made = triples(("use Linux", "x", "השתמש Linux"), languages=("en", "he"), glossary={"Linux": ["Linux"]})
    assert whole(COMPLIANCE.measure(made)) == 1.0


def test_a_repair_is_measured_by_the_violations_that_are_gone():
    made = ready(
        entry(1, source="{a} {b}", prediction="{a} {b}", raw_prediction="{a}"),  # {b} was missing: repaired
        entry(2, source="{a}", prediction="x", raw_prediction='"x"'),  # {a} still missing, two marks gone
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
        (COMPLIANCE, [entry(1, source="x")], ("en", "crk"), "the language card of 'crk' does not say quotes"),
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
