"""Passkeys against a device that does everything right, and one that doesn't."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moderator.core import sessions, throttling
from moderator.core.events import SecurityEvent
from moderator.features.accounts import pages
from moderator.features.accounts.models import Passkey
from moderator.features.accounts.write import second_factor_turn_on, seed_new
from tests.support.authenticator import (
    OWN,
    PRESENT,
    SIGN_IN,
    VERIFIED,
    Authenticator,
    add,
    ask,
    browser,
    sign_in,
)
from tests.support.web.reading import read

pytestmark = [pytest.mark.django_db, pytest.mark.extra("passkeys"), pytest.mark.slow]
PASSWORD = "seven hills of Rome"
PAGE = "/sign-in/second-factor/"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


@pytest.fixture
def laptop(user: User) -> Client:
    """Where pat has just signed in."""
    found = browser()
    form = {"username": user.username, "password": PASSWORD}
    assert found.post("/sign-in/", form).status_code == 303
    return found


@pytest.fixture
def device(laptop: Client) -> Authenticator:
    """With a passkey of pat's."""
    found = Authenticator()
    assert add(laptop, found).headers["Location"] == PAGE
    return found


def is_in(at: Client) -> bool:
    return at.get("/classes/").status_code == 200


def test_a_passkey_is_enough(user: User, laptop: Client, device: Authenticator) -> None:
    page = read(laptop.get(PAGE)).text
    assert "my phone" in page
    assert "last used" not in page
    seed = seed_new()
    from pyotp import TOTP

    from moderator.features.accounts.write import app_secret

    assert second_factor_turn_on(user, seed, TOTP(app_secret(seed)).now())
    phone = browser()
    assert "Sign in with a passkey" in read(phone.get("/sign-in/")).text
    assert sign_in(phone, device, to="/about/").headers["Location"] == "/about/"  # no code asked
    assert is_in(phone)
    assert phone.session[sessions.BEGAN]
    assert "last used" in read(phone.get(PAGE)).text
    assert sign_in(browser(), device, to="https://evil.example/").headers["Location"] == "/classes/"


def test_what_the_browser_is_asked_for(laptop: Client, device: Authenticator) -> None:
    made = ask(laptop, OWN)["publicKey"]
    assert made["rp"]["id"] == "localhost"
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert made["authenticatorSelection"]["residentKey"] == "required"
    assert len(made["excludeCredentials"]) == 1  # no second one on the same device
    known = ask(browser(), SIGN_IN)["publicKey"]
    assert known["userVerification"] == "required"
    assert not known.get("allowCredentials")  # nobody learns whose accounts have passkeys
    assert len(known["challenge"]) >= 43  # 256 bits
    assert known["challenge"] != ask(browser(), SIGN_IN)["publicKey"]["challenge"]


