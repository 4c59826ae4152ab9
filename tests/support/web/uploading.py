"""A record, uploaded by the form on its group's page."""

from __future__ import annotations

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, queries
from moderator.core.models import Entry, Game
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table

RECORD: dict[str, Any] = {
    "format": "record/1",
    "game": "age-of-iron",
    "scenario": "example-of-play",
    "moves": [{"type": "deploy", "player": "ariel", "region": "xenophobia", "rfs": 5}],
}


def address(table: Table, name: str) -> str:
    return reverse(name, args=[table.classroom.pk, table.group.number])


def form(table: Table, teacher: Client) -> dict[str, str]:
    page = read(teacher.get(address(table, "group")))
    return page.form(address(table, "record-upload"))


def send(table: Table, teacher: Client, data: bytes, **fields: str) -> Any:
    """As by the form, without showing its page."""
    sent: dict[str, Any] = {"once": credentials.new()} | fields
    sent["record"] = SimpleUploadedFile("record.json", data)
    return teacher.post(address(table, "record-upload"), sent)


def taken(table: Table, teacher: Client, record: object) -> Game:
    """The game that the record has become."""
    before = table.group.games.count()
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    answer = send(table, teacher, data)
    assert answer.status_code == 303, beside(read(answer))
    assert answer.headers["Location"] == address(table, "group") + "#games"
    assert table.group.games.count() == before + 1
    game = queries.game_now(table.group)
    assert game is not None
    return game


def beside(page: Element) -> str:
    """Returns the error beside the field."""
    return page.describes(page.id("record"))


def refused(table: Table, teacher: Client, data: bytes) -> str:
    """Asserts that nothing is stored, and returns the error beside the field."""
    before = Game.objects.count(), Entry.objects.count()
    answer = send(table, teacher, data)
    assert answer.status_code == 422
    page = read(answer)
    assert page.id("record").attributes["aria-invalid"] == "true"
    assert (Game.objects.count(), Entry.objects.count()) == before
    assert queries.game_now(table.group) == table.game
    words = beside(page)
    assert words.endswith("Nothing was stored.")
    return words
