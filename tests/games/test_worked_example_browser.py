"""The rule text's worked example in Chromium, as a moderator would record it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.amount import IS_LONG, amount
from tests.support.sheets.reading import text
from tests.support.site import Site
from tests.support.web.rooms import note_problems, numbers, room, stands_at
from tests.support.web.worked_example import PRESENCES, START, STEPS, chart


def check_end(page: Page) -> None:
    for region, players in PRESENCES.items():
        for player in players:
            row = page.locator(".chart tbody tr", has=page.get_by_role("rowheader", name=region))
            column = list(chart(START)[region]).index(player)
            expect(row.locator("td").nth(column)).to_have_class(re.compile(r"\bpresence\b"))
    assert page.locator(".chart td.presence").count() == 4
    expect(page.locator(".now")).to_contain_text("The game is over")


# Whether a key could be pressed between an answer and the moment when its fields are in use.
GAPS = """() => {
    window.gaps = [];
    document.addEventListener("htmx:beforeSwap", () => {
        let isLater = false;
        const channel = new MessageChannel();
        channel.port1.onmessage = () => (isLater = true);
        channel.port2.postMessage("");
        document.addEventListener("htmx:afterSettle", () => gaps.push(isLater), { once: true });
    });
}"""


def test_by_keyboard_alone_with_a_second_browser_watching(
    site: Site, laptop: BrowserContext, phone: BrowserContext
) -> None:
    table = room(site)
    page, watcher = table.console(laptop), table.watch(phone)
    problems = list[str]()
    note_problems(page, problems)
    # As extensions of browsers do; a style must not be written again where a part is replaced.
    page.locator("#command").evaluate("field => { field.style.caretColor = 'auto' }")
    assert numbers(page) == numbers(watcher) == chart(START)
    page.evaluate(GAPS)
    steps = STEPS[: amount(5, len(STEPS))]
    for number, (line, _, expected) in enumerate(steps, start=1):
        page.keyboard.type(line)
        expect(page.locator("#answer .understood")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_contain_text(f"Recorded as no. {number}")
        expect(page.locator("#command")).to_have_value("")
        expect(page.locator("#command")).to_be_focused()
        stands_at(page, number)
        stands_at(watcher, number)
        if expected:
            assert numbers(page) == numbers(watcher) == chart(expected), line
    if IS_LONG:
        check_end(page)
        check_end(watcher)
    assert set(page.evaluate("gaps")) == {False}
    assert problems == []
    assert len(table.entries) == len(steps)


RECORD = """
from moderator.core import credentials, log, queries
from moderator.core.people import instructor_person
from moderator.features.moves.write import move_play
group = queries.group_by_code({code!r})
game = queries.game_now(group)
by = instructor_person(group.classroom)
for line in {lines!r}:
    now = queries.timeline(game)
    wire = log.rules_of(game).parse_command(now.state, line).wire
    move_play(game, wire, now.number, credentials.new(), by, "instructor")
"""


def test_at_its_end_on_a_small_phone(site: Site, phone: BrowserContext) -> None:
    table = room(site)
    site.run(RECORD.format(code=table.code, lines=[line for line, _, _ in STEPS]))
    page = table.console(phone)
    page.set_viewport_size({"width": 320, "height": 568})
    lines = page.locator(".chart tbody th").evaluate_all(
        """(heads) => heads.map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one.firstChild);
            return [one.firstChild.textContent.trim(), range.getClientRects().length];
        })"""
    )
    assert lines == [["Xenophobia", 1], ["Yurt", 1], ["Zen", 1]]
    record = page.locator(".printing .button")
    other = page.locator("#say button")
    padding = "one => getComputedStyle(one).paddingInline"
    assert record.evaluate(padding) == other.evaluate(padding)


@pytest.mark.long
def test_by_mouse_with_a_second_browser_watching(
    site: Site, laptop: BrowserContext, phone: BrowserContext
) -> None:
    table = room(site)
    page, watcher = table.console(laptop), table.watch(phone)
    page.locator("#forms > summary").click()
    for number, (_, (form, choice, rfs), expected) in enumerate(STEPS, start=1):
        if choice:
            card = page.locator(f'form[aria-labelledby="title-{form}"]')
            card.locator("label", has_text=choice).first.click()
            if rfs is not None:
                card.get_by_role("spinbutton", name="RFs").fill(str(rfs))
        page.locator(f"button#{form}").click()
        stands_at(page, number)
        stands_at(watcher, number)
        if expected:
            assert numbers(page) == numbers(watcher) == chart(expected), form
    check_end(page)
    sheet = laptop.request.get(f"{site.url}/g/{table.code}/score.pdf?paper=a4")
    assert "Xenophobia Chas Yurt Ariel, Dirk\nZen Beauregard\n" in text(sheet.body())


@pytest.mark.long
def test_without_a_script(site: Site, browser: Browser) -> None:
    table = room(site)
    with browser.new_context(java_script_enabled=False) as context:
        page = table.console(context)
        for line, _, _ in STEPS[:4]:
            page.locator("#command").fill(line)
            page.locator("#say button").click()
        assert len(table.entries) == 4
        page.locator("#command").fill("a chas xen 99")
        page.locator("#say button").click()
        expect(page.locator("#command")).to_have_value("a chas xen 99")
        expect(page.locator("#answer")).to_contain_text("at most")
        page.locator("button#undo").click()
        assert table.entries[-1] == {"type": "undo"}
        watcher = table.watch(context)
        assert numbers(watcher)["yurt"]["chas"] == 2
