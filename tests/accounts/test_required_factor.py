"""A site that requires a second factor of everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pyotp import TOTP

from moderator.core.audiences import feed_access, is_instructor
from moderator.core.models import Group
from moderator.features.accounts.models import SecondFactor
from moderator.features.accounts.write import sign_in_link_create
from tests.support.authenticator import Authenticator, add, browser, sign_in
from tests.support.web.reading import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PASSWORD = "seven hills of Rome"
PAGE, CODE, CLASSES = "/sign-in/second-factor/", "/sign-in/code/", "/classes/"
FORM = {"username": "pat", "password": PASSWORD, "next": "/about/"}


@pytest.fixture(autouse=True)
def required(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.fixture
def user() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


def led(at: Client, url: str = CLASSES) -> str:
    """Where a page leads to."""
    return str(at.get(url).headers.get("Location", ""))


def set_up(at: Client) -> Any:
    page = read(at.get(PAGE))
    app = TOTP(page.one("p", class_="code").text.replace(" ", ""))
    return at.post(PAGE, page.form(PAGE, password=PASSWORD, code=app.now()))


def test_nothing_else_opens_before(instructor: User, group: Group) -> None:
    instructor.set_password(PASSWORD)
    instructor.save()
    own = browser()
    assert own.post("/sign-in/", FORM).headers["Location"] == PAGE
    assert "asks everybody" in read(own.get(PAGE)).text
    assert "Your classes" not in read(own.get(PAGE)).text
    pages = [
        *(CLASSES, reverse("class-new"), reverse("classroom", args=[group.classroom_id])),
        *(reverse("console", args=[group.code]), reverse("second-factor") + "x"),
    ]
    assert {led(own, one) for one in pages} == {PAGE}
    assert own.post(reverse("class-new"), {"name": "Mine"}).headers["Location"] == PAGE
    assert own.post(reverse("class-delete", args=[group.classroom_id])).status_code == 404
    cookies = {"sessionid": own.cookies["sessionid"].value}
    assert not is_instructor(cookies)
    for path in (f"/g/{group.code}/feed", f"/classes/{group.classroom_id}/feed"):
        assert feed_access(path, cookies) is None
    done = read(set_up(own))
    assert done.one("a", class_="main").attributes["href"] == "/about/"
    assert {own.get(one).status_code for one in pages[:4]} == {200}
    assert feed_access(
        f"/g/{group.code}/feed", cookies | {"sessionid": own.cookies["sessionid"].value}
    )


def test_a_link_leads_there_too_by_way_of_a_password(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("instructor", "new")
    (path,) = re.findall(r"(/sign-in/\S+/)$", capsys.readouterr().out)
    own = browser()
    assert own.post(path).headers["Location"] == PAGE
    assert led(own) == PAGE
    url = reverse("password")
    form = read(own.get(url)).form(url, new_password1=PASSWORD, new_password2=PASSWORD)
    assert own.post(url, form).headers["Location"] == CLASSES
    assert led(own) == PAGE
    assert set_up(own).status_code == 200
    assert led(own) == ""


def test_then_the_code_is_asked_for_and_turning_it_off_begins_again(user: User) -> None:
    own = browser()
    own.post("/sign-in/", FORM)
    codes = [one.text for one in read(set_up(own)).all("span", class_="code")]
    phone = browser()
    assert phone.post("/sign-in/", FORM).headers["Location"] == CODE
    assert phone.post(CODE, {"code": codes[0]}).headers["Location"] == "/about/"
    assert led(phone) == ""
    form = read(phone.get(PAGE)).form(PAGE, password=PASSWORD, code=codes[1])
    assert phone.post(PAGE, form).headers["Location"] == PAGE
    assert led(phone) == PAGE
    assert not SecondFactor.objects.exists()


def test_who_lost_everything_begins_again(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    first = browser()
    first.post("/sign-in/", FORM)
    set_up(first)
    call_command("second_factor_off", "pat")
    assert browser().post("/sign-in/", FORM).headers["Location"] == PAGE


def test_it_asks_at_the_next_sign_in(user: User, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    own = browser()
    assert own.post("/sign-in/", FORM).headers["Location"] == "/about/"
    settings.SECOND_FACTOR_REQUIRED = True
    assert led(own) == ""
    assert own.post("/sign-in/", FORM).headers["Location"] == PAGE


@pytest.mark.parametrize(
    ("is_required", "require", "is_told"),
    [
        (True, {"groups": ["staff"]}, True),
        (True, {"groups": ["staff"], "amr": ["mfa"]}, False),
        (True, {"acr": ["2"]}, False),
        (False, {}, False),
        (True, None, False),
    ],
)
def test_a_school_that_need_not_ask_for_it_is_told(
    settings: Any, is_required: bool, require: Any, is_told: bool
) -> None:
    settings.SECOND_FACTOR_REQUIRED = is_required
    settings.OIDC_PROVIDER = {} if require is None else {"name": "Uni", "require": require}
    assert [one.id == "moderator.W002" for one in run_checks()] == [True] * is_told


@pytest.mark.extra("passkeys")
def test_a_passkey_is_both_factors(user: User) -> None:
    own, device = browser(), Authenticator()
    link = reverse("one-time", args=[sign_in_link_create(user)])
    assert own.post(link).headers["Location"] == PAGE
    assert add(own, device).headers["Location"] == CLASSES
    assert led(own) == ""
    assert sign_in(browser(), device).headers["Location"] == CLASSES
    # A password or a link asks for it.
    for url in ("/sign-in/", reverse("one-time", args=[sign_in_link_create(user)])):
        phone = browser()
        assert phone.post(url, FORM).headers["Location"] == CODE
        asked = read(phone.get(CODE))
        assert not asked.all("input", name="code")
        assert led(phone).startswith("/sign-in/?")
        assert phone.post(CODE, {"code": "000000"}).status_code == 422
        to = asked.form("/sign-in/passkey/")["next"]
        assert sign_in(phone, device, to).headers["Location"] == to
        assert led(phone) == ""
    # Without the last one, it begins again.
    (remove,) = read(own.get(PAGE)).all("button", name="remove")
    form = {"remove": remove.attributes["value"]}
    assert own.post("/sign-in/passkeys/", form).headers["Location"] == PAGE
    assert led(own) == PAGE


@pytest.mark.extra("passkeys")
def test_the_administrator_removes_lost_passkeys(
    user: User, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    own, device = browser(), Authenticator()
    own.post("/sign-in/", FORM)
    add(own, device)
    call_command("second_factor_off", "pat")
    assert "no passkey is left" in capsys.readouterr().out
    assert sign_in(browser(), device).status_code == 422
    settings.SECOND_FACTOR_REQUIRED = False
    assert browser().post("/sign-in/", FORM).headers["Location"] == "/about/"
