"""Two-step sign-in: a password and a code from an app."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pyotp import TOTP

from moderator.core import throttling
from moderator.features.accounts import write
from moderator.features.accounts.models import RecoveryCode, SecondFactor
from moderator.features.accounts.write import (
    app_secret,
    app_url,
    second_code_use,
    second_factors_rekey,
    seed_new,
    sign_in_link_create,
)
from tests.support.clock import Clock
from tests.support.web.reading import Element, read

# App and site always see the same half minute.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock"), pytest.mark.slow]
PASSWORD = "seven hills of Rome"
URL = "/sign-in/second-factor/"
CODE = "/sign-in/code/"


class App:
    """The app on the instructor's phone, with the secret that the page showed."""

    def __init__(self, secret: str) -> None:
        self.totp = TOTP(secret.replace(" ", ""))
        self.steps = 0

    def code(self) -> str:
        """The code of the next half minute, since none works twice."""
        self.steps += 1
        return self.at(self.steps)

    def at(self, steps: int) -> str:
        return self.totp.at(timezone.now() + timedelta(seconds=30 * steps))


@pytest.fixture
def user() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


def turn_on(user: User) -> tuple[App, list[str], Client]:
    """The app, the recovery codes, and the laptop that turned it on."""
    laptop = Client()
    assert laptop.post("/sign-in/", {"username": "pat", "password": PASSWORD}).status_code == 303
    page = read(laptop.get(URL))
    app = App(page.one("p", class_="code").text)
    done = laptop.post(URL, page.form(URL, password=PASSWORD, code=app.at(-1)))
    assert done.status_code == 200
    return app, [e.text for e in read(done).all("span", class_="code")], laptop


def step_one(browser: Client | None = None) -> Client:
    browser = browser or Client()
    first = browser.post("/sign-in/", {"username": "pat", "password": PASSWORD, "next": "/about/"})
    assert first.headers["Location"] == CODE
    assert browser.get("/classes/").status_code == 302  # not in yet
    return browser


