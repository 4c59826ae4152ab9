"""Two phones and a console: an offer, a counter-offer, accepted, and recorded with one press."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.everywhere.test_pages_browser import look
from tests.support.site import Site
from tests.support.web.rooms import Room, fits, room, send_form

JOIN = """
import json
from moderator.core import queries
from moderator.features.new_game.settings import game_settings_change
from moderator.core.people import person_join, person_return_link
from moderator.features.people.write import seat_take
code, is_confirmed = json.loads({given!r})
group = queries.group_by_code(code)
game = queries.game_now(group)
game_settings_change(game, is_confirmed=is_confirmed)
links = {{}}
for seat in game.seats.all():
    person = person_join(group.classroom, f"Student {{seat.player}}")
    seat_take(person, seat)
    links[seat.player] = person_return_link(person)
print(json.dumps(links))
"""
Phones = dict[str, Page]


@pytest.fixture
def made(site: Site) -> Room:
    return room(site, "1800-bc", deployment="sequential")


@pytest.fixture
def phones(site: Site, browser: Browser, made: Room) -> Iterator[Phones]:
    """The phones of the two countries, and of one that is not concerned."""
    links = json.loads(site.run(JOIN.format(given=json.dumps([made.code, True]))))
    contexts, pages = [], {}
    for country in ("egypt", "assyria", "hatti"):
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        send_form(context, context.request.get(f"{site.url}/join/back/{links[country]}/"))
        page = context.new_page()
        page.goto(f"{site.url}/play/{made.code}/?tab=talks")
        contexts.append(context)
        pages[country] = page
    yield pages
    for context in contexts:
        context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_offer_counter_offer_and_one_press(
    made: Room, phones: Phones, laptop: BrowserContext
) -> None:
    console = made.console(laptop)
    egypt, assyria, hatti = phones["egypt"], phones["assyria"], phones["hatti"]
    before = hatti.locator("#live").inner_html()
    assyria.locator("#offer-starts summary").click()
    assyria.locator("#offer-starts a", has_text="Egypt").click()
    for name in ("More Grain", "More Tin"):
        press(assyria, name)
    expect(assyria.locator(".offer-words")).to_have_text("You ask for 1 Grain and give 1 Tin.")
    press(assyria, "Send to Egypt")
    expect(assyria.locator(".offer h3")).to_have_text("Your offer to Egypt")
    expect(egypt.locator(".offer h3")).to_have_text("Assyria offers a trade")
    expect(egypt.locator("#aloud")).to_have_text("Assyria offers a trade")
    expect(console.locator("#open-offers summary")).to_have_text("1 offer waits for an answer")
    look(egypt)
    egypt.get_by_role("link", name="Counter-offer").click()
    press(egypt, "More Tin")
    press(egypt, "Send to Assyria")
    expect(egypt.locator(".offer h3")).to_have_text("Your offer to Assyria")
    press(assyria, "Accept: 2 Tin for 1 Grain")
    expect(assyria.locator(".offer h3")).to_have_text("Agreed by Egypt and Assyria")
    expect(egypt.locator(".offer h3")).to_have_text("Agreed by Egypt and Assyria")
    look(console)
    console.set_viewport_size({"width": 1280, "height": 860})
    assert hatti.locator("#live").inner_html() == before
    record = console.locator("#agreed .main")
    record.focus()
    console.keyboard.press("Enter")
    expect(console.locator("#agreed")).to_have_count(0)
    expect(egypt.locator(".offer-notes")).to_contain_text("Recorded")
    (entry,) = made.entries
    assert entry == {
        "type": "trade",
        "player": "egypt",
        "partner": "assyria",
        "give": {"G": 1},
        "get": {"T": 2},
    }


@pytest.mark.long
def test_an_objection_alerts_the_console(
    made: Room, phones: Phones, laptop: BrowserContext
) -> None:
    console = made.console(laptop)
    console.locator("#command").fill("t assyria g t")
    console.keyboard.press("Enter")
    asked = phones["assyria"].locator(".asked")
    expect(asked).to_contain_text("Egypt trades 1 Grain (G) to Assyria for 1 Tin (T)")
    expect(phones["hatti"].locator("#live")).to_have_attribute("data-version", "1000001")
    assert not phones["hatti"].locator(".asked").count()
    press(phones["assyria"], "That’s not what I said")
    expect(phones["assyria"].locator(".asked")).to_contain_text("has been told")
    look(phones["assyria"])
    asked.evaluate("one => { one.dataset.until = Date.now() + 500 }")
    expect(asked).to_be_hidden()
    alert = console.locator("#agreed [role=alert]")
    expect(alert).to_contain_text("Student assyria")
    look(console)
    press(console, "Undo it")
    expect(alert).to_contain_text("It has been taken back.")
    press(console, "Dismiss")
    expect(console.locator("#agreed")).to_have_count(0)
    assert fits(console)
    assert [entry["type"] for entry in made.entries] == ["trade", "undo"]
