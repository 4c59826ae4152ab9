"""Shared fixtures: Chromium, and the real site as a separate process."""

import gc
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from _pytest.doctest import DoctestModule
from django.conf import settings
from django.db import connection, transaction
from django.template.base import Template
from django.test import TransactionTestCase
from django.test.utils import _TestState
from django.utils import timezone
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from moderator.core import site_time
from moderator.sheets.drawing import fonts
from tests.support.amount import IS_FIRST, IS_LONG
from tests.support.clock import Clock
from tests.support.command import MORE
from tests.support.engines.fixtures import engine  # noqa: F401
from tests.support.paths import ROOT
from tests.support.play.fixtures import (  # noqa: F401
    classroom,
    game,
    group,
    groups,
    instructor,
    moderator,
    played,
    told,
)
from tests.support.play.play import unguarded
from tests.support.prepared import (
    copy_database,
    drop_template,
    prepare,
    prepare_database,
    prepare_template,
)
from tests.support.programs import is_installed, is_missing, not_importable
from tests.support.site import Site
from tests.support.spread import OwnFiles, Spread, number_of, spread
from tests.support.web.fixtures import (  # noqa: F401
    EXPECTED_MS,
    laptop,
    orders,
    patience,
    phone,
    table,
    teacher,
    visits,
    world,
)

# The first has no windows, and takes a third less of the processor.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM_ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    # No connection to other machines, and no waiting for them.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Tests that use these fixtures get these markers: a browser, the site itself, a game in a class, or
# others whose signatures are checked: a school, a platform, a key.
MARKS = {"playwright": "browser", "site_start": "started"}
MARKS |= dict.fromkeys(("visits", "world", "table", "orders", "board", "people"), "slow")
MARKS |= dict.fromkeys(("provider", "platform", "device"), "slow")


SITES: list[Site] = []  # those that this process has started

# What each database does in its own way; a usual run has it on PostgreSQL, beside what commits.
OWN_WAYS = ("tests/core/stored/test_writes.py", "tests/core/stored/test_log_guard.py")

# Tables that are filled when a database is made, and that no test changes.
KEPT = {"django_content_type", "auth_permission"}


