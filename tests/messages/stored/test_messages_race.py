"""Many messages at once: each is stored once, with a number of its own."""

from __future__ import annotations

import pytest

from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.features.messages.models import Mailbox, Message
from moderator.features.messages.write import draft_save, message_read, message_send
from moderator.features.people.write import seat_take
from tests.support.play.agreed import seated
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

THREADS = 12


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", {"communication": "written"})


def test_one_key_and_co_rulers_at_once(game: Game) -> None:
    people = seated(game)
    mate = person_join(game.group.classroom, "Mate")
    seat_take(mate, game.seats.get(player="egypt"), shared=True)

    def ask(number: int) -> object:
        mine, by = Game.objects.get(), (people["egypt"], mate)[number % 2]
        key = "the-same" if number < THREADS // 2 else f"key-{number}"
        return message_send(mine, "egypt", ["hatti"], "Peace?", key, by, "student")

    answers = at_once(ask, THREADS)
    assert kinds(answers) == {"Done": THREADS}
    numbers = Message.objects.values_list("number", flat=True)
    assert list(numbers) == list(range(1, THREADS // 2 + 2))
    assert Game.objects.get().changes == len(numbers)


def test_drafts_and_read_marks_at_once(game: Game) -> None:
    people = seated(game)
    for number in range(4):
        message_send(game, "egypt", ["hatti"], "Peace?", f"k{number}", people["egypt"], "student")

    def ask(number: int) -> object:
        mine, by = Game.objects.get(), people["hatti"]
        if number % 2:
            return message_read(mine, "egypt", number % 5, by)
        return draft_save(mine, ["egypt"], f"Draft {number}", by)

    answers = at_once(ask, THREADS)
    assert set(kinds(answers)) == {"NoneType", "int"}
    mailbox = Mailbox.objects.get()
    assert mailbox.read == {"egypt": 4}
    assert list(mailbox.drafts) == ["egypt"]
