"""Five phones, a moderator and an instructor play 900 B.C. with order slips, written messages and
diplomatic records, up to the debrief, in Chromium.

To watch it: WATCH=1 (docs/tests.md). From the third Game-turn on it is played on the server.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.site import Site
from tests.support.web import written
from tests.support.web.rooms import fits, note_problems, numbers, record, shows, type_line
from tests.support.web.slips import placed, write_slip
from tests.support.web.written import Course, Promised, seat_down

CHOICES = {
    "deployment": "simultaneous",
    "communication": "written",
    "diplomatic_records": "on",
    "run_readers": "nobody",
    "run_verdicts": "debrief",
}
COUNTRIES = ("Assyria", "Egypt", "Babylon", "Urartu", "Phoenicia")
# By country: how many RFs in each place. All have 11, Phoenicia 10.
FIRST = {
    "Assyria": {"deploy:syria": 6, "deploy:media": 5},
    "Egypt": {"deploy:israel": 6, "deploy:syria": 5},
    "Babylon": {"deploy:elam": 6, "deploy:media": 5},
    "Urartu": {"deploy:neo-hittites": 6, "build": 5},
    "Phoenicia": {"deploy:cyprus": 5, "deploy:israel": 5},
}
SECOND = {
    "Assyria": {"deploy:syria": 6, "build": 5},
    "Egypt": {"deploy:nubia": 6, "build": 5},
    "Babylon": {"deploy:media": 6, "build": 5},
    "Urartu": {"deploy:neo-hittites": 5, "build": 6},
}
OFFER, REFUSAL = "The south is yours if the north is mine.", "Both are mine, and you are a fool."
PLOT = "Together we are stronger than Assyria."
TALK = "Urartu asks us for help, and says that Egypt is with them."
REASON = "This is rude."
NO_ATTACK = Promised(
    "Not to attack", {"target": "Assyria", "region": "Media", "until": "Game-turn 2"}
)
NO_RFS = Promised("To place nothing", {"region": "Elam", "until": "Game-turn 2"})
PROMISE = "Babylon won’t attack Assyria in Media until the end of Game-turn 2."
EXCHANGE = "Assyria will place nothing in Elam until the end of Game-turn 2."
BROKEN = "Babylon attacked Assyria in Media in Game-turn 2."
KEPT = "Assyria placed nothing in Elam until the end of Game-turn 2."
QUESTION = "Whom did you trust, and why?"


@pytest.mark.long
@pytest.mark.usefixtures("patience")
def test_a_game_with_messages_and_records_up_to_its_debrief(site: Site, browser: Browser) -> None:
    with ExitStack() as stack:

        def opened(**settings: Any) -> BrowserContext:
            return stack.enter_context(browser.new_context(**settings))

        course = seat_down(site, opened, COUNTRIES, **CHOICES)
        prepare(course)
        negotiate(course)
        report_message(course)
        promise_something(course)
        first_turn(course)
        second_turn(course)
        written.finish(course.table)
        end(course)
        answer_questions(course)
        release(course, opened(viewport={"width": 1920, "height": 1080}).new_page())
        ask_what_had_changed(course)
        assert course.problems == []


def prepare(course: Course) -> None:
    """A question for the debrief; then the game starts, and phones say who can read messages."""
    desk = course.teach("questions/")
    desk.locator("#text").fill(QUESTION)
    desk.get_by_role("button", name="Keep it for later").click()
    course.teach().get_by_role("button", name="Start the game").click()
    for page in course.phones.values():
        expect(page.locator("#task")).to_contain_text("Place ")
        expect(page.locator("#privacy")).to_contain_text("Only those you write to can read it")


def negotiate(course: Course) -> None:
    """Messages arrive live, marked as unread, and with nobody else."""
    assyria, egypt, babylon, urartu, phoenicia = course.phones.values()
    written.send(assyria, ["egypt"], OFFER)
    expect(egypt.locator("#news")).to_have_text("1 new")
    expect(written.read(egypt, "assyria")).to_contain_text(OFFER)
    expect(egypt.locator("#news")).to_be_hidden()
    written.send(egypt, ["assyria"], REFUSAL)
    expect(written.read(assyria, "egypt")).to_contain_text([OFFER, REFUSAL])
    written.send(urartu, ["babylon", "egypt"], PLOT)
    for page, others in ((egypt, "babylon,urartu"), (babylon, "egypt,urartu")):
        expect(page.locator("#news")).to_have_text("1 new")
        expect(written.read(page, others)).to_contain_text(PLOT)
    # What Phoenicia gets later is all that it gets.
    written.send(urartu, ["phoenicia"], "Do you sell horses?")
    expect(phoenicia.locator("#news")).to_have_text("1 new")
    expect(phoenicia.locator("#talks .talk")).to_have_count(1)
    for page, secrets in ((phoenicia, (OFFER, REFUSAL, PLOT)), (assyria, (PLOT,))):
        for secret in secrets:
            assert secret not in page.content()
    assert all(fits(page) for page in course.phones.values())


def report_message(course: Course) -> None:
    """Assyria reports what Egypt wrote: the instructor sees that conversation, and no other one."""
    written.report(course.phones["Assyria"], "egypt", REASON)
    desk = course.teach()
    desk.get_by_role("link", name="Reported messages (1)").click()
    expect(desk.locator("main .talk-lines > li")).to_contain_text([OFFER, REFUSAL])
    expect(desk.locator("main")).to_contain_text(REASON)
    expect(desk.locator("body")).not_to_contain_text(PLOT)
    desk.get_by_role("button", name="I have dealt with it").click()
    expect(desk.locator("main")).to_contain_text("Dealt with.")


def promise_something(course: Course) -> None:
    """Babylon notes a contact, and promises Assyria something in exchange for something else."""
    assyria, babylon = course.phones["Assyria"], course.phones["Babylon"]
    written.note(babylon, ["Assyria"], TALK)
    shown = written.promise(babylon, "Assyria", NO_ATTACK, NO_RFS)
    assert PROMISE in shown
    assert EXCHANGE in shown
    card = assyria.locator("#promise-1")
    written.open_talk(assyria, "babylon")  # it is in another one
    expect(card).to_contain_text(PROMISE)
    expect(card).to_contain_text(EXCHANGE)
    card.get_by_role("button", name="Accept").click()
    for page in (assyria, babylon):
        expect(page.locator("#own-promise-1")).to_contain_text("accepted")
    for page in (course.phones["Egypt"], course.laptop):
        for secret in (TALK, PROMISE, EXCHANGE):
            assert secret not in page.content()


def first_turn(course: Course) -> None:
    """All write orders on their phones. The reveal is taken back, and put back."""
    phones, laptop = course.phones, course.laptop
    before = numbers(laptop)
    for number, (name, orders) in enumerate(FIRST.items(), start=1):
        write_slip(phones[name], orders)
        expect(laptop.locator(".slip-panel .sealed")).to_have_count(number)
    assert numbers(laptop) == before
    laptop.locator("#reveal").click()
    expect(phones["Assyria"].locator("#task .own-turn")).to_be_visible()
    after = placed(before, FIRST)
    for page in course.live_pages:
        shows(page, after)
    laptop.locator("#undo").click()
    expect(phones["Assyria"].locator("#slip-seal")).to_be_visible()
    for page in course.live_pages:
        shows(page, before)
    laptop.locator("#redo").click()
    expect(phones["Assyria"].locator("#task .own-turn")).to_be_visible()
    for page in course.live_pages:
        shows(page, after)
    record(laptop, *["end"] * 5)


def second_turn(course: Course) -> None:
    """Babylon breaks its promise; nobody is told so before the debrief."""
    phones, laptop = course.phones, course.laptop
    for name, orders in SECOND.items():
        expect(phones[name].locator("#task")).to_contain_text("Place ")
        write_slip(phones[name], orders)
    type_line(laptop, "p cyp5 civ5")  # Phoenicia's phone has run out of power
    expect(phones["Phoenicia"].locator("#slip .envelope")).to_be_visible()
    record(laptop, "reveal", "end", "end", "a assyria med 3", "end", "end", "end")
    for page in phones.values():
        expect(page.locator("#task")).to_contain_text("Place ")
        expect(page.locator(".verdict")).to_have_count(0)


def end(course: Course) -> None:
    """The verdicts appear on the phones of both sides, and on no others; nothing can be written."""
    for page in course.live_pages:
        expect(page.locator("main")).to_contain_text("The game is over")
    for name, page in course.phones.items():
        expect(page.locator("#compose")).to_be_hidden()
        expect(page.locator("#note-contact")).to_be_hidden()
        if name in ("Assyria", "Babylon"):
            expect(page.locator("#own-promise-1 .verdict.broken")).to_contain_text(BROKEN)
            expect(page.locator("#own-promise-1 .verdict.kept")).to_contain_text(KEPT)
        else:
            expect(page.locator(".verdict")).to_have_count(0)


def answer_questions(course: Course) -> None:
    """The instructor asks the prepared question, and gets the answers of all."""
    desk = course.teach("questions/")
    desk.get_by_role("button", name="Ask", exact=True).click()
    for name, page in course.phones.items():
        written.answer(page, QUESTION, f"{name} trusted nobody.")
    answers = desk.locator("#answers article", has_text=QUESTION)
    expect(answers).to_contain_text("5 of 5 students")
    for name in COUNTRIES:
        expect(answers).to_contain_text(f"{name} trusted nobody.")


def release(course: Course, wall: Page) -> None:
    """First what Assyria and Egypt wrote to each other is shown to everybody, then everything."""
    url, code = course.table.site.url, course.table.code
    note_problems(wall, course.problems)
    wall.goto(f"{url}/c/{code}/debrief/?wall")
    expect(wall.locator("#summary")).to_contain_text("hasn’t released anything yet")
    urartu, phoenicia = course.phones["Urartu"], course.phones["Phoenicia"]
    phoenicia.goto(f"{url}/play/{code}/")
    expect(phoenicia.locator("#released")).to_have_count(0)
    desk = course.teach("debrief/")
    desk.locator("summary", has_text="Release a part").click()
    desk.get_by_role("button", name="Assyria and Egypt").click()
    expect(phoenicia.locator("#released .said-item .written")).to_have_text([OFFER, REFUSAL])
    urartu.goto(f"{url}/c/{code}/debrief/")
    expect(urartu.locator("#talks .written")).to_have_text([OFFER, REFUSAL])
    for page in (wall, urartu, phoenicia):
        for secret in (TALK, PROMISE):
            assert secret not in page.content()
    desk.get_by_role("button", name="Release everything").click()
    every = "4 messages, 1 contact and 1 promise"
    expect(phoenicia.locator("#released")).to_contain_text(every)
    phoenicia.locator("#to-debrief").tap()
    for page in (wall, urartu, phoenicia):
        expect(page.locator("#summary")).to_contain_text(every)
    for page in (urartu, phoenicia):
        for said in (OFFER, REFUSAL, PLOT, TALK, PROMISE):
            expect(page.locator("#talks")).to_contain_text(said)
    assert fits(phoenicia)
    wall.keyboard.press("End")
    wall.locator("#timeline a.verdict-mark.broken").click()
    expect(wall.locator("#words .is-move")).to_be_visible()
    wall.keyboard.press("ArrowRight")
    expect(wall.locator("#words .stamp")).to_have_text("broken")
    expect(wall.locator("#words")).to_contain_text(BROKEN)


def ask_what_had_changed(course: Course) -> None:
    """What has been released gives a question, which the one whom it is about answers."""
    desk, babylon = course.teach("questions/"), course.phones["Babylon"]
    desk.locator("details[id^=derived] > summary").click()
    derived = desk.locator("details[id^=derived] li", has_text="Babylon promised Assyria not to")
    derived.get_by_role("button", name="Use it").click()
    desk.get_by_role("button", name="Ask", exact=True).click()
    babylon.goto(f"{course.table.site.url}/play/{course.table.code}/")
    written.answer(babylon, "What had changed?", "Urartu had written to us.")
    expect(desk.locator("#answers")).to_contain_text("Urartu had written to us.")
