"""What every public function says of itself, and what loading one family does not load."""

import inspect
import subprocess
import sys

import pytest

import scoring
from scoring import labels, spans, ud
from scoring.evaluation.compare import compare
from scoring.evaluation.evaluate import evaluate
from scoring.judging.rule import judge, within_noise
from scoring.statistics.intervals import difference, estimate
from scoring.statistics.resampling import resample

FAMILIES = (ud, spans, labels)
PUBLIC = [compare, difference, estimate, evaluate, judge, resample, within_noise] + [
    found
    for family in FAMILIES
    for name in family.__all__
    if inspect.isfunction(found := getattr(family, name))
]


@pytest.mark.parametrize("function", PUBLIC, ids=lambda one: f"{one.__module__}.{one.__name__}")
def test_a_public_function_names_its_source(function):
    assert "Source:" in (function.__doc__ or "")


@pytest.mark.parametrize("family", ["ud", "spans", "labels"])
def test_a_family_loads_no_other(family):
    code = f"import sys, scoring.{family}; print(*sorted(name for name in sys.modules if name.startswith('scoring.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in done.stdout.split()}
    assert loaded & {"ud", "spans", "labels", "evaluate", "report", "cli"} == {family}


@pytest.mark.parametrize("name", scoring.__all__)
def test_every_public_name_is_there_and_listed(name):
    found = getattr(scoring, name)
    assert name in dir(scoring)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__name__ == name
        assert found.__doc__
    else:
        assert found.__name__ == f"scoring.{name}"


def test_a_name_that_is_not_there_is_named():
    with pytest.raises(AttributeError, match="module 'scoring' has no attribute 'metric'"):
        scoring.metric  # noqa: B018 - asked for, not used


def test_a_public_name_is_a_name_to_import_first():
    """Each in a process of its own would take minutes: what matters is that no module has been loaded before."""
    code = "from scoring import evaluate, judge, f1, Row; print(evaluate.__module__, judge.__module__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["scoring.evaluation.evaluate", "scoring.judging.rule"]


def test_loading_the_package_loads_nothing_else():
    code = "import sys, scoring; print(*(n for n in sys.modules if n.startswith(('scoring', 'numpy', 'msgspec'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["scoring"]


ONE, TAGS, TREE = ["a", "b"], [["B-X", "O"]], "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    ("function", "gold", "pred"),
    [
        (ud.scores, ud.loads(TREE), ud.loads(TREE)),
        (ud.score, ud.loads(TREE), ud.loads(TREE)),
        (spans.scores, TAGS, TAGS),
        (labels.scores, ONE, ONE),
        (labels.multilabel_scores, [[1, 0]], [[0.9, 0.1]]),
        (labels.roc_auc, [[1, 0], [0, 1]], [[0.9, 0.1], [0.2, 0.8]]),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_what_takes_gold_and_prediction_takes_them_by_these_names(function, gold, pred):
    assert function(gold=gold, pred=pred) == function(pred, gold)


@pytest.mark.parametrize(
    "given", [{}, {"gold": [[1]]}, {"pred": [[1]]}, {"gold": [[1]], "pred": [[1]], "values": [[1]]}]
)
def test_a_prediction_by_two_names_or_none_is_no_call(given):
    with pytest.raises(TypeError, match="the prediction once: as values or as pred"):
        labels.multilabel_scores(**given)
