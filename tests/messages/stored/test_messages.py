"""Written messages: who sends, reads, drafts and reports what, and who can't."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from moderator.core import credentials
from moderator.core.errors import InvalidInput, NotAllowed, Stale
from moderator.core.look import look_at, table_version
from moderator.core.models import Game, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.core.written import Diplomacy
from moderator.features.classes import demo
from moderator.features.clock.write import game_start, pause_begin
from moderator.features.debrief.questions import answer_write, question_ask, question_make
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.messages.part import MESSAGES, MessageBook
from moderator.features.messages.write import (
    draft_save,
    message_read,
    message_report,
    message_send,
    messages_show,
    writing_set,
)
from moderator.features.new_game.secrecy import diplomacy_settings
from moderator.features.new_game.settings import GameSettings, game_settings_of
from moderator.features.new_game.write import game_create, game_delete
from moderator.features.people.write import person_forget, seat_return, seat_take
from moderator.rules.errors import Refused
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.clock import Clock
from tests.support.play.agreed import People, seated
from tests.support.play.play import AGE_OF_IRON, scenario, start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WRITTEN = {"deployment": "sequential", "communication": "written"}
EGYPT, HATTI = Viewer(seat="egypt"), Viewer(seat="hatti")


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", WRITTEN)


@pytest.fixture
def people(game: Game) -> People:
    return seated(game)


def send(game: Game, by: Person, text: str = "Peace?", **more: Any) -> Any:
    asked = {"sender": "egypt", "recipients": ["assyria"], "role": "student"} | more
    key = asked.pop("key", None) or credentials.new()
    return message_send(game, text=text, key=key, by=by, **asked)


def book(game: Game) -> MessageBook:
    game = Game.objects.get(pk=game.pk)
    return MESSAGES.of(look_at(game))


def versions(game: Game) -> dict[str, int]:
    game = Game.objects.get(pk=game.pk)
    look = look_at(game)
    seats = {one: Viewer(seat=one) for one in ("egypt", "babylon", "assyria", "hatti")}
    return {
        name: table_version(look, viewer)
        for name, viewer in {**seats, "moderator": MODERATOR, "public": PUBLIC}.items()
    }


def grown(game: Game, before: dict[str, int]) -> set[str]:
    return {name for name, version in versions(game).items() if version > before[name]}


@pytest.mark.parametrize("readers", ["teachers", "nobody"])
def test_a_message_is_seen_by_those_it_concerns(
    game: Game, people: People, readers: str, moderator: Person, told: list[str | None]
) -> None:
    Diplomacy.objects.create(game=game, readers=readers)
    before = versions(game)
    send(game, people["egypt"], recipients=["hatti", "assyria"])
    teachers = {"moderator"} if readers == "teachers" else set()
    assert grown(game, before) == {"egypt", "assyria", "hatti"} | teachers
    assert {name.removeprefix("seat:") for name in told} == grown(game, before)
    (conversation,) = book(game).conversations("assyria")
    assert (conversation.others, conversation.unread("assyria")) == (("egypt", "hatti"), 1)
    assert book(game).conversations("babylon") == ()
    assert book(game).conversations("egypt")[0].unread("egypt") == 0
    assert len(book(game).seen_by(MODERATOR)) == len(teachers)
    assert book(game).seen_by(PUBLIC) == ()
    # What a moderator enters, moderators know.
    told.clear()
    send(game, moderator, "Entered", role="moderator", sender="babylon")
    assert "moderator" in told
    assert book(game).seen_by(MODERATOR)[-1].text == "Entered"


def test_what_co_rulers_share_is_seen_by_them_alone(
    game: Game, people: People, told: list[str | None]
) -> None:
    mate = person_join(game.group.classroom, "Mate")
    seat_take(mate, game.seats.get(player="assyria"), shared=True)
    send(game, people["egypt"])
    before = versions(game)
    told.clear()
    message_read(game, "egypt", 5, mate)
    message_read(game, "egypt", 1, people["assyria"])
    message_read(game, "hatti", 1, mate)
    assert told == ["seat:assyria"]
    first = draft_save(game, ["egypt"], "We", people["assyria"])
    second = draft_save(game, ["egypt"], "We accept", mate)
    assert second > first
    assert draft_save(game, ["egypt"], "We accept", mate) == second
    assert told == ["seat:assyria"] * 3
    assert grown(game, before) == {"assyria"}
    mailbox = book(game).mailbox("assyria")
    assert mailbox.drafts["egypt"] == {"text": "We accept", "version": second, "by": mate.pk}
    assert book(game).conversations("assyria")[0].unread("assyria") == 0
    send(game, mate, "We accept", sender="assyria", recipients=["egypt"])
    assert book(game).mailbox("assyria").drafts == {}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"text": " \n "}, "Write something"),
        ({"text": "x" * 1001}, "1000 letters"),
        ({"text": "a\u202eb"}, "can’t be shown"),
        ({"text": "a\0b"}, "can’t be shown"),
        ({"recipients": []}, "Choose who"),
        ({"recipients": ["egypt"]}, "no such player"),
        ({"recipients": ["atlantis"]}, "no such player"),
    ],
)
def test_refused_messages(game: Game, people: People, asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        send(game, people["egypt"], **asked)
    with pytest.raises(NotAllowed):
        send(game, people["hatti"])
    assert not Message.objects.exists()


def test_when_nothing_can_be_written(game: Game, people: People, moderator: Person) -> None:
    writing_set(game, ["egypt"], True, moderator, "moderator")
    with pytest.raises(Refused, match="closed writing"):
        send(game, people["egypt"])
    send(game, people["hatti"], sender="hatti")
    send(game, moderator, role="moderator")
    writing_set(game, None, True, moderator, "moderator")
    with pytest.raises(Refused, match="closed writing"):
        send(game, people["hatti"], sender="hatti")
    writing_set(game, None, False, moderator, "moderator")
    send(game, people["egypt"])
    with pytest.raises(NotAllowed):
        writing_set(game, None, True, people["egypt"], "student")
    pause_begin(game.group.classroom, reason="Lunch")
    game.group.refresh_from_db()
    with pytest.raises(Refused, match="Lunch"):
        send(game, people["egypt"])


def test_games_without_messages_have_none(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential"})
    people = seated(game)
    with pytest.raises(Refused, match="don’t write"):
        send(game, people["egypt"])
    with pytest.raises(Refused, match="don’t write"):
        draft_save(game, ["assyria"], "We", people["egypt"])
    assert not Mailbox.objects.exists()


def test_the_rate_is_limited(game: Game, people: People, clock: Clock) -> None:
    for number in range(10):
        send(game, people["egypt"], str(number))
    with pytest.raises(Refused, match="a minute"):
        send(game, people["egypt"])
    send(game, people["hatti"], sender="hatti")
    clock.now += timedelta(seconds=61)
    send(game, people["egypt"])


def test_a_message_is_reported_once(game: Game, people: People, told: list[str | None]) -> None:
    send(game, people["egypt"], "You will be sorry.")
    before = versions(game)
    told.clear()
    message_report(game, "egypt", 1, "A threat", people["assyria"])
    message_report(game, "egypt", 1, "Again", people["assyria"])
    assert sorted(map(str, told)) == ["reports", "seat:assyria"]
    assert grown(game, before) == {"assyria"}
    for who, place in (("egypt", 1), ("hatti", 1), ("assyria", 2), ("assyria", 0)):
        with pytest.raises(Stale):
            message_report(game, "egypt", place, "", people[who])
    assert MessageReport.objects.get().reason == "A threat"


def test_a_moderator_opens_a_mailbox_and_it_says_so(
    game: Game, people: People, moderator: Person
) -> None:
    Diplomacy.objects.create(game=game, readers="nobody")
    send(game, people["egypt"])
    before = versions(game)
    (shown,) = messages_show(game, "assyria", moderator, "moderator")
    assert [one.text for one in shown.messages] == ["Peace?"]
    assert grown(game, before) == {"assyria"}
    assert len(book(game).mailbox("assyria").shown) == 1
    assert messages_show(game, "assyria", moderator, "moderator") == ()
    with pytest.raises(NotAllowed):
        messages_show(game, "egypt", people["hatti"], "student")


def test_who_reads_is_fixed_when_the_game_starts(group: Group, moderator: Person) -> None:
    settings = GameSettings(is_waiting=True, readers="nobody", afterwards="nobody")
    wire = scenario("1800-bc")
    game = game_create(group, AGE_OF_IRON, wire, WRITTEN, moderator, settings)
    diplomacy_settings(game, readers="teachers")
    assert (book(game).settings.readers, book(game).settings.afterwards) == ("teachers", "nobody")
    game_start(game, moderator, "moderator")
    with pytest.raises(InvalidInput):
        diplomacy_settings(game, readers="nobody")
    again = game_settings_of(game)
    assert (again.readers, again.afterwards, again.verdicts) == ("teachers", "nobody", "debrief")


def test_an_erased_name_is_in_no_text(game: Game, people: People) -> None:
    egypt, assyria = people["egypt"], people["assyria"]
    send(game, assyria, "Ask student Egypt.", sender="assyria", recipients=["egypt", "hatti"])
    draft_save(game, ["hatti"], "Is Student Egypt lying?", people["babylon"])
    message_report(game, "assyria,egypt", 1, "Student Egypt asked me.", people["hatti"])
    question = question_make(game.group.classroom, "Why Student Egypt?", game)
    question_ask(question)
    answer_write(question, assyria, "assyria", "Because of Student Egypt’s attack.")
    read_before = book(game).messages[0].text
    assert "student Egypt" in read_before
    person_remove(egypt)
    person_forget(egypt)
    with connection.cursor() as cursor:
        tables = ("play_message", "play_mailbox", "play_messagereport", "play_question")
        for table in (*tables, "play_answer"):
            cursor.execute(f"SELECT * FROM {table}")
            assert "student egypt" not in str(cursor.fetchall()).lower(), table
    assert book(game).messages[0].text == read_before.replace("student Egypt", egypt.display_name)
    assert "lying?" in book(game).mailbox("babylon").drafts["hatti"]["text"]


def test_erased_names_and_games(game: Game, people: People) -> None:
    send(game, people["egypt"])
    message_report(game, "egypt", 1, "", people["assyria"])
    for person in (people["egypt"], people["assyria"]):
        person_remove(person)
        person_forget(person)
    assert Message.objects.get().person is None
    assert MessageReport.objects.get().person is None
    game_delete(game)
    for model in (Message, MessageReport, Mailbox, Diplomacy):
        assert not model.objects.exists()


def test_a_seat_to_which_somebody_has_written_is_not_given_back(group: Group) -> None:
    """Who has read its messages would rule another country next."""
    by = instructor_person(group.classroom)
    game = start(group, by, "1800-bc", {"communication": "written"})
    people = seated(game)
    message_send(game, "hatti", ["egypt"], "Peace?", "key", people["hatti"], "student")
    for player in ("hatti", "egypt"):
        with pytest.raises(InvalidInput):
            seat_return(people[player], game.seats.get(player=player))
    seat_return(people["babylon"], game.seats.get(player="babylon"))


@pytest.mark.only_on("sqlite")  # on both, test_demo.py makes the same class
def test_the_demo_has_messages_that_are_read() -> None:
    demo.demo_ensure()
    assert Message.objects.count() == 22
    game = Message.objects.first().game
    talks = [talk for seat in game.seats.exclude(persons=None)
             for talk in book(game).conversations(seat.player)]  # fmt: skip
    assert talks
    assert {talk.read - len(talk.messages) for talk in talks} == {0}
