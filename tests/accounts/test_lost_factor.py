"""Lost apps and forgotten passwords."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from pyotp import TOTP

from moderator.features.accounts.write import app_secret, second_factor_turn_on, seed_new
from tests.support.web.reading import read

pytestmark = pytest.mark.django_db
PASSWORD = "seven hills of Rome"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


@pytest.mark.slow
def test_who_lost_both_asks_the_administrator(
    user: User, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = seed_new()
    code = TOTP(app_secret(seed)).now()
    assert second_factor_turn_on(user, seed, code)
    form = {"username": "pat", "password": PASSWORD}
    assert Client().post("/sign-in/", form).headers["Location"] == "/sign-in/code/"
    call_command("second_factor_off", "pat")
    assert capsys.readouterr().out == "pat: The second factor is off now, and no passkey is left.\n"
    done = Client().post("/sign-in/", form)
    assert done.headers["Location"] == "/classes/"
    call_command("second_factor_off", "pat")
    assert "was off already" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no account"):
        call_command("second_factor_off", "nobody")


def test_a_link_for_who_forgot_the_password(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    with override_settings(PUBLIC_URL="https://class.example"):
        call_command("instructor", "pat")
    (path,) = re.findall(r"^https://class.example(/sign-in/\S+/)$", capsys.readouterr().out)
    laptop = Client()
    assert laptop.post(path).status_code == 303
    url = reverse("password")
    new = "a wholly new password"
    form = read(laptop.get(url)).form(url, new_password1=new, new_password2=new)
    assert "old_password" not in form
    assert laptop.post(url, form).status_code == 303
    assert Client().login(username="pat", password=new)
    assert "old_password" in read(laptop.get(url)).form(url)  # once is enough
