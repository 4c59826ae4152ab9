"""Two phones write to each other, one of them offline for a while."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from moderator.live.events import PROTOCOL
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.outbox import is_refused
from tests.support.web.rooms import Room, fits, room
from tests.support.web.slips import sit_together

STORED = """
import json
from moderator.core import queries
from moderator.features.messages.models import Message
group = queries.group_by_code({code!r})
found = Message.objects.filter(game__group=group)
print(json.dumps([[one.sender, one.recipients, one.text] for one in found]))
"""

MOVE = """
from moderator.core import queries
from moderator.features.people.write import seat_give
from moderator.core.models import Person
game = queries.game_now(queries.group_by_code({code!r}))
seat_give(Person.objects.get(seats__game=game), game.seats.get(player={player!r}))
"""


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """A larger phone, dark."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    ) as context:
        yield context


def stored(table: Room) -> list[list[object]]:
    found: list[list[object]] = json.loads(table.site.run(STORED.format(code=table.code)))
    return found


def write(page: Page, player: str, text: str) -> None:
    page.goto(f"{page.url.partition('?')[0]}?tab=talks")
    page.locator(f"#to-{player}").click()
    page.locator("#message-text").fill(text)


def clean(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)


def test_two_phones_write_and_one_loses_the_network(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    egypt, hatti = sit_together(table, phone, "Eve"), sit_together(table, other, "Hal", "hatti")
    egypt.click("#tabs [data-show=talks]")
    expect(egypt.locator("#privacy")).to_contain_text("Your moderator and your instructor can read")
    # What is being typed keeps its text and focus while a message arrives.
    egypt.locator("#to-assyria").click()
    egypt.locator("#message-text").fill("I am typing")
    write(hatti, "egypt", "Peace?")
    hatti.locator("#compose-send").click()
    expect(hatti.locator("#compose-state")).to_have_text("Sent.")
    expect(egypt.locator("#news")).to_have_text("1 new")
    expect(egypt).to_have_title(re.compile(r"^\(1\) "))
    expect(egypt.locator("#message-text")).to_have_value("I am typing")
    expect(egypt.locator("#message-text")).to_be_focused()
    # In the list it comes first; opened and in sight, it is read.
    egypt.go_back()
    expect(egypt.locator(".talk-link").first).to_contain_text("Peace?")
    expect(egypt.locator("#to-assyria")).to_contain_text("Draft: I am typing")
    clean(egypt)
    egypt.locator("#to-hatti").click()
    expect(egypt.locator("#talk-with")).to_have_text("HHatti")
    expect(egypt.locator("#talk-hatti .talk-lines")).to_be_visible()
    expect(egypt.locator("#talk-assyria")).to_be_hidden()
    expect(egypt.locator("#message-text")).to_have_value("")
    expect(egypt.locator("#news")).to_be_hidden()
    expect(egypt).not_to_have_title(re.compile(r"^\("))
    # Without a network it waits, and is sent once when there is one again.
    phone.set_offline(True)
    egypt.locator("#message-text").fill("From the tunnel")
    egypt.locator("#compose-send").click()
    expect(egypt.locator("#compose-state")).to_contain_text("Not sent yet")
    phone.set_offline(False)
    expect(egypt.locator("#compose-state")).to_have_text("Sent.", timeout=15_000)
    expect(egypt.locator("#talk-hatti .talk-lines > [id]")).to_have_count(2)
    expect(hatti.locator("#talk-egypt .talk-lines > [id]")).to_have_count(2)
    assert stored(table) == [
        ["hatti", ["egypt"], "Peace?"],
        ["egypt", ["hatti"], "From the tunnel"],
    ]
    expect(hatti.locator("#news")).to_be_hidden()  # the talk is open
    clean(hatti)
    # Back is the list, then the tab before; the draft has waited.
    egypt.go_back()
    expect(egypt.locator(".talk-list")).to_be_visible()
    egypt.locator("#to-assyria").click()
    expect(egypt.locator("#message-text")).to_have_value("I am typing")
    egypt.go_back()
    egypt.go_back()
    expect(egypt.locator("#messages")).to_be_hidden()


@pytest.mark.long
def test_what_is_written_to_several_is_a_talk(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    egypt, hatti = sit_together(table, phone, "Eve"), sit_together(table, other, "Hal", "hatti")
    egypt.goto(f"{egypt.url}?tab=talks")
    egypt.get_by_role("link", name="Write to several").click()
    for player in ("assyria", "hatti"):
        egypt.locator(f"#compose [name=to][value={player}]").check()
    egypt.locator("#message-text").fill("All three?")
    clean(egypt)
    egypt.locator("#compose-send").click()
    expect(egypt).to_have_url(re.compile(r"to=assyria,hatti$"))
    expect(egypt.locator("[data-open]")).to_contain_text("All three?")
    expect(egypt.locator("#compose [type=checkbox]").first).to_be_hidden()
    hatti.click("#tabs [data-show=talks]")
    hatti.locator("[data-to='assyria,egypt']").click()
    expect(hatti.locator("[data-open]")).to_contain_text("All three?")
    hatti.locator("#message-text").fill("All three.")
    hatti.locator("#compose-send").click()
    expect(egypt.locator("[data-open]")).to_contain_text("All three.")
    clean(hatti)


@pytest.mark.long
def test_a_draft_is_saved_while_somebody_types_and_when_the_page_is_left(
    site: Site, phone: BrowserContext
) -> None:
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    phone.clock.install()
    page = sit_together(table, phone, "Eve")
    page.goto(f"{page.url}?tab=talks&to=hatti")
    page.locator("#message-text").focus()
    with page.expect_request("**/message/") as saved:
        for letter in "Without a pause":
            page.keyboard.type(letter)
            page.clock.run_for(1_000)
    assert "With" in (saved.value.post_data or "")
    expect(page.locator("#compose-state")).to_contain_text("Kept as a draft")
    page.locator("#message-text").fill("Gone at once")
    page.goto(f"{site.url}/c/{table.code}/")
    page.goto(f"{site.url}/play/{table.code}/?tab=talks")
    expect(page.locator(".draft")).to_have_text("Draft: Gone at once")


def test_a_draft_of_the_page_before_comes_to_the_next_one(
    site: Site, phone: BrowserContext
) -> None:
    """As when a page reloads itself: what was typed last is stored after the next one was made."""
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    before = sit_together(table, phone, "Eve")
    before.goto(f"{before.url}?tab=talks&to=hatti")
    page = phone.new_page()
    page.goto(before.url)
    before.locator("#message-text").fill("Just before")
    expect(page.locator("#message-text")).to_have_value("Just before")
    page.locator("#message-text").fill("Just before, and more")
    expect(before.locator("#message-text")).to_have_value("Just before")  # it has its own text


@pytest.mark.long
def test_what_was_typed_for_another_seat_is_not_sent(site: Site, phone: BrowserContext) -> None:
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    page = sit_together(table, phone, "Eve")
    write(page, "assyria", "Peace with Egypt?")
    site.run(MOVE.format(code=table.code, player="hatti"))
    page.locator("#compose-send").click()
    refused = page.locator(".message.bad[role=alert]:visible")
    expect(refused).to_contain_text("You are Hatti now; this page was for Egypt.")
    expect(page.locator("blockquote")).to_have_text("Peace with Egypt?")
    is_refused(page, "")
    assert stored(table) == []
    assert page.url.partition("?")[0] == f"{site.url}/play/{table.code}/"
    write(page, "assyria", "Peace with Hatti?")
    page.locator("#compose-send").click()
    expect(page.locator("#compose-state")).to_have_text("Sent.")
    assert stored(table) == [["hatti", ["assyria"], "Peace with Hatti?"]]


@pytest.mark.long
def test_a_report_reaches_the_instructor_live(
    site: Site, phone: BrowserContext, other: BrowserContext, laptop: BrowserContext
) -> None:
    table = room(site, "1800-bc", communication="written", deployment="sequential")
    egypt, hatti = sit_together(table, phone, "Eve"), sit_together(table, other, "Hal", "hatti")
    page = table.teach(laptop)
    console, streams = laptop.new_page(), list[str]()
    console.on("request", lambda one: streams.append(f"{one.resource_type} {one.url}"))
    console.goto(f"{site.url}/g/{table.code}/")
    expect(page.locator("#reports")).to_be_empty()
    write(hatti, "egypt", "Pay!")
    hatti.locator("#compose-send").click()
    egypt.goto(f"{egypt.url}?tab=talks&to=hatti")
    egypt.get_by_role("link", name="Report…").click()
    egypt.get_by_role("button", name="Report it to the instructor").click()
    for one in (page, console):
        expect(one.locator("#reports")).to_contain_text("Reported messages (1)")
    clean(console)
    # A browser has six connections for all its windows, and a stream holds one.
    assert [one.split("/", 3)[-1] for one in streams if one.startswith("eventsource")] == [
        f"g/{table.code}/feed?protocol={PROTOCOL}&have=1000000"
    ]
