"""What waits on a phone without a network: tabs are closed, others opened, phones handed on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.games.test_age_of_iron_phones_browser import press as choose
from tests.games.test_age_of_iron_phones_browser import room as own_moves
from tests.support.shared import shared
from tests.support.site import Site
from tests.support.web.boards import sit_down
from tests.support.web.outbox import line, nothing_waits, waits
from tests.support.web.rooms import Room, room
from tests.support.web.slips import PRESS, sit_together, written

TEXTS = """
from moderator.core import queries
from moderator.core.look import look_at
from moderator.core.written import said_in
game = queries.game_now(queries.group_by_code({code!r}))
print(" ".join(one.text for one in said_in(look_at(game))))
"""
BOXES = "JSON.stringify(Object.entries(localStorage).filter(([name]) => /^outbox/.test(name)))"
SYRIA = "#slip button[value='deploy:syria 1']"


@pytest.fixture
def table(site: Site) -> Room:
    return room(site, "1800-bc", deployment="simultaneous", communication="written")


def cut(phone: BrowserContext) -> None:
    """No slip and no message arrives, until `mend`."""
    phone.route(re.compile("/(slip|message)/$"), lambda route: route.abort())


def mend(phone: BrowserContext) -> None:
    phone.unroute_all()


def texts(table: Room) -> list[str]:
    return table.site.run(TEXTS.format(code=table.code)).split()


def write(page: Page, text: str) -> list[str]:
    """Writes a text without blanks to Hatti, in each way that there is; what is stored of it."""
    for talk, box, send in shared("WRITING"):
        page.locator("#tabs [data-show=talks]").click()
        page.locator(talk.format("hatti")).click()
        page.locator(box).fill(text)
        page.locator(send).click()
    return [text for _ in shared("WRITING")]


def again(phone: BrowserContext, table: Room) -> Page:
    page = phone.new_page()
    page.goto(f"{table.site.url}/play/{table.code}/")
    return page


def test_what_waits_outlives_its_tab(table: Room, phone: BrowserContext) -> None:
    page = sit_together(table, phone, "Omar")
    cut(phone)
    page.evaluate(PRESS, [SYRIA, 11])
    told = write(page, "From-the-tunnel")
    waits(page)
    page.locator("#tabs [data-show=turn]").click()
    page.locator("#slip-seal").click()
    page.close()
    page = again(phone, table)
    waits(page)
    expect(page.locator("#slip .left > b")).to_have_text("0")
    page.close()
    mend(phone)
    page = again(phone, table)
    expect(page.locator("#slip .envelope")).to_be_visible(timeout=15_000)
    nothing_waits(page)
    assert written(table) == {"syria": 11}
    assert texts(table) == told
    assert page.evaluate(BOXES) == "[]"


@pytest.mark.long
def test_what_waits_is_sent_by_the_tab_that_was_opened_last(
    table: Room, phone: BrowserContext
) -> None:
    first = sit_together(table, phone, "Omar")
    cut(phone)
    first.evaluate(PRESS, [SYRIA, 4])
    told = write(first, "Once")
    waits(first)
    first.evaluate(PRESS, [SYRIA, 3])
    second = again(phone, table)
    waits(second)
    expect(second.locator("#slip [data-place='deploy:syria'] .placed")).to_have_text("7")
    expect(line(first)).to_have_text("")
    second.close()
    waits(first)
    mend(phone)
    nothing_waits(first)
    expect(first.locator("#slip")).to_have_attribute("data-version", "2")
    assert written(table) == {"syria": 7}
    assert texts(table) == told


@pytest.mark.parametrize("is_left", [False, pytest.param(True, marks=pytest.mark.long)])
def test_nothing_is_kept_for_the_next_student_on_the_same_phone(
    table: Room, phone: BrowserContext, is_left: bool
) -> None:
    page = sit_together(table, phone, "Omar")
    cut(phone)
    page.evaluate(PRESS, [SYRIA, 4])
    write(page, "Our-secret")
    waits(page)
    assert page.evaluate(BOXES) != "[]"
    if is_left:
        page.locator("form[data-forgets]").evaluate("form => form.requestSubmit()")
        expect(page).not_to_have_url(re.compile("/play/"))
    else:
        page.close()
        page = sit_together(table, phone, "Hal", "hatti")
        nothing_waits(page)
    assert page.evaluate(BOXES) == "[]"


@pytest.mark.long
def test_a_preview_without_an_answer_can_be_asked_for_again(
    site: Site, phone: BrowserContext
) -> None:
    page = sit_down(own_moves(site), phone, "Assyria")
    page.clock.install()
    page.route("**/preview/", lambda _route: None, times=1)
    syria = page.locator(".own-act button", has_text="Syria").first
    with page.expect_request("**/preview/"):
        syria.tap()
    expect(page.locator(".board[aria-busy=true]")).to_have_count(1)
    expect(page.locator("#trouble")).to_be_visible(timeout=15_000)
    choose(page, "Place RFs", "Syria")
    expect(page.locator("#trouble")).to_be_hidden()
