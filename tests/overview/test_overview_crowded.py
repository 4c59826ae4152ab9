"""The class of 24 groups that play four games, on a laptop and on a projector, in three engines."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.engines.fixtures import Engine
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.rooms import fits

SIZES = ((1366, 768), (1920, 1080))
MAKE = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.crypto import get_random_string
from moderator.core import games
from moderator.core.class_models import Presence
from moderator.core.models import Game
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import classroom_create, group_rename, groups_create
from moderator.features.clock.write import game_stop
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.write import moderator_appoint, seat_take
from moderator.rules.registry import GAMES
import json
user = User.objects.create_user(get_random_string(12))
classroom = classroom_create(user, "HIST 210, Tuesday afternoon", "Europe/Athens")
by, now = instructor_person(classroom), timezone.now()
iron = GAMES["age-of-iron"]
def scenario(name):
    return iron.scenario_wire(games.shipped()["age-of-iron"][name])
def side(rules, **options):
    return rules, scenario_draw(rules, options), options
for place, group in enumerate(groups_create(classroom, 24)):
    kind = place % 6
    names = ["ann", "bartholomew", "cem", "dea"][: 2 if kind == 5 else 4]
    if kind < 3:
        made = "age-of-iron", scenario("900-bc" if kind else "1800-bc"), {}
    elif kind == 3:
        made = side("war", players=names)
    elif kind == 4:
        made = "age-of-war", GAMES["age-of-war"].scenario_wire(
            games.scenarios_of(GAMES["age-of-war"])["standard"]), {"players": names}
    else:
        made = "valley-of-war", GAMES["valley-of-war"].scenario_wire(
            games.scenarios_of(GAMES["valley-of-war"])["standard"]), {}
    acting = "seats" if place % 4 == 1 and kind != 5 else "moderator"
    settings = GameSettings(is_waiting=place == 20, acting=acting)
    game = game_create(group, *made, by, settings)
    for number, seat in enumerate(game.seats.all()[: 4 if place % 3 else 2]):
        person = person_join(classroom, f"Maximiliane Featherstonehaugh {place} {number}")
        seat_take(person, seat)
        Presence.objects.create(person=person, seen=now - timedelta(minutes=20 * (number == 1)))
    if place % 4 == 0:
        helper = person_join(classroom, f"Konstantinos Papadopoulos the {place}th")
        moderator_appoint(helper, group)
        Presence.objects.create(person=helper, seen=now - timedelta(minutes=3 * (place % 8)))
    if place % 5 == 0:
        group_rename(group, f"The Hanging Gardens {place}")
    if place % 3 == 0:
        Game.objects.filter(pk=game.pk).update(created=now - timedelta(minutes=7 + place))
    if place == 22:
        game_stop(game, by, "instructor")
print(classroom.pk)
"""
LINK = """
from moderator.core.models import Classroom
from moderator.features.accounts.write import sign_in_link_create
print(sign_in_link_create(Classroom.objects.get(pk={pk}).instructor))
"""


@pytest.fixture
def pk(site: Site) -> int:
    """The class's primary key."""
    return int(site.run(MAKE))


def link(site: Site, pk: int) -> str:
    """A link that signs its instructor in, once."""
    return f"{site.url}/sign-in/{site.run(LINK.format(pk=pk)).strip()}/"


@pytest.mark.long
def test_no_text_lies_over_another(site: Site, pk: int, browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(link(site, pk))
        page.locator("main form button").first.click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{site.url}/classes/{pk}/")
            expect(page.locator(".overview tbody tr")).to_have_count(24)
            assert fits(page)
            assert not faults(page.evaluate, False)
            assert not violations(page)
            assert page.evaluate("document.documentElement.scrollHeight") <= 1_300


@pytest.mark.long
@pytest.mark.parametrize("engine", ["firefox", "webkit"], indirect=True)
def test_in_the_other_engines(site: Site, pk: int, engine: Engine) -> None:
    for size in SIZES:
        screen = engine.open(size)
        screen.goto(link(site, pk))
        path = screen.path
        screen.press("main form button")
        screen.until(lambda on=screen, before=path: on.path != before, "being signed in")
        screen.goto(f"{site.url}/classes/{pk}/")
        screen.shows(".overview tbody tr")
        assert not faults(screen.run, False)
