"""`manage.py instructor`: accounts, and links for forgotten passwords."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from moderator.core.events import Kind, SecurityEvent
from moderator.core.models import Classroom
from moderator.features.accounts.models import SchoolIdentity
from moderator.features.classes.write import classroom_create, classroom_delete
from tests.support.web.world import World, signed_in

pytestmark = pytest.mark.django_db


def link(name: str) -> str:
    out = StringIO()
    call_command("instructor", name, stdout=out)
    return out.getvalue().strip()


@pytest.mark.slow
def test_a_new_account_is_signed_in_once_and_may_make_a_class(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://moderator.example.org"
    url = link("mikhal")
    assert url.startswith("https://moderator.example.org/sign-in/")
    path = url.removeprefix(settings.PUBLIC_URL)
    browser = Client()
    assert browser.post(path).status_code in (302, 303)
    assert browser.get("/classes/").status_code == 200
    assert Client().post(path).status_code == 404
    user = User.objects.get(username="mikhal")
    assert (user.is_staff, user.is_superuser, user.has_usable_password()) == (False,) * 3


def test_an_account_that_is_there_gets_another_link() -> None:
    user = User.objects.create_user("mikhal", password="something long enough")
    assert Client().post(link("mikhal")).status_code in (302, 303)
    user.refresh_from_db()
    assert User.objects.count() == 1
    assert user.check_password("something long enough")


def test_a_closed_account_gets_none() -> None:
    User.objects.create_user("mikhal", is_active=False)
    with pytest.raises(CommandError, match="closed"):
        link("mikhal")


@pytest.mark.parametrize("name", ["", "<b>", "a" * 151])
def test_a_name_that_cannot_be_is_a_sentence(name: str) -> None:
    with pytest.raises(CommandError):
        link(name)
    assert not User.objects.exists()


def test_classes_are_handed_on_and_the_account_closed(world: World) -> None:
    before, after = world.classroom.instructor, User.objects.create_user("successor")
    deleted = classroom_create(before, "Deleted", "UTC")
    classroom_delete(deleted)
    far = world.far_group.classroom
    out = StringIO()
    call_command("instructor", before.username, hand_on="successor", close=True, stdout=out)
    assert world.classroom.name in out.getvalue()
    assert "is closed" in out.getvalue()
    assert "Its classes stay" not in out.getvalue()
    with pytest.raises(CommandError, match="closed already"):
        call_command("instructor", before.username, close=True)
    own = Classroom.every.filter(instructor=after).values_list("pk", flat=True)
    assert set(own) == {world.classroom.pk, deleted.pk}
    assert Classroom.objects.get(pk=far.pk).instructor == far.instructor
    here = reverse("classroom", args=[world.classroom.pk])
    assert signed_in(after).get(here).status_code == 200
    assert world.browsers["instructor"].get(here).status_code == 404
    events = SecurityEvent.objects.filter(kind=Kind.CLASS_HANDED_ON, about=after.pk)
    assert set(events.values_list("classroom", flat=True)) == set(own)


def test_classes_are_handed_on_to_open_accounts_only(world: World) -> None:
    User.objects.create_user("gone", is_active=False)
    name = world.classroom.instructor.username
    for other in ("gone", "nobody"):
        with pytest.raises(CommandError, match=other):
            call_command("instructor", name, hand_on=other, close=True)
    world.classroom.instructor.refresh_from_db()
    assert world.classroom.instructor.is_active, "neither was done"


def test_without_a_name_all_accounts_are_listed(world: World) -> None:
    owner, gone = world.classroom.instructor, User.objects.create_user("gone", is_active=False)
    SchoolIdentity.objects.create(user=gone, issuer="https://login.example", subject="person-1")
    out = StringIO()
    call_command("instructor", stdout=out)
    rows = [line.split(maxsplit=4) for line in out.getvalue().splitlines()[1:]]
    assert [str(owner.pk), "open", f"{owner.last_login:%Y-%m-%d}", "1", owner.username] in rows
    assert rows[-1] == [str(gone.pk), "closed", "never", "0", "gone, person-1"]
    with pytest.raises(CommandError, match="Which account"):
        call_command("instructor", close=True)


def test_without_a_provider_of_sign_ins_nobody_is_connected_or_created() -> None:
    with pytest.raises(CommandError, match="OIDC_PROVIDER"):
        call_command("instructor", "robin", subject="person-1")
    assert not User.objects.exists()
