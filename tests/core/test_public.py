"""What every public function says of itself, and what loading one family does not load."""

import inspect
import subprocess
import sys

import pytest

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
