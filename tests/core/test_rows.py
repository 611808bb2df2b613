"""The rows file: what is accepted, what each fault is called, and that people can merge it."""

import json
import math
import os
import shutil
import subprocess
from dataclasses import FrozenInstanceError

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scoring.base.errors import RowsError, UsageError
from scoring.metrics.metric import Better, Scale
from scoring.rows.records import Event, Identity, Row, RowDifference, matches
from scoring.rows.rows import SCHEMA, dumps, loads, merge, parse, read, schema, write
from scoring.rows.verdict import Rule, Verdict

GIT = shutil.which("git")
MINIMAL = {
    "component": "fast tagger", "language": "en", "dataset": "UD English-EWT test", "metric": "LAS", "score": 88.1,
    "source": "published, Zeman et al. 2018",
}  # fmt: skip
KEY = "fast tagger/en/UD English-EWT test/LAS"
FULL = Row(
    component="fast tagger", language="en", dataset="UD English-EWT test", metric="LAS", score=88.3,
    source="ours 0.8, 2026-11-30", scale=Scale.POINTS, better=Better.HIGHER, ci=(87.62, 88.97), precision=88.29,
    recall=88.31, counts={"correct": 22160, "weight": 0.5}, unit="sentence", units=2077, resamples=1000,
    seed=2**64 - 1, draws="splitmix64/mulhi/1", signature="ud.las.f1|v1", gold_sha256="a" * 64,
    units_sha256="b" * 64, slack=0.25, history=(Event(score=87.0, date="2026-11-01", reason="new tokenizer"),),
    reference=88.1, reference_ci=(87.0, 89.0), reference_source="published", within_noise=True,
    verdict=Verdict.WITHIN, rule=Rule.PAIRED, mde=0.96, flags=("small_sample",), reason="said why",
    difference=RowDifference(value=0.2, ci=(-0.1, 0.5), p=0.2, adjusted_p=0.4, ours_ci=(87.6, 88.9),
                          reference_ci=(87.4, 88.8)),
)  # fmt: skip


def row(**changes) -> Row:
    return Row(**{**MINIMAL, **changes})


def text(*rows, **changes) -> str:
    """A rows file as a person would write it: the minimal row with changes, or the rows given."""
    return json.dumps({"schema": SCHEMA, "rows": list(rows) or [{**MINIMAL, **changes}]})


def fault(data) -> str:
    with pytest.raises(RowsError) as caught:
        loads(data, "refs.json")
    return str(caught.value)


# --- what is accepted


def test_a_hand_written_row_needs_only_identity_score_and_source():
    (found,) = loads(text())
    assert (found.key, found.score, found.scale, found.ci) == (KEY, 88.1, None, None)


def test_a_file_without_rows_is_a_rows_file():
    assert loads(text().replace(json.dumps(MINIMAL), "")) == []


def test_a_byte_order_mark_is_no_fault():
    assert loads(b"\xef\xbb\xbf" + text().encode()) == loads(text())


def test_crlf_line_ends_are_no_fault():
    assert loads(dumps([FULL]).replace("\n", "\r\n").encode()) == loads(dumps([FULL]))


def test_a_score_may_be_a_whole_number_or_missing():
    assert loads(text(score=88))[0].score == 88.0
    assert loads(text(score=None, reason="not available"))[0].score is None


def test_better_may_be_a_direction_or_an_ideal_value():
    assert loads(text(better="lower"))[0].better is Better.LOWER
    assert loads(text(better=1))[0].better == 1.0


def test_a_merge_marker_inside_a_text_is_no_fault():
    assert loads(text(source="<<<<<<< ours"))[0].source == "<<<<<<< ours"


def test_a_row_cannot_be_changed():
    with pytest.raises((AttributeError, FrozenInstanceError)):
        FULL.score = 1.0


