"""A class is archived, deleted for good, and made again: with the same rows, pages and sheets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import F
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.cache import forget_all
from moderator.core.class_models import WrongTries
from moderator.core.heads import log_findings
from moderator.core.links import kinds_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.core.written import Diplomacy
from moderator.features.archive.making import MANIFEST, games_hidden
from moderator.features.archive.tables import LEFT_OUT, is_left_out, tables
from moderator.features.classes import demo
from moderator.features.classes.write import classroom_create, classroom_erase, groups_create
from moderator.features.clock.write import game_stop
from moderator.features.debrief.models import DebriefRelease
from moderator.features.new_game.write import game_create
from moderator.features.people.joining import classroom_code_replace
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.read import book_of
from moderator.features.slips.write import SlipChange, slip_write
from moderator.features.tournaments.models import Result
from moderator.features.tournaments.read import now_of, result_record
from moderator.features.tournaments.write import pairing_play, rounds_make, tournament_create
from moderator.rules.log import chain
from moderator.server.signing import Signer, guard_findings
from tests.support import addresses
from tests.support.amount import amount
from tests.support.play.play import scenario
from tests.support.play.tables import go_on
from tests.support.play.written_texts import WrittenClass
from tests.support.shared import shared
from tests.support.web.archives import (
    Rows,
    archived,
    brought_back,
    edited,
    members,
    packed,
    rows,
    send,
)
from tests.support.web.reading import read
from tests.support.web.visits import undone
from tests.support.web.world import signed_in, start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = (
    *("chart", "chart-replay", "log", "chart-games", "history", "debrief", "rules", "dice"),
    *("console", "replay", "console-records", "comments", "group-notes", "sheets"),
    *("record", "records-pdf", *shared("GAME_PAGE")),
)
SAID = ("contact", *shared("KIND"))
CLASS_PAGES = ("classroom", "people", "roster", "notes", "results", "class-debrief", "overview")


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Classroom]:
    """It takes long to make, and each test is rolled back."""
    with django_db_blocker.unblock(), undone():
        yield make_full()


@pytest.fixture
def full(built: Classroom) -> Classroom:
    forget_all()
    return Classroom.objects.get(pk=built.pk)


def make_full() -> Classroom:
    """The demo class with a tournament, a roster, an old code and a note; nobody plays now."""
    made = demo.demo_ensure()
    assert made is not None
    classroom = made.classroom
    by = instructor_person(classroom)
    people = [person_join(classroom, name) for name in ("Ann", "Bea", "Cy")]
    plan = ("valley-of-war", "Evening", "swiss", 2, people, ["Dee"])
    tournament = tournament_create(classroom, *plan)
    rounds_make(tournament, 0)
    first, second = tournament.rounds.get().pairings.all()
    (group,) = groups_create(classroom, 1)
    pairing_play(first, group, by)
    result_record(second, "red", 0, credentials.new(), by, "instructor")
    classroom_code_replace(classroom)
    for hidden in games_hidden(classroom):
        game_stop(hidden, by, "instructor")
        start(hidden.group)
    return classroom


def shown(teacher: Client, classroom: Classroom) -> dict[str, Any]:
    """What the pages, records and sheets of the class and of its games show; in a usual run, of
    every second game, and of every third sheet."""
    asked = [reverse(name, args=[classroom.pk]) for name in CLASS_PAGES]
    asked += [addresses.url(name, pk=classroom.pk) for name in addresses.CLASS_SHEETS]
    tournament = classroom.tournaments.get()
    for name in ("tournament", "tournament-pdf"):
        asked.append(reverse(name, args=[classroom.pk, tournament.number]))
    games = Game.objects.filter(group__classroom=classroom).order_by("pk")
    for game in games[:: amount(2, 1)]:
        code = game.group.code
        asked += [f"{reverse(name, args=[code])}?game={game.number}" for name in PAGES]
        for kind in list(kinds_of(game))[amount(1, 0) :: amount(3, 1)]:
            if kind.id == "instructions":  # has the console's link and PIN
                continue
            asked.append(f"{reverse('sheet-pdf', args=[code, kind.id])}?game={game.number}")
    answers = {one: teacher.get(one) for one in asked}
    WrongTries.objects.all().delete()  # there is no page without messages or dice
    assert sum(one.status_code == 200 for one in answers.values()) > amount(30, 100)
    return {re.sub(r"/classes/\d+/", "/classes/N/", one): what(got) for one, got in answers.items()}


def what(answer: Any) -> Any:
    """The words of a page; the bytes of a file."""
    if answer.status_code != 200:
        return answer.status_code
    is_page = answer.headers["Content-Type"].startswith("text/html")
    return read(answer).text if is_page else answer.content


def test_a_class_comes_back_as_it_was(full: Classroom) -> None:
    teacher = signed_in(full.instructor)
    before, data = shown(teacher, full), archived(full)
    assert archived(full) == data
    assert all(rows(data, one) for one in ("result", "entry", "oldcode", *SAID))
    entries = list(Entry.objects.order_by("game__uid", "number").values_list("hash", flat=True))
    tokens = set(map(credentials.console_token, Group.objects.all()))

    classroom_erase(full)
    assert not Game.objects.exists()
    back = brought_back(teacher, data)

    assert archived(back) == data
    assert back.instructor == full.instructor
    assert instructor_person(back).number in [one["number"] for one in rows(data, "person")]
    assert [finding for game in Game.objects.all() for finding in log_findings(game)] == []
    assert guard_findings() == []
    again = Entry.objects.order_by("game__uid", "number").values_list("hash", flat=True)
    assert list(again) == entries
    assert tokens.isdisjoint(map(credentials.console_token, Group.objects.all()))
    after = shown(teacher, back)
    assert [name for name in before if after[name] != before[name]] == []
    page = read(teacher.get(reverse("class-archive", args=[back.pk])))
    assert "Its codes are the same as before." in page.text


def test_everything_that_people_have_written_comes_back(db: None) -> None:
    """Rows of all tables, with other letters than ASCII."""
    written = WrittenClass("zq")
    data = archived(written.classroom)
    gone = {written.replaced, *(f"zq-{kind}-Öß" for kind in ("asked", "pack", "draft", "order"))}
    whole = b"".join(members(data).values()).decode()
    assert {text for text in written.texts if text not in whole} <= gone
    teacher = signed_in(written.classroom.instructor)
    classroom_erase(written.classroom)
    assert archived(brought_back(teacher, data)) == data


def test_logs_that_end_elsewhere_are_refused(full: Classroom) -> None:
    """Also without heads, as archives of earlier releases, where the site has signed the log."""
    assert Signer().sign()
    teacher, data = signed_in(full.instructor), archived(full)
    classroom_erase(full)
    people = [one["number"] for one in rows(data, "person")]

    def rewrite(entries: Rows) -> None:
        last, before = entries[-1], entries[-2]["hash"]
        assert (last["game"], last["number"]) == (entries[-2]["game"], entries[-2]["number"] + 1)
        last["role"] = "student" if last["role"] != "student" else "moderator"
        at = datetime.fromisoformat(last["at"]).isoformat(timespec="microseconds")
        person = people[last["person"]]
        value = [last["number"], last["move"], person, last["role"], at, last["key"]]
        last["hash"] = chain(before, value)

    rewritten = edited(data, "entry", rewrite)
    files = members(rewritten)
    about = json.loads(files[MANIFEST])
    del about["heads"]
    for changed in (
        edited(data, "entry", Rows.pop),
        edited(data, "result", Rows.pop),
        rewritten,
        packed(files | {MANIFEST: json.dumps(about).encode()}),
    ):
        answer = send(teacher, changed)
        assert "not as they were recorded" in read(answer).text
    assert not Game.objects.exists()
    assert archived(brought_back(teacher, data)) == data


def test_it_goes_on_elsewhere(full: Classroom) -> None:
    """Under another instructor: its games are continued, and people join."""
    data = archived(full)
    uid = Game.objects.filter(rules="age-of-war").get().uid
    classroom_erase(full)
    other = User.objects.create_user("other")
    back = brought_back(signed_in(other), data)
    assert back.instructor == other
    assert person_join(back, "Zoe").number == 1 + max(one["number"] for one in rows(data, "person"))
    game = Game.objects.get(uid=uid)
    game.stopped_at = None
    game.save()
    go_on(game, instructor_person(back))
    assert log_findings(game) == []
    tournament = back.tournaments.get()
    assert len(now_of(tournament).rounds) == 1
    assert groups_create(back, 1)[0].number == 1 + len(rows(data, "group"))
    assert Result.objects.count() == len(rows(data, "result"))


def test_codes_that_are_taken_are_replaced_and_listed(full: Classroom) -> None:
    data, group = archived(full), full.groups.get(number=2)
    code = full.code
    classroom_erase(full)
    taken = classroom_create(User.objects.create_user("other"), "Taken")
    (other,) = groups_create(taken, 1)
    Classroom.objects.filter(pk=taken.pk).update(code=group.code)
    Group.objects.filter(pk=other.pk).update(code=code)
    teacher = signed_in(full.instructor)
    back = brought_back(teacher, data)
    again = back.groups.get(number=2)
    assert back.code not in (code, full.code)
    assert again.code != group.code
    page = read(teacher.get(reverse("class-archive", args=[back.pk]))).text
    assert f"{full.name}: {full.code_shown} is now {back.code_shown}" in page
    assert f"{group.name}: {group.code_shown} is now {again.code_shown}" in page
    assert page.count("is now") == 2


def test_every_table_and_column_is_archived_or_left_out_by_name() -> None:
    """A new one is a decision: name it in `LEFT_OUT`, or archive it and add it here."""
    known = {table.model: table for table in tables()}
    models = apps.get_models(include_auto_created=True)
    assert [one for one in models if one not in known and not is_left_out(one)] == []
    for model, table in known.items():
        fields = {*table.fields, model._meta.auto_field}
        columns = set(model._meta.local_concrete_fields) - fields
        assert [one.name for one in columns if not is_left_out(model, one.name)] == []
    names = {model._meta.app_label for model in models}
    names |= {model._meta.label_lower for model in models}
    names |= {
        f"{model._meta.label_lower}.{field.name}"
        for model in models
        for field in model._meta.fields
    }
    assert set(LEFT_OUT) <= names  # what is gone needs no name


SECRET = re.compile(r"secret|token|pin$|password|hash|key|generation|address|session|seed|from$")


def test_what_could_be_a_secret_is_known() -> None:
    """These are archived: the logs' hashes, or in them; keys of names; dice that are over."""
    found = {
        f"{table.name}.{field.name}"
        for table in tables()
        for field in table.fields
        if SECRET.search(field.name)
    }
    names = {"person.name_key", "rostername.name_key", "entrant.name_key"}
    assert found == {"entry.key", "entry.hash", "game.seed", "result.key", *names}


