"""URLs and forms that mix own objects with somebody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.core.access import MODERATES, PERSONS
from moderator.core.audiences import feed_access
from moderator.core.models import Person
from moderator.core.people import person_return_link
from tests.support.addresses import url as url_of
from tests.support.web.secret_world import SecretWorld, Target, as_new, build
from tests.support.web.sent import form
from tests.support.web.visits import dump, undone
from tests.support.web.world import ROLES

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
GROUP_PAGES = ("group", "group-withdraw", "record-upload", "group-delete")


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[SecretWorld]:
    with django_db_blocker.unblock(), undone():
        yield build()


@pytest.fixture
def world(built: SecretWorld) -> SecretWorld:
    return as_new(built)


def refused(world: SecretWorld, url: str, fields: dict[str, str] | None = None) -> None:
    """Asserts that everybody gets 404, and that nothing is changed."""
    before = dump()
    for role in ROLES:
        browser = world.browsers[role]
        for answer in (browser.get(url), browser.post(url, fields or {"name": "X"})):
            assert answer.status_code in (404, 405), (role, url)
    assert dump() == before, url


def number_of(name: str) -> int:
    return Person.objects.get(name=name).number


def test_a_group_number_of_another_class(world: SecretWorld) -> None:
    near, _, far = world.targets
    here = {"pk": near.group.classroom_id, "number": far.group.number}
    for name in GROUP_PAGES:
        refused(world, reverse(name, kwargs=here))
    refused(world, reverse("game-delete", kwargs={**here, "game": 1}))


def test_a_game_number_of_another_group(world: SecretWorld) -> None:
    near, beside, _ = world.targets
    here = {"pk": near.group.classroom_id, "number": near.group.number}
    refused(world, reverse("game-delete", kwargs={**here, "game": beside.game.number}))
    for name in ("chart-pdf", "score-pdf", "briefings-pdf", "record", "replay", "chart-replay"):
        url = f"{url_of(name, code=near.group.code)}?game={beside.game.number}"
        refused(world, url)


def test_a_persons_number_of_another_class(world: SecretWorld) -> None:
    far = world.targets[2].group.classroom
    theirs = {person.number for person in Person.objects.filter(classroom=far)}
    number = next(p.number for p in Person.objects.all() if p.number not in theirs)
    fields = {"do": "remove"}
    refused(world, reverse("person", args=[far.pk, number]), fields)


def test_an_instructors_person_is_nobodys_to_remove(world: SecretWorld) -> None:
    near = world.targets[0].group.classroom
    own = Person.objects.get(classroom=near, kind=Person.Kind.INSTRUCTOR)
    refused(world, reverse("person", args=[near.pk, own.number]), {"do": "remove"})


@pytest.mark.parametrize("do", ["link", "seat"])
def test_a_moderator_helps_nobody_of_another_group(world: SecretWorld, do: str) -> None:
    near, beside, _ = world.targets
    laptop, url = world.browsers["moderator"], reverse("helping", args=[near.group.code])
    own_seat = near.game.seats.get(player="hatti").pk
    their_seat = beside.game.seats.get(player="hatti").pk
    before = dump()
    for person, seat in (("zqbob", own_seat), ("zqeve", their_seat), ("zqmo", own_seat)):
        if do == "link" and person == "zqeve":
            continue  # that is what the page is for
        fields = {"do": do, "person": str(number_of(person)), "seat": str(seat)}
        assert laptop.post(url, fields).status_code == 404, person
    assert dump() == before


def test_an_instructor_seats_nobody_in_another_class(world: SecretWorld) -> None:
    near, _, far = world.targets
    url = reverse("person", args=[near.group.classroom_id, number_of("zqeve")])
    before = dump()
    for seat in (far.game.seats.get(player="hatti").pk, 10**9):
        fields = {"do": "seat", "seat": str(seat)}
        assert world.browsers["instructor"].post(url, fields).status_code == 404
    assert dump() == before


def test_a_student_takes_no_seat_of_another_group_or_class(world: SecretWorld) -> None:
    near, beside, far = world.targets
    phone, url = Client(), reverse("seats", args=[near.group.code])
    phone.post(reverse("join", args=[near.group.code]), {"name": "Zoe"})
    before = dump()
    for game in (beside.game, far.game):
        answer = phone.post(url, {"seat": game.seats.get(player="hatti").pk})
        assert answer.status_code == 422
    assert dump() == before


def test_new_games_are_for_groups_of_the_own_class(world: SecretWorld) -> None:
    near, _, far = world.targets
    fields = form("game-new", far)
    before = dump()
    url = reverse("game-new", args=[near.group.classroom_id])
    assert world.browsers["instructor"].post(url, fields).status_code == 404
    assert dump() == before


def test_a_move_for_another_groups_game_is_none(world: SecretWorld) -> None:
    near, beside, _ = world.targets
    before = dump()
    url = reverse("move", args=[near.group.code])
    answer = world.browsers["moderator"].post(url, form("move", beside))
    assert answer.status_code == 409  # made for another game than the group's current one
    assert dump() == before


def planted(**held: object) -> Client:
    """A browser with a forged session."""
    browser = Client()
    session = browser.session
    session.update(held)
    session.save()
    return browser


def is_shut(browser: Client, target: Target) -> bool:
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    feeds = [feed_access(f"/{page}/{target.group.code}/feed", cookies) for page in ("g", "play")]
    console = browser.get(reverse("console", args=[target.group.code])).status_code
    pages = [reverse(name, args=[target.group.code]) for name in ("play", "seats")]
    sent_to_join = [browser.get(page).status_code for page in pages]
    return feeds == [None, None] and [console, *sent_to_join] == [404, 302, 302]


def test_a_session_that_mixes_classes_opens_nothing(world: SecretWorld) -> None:
    """A person of another class under this class's number, and a console without its link."""
    near, _, far = world.targets
    eve, ada = (Person.objects.get(name=name) for name in ("zqeve", "zqada"))
    classroom, group = str(near.group.classroom_id), str(near.group.pk)
    generation = near.group.link_generation
    assert not is_shut(planted(**{PERSONS: {classroom: eve.pk}}), near)
    assert not is_shut(planted(**{MODERATES: {group: [generation, eve.pk]}}), near)
    assert is_shut(planted(**{PERSONS: {classroom: ada.pk}}), near)
    assert is_shut(planted(**{PERSONS: {str(far.group.classroom_id): eve.pk}}), near)
    assert is_shut(planted(**{MODERATES: {group: [generation, ada.pk]}}), near)
    assert is_shut(planted(**{MODERATES: {group: [generation + 1, eve.pk]}}), near)
    assert is_shut(planted(**{MODERATES: {group: generation}}), near)


def test_a_key_that_was_planted_is_worth_nothing_after_coming_in(world: SecretWorld) -> None:
    """By joining, by a return link, by a console's link: each gives the session a new key."""
    near = world.targets[0]
    back = person_return_link(Person.objects.get(name="zqeve"))
    for url, fields in (
        (reverse("join", args=[near.group.code]), {"name": "Zoe"}),
        (reverse("back", args=[back]), {}),
        (reverse("console-link", args=[credentials.console_token(near.group)]), {"name": "Moe"}),
    ):
        victim = planted(nothing="yet")
        thief = Client()
        thief.cookies["sessionid"] = victim.cookies["sessionid"].value
        assert victim.post(url, fields).status_code == 303, url
        assert is_shut(thief, near), url
        assert not is_shut(victim, near), url