def _empty_tables(test: TransactionTestCase) -> None:
    """After a test that commits: SQLite gets another file; PostgreSQL's rows are deleted, games and
    tournaments with their services, since triggers refuse anything else.

    Django's own flush is slow: it truncates tables, and makes all permissions again.
    """
    if connection.vendor == "sqlite":
        copy_database()
        return
    from moderator.core.models import Game
    from moderator.features.new_game.write import game_delete
    from moderator.features.tournaments.models import Tournament
    from moderator.features.tournaments.write import tournament_delete

    for tournament in Tournament.objects.all():
        tournament_delete(tournament)
    for stored in Game.objects.all():
        game_delete(stored)
    with transaction.atomic(), unguarded("play_securityevent"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM play_eventaddress")
        cursor.execute("DELETE FROM play_securityevent")
    with transaction.atomic(), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names():
            if table not in (*KEPT, "play_head"):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    with transaction.atomic(), unguarded("play_head"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM play_head")


TransactionTestCase._fixture_teardown = _empty_tables  # type: ignore[attr-defined]


def chromium(has_windows: bool = False) -> str | None:
    """Returns the path of Debian's Chromium, or None."""
    programs = CHROMIUMS[1:] if has_windows else CHROMIUMS
    return next(filter(None, map(shutil.which, programs)), None)


class Examples:
    """Asks only those modules for examples in docstrings that have some: to ask all would take a
    third of the collection. As a plugin it is asked for files outside of this folder, too."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, Any, list[pytest.Collector]]:
        found = yield
        has_some = len(found) > 0 and b">>>" in file_path.read_bytes()
        return [one for one in found if has_some or not isinstance(one, DoctestModule)]


def pytest_configure(config: pytest.Config) -> None:
    """Modules that can't be imported without an extra have no examples to run there."""
    config.option.ignore = [*config.option.ignore, *map(str, not_importable())]
    config.pluginmanager.register(Examples())
    worker = getattr(config, "workerinput", None)
    if worker and worker["dist"] == "each":
        config.pluginmanager.register(OwnFiles(worker))


def pytest_unconfigure() -> None:
    """The process that has made the run's folder deletes what the run has on PostgreSQL."""
    if os.environ.get("TEST_RUN_DIR") == str(settings.VAR_DIR):
        drop_template()


def pytest_collection_finish() -> None:
    """Thousands of tests live to the end: garbage collections that go through them again and again
    would take an eighth of the processor's time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each of several processes begins with another part of the tests: rewriting their assertions
    takes longer than all else, and what one has written, the others read."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or worker["dist"] == "each":
        return
    folders = [path for path in map(Path, session.config.args) if path.is_dir()]
    files = sorted(file for folder in folders for file in folder.rglob("test_*.py"))
    at = len(files) * number_of(worker) // worker["workercount"]
    for file in files[at:] + files[:at]:
        # What can't be imported is reported by the collection itself.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.resolve().relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Marks tests by their fixtures; deselects those that are for another database."""
    kept, left_out, seen = [], [], set()
    for item in items:
        for fixture in set(MARKS).intersection(getattr(item, "fixturenames", ())):
            item.add_marker(MARKS[fixture])
        function = item.nodeid.partition("[")[0]
        is_first = function not in seen or not IS_FIRST
        (kept if is_first and _is_here(item) else left_out).append(item)
        seen.add(function)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    yield
    if hasattr(config, "workerinput"):  # in one of several processes
        spread(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Ends the sites that a test has started itself: they would go on beside all later tests."""
    before = len(SITES)
    try:
        return (yield)
    finally:
        for site in SITES[before:]:
            site.end()


def _commits(item: pytest.Item) -> bool:
    asks = item.get_closest_marker("django_db")
    is_asked = "transactional_db" in getattr(item, "fixturenames", ())
    return is_asked or bool(asks and asks.kwargs.get("transaction"))


def _is_here(item: pytest.Item) -> bool:
    """Whether its extra is installed, and it can tell something of this database: on PostgreSQL
    what uses it, and in a usual run only what commits or has its own way there."""
    if not all(is_installed(extra.args[0]) for extra in item.iter_markers("extra")):
        return False
    vendor = item.get_closest_marker("only_on")
    if vendor or connection.vendor == "sqlite":
        return vendor is None or vendor.args[0] == connection.vendor
    if _commits(item) or item.nodeid.startswith(OWN_WAYS):
        return True
    asks = item.get_closest_marker("django_db")
    return IS_LONG and (asks is not None or "db" in getattr(item, "fixturenames", ()))


def pytest_terminal_summary(config: pytest.Config) -> None:
    """Says which tests `manage.py test` has left out, and how to run them."""
    if more := MORE.get(config.option.markexpr):
        print(f"\n{more}")
    if modules := [str(one.relative_to(ROOT)) for one in not_importable()]:
        print(f"\nLeft out, since their extras aren't installed: {', '.join(modules)}.")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["dist"] = node.config.option.dist


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Spread | None:
    return Spread(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(scope="session", autouse=True)
def _render_as_served(django_test_environment: None) -> None:
    """Without a signal and a copy of the context for each template, which Django sends to tests
    that look at them: none does."""
    Template._render = _TestState.saved_data.template_render


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> None:
    """The database is migrated once for each run."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            prepare_database()
    else:
        template = prepare_template(os.environ["DATABASE_URL"])
        connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """It is there already."""
    return connection.vendor == "sqlite"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that Django uses for the time; the process has noted none of another clock."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    monkeypatch.setattr(site_time, "_noted", None)
    return clock


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As without the extra "fonts"."""

    def forget() -> None:
        for one in (fonts.font_for, fonts.runs, fonts.is_placed):
            one.cache_clear()

    monkeypatch.setattr(fonts, "IS_HERE", False)
    forget()
    yield
    forget()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Drives browsers.

    It runs an event loop in this thread, in which Django refuses to touch the database. So a
    browser test talks to `site`, and puts its data there with `site.run`.
    """
    expect.set_options(timeout=EXPECTED_MS)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, one for all tests: `with browser.new_context() as phone: phone.new_page()`.

    With WATCH=1 its window is shown, and every action takes a third of a second.
    """
    watch = os.environ.get("WATCH") == "1"
    program = chromium(has_windows=watch)
    if program is None:
        is_missing("Chromium is missing: run `apt install chromium-headless-shell`")
    args = [arg for arg in CHROMIUM_ARGS if not (watch and arg == "--headless")]
    started = playwright.chromium.launch(
        executable_path=program, headless=not watch, slow_mo=333 if watch else 0, args=args
    )
    yield started
    started.close()


@pytest.fixture(scope="session")
def site_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts a new site: `site_start("--no-demo")`; it ends with the test, or with the session if a
    fixture has started it.

    Its data are in `var`; by default in a new folder with the slow parts of the setup done.
    """

    def start(
        *args: str,
        var: Path | None = None,
        env: dict[str, str] | None = None,
        is_forked: bool = True,
    ) -> Site:
        if var is None:
            var = prepare(tmp_path_factory.mktemp("var"))
        site = Site(var, *args, env=env, is_forked=is_forked)
        SITES.append(site)
        site.start()
        return site

    yield start
    for site in SITES:
        site.end()


@pytest.fixture(scope="session")
def site(site_start: Callable[..., Site]) -> Site:
    """The site as `manage.py up` starts it, with the demo classroom; one for all tests.

    A test that changes something makes its own classroom there (`site.run`), so that no test
    depends on another.
    """
    return site_start()
