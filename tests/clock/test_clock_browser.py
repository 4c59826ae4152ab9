"""The clock on a phone, a console and a wall: right whatever the device's own clock says."""

from __future__ import annotations

import time

from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.support.live.pages import set_hidden, until
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import Room, fits, room

TONES = """
    window.tones = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return make.call(this);
    };
"""
PLACES = """() => [...document.querySelectorAll("h1, .chart-sheet")].map(
    (one) => one.getBoundingClientRect().top)"""

# What the clock lies over, wherever the page is scrolled to.
COVERED = """() => [0, 300, 1e5].flatMap((y) => {
    scrollTo(0, y);
    const clock = document.querySelector("[data-clock]").getBoundingClientRect();
    const others = document.querySelectorAll("[aria-labelledby=country-panel], #command");
    return [...others].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < clock.right && clock.left < box.right
            && box.top < clock.bottom && clock.top < box.bottom;
    }).map((one) => one.outerHTML.slice(0, 60));
})"""


def is_right(page: Page) -> bool:
    """Whether the page shows what is left according to the server, which is this machine."""
    ends_s = int(page.locator("[data-clock]").get_attribute("data-ends") or 0) / 1000
    shown = page.locator("[data-clock] b").inner_text().split(":")
    if len(shown) != 2:
        return False
    return abs(ends_s - time.time() - int(shown[0]) * 60 - int(shown[1])) < 5


def asked(page: Page) -> list[str]:
    """The page's requests for the server's time from now on."""
    requests: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/time/"):
            requests.append(request.url)

    page.on("request", note)
    return requests


def open_wall(table: Room, context: BrowserContext) -> Page:
    wall = context.new_page()
    wall.add_init_script(TONES)
    wall.goto(f"{table.site.url}/c/{table.code}/?wall")
    return wall


def remove_minute(console: Page) -> None:
    clock = console.locator("[data-clock]")
    before = clock.get_attribute("data-ends") or ""
    console.locator("#clock-control [value=less]").click()
    expect(clock).not_to_have_attribute("data-ends", before)


def clean(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)


def test_the_clock_is_right_and_says_when_time_is_up(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site, "1800-bc", deployment="sequential")
    console, wall = table.console(laptop), open_wall(table, laptop)
    student = table.join(phone, "Omar")
    watched = (student, wall)
    places = [page.evaluate(PLACES) for page in watched]
    control = console.locator("#clock-control")
    console.locator("#command").fill("egypt 1")  # is kept
    control.locator("summary").click()
    control.locator("[name=minutes]").fill("2")
    console.locator(".clock-offer").click()
    for page in (console, *watched):
        expect(page.locator("[data-clock]")).to_have_attribute("data-state", "runs")
        until(page, lambda page=page: is_right(page))  # type: ignore[misc]
    assert [page.evaluate(PLACES) for page in watched] == places
    expect(console.locator("#command")).to_have_value("egypt 1")
    size = console.viewport_size
    for width, height in ((1366, 768), (390, 844)):
        console.set_viewport_size({"width": width, "height": height})
        expect(console.get_by_role("heading", name="Countries")).to_be_visible()
        expect(console.locator("[data-clock]:visible")).to_have_count(1)
        assert console.evaluate(COVERED) == []
    assert size
    console.set_viewport_size(size)

    # Somebody sets the phone's clock; later it sleeps, so that its own count stands still.
    for change in (
        "() => { const real = Date.now; Date.now = () => real() + 300_000; }",
        """() => {
            const real = performance.now.bind(performance);
            performance.now = () => real() - 240_000;
        }""",
    ):
        requests = asked(student)
        student.evaluate(change)
        until(student, lambda requests=requests: bool(requests))  # type: ignore[misc]
        until(student, lambda: is_right(student))
    requests = asked(student)
    set_hidden(student, True)
    set_hidden(student, False)
    until(student, lambda: bool(requests) and is_right(student))

    status = student.locator("body > [role=status]")
    expect(status).to_have_text("")
    wall.locator("[data-sound]").click()
    expect(wall.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    until(wall, lambda: wall.evaluate("window.tones") == 1)
    for said in ("1 minute left", "Time is up"):
        remove_minute(console)
        expect(status).to_have_text(said)
    expect(student.locator("[data-clock]")).to_have_attribute("data-state", "up")
    expect(wall.locator("[data-clock] b")).to_have_text("Time is up")
    expect(wall.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    until(wall, lambda: wall.evaluate("window.tones") == 4)
    clean(student)
    console.set_viewport_size({"width": 1366, "height": 768})
    console.evaluate("scrollTo(0, 120)")
    clock = console.locator(".clock-place > :visible").bounding_box()
    countries = console.locator(".country-panel").bounding_box()
    assert clock is not None
    assert countries is not None
    assert clock["y"] + clock["height"] < countries["y"]
