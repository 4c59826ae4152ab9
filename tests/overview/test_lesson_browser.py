"""A pause and announcements in Chromium: on a phone, a console and a wall, while they happen."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits
from tests.support.web.slips import orders_room, sit_together, written

DO = """
from moderator.core import queries
from moderator.features.clock.announcements import announcement_make, announcement_release
from moderator.features.clock.write import pause_begin, pause_end
group = queries.group_by_code({code!r})
{change}
"""
SAY = """announcement_release(
    announcement_make(group.classroom, {text!r}, player={player!r}))"""
PAUSE = "pause_begin(group.classroom, None, 'Fire drill')"
RESUME = "pause_end(group.classroom)"


def test_a_lesson_is_announced_and_paused(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = orders_room(site)

    def change(what: str, **facts: str) -> None:
        site.run(DO.format(code=table.code, change=what.format(**facts)))

    page = sit_together(table, phone, "Eve")
    wall = laptop.new_page()
    wall.goto(f"{site.url}/c/{table.code}/?wall")
    more = page.locator("#slip button[value='deploy:egypt 1']")
    placed = page.locator("#slip [data-place='deploy:egypt'] .placed")
    more.click()
    expect(page.locator("#slip")).to_have_attribute("data-version", "1")
    orders = written(table)

    change(SAY, text="A flood", player="egypt")
    expect(page.locator("#announcement")).to_contain_text("A flood")
    said = page.locator("details.announced", has_text="A flood")
    said.locator("summary").click()
    change(SAY, text="A drought", player="")
    expect(wall.locator("#announcement")).to_contain_text("A drought")
    expect(wall.locator("body")).not_to_contain_text("A flood")
    expect(page.locator("details.announced p", has_text="A drought")).to_be_visible()
    expect(said.locator("p")).to_be_hidden()

    change(PAUSE)
    for shown in (page, wall):
        expect(shown.locator(".pause")).to_contain_text("Fire drill")
    more.click()
    expect(page.locator("main")).to_contain_text("Not recorded: there is a pause")
    expect(placed).to_have_text("1")
    assert written(table) == orders
    console = table.console(laptop)
    console.locator("#command").fill("egypt nubia 4")
    console.keyboard.press("Enter")
    expect(console.locator("#answer")).to_contain_text("Fire drill")
    expect(console.locator("#command")).to_have_value("egypt nubia 4")
    for shown in (page, console, wall):
        assert fits(shown)
    assert not violations(page)

    change(RESUME)
    expect(page.locator(".pause")).to_have_count(0)
    more.click()
    expect(placed).to_have_text("2")
