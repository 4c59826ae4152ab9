"""What the demo's notes write of messages, and that its students have read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.core.look import look_at
from moderator.core.models import Game, Person
from moderator.features.messages.read import messages_of
from moderator.features.messages.write import message_read, message_send

MOST = 300  # messages in a conversation


def write_note(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    message_send(game, note["by"], note["to"], note["message"], key, person, role)


def read_all(game: Game) -> None:
    """The students have read all their messages."""
    book = messages_of(look_at(game))
    for seat in game.seats.exclude(persons=None):
        for conversation in book.conversations(seat.player):
            message_read(game, conversation.id, MOST, seat.persons.earliest("pk"))
