"""What is stored about one person: handed out, without what only others may know; and erased."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from functools import partial
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from moderator.core import credentials
from moderator.core.class_models import Pause, Presence, RosterName
from moderator.core.databases import compaction
from moderator.core.events import Kind, SecurityEvent
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import (
    instructor_person,
    person_join,
    person_remove,
    person_rename,
)
from moderator.core.written import Diplomacy
from moderator.features.archive.making import file_of
from moderator.features.classes.models import Note
from moderator.features.deals.models import Contact, PlayerOffer
from moderator.features.deals.records import contact_note, promise_make
from moderator.features.debrief.models import Comment
from moderator.features.debrief.questions import answer_write, question_ask, question_make
from moderator.features.from_paper.models import LateEntry
from moderator.features.people.models import JoinRequest
from moderator.features.people.write import person_forget, seat_take
from moderator.features.printing.models import Pack
from moderator.features.slips.models import SlipVersion
from moderator.features.tournaments.models import Entrant
from moderator.features.tournaments.write import tournament_create
from tests.core.stored.test_compaction import compact
from tests.support.clock import Clock
from tests.support.play.agreed import seated, trade
from tests.support.play.play import WORKED_EXAMPLE, record, start
from tests.support.play.written_texts import stored
from tests.support.web.archives import archived
from tests.support.web.reading import read
from tests.support.web.world import World, signed_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

OPTIONS = {"diplomatic_records": True}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}


def words(file: bytes) -> str:
    """All that is in the file: its JSON, which its page has, too."""
    with ZipFile(io.BytesIO(file)) as found:
        assert found.namelist() == ["data.html", "data.json"]
        text = found.read("data.json").decode()
        page = found.read("data.html").decode()
    for rows in json.loads(text)["tables"].values():
        for row in rows:
            assert all(
                str(one) in page for one in row.values() if isinstance(one, str) and "zq" in one
            )
    return text


class Two:
    """Zqanna rules Egypt and Zqben Hatti. Each of their texts is found nowhere else."""

    def __init__(self, group: Group, moderator: Person) -> None:
        self.classroom = group.classroom
        self.played = start(group, moderator)
        record(self.played, WORKED_EXAMPLE[0], moderator)
        self.game = start(group, moderator, "1800-bc", OPTIONS)
        self.moderator = moderator
        people = seated(self.game)
        self.third = people["babylon"]
        self.anna, self.ben = people["egypt"], people["hatti"]
        self.played.seats.get(player="ariel").persons.add(self.anna)
        Person.objects.filter(pk=self.anna.pk).update(name="Zqanna", name_key="zqanna")
        Person.objects.filter(pk=self.ben.pk).update(name="Zqben", name_key="zqben")
        self.anna.refresh_from_db()
        self.ben.refresh_from_db()
        self.question = question_make(self.classroom, "Why?", self.game)
        question_ask(self.question)
        self.write(self.anna, "egypt", "hatti", "zqa")
        self.write(self.ben, "hatti", "babylon", "zqb")
        entered = (["hatti"], "zqa-entered", credentials.new())
        contact_note(self.game, *entered, moderator, "moderator", "egypt")

    def write(self, by: Person, player: str, other: str, mark: str) -> None:
        """Everything that somebody can write, and that is noted about them."""
        game, now, key = self.game, timezone.now(), credentials.new
        contact_note(game, [other], f"{mark}-contact", key(), by, "student")
        promise_make(game, "assyria", NO_ATTACK, None, key(), by)
        answer_write(self.question, by, player, f"{mark}-answer")
        made = {"by": by, "at": now}
        Comment.objects.create(game=game, number=0, text=f"{mark}-comment", **made)
        LateEntry.objects.create(game=game, first=1, last=1, reason=f"{mark}-late", **made)
        Note.objects.create(person=by, text=f"{mark}-note", at=now, by=self.moderator)
        Note.objects.create(person=self.third, text=f"{by.name} helps", at=now)
        line = {"name": by.name, "name_key": by.name_key, "person": by}
        number = {"student_number": f"{mark}-number", "last_name": f"{mark}-last"}
        RosterName.objects.create(classroom=self.classroom, **line, **number)
        JoinRequest.objects.create(classroom=self.classroom, name=by.name, key=mark, at=now)
        Presence.objects.create(person=by, seen=now - timedelta(days=1))
        order = {"opened_by": 0, "player": player, "number": 1, "log_number": 0, "role": "student"}
        deploy = [{"type": "deploy", "region": f"{mark}-order", "rfs": 1}]
        order |= {"orders": deploy, "is_sealed": False, "is_public": False}
        SlipVersion.objects.create(game=game, person=by, at=now, **order)
        offer = {"maker": player, "partner": other, "move": trade("egypt", "hatti")}
        number_ = PlayerOffer.objects.filter(game=game).count() + 1
        PlayerOffer.objects.create(
            game=game, number=number_, opened_by=0, person=by, at=now, **offer
        )


@pytest.fixture
def two(group: Group, moderator: Person) -> Two:
    return Two(group, moderator)


OWN = {*("contact", "answer", "comment", "late")}
FOR_ALL = {f"zqa-{one}" for one in OWN} | {"zqa-entered", "Zqanna"}
FOR_INSTRUCTOR = {"zqa-number", "zqa-last", "zqa-note"}
FOR_PERSON = {"zqa-order"}


def test_the_file_has_all_of_one_and_nothing_that_only_another_may_read(two: Two) -> None:
    tournament_create(two.classroom, "valley-of-war", "Cup", "swiss", 1, [two.anna, two.ben], ["C"])
    teachers = words(file_of(two.anna, is_for_instructor=True))
    own = words(file_of(two.anna, is_for_instructor=False))
    every = FOR_ALL | FOR_INSTRUCTOR | FOR_PERSON
    assert {one for one in every if one in teachers} == FOR_ALL | FOR_INSTRUCTOR
    assert {one for one in every if one in own} == FOR_ALL | FOR_PERSON
    assert "zqb" not in own.lower() + teachers.lower(), "nothing of Ben, who wrote to another"
    tables = json.loads(own)["tables"]
    assert [one["move"]["player"] for one in tables["entry"]] == ["ariel"]
    assert set(tables) >= {"promise", "playeroffer", "seat", "presence", "entrant", "joinrequest"}

    ben = words(file_of(two.ben, is_for_instructor=False))
    assert {one for one in every if one in ben} == set()


def test_what_the_instructor_may_not_read_is_not_in_the_instructors_file(two: Two) -> None:
    Diplomacy.objects.update_or_create(game=two.game, defaults={"readers": "nobody"})
    teachers = words(file_of(two.anna, is_for_instructor=True))
    own = words(file_of(two.anna, is_for_instructor=False))
    for text in ("zqa-contact", "zqa-entered"):
        assert text in own
        assert text not in teachers


def test_the_seed_of_a_game_and_what_the_program_did_are_in_no_file(
    two: Two, moderator: Person
) -> None:
    Game.objects.filter(pk=two.game.pk).update(seed="5eed" * 16, stopped_by=two.anna)
    text = words(file_of(two.anna, is_for_instructor=True))
    assert "5eed" not in text


def erased(two: Two, person: Person) -> None:
    """As the instructor does it on the page."""
    teacher = signed_in(two.classroom.instructor)
    url = reverse("people-erase", args=[two.classroom.pk])
    there = teacher.post(url, {"person": person.number})
    assert there.status_code == 303
    page = read(teacher.get(there.headers["Location"])).text
    assert "Erased." in page
    assert person.name not in page


def texts_of(mark: str) -> set[str]:
    kinds = {*OWN, "note", "number", "last"}
    return {f"{mark}-{one}" for one in kinds}


def test_after_erasing_nothing_is_left_of_one_and_all_of_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = two.game
    monkeypatch.setattr(compaction, "QUIET", timedelta(0))
    Pack.objects.create(
        classroom=two.classroom,
        key="k",
        choice={},
        at=timezone.now(),
        changed=timezone.now(),
        pdf=b"zqa-pack",
    )
    Game.objects.filter(pk=game.pk).update(more={"editor": ["By Zqanna and Zqben"]})
    Pause.objects.create(classroom=two.classroom, reason="Zqanna waits", at=timezone.now())
    names = ["Zqanna", "Zqben"]
    tournament_create(two.classroom, "valley-of-war", "Zqanna Cup", "swiss", 1, names=[*names, "C"])
    gone = {*texts_of("zqa"), "zqa-entered", "Zqanna", "zqanna", "zqa-pack"}
    kept = {*texts_of("zqb"), "Zqben"}
    assert stored([*gone, *kept]) == gone | kept
    before = archived(two.classroom)
    assert log_findings(two.played) == []

    erased(two, two.anna)
    compact()
    assert stored(gone) == set()
    assert stored(kept) == kept
    assert log_findings(two.played) == []
    assert archived(two.classroom) != before
    numbers = list(Contact.objects.order_by("number").values_list("number", "text"))
    assert numbers == [(1, "(erased)"), (2, "zqb-contact"), (3, "(erased)")]
    assert not Entrant.objects.filter(name="Zqanna").exists()
    left = words(file_of(two.anna, is_for_instructor=False))
    assert "zqa" not in left.replace("zqa-order", "")
    kinds = {"person", "slipversion", "playeroffer", "comment", "lateentry", "securityevent"}
    assert set(json.loads(left)["tables"]) == kinds
    teacher = signed_in(two.classroom.instructor)
    for name in ("chart", "log", "console", "console-records", "replay", "sheets", "record"):
        answer = teacher.get(reverse(name, args=[game.group.code]))
        assert answer.status_code == 200, name
        assert b"qanna" not in answer.content, name


def test_a_moderators_erasure_leaves_what_players_said(two: Two) -> None:
    person_forget(two.moderator)
    assert Contact.objects.filter(text="zqa-entered").exists()
    assert Note.objects.filter(text="zqa-note").exists()


def test_a_shared_seats_words_stay_when_one_of_two_is_erased(two: Two) -> None:
    mate = person_join(two.classroom, "Mate")
    seat_take(mate, two.game.seats.get(player="egypt"), shared=True)
    seat = two.game.seats.filter(player="egypt")
    assert seat.update(name="Zqanna & Zqmate") == 1
    for is_for_instructor in (True, False):
        assert "Zqmate" not in words(file_of(two.anna, is_for_instructor=is_for_instructor))
    person_forget(two.anna)
    assert Contact.objects.filter(text="zqa-entered").exists(), "it may be the other's"
    assert not Contact.objects.filter(text="zqa-contact").exists()
    assert two.third.notes.filter(text__startswith="Somebody (no.").exists()


def test_what_was_typed_for_the_seat_of_somebody_removed_stays_and_the_page_says_so(
    two: Two,
) -> None:
    teacher = signed_in(two.classroom.instructor)
    here = reverse("person-data", args=[two.classroom.pk, two.anna.number])
    says = "What moderators typed for the person’s seat stays"
    assert says not in read(teacher.get(here)).text
    person_remove(two.anna)
    assert says in read(teacher.get(here)).text
    erased(two, two.anna)
    assert set(Contact.objects.values_list("text", flat=True)) >= {"(erased)", "zqa-entered"}


def test_where_erasing_looks_for_no_name_the_page_says(two: Two) -> None:
    """In a scenario, which the log's hashes cover, it can't; elsewhere a name may be a word."""
    named = "Zqanna’s class"
    Classroom.objects.filter(pk=two.classroom.pk).update(name=named)
    RosterName.objects.filter(person=two.anna).delete()
    person_rename(two.anna, "Zqother")
    teacher = signed_in(two.classroom.instructor)
    here = reverse("person-data", args=[two.classroom.pk, two.anna.number])
    assert "names that the person had before" in read(teacher.get(here)).text
    noted = two.third.notes.get(text__contains="Zqanna").text
    two.anna.refresh_from_db()
    erased(two, two.anna)
    assert two.third.notes.filter(text=noted).exists()
    assert Classroom.objects.filter(name=named).exists()


def test_archives_made_since_are_listed(world: World) -> None:
    teacher, eve = world.browsers["instructor"], world.person("Eve")
    here = reverse("person-data", args=[world.classroom.pk, eve.number])
    assert "No archive" in read(teacher.get(here)).text
    now, event = (
        timezone.now(),
        {"kind": Kind.ARCHIVE_MADE, "account": world.classroom.instructor_id},
    )
    SecurityEvent.objects.create(at=now, classroom=world.classroom.pk, **event)
    SecurityEvent.objects.create(at=now, classroom=world.far_group.classroom_id, **event)
    earlier = eve.joined - timedelta(days=1)
    SecurityEvent.objects.create(at=earlier, classroom=world.classroom.pk, **event)
    page = read(teacher.get(here))
    (row,) = page.all("li", class_="archive")
    assert world.classroom.instructor.username in row.text


def test_only_the_own_instructor_and_the_own_phone_get_a_file(world: World) -> None:
    eve, far = world.person("Eve"), world.person("Ada")
    teacher = world.browsers["instructor"]
    there = partial(reverse, "person-data-zip")
    assert teacher.get(there(args=[world.classroom.pk, eve.number])).status_code == 200
    for classroom, number in (
        (world.far_group.classroom_id, far.number),
        (world.classroom.pk, 10**6),
        (world.classroom.pk, instructor_person(world.classroom).number),
    ):
        assert teacher.get(there(args=[classroom, number])).status_code == 404
    event = SecurityEvent.objects.get(kind=Kind.PERSON_EXPORTED)
    assert (event.classroom, event.about) == (world.classroom.pk, eve.number)
    own = reverse("own-data-zip", args=[world.group.code])
    for name, browser in world.browsers.items():
        answer = browser.get(own)
        if answer.status_code == 200:
            text = words(answer.content)
            assert json.loads(text)["for"] == "person", name
    assert Client().get(own).status_code == 404


def test_who_downloads_again_and_again_fills_no_log(world: World, clock: Clock) -> None:
    own, student = reverse("own-data-zip", args=[world.group.code]), world.browsers["student"]
    rows = SecurityEvent.objects.filter(kind=Kind.PERSON_EXPORTED)
    counts = []
    for get in (student.head, student.get, student.get):
        assert get(own).status_code == 200
        counts.append(rows.count())
    clock.wait(3601)
    student.get(own)
    assert [*counts, rows.count()] == [0, 1, 1, 2]
    of = reverse("person-data-zip", args=[world.classroom.pk, world.person("Eve").number])
    for _ in range(2):
        world.browsers["instructor"].get(of)
    assert rows.filter(account=world.instructor.pk).count() == 2, "each one of an account"
