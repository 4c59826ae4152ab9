"""Joining as a student: code, name, country, and returning."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.class_page import page_frame
from moderator.core.models import Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.core.publishing import SEATS
from moderator.features.classes.write import groups_create
from moderator.features.clock.announcements import announcement_make, announcement_release
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
from tests.support.play.play import deploy
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World


def seats_url(world: World) -> str:
    return reverse("seats", args=[world.classroom.code])


def test_two_taps_to_a_country(world: World) -> None:
    phone = Client()
    url = reverse("join", args=[world.classroom.code])
    form = read(phone.get(url)).form(url, name="  Zoe   Quist ")
    named = phone.post(url, form)
    assert (named.status_code, named.headers["Location"]) == (303, seats_url(world))
    page = read(phone.get(seats_url(world)))
    first = page.all("button", class_="chair")[0]
    seated = phone.post(seats_url(world), {"seat": first.attributes["value"]})
    assert seated.status_code == 303
    assert phone.get(seated.headers["Location"]).status_code == 200
    zoe = world.person("Zoe Quist")
    assert zoe.group is not None
    seat = queries.seat_of(zoe, queries.game_now(zoe.group))  # type: ignore[arg-type]
    assert seat is not None
    # The same phone, later: no further questions.
    assert phone.get(url).headers["Location"] == seats_url(world)
    assert phone.get(seats_url(world)).headers["Location"] == seated.headers["Location"]
    assert phone.cookies["sessionid"]["max-age"] > 30 * 24 * 3600


def test_free_countries_come_first_and_taken_ones_are_no_buttons(world: World) -> None:
    phone = worlds.join(world.group, "Zoe")
    page = read(phone.get(reverse("seats", args=[world.group.code])))
    chairs = page.all("ul", class_="chairs")[0].all("li")
    assert [bool(chair.all("button")) for chair in chairs] == [True, True, True, False]
    assert "Egypt" in chairs[3].text
    assert "Eve" in chairs[3].text
    assert "Bob" not in page.text  # the group's code shows only that group


def test_one_country_for_one_of_two_who_are_as_quick(world: World) -> None:
    zoe, yan = worlds.join(world.group, "Zoe"), worlds.join(world.group, "Yan")
    url = reverse("seats", args=[world.group.code])
    seat = {"seat": str(world.game.seats.get(player="hatti").pk)}
    assert zoe.post(url, seat).status_code == 303
    late = yan.post(url, seat)
    assert late.status_code == 422
    assert "Somebody was quicker" in read(late).one("p", role="alert").text


def test_give_me_one_fills_the_group_that_has_begun(world: World) -> None:
    game_create(
        groups_create(world.classroom, 1)[0],
        world.game.rules,
        world.game.scenario,
        {},
        instructor_person(world.classroom),
    )
    for name in ("Zoe", "Yan", "Xia"):
        worlds.join(world.classroom, name).post(seats_url(world), {"seat": "any"})
    groups = {world.person(name).group_id for name in ("Zoe", "Yan", "Xia")}
    assert len(groups) == 1, "they fill one group before the next"
    assert groups <= {world.group.pk, world.other_group.pk}, "nobody sits alone"


@pytest.mark.parametrize("wanted", ["", "999999", "x", "١", "9" * 40])
def test_a_seat_that_was_not_offered_is_refused(world: World, wanted: str) -> None:
    answer = worlds.join(world.classroom, "Zoe").post(seats_url(world), {"seat": wanted})
    assert answer.status_code == 422


def test_a_seat_of_another_class_is_refused(world: World) -> None:
    far = queries.game_now(world.far_group)
    assert far is not None
    seat = far.seats.get(player="hatti")
    answer = worlds.join(world.classroom, "Zoe").post(seats_url(world), {"seat": str(seat.pk)})
    assert answer.status_code == 422
    assert not seat.persons.exists()


@pytest.mark.parametrize("name", ["eve", " EVE ", "Ｅve"])
def test_a_name_that_is_taken_gets_two_ways_on(world: World, name: str) -> None:
    url = reverse("join", args=[world.classroom.code])
    answer = Client().post(url, {"name": name})
    page = read(answer)
    assert answer.status_code == 422
    field = page.id("name")
    assert field.attributes["value"] == name
    assert "already" in page.describes(field)
    assert page.id("me").text
    assert "return link" in page.one("main").text


@pytest.mark.parametrize("name", ["", "   ", "a\u202eb", "x" * 81])
def test_what_is_no_name_is_told_and_kept(world: World, name: str) -> None:
    answer = Client().post(reverse("join", args=[world.classroom.code]), {"name": name})
    page = read(answer)
    assert answer.status_code == 422
    assert page.id("name-error").text
    assert page.id("name").attributes["value"] == name
    assert not page.all("section", aria_labelledby="me")


def test_a_name_is_text_and_nothing_else(world: World) -> None:
    evil = '<img src=x onerror="1">&amp;'
    phone = worlds.join(world.group, evil)
    page = read(phone.get(reverse("seats", args=[world.group.code])))
    assert not page.all("img")
    assert evil in page.text
    listed = read(world.browsers["instructor"].get(f"/classes/{world.classroom.pk}/"))
    assert evil in listed.text


def test_a_double_click_joins_once(world: World) -> None:
    """The second request has no cookie yet, since the first response hasn't arrived."""
    url = reverse("join", args=[world.classroom.code])
    first = Client()
    form = read(first.get(url)).form(url, name="Zoe")
    second = Client()
    second.cookies.load(first.cookies.output(header="", sep=";"))
    assert first.post(url, form).status_code == 303
    assert second.post(url, form).status_code == 303
    assert Person.objects.filter(name="Zoe").count() == 1
    assert read(second.get(seats_url(world))).one("nav").text == "Zoe"
    # Somebody else's form is another one.
    stranger = Client()
    other = read(stranger.get(url)).form(url, name="Zoe")
    assert stranger.post(url, other).status_code == 422


