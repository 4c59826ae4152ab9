"""A class in which everything that people can write has been written, and where it is stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from moderator.core.class_models import Announcement, Clock, Pause, RosterName
from moderator.core.models import Classroom, Game, Person
from moderator.core.people import moderator_enter, person_join
from moderator.features.classes.models import Note
from moderator.features.classes.write import classroom_create, groups_create
from moderator.features.deals.models import Contact, PlayerOffer, Promise
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.from_paper.models import LateEntry
from moderator.features.new_game.write import game_create
from moderator.features.people.models import JoinRequest
from moderator.features.printing.models import Pack
from moderator.features.slips.models import SlipVersion
from tests.support.play.play import scenario
from tests.support.shared import shared


class WrittenClass:
    """A class with a game. Each of its `texts` has the mark, and letters that JSON escapes.

    `replaced` is a comment before the one that is there now; `large` are the texts in large values,
    which PostgreSQL compresses.
    """

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.texts: list[str] = []
        self.replaced = f"{mark}-replaced-Öß"
        self.large = {f"{mark}-scenario-Öß", f"{mark}-pack-Öß"}
        user = User.objects.create_user(f"user-{mark}")
        self.classroom = classroom_create(user, self.text("class"), "UTC")
        (group,) = groups_create(self.classroom, 1)
        self.person = person_join(self.classroom, self.text("name"))
        self.texts.append(self.person.name_key)
        moderator = moderator_enter(group, self.text("moderator"))
        its_scenario = scenario("1800-bc") | {"title": self.text("scenario")}
        options = {"communication": "written"}
        self.game = game_create(group, "age-of-iron", its_scenario, options, moderator)
        self._diplomacy(self.game, self.person)
        self._table(self.game, self.person)
        self._lesson(self.classroom, self.game, self.person)

    def text(self, kind: str) -> str:
        """A new text, found nowhere else."""
        self.texts.append(f"{self.mark}-{kind}-Öß")
        return self.texts[-1]

    def written(self, number: int) -> dict[str, Any]:
        return {
            "game": self.game,
            "number": number,
            "turn": 1,
            "log_number": 0,
            "person": self.person,
            "role": "student",
            "at": timezone.now(),
        }

    def _diplomacy(self, game: Game, person: Person) -> None:
        for write in shared("write_texts"):
            write(self)
        note = {"player": "egypt", "partners": ["hatti"]}
        Contact.objects.create(**self.written(100), **note, text=self.text("contact"))
        terms = {"kind": "no-attack", "target": self.text("terms"), "until": 2}
        Promise.objects.create(**self.written(200), maker="egypt", partner="hatti", terms=terms)
        question = Question.objects.create(game=game, number=1, text=self.text("question"))
        answer = {"question": question, "person": person, "at": timezone.now()}
        Answer.objects.create(**answer, text=self.text("answer"))

    def _table(self, game: Game, person: Person) -> None:
        by = {"game": game, "person": person, "at": timezone.now()}
        order = {"type": "deploy", "region": self.text("order"), "rfs": 1}
        slip = {"opened_by": 0, "player": "egypt", "number": 1, "log_number": 0, "role": "student"}
        SlipVersion.objects.create(**by, **slip, orders=[order], is_sealed=True, is_public=False)
        offer = {"number": 1, "opened_by": 0, "maker": "egypt", "partner": "hatti"}
        PlayerOffer.objects.create(**by, **offer, move={"type": self.text("offer")})
        comment = Comment.objects.create(game=game, number=0, text=self.replaced, at=timezone.now())
        comment.text = self.text("comment")
        comment.save()
        paper = {"first": 1, "last": 1, "at": timezone.now()}
        LateEntry.objects.create(game=game, **paper, reason=self.text("paper"))

    def _lesson(self, classroom: Classroom, game: Game, person: Person) -> None:
        now = timezone.now()
        Note.objects.create(person=person, text=self.text("note"), at=now)
        name, number = self.text("roster"), self.text("student number")
        RosterName.objects.create(classroom=classroom, name=name, student_number=number)
        JoinRequest.objects.create(classroom=classroom, name=self.text("asked"), key="k", at=now)
        Clock.objects.create(classroom=classroom, label=self.text("clock"), total_s=9, left_s=9)
        Pause.objects.create(classroom=classroom, reason=self.text("pause"), at=now)
        Announcement.objects.create(classroom=classroom, text=self.text("announced"), made=now)
        pdf = self.text("pack").encode() + bytes(20_000)
        Pack.objects.create(classroom=classroom, key="k", choice={}, at=now, changed=now, pdf=pdf)


def stored(texts: Iterable[str]) -> set[str]:
    """Those of the texts that are found in the database's files, deleted or not."""
    files = list(_postgresql_files() if connection.vendor == "postgresql" else _sqlite_files())
    return {
        text
        for text in texts
        for form in (text.encode(), json.dumps(text)[1:-1].encode())
        if any(form in data for data in files)
    }


def _sqlite_files() -> Iterator[bytes]:
    """All files of the data folder."""
    folder = Path(settings.VAR_DIR)
    assert Path(connection.settings_dict["NAME"]).is_relative_to(folder)
    return (path.read_bytes() for path in folder.rglob("*") if path.is_file())


def _postgresql_files() -> Iterator[bytes]:
    """The files of the database's tables, indexes and catalogs; the server reads them."""
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute(
            """
            SELECT pg_read_binary_file(pg_relation_filepath(oid)) FROM pg_class
            WHERE pg_relation_filepath(oid) IS NOT NULL
            """
        )
        for (data,) in cursor.fetchall():
            yield bytes(data or b"")
