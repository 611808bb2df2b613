"""A reference is never at fault: an output equal to one of its references is compliant, whatever stands in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.mt.compliance import accepted, index, rules
from scoring.mt.languages import Cards
from tests.mt.runs import entry, ready

CODES = sorted(Cards.load().by_code)
PIECES = [
    "“a”", "„b“", "«c»", "»d«", "‚e‘", "‘f’", '"g"', "'h'", "「i」", "『j』", "《k》", "‹l›", "＂m＂",
    "<laugh>", "<b>", "</b>", "$big", "${x}", "%s", "%-a", "50%e", "{name}", "{{x}}",
    "{n, plural, one {# file} other {#}}",
    "FBI", "user42", "house", "The", "iPhone", "km", "U.S.", "@user", "`code x`", "https://a.b/%d0?q=“x”", "a@b.cd",
    "שלום", "ה-FBI", "house को", "看《战争》", "𝐛𝐨𝐥𝐝", "cafe\u0301", "\u200f(x)", "{", "%",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map(" ".join)


def faults(code, source, references, which, **fields):
    made = ready(
        entry(1, source=source, references=references, prediction=references[which]),
        entry(2, source="the house", references=["x"], prediction="x"),
        languages=("en", code), **fields,
    )  # fmt: skip
    first = made.entries[0]
    return rules(made).violations(source, first.output, accepted(first))


@pytest.mark.parametrize("code", CODES)
def test_a_reference_with_everything_that_may_be_wrong_is_compliant_in_every_language(code):
    assert not faults(code, "Yes {name} <laugh>", [" ".join(PIECES)], 0)


@given(st.sampled_from(CODES), TEXTS, st.lists(TEXTS, min_size=1, max_size=3), st.data())
def test_an_output_that_equals_one_of_its_references_is_compliant(code, source, references, data):
    which = data.draw(st.integers(0, len(references) - 1))
    found = faults(
        code, source, references, which, placeholders=data.draw(st.sampled_from([[], ["house", "<*>"]]))
    )
    assert index(found) == 1.0
