"""What the tests of the pages share."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext

from tests.web import world as worlds


@pytest.fixture(autouse=True)
def _no_tries_left_over() -> None:
    """Wrong tries are counted in the cache, which outlives a test's database."""
    cache.clear()


@pytest.fixture
def world(db: None) -> worlds.World:
    """Two classes with games."""
    return worlds.make()


@pytest.fixture
def laptop(browser: Browser) -> Iterator[BrowserContext]:
    """A browser on a laptop."""
    with browser.new_context(viewport={"width": 1280, "height": 860}) as context:
        yield context


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A browser on the smallest phone."""
    with browser.new_context(
        viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True
    ) as context:
        yield context
