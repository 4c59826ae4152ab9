"""Every visitor at every URL: the response, and what it changed. Done once for each run."""

from __future__ import annotations

import copy
import io
import logging
import logging.config
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.test import Client

from moderator import live
from moderator.core import frames
from moderator.core.audiences import feed_access
from moderator.core.class_models import WrongTries
from moderator.core.events import EventAddress, SecurityEvent
from moderator.core.throttling import RateLimit
from tests.support.amount import IS_LONG
from tests.support.web.access_table import FEEDS, METHODS, NAMES
from tests.support.web.archives import members
from tests.support.web.secret_world import NOBODY_READS, SecretWorld, Target, build
from tests.support.web.sent import address, form, words_of
from tests.support.web.world import ROLES

# What a URL shows with a query.
MORE = {
    "home": ("?code={code}", "?code=WRONG2"),
    "chart": ("?wall",),
    "debrief": ("?wall", "?move=1&who=egypt"),
    "chart-replay": ("?game=1", "?move=1", "?move=4&undone"),
    "replay": ("?game=1&move=2", "?undone"),
    "console": ("?part=parts",),
    "hear": ("?text=syria+9", "?text=x"),
    "cell": ("?cell=egypt.syria", "?cell=egypt._goods"),
    "record": ("?game=1",),
    "chart-pdf": ("?game=1&paper=letter",),
    "classroom": ("?wall", "?step=here", "?step=groups", "?step=playing", "?step=over"),
    "game-new": ("?group={number}&scenario=age-of-iron/1800-bc",),
    "sign-in": ("?next=https://evil.example/",),
}
# URLs that name no class and no group.
PLAIN = (
    "practice",
    "home",
    "about",
    "healthz",
    "readyz",
    "metrics",
    "join-home",
    "pin",
    "sign-in",
    "password",
)
PLAIN += (
    "security-txt",
    "sign-in-code",
    "passkey",
    "own-passkeys",
    "second-factor",
    "security",
    "sign-out",
    "classes",
    "class-new",
)

# Who may do something in a group.
OWN = ("student", "moderator", "instructor", "administrator")
NOT_READING = (NOBODY_READS, "moderator")
HEADS = (
    ("nobody", "moderator") if IS_LONG else ("nobody",)
)  # the method is asked for before the role


@dataclass(frozen=True)
class Visit:
    """One response. `url` is what was requested, `sent` the fields that were sent."""

    role: str
    target: str
    name: str
    method: str
    url: str
    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    sent: str = field(default="", repr=False)
    has_changed: bool = False

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass
class Visits:
    """All of them, with the visitors, and the log afterwards."""

    world: SecretWorld
    seen: list[Visit]
    looking_changed: list[str]
    log: str
    made: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False)

    def address(self, name: str, target: Target) -> str:
        """The same for every role, so it is made once."""
        key = ("address of " + name, target.name)
        if key not in self.made:
            self.made[key] = address(name, target)
        return str(self.made[key])

    def form(self, name: str, target: Target) -> dict[str, Any]:
        """Likewise: whatever is sent is rolled back."""
        key = ("form of " + name, target.name)
        if key not in self.made:
            self.made[key] = form(name, target)
        fields: dict[str, Any] = self.made[key]
        for value in fields.values():
            if isinstance(value, UploadedFile):
                value.seek(0)
        return fields


LOGGED = {one._meta.db_table for one in (WrongTries, SecurityEvent, EventAddress)}


def dump() -> dict[str, list[Any]]:
    """Every row of every table, with sessions, but without the count of wrong codes and the log of
    security events, which has refusals and downloads.

    SQLite returns the rows by key, so that they needn't be sorted; PostgreSQL is asked once.
    """
    found: dict[str, list[Any]] = {table: [] for table in _tables()}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for table in found:
                cursor.execute(f'SELECT * FROM "{table}"')
                found[table] = cursor.fetchall()
        else:
            every = (f"SELECT '{table}', found::text FROM \"{table}\" AS found" for table in found)
            cursor.execute(" UNION ALL ".join(every))
            for table, row in sorted(cursor.fetchall()):
                found[table].append(row)
    return found


@cache
def _tables() -> list[str]:
    return sorted({*connection.introspection.table_names()} - LOGGED)


def rows_written() -> int | None:
    """How many rows this connection has ever written, if the database counts them: SQLite does."""
    count: int | None = getattr(connection.connection, "total_changes", None)
    return count


@contextmanager
def undone() -> Iterator[None]:
    """Rolls back whatever is stored inside. Moves are recorded as if outside a transaction."""
    atomic = transaction.atomic()
    atomic._from_testcase = True  # type: ignore[attr-defined]
    with atomic:
        yield
        transaction.set_rollback(True)


@contextmanager
def logged(into: io.StringIO) -> Iterator[None]:
    """The site's own log, with every line of every level, but for the traceback of each variable
    that a template asks for in vain: writing those takes longer than the pages."""
    config: Any = logging.config.DictConfigurator(copy.deepcopy(settings.LOGGING))
    handler = logging.StreamHandler(into)
    made = settings.LOGGING["handlers"]["console"]
    handler.setFormatter(config.configure_formatter(config.config["formatters"][made["formatter"]]))
    for name in made["filters"]:
        handler.addFilter(config.configure_filter(config.config["filters"][name]))
    names = ["", *settings.LOGGING["loggers"], "moderator", "django.server"]
    templates = logging.getLogger("django.template")
    loggers = {templates, *(logging.getLogger(name) for name in names)}
    levels = {logger: logger.level for logger in loggers}
    root = logging.getLogger()
    root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    templates.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for logger, level in levels.items():
            logger.setLevel(level)


