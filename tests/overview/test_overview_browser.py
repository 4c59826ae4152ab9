"""The overview in Chromium: it follows the games, counts the time, and says who is connected."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.faults import faults
from tests.support.web.rooms import fits, room

LOSE = """
from datetime import timedelta
from django.utils import timezone
from moderator.core import queries
from moderator.core.class_models import Presence
from moderator.core.models import Game
from moderator.core.people import person_join
from moderator.features.people.write import moderator_appoint, seat_take
group = queries.group_by_code({code!r})
game = queries.game_now(group)
helper = person_join(group.classroom, "Konstantinos Papadopoulos")
moderator_appoint(helper, group)
seats = list(game.seats.all())
players = [person_join(group.classroom, f"Maximiliane {{seat.player}}") for seat in seats]
for player, seat in zip(players, seats):
    seat_take(player, seat)
then = timezone.now() - timedelta(minutes=40)
Game.objects.filter(pk=game.pk).update(created=then - timedelta(minutes=5))
Presence.objects.bulk_create(Presence(person=one, seen=then) for one in (helper, *players))
"""
LONG_S = 30_000  # milliseconds; who is connected is stored every five seconds


def nothing_found(page: Page) -> None:
    found = violations(page)
    assert not found


@pytest.mark.long
def test_the_overview_follows_a_game_and_who_is_connected(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    with (
        browser.new_context(viewport={"width": 1366, "height": 768}) as desk,
        browser.new_context() as phone,
        browser.new_context() as laptop,
    ):
        table.join(phone, "Ana")
        console = table.console(laptop)
        page = table.teach(desk)
        row = page.locator("#group-1")
        expect(row).to_contain_text("Egypt’s turn")
        time = row.locator("time")
        first = time.inner_text()
        assert re.fullmatch(r"\d+:\d\d", first)
        expect(time).not_to_have_text(first)
        console.fill("#command", "syria 13")
        console.press("#command", "Enter")
        expect(row.locator(".small-chart .has-presence.seat-1").first).to_be_visible()
        for width in (1366, 320):
            page.set_viewport_size({"width": width, "height": 768})
            assert fits(page)
        nothing_found(page)
        expect(row.locator(".phones")).to_contain_text("1 of 1", timeout=LONG_S)
        expect(row.locator(".moderator")).to_contain_text("connected", timeout=LONG_S)
        # Three of four countries are empty, and everybody who has joined has a seat.
        page.get_by_role("link", name="Seat somebody").click()
        expect(page.get_by_text("Nobody has this seat.")).to_have_count(3)
        nothing_found(page)
        assert fits(page)


def test_all_of_it_is_in_sight_on_a_small_laptop(site: Site, browser: Browser) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    site.run(LOSE.format(code=table.code))
    with browser.new_context(viewport={"width": 1366, "height": 768}) as desk:
        page = table.teach(desk)
        expect(page.locator(".moderator .lost-at")).to_be_visible()
        for width in (1024, 1280, 1366):
            page.set_viewport_size({"width": width, "height": 768})
            assert fits(page)
            box = page.locator(".overview")
            assert box.evaluate("box => box.scrollWidth <= box.clientWidth"), width
            title = page.locator("h1")
            assert title.evaluate("box => box.scrollWidth <= box.clientWidth"), width
            assert not faults(page.evaluate, False)
        nothing_found(page)
