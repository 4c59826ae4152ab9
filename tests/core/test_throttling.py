"""Guessing is rate-limited; a class that joins from one address isn't."""

from __future__ import annotations

import random

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from moderator.core import credentials, throttling
from moderator.core.class_models import WrongTries
from moderator.core.models import Classroom, Person
from moderator.core.throttling import RateLimit, RateLimitKey, try_begin
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.classes.write import groups_create
from tests.support.amount import amount
from tests.support.clock import Clock
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World

pytestmark = pytest.mark.slow

GUESSES = amount(75, 150)
PUPILS = amount(15, 30)


def type_pin(classroom: Classroom, pin: str, browser: Client | None = None, **more: str) -> int:
    form = {"code": classroom.code, "pin": pin}
    return (browser or Client()).post(reverse("pin"), form, **more).status_code


def wrong_pins(classroom: Classroom, count: int, **more: str) -> list[int]:
    return [type_pin(classroom, "AAAAAAAA", **more) for _ in range(count)]


def use_up(limit: RateLimit, but: int = 0) -> None:
    """Uses up all free tries of the tests' own address, except for `but`."""
    for _ in range(limit.free - but):
        assert try_begin([RateLimitKey(limit, "127.0.0.1")]) == 0


def test_pins_of_a_class_are_paused_and_its_links_are_not(world: World) -> None:
    free = throttling.PIN_AT_CLASS.free
    assert wrong_pins(world.classroom, free) == [422] * free
    right, far = credentials.console_pin(world.group), world.far_group
    by_group = Client().post(reverse("pin"), {"code": world.group.code, "pin": right})
    assert by_group.status_code == 429  # the code of the class's group gives no more guesses
    paused = Client().post(reverse("pin"), {"code": world.classroom.code, "pin": right})
    assert paused.status_code == 429
    assert 0 < int(paused.headers["Retry-After"]) <= 60
    assert "Wait a minute" in read(paused).text
    assert "link still opens the console" in read(paused).text
    assert worlds.moderate(world.group).get(reverse("console", args=[world.group.code]))
    assert type_pin(far.classroom, credentials.console_pin(far)) == 303


def test_pauses_grow_end_and_are_forgotten(world: World, clock: Clock) -> None:
    wrong_pins(world.classroom, throttling.PIN_AT_CLASS.free)
    pauses = []
    for _ in range(6):
        paused = Client().post(reverse("pin"), {"code": world.classroom.code, "pin": "AAAAAAAA"})
        pauses.append(int(paused.headers["Retry-After"]))
        clock.wait(pauses[-1] - 1)
        assert wrong_pins(world.classroom, 1) == [429]
        clock.wait(1)
        assert wrong_pins(world.classroom, 1) == [422]
    assert pauses == [60, 120, 240, 300, 300, 300]  # never longer: a class waits for its console
    clock.wait(300)
    right = credentials.console_pin(world.group)
    assert [type_pin(world.classroom, right) for _ in range(3)] == [303] * 3  # these don't count
    assert wrong_pins(world.classroom, 2) == [422, 429]
    clock.wait(throttling.HOUR_S + 300)
    assert (
        wrong_pins(world.classroom, throttling.PIN_AT_CLASS.free)
        == [422] * throttling.PIN_AT_CLASS.free
    )


def test_a_session_is_paused_before_its_class_is(world: World) -> None:
    prankster = world.browsers["student"]
    for _ in range(throttling.PIN_BY_PERSON.free):
        assert type_pin(world.classroom, "AAAAAAAA", prankster) == 422
    right = credentials.console_pin(world.group)
    assert type_pin(world.classroom, right, prankster) == 429
    assert type_pin(world.classroom, right) == 303


def test_an_address_is_paused_whatever_class_it_tries(world: World) -> None:
    use_up(throttling.PIN_BY_ADDRESS, but=1)
    elsewhere = {"code": "BBBBBBB", "pin": "AAAAAAAA"}
    assert Client().post(reverse("pin"), elsewhere).status_code == 422
    right = credentials.console_pin(world.group)
    assert type_pin(world.classroom, right) == 429
    assert type_pin(world.classroom, right, REMOTE_ADDR="192.0.2.7") == 303


