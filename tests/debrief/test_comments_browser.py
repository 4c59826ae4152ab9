"""A comment written in the replay, in Chromium: the keys of the film stay out of it; with axe."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.debrief.test_replay_browser import RECORD, at
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room

TEXT = "A bold move"


@pytest.mark.long
@pytest.mark.parametrize(("width", "colours"), [(320, "dark"), (1280, "light")])
def test_a_comment_is_written_beside_the_move(
    site: Site, browser: Browser, width: int, colours: Any
) -> None:
    table = room(site)
    site.run(RECORD.format(code=table.code, lines=("xen 5", "yurt 5")))
    size: Any = {"width": width, "height": 800}
    with browser.new_context(
        viewport=size, color_scheme=colours, reduced_motion="reduce", bypass_csp=True
    ) as context:
        table.teach(context)
        page = context.new_page()
        page.goto(f"{site.url}/g/{table.code}/replay/?move=1")
        page.get_by_text("Write a comment").click()
        field = page.locator("#comments textarea")
        field.press_sequentially("bold move")
        for key in ("ArrowRight", "ArrowLeft", "Home"):
            field.press(key)
        field.press_sequentially("A ")
        at(page, 1)
        page.get_by_role("button", name="Keep").click()
        expect(page.locator(".comment").first).to_contain_text(TEXT)
        page.keyboard.press("ArrowRight")
        at(page, 2)
        expect(page.locator(".comment")).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".comment")).to_have_count(1)
        page.get_by_text("Change or delete").click()
        for path in ("", f"c/{table.code}/log/", f"g/{table.code}/comments/?game=1&move=1"):
            if path:
                page.goto(f"{site.url}/{path}")
                expect(page.get_by_text(TEXT).first).to_be_visible()
            assert not violations(page), page.url
            assert fits(page), page.url
