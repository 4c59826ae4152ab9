"""A form that this site did not make is refused, whoever's browser sends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from moderator import metrics
from tests.support.addresses import patterns
from tests.support.web.access_table import STATUSES
from tests.support.web.reading import read
from tests.support.web.secret_world import SecretWorld, as_new, build
from tests.support.web.sent import address, form
from tests.support.web.visits import dump, undone

pytestmark = pytest.mark.django_db
EXEMPT = ("lti-login", "lti-launch")  # what platforms post, which changes nothing unless signed
SENT = sorted(name for name, method in STATUSES if method == "POST" and name not in EXEMPT)


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[SecretWorld]:
    with django_db_blocker.unblock(), undone():
        yield build()


@pytest.fixture
def world(built: SecretWorld) -> SecretWorld:
    return as_new(built)


def strict(world: SecretWorld, role: str) -> Client:
    """The same browser on a site that checks CSRF tokens, like the deployed one."""
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = world.browsers[role].cookies
    return browser


@pytest.mark.slow
def test_no_form_is_taken_without_its_token(world: SecretWorld) -> None:
    target = world.targets[0]
    for role in ("student", "administrator"):
        sent = {name: (address(name, target, is_sent=True), form(name, target)) for name in SENT}
        browser, before = strict(world, role), dump()
        for name, (url, fields) in sent.items():
            answer = browser.post(url, fields)
            assert answer.status_code == 403, name
            assert "Your form was not accepted" in read(answer).text
        assert dump() == before, role


@pytest.mark.slow
def test_no_form_is_taken_from_another_site(world: SecretWorld) -> None:
    """Even with a token that matches the cookie."""
    browser, target = strict(world, "instructor"), world.targets[0]
    page = read(browser.get(address("class-change", target)))
    url = address("class-change", target)
    token = page.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    fields = {"csrfmiddlewaretoken": token, "name": "Taken", "time_zone": "UTC"}
    before = dump()
    for host in ("https://evil.example", "null", "http://testserver.evil.example",
                 "http://testserver:81"):  # fmt: skip
        assert browser.post(url, fields, headers={"Origin": host}).status_code == 403, host
    assert dump() == before
    own = {"Origin": "http://testserver"}
    assert browser.post(url, fields, headers=own).status_code == 303


def test_another_browsers_token_opens_nothing(world: SecretWorld) -> None:
    target = world.targets[0]
    planted = read(strict(world, "student").get(address("pin", target)))
    token = planted.all("input", name="csrfmiddlewaretoken")[0].attributes["value"]
    fields = form("class-change", target) | {"csrfmiddlewaretoken": token}
    browser = strict(world, "instructor")
    browser.get(address("class-change", target))
    assert browser.post(address("class-change", target), fields).status_code == 403


def test_a_method_override_is_ignored(world: SecretWorld) -> None:
    """Neither a header nor a field turns one method into another."""
    browser, target = strict(world, "instructor"), world.targets[0]
    url = address("class-delete", target)
    before = dump()
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        assert browser.get(url + "?_method=POST", headers={name: "POST"}).status_code == 200
        assert browser.post(url, {"_method": "GET"}, headers={name: "GET"}).status_code == 403
    assert dump() == before


def test_only_what_platforms_post_is_exempt(world: SecretWorld) -> None:
    assert "django.middleware.csrf.CsrfViewMiddleware" in settings.MIDDLEWARE
    callbacks = [pattern.callback for pattern in patterns()]
    urls = {address(name, world.targets[0]) for name, _ in STATUSES}
    assert len(callbacks) == len({resolve(url.partition("?")[0]).route for url in urls})
    exempt = [view for view in callbacks if getattr(view, "csrf_exempt", False)]
    assert exempt == [resolve(reverse(name)).func for name in EXEMPT]


def test_a_form_without_a_token_is_counted_and_not_logged(
    world: SecretWorld, caplog: pytest.LogCaptureFixture
) -> None:
    browser, url = strict(world, "student"), address("class-change", world.targets[0])
    before = metrics.NO_TOKEN._value.get()
    for _ in range(3):
        assert browser.post(url).status_code == 403
    assert metrics.NO_TOKEN._value.get() == before + 3
    assert caplog.records == []
    assert b"moderator_posts_without_token_total" in metrics.text()
