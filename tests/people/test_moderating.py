"""Students who volunteer, and who moderate a group on their own phone."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from moderator.core.audiences import feed_access
from moderator.core.models import Person
from moderator.features.people.write import moderator_appoint
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read
from tests.support.web.world import World


def seats(phone: Client, world: World) -> Element:
    return read(phone.get(reverse("seats", args=[world.classroom.code])))


def test_a_student_volunteers_and_takes_it_back(world: World) -> None:
    phone = worlds.join(world.classroom, "Vera")
    vera = Person.objects.get(name="Vera")
    for answer, label in (("yes", "I would moderate a group"), ("no", "I would rather play")):
        form = seats(phone, world).one("form", class_="volunteer")
        assert label in form.text
        phone.post(reverse("seats", args=[world.classroom.code]), {"volunteer": answer})
        vera.refresh_from_db()
        assert vera.is_volunteer is (answer == "yes")


def test_the_console_opens_from_the_moderators_own_phone(world: World) -> None:
    phone = worlds.join(world.classroom, "Vera")
    vera = Person.objects.get(name="Vera")
    console = reverse("console", args=[world.group.code])
    cookies = {name: morsel.value for name, morsel in phone.cookies.items()}
    feed = f"/g/{world.group.code}/feed"
    assert phone.get(console).status_code == 404
    assert feed_access(feed, cookies) is None

    moderator_appoint(vera, world.group)
    page = seats(phone, world)
    assert console in [link.attributes["href"] for link in page.all("a", class_="button")]
    assert not page.all("button", class_="chair")
    assert phone.get(console).status_code == 200
    watched = feed_access(feed, cookies)
    assert watched is not None
    assert watched[:2] == (world.group.pk, "moderator")

    world.group.moderators.update(moderates=None)
    assert phone.get(console).status_code == 404
    assert feed_access(feed, cookies) is None
