"""Removed people and closed accounts lose access with the next request."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from moderator import live
from moderator.core import credentials, queries
from moderator.core.access import MODERATES
from moderator.core.audiences import feed_access
from moderator.core.models import Entry, Person
from moderator.core.people import person_return_link
from moderator.features.accounts.write import sign_in_link_create
from tests.support.addresses import url as url_of
from tests.support.live.watched import watched
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World

REMOVED = "Your instructor has removed you from HIST 210"


class Dropped:
    """A hub that records whose streams are revoked."""

    def __init__(self) -> None:
        self.audiences: set[tuple[int, str | None]] = set()

    def revoke(self, group_id: int, audience: str | None = None) -> None:
        self.audiences.add((group_id, audience))

    def publish(self, *_args: object) -> None:
        """Not tested here."""


@pytest.fixture
def dropped(monkeypatch: pytest.MonkeyPatch) -> Dropped:
    hub = Dropped()
    monkeypatch.setattr(live, "_hub", hub)
    return hub


def cookies(browser: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in browser.cookies.items()}


def remove(world: World, person: Person) -> None:
    page = reverse("person", args=[world.classroom.pk, person.number])
    assert world.browsers["instructor"].post(page, {"do": "remove"}).status_code == 303


def url(world: World, name: str) -> str:
    return url_of(name, code=world.group.code)


def move(world: World) -> dict[str, str]:
    after = queries.timeline(world.game).number
    text = "syria 1"
    return {"text": text, "game": "1", "after": str(after), "key": credentials.new()}


def test_a_removed_moderator_loses_the_console(
    world: World, dropped: Dropped, django_capture_on_commit_callbacks: object
) -> None:
    laptop = world.browsers["moderator"]
    assert laptop.get(url(world, "console")).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        remove(world, world.person("Mo"))
    for name in ("console", "replay", "hear", "correct", "helping", "record", "score-pdf"):
        assert laptop.get(url(world, name)).status_code == 404, name
    assert laptop.post(url(world, "move"), move(world)).status_code == 404
    assert not Entry.objects.exists()
    assert REMOVED in read(laptop.get(url(world, "console"))).text
    stranger = Client().get(url(world, "console"))
    assert stranger.status_code == 404
    assert REMOVED not in read(stranger).text
    assert feed_access(f"/g/{world.group.code}/feed", cookies(laptop)) is None
    assert (world.group.pk, "moderator") in dropped.audiences
    # The others continue.
    other = reverse("console", args=[world.other_group.code])
    assert world.browsers["moderator of another group"].get(other).status_code == 200


@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_removed_moderators_link_is_replaced_unless_it_is_to_stay(
    world: World, is_replaced: bool
) -> None:
    teacher, mo = world.browsers["instructor"], world.person("Mo")
    link = reverse("console-link", args=[credentials.console_token(world.group)])
    page = reverse("person", args=[world.classroom.pk, mo.number])
    (box,) = read(teacher.get(page)).all("input", name="replace")
    assert "checked" in box.attributes
    fields = {"do": "remove"} | ({"replace": box.attributes["value"]} if is_replaced else {})
    assert teacher.post(page, fields).status_code == 303
    again = Client().post(link, {"name": "Mo"})
    assert again.status_code == (404 if is_replaced else 303)
    other = reverse("console-link", args=[credentials.console_token(world.other_group)])
    assert Client().get(other).status_code == 200


def test_a_student_who_recorded_as_a_moderator_knows_the_link_too(world: World) -> None:
    phone, eve = world.browsers["student"], world.person("Eve")
    phone.post(reverse("console-link", args=[credentials.console_token(world.group)]))
    assert queries.consoles_of(eve) == []
    assert phone.post(url(world, "move"), move(world)).status_code == 303
    assert queries.consoles_of(eve) == [world.group]
    assert queries.consoles_of(world.person("Max")) == [world.other_group]


def test_a_removed_moderator_keeps_no_console_as_somebody_else(world: World) -> None:
    """The same browser has also joined as a student, but the console was opened as Mo."""
    laptop = world.browsers["moderator"]
    joined = laptop.post(url(world, "join"), {"name": "Moses"})
    assert joined.status_code == 303
    remove(world, world.person("Mo"))
    assert laptop.get(url(world, "console")).status_code == 404
    assert laptop.get(url(world, "seats")).status_code == 200


def test_moves_are_recorded_under_the_name_that_opened_the_console(world: World) -> None:
    laptop = world.browsers["moderator"]
    laptop.post(url(world, "join"), {"name": "Moses"})
    sent = laptop.post(url(world, "move"), move(world))
    assert sent.status_code == 303
    assert Entry.objects.get().person == world.person("Mo")


def test_a_student_who_leaves_the_phone_leaves_the_console_too(world: World) -> None:
    phone = world.browsers["student"]
    phone.post(reverse("console-link", args=[credentials.console_token(world.group)]))
    assert phone.get(url(world, "console")).status_code == 200
    assert phone.post(url(world, "play-leave")).status_code == 303
    assert phone.get(url(world, "console")).status_code == 404


@pytest.mark.parametrize("role", ["moderator", "instructor"])
def test_a_console_on_a_shared_computer_can_be_left(
    world: World, role: str, dropped: Dropped, django_capture_on_commit_callbacks: object
) -> None:
    laptop = world.browsers[role]
    console = read(laptop.get(url(world, "console")))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        left = laptop.post(reverse("sign-out"), console.form(reverse("sign-out")))
    assert left.status_code == 303
    assert (world.group.pk, "moderator") in dropped.audiences
    assert laptop.get(url(world, "console")).status_code == 404


def test_a_session_of_an_earlier_release_has_to_open_its_link_again(world: World) -> None:
    laptop = world.browsers["moderator"]
    session = laptop.session
    session[MODERATES] = {str(world.group.pk): world.group.link_generation}
    session.save()
    assert laptop.get(url(world, "console")).status_code == 404
    link = reverse("console-link", args=[credentials.console_token(world.group)])
    assert laptop.post(link).status_code == 303
    assert laptop.get(url(world, "console")).status_code == 200


def test_a_removed_student_loses_access(
    world: World, dropped: Dropped, django_capture_on_commit_callbacks: object
) -> None:
    phone, eve = world.browsers["student"], world.person("Eve")
    feed = f"/play/{world.group.code}/feed"
    assert watched(feed, cookies(phone)) == (world.group.pk, "seat:egypt")
    back = person_return_link(eve)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        remove(world, eve)
    assert (world.group.pk, "seat:egypt") in dropped.audiences
    assert feed_access(feed, cookies(phone)) is None
    play = phone.get(url(world, "play"))
    assert (play.status_code, play.headers["Location"]) == (302, url(world, "join"))
    assert phone.post(url(world, "play-leave")).status_code == 404
    seat = world.game.seats.get(player="hatti").pk
    taken = phone.post(url(world, "seats"), {"seat": seat})
    assert (taken.status_code, taken.headers["Location"]) == (302, url(world, "join"))
    assert phone.post(reverse("back", args=[back])).status_code == 404
    assert not eve.seats.exists()
    assert REMOVED in read(phone.get(url(world, "join"))).text
    assert REMOVED in read(phone.post(url(world, "play-slip"))).text
    assert phone.post(url(world, "join"), {"name": "Eve"}).status_code == 303
    assert REMOVED not in read(phone.get(url(world, "seats"))).text


@pytest.mark.parametrize("role", ["instructor", "administrator"])
def test_a_closed_account_loses_access(
    world: World, dropped: Dropped, django_capture_on_commit_callbacks: object, role: str
) -> None:
    laptop = world.browsers[role]
    page = reverse("classroom", args=[world.classroom.pk])
    assert laptop.get(page).status_code == 200
    name = {"instructor": "pat"}.get(role, "root")
    link = reverse("one-time", args=[sign_in_link_create(User.objects.get(username=name))])
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        call_command("instructor", name, "--close", stdout=StringIO())
    assert (world.group.pk, "moderator") in dropped.audiences
    assert laptop.get(page).status_code == 404
    assert laptop.get(url(world, "console")).status_code == 404
    assert (
        laptop.post(page + "groups/", {"count": "1", "once": credentials.new()}).status_code == 404
    )
    assert laptop.post(url(world, "move"), move(world)).status_code == 404
    assert laptop.get(reverse("classes")).status_code == 302
    assert feed_access(f"/g/{world.group.code}/feed", cookies(laptop)) is None
    assert Client().post(link).status_code == 404


def test_only_an_existing_account_is_closed(db: None) -> None:
    with pytest.raises(CommandError, match="no account"):
        call_command("instructor", "nobody", "--close")


def test_after_signing_out_an_old_cookie_has_no_access(world: World) -> None:
    laptop = world.browsers["instructor"]
    kept = laptop.cookies["sessionid"].value
    assert laptop.post(reverse("sign-out")).status_code == 303
    thief = Client()
    thief.cookies["sessionid"] = kept
    assert thief.get(reverse("classroom", args=[world.classroom.pk])).status_code == 404
    assert feed_access(f"/g/{world.group.code}/feed", cookies(thief)) is None


def test_who_was_removed_may_join_again_as_somebody_new(world: World) -> None:
    phone, eve = world.browsers["student"], world.person("Eve")
    remove(world, eve)
    again = phone.post(url(world, "join"), {"name": "Eve"})
    assert again.status_code == 303
    assert Person.objects.get(name="Eve", is_removed=False).number != eve.number
    assert worlds.join(world.group, "Zed")