# RFC 6238, appendix B: the secret and the last six digits of its SHA-1 codes.
@pytest.mark.parametrize(
    ("at_s", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"),
     (2000000000, "279037"), (20000000000, "353130")],
)  # fmt: skip
def test_codes_are_those_of_the_standard(
    at_s: int, code: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "app_secret", lambda _: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    clock.now = datetime.fromtimestamp(at_s, UTC)
    assert write._step_of("", code) == at_s // 30
    assert write._step_of("", f" {code[:3]} {code[3:]}") == at_s // 30
    assert write._step_of("", code[:5]) is None


def test_turning_it_on_and_signing_in_with_it(user: User) -> None:
    app, recovery, laptop = turn_on(user)
    assert laptop.get("/classes/").status_code == 200  # still in
    assert len(set(recovery)) == 8
    phone = step_one()
    asked = read(phone.get(CODE))
    assert asked.id("code").attributes["autocomplete"] == "one-time-code"
    done = phone.post(CODE, asked.form(CODE, code=app.code()))
    assert (done.status_code, done.headers["Location"]) == (303, "/about/")
    assert phone.get("/classes/").status_code == 200


def test_what_the_app_is_given(user: User) -> None:
    laptop = Client()
    laptop.force_login(user)
    page = read(laptop.get(URL))
    secret = page.one("p", class_="code").text.replace(" ", "")
    assert len(secret) == 32  # 160 bits
    assert read(laptop.get(URL)).one("p", class_="code").text.replace(" ", "") != secret
    seed = seed_new()
    url = app_url(user, seed)
    assert url == (f"otpauth://totp/Moderator:pat?secret={app_secret(seed)}&issuer=Moderator")
    with override_settings(SECRET_KEY="another one, and long enough"):
        assert app_secret(seed) not in url  # a copy of the database makes no codes


def test_a_secret_moves_to_a_new_key_and_is_not_lost_by_an_unknown_one(user: User) -> None:
    app, recovery, _ = turn_on(user)
    secret, earlier = app.totp.secret, settings.SECRET_KEY
    stored = SecondFactor.objects.get().seed
    with override_settings(SECRET_KEY="another one", SECRET_KEY_FALLBACKS=["a third"]):
        second_factors_rekey()
        assert SecondFactor.objects.get().seed == stored
        assert not second_code_use(user, app.at(1))
        assert not second_code_use(user, recovery[0])
        with override_settings(SECRET_KEY_FALLBACKS=["a third", earlier]):
            second_factors_rekey()
    with override_settings(SECRET_KEY="another one"):
        moved = SecondFactor.objects.get().seed
        assert (moved != stored, app_secret(moved)) == (True, secret)
        assert second_code_use(user, app.at(1))
        assert second_code_use(user, recovery[0])


def test_a_code_works_once_and_not_after_a_later_one(user: User, clock: Clock) -> None:
    app, _, _ = turn_on(user)
    assert not second_code_use(user, app.at(-1))  # it turned it on
    assert not second_code_use(user, app.at(2))
    assert second_code_use(user, app.at(1))
    assert not second_code_use(user, app.at(1))
    assert not second_code_use(user, app.at(0))
    clock.wait(2 * 30)
    assert second_code_use(user, app.at(0))


def test_a_recovery_code_works_once(user: User) -> None:
    _, recovery, _ = turn_on(user)
    phone = step_one()
    assert phone.post(CODE, {"code": recovery[3].lower()}).status_code == 303
    again = step_one()
    assert again.post(CODE, {"code": recovery[3]}).status_code == 422
    assert again.post(CODE, {"code": recovery[4].replace(" ", "-")}).status_code == 303
    stored = repr(list(RecoveryCode.objects.values()))
    assert len(RecoveryCode.objects.all()) == 6
    assert not [code for code in recovery if code.replace(" ", "") in stored]


def test_guesses_are_paused_at_the_account(user: User) -> None:
    app, recovery, _ = turn_on(user)
    phone = step_one()
    free = throttling.SECOND_FACTOR.free
    assert [phone.post(CODE, {"code": "000000"}).status_code for _ in range(free)] == [422] * free
    other = step_one()
    for code in (app.code(), recovery[0]):
        paused = other.post(CODE, {"code": code})
        assert paused.status_code == 429
    assert second_code_use(user, recovery[0])  # it wasn't even checked


@pytest.mark.parametrize("change", ["late", "password", "closed"])
def test_the_second_step_waits_for_a_while_alone(user: User, change: str) -> None:
    app, _, _ = turn_on(user)
    phone = step_one()
    if change == "late":
        session = phone.session
        session["second-factor"] = [*session["second-factor"][:2], 0, "/", False]
        session.save()
    elif change == "password":
        user.set_password("eight hills of Rome")
        user.save()
    else:
        user.is_active = False
        user.save()
    answer = phone.post(CODE, {"code": app.code()})
    assert answer.headers["Location"] == "/sign-in/"
    assert phone.get("/classes/").status_code == 302


def test_nobody_begins_with_the_second_step() -> None:
    assert Client().get(CODE).headers["Location"] == "/sign-in/"
    assert Client().post(CODE, {"code": "000000"}).headers["Location"] == "/sign-in/"


def test_a_one_time_link_asks_for_the_code_too(user: User) -> None:
    app, _, _ = turn_on(user)
    phone = Client()
    link = reverse("one-time", args=[sign_in_link_create(user)])
    assert phone.post(link).headers["Location"] == CODE
    assert phone.get("/classes/").status_code == 302
    assert phone.post(CODE, {"code": app.code()}).headers["Location"] == "/classes/"


@pytest.mark.parametrize(
    ("password", "code"), [("wrong", "right"), (PASSWORD, "000000"), ("", "right")]
)
def test_turning_it_on_takes_password_and_code(user: User, password: str, code: str) -> None:
    laptop = Client()
    laptop.force_login(user)
    page = read(laptop.get(URL))
    app = App(page.one("p", class_="code").text)
    typed = app.at(0) if code == "right" else code
    answer = laptop.post(URL, page.form(URL, password=password, code=typed))
    assert answer.status_code == 422
    again = read(answer)
    assert again.one("p", class_="code").text == page.one("p", class_="code").text  # same key
    assert "value" not in again.id("password").attributes
    assert not SecondFactor.objects.exists()


def test_another_accounts_key_turns_nothing_on(user: User) -> None:
    """Otherwise somebody who has seen another's page could set a key of their own there."""
    laptop, thief = Client(), Client()
    laptop.force_login(user)
    thief.force_login(User.objects.create_user("quinn", password=PASSWORD))
    page = read(thief.get(URL))
    app = App(page.one("p", class_="code").text)
    form = page.form(URL, password=PASSWORD, code=app.at(0))
    assert laptop.post(URL, form).status_code == 422
    assert laptop.post(URL, form | {"seed": "x"}).status_code == 422
    assert not SecondFactor.objects.exists()


def test_turning_it_off_takes_password_and_code(user: User) -> None:
    app, recovery, laptop = turn_on(user)
    page: Element = read(laptop.get(URL))
    assert "8 recovery codes are left" in page.text
    for form in ({"password": PASSWORD}, {"password": "x", "code": app.at(0)}):
        assert laptop.post(URL, form).status_code == 422
    done = laptop.post(URL, page.form(URL, password=PASSWORD, code=recovery[0]))
    assert done.status_code == 303
    assert Client().post("/sign-in/", {"username": "pat", "password": PASSWORD}).headers[
        "Location"
    ] == ("/classes/")


def test_turning_it_on_or_off_ends_every_other_session(user: User) -> None:
    """Sessions from before, with only the password, end."""

    def another() -> Client:
        browser = Client()
        browser.force_login(User.objects.get(pk=user.pk))
        assert browser.get("/classes/").status_code == 200
        return browser

    first = another()
    _, recovery, laptop = turn_on(user)
    second = another()
    assert (first.get("/classes/").status_code, laptop.get("/classes/").status_code) == (302, 200)
    form = read(laptop.get(URL)).form(URL, password=PASSWORD, code=recovery[0])
    assert laptop.post(URL, form).status_code == 303
    assert (second.get("/classes/").status_code, laptop.get("/classes/").status_code) == (302, 200)


def test_without_a_password_there_is_nothing_to_add_to() -> None:
    laptop = Client()
    laptop.force_login(User.objects.create_user("pat"))
    assert "no password yet" in read(laptop.get(URL)).text
    assert laptop.post(URL, {"password": "", "code": ""}).status_code == 422