def test_a_class_joins_while_its_address_guesses_codes(world: World, clock: Clock) -> None:
    """Many students, each of whom mistypes twice, with the same address as a guesser."""
    groups_create(world.classroom, 1)  # without a game, so more than the seats may join
    use_up(throttling.CODE_BY_ADDRESS, but=50)
    chance = random.Random(3)
    statuses = []
    for number in range(GUESSES):
        guess = "".join(chance.choices(credentials.ALPHABET, k=7))
        statuses.append(Client().get("/", {"code": guess}).status_code)
        if number % (GUESSES // PUPILS) == 0:
            clock.wait(0.5)  # not all at once, which would need the instructor's approval
            code = world.classroom.code
            phone = Client()
            wrong = "A" if code[0] == "Q" else "Q"
            for slip in (code[1:] + code[0], wrong + code[1:]):
                assert phone.get("/", {"code": slip}).status_code in (422, 429)
            found = phone.get("/", {"code": f" {code[:3].lower()}-{code[3:].lower()}"})
            assert found.headers["Location"] == reverse("join", args=[code])
            joined = phone.post(found.headers["Location"], {"name": f"Pupil {number}"})
            assert joined.status_code == 303
    assert Person.objects.filter(name__startswith="Pupil ").count() == PUPILS
    assert set(statuses) == {422, 429}  # and nothing was found
    assert statuses.count(422) < 50


def test_guesses_during_a_pause_write_nothing(world: World) -> None:
    place = f"/c/{'B' * 7}/"
    use_up(throttling.CODE_BY_ADDRESS)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(place).status_code == 429
    assert [q["sql"] for q in queries if not q["sql"].startswith("SELECT")] == []


def test_every_secret_is_rate_limited(world: World) -> None:
    """A 404 tells a guesser as much as a wrong code."""
    looked_at = ("/?code={}", "/join/{}/", "/join/{}/seats/", "/c/{}/", "/play/{}/", "/g/{}/")
    looked_at += ("/g/{}/record.json", "/m/{}-AAAAAAAAAAAAAAAAAAAAAA/")
    sent = ("/g/{}/move/", "/join/back/{}/", "/sign-in/{}/")
    browser = Client(REMOTE_ADDR="2001:db8:1:2::1")
    for path in (*looked_at, *sent):
        WrongTries.objects.all().delete()
        ask = browser.post if path in sent else browser.get
        assert ask(path.format("BBBBBBB")).status_code in (404, 422)
        (row,) = WrongTries.objects.all()
        assert row.tries == 1, path
        WrongTries.objects.update(tries=throttling.CODE_BY_ADDRESS.free - 1)
        assert ask(path.format("BBBBBBB")).status_code in (404, 422)
        assert ask(path.format("BBBBBBB")).status_code == 429, path
    neighbour = Client(REMOTE_ADDR="2001:db8:1:2:ffff::9")  # in the same network
    assert neighbour.get("/c/CCCCCCC/").status_code == 429
    assert neighbour.get(reverse("chart", args=[world.group.code])).status_code == 200
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").get("/c/CCCCCCC/").status_code == 404


def test_during_a_pause_codes_must_be_exact(world: World) -> None:
    classroom = world.classroom
    classroom.code = "AAAAA5B"
    classroom.save()
    assert Client().get("/", {"code": "aaaaas8"}).status_code == 302
    use_up(throttling.CODE_BY_ADDRESS)
    assert Client().get("/", {"code": "aaaaas8"}).status_code == 429
    assert Client().get("/", {"code": "aaaaa5b"}).status_code == 302


def test_addresses_are_told_apart_by_network() -> None:
    def of(text: str) -> str:
        return throttling.address_of(RequestFactory(REMOTE_ADDR=text).get("/"))

    assert of("192.0.2.7") == of("::ffff:192.0.2.7") == "192.0.2.7"
    assert of("2001:db8::1") == of("2001:db8::ffff:1") == "2001:db8::/64"
    assert of("2001:db8:0:1::1") != of("2001:db8::1")
    assert of("fe80::1%eth0") == of("fe80::2%eth0")
    assert of("") == ""


def test_strangers_keep_no_instructor_out(db: None) -> None:
    """They pause the account for themselves; a browser that signed in before has its own count."""
    user = User.objects.create_user("pat", password="seven hills of Rome")
    form = {"username": "pat", "password": "seven hills of Rome"}
    laptop = Client()
    assert laptop.post("/sign-in/", form).status_code == 303
    laptop.post(reverse("sign-out"))
    wrong = form | {"password": "eight hills of Rome"}
    free = throttling.SIGN_IN_AT_ACCOUNT.free
    strangers = [Client().post("/sign-in/", wrong).status_code for _ in range(free + 1)]
    assert strangers == [422] * free + [429]
    assert Client().post("/sign-in/", form).status_code == 429  # otherwise there would be no pause
    assert laptop.post("/sign-in/", form).status_code == 303
    other = User.objects.create_user("quinn", password="seven hills of Rome")
    laptop.post(reverse("sign-out"))
    for _ in range(free):
        assert laptop.post("/sign-in/", wrong).status_code == 422
    assert laptop.post("/sign-in/", form).status_code == 429  # its own count ends, too
    as_other = form | {"username": other.get_username()}
    assert laptop.post("/sign-in/", as_other).status_code == 303  # that browser is unknown there
    link = sign_in_link_create(user)
    assert Client().post(reverse("one-time", args=[link])).status_code == 303


@pytest.mark.parametrize("username", ["pat", "nobody", "ｐａｔ"])
def test_an_account_that_is_not_there_is_paused_like_one_that_is(db: None, username: str) -> None:
    User.objects.create_user("pat", password="seven hills of Rome")
    form = {"username": username, "password": "x"}
    free = throttling.SIGN_IN_AT_ACCOUNT.free
    answers = [Client().post("/sign-in/", form).status_code for _ in range(free + 1)]
    assert answers == [422] * free + [429]
    if username != "nobody":
        as_typed = Client().post("/sign-in/", form | {"username": "pat"})
        assert as_typed.status_code == 429


def test_an_account_has_one_tally_however_its_name_is_typed(db: None) -> None:
    User.objects.create_user("ida", password="a long pass phrase")
    names = ["ida", " ida", "ida\u00a0", "\n ida \t", "\uff49da", " " * 200 + "ida"]
    slow_by_now = throttling.SIGN_IN_AT_ACCOUNT.free
    forms = [
        {"username": names[n % len(names)], "password": "wrong"} for n in range(slow_by_now + 6)
    ]
    answers = [Client().post("/sign-in/", form).status_code for form in forms]
    assert answers == [422] * slow_by_now + [429] * 6


def test_a_year_of_guesses_at_one_time_codes_finds_hardly_one() -> None:
    limit = throttling.SECOND_FACTOR
    guesses, waited_s = 0, 0
    while waited_s < 365 * 24 * 3600:
        guesses += 1
        waited_s += limit.pause_s(guesses)
    assert guesses < 400  # a year of guessing with the password known; three codes of a million fit
