"""`manage.py instructor`: accounts, and links for forgotten passwords."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


def link(name: str) -> str:
    out = StringIO()
    call_command("instructor", name, stdout=out)
    return out.getvalue().strip()


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
