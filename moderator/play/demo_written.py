"""What the demo's students have written in a game, and its release for the debrief.

The file is a list in the order of writing. Each item says `by` which player it is and `after`
which entry of the log, 0 for none, and has one of `message`, `contact`, `promise` (with an
`exchange` or null) and `answer` (to the promise of that `number`); all but answers say `to` whom.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.db import transaction

from moderator.play import services
from moderator.play.debrief_questions import derived_questions
from moderator.play.log import folds
from moderator.play.models import Entry, Game, Person
from moderator.play.table.messages import messages_of

Note = Mapping[str, Any]

QUESTIONS = 3
MOST = 300  # messages in a conversation


def notes_in(path: Path) -> tuple[Note, ...]:
    """What is written in that file."""
    return tuple(json.loads(path.read_bytes()))


def notes_write(game: Game, notes: Sequence[Note], number: int, moderator: Person) -> None:
    """Write what was written after that entry; the moderator writes for those who have no phone.

    What has been written already stays as it is.
    """
    for place, note in enumerate(notes):
        if note["after"] == number:
            _write(game, note, f"demo-written-{place}", moderator)


def _write(game: Game, note: Note, key: str, moderator: Person) -> None:
    player = note["by"]
    student = Person.objects.filter(seats__game=game, seats__player=player).first()
    person, role, paper = student, Entry.Role.STUDENT, None
    if person is None:
        person, role, paper = moderator, Entry.Role.MODERATOR, services.FromPaper(player)
    if "message" in note:
        services.message_send(game, player, note["to"], note["message"], key, person, role)
    elif "contact" in note:
        services.contact_note(game, note["to"], note["contact"], key, person, role, player)
    elif "promise" in note:
        (partner,) = note["to"]
        terms, exchange = note["promise"], note["exchange"]
        services.promise_make(game, partner, terms, exchange, key, person, role, paper)
    else:
        services.promise_answer(game, note["number"], note["answer"], key, person, role)


def debrief_prepare(game: Game) -> None:
    """Prepare the debrief of a finished game: once, since the instructor may withdraw it."""
    if not game.debrief_releases.exists():
        _read_all(game)
        _release(game)


def _read_all(game: Game) -> None:
    """The students have read all their messages."""
    book = messages_of(game, folds.fold_of(game))
    for seat in game.seats.exclude(persons=None):
        for conversation in book.conversations(seat.player):
            services.message_read(game, conversation.id, MOST, seat.persons.earliest("pk"))


@transaction.atomic
def _release(game: Game) -> None:
    """Release everything, with the game's secrets, and ask the first derived questions."""
    services.debrief_release(game)
    services.game_release(game, is_released=True)
    for question in services.questions_take(game, derived_questions(game)[:QUESTIONS]):
        services.question_ask(question)
