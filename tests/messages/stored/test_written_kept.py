"""What was written is read once, and stays as it is stored: a new server reads the same."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.forms import model_to_dict

from moderator.core import credentials
from moderator.core.cache import LruCache
from moderator.core.feature import FEATURES
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_remove
from moderator.core.written import Diplomacy, SaidOnTable
from moderator.features.deals.records import (
    RECORDS,
    contact_note,
    contact_strike,
    promise_answer,
    promise_make,
)
from moderator.features.messages.models import Message
from moderator.features.messages.part import MESSAGES, message_on_table
from moderator.features.messages.write import message_send
from moderator.features.people.write import person_forget
from tests.support.play.agreed import People, seated
from tests.support.play.play import start

pytestmark = pytest.mark.django_db(transaction=True)

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", OPTIONS)


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


def send(game: Game, people: People, text: str) -> None:
    key = credentials.new()
    message_send(game, "egypt", ["hatti"], text, key, people["egypt"], "student")


def note(game: Game, people: People, text: str) -> None:
    contact_note(game, ["hatti"], text, credentials.new(), people["egypt"], "student")


def promise(game: Game, people: People, until: int) -> None:
    terms = NO_ATTACK | {"until": until}
    promise_make(game, "babylon", terms, None, credentials.new(), people["egypt"])


@pytest.fixture(autouse=True)
def by_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are compared by what they hold, not by their primary keys."""
    monkeypatch.setattr(Diplomacy, "__eq__", lambda a, b: model_to_dict(a) == model_to_dict(b))


def table(game: Game) -> Any:
    game = Game.objects.get(pk=game.pk)
    look = look_at(game)
    return {book: book.of(look) for feature in FEATURES for book in feature.books}


def as_a_new_server_has_it(game: Game) -> Any:
    with patch.object(LruCache, "_get", lambda *_: None):
        return table(game)


def test_changes_show_as_if_everything_were_read_again(game: Game, people: People) -> None:
    by, new = people["babylon"], credentials.new
    note(game, people, "Student Assyria agreed.")
    send(game, people, "Ask student Assyria.")
    note(game, people, "Met twice.")
    for number in (1, 2, 3):
        promise(game, people, number)
    removed = people["assyria"]
    for act in (
        lambda: send(game, people, "And then?"),
        lambda: contact_strike(game, 2, people["egypt"], "student"),
        lambda: promise_answer(game, 2, "accepted", new(), by),
        lambda: promise_answer(game, 1, "declined", new(), by),
        lambda: promise_answer(game, 3, "withdrawn", new(), people["egypt"]),
        lambda: promise(game, people, 4),
        lambda: person_remove(removed),
        lambda: person_forget(removed),
        lambda: send(game, people, "Who?"),
    ):
        table(game)
        act()
        assert table(game) == as_a_new_server_has_it(game)
    found = table(game)
    assert [one.number for one in found[MESSAGES].messages] == [1, 2, 3]
    assert "student Assyria" not in found[MESSAGES].messages[0].text
    assert "Student Assyria" not in found[RECORDS].contacts[0].text
    answers = [one.answer for one in found[RECORDS].promises]
    assert answers == ["declined", "accepted", "withdrawn", ""]


def test_whoever_is_erased_has_written_nothing_that_was_read_before(
    game: Game, people: People, moderator: Person
) -> None:
    """Nothing of it is rewritten: a promise has no text, and what somebody said stays."""
    promise(game, people, 1)
    message_send(game, "egypt", ["hatti"], "Yes.", credentials.new(), moderator, "moderator")
    found = table(game)
    assert found[RECORDS].promises[0].person == people["egypt"].pk
    assert found[MESSAGES].messages[0].person == moderator.pk
    for person in (people["egypt"], moderator):
        person_forget(person_remove(person))
    found = table(game)
    assert found == as_a_new_server_has_it(game)
    assert {found[RECORDS].promises[0].person, found[MESSAGES].messages[0].person} == {None}


def test_a_message_is_read_once(game: Game, people: People) -> None:
    read: list[int] = []

    def make(row: Message) -> SaidOnTable:
        read.append(row.number)
        return message_on_table(row)

    with patch("moderator.features.messages.part.message_on_table", make):
        for text in ("One", "Two", "Three"):
            send(game, people, text)
            table(game)
    assert read == [1, 2, 3]
