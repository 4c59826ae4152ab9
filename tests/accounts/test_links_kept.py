"""A link that gives access is in no log and sent to no other site, used or not."""

from __future__ import annotations

import io
import secrets
from collections.abc import Iterator

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from moderator.core import credentials, throttling
from moderator.core.people import person_return_link
from moderator.core.throttling import RateLimitKey, try_begin
from moderator.features.accounts.write import sign_in_link_create
from tests.support.site import Site
from tests.support.web.visits import logged
from tests.support.web.world import World


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Every line of every level, as the site logs it."""
    out = io.StringIO()
    with logged(out):
        yield out


def links_of(world: World) -> dict[str, str]:
    """Each kind of link, with its token."""
    tokens = {
        "console-link": credentials.console_token(world.group),
        "back": person_return_link(world.person("Eve")),
        "one-time": sign_in_link_create(world.instructor),
    }
    return {reverse(name, args=[token]): token for name, token in tokens.items()}


def wrong(url: str) -> str:
    """The link with another last letter."""
    return f"{url[:-2]}{'-' if url[-2] == '_' else '_'}/"


def broken(request: HttpRequest, **named: str) -> None:
    raise RuntimeError("a defect")


def test_no_log_holds_a_link(
    world: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = links_of(world)
    statuses = set()
    for url in links:
        careful = Client(enforce_csrf_checks=True)
        statuses |= {careful.get(url).status_code, careful.post(url).status_code}
        statuses |= {Client().put(url).status_code, Client().get(f"{url}more/").status_code}
        statuses |= {Client().get(url, headers={"host": "evil.example"}).status_code}
        statuses |= {Client().post(wrong(url)).status_code}
        for _ in range(throttling.CODE_BY_ADDRESS.free):
            try_begin([RateLimitKey(throttling.CODE_BY_ADDRESS, "127.0.0.1")])
        statuses |= {Client().post(wrong(url)).status_code}
    monkeypatch.setattr(credentials, "console_group", broken)
    monkeypatch.setattr("moderator.features.people.join.person_by_return_link", broken)
    monkeypatch.setattr("moderator.features.accounts.pages.sign_in_link_use", broken)
    for url in links:
        statuses.add(Client(raise_request_exception=False).post(url).status_code)
    assert statuses == {200, 400, 403, 404, 405, 429, 500}
    text = log.getvalue()
    assert "a defect" in text
    assert "/m/<str:token>/" in text
    for token in links.values():
        assert token[:-1] not in text
    assert world.group.code not in text


def test_no_other_site_gets_a_link(world: World) -> None:
    for url in links_of(world):
        answers = [Client().get(url), Client().get(f"{url}more/"), Client().post(wrong(url))]
        answers += [Client(enforce_csrf_checks=True).post(url), Client().post(url)]
        for answer in answers:
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert answer.headers["Cache-Control"] == "no-store"
        assert answers[-1].status_code == 303
        assert url not in answers[-1].headers["Location"]  # it disappears from the address bar


@pytest.mark.long
def test_the_running_site_prints_no_link(site: Site) -> None:
    word = secrets.token_urlsafe(16)
    ask = (
        "import sys, urllib.request, urllib.error\n"
        "for path in sys.argv[2:]:\n"
        "    try: urllib.request.urlopen(sys.argv[1] + path)\n"
        "    except urllib.error.HTTPError: pass\n"
    )
    paths = [
        f"/{door}{word}{end}" for door in ("m/KX7P2MQ-", "sign-in/", "c/") for end in ("/", "")
    ]
    assert site.run(f"import sys; sys.argv[1:] = {[site.url, *paths]}\n{ask}") == ""
    assert site.url in site.printed
    assert word not in site.printed
