"""What the tests of the pages share."""

import pytest
from django.core.cache import cache

from tests.web import world as worlds


@pytest.fixture(autouse=True)
def _no_tries_left_over() -> None:
    """Wrong tries are counted in the cache, which outlives a test's database."""
    cache.clear()


@pytest.fixture
def world(db: None) -> worlds.World:
    """Two classes with games."""
    return worlds.make()