def test_it_has_no_link_pin_or_account(full: Classroom) -> None:
    whole = b"".join(members(archived(full)).values())
    for group in full.groups.all():
        assert credentials.console_pin(group).encode() not in whole
        assert credentials.console_token(group).encode() not in whole
    assert full.instructor.password.encode() not in whole
    Person.objects.filter(classroom=full).update(joined_by="a-browsers-key", joined_from="f" * 64)
    whole = b"".join(members(archived(full)).values())
    assert b"a-browsers-key" not in whole
    assert b"f" * 64 not in whole


def test_it_has_nothing_that_the_instructor_may_not_read(full: Classroom) -> None:
    data = archived(full)
    game = Game.objects.filter(contacts__isnull=False).first()
    assert game is not None
    own = {kind: getattr(game, f"{kind}s").count() for kind in SAID}
    assert all(own.values())
    Diplomacy.objects.update_or_create(game=game, defaults={"readers": "nobody"})
    game.debrief_releases.update(withdrawn_at=game.created)
    closed = archived(full)
    for kind in SAID:
        assert len(rows(closed, kind)) == len(rows(data, kind)) - own[kind]
    DebriefRelease.objects.create(game=game, at=game.created)
    released = archived(full)
    for kind in SAID:
        assert rows(released, kind) == rows(data, kind)


def test_orders_that_are_not_sealed_are_left_out(game: Game, moderator: Person) -> None:
    options = {"deployment": "simultaneous"}
    wire = scenario("1800-bc")
    written = game_create(game.group, "age-of-iron", wire, options, moderator)
    first, second = [slip.player for slip in book_of(look_at(written)).slips][:2]
    regions = ("syria", "mitanni")
    for player, version in ((first, 0), (second, 0), (second, 1)):
        order = {"type": "deploy", "player": player, "region": regions[version], "rfs": 1}
        change = SlipChange(player, version, [order], False)
        slip_write(written, change, credentials.new(), moderator, "moderator")
    SlipVersion.objects.filter(player=second, number=2).update(is_sealed=True)
    Game.objects.filter(pk=written.pk).update(changes=F("changes") + 1)
    found = rows(archived(game.group.classroom), "slipversion")
    assert [(one["player"], one["number"]) for one in found] == [(second, 2)]
