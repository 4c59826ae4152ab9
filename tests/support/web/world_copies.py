"""Copies of the tests' world: made by services and pages, it would take ten times as long.

A copy has the rows of the one world that each process makes, and their primary keys. Codes and ids
of games are new, so that no cache in memory takes it for another one; so is when people joined.
"""

from __future__ import annotations

from copy import deepcopy
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from moderator.core import credentials
from moderator.core.class_models import News
from moderator.core.models import CODE_LETTERS, Classroom, Game, Group
from tests.support.web.world import World, make

LEFT_OUT = (ContentType, Permission, News)  # rows that are not the world's

Rows = dict[type[Model], list[Any]]
Cookies = dict[str, SimpleCookie]

_kept: tuple[Rows, Cookies] | None = None
_now = timezone.now


def another() -> World:
    """A copy; made anew if it would differ from a new one."""
    global _kept
    has_clock = timezone.now is not _now
    # Only SQLite continues from the highest primary key in a table.
    if has_clock or connection.vendor != "sqlite" or User.objects.exists():
        return make()
    if _kept is None:
        with transaction.atomic():
            world = make()
            _kept = _rows(), {role: browser.cookies for role, browser in world.browsers.items()}
            transaction.set_rollback(True)
    rows, cookies = deepcopy(_kept)
    _restore(rows)
    return _world(rows, cookies)


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


def _world(rows: Rows, cookies: Cookies) -> World:
    browsers = {role: Client() for role in cookies}
    for role, browser in browsers.items():
        browser.cookies = cookies[role]
    instructor, classroom = rows[User][0], rows[Classroom][0]
    group, other_group, far_group = rows[Group]
    game, other_game, _ = rows[Game]
    classroom.instructor = instructor
    group.classroom = other_group.classroom = classroom
    game.group, other_game.group = group, other_group
    return World(instructor, classroom, group, game, other_group, other_game, far_group, browsers)