# --- what each fault is called


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "refs.json:1: the file is empty", id="empty"),
        pytest.param(b" \n\n", "the file is empty", id="only white space"),
        pytest.param(b"{\n nonsense", "refs.json:2: not JSON", id="not JSON"),
        pytest.param(text()[:-1], "refs.json:1: not JSON", id="cut off"),
        pytest.param(text() + "x", "not JSON: Extra data", id="something after the end"),
        pytest.param(text().encode("utf-16"), "refs.json:1: byte 1 (0xFF) is not UTF-8: ", id="UTF-16"),
        pytest.param(text(source="\xe9").replace("\\u00e9", "\xe9").encode("latin-1"), "not UTF-8", id="Latin-1"),
        pytest.param("[" * 100_000, "nested too deeply", id="nested without end"),
        pytest.param('{"rows": ' + "[" * 5000 + "]" * 5000 + "}", "nested too deeply", id="nested and closed"),
        pytest.param(text().replace("88.1", "8" * 5000), "too many digits", id="5000 digits"),
        pytest.param("[]", 'a rows file is {"schema": "onenlp-rows/1"', id="a list"),
        pytest.param("null", "a rows file is", id="null"),
        pytest.param('{"schema": "onenlp-rows/1"}', "a rows file is", id="no rows"),
        pytest.param('{"rows": []}', "schema is None", id="no schema"),
        pytest.param('{"schema": "onenlp-rows/2", "rows": []}', "schema is 'onenlp-rows/2'", id="a later schema"),
        pytest.param('{"schema": "onenlp-rows/1", "rows": {}}', "'rows' is dict", id="rows are an object"),
        pytest.param('{"schema": "onenlp-rows/1", "rows": [], "x": 1}', "field 'x' is unknown", id="a field beside"),
        pytest.param('{"schema": "onenlp-rows/1", "rows": [], "rows": []}', "'rows' stands twice", id="rows twice"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_rows_file_is_one_clear_message(data, said):
    message = fault(data)
    assert message.startswith("refs.json")
    assert said in message


@pytest.mark.parametrize(
    "marker", ["<<<<<<< HEAD", "=======", ">>>>>>> other branch", "||||||| base", "=======\r"]
)
def test_a_merge_marker_is_named_with_its_line(marker):
    lines = dumps([FULL]).splitlines()
    message = fault("\n".join([*lines[:5], marker, *lines[5:]]))
    assert message.startswith("refs.json:6: merge marker")
    assert marker[:7] in message


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"score": "88.1"}, "score", id="a number as text"),
        pytest.param({"score": True}, "score", id="true is no number"),
        pytest.param({"units": 3.5}, "units", id="half a unit"),
        pytest.param({"units": True}, "units", id="true units"),
        pytest.param({"units": 10**30}, "units", id="units beyond 64 bits"),
        pytest.param({"score": 10**400}, "score", id="a score beyond every float"),
        pytest.param({"counts": {"gold": 10**30}}, "counts.gold", id="a count beyond 64 bits"),
        pytest.param({"score": math.nan}, "score", id="NaN"),
        pytest.param({"score": -math.inf}, "score", id="-Infinity"),
        pytest.param({"ci": [1.0, math.inf]}, "ci[1]", id="Infinity in an interval"),
        pytest.param({"better": math.nan}, "better", id="NaN as an ideal value"),
        pytest.param({"ci": [1.0]}, "ci", id="an interval of one end"),
        pytest.param({"ci": [1.0, 2.0, 3.0]}, "ci", id="an interval of three ends"),
        pytest.param({"ci": [2.0, 1.0]}, "ci", id="an interval upside down"),
        pytest.param({"reference_ci": [2.0, 1.0]}, "reference_ci", id="their interval upside down"),
        pytest.param({"difference": {"value": 1, "ci": [2, 1], "p": 1}}, "difference.ci", id="their ends too"),
        pytest.param({"source": "  "}, "source", id="an empty source"),
        pytest.param({"source": "\ud800"}, "source", id="half a surrogate pair"),
        pytest.param({"component": "a/b"}, "component", id="a slash in a name"),
        pytest.param({"dataset": "a\nb"}, "dataset", id="a newline in a name"),
        pytest.param({"language": ""}, "language", id="an empty name"),
        pytest.param({"metric": " LAS"}, "metric", id="a space before a name"),
        pytest.param({"component": "\ud800"}, "component", id="half a surrogate pair in a name"),
        pytest.param({"component": 7}, "component", id="a number as name"),
        pytest.param({"scale": "percent"}, "scale", id="an unknown scale"),
        pytest.param({"scale": "bananas"}, "scale", id="an unknown scale"),
        pytest.param({"slack": -1.0}, "slack", id="a slack below 0"),
        pytest.param({"better": "up"}, "better", id="an unknown direction"),
        pytest.param({"verdict": "fine"}, "verdict", id="an unknown verdict"),
        pytest.param({"rule": "by eye"}, "rule", id="an unknown rule"),
        pytest.param({"scor": 1}, "scor", id="an unknown field"),
        pytest.param({"history": [{"score": 1, "date": "d", "reason": "r", "who": "x"}]}, "who", id="an inner field"),
        pytest.param({"history": [{"score": 1, "date": "d"}]}, "reason", id="an event without a reason"),
        pytest.param({"flags": "sparse"}, "flags", id="flags as text"),
        pytest.param({"counts": []}, "counts", id="counts as a list"),
    ],
)  # fmt: skip
def test_a_fault_in_a_row_names_file_row_and_field(changes, field):
    message = fault(text({**MINIMAL, "metric": "UAS"}, {**MINIMAL, **changes}))
    assert message.startswith("refs.json: row 2")
    assert field in message
    assert "\n" not in message
    message.encode()


