"""Fixtures of the core: the toy task in the catalogue for the time of a test."""

import pytest

from scoring.base import entry_points
from scoring.metrics import catalog
from tests.core.helpers import registered_with_toy


@pytest.fixture
def toy(monkeypatch):
    """The task ``toy`` of ``tests.core.helpers``, catalogued."""
    for module in (catalog, entry_points):
        monkeypatch.setattr(module, "registered", registered_with_toy)
    yield
    catalog.task.cache_clear()
    catalog.metrics.cache_clear()