def test_joining_gives_the_session_a_new_key(world: World) -> None:
    phone = Client()
    session = phone.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    phone.cookies["sessionid"] = planted
    phone.post(reverse("join", args=[world.classroom.code]), {"name": "Zoe"})
    assert phone.cookies["sessionid"].value != planted


def test_without_a_game_the_page_waits_and_looks_again(world: World) -> None:
    (late,) = groups_create(world.classroom, 1)
    phone = worlds.join(late, "Zoe")
    url = reverse("seats", args=[late.code])
    waiting = phone.get(url)
    assert 'http-equiv="refresh" content="10"' in waiting.content.decode()  # without a script
    assert "has no game to join now" in read(waiting).text
    assert read(waiting).one("h1").text == "You are in. Wait for your seat"
    worlds.start(late)
    there = phone.get(url)
    assert "http-equiv" not in there.content.decode()
    assert len(read(there).all("button", class_="chair")) == 4


def test_a_full_group_says_who_can_help(world: World) -> None:
    for player in ("babylon", "assyria", "hatti"):
        worlds.join(world.group, player.title(), world.game, player)
    page = read(worlds.join(world.group, "Zoe").get(reverse("seats", args=[world.group.code])))
    assert not page.all("button", class_="chair")
    assert "Tell your instructor that you are here" in page.text
    assert "Assyria" in page.id("full").text  # who plays there, folded up
    assert "refreshes every 10 seconds" in page.text  # without a script


def test_pages_of_those_who_wait_change_with_seats_and_announcements_alone(world: World) -> None:
    def shown() -> str:
        frame = page_frame(-world.classroom.pk, SEATS)
        assert frame
        return frame.html

    zoe = person_join(world.classroom, "Zoe")
    seen = [shown()]
    worlds.record(world.game, deploy("egypt", "syria", 1))
    assert shown() == seen[0]
    seat_give(zoe, world.game.seats.get(player="egypt"))
    seen.append(shown())
    announcement_release(announcement_make(world.classroom, "A flood"))
    seen.append(shown())
    announcement_release(announcement_make(world.classroom, "Only Bob’s", world.other_group))
    assert shown() == seen[-1]
    person_remove(zoe)
    seen.append(shown())
    assert len({*seen}) == 4


def test_who_was_removed_is_nobody(world: World) -> None:
    phone = world.browsers["student"]
    person_remove(world.person("Eve"))
    play = phone.get(reverse("play", args=[world.group.code]))
    assert play.headers["Location"] == reverse("join", args=[world.group.code])
