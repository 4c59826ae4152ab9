"""A message and a slip that wait on the same phone hold each other up no longer than they must."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.moves.test_outbox_browser import SYRIA, cut, mend, table, texts, write
from tests.support.live.pages import until
from tests.support.web.outbox import is_refused, nothing_waits, waits
from tests.support.web.rooms import Room
from tests.support.web.slips import PRESS, sit_together, written

__all__ = ["table"]

BROKEN = "Not stored: the server had a problem. Tell your moderator, and try again."


@pytest.mark.long
def test_a_slip_waits_for_its_page_and_holds_up_nothing_else(
    table: Room, phone: BrowserContext
) -> None:
    page = sit_together(table, phone, "Omar")
    cut(phone)
    page.evaluate(PRESS, [SYRIA, 4])
    write(page, "Meanwhile")
    waits(page)
    page.goto(f"{table.site.url}/play/{table.code}/offer/")
    mend(phone)
    until(page, lambda: texts(table) == ["Meanwhile"])
    page.goto(f"{table.site.url}/play/{table.code}/")
    expect(page.locator("#slip")).to_have_attribute("data-version", "1")
    nothing_waits(page)
    assert written(table) == {"syria": 4}
    assert texts(table) == ["Meanwhile"]


@pytest.mark.long
def test_a_lasting_error_holds_up_nothing_else(table: Room, phone: BrowserContext) -> None:
    page = sit_together(table, phone, "Omar")

    def fail(route: Route) -> None:
        if "Broken" in (route.request.post_data or ""):
            route.fulfill(status=500, body="Server Error")
        else:
            route.continue_()

    page.route("**/message/", fail)
    write(page, "Broken-words")
    page.locator("#message-text").fill("Whole")
    page.locator("#compose-send").click()
    page.evaluate(PRESS, [SYRIA, 4])
    waits(page)
    expect(page.locator("#slip")).to_have_attribute("data-version", "1", timeout=30_000)
    expect(page.locator("#unsaved blockquote")).to_have_text("Broken-words")
    is_refused(page, BROKEN)
    nothing_waits(page)
    assert texts(table) == ["Whole"]
    assert written(table) == {"syria": 4}
