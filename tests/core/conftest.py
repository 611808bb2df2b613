"""Fixtures of the core: the toy task in the catalogue for the time of a test."""

import pytest

from scoring.metrics import catalog


@pytest.fixture
def toy(monkeypatch):
    """The task ``toy`` of ``tests.core.helpers``, catalogued."""
    monkeypatch.setattr(catalog, "TASKS", {**catalog.TASKS, "toy": "tests.core.helpers:TASK"})
    yield
    catalog.task.cache_clear()
    catalog.metrics.cache_clear()
