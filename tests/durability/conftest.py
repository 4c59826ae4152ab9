"""Fixtures of the tests of durability: a group on a site, and a database on PostgreSQL."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from tests.support.durability.laptop import Laptop
from tests.support.durability.pair import Pair, pair_on
from tests.support.durability.postgresql import migrated_database
from tests.support.durability.room import Room, rooms_of
from tests.support.site import Site


@pytest.fixture(scope="module")
def own_site(site_start: Callable[..., Site]) -> Site:
    """A site for one file's tests: they stop it, fill its disk, or take its database away."""
    return site_start("--no-demo")


@pytest.fixture
def room(own_site: Site) -> Room:
    """A group with a new game."""
    (room,) = rooms_of(own_site)
    return room


@pytest.fixture
def enter() -> Iterator[Callable[[Room, str], Laptop]]:
    """`enter(room, "Mo")`: a laptop with an open console; its connection is closed at the end."""
    with ExitStack() as opened:
        yield lambda room, name: opened.enter_context(closing(Laptop(room))).enter(name)


@pytest.fixture(
    scope="session", params=[pytest.param("SQLite", marks=pytest.mark.long), "PostgreSQL"]
)
def pair(request: pytest.FixtureRequest, site_start: Callable[..., Site]) -> Iterator[Pair]:
    """Two processes on the same data; both keep running."""
    with pair_on(request.param, site_start) as pair:
        yield pair


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """A database on PostgreSQL with all tables."""
    with migrated_database() as url:
        yield url
