"""What a person has written and got, in the person's file; and what erasing leaves of it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from moderator.core import credentials
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join
from moderator.core.written import Diplomacy
from moderator.features.archive.making import file_of
from moderator.features.messages.models import Mailbox, Message
from moderator.features.messages.write import draft_save, message_report, message_send
from moderator.features.people.write import person_forget, seat_take
from tests.archive.stored.test_person import words
from tests.support.play.agreed import People, seated
from tests.support.play.play import start
from tests.support.web.world import signed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SENT = {"zqa-message", "zqa-entered", "zqb-message"}
ALL = SENT | {"zqa-draft", "zqb-draft", "zqb-reported"}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", {"communication": "written"})


@pytest.fixture
def people(game: Game, moderator: Person) -> People:
    """Egypt and Hatti have written; Babylon has reported what it got."""
    found = seated(game)
    for player, other, mark in (("egypt", "hatti", "zqa"), ("hatti", "babylon", "zqb")):
        by, key = found[player], credentials.new()
        message_send(game, player, [other], f"{mark}-message", key, by, "student")
        draft_save(game, ["assyria"], f"{mark}-draft", by)
    key = credentials.new()
    message_send(game, "egypt", ["hatti"], "zqa-entered", key, moderator, "moderator")
    message_report(game, "hatti", 1, "zqb-reported", found["babylon"])
    return found


def file_has(person: Person, *, is_for_instructor: bool) -> set[str]:
    text = words(file_of(person, is_for_instructor=is_for_instructor))
    return {one for one in ALL if one in text}


def test_the_file_has_what_one_wrote_and_got(game: Game, people: People) -> None:
    egypt, hatti, babylon = (people[one] for one in ("egypt", "hatti", "babylon"))
    own = {"zqa-message", "zqa-entered"}
    assert file_has(egypt, is_for_instructor=True) == own
    assert file_has(egypt, is_for_instructor=False) == own | {"zqa-draft"}
    assert file_has(hatti, is_for_instructor=False) == SENT | {"zqb-draft"}
    assert file_has(babylon, is_for_instructor=True) == {"zqb-message", "zqb-reported"}
    Diplomacy.objects.update_or_create(game=game, defaults={"readers": "nobody"})
    assert file_has(egypt, is_for_instructor=True) == set()
    assert file_has(egypt, is_for_instructor=False) == own | {"zqa-draft"}


def test_after_erasing_conversations_keep_their_numbers(game: Game, people: People) -> None:
    egypt = people["egypt"]
    Person.objects.filter(pk=egypt.pk).update(name="Zqanna", name_key="zqanna")
    egypt.refresh_from_db()
    person_forget(egypt)
    numbers = list(Message.objects.order_by("number").values_list("number", "text"))
    assert numbers == [(1, "(erased)"), (2, "zqb-message"), (3, "(erased)")]
    assert {box.player: [*box.drafts] for box in Mailbox.objects.order_by("player")} == {
        "babylon": [],
        "egypt": [],
        "hatti": ["assyria"],
    }
    teacher = signed_in(game.group.classroom.instructor)
    answer = teacher.get(reverse("messages", args=[game.group.code]))
    assert answer.status_code == 200
    assert b"qanna" not in answer.content


def test_of_two_on_a_seat_one_is_erased(game: Game, people: People) -> None:
    mate = person_join(game.group.classroom, "Mate")
    seat_take(mate, game.seats.get(player="egypt"), shared=True)
    person_forget(people["egypt"])
    left = set(Message.objects.values_list("text", flat=True))
    assert left == {"(erased)", "zqb-message", "zqa-entered"}, "it may be the other's"
