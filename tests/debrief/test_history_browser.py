"""The history of a game in Chromium: on a small screen, for axe, and kept up to date."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.rooms import fits, room

UPLOAD = """
from moderator.core import credentials, queries
from moderator.features.new_game.write import game_from_record, record_read
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
from tests.support.paths import PLAYED
group = queries.group_by_code({code!r})
record = record_read((PLAYED / "age_of_iron" / "1800-bc.json").read_bytes())
game = game_from_record(group, record, instructor_person(group.classroom))
by = instructor_person(group.classroom)
number = queries.timeline(game).number
move_play(game, {{"type": "undo"}}, number, credentials.new(), by, "instructor")
"""
REDO = """
from moderator.core import credentials, queries
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
group = queries.group_by_code({code!r})
game = queries.game_now(group)
by = instructor_person(group.classroom)
number = queries.timeline(game).number
move_play(game, {{"type": "redo"}}, number, credentials.new(), by, "instructor")
"""


@pytest.mark.long
def test_it_is_kept_up_to_date_and_can_be_read(site: Site, browser: Browser) -> None:
    made = room(site)
    site.run(UPLOAD.format(code=made.code))
    page = browser.new_page(viewport={"width": 320, "height": 640}, color_scheme="dark")
    page.goto(f"{site.url}/c/{made.code}/history/")
    expect(page.get_by_role("heading", name="Game-turn 6 of 6")).to_be_visible()
    page.locator("#points-table summary").click()
    expect(page.locator("#points-table tbody tr").first.locator("td")).to_have_count(6)
    assert fits(page)
    assert violations(page) == []
    page.evaluate("window.isSame = true")
    site.run(REDO.format(code=made.code))
    expect(page.get_by_role("heading", name="How it ended")).to_be_visible()
    expect(page.locator("#points-table tbody tr").first.locator("td")).to_have_count(7)
    expect(page.locator("#points-table")).to_have_attribute("open", "")
    assert page.evaluate("window.isSame")
    page.close()
