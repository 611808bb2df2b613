"""BLEU's tokenizer takes many lines at once: the tokens are those of each line by itself."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.mt.surface import tokenizers
from scoring.mt.surface.tokenizers import MARK, token_lists, tokenizer

LINES = st.lists(
    st.text(st.sampled_from("ab19 .,-!?'/&;\n\t{~[`@:(ä。\ue000\u2028\x1e") | st.characters(), max_size=12)
    | st.sampled_from(
        ["<skipped>", "&amp;quot;", "x-\ny", "&lt;b&gt;", "", "1,000.5", ". , .", ",,", "1-2", "-"]
    ),
    max_size=8,
)


@given(LINES)
@example(["a.", ".b", "&", "amp;", "-", "\n", "<skip", "ped>", "1", "-2", ",", "5"])
@example(["a", MARK[1], "b"])
def test_the_tokens_of_many_lines_are_those_of_each(lines):
    one_by_one = tokenizer("13a")
    assert list(token_lists("13a")(lines)) == [one_by_one(line).split() for line in lines]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_lines_are_taken_some_at_a_time(count, monkeypatch):
    monkeypatch.setattr(tokenizers, "TOGETHER", 2)
    assert list(token_lists("13a")(f"a{n}, b." for n in range(count))) == [
        [f"a{n}", ",", "b", "."] for n in range(count)
    ]


def test_other_tokenizers_take_line_by_line():
    assert list(token_lists("char")(["ab", "c"])) == [["a", "b"], ["c"]]
