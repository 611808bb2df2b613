"""Formulas: one spelling for all that mean the same, and one message for each fault."""

import pytest

from scoring.base.errors import UsageError
from scoring.scores.formula import parse


@pytest.mark.parametrize(
    ("text", "canonical", "columns"),
    [
        ("mean(mark)", "mean(mark)", ("mark",)),
        (" mean ( mark ) ", "mean(mark)", ("mark",)),
        ("sum(errors)/sum(words)", "sum(errors)/sum(words)", ("errors", "words")),
        ("ratio(errors, words)", "sum(errors)/sum(words)", ("errors", "words")),
        ("sum(s + d + i) / sum(h+s+d)", "sum(s+d+i)/sum(h+s+d)", ("s", "d", "i", "h")),
        ("f1(correct, predicted, gold)", "f1(correct, predicted, gold)", ("correct", "predicted", "gold")),
        ("median(ms)", "median(ms)", ("ms",)),
        ("quantile(ms, .5)", "median(ms)", ("ms",)),
        ("quantile(ms, .95)", "quantile(ms, 0.95)", ("ms",)),
        ("quantile(ms, 1)", "quantile(ms, 1.0)", ("ms",)),
        ("count", "count", ()),
        ("count()", "count", ()),
        ("count(mark)/count", "count(mark)/count", ("mark",)),
        ("sum(cost)/count", "sum(cost)/count", ("cost",)),
        ("mean(pass@1)", "mean(pass@1)", ("pass@1",)),
        ("mean('exact match')", 'mean("exact match")', ("exact match",)),
        ('mean(`say "so"`)', "mean('say \"so\"')", ('say "so"',)),
        ("mean(größe)", "mean(größe)", ("größe",)),
    ],
)
def test_what_means_the_same_is_spelt_the_same(text, canonical, columns):
    found = parse(text, "M")
    assert (found.text, found.columns) == (canonical, columns)
    assert parse(found.text, "M") == found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has its end at character 1, which is no function (name one)"),
        ("avg(mark)", "has 'avg' at character 1, which is no function"),
        ("maen(mark)", "did you mean 'mean'?"),
        ("mean", "has its end at character 5, where '(' is needed"),
        ("mean(mark", "has its end at character 10, where ')' is needed"),
        ("mean()", "has ')' at character 6, where the name of a column is needed"),
        ("mean(a b)", "has 'b' at character 8, where ')' is needed"),
        ("mean(a, b)", "has ',' at character 7, where ')' is needed"),
        ("mean(2)", "has '2' at character 6, where the name of a column is needed"),
        ("mean(a)*2", "has '*' at character 8"),
        ("mean(a) mean(b)", "goes on with 'mean' at character 9, where it should end"),
        ("mean(a)/sum(b)", "divides other things than sums and counts"),
        ("sum(a)/sum(b)/sum(c)", "goes on with '/' at character 14"),
        ("sum(a)/sum(a)", "divides sum(a) by itself, which is 1 whatever the data"),
        ("f1(a, b)", "has ')' at character 8, where ',' is needed"),
        ("quantile(ms)", "has ')' at character 12, where ',' is needed"),
        ("quantile(ms, 95)", "has '95' at character 14, where a number from 0 to 1 is needed"),
        ("quantile(ms, high)", "has 'high' at character 14, where a number from 0 to 1 is needed"),
        ("mean('mark)", 'has "\'" at character 6'),
        ("sum(a)/", "has its end at character 8, which is no function"),
    ],
)
def test_a_fault_is_named_with_its_place_and_the_formulas_there_are(text, said):
    with pytest.raises(UsageError) as error:
        parse(text, "WER")
    assert said in str(error.value)
    assert str(error.value).startswith(f"the formula of WER, {text!r}, ")
    assert "sum(a + b)/sum(c)" in str(error.value)
