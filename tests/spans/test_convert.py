"""Other schemes as IOB2: the same spans, and files that change in their tags alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import spans
from scoring.base.errors import InputError, UsageError


@pytest.mark.parametrize(
    ("scheme", "tags", "expected"),
    [
        ("IOB1", "I-A I-A B-A O I-B", "B-A I-A B-A O B-B"),
        ("IOB1", "I-A I-B", "B-A B-B"),
        ("IOB1", "I O I", "B O B"),
        ("BIOES", "B-A I-A E-A S-B O", "B-A I-A I-A B-B O"),
        ("BILOU", "B-A I-A L-A U-B O", "B-A I-A I-A B-B O"),
        ("BIOES", "S-A S-A B-A E-A S-A", "B-A B-A B-A I-A B-A"),
        ("BIOES", "B-A E-A I-A", "B-A I-A B-A"),
        ("BIOES", "O E-A", "O I-A"),
        ("IOB2", "B-A I-A I-B", "B-A I-A I-B"),
        ("BIOES", "O O", "O O"),
    ],
)
def test_tags_become_iob2(scheme, tags, expected):
    assert spans.convert(tags.split(), scheme) == expected.split()


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param("I-A O", "B-A O", id="IOB1"),
        pytest.param("S-A O", "B-A O", id="BIOES"),
        pytest.param("U-A O", "B-A O", id="BILOU"),
        pytest.param("B-A I-A I-B", "B-A I-A I-B", id="IOB2 stays as it is"),
        pytest.param("B-A I-A E-A", "B-A I-A I-A", id="BIOES by its end"),
    ],
)
def test_the_scheme_is_found_from_the_tags(tags, expected):
    assert spans.convert(tags.split()) == expected.split()


def written(scheme, found, size):
    """Disjoint spans written in a scheme."""
    tags, last = ["O"] * size, None
    for start, end, label in found:
        inner = end - start - 2
        if scheme == "IOB1":
            opens = "B" if last == (start, label) else "I"
            tags[start:end] = [f"{opens}-{label}", *[f"I-{label}"] * (end - start - 1)]
        elif end - start == 1:
            tags[start] = f"{'S' if scheme == 'BIOES' else 'U'}-{label}"
        else:
            ending = "E" if scheme == "BIOES" else "L"
            tags[start:end] = [f"B-{label}", *[f"I-{label}"] * inner, f"{ending}-{label}"]
        last = (end, label)
    return tags


@pytest.mark.parametrize("scheme", ["IOB1", "BIOES", "BILOU"])
@given(lengths=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from("AB")), max_size=5))
def test_tags_that_follow_their_scheme_keep_their_spans(scheme, lengths):
    found, at = [], 0
    for gap, length, label in lengths:
        found.append((at + gap, at + gap + length, label))
        at += gap + length
    assert spans.tags_to_spans(spans.convert(written(scheme, found, at + 1), scheme)) == set(found)


def test_a_file_changes_in_its_tags_alone(tmp_path):
    source, target = tmp_path / "a.txt", tmp_path / "b.iob2"
    source.write_bytes("-DOCSTART- O\r\n\r\nS-Bahn\tS-X\tS-X \r\nÄ\tx\tO\n\n  \nE E-X  B-Y\rF  E-Y".encode())
    done = spans.convert_file(source, target)
    assert (
        target.read_bytes()
        == "-DOCSTART- O\r\n\r\nS-Bahn\tS-X\tB-X \r\nÄ\tx\tO\n\n  \nE E-X  B-Y\rF  I-Y".encode()
    )
    assert (done.scheme, done.tags, done.changed, done.broken) == ("BIOES", 4, 2, 0)
    assert spans.read(target).sentences == [["B-X", "O"], ["B-Y", "I-Y"]]


def test_tags_that_break_their_scheme_are_counted(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a E-X\nb B-X\nc O\nd S-X\ne I-X\n", encoding="utf-8")
    assert spans.convert_file(path, path).broken == 3  # no start; no end; neither


def test_the_scheme_of_a_file_is_found_from_all_its_sentences(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a B-X\nb I-X\n\nc S-X\n", encoding="utf-8")
    assert spans.convert_file(path, path).scheme == "BIOES"


def test_a_file_in_iob2_stays_as_it_is(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a B-X\nb I-X\nc I-Y\n", encoding="utf-8")
    done = spans.convert_file(path, path)
    assert (done.scheme, done.changed) == ("IOB2", 0)


@pytest.mark.parametrize(
    ("content", "scheme", "words"),
    [
        pytest.param("a O\nb Q-X\n", None, "a.txt: tags start with 'Q'", id="no scheme's letter"),
        pytest.param("a S-X\nb U-X\n", None, "a.txt: tags start with 'S', 'U'", id="letters of two schemes"),
        pytest.param(
            "a O\n\nb S-X\n", "BILOU", "a.txt:3: the tag 'S-X'.*prefixes of BILOU", id="another scheme"
        ),
        pytest.param("a O\nb\n", None, "a.txt:2: the line has no tag", id="no tag"),
    ],
)
def test_an_error_says_file_and_line_and_leaves_no_file(tmp_path, content, scheme, words):
    source = tmp_path / "a.txt"
    source.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        spans.convert_file(source, tmp_path / "b.iob2", scheme)
    assert not (tmp_path / "b.iob2").exists()


def test_an_unknown_scheme_is_an_error():
    with pytest.raises(UsageError, match="there is no scheme 'XYZ'"):
        spans.convert(["O"], "XYZ")


@pytest.mark.parametrize("name", ["iobes", "IOBES", "bioes"])
def test_a_scheme_goes_by_its_other_names(name):
    assert spans.convert(["S-A"], name) == ["B-A"]
