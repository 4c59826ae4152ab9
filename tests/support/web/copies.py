"""Copies of what tests begin with: made by services and pages, it would take ten times as long.

A copy has the rows of the one that each process makes, and their primary keys. Codes and ids of
games are new, so that no cache in memory takes it for another one; so is when people joined.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import deepcopy
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from moderator.core import credentials
from moderator.core.class_models import News
from moderator.core.models import CODE_LETTERS, Classroom, Game, Group

LEFT_OUT = (ContentType, Permission, News)  # rows that tests don't begin with

Rows = dict[type[Model], list[Any]]
Cookies = dict[str, SimpleCookie]
Browsers = dict[str, Client]

_kept: dict[Hashable, tuple[Rows, Cookies]] = {}
_now = timezone.now


def copied(name: Hashable, make: Callable[[], Browsers]) -> tuple[Rows, Browsers] | None:
    """Stores again what `make` has stored under this name, and returns that, with its browsers;
    None if it would differ from what is made anew."""
    has_clock = timezone.now is not _now
    if has_clock or User.objects.exists():
        return None
    if name not in _kept:
        with transaction.atomic():
            browsers = make()
            _kept[name] = _rows(), {role: browser.cookies for role, browser in browsers.items()}
            transaction.set_rollback(True)
    rows, cookies = deepcopy(_kept[name])
    _restore(rows)
    browsers = {role: Client() for role in cookies}
    for role, browser in browsers.items():
        browser.cookies = cookies[role]
    return rows, browsers


def only(found: tuple[Rows, Browsers]) -> tuple[Classroom, Group, Game, Browsers]:
    """The only class of a copy, with its group and game, and the browsers."""
    rows, browsers = found
    ((classroom,), (group,), (game,)) = (rows[model] for model in (Classroom, Group, Game))
    classroom.instructor, group.classroom, game.group = rows[User][0], classroom, group
    return classroom, group, game, browsers


def _rows() -> Rows:
    """Everything in the database."""
    models = [m for m in apps.get_models(include_auto_created=True) if m not in LEFT_OUT]
    found = {model: list(model._base_manager.order_by("pk")) for model in models}
    return {model: rows for model, rows in found.items() if rows}


def _restore(rows: Rows) -> None:
    for place in (*rows[Classroom], *rows[Group]):
        place.code = credentials.letters(CODE_LETTERS)
    for game in rows[Game]:
        game.uid = uuid4().hex
    with transaction.atomic():  # foreign keys are checked at its end
        for model, of_model in rows.items():
            model._base_manager.bulk_create(of_model)
        # SQLite continues from the highest primary key in a table; PostgreSQL is told to.
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(rows)):
                cursor.execute(statement)