@pytest.mark.parametrize("field", MINIMAL)
def test_a_row_without_a_needed_field_names_it(field):
    message = fault(text({name: value for name, value in MINIMAL.items() if name != field}))
    assert message.startswith("refs.json: row 1")
    assert field in message


def test_an_unknown_field_is_named_with_the_one_that_was_meant():
    assert fault(text(scroe=1)) == f"refs.json: row 1 ({KEY}): unknown field 'scroe'; did you mean 'score'?"


def test_an_unknown_field_of_an_event_is_held_to_the_fields_of_events():
    event = {"score": 1, "date": "d", "reasn": "r"}
    assert "field 'history[0]': unknown field 'reasn'; did you mean 'reason'?" in fault(text(history=[event]))


def test_a_row_without_its_score_is_told_what_a_row_needs():
    lacking = {name: value for name, value in MINIMAL.items() if name != "score"}
    assert (
        "field 'score' is missing; a row needs component, language, dataset, metric, score, source"
        in fault(text(lacking))
    )


def test_a_number_that_overflows_is_not_finite():
    assert "field 'score' is inf" in fault(text().replace("88.1", "1e999"))


def test_a_row_that_is_no_object_is_named_by_its_number():
    assert fault(text(MINIMAL, 7)).startswith("refs.json: row 2: ")


def test_a_fault_names_the_row_by_its_identity_too():
    assert f"row 1 ({KEY})" in fault(text(units="many"))


def test_a_field_that_stands_twice_is_named_with_its_row():
    message = fault(text().replace('"score": 88.1', '"score": 88.1, "score": 90'))
    assert "'score'" in message
    assert KEY in message


def test_a_row_that_stands_twice_is_named_with_both_places():
    message = fault(text(MINIMAL, {**MINIMAL, "metric": "UAS"}, {**MINIMAL, "score": 1.0}))
    assert "rows 1 and 3" in message
    assert KEY in message


def test_names_are_compared_as_they_are_written():
    assert len(loads(text(MINIMAL, {**MINIMAL, "metric": "las"}))) == 2


@given(st.binary(max_size=60))
def test_no_bytes_are_worse_than_an_error(data):
    with pytest.raises(RowsError):
        loads(data, "refs.json")


@given(st.data())
@settings(max_examples=150)
def test_no_damage_to_a_file_is_worse_than_an_error(data):
    whole = dumps([FULL]).encode()
    place = data.draw(st.integers(0, len(whole) - 1))
    piece = data.draw(
        st.sampled_from([b"", b"\x00", b"9", b"-", b'"', b"{", b"]", b",", b"e9", b"\\u", b"\xff", b"null"])
    )
    cut = data.draw(st.integers(0, 3))
    try:
        loads(whole[:place] + piece + whole[place + cut :], "refs.json")
    except RowsError as error:
        assert str(error).startswith("refs.json")  # noqa: PT017 - many damages are harmless


def test_a_missing_file_and_a_folder_are_errors_with_their_name(tmp_path):
    for path in (tmp_path / "refs.json", tmp_path, "refs\0.json"):
        with pytest.raises(RowsError, match="cannot be read"):
            read(path)


# --- what is written


def test_rows_are_written_sorted_and_indented_with_sorted_fields():
    written = dumps([row(metric="UPOS"), row(metric="LAS"), row(component="a tagger")])
    document = json.loads(written)
    assert [one["component"] + one["metric"] for one in document["rows"]] == [
        "a taggerLAS", "fast taggerLAS", "fast taggerUPOS"]  # fmt: skip
    assert all(list(one) == sorted(one) for one in document["rows"])
    assert written.splitlines()[1:4] == ['  "rows": [', "    {", '      "better": null,']
    assert written.endswith("}\n")


def test_the_order_of_the_rows_does_not_change_the_file():
    rows = [row(metric=name) for name in ("UPOS", "LAS", "UAS")]
    assert dumps(rows) == dumps(rows[::-1])


