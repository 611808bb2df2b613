"""The catalogue: tasks by name, metrics by label or id, and what other packages add."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.base import entry_points
from scoring.base.errors import UsageError
from scoring.metrics import catalog, task
from tests.core.helpers import METRIC, TASK

pytestmark = pytest.mark.usefixtures("toy")
OWN = replace(METRIC["accuracy"], id="own", label="Own")
TWICE = METRIC["accuracy"]
NO_METRIC = "a text"


@pytest.fixture
def added(monkeypatch):
    """Makes a name of this module an entry point of another package."""

    def add(name):
        # This module has no importable name.
        entry = SimpleNamespace(name="anything", group="onenlp.metrics", load=lambda: globals()[name])
        monkeypatch.setattr(entry_points, "entry_points", lambda group: [entry])
        catalog.metrics.cache_clear()

    yield add
    catalog.metrics.cache_clear()


def test_a_task_is_found_by_its_name():
    assert catalog.task("toy") is TASK
    assert catalog.task("ud").name == "ud"


@pytest.mark.parametrize("name", ["Toy", "tou", "nothing like it"])
def test_an_unknown_task_is_an_error_that_names_one_that_is_known(name):
    with pytest.raises(UsageError, match=f"no task '{name}'.*toy"):
        catalog.task(name)


def test_without_a_name_every_metric_is_selected_in_the_tasks_order():
    assert [metric.id for metric in catalog.select("toy")] == list(METRIC)


def test_metrics_are_selected_by_label_or_id_in_the_order_asked_for_each_once():
    found = catalog.select("toy", ["Misses", "accuracy", "misses"])
    assert [metric.id for metric in found] == ["misses", "accuracy"]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (["Accurcy"], "did you mean 'Accuracy'"),
        (["ACCURACY"], "did you mean 'Accuracy'"),
        (["Accuracy", 7], "no metric 7"),
        ([None], "no metric None"),
        ([["Accuracy"]], "no metric"),
        ([], "empty list"),
        ("Accuracy", "list of names is needed"),
        ({"Accuracy"}, "list of names is needed"),
        (7, "list of names is needed"),
    ],
)
def test_a_wrong_selection_is_an_error_that_says_what_is_meant(wanted, said):
    with pytest.raises(UsageError, match=said):
        catalog.select("toy", wanted)


def test_another_package_adds_a_metric_after_the_familys_own(added):
    added("OWN")
    assert list(catalog.metrics("toy")) == [*METRIC, "own"]
    assert "own" not in catalog.metrics("ud")


def test_another_package_cannot_put_its_metric_in_the_place_of_ours(added):
    added("TWICE")
    with pytest.raises(UsageError, match="has a metric 'accuracy' already"):
        catalog.metrics("toy")


def test_an_entry_point_that_is_no_metric_is_an_error_that_says_what_it_is(added):
    added("NO_METRIC")
    with pytest.raises(UsageError, match="is str, but a Metric is needed"):
        catalog.metrics("toy")


# --- what holds of every catalogued metric


ALL = [metric for name in catalog.task_names() for metric in catalog.metrics(name).values()]


@pytest.mark.parametrize("name", ["id", "signature"])
def test_ids_and_signatures_name_one_metric_each(name):
    values = [getattr(metric, name) for metric in ALL]
    assert len(set(values)) == len(values)


def test_a_label_names_one_metric_of_its_task():
    values = [(metric.task, metric.label) for metric in ALL]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("metric", ALL, ids=lambda metric: metric.id)
def test_a_metric_says_where_it_comes_from_and_which_version_it_is(metric):
    assert metric.id.isidentifier()
    assert metric.id == metric.id.lower()
    assert metric.source
    name, _, version = metric.signature.partition("|")
    assert name.startswith(f"{metric.task}.")
    assert version.startswith("v")
    assert not set("/[]{}") & set(metric.label)  # what ends a label is that of a single label or slice


def test_a_family_is_every_metric_of_its_modules_in_the_order_of_its_package():
    found = task.family("scoring.ud.metrics")
    assert list(found) == list(catalog.metrics("ud"))
    assert len(found) == 13


def test_the_fingerprint_of_gold_is_that_of_its_units_in_order():
    digests = [b"a" * 32, b"b" * 32]
    assert task.gold_sha256(digests) != task.gold_sha256(digests[::-1])
    assert task.gold_sha256([]) != task.gold_sha256(digests)
    assert len(task.gold_sha256(digests)) == 64
