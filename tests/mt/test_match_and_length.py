"""Exact match, equivalent match and length ratio by hand."""

import math

import pytest

from scoring.formulas import accuracy
from scoring.mt.metrics import equivalent_match, exact_match, length_ratio


@pytest.mark.parametrize(
    ("output", "references", "matches"),
    [
        pytest.param("the cat", ["a cat", "the cat"], 1, id="any reference"),
        pytest.param(" the cat\n", ["the cat"], 1, id="white space at the ends"),
        pytest.param("the  cat", ["the cat"], 0, id="white space within"),
        pytest.param("The cat", ["the cat"], 0, id="case counts"),
        pytest.param("cafe\u0301", ["caf\u00e9"], 1, id="normal form"),
        pytest.param("\ufb01", ["fi"], 0, id="a ligature is another text"),
        pytest.param(None, [""], 0, id="no output equals nothing"),
        pytest.param("", [""], 1, id="empty equals empty"),
    ],
)
def test_exact_match(output, references, matches):
    assert exact_match.count([output], [references]).tolist() == [[matches, 1]]


def test_the_rate_is_a_share_of_all_entries():
    table = exact_match.count(["a", "b", None, "d"], [["a"], ["b"], ["c"], ["x"]])
    assert accuracy(table.sum(axis=0)) == 50.0


def test_a_variant_is_as_good_as_a_reference():
    found = equivalent_match.count(
        ["a b", "b a", "c"], [["a b"], ["a b"], ["a b"]], [[], ["b  a", " b a"], ["b a"]]
    )
    assert found.tolist() == [[1, 1], [1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("output", "references", "expected"),
    [
        pytest.param("abc", ["abcdef"], 0.5, id="half"),
        pytest.param("caf\u00e9", ["cafe"], 1.0, id="code points"),
        pytest.param("abcd", ["ab", "abcde"], 0.8, id="the nearest reference"),
        pytest.param("abcd", ["abcdef", "ab"], 2.0, id="of two as near the shorter"),
        pytest.param(None, ["abc"], 0.0, id="no output"),
        pytest.param("", ["abc"], 0.0, id="an empty output"),
        pytest.param("", [""], 1.0, id="empty against empty"),
    ],
)
def test_length_ratio(output, references, expected):
    assert length_ratio.count([output], [references]).tolist() == [[pytest.approx(expected), 1]]


def test_against_an_empty_reference_there_is_no_ratio():
    table = length_ratio.count(["abc", "abc"], [[""], ["abc"]])
    assert table.tolist() == [[0, 0], [1, 1]]
    assert length_ratio.mean_ratio(table.sum(axis=0)) == 1.0
    assert math.isnan(length_ratio.mean_ratio(table[0]))


@pytest.mark.parametrize("count", [exact_match.count, length_ratio.count])
def test_without_entries_there_is_a_table_without_rows(count):
    assert count([], []).shape == (0, 2)