WRONG: dict[str, dict[str, Any]] = {
    "foreign origin": {"origin": "http://localhost:81"},
    "https": {"origin": "https://localhost"},
    "foreign site": {"rp": "evil.example"},
    "not verified": {"flags": PRESENT},
    "not present": {"flags": VERIFIED},
    "other challenge": {"challenge": b"x" * 32},
    "other ceremony": {"kind": "payment.get"},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_signs_nobody_in(device: Authenticator, wrong: str) -> None:
    phone = browser()
    refused = sign_in(phone, device, **WRONG[wrong])
    assert refused.status_code == 422
    assert "doesn’t work here" in read(refused).text
    assert not is_in(phone)
    assert sign_in(phone, device).status_code == 303


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_makes_no_passkey(laptop: Client, wrong: str) -> None:
    refused = add(laptop, Authenticator(), **WRONG[wrong])
    assert refused.status_code == 422
    assert not Passkey.objects.exists()


def test_a_wrong_signature_or_account(device: Authenticator) -> None:
    phone = browser()
    assert sign_in(phone, device, key=Authenticator().key).status_code == 422
    assert sign_in(phone, device, user=b"another account").status_code == 422
    assert sign_in(phone, device, user=b"").status_code == 422
    other = Authenticator(b"never seen")
    assert sign_in(phone, other).status_code == 422
    assert not is_in(phone)


def test_another_accounts_passkey_doesnt_sign_in_to_this_one(device: Authenticator) -> None:
    quinn = browser()
    User.objects.create_user("quinn", password=PASSWORD)
    quinn.post("/sign-in/", {"username": "quinn", "password": PASSWORD})
    second = Authenticator(b"quinn's")
    assert add(quinn, second).status_code == 303
    phone = browser()
    assert sign_in(phone, second, user=device.user).status_code == 422
    second.id = device.id
    assert sign_in(phone, second).status_code == 422
    assert not is_in(phone)


def test_a_challenge_works_once(device: Authenticator) -> None:
    phone, thief = browser(), browser()
    options = ask(phone, SIGN_IN)
    thief.cookies = phone.cookies.copy()
    answer = device.signed(options)
    assert phone.post(SIGN_IN, {"credential": answer}).status_code == 303
    assert thief.post(SIGN_IN, {"credential": answer}).status_code == 422
    assert thief.post(SIGN_IN, {"credential": device.signed(options)}).status_code == 422
    assert not is_in(thief)


def test_a_challenge_is_of_one_browser_account_and_few_minutes(
    laptop: Client, device: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = device.signed(ask(browser(), SIGN_IN))
    assert browser().post(SIGN_IN, {"credential": answer}).status_code == 422
    # One for making a passkey isn't one for signing in.
    assert laptop.post(SIGN_IN, {"credential": device.signed(_as_known(laptop))}).status_code == 422
    # Nor is another account's for making one.
    User.objects.create_user("quinn", password=PASSWORD)
    quinn = browser()
    quinn.post("/sign-in/", {"username": "quinn", "password": PASSWORD})
    answer = Authenticator(b"new").made(ask(laptop, OWN))
    quinn.cookies["passkey"] = laptop.cookies["passkey"].value
    assert quinn.post(OWN, {"name": "x", "credential": answer}).status_code == 422
    from moderator.features.accounts import webauthn

    phone = browser()
    answer = device.signed(ask(phone, SIGN_IN))
    monkeypatch.setattr(webauthn, "CHALLENGE_S", -1)
    assert phone.post(SIGN_IN, {"credential": answer}).status_code == 422
    assert Passkey.objects.count() == 1


def _as_known(laptop: Client) -> dict[str, Any]:
    """The options for a new passkey, as if they were for signing in."""
    asked = ask(laptop, OWN)["publicKey"]
    return {"publicKey": {"challenge": asked["challenge"], "rpId": asked["rp"]["id"]}}


def test_a_copy_of_a_key_is_noticed(device: Authenticator) -> None:
    assert sign_in(browser(), device, counter=7).status_code == 303
    for counter in (7, 6, 0):
        assert sign_in(browser(), device, counter=counter).status_code == 422
    assert sign_in(browser(), device, counter=8).status_code == 303


def test_keys_that_dont_count_work_again_and_again(device: Authenticator) -> None:
    for _ in range(2):
        assert sign_in(browser(), device, counter=0).status_code == 303


def test_nobody_signs_in_after_removal_or_closing(
    user: User, laptop: Client, device: Authenticator
) -> None:
    user.is_active = False
    user.save()
    assert sign_in(browser(), device).status_code == 422
    user.is_active = True
    user.save()
    remove = read(laptop.get(PAGE)).one("button", name="remove").attributes["value"]
    assert laptop.post(OWN, {"remove": remove}).status_code == 303
    assert not Passkey.objects.exists()
    assert sign_in(browser(), device).status_code == 422


def test_removal_ends_every_other_session(
    user: User, laptop: Client, device: Authenticator
) -> None:
    thief = browser()
    assert sign_in(thief, device).status_code == 303
    assert laptop.post(OWN, {"remove": user.passkeys.get().pk}).status_code == 303
    assert (is_in(laptop), is_in(thief)) == (True, False)


def test_what_is_recorded(user: User, laptop: Client, device: Authenticator) -> None:
    assert sign_in(browser(), device, flags=PRESENT).status_code == 422
    assert sign_in(browser(), device).status_code == 303
    assert laptop.post(OWN, {"remove": user.passkeys.get().pk}).status_code == 303
    kinds = SecurityEvent.objects.filter(account=user.pk).order_by("pk").values_list("kind")
    assert [kind for (kind,) in kinds] == [
        *("account.login", "passkey.added", "account.failed_login"),
        *("passkey.used", "account.login", "passkey.removed"),
    ]


def test_nobody_removes_anothers(device: Authenticator) -> None:
    User.objects.create_user("quinn", password=PASSWORD)
    quinn = browser()
    quinn.post("/sign-in/", {"username": "quinn", "password": PASSWORD})
    for typed in (Passkey.objects.get().pk, "x", ""):
        assert quinn.post(OWN, {"remove": typed}).status_code == 303
    assert Passkey.objects.count() == 1


def test_a_passkey_is_stored_once_with_a_name(laptop: Client, device: Authenticator) -> None:
    again = add(laptop, device)
    assert "here already" in read(again).text
    for name in ("", "x" * 41, "a\nb"):
        assert add(laptop, Authenticator(b"2"), name).status_code == 422
    assert add(laptop, Authenticator(b"2"), "  my   laptop ").status_code == 303
    assert [one.name for one in Passkey.objects.order_by("pk")] == ["my phone", "my laptop"]


def test_there_are_not_too_many(laptop: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from moderator.features.accounts import webauthn

    monkeypatch.setattr(webauthn, "MOST_PASSKEYS", 1)
    assert add(laptop, Authenticator(b"1")).status_code == 303
    assert "too many" in read(add(laptop, Authenticator(b"2"))).text


def test_changes_ask_to_sign_in_again(user: User, laptop: Client, device: Authenticator) -> None:
    session = laptop.session
    session[sessions.BEGAN] -= pages.RECENT_S
    session.save()
    page = read(laptop.get(PAGE))
    assert not page.all("button", name="remove")
    (again,) = (one.attributes["href"] for one in page.all("a") if "Sign in again" in one.text)
    for form in ({"ask": ""}, {"remove": user.passkeys.get().pk}, {"name": "x"}):
        assert laptop.post(OWN, form).headers["Location"] == again
    assert user.passkeys.count() == 1
    to = read(laptop.get(again)).form(SIGN_IN)["next"]
    assert sign_in(laptop, device, to).headers["Location"] == PAGE
    assert "Sign in again" not in read(laptop.get(PAGE)).text
    assert laptop.post(OWN, {"remove": user.passkeys.get().pk}).status_code == 303
    assert not user.passkeys.exists()


def test_guesses_are_paused(device: Authenticator) -> None:
    phone = browser()
    free = throttling.SIGN_IN_AT_ACCOUNT.free
    for _ in range(free):
        assert sign_in(phone, device, flags=PRESENT).status_code == 422
    assert sign_in(browser(), device).status_code == 429
    known = browser()
    known.cookies["known"] = ""
    assert sign_in(known, device).status_code == 429


def test_a_known_browser_has_its_own_count(device: Authenticator) -> None:
    mine = browser()
    assert sign_in(mine, device).status_code == 303
    mine.post("/sign-out/")
    for _ in range(throttling.SIGN_IN_AT_ACCOUNT.free):
        assert sign_in(browser(), device, flags=PRESENT).status_code == 422
    assert sign_in(browser(), device).status_code == 429
    assert sign_in(mine, device).status_code == 303


HOSTILE = (
    *("", "x", "{}", "[]", "null", "1", '{"id": 1}', "[" * 9_000, "x" * 20_000),
    json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": {}}),
    json.dumps({"id": "eA", "rawId": "eA", "response": [1, None], "type": 7}),
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_anything_else_is_refused(laptop: Client, text: str) -> None:
    ask(laptop, OWN)
    assert laptop.post(OWN, {"name": "x", "credential": text}).status_code == 422
    phone = browser()
    ask(phone, SIGN_IN)
    assert phone.post(SIGN_IN, {"credential": text}).status_code == 422


def test_where_passkeys_work(laptop: Client, device: Authenticator) -> None:
    def says(host: str, **how: Any) -> bool:
        at = Client(headers={"host": host})
        page = read(at.get("/sign-in/", **how)).text
        answer = at.post(SIGN_IN, {"ask": ""}, **how)
        assert (answer.status_code == 422) is ("begins with https://" in page)
        return "begins with https://" in page

    assert says("127.0.0.1:8000")
    assert says("[::1]:8000")
    assert says("testserver")
    assert says("127.0.0.1", secure=True)
    assert not says("testserver", secure=True)
    assert not says("localhost:8000")
    Passkey.objects.all().delete()
    assert "passkey" not in read(browser().get("/sign-in/")).text  # nobody has one
