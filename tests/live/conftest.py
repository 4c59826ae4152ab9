"""A page in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def _page(browser: Browser) -> Iterator[Page]:
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture
def page(_page: Page) -> Iterator[Page]:
    """The same for all tests, since a new one costs more than most of them; each test opens a world
    with an address of its own there, so that nothing is stored for it."""
    yield _page
    _page.unroute_all()
    _page.goto("about:blank")