def test_text_is_written_as_it_is_read():
    assert "Čeština ≥ 中文" in dumps([row(source="Čeština ≥ 中文")])


def test_figures_are_written_at_the_nine_decimals_at_which_they_are_compared():
    assert '"score": 88.123456789,' in dumps([row(score=88.1234567894)])


def test_a_file_that_is_read_and_written_stays_as_it_is():
    once = dumps([FULL, row(metric="UAS")])
    assert dumps(loads(once)) == once


def test_writing_and_reading_gives_the_row(tmp_path):
    write(tmp_path / "rows.json", [FULL])
    assert read(tmp_path / "rows.json") == [FULL]


FIGURES = st.floats(-1e6, 1e6).map(lambda value: round(value, 9))
ENDS = st.none() | st.tuples(FIGURES, FIGURES).map(lambda pair: tuple(sorted(pair)))
NAMES = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="/"), min_size=1, max_size=8)
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
WHOLE = st.none() | st.integers(0, 2**64 - 1)
MANY = {
    "component": NAMES, "language": NAMES, "dataset": NAMES, "metric": NAMES, "score": st.none() | FIGURES,
    "source": TEXTS.filter(str.strip), "scale": st.sampled_from(Scale),
    "better": st.none() | FIGURES | st.sampled_from(Better),
    "ci": ENDS, "reference_ci": ENDS,
    "counts": st.none() | st.dictionaries(TEXTS, st.integers(0, 2**53) | FIGURES, max_size=3),
    "units": WHOLE, "seed": WHOLE, "slack": st.none() | FIGURES.map(abs),
    "flags": st.lists(TEXTS, max_size=2).map(tuple),
    "history": st.lists(st.builds(Event, score=FIGURES, date=TEXTS, reason=TEXTS), max_size=2).map(tuple),
    "within_noise": st.none() | st.booleans(), "verdict": st.none() | st.sampled_from(Verdict),
    "rule": st.none() | st.sampled_from(Rule), "reason": st.none() | TEXTS,
    "difference": st.none() | st.builds(RowDifference, value=FIGURES, ci=ENDS.filter(bool), p=FIGURES, ours_ci=ENDS),
}  # fmt: skip


@given(st.lists(st.builds(Row, **MANY), max_size=3, unique_by=lambda one: one.key))
@settings(max_examples=80)
def test_every_row_survives_its_file(rows):
    found = loads(dumps(rows).encode())
    assert sorted(found, key=lambda one: one.key) == sorted(rows, key=lambda one: one.key)
    assert dumps(found) == dumps(rows)


def test_merging_keeps_the_other_rows_as_they_were_written():
    by_hand = text(MINIMAL, {**MINIMAL, "metric": "UAS", "score": 90})
    merged = json.loads(dumps(merge(parse(by_hand, "refs.json"), [row(metric="UAS", score=91.0)])))
    las, uas = merged["rows"]
    assert las == MINIMAL  # no field was added to it
    assert uas["score"] == 91.0
    assert "better" in uas


def test_merging_adds_a_row_that_was_not_there():
    merged = dumps(merge(parse(text(), "refs.json"), [row(metric="UAS")]))
    assert [one.metric for one in loads(merged)] == ["LAS", "UAS"]


def test_merging_nothing_keeps_the_file_byte_for_byte():
    once = dumps([FULL, row(metric="UAS")])
    assert dumps(merge(parse(once, "refs.json"), [])) == once


