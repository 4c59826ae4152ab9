"""A late student without a seat, and a group without a moderator, in Chromium: pages go on by
themselves."""

from __future__ import annotations

import os

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

FILL = """
from moderator.core.models import Classroom, Game
from moderator.core.people import instructor_person, person_join
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_create
from moderator.features.people.write import seat_give
classroom = Classroom.objects.get(pk={pk})
first = Game.objects.get(group__classroom=classroom)
others = [
    game_create(group, first.rules, first.scenario, first.options, instructor_person(classroom))
    for group in groups_create(classroom, 11)
]
for game in [first, *others]:
    for seat in game.seats.all():
        seat_give(person_join(classroom, f"{{seat.player}} {{game.pk}}", game.group), seat)
"""
ANNOUNCE = """
from moderator.core.models import Classroom
from moderator.features.clock.announcements import announcement_make, announcement_release
announcement_release(announcement_make(Classroom.objects.get(pk={pk}), "A flood"))
"""
SEAT = """
from moderator.core.models import Game, Person
from moderator.features.people.write import seat_give
game = Game.objects.filter(group__classroom={pk}).first()
seat_give(Person.objects.get(classroom={pk}, name="Zoe"), game.seats.get(player="egypt"))
"""
REMOVE = """
from moderator.core.models import Person
from moderator.core.people import person_remove
person_remove(Person.objects.get(classroom={pk}, name="Zoe"))
"""
GIVE_CONSOLE = """
from moderator.core.models import Group, Person
from moderator.features.people.write import console_give
group = Group.objects.filter(classroom={pk}).first()
console_give(group, Person.objects.get(classroom={pk}, name="Zoe"))
"""
HAND_ON = """
from moderator.core.models import Group
from moderator.features.people.write import console_give
console_give(Group.objects.filter(classroom={pk}).first())
"""
SEAL = """
from moderator.core import credentials
from moderator.core.models import Game
from moderator.core.look import look_at
from moderator.features.slips.read import book_of
from moderator.features.slips.write import SlipChange, filled_orders, slip_write
game = Game.objects.filter(group__classroom={pk}).first()
for seat in game.seats.all():
    look = look_at(game)
    slip = book_of(look).of(seat.player)
    change = SlipChange(seat.player, slip.version, filled_orders(look.fold, slip), True)
    slip_write(game, change, credentials.new(), seat.persons.first(), "student")
"""


def run(site: Site, table: Room, code: str) -> None:
    site.run(code.format(pk=table.classroom))


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_a_late_student_and_a_group_without_a_moderator(
    site: Site, phone: BrowserContext, browser: Browser
) -> None:
    table = room(site, "1800-bc", deployment="simultaneous")
    page = phone.new_page()
    page.goto(f"{site.url}/join/{table.code}/")
    page.locator("input[name=name]").fill("Zoe")
    page.locator("main form button").click()
    expect(page.locator("h1")).to_have_text("Choose your country")
    run(site, table, FILL)
    expect(page.locator("h1")).to_have_text("Every country is taken")
    shot(page, "full-group-320")
    code = page.evaluate("document.querySelector('[data-feed]').dataset.feed").split("/")[2]
    page.goto(f"{site.url}/join/{code}/seats/")
    shot(page, "full-320")
    assert page.evaluate("document.documentElement.scrollHeight") < 1000
    assert fits(page)
    assert not violations(page)
    page.evaluate("window.isSame = true")
    run(site, table, ANNOUNCE)
    expect(page.locator("main")).to_contain_text("A flood")
    assert page.evaluate("window.isSame")
    run(site, table, SEAT)
    page.wait_for_url(f"**/play/{table.code}/")
    expect(page.locator("main")).to_contain_text("Egypt")

    with browser.new_context(viewport={"width": 1366, "height": 768}) as desk:
        run(site, table, SEAL)
        board = table.teach(desk)
        board.goto(f"{site.url}/classes/{table.classroom}/?step=playing")
        row = board.locator("#group-1")
        shot(board, "overview-offer-1366")
        board.evaluate("window.isSame = true")
        row.get_by_role("button", name="Players record").click()
        told = page.get_by_text("Your group has no moderator")
        expect(told).to_be_visible()
        shot(page, "phone-320")
        expect(row.get_by_role("button", name="Undo")).to_be_visible()
        for width in (1366, 390, 320):
            board.set_viewport_size({"width": width, "height": 768})
            shot(board, f"overview-{width}")
            assert fits(board), width
        assert not violations(board)
        row.get_by_role("button", name="Undo").click()
        expect(row.get_by_role("button", name="Undo")).to_have_count(0)
        assert board.evaluate("window.isSame")  # a press leaves the page where it is

    run(site, table, GIVE_CONSOLE)
    expect(page.locator("h1")).to_have_text("You are a moderator")
    console = page.context.new_page()
    console.goto(f"{site.url}/g/{table.code}/")
    expect(console.locator(".console")).to_be_visible()
    run(site, table, HAND_ON)
    expect(console.locator("h1")).to_have_text("You don’t moderate Group 1 now")
    expect(page.locator("h1")).to_have_text("Every country is taken")
    console.close()

    run(site, table, SEAT)
    page.wait_for_url(f"**/play/{table.code}/")
    run(site, table, REMOVE)
    expect(page.get_by_role("alert")).to_contain_text("Your instructor has removed you")
    shot(page, "removed-320")
    assert fits(page)