def visit_all() -> Visits:
    """Sends every visitor to every URL, in a world that is rolled back afterwards."""
    out = io.StringIO()
    # Tests have no hub, or one from an earlier test.
    with undone(), patch.object(live, "is_running", return_value=True):
        world = build()
        visits = Visits(world, [], [], "")
        with logged(out):
            for role in ROLES:
                for place, target in enumerate(world.targets):
                    # What the others are to another group, somebody else is to the first one.
                    seen_as = target.seen_as[role]
                    is_own = place == 0 or seen_as in OWN
                    if is_own or IS_LONG:
                        look_around(visits, role, target, is_first=place == 0)
                    else:
                        _read_feeds(visits, role, target)
                    # A usual run sends to the first group; to others as their students, and as the
                    # moderator who may not read what is said in one.
                    sends = IS_LONG or seen_as == "student" or (place, seen_as) == NOT_READING
                    if place == 0 or (is_own and sends):
                        _send(visits, role, target, is_first=place == 0)
            # Refused before the actor is known: one who may do everything is enough.
            _try_other_methods(visits, "administrator", world.targets[0])
    visits.log = out.getvalue()
    return visits


def _names(is_first: bool) -> tuple[str, ...]:
    return NAMES if is_first else tuple(name for name in NAMES if name not in PLAIN)


def look_around(
    visits: Visits, role: str, target: Target, is_first: bool, names: Sequence[str] = ()
) -> None:
    """Sends GET and HEAD, to all URLs or these, and requests the feeds. None of it may change
    anything."""
    browser, before = visits.world.browsers[role], dump()
    for name in names or _names(is_first):
        url = visits.address(name, target)
        queries = MORE.get(name, ()) if is_first else ()
        for query in ("", *(one.format(**words_of(target)) for one in queries)):
            visits.seen.append(_ask(browser, role, target, name, "GET", url + query))
        if is_first and role in HEADS:
            visits.seen.append(_ask(browser, role, target, name, "HEAD", url))
    if (after := dump()) != before:
        tables = ", ".join(table for table in after if after[table] != before[table])
        visits.looking_changed.append(f"{role} at the target of the {target.name}: {tables}")
    _read_feeds(visits, role, target)


def _read_feeds(visits: Visits, role: str, target: Target) -> None:
    browser = visits.world.browsers[role]
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    for path in FEEDS:
        url = path.format(code=target.group.code, game=target.game.number)
        found = feed_access(url, cookies)
        frame = frames.render(found.group_id, found.audience) if found else None
        body = frame.html.encode() if frame else b""
        headers = {"X-Audience": found.audience if found else ""}
        headers["X-Version"] = str(frame.version) if frame else ""
        status = 200 if frame else 404
        visits.seen.append(Visit(role, target.name, "feed", "GET", url, status, headers, body))


def _send(visits: Visits, role: str, target: Target, is_first: bool) -> None:
    """Sends a POST to every URL, and rolls back each before the next."""
    browser, before = visits.world.browsers[role], dump()
    for name in _names(is_first):
        kept = copy.deepcopy(browser.cookies)
        with undone():
            url, sent = address(name, target, is_sent=True), visits.form(name, target)
            written = rows_written()
            visit = _ask(browser, role, target, name, "POST", url, sent)
            is_same = written is not None and rows_written() == written
            visits.seen.append(replace(visit, has_changed=not is_same and dump() != before))
        browser.cookies = kept


def _try_other_methods(visits: Visits, role: str, target: Target) -> None:
    browser, before = visits.world.browsers[role], dump()
    for name in _names(is_first=True):
        for method in METHODS[3:]:
            url = visits.address(name, target)
            visits.seen.append(_ask(browser, role, target, name, method, url, {"do": "remove"}))
    if dump() != before:
        visits.looking_changed.append(f"another method of {role}")


def let_go(answer: Any) -> None:
    """Close the file that is sent: `answer.close()` would end the database's connection, too."""
    for close in answer._resource_closers if answer.streaming else ():
        close()


def _ask(
    browser: Client,
    role: str,
    target: Target,
    name: str,
    method: str,
    url: str,
    sent: Mapping[str, Any] | None = None,
) -> Visit:
    # This many missing pages would be rate-limited.
    with patch.object(RateLimit, "pause_s", lambda *_: 0):
        if method == "TRACE":
            answer = browser.trace(url)
        else:
            answer = getattr(browser, method.lower())(url, sent or {})
    headers = {**answer.headers, "Set-Cookie": answer.cookies.output()}
    told = repr({k: getattr(v, "name", v) for k, v in (sent or {}).items()})
    body = b"".join(answer) if answer.streaming else answer.content
    let_go(answer)
    if body.startswith(b"PK"):
        body = b"".join(members(body).values())
    return Visit(role, target.name, name, method, url, answer.status_code, headers, body, told)
