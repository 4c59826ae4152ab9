"""Role × address × status: who may open what, for every address that there is."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import serializers
from django.test import Client
from django.urls import get_resolver, reverse

from moderator.play import keys, log, selectors
from moderator.rules.game import MODERATOR
from moderator.web.feed_access import feed_access
from tests.web.world import ROLES, World

Args = Callable[[World], list[object]]


def nothing(world: World) -> list[object]:
    return []


def code(world: World) -> list[object]:
    return [world.group.code]


def classroom(world: World) -> list[object]:
    return [world.classroom.pk]


def group(world: World) -> list[object]:
    return [world.classroom.pk, world.group.number]


EVERYBODY = [200] * 9
LED_ON = [302] * 9
POST_ONLY = [405] * 9
# nobody, three students, two moderators, instructor, another, administrator
RECORDERS = [404, 404, 404, 404, 200, 404, 200, 404, 200]
INSTRUCTORS = [404, 404, 404, 404, 404, 404, 200, 404, 200]
SIGNED_IN = [302, 302, 302, 302, 302, 302, 200, 200, 200]

GET: dict[str, tuple[Args, list[int]]] = {
    "home": (nothing, EVERYBODY),
    "about": (nothing, EVERYBODY),
    "healthz": (nothing, EVERYBODY),
    "readyz": (nothing, [503] * 9),  # no feed runs beside these tests
    "metrics": (nothing, [404] * 9),  # for the holder of a token
    "join-home": (nothing, LED_ON),
    "back": (lambda w: ["any-token"], EVERYBODY),
    # Who has joined already is led to the seat, everybody else is asked for a name.
    "join": (code, [200, 302, 302, 200, 200, 200, 200, 200, 200]),
    "seats": (code, LED_ON),
    "play": (code, [302, 200, 302, 302, 302, 302, 302, 302, 302]),
    "play-leave": (code, POST_ONLY),
    "pin": (nothing, EVERYBODY),
    "console-link": (lambda w: [keys.console_token(w.group)], EVERYBODY),  # the link is the key
    "sign-in": (nothing, [200, 200, 200, 200, 200, 200, 302, 302, 302]),
    "one-time": (lambda w: ["any-token"], EVERYBODY),
    "password": (nothing, SIGNED_IN),
    "sign-out": (nothing, POST_ONLY),
    "classes": (nothing, SIGNED_IN),
    "class-new": (nothing, SIGNED_IN),
    "classroom": (classroom, INSTRUCTORS),
    "class-change": (classroom, INSTRUCTORS),
    "class-delete": (classroom, INSTRUCTORS),
    "person": (lambda w: [w.classroom.pk, w.person("Eve").number], INSTRUCTORS),
    "game-new": (classroom, INSTRUCTORS),
    "groups-make": (classroom, POST_ONLY),
    "group": (group, INSTRUCTORS),
    "group-withdraw": (group, INSTRUCTORS),
    "record-upload": (group, POST_ONLY),
    "group-delete": (group, INSTRUCTORS),
    "game-delete": (lambda w: [*group(w), w.game.number], INSTRUCTORS),
    "chart": (code, EVERYBODY),
    "chart-replay": (code, EVERYBODY),
    "console": (code, RECORDERS),
    "replay": (code, RECORDERS),
    "hear": (code, RECORDERS),
    "move": (code, POST_ONLY),
    "correct": (code, RECORDERS),
    "helping": (code, RECORDERS),
    "chart-pdf": (code, RECORDERS),
    "score-pdf": (code, RECORDERS),
    "briefings-pdf": (code, RECORDERS),
    "record": (code, RECORDERS),
}

# What each audience's feed is, for the paths that are answered before Django.
FEEDS: dict[str, list[str | None]] = {
    "c": ["public"] * 9,
    "g": [None, None, None, None, "moderator", None, "moderator", None, "moderator"],
    "play": [None, "seat:egypt", None, None, "public", None, None, None, None],
}


def addresses(world: World) -> dict[str, str]:
    return {name: reverse(name, args=args(world)) for name, (args, _) in GET.items()}


def everything() -> str:
    """All that is stored, sessions aside."""
    models = [*apps.get_app_config("play").get_models(), User]
    return "\n".join(serializers.serialize("json", m.objects.order_by("pk")) for m in models)


def answer(browser: Client, url: str) -> int:
    return browser.get(url).status_code


def test_every_address_is_in_the_table() -> None:
    names = {pattern.name for pattern in get_resolver("moderator.web.urls").url_patterns}
    assert names == set(GET)


def test_there_are_no_other_addresses() -> None:
    included = get_resolver("moderator.urls").url_patterns
    assert [str(p.urlconf_module.__name__) for p in included] == ["moderator.web.urls"]


@pytest.mark.parametrize(("place", "role"), list(enumerate(ROLES)), ids=ROLES)
def test_who_may_open_what(world: World, place: int, role: str) -> None:
    before = everything()
    browser = world.browsers[role]
    found = {name: answer(browser, url) for name, url in addresses(world).items()}
    assert found == {name: expected[place] for name, (_, expected) in GET.items()}
    assert everything() == before, "looking changed something"


@pytest.mark.parametrize(("place", "role"), list(enumerate(ROLES)), ids=ROLES)
def test_who_is_shown_which_feed(world: World, place: int, role: str) -> None:
    cookies = {name: morsel.value for name, morsel in world.browsers[role].cookies.items()}
    for page, audiences in FEEDS.items():
        found = feed_access(f"/{page}/{world.group.code}/feed", cookies)
        expected = audiences[place]
        assert found == (expected and (world.group.pk, expected)), page
        assert feed_access(f"/{page}/AAAAAA/feed", cookies) is None


def private(statuses: list[int]) -> bool:
    return 404 in statuses


@pytest.mark.parametrize(("place", "role"), list(enumerate(ROLES)), ids=ROLES)
def test_a_stranger_can_send_nothing(world: World, place: int, role: str) -> None:
    """Nor learn from the answer whether anything is there."""
    before = everything()
    browser = world.browsers[role]
    shut = {n for n, (_, statuses) in GET.items() if statuses[place] == 404}
    if role not in ("moderator", "instructor", "administrator"):
        shut |= {"move"}
    if role not in ("instructor", "administrator"):
        shut |= {"groups-make", "record-upload"}
    safe_only = {
        "chart-pdf",
        "score-pdf",
        "briefings-pdf",
        "record",
        "classroom",
        "hear",
        "console",
        "replay",
    }
    urls = addresses(world)
    for name in sorted(shut):
        status = browser.post(urls[name], {"count": "1", "name": "X", "do": "remove"}).status_code
        assert status == (405 if name in safe_only else 404), name
    assert everything() == before


@pytest.mark.parametrize("name", sorted(n for n, (_, s) in GET.items() if 404 in s))
def test_what_is_closed_looks_as_if_it_were_not_there(world: World, name: str) -> None:
    url = addresses(world)[name]
    missing = url.replace(world.group.code, "AAAAAA").replace(
        f"/classes/{world.classroom.pk}/", "/classes/999999/"
    )
    missing = missing.replace("/metrics", "/nothing")
    assert url != missing
    nobody = world.browsers["nobody"]
    closed, absent = nobody.get(url), nobody.get(missing)
    assert closed.status_code == absent.status_code == 404
    assert closed.content.replace(url.encode(), b"") == absent.content.replace(
        missing.encode(), b""
    )


@pytest.mark.parametrize("role", ROLES[:4])
def test_no_page_holds_another_seats_secrets(world: World, role: str) -> None:
    rules = log.rules_of(world.game)
    scenario = rules.read_scenario(world.game.scenario)
    own = {"student": "egypt"}.get(role)
    secrets = {
        player.id: (escape(player.briefing[:60]), escape(player.briefing[-60:].strip()))
        for player in scenario.players
    }
    pages = {
        name: world.browsers[role].get(url, follow=False).content.decode()
        for name, url in addresses(world).items()
        if not url.startswith("/sign-out/")
    }
    for name, text in pages.items():
        for player, parts in secrets.items():
            if player == own and name == "play":
                assert all(part in text for part in parts), "the own briefing is missing"
            else:
                assert not any(part in text for part in parts), f"{player}'s briefing on {name}"


@pytest.mark.parametrize("role", ROLES[:4])
def test_no_page_holds_another_seats_objectives(world: World, role: str) -> None:
    own = {"student": "egypt"}.get(role)
    objectives = {
        "egypt": "No Presence of Hatti in Syria",
        "babylon": "No Presence of Assyria in Mitanni",
        "assyria": "No Presence of Babylon in Mitanni",
        "hatti": "No Presence of Egypt in Syria",
    }
    now = selectors.timeline(world.game)
    told = now.game.view(now.state, MODERATOR).countries
    for country in told:  # so that a change of wording is noticed here
        assert objectives[country.seat.id] in [one.sentence for one in country.objectives]
    for name, url in addresses(world).items():
        text = world.browsers[role].get(url).content.decode()
        for player, sentence in objectives.items():
            assert (sentence in text) == (player == own and name == "play"), f"{player} on {name}"
