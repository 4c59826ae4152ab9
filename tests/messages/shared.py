"""What the tests of messages add to those of all features (`tests/support/shared.py`)."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from moderator.core import credentials
from moderator.core.models import Game, Person
from moderator.core.people import instructor_person
from moderator.features.messages import write
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.messages.write import (
    draft_save,
    message_read,
    message_report,
    message_send,
)
from tests.support.play.writes import ALWAYS, Scene, Write

# For `tests/support/web/access_table.py`.
ACCESS = """\
play-message    POST 404      303   404      404    404   404    404   404   404
play-messages   GET  404      200   404      404    404   404    404   404   404
play-report     GET  404      404   404      404    404   404    404   404   404
play-report     POST 404      404   404      404    404   404    404   404   404
message-reports GET  404      404   404      404    404   404    200   404   200
message-reports POST 404      404   404      404    404   404    404   404   404
messages        GET  404      404   404      404    200   404    200   404   200
messages        POST 404      404   404      404    303   404    303   404   303
"""
SENT = {"play-message": {"to": "hatti", "text": "Peace?"}, "messages": {"do": "close"}}
FORMS = {"play-message": {"to": ["assyria"], "text": "Peace?", "do": "send"}}
MODELS = (Message, Mailbox)
OTHER_COLUMNS = {"play.message": "log_number", "play.mailbox": "changes"}
CLASS_PAGES = ("reports",)  # whose streams end with the instructor's session
IN_DEMO = 22
SEAT_PAGE = "play-messages"  # what only a seat reads is there, too


def say(
    game: Game, sender: str, to: list[str], text: str, by: Person, role: str = "student"
) -> None:
    """Somebody sends a message."""
    message_send(game, sender, to, text, credentials.new(), by, role)


def write_message(
    game: Game, place: int, sender: str, to: list[str], text: str, turn: int, number: int
) -> None:
    """A message that was written after that entry."""
    Message.objects.create(
        game=game, number=place, turn=turn, log_number=number, role="student",
        at=timezone.now(), sender=sender, recipients=to, text=text,
    )  # fmt: skip


def write_secrets(
    game: Game, place: int, student: Person, own: str, readers: frozenset[str]
) -> dict[str, frozenset[str]]:
    """Writes what the student's country and others write; each secret with who reads it: "student",
    "teachers" or both; `readers`: teachers, where they read along."""
    by = instructor_person(game.group.classroom)
    others = [seat.player for seat in game.seats.order_by("pk") if seat.player != own]
    secrets = {
        f"zqwritten{place}": readers | {"student"},
        f"zqentered{place}": frozenset(["teachers"]),
        f"zqdraft{place}": frozenset(),
    }
    written, entered, draft = secrets
    key = credentials.new()
    message_send(game, own, others[:1], written, key, student, "student")
    key = credentials.new()
    message_send(game, others[0], others[1:], entered, key, by, "instructor")
    drafts = {own: {"text": draft, "version": 1, "by": by.pk}}
    Mailbox.objects.create(game=game, player=others[0], drafts=drafts, changes=1)
    return secrets


def write_texts(written: Any) -> None:
    """Messages, a report and drafts of a `WrittenClass`."""
    sent = {"sender": "egypt", "recipients": ["hatti"]}
    for number in range(1, 30):
        text = written.text(f"message{number}") + "x" * 37 * (number % 20)
        message = Message.objects.create(**written.written(number), **sent, text=text)
    reason = written.text("report")
    MessageReport.objects.create(
        message=message, player="hatti", person=written.person, reason=reason, at=timezone.now()
    )
    mailbox = Mailbox.objects.create(game=written.game, player="egypt")
    draft = written.text("draft")
    mailbox.drafts = {"hatti": {"text": draft, "version": 1, "by": written.person.pk}}
    mailbox.save()


def write_messages(place: Any) -> None:
    game, people = place.game, place.people
    for one, other, text in (("assyria", "hatti", "zqpeace"), ("hatti", "assyria", "zqwar")):
        key = credentials.new()
        message_send(game, one, [other], text, key, people[one], "student")
    message_read(game, "hatti", 2, people["assyria"])
    draft_save(game, ["hatti"], "zqperhaps", people["assyria"])
    message_report(game, "hatti", 2, "zqthreat", people["assyria"])


# For `tests/everywhere/test_beside_secrets.py`: who gets which parts of it, and teachers' pages.
BESIDE = (
    write_messages,
    {"assyria", "hatti"},
    {"messages", "message_line"},
    ("", "feed", "messages/"),
)

BESIDE_PAGES = ("messages", "play-messages")

# For `tests/support/web/hostile_world.py`: what isn't looked at there.
NO_PAGES = ("play-message", "play-report", "play-messages")

# For `tests/archive/stored/test_archive.py`: the table, and a page that shows an archived game's.
KIND = "message"
GAME_PAGE = "messages"

# For phones: what is pressed on the tab of talks to write to a country, and where it is typed.
WRITING = ("#to-{}", "#message-text", "#compose-send")

# For `tests/core/stored/test_writes.py`.


def _sent(scene: Scene) -> None:
    who = scene.who("egypt")
    message_send(scene.game, "egypt", ["assyria"], "Peace?", "first", *who)


WRITES = {
    "message_send": Write(
        lambda s, game, key, who, other: write.message_send(
            game,
            "egypt",
            ["hatti" if other == 2 else "assyria"],
            "War!" if other == 1 else "Peace?",
            key,
            *who,
        ),
        "egypt",
        "hatti",
        others=2,
    ),
    "message_read": Write(
        lambda s, game, key, who, other: write.message_read(game, "egypt", 1, who[0]),
        "assyria",
        "nobody",
        _sent,
        has_key=False,
        allowed=ALWAYS,
    ),
    "draft_save": Write(
        lambda s, game, key, who, other: write.draft_save(game, ["egypt"], "We", who[0]),
        "assyria",
        "nobody",
        has_key=False,
        allowed=ALWAYS,
    ),
    "message_report": Write(
        lambda s, game, key, who, other: write.message_report(game, "egypt", 1, "", who[0]),
        "assyria",
        "nobody",
        _sent,
        has_key=False,
        allowed=ALWAYS,
    ),
    "writing_set": Write(
        lambda s, game, key, who, other: write.writing_set(game, ["egypt"], True, *who),
        "moderator",
        "egypt",
        has_key=False,
        allowed=ALWAYS,
    ),
    "messages_show": Write(
        lambda s, game, key, who, other: write.messages_show(game, "assyria", *who) and None,
        "moderator",
        "assyria",
        _sent,
        has_key=False,
        allowed=ALWAYS,
    ),
}
