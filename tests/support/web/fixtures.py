"""Fixtures of the tests of the pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.web import world as worlds
from tests.support.web.tables import Table, seat_down
from tests.support.web.visits import Visits, visit_all

EXPECTED_MS = 15_000
"""How long a page may take to show what is expected: Playwright's 5 s are few on a busy machine."""


@pytest.fixture(scope="session")
def visits(django_db_setup: None, django_db_blocker: Any) -> Visits:
    """Every visitor at every URL: requested once, examined by many tests."""
    with django_db_blocker.unblock():
        return visit_all()


@pytest.fixture
def world(db: None) -> worlds.World:
    """Two classes with games."""
    return worlds.another()


@pytest.fixture
def table(db: None) -> Table:
    """The worked example's game."""
    return seat_down()


@pytest.fixture
def teacher(table: Table) -> Client:
    """Its instructor."""
    client = Client()
    client.force_login(table.classroom.instructor)
    return client


@pytest.fixture
def orders(db: None) -> Table:
    """A game with written orders."""
    return seat_down("1800-bc", {"deployment": "simultaneous"})


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


@pytest.fixture
def patience() -> Iterator[None]:
    """Time for many pages on a busy machine, whenever something is expected to appear."""
    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=EXPECTED_MS)
