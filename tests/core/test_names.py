"""Names are one line of text, compared in normal form C; joiners are letters, and what is refused is named."""

import pytest

from scoring.base.errors import UsageError
from scoring.base.globs import Names, glob_matches
from scoring.evaluation.slicing import for_label, in_row_name
from scoring.metrics import catalog
from scoring.rows import units as unitstore
from scoring.rows.beside import home_of, stored_beside
from scoring.rows.records import Identity, check_name, matches
from scoring.rows.rows import dumps, loads
from tests.core.helpers import reference_row

PERSIAN = "می\u200cخواهم"
COMPOSED, APART = "caf\u00e9", "cafe\u0301"


@pytest.mark.parametrize("name", [PERSIAN, "क्\u200dष", "fast tagger", "naïve", "日本語"])
def test_letters_of_every_script_and_joiners_between_them_make_a_name(name):
    check_name("component", name)


@pytest.mark.parametrize(("name", "said"), [
    ("a/b", "component 'a/b' holds '/': a name is one line"),
    ("a\x07", r"component 'a\\x07' holds U\+0007 \(a control character\)"),
    ("a\tb", r"holds U\+0009 \(a tab\)"),
    ("a\u202eb", r"holds U\+202E \(right-to-left override\)"),
    ("a\u00a0b", r"holds U\+00A0 \(a no-break space\)"),
    (" a", "begins or ends with white space"),
    ("a\u200c", r"begins or ends with U\+200C \(zero width non-joiner\)"),
    ("a" * 401, "has 401 characters: a name has at most 400"),
])  # fmt: skip
def test_what_no_name_holds_is_named(name, said):
    with pytest.raises(UsageError, match=said):
        check_name("component", name)


def test_a_name_in_two_spellings_of_unicode_is_one_name():
    assert Identity(APART, "en", "d") == Identity(COMPOSED, "en", "d")
    assert Identity(APART, "en", "d").digest == Identity(COMPOSED, "en", "d").digest
    assert reference_row(component=APART).key == reference_row(component=COMPOSED).key


def test_a_row_keeps_the_spelling_of_its_file():
    (row,) = loads(dumps([reference_row(component=APART)]))
    assert (row.component, row.key.split("/")[0]) == (APART, COMPOSED)


def test_globs_match_names_in_either_spelling():
    row = reference_row("Span F1[PER]", component=APART)
    assert matches(row, f"{APART}/*")
    assert matches(row, f"{COMPOSED}/en/toy test/Span F1[PER]")
    assert not glob_matches("cafe/*", row.key)


GLOBS = (
    "c1/*", "*", "*/LAS", "c?/en/LAS", "c[12]/en/*", "c1/en/LAS", "c1/en/F1[PER]", "x*", "", "*1*", "c1/en/F1[[]PER]",
    "]*", "[!c]*",
)  # fmt: skip


@pytest.mark.parametrize("glob", GLOBS)
def test_many_names_match_as_each_alone_does(glob):
    names = ["c1/en/LAS", "c2/en/LAS", "c1/en/F1[PER]", "x", "]x", f"{COMPOSED}/en/LAS"]
    assert sorted(Names(names).matching(glob)) == sorted(name for name in names if glob_matches(glob, name))


def test_labels_that_differ_in_normalisation_alone_have_no_rows_of_their_own():
    with pytest.raises(UsageError, match=r"two of them differ in Unicode normalisation alone \(NFC, NFD\)"):
        for_label(catalog.select("labels", ["Macro F1"]), [COMPOSED, APART])


def test_a_joiner_in_a_label_is_a_letter_of_the_row_s_name():
    assert in_row_name(f"[{PERSIAN}]") == f"[{PERSIAN}]"


@pytest.mark.parametrize("beside", ["link", "target", "both"])
def test_units_are_found_beside_a_link_and_beside_what_it_leads_to(tmp_path, beside):
    identity = Identity("c", "en", "d")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache/ab12").write_text("{}")
    link = tmp_path / "refs.json"
    link.symlink_to("cache/ab12")
    places = {"link": link, "target": tmp_path / "cache/ab12"}
    for name, path in places.items():
        if beside in (name, "both"):
            unitstore.write(unitstore.path_of(path, identity), unitstore.StoredUnits(ids={name: ("s1",)}))
    rows = [reference_row(component="c", dataset="d", gold_sha256=name) for name in places]

    found = stored_beside(link, identity, rows)

    assert sorted(found.ids) == (sorted(places) if beside == "both" else [beside])
    assert home_of(link, identity) == unitstore.path_of(
        places["target" if beside == "target" else "link"], identity
    )
