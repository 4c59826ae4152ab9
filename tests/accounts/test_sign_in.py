"""Signing in as an instructor, and out."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from moderator.core import throttling
from moderator.features.accounts.write import sign_in_link_create
from moderator.features.classes.write import classroom_create
from tests.support.web.reading import read

pytestmark = pytest.mark.django_db
PASSWORD = "seven hills of Rome"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("pat", password=PASSWORD)


def test_a_one_time_link_survives_being_looked_at(user: User) -> None:
    user.set_unusable_password()
    user.save()
    url = reverse("one-time", args=[sign_in_link_create(user)])
    for _ in range(3):
        preview = Client().get(url)
        assert "sessionid" not in preview.cookies
    laptop = Client()
    signed_in = laptop.post(url)
    assert signed_in.headers["Location"] == reverse("password")
    assert "Not now" in read(laptop.get(reverse("password"))).text
    assert laptop.get(reverse("classes")).status_code == 200
    again = Client().post(url)
    assert again.status_code == 404
    assert "no longer works" in read(again).text


def test_setting_a_password_keeps_this_laptop_signed_in(user: User) -> None:
    laptop = Client()
    laptop.force_login(user)
    url = reverse("password")
    page = read(laptop.get(url))
    new = "a wholly new password"
    form = page.form(url, old_password=PASSWORD, new_password1=new, new_password2=new)
    assert laptop.post(url, form).headers["Location"] == reverse("classes")
    assert laptop.get(reverse("classes")).status_code == 200
    assert Client().login(username="pat", password=new)


@pytest.mark.parametrize(("one", "two"), [("tiny77", "tiny77"), ("a long password", "another one")])
def test_a_refused_password_has_an_error_beside_the_field(user: User, one: str, two: str) -> None:
    laptop = Client()
    laptop.force_login(user)
    answer = laptop.post(reverse("password"), {"new_password1": one, "new_password2": two})
    page = read(answer)
    assert answer.status_code == 422
    field = page.id("id_new_password2")
    assert field.attributes["aria-invalid"] == "true"
    assert page.id("id_new_password2-error").text in page.describes(field)
    assert one not in answer.content.decode()
    assert Client().login(username="pat", password=PASSWORD)


def test_the_right_password_goes_on_where_it_was_wanted(user: User) -> None:
    laptop = Client()
    wanted = reverse("class-new")
    asked = laptop.get(wanted)
    assert asked.headers["Location"] == f"/sign-in/?next={wanted}"
    form = read(laptop.get(asked.headers["Location"])).form("/sign-in/")
    done = laptop.post("/sign-in/", form | {"username": "pat", "password": PASSWORD})
    assert (done.status_code, done.headers["Location"]) == (303, wanted)


@pytest.mark.parametrize("wanted", ["https://example.com/", "//example.com", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(user: User, wanted: str) -> None:
    form = {"username": "pat", "password": PASSWORD, "next": wanted}
    assert Client().post("/sign-in/", form).headers["Location"] == "/classes/"


@pytest.mark.parametrize("username", ["pat", "nobody", ""])
def test_a_wrong_password_and_a_wrong_name_get_one_answer(user: User, username: str) -> None:
    answer = Client().post("/sign-in/", {"username": username, "password": "wrong"})
    page = read(answer)
    assert answer.status_code == 422
    assert "don’t match" in page.describes(page.id("password"))
    assert page.id("username").attributes["value"] == username
    assert "value" not in page.id("password").attributes


def test_signing_in_gives_the_session_a_new_key(user: User) -> None:
    laptop = Client()
    session = laptop.session
    session["planted"] = True
    session.save()
    laptop.cookies["sessionid"] = session.session_key
    laptop.post("/sign-in/", {"username": "pat", "password": PASSWORD})
    assert laptop.cookies["sessionid"].value != session.session_key


def test_signing_out_takes_everything_along(user: User) -> None:
    laptop = Client()
    laptop.force_login(user)
    assert laptop.get(reverse("sign-out")).status_code == 405
    assert laptop.get(reverse("classes")).status_code == 200
    assert laptop.post(reverse("sign-out")).headers["Location"] == "/"
    assert laptop.get(reverse("classes")).status_code == 302


def test_whose_account_was_closed_is_a_stranger(user: User) -> None:
    laptop = Client()
    laptop.force_login(user)
    classroom = classroom_create(user, "HIST 210")
    user.is_active = False
    user.save()
    assert laptop.get(reverse("classroom", args=[classroom.pk])).status_code == 404


@pytest.mark.slow
def test_accents_may_be_typed_either_way(user: User) -> None:
    """Some keyboards send a letter with its accent, others the two separately."""
    apart, whole = "sept colline\u0300s de Rome", "sept collin\u00e8s de Rome"
    laptop = Client()
    laptop.force_login(user)
    url = reverse("password")
    form = read(laptop.get(url)).form(
        url, old_password=PASSWORD, new_password1=apart, new_password2=whole
    )
    assert laptop.post(url, form).status_code == 303
    for typed in (apart, whole):
        form = {"username": "pat", "password": typed}
        assert Client().post("/sign-in/", form).status_code == 303


@pytest.mark.slow
def test_a_new_password_takes_the_old_one(user: User) -> None:
    """A minute alone with an open laptop is not enough to take over the account."""
    laptop = Client()
    laptop.force_login(user)
    url = reverse("password")
    new = {"new_password1": "a wholly new password", "new_password2": "a wholly new password"}
    free = throttling.PASSWORD_AGAIN.free
    for _ in range(free):
        refused = laptop.post(url, new | {"old_password": "wrong"})
        assert refused.status_code == 422
        page = read(refused)
        assert page.id("id_old_password").attributes["aria-invalid"] == "true"
    assert laptop.post(url, new | {"old_password": PASSWORD}).status_code == 429
    assert Client().login(username="pat", password=PASSWORD)


@pytest.mark.slow
def test_password_fields_help_whoever_keeps_passwords(user: User) -> None:
    """Nothing prevents a password manager, pasting, or 64 letters and more."""
    laptop = Client()
    laptop.force_login(user)
    pages = {"/sign-in/": Client(), reverse("password"): laptop}
    wanted = {
        "username": "username",
        "password": "current-password",
        "old_password": "current-password",
        "new_password1": "new-password",
        "new_password2": "new-password",
    }
    seen = set()
    for url, browser in pages.items():
        for field in read(browser.get(url)).one("main").all("input"):
            name = field.attributes["name"]
            if name in wanted:
                seen.add(name)
                assert field.attributes["autocomplete"] == wanted[name]
                assert name == "username" or "maxlength" not in field.attributes
    assert seen == set(wanted)
    long = "correct horse battery staple " * 40
    form = {"old_password": PASSWORD, "new_password1": long, "new_password2": long}
    assert laptop.post(reverse("password"), form).status_code == 303
    assert Client().post("/sign-in/", {"username": "pat", "password": long}).status_code == 303