def git(folder, *arguments) -> None:
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder), "GIT_AUTHOR_NAME": "a",
           "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}  # fmt: skip
    done = subprocess.run([GIT, *arguments], cwd=folder, env={**os.environ, **own}, capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.source
@pytest.mark.skipif(GIT is None, reason="there is no git on this machine")
def test_git_merges_changes_of_neighbouring_rows(tmp_path):
    path = tmp_path / "refs.json"
    las, uas, upos = (replace(FULL, metric=name) for name in ("LAS", "UAS", "UPOS"))

    def commit(*rows) -> None:
        write(path, rows)
        git(tmp_path, "add", "refs.json")
        git(tmp_path, "commit", "--quiet", "--message", "rows")

    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(las, uas, upos)
    git(tmp_path, "checkout", "--quiet", "-b", "other")
    commit(las, replace(uas, score=91.0, ci=(90.0, 92.0)), upos)
    git(tmp_path, "checkout", "--quiet", "main")
    commit(replace(las, score=89.0, source="ours 0.9"), uas, replace(upos, score=97.0))
    git(tmp_path, "merge", "--quiet", "other")
    assert [(one.metric, one.score) for one in read(path)] == [("LAS", 89.0), ("UAS", 91.0), ("UPOS", 97.0)]


# --- names


def test_identity_refuses_a_name_that_would_break_the_key():
    for name in ("", " ", "a/b", "a\nb", "a\tb", " a", "a ", "\x1b[31m"):
        with pytest.raises(UsageError, match="component"):
            Identity(name, "en", "test")
    with pytest.raises(UsageError):
        Identity(7, "en", "test")


def test_the_digest_of_a_test_set_is_the_same_for_every_metric_and_differs_between_test_sets():
    one, other = Identity("t", "en", "test"), Identity("t", "en", "dev")
    assert len(one.digest) == 16
    assert one.digest != other.digest
    assert row(metric="LAS").identity.digest == row(metric="UAS").identity.digest


def test_a_glob_matches_over_the_whole_key_and_a_key_matches_itself():
    labelled = row(metric="Span F1[PER]")
    assert matches(labelled, labelled.key)
    assert matches(labelled, "fast tagger/*/Span F1*")
    assert not matches(labelled, "*/span*")  # case counts
    assert not matches(row(), "LAS")


# --- the JSON Schema, read by a validator that knows just the words used in it


def valid(value, rule, root) -> bool:
    """Whether a value fits a JSON Schema; an unknown word of the schema is an error."""
    known = {"$schema", "$defs", "$ref", "title", "description", "default", "type", "const", "enum", "anyOf",
             "properties", "required", "additionalProperties", "items", "prefixItems", "minItems",
             "maxItems", "minimum"}  # fmt: skip
    assert set(rule) <= known, set(rule) - known
    types = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None),
             "boolean": bool}  # fmt: skip
    if "$ref" in rule and not valid(value, root["$defs"][rule["$ref"].rpartition("/")[2]], root):
        return False
    if "type" in rule and (
        not isinstance(value, types[rule["type"]]) or (isinstance(value, bool) and rule["type"] != "boolean")
    ):
        return False
    if "minimum" in rule and value < rule["minimum"]:
        return False
    if "const" in rule and value != rule["const"]:
        return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    if "anyOf" in rule and not any(valid(value, one, root) for one in rule["anyOf"]):
        return False
    return valid_inside(value, rule, root)


def valid_inside(value, rule, root) -> bool:
    """The same for what an object or array holds."""
    if isinstance(value, dict):
        inner = rule.get("properties", {})
        others = rule.get("additionalProperties", True)
        return set(rule.get("required", ())) <= set(value) and all(
            valid(item, inner[name], root) if name in inner
            else others if isinstance(others, bool) else valid(item, others, root)
            for name, item in value.items()
        )  # fmt: skip
    if isinstance(value, list):
        first = rule.get("prefixItems", [])
        rest = rule.get("items", {})
        return (
            rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value))
            and all(valid(item, one, root) for item, one in zip(value, first, strict=False))
            and all(rest is not False and valid(item, rest, root) for item in value[len(first) :])
        )
    return True


def follows_the_schema(document) -> bool:
    return valid(document, schema(), schema())


def test_the_schema_accepts_a_minimal_and_a_full_row():
    assert follows_the_schema(json.loads(text()))
    assert follows_the_schema(json.loads(dumps([FULL, row(metric="UAS")])))
    assert follows_the_schema({"schema": SCHEMA, "rows": []})


@pytest.mark.parametrize(
    "changes",
    [{"score": "88"}, {"units": 3.5}, {"scor": 1}, {"ci": [1.0]}, {"better": "up"}, {"verdict": "fine"},
     {"source": None},     {"history": [{"score": 1}]}, {"counts": {"gold": "many"}}],
)  # fmt: skip
def test_the_schema_refuses_what_reading_refuses(changes):
    assert not follows_the_schema(json.loads(text(**changes)))
    fault(text(**changes))


def test_the_schema_refuses_another_document():
    for document in (
        [],
        {},
        {"rows": []},
        {"schema": "x", "rows": []},
        {"schema": SCHEMA, "rows": [], "x": 1},
    ):
        assert not follows_the_schema(document)


def test_the_schema_names_every_field_of_a_row_and_needs_only_six():
    described = schema()["$defs"]["Row"]
    assert set(described["properties"]) == {field.name for field in msgspec.structs.fields(Row)}
    assert sorted(described["required"]) == sorted(MINIMAL)


def test_an_unknown_word_is_told_the_known_ones():
    assert "it is one of: points, ratio, seconds, USD" in fault(text(scale="bananas"))
