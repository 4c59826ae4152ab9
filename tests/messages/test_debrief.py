"""The instructor's page of the debrief: releasing, withdrawing, and what it tells before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.people import instructor_person
from moderator.core.written import Diplomacy
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.deals.records import contact_note
from moderator.features.debrief.models import DebriefRelease
from moderator.features.debrief.releases import debrief_release
from moderator.features.messages.write import message_send
from tests.support.play import tables
from tests.support.play.agreed import People, seated
from tests.support.play.play import deploy, record, start
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import signed_in

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}


@pytest.fixture
def table(db: None) -> Table:
    return seat_down("1800-bc", OPTIONS)


@pytest.fixture
def people(table: Table) -> People:
    found = seated(table.game)
    message_send(table.game, "egypt", ["hatti"], "Peace?", "k", found["egypt"], "student")
    contact_note(table.game, ["hatti"], "Peace.", "c", found["egypt"], "student")
    return found


@pytest.fixture
def teacher(table: Table) -> Client:
    return signed_in(table.classroom.instructor)


def url(table: Table) -> str:
    return reverse("class-debrief", args=[table.classroom.pk])


def page(table: Table, teacher: Client) -> Element:
    return read(teacher.get(url(table))).one("main")


def stop(table: Table) -> None:
    game_stop(table.game, instructor_person(table.classroom), "instructor")


def press(table: Table, teacher: Client, label: str) -> int:
    """Press the button that says this; the status."""
    form = page(table, teacher).one("form", class_="releases")
    button = next(one for one in form.all("button") if one.text == label)
    sent = {button.attributes["name"]: button.attributes["value"]}
    return int(teacher.post(url(table), values(form) | sent).status_code)


def labels(table: Table, teacher: Client) -> set[str]:
    return {one.text for one in page(table, teacher).all("button")}


def test_one_press_releases_and_a_second_one_withdraws(
    table: Table, people: People, teacher: Client
) -> None:
    stop(table)
    assert {"Release everything (2)", "Egypt and Hatti: 2", "Hatti: 1"} <= labels(table, teacher)
    assert press(table, teacher, "Egypt and Hatti: 2") == 303
    assert DebriefRelease.objects.get().players == ["egypt", "hatti"]
    hint = "questions that were asked stay on the phones"
    assert hint in page(table, teacher).text
    assert press(table, teacher, "Egypt and Hatti: ✓ released 2") == 303
    assert DebriefRelease.objects.get().withdrawn_at is not None
    assert hint not in page(table, teacher).text
    assert press(table, teacher, "Game-turn 1 (2)") == 303
    assert DebriefRelease.objects.get(withdrawn_at=None).turn == 1
    assert press(table, teacher, "Release everything (2)") == 303
    assert "Withdraw" in labels(table, teacher)


def test_the_page_does_not_tell_whether_anything_is_sealed(table: Table, teacher: Client) -> None:
    people = seated(table.game)
    Diplomacy.objects.create(game=table.game, readers=Diplomacy.Readers.NOBODY)
    stop(table)
    before = page(table, teacher)
    game_continue(table.game, instructor_person(table.classroom), "instructor")
    message_send(table.game, "egypt", ["hatti"], "Hush", "k", people["egypt"], "student")
    stop(table)
    after = page(table, teacher)
    assert after.text == before.text
    assert "Egypt and Hatti: + release" in labels(table, teacher)
    assert "only stopped" in after.text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"release": "turn:x"}, 404),
        ({"release": "of:"}, 404),
        ({"release": ""}, 404),
        ({"release": "of:rome"}, 422),
        ({"release": "of:egypt,hatti,assyria"}, 422),
        ({"release": "turn:9"}, 422),
        ({"release": "all", "game": "2"}, 422),
        ({"release": "all", "game": "x"}, 422),
        ({"release": "all", "group": "2"}, 404),
        ({"withdraw": "999"}, 303),
    ],
)
def test_a_wrong_form_releases_nothing(
    table: Table, people: People, teacher: Client, fields: dict[str, str], status: int
) -> None:
    stop(table)
    answer = teacher.post(url(table), {"group": "1", "game": "1"} | fields)
    assert answer.status_code == status
    assert not DebriefRelease.objects.exists()


def test_a_release_of_an_earlier_game_can_still_be_withdrawn(
    table: Table, people: People, teacher: Client
) -> None:
    stop(table)
    debrief_release(table.game)
    start(table.group, instructor_person(table.classroom), "1800-bc", OPTIONS)
    assert "goes on" in page(table, teacher).id("group-1").text
    earlier = page(table, teacher).id("group-1-game-1")
    assert any(a.attributes["href"].endswith("?game=1") for a in earlier.all("a"))
    form = values(earlier.one("form", class_="releases"))
    withdraw = earlier.one("button", name="withdraw").attributes["value"]
    answer = teacher.post(url(table), form | {"withdraw": withdraw})
    assert answer.headers["Location"].endswith("#group-1-game-1")
    assert DebriefRelease.objects.get().withdrawn_at is not None
    assert press(table, teacher, "Egypt: 2") == 303
    assert DebriefRelease.objects.get(withdrawn_at=None).game == table.game
    # One that was never started had nothing.
    table.group.games.filter(number=1).update(is_waiting=True)
    assert teacher.post(url(table), form | {"release": "of:hatti"}).status_code == 422


def test_a_game_that_goes_on_has_no_buttons(table: Table, people: People, teacher: Client) -> None:
    assert not page(table, teacher).all("form", class_="releases")
    assert "goes on" in page(table, teacher).text
    answer = teacher.post(url(table), {"group": "1", "game": "1", "release": "all"})
    assert answer.status_code == 422
    assert not DebriefRelease.objects.exists()


def test_what_others_never_read_has_no_buttons(
    table: Table, people: People, teacher: Client
) -> None:
    Diplomacy.objects.create(game=table.game, afterwards=Diplomacy.Afterwards.NOBODY)
    stop(table)
    assert not page(table, teacher).all("form", class_="releases")
    assert "others never read" in page(table, teacher).text


def test_a_game_that_has_no_debrief_page_has_no_link_to_it(table: Table, teacher: Client) -> None:
    by, found = instructor_person(table.classroom), []
    for begin in (tables.war, tables.age_of_war):
        (group,) = groups_create(table.classroom, 1)
        game_stop(begin(group, by), by, "instructor")
    stop(table)
    shown = page(table, teacher)
    for group in table.classroom.groups.all():
        path, card = reverse("debrief", args=[group.code]), f"group-{group.number}"
        links = [link for section in shown.all("section", id=card) for link in section.all("a")]
        links += shown.all("a", id=card)  # without anything to talk about it is named in a sentence
        assert links or shown.one("span", id=card)
        is_linked = any(one.attributes["href"].startswith(path) for one in links)
        assert is_linked == (Client().get(path).status_code == 200)
        found.append(is_linked)
    assert found == [True, False, False]


def test_all_groups_whose_game_is_over_at_once(table: Table, teacher: Client) -> None:
    by = instructor_person(table.classroom)
    groups = groups_create(table.classroom, 3)
    games = [start(group, by, "1800-bc", OPTIONS | {"turns": 1}) for group in groups]
    for game in games[:2]:
        for player, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
            record(game, deploy(player, player, rfs), by, "instructor")
            record(game, {"type": "end-turn", "player": player}, by, "instructor")
    stop(table)
    button = page(table, teacher).one("button", name="release-all")
    assert "over" in button.text
    assert teacher.post(url(table), {"release-all": "1"}).status_code == 303
    released = set(DebriefRelease.objects.values_list("game", flat=True))
    assert released == {game.pk for game in games[:2]}
    again = teacher.post(url(table), {"release-all": "1"})
    assert again.status_code == 422
    assert "No group has anything more to release" in again.text
