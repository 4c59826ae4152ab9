"""Order slips on phones: shared live, saved press by press, sealed and opened again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Locator, Page, Route, expect

from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.outbox import LATE, is_refused, line, nothing_waits, waits
from tests.support.web.rooms import Room, fits
from tests.support.web.slips import NEXT_TURN, REVEAL, orders_room, sit_together, written

SAVED = re.compile("^saved$")


@pytest.fixture
def other(browser: Browser) -> Iterator[BrowserContext]:
    """A larger phone, dark."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True
    ) as context:
        yield context


def button(page: Page, place: str, more: int = 1) -> Locator:
    return page.locator(f"#slip button[value='{place} {more}']")


def press(page: Page, place: str, times: int = 1, more: int = 1) -> None:
    """Presses a button so quickly that all of it is saved at once, even on a busy machine."""
    selector = f"#slip button[value='{place} {more}']"
    page.evaluate(
        "([selector, times]) => { while (times--) document.querySelector(selector).click(); }",
        [selector, times],
    )


def shows(page: Page, place: str, placed: int) -> None:
    row = page.locator(f"#slip [data-place='{place}']")
    expect(row.locator(".placed")).to_have_text(str(placed))


def saved(page: Page, version: int) -> None:
    expect(page.locator("#slip")).to_have_attribute("data-version", str(version))
    expect(page.locator("#slip .kept")).to_have_text(SAVED)


def hold(page: Page) -> list[Route]:
    """Holds what is saved from now on, until `let_go`."""
    held: list[Route] = []
    page.route("**/slip/", lambda route: held.append(route))
    return held


def let_go(page: Page, held: list[Route]) -> None:
    page.route("**/slip/", lambda route: route.continue_())  # the last handler comes first
    for route in held:
        route.continue_()


def clean(page: Page) -> None:
    found = violations(page)
    assert not found
    assert fits(page)


def key_of(sent: str) -> str:
    found: str = re.findall(r'name="key"\s+([\w-]+)', sent)[-1]
    return found


def reveal(table: Room) -> None:
    table.site.run(REVEAL.format(code=table.code))


def next_turn(table: Room) -> None:
    """After a reveal all end their turns, and write again."""
    table.site.run(NEXT_TURN.format(code=table.code))


def hide(page: Page) -> None:
    """What a script notices of a phone that is locked, and unlocked."""
    page.evaluate(
        """() => {
            for (const hidden of [true, false]) {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }
        }"""
    )


def test_two_phones_of_one_country_share_its_slip(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    said: list[str] = []
    for page in (one, two):
        page.on("console", lambda message: said.append(message.text))
    press(one, "deploy:syria", 4)
    saved(one, 1)
    shows(two, "deploy:syria", 4)
    expect(two.locator("#slip .by")).to_have_text(re.compile(r"^Omar, \d\d:\d\d$"))
    expect(one.locator("#slip .by")).to_be_hidden()
    press(two, "build", 7)
    saved(two, 2)
    shows(one, "build", 7)
    expect(one.locator("#slip .left > b")).to_have_text("0")
    expect(button(one, "deploy:egypt")).to_have_attribute("aria-disabled", "true")
    clean(two)
    one.locator("#slip-seal").click()
    for page, who in ((one, "You"), (two, "Omar")):
        expect(page.locator("#slip .envelope")).to_be_visible()
        expect(page.locator("#task")).to_be_in_viewport()
        expect(page.get_by_text(f"{who} sealed your slip")).to_be_visible()
        expect(page.locator("#slip-orders ul")).to_be_hidden()
    clean(one)
    two.locator("#slip-orders summary").click()
    expect(two.locator("#slip-orders ul")).to_be_visible()
    two.locator("#slip-open").click()
    for page in (one, two):
        expect(page.locator("#slip-seal")).to_be_visible()
        shows(page, "deploy:syria", 4)
    assert not said, said


@pytest.mark.long
def test_presses_at_the_same_time_are_all_kept(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    held = hold(one)
    with one.expect_request("**/slip/"):
        press(one, "deploy:syria", 3)
    press(two, "deploy:syria", 2)
    saved(two, 1)
    shows(one, "deploy:syria", 3)  # its own presses, until the response
    press(one, "deploy:elam")
    let_go(one, held)
    for page in (one, two):
        saved(page, 2)
        shows(page, "deploy:syria", 5)
        shows(page, "deploy:elam", 1)
    assert written(table) == {"syria": 5, "elam": 1}
    expect(one.locator("#slip-message")).to_be_empty()


@pytest.mark.long
def test_a_press_is_not_lost_while_another_one_is_being_saved(
    site: Site, phone: BrowserContext
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    held = hold(page)
    with page.expect_request("**/slip/"):
        press(page, "deploy:syria")
    button(page, "deploy:elam").focus()
    button(page, "deploy:syria").hover()
    page.mouse.down()
    with page.expect_response("**/slip/"):
        let_go(page, held)
    # Until the next frame the page has dealt with the answer.
    page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")
    page.mouse.up()
    saved(page, 2)
    assert written(table) in ({"syria": 2}, {"syria": 6})  # on a slow machine it has been held


@pytest.mark.long
def test_what_somebody_else_has_used_up_is_explained(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    held = hold(one)
    with one.expect_request("**/slip/"):
        press(one, "deploy:syria", 2)
    press(two, "deploy:elam", 10)
    saved(two, 1)
    let_go(one, held)
    saved(one, 2)
    expect(one.locator("#slip-message")).to_contain_text("was quicker")
    assert written(table) == {"syria": 1, "elam": 10}
    reveal(table)
    expect(one.locator("#slip-message")).to_be_empty()


@pytest.mark.long
def test_a_lost_connection_loses_no_press(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(key_of(route.request.post_data or ""))
        if len(keys) == 1:
            route.fetch()  # it arrives, but its response doesn't
        if len(keys) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/slip/", lose)
    press(page, "deploy:syria", 2)
    waits(page)
    saved(page, 1)
    expect(page.locator("#slip-message")).to_be_empty()
    assert len(set(keys)) == 1
    assert written(table) == {"syria": 2}


def lose(page: Page) -> list[str]:
    """Loses whatever is saved from now on, until `find`; returns what was sent."""
    sent: list[str] = []

    def lost(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.abort()

    page.route("**/slip/", lost)
    return sent


def find(page: Page) -> None:
    """Finds the connection again."""
    page.unroute("**/slip/")
    page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.long
@pytest.mark.parametrize("is_sealed", [True, False])
def test_presses_before_a_retry_are_saved_too(
    site: Site, phone: BrowserContext, is_sealed: bool
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    lose(page)
    press(page, "deploy:syria", 10)
    waits(page)
    press(page, "build", 1)  # before it is sent again
    if is_sealed:
        page.locator("#slip-seal").click()
    waits(page)
    kept = page.locator("#slip .kept")
    expect(kept).to_have_text("saving…")
    soft = page.locator("#slip .left > span").evaluate("one => getComputedStyle(one).color")
    expect(kept).to_have_css("color", soft)
    find(page)
    expect(page.locator("#slip")).to_have_attribute("data-version", str(2 + is_sealed))
    expect(page.locator("#slip .envelope")).to_have_count(int(is_sealed))
    nothing_waits(page)
    expect(page.locator("#slip-message")).to_be_empty()
    assert written(table) == {"syria": 10, "civilization": 1}


@pytest.mark.long
def test_a_connection_that_stays_silent_is_told_of(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    page.clock.install()
    held = hold(page)
    with page.expect_request("**/slip/"):
        press(page, "deploy:syria")
    page.clock.run_for(1_000)
    expect(line(page)).to_be_empty()
    page.clock.run_for(2_000)
    waits(page)
    let_go(page, held)
    saved(page, 1)
    expect(page.locator("#slip-message")).to_be_empty()


@pytest.mark.long
def test_an_answer_of_another_server_is_none(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    strange = [(200, "<h1>Welcome to the guest network</h1>"), (502, "Bad Gateway")]

    def answer(route: Route) -> None:
        if not strange:
            return route.continue_()
        status, body = strange.pop(0)
        return route.fulfill(status=status, body=body, content_type="text/html")

    page.route("**/slip/", answer)
    press(page, "deploy:syria", 2)
    waits(page)
    saved(page, 1)
    expect(page.locator("#slip-message")).to_be_empty()
    assert written(table) == {"syria": 2}


@pytest.mark.long
@pytest.mark.parametrize("has_arrived", [True, False])
def test_what_is_not_saved_survives_a_reload_and_is_saved_once(
    site: Site, phone: BrowserContext, has_arrived: bool
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")

    def answer_lost(route: Route) -> None:
        if has_arrived:
            route.fetch()
        route.abort()

    lose(page)
    page.route("**/slip/", answer_lost, times=1)  # the last handler comes first
    press(page, "deploy:syria", 3)
    waits(page)
    press(page, "deploy:elam", 2)
    page.reload()
    waits(page)
    find(page)
    saved(page, 2)
    shows(page, "deploy:syria", 3)
    shows(page, "deploy:elam", 2)
    expect(page.locator("#slip-message")).to_be_empty()
    assert written(table) == {"syria": 3, "elam": 2}
    page.reload()
    saved(page, 2)


@pytest.mark.long
def test_what_was_pressed_ends_with_its_turn(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    sent = lose(page)
    press(page, "deploy:syria", 11)
    waits(page)
    page.locator("#slip-seal").click()
    reveal(table)
    expect(page.locator("#slip")).to_have_count(0)
    next_turn(table)
    expect(page.locator("#slip .left > b")).not_to_have_text("0")
    assert len({key_of(one) for one in sent}) == 1
    find(page)
    posted: list[str] = []
    page.on("request", lambda one: posted.append((one.method == "POST" and one.post_data) or ""))
    message = page.locator("#slip-message")
    is_refused(page, LATE)
    hide(page)
    press(page, "deploy:egypt", 2)
    expect(message).to_be_empty()
    saved(page, 1)
    assert written(table) == {"egypt": 2}
    assert not [one for one in posted if 'name="do"' in one]


@pytest.mark.long
@pytest.mark.parametrize("has_arrived", [False, True])
def test_a_seal_that_waits_is_taken_back(
    site: Site, phone: BrowserContext, has_arrived: bool
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    press(page, "deploy:syria", 11)
    saved(page, 1)
    lose(page)
    if has_arrived:
        page.route("**/slip/", lambda route: (route.fetch(), route.abort()), times=1)
    page.locator("#slip-seal").click()
    expect(page.locator(".slip-sealing")).to_contain_text("Sealed as soon as the network is back")
    expect(page.locator("#slip-title")).to_have_text("Waiting for the network")
    expect(page.locator("#slip [data-place='deploy:egypt']")).to_be_hidden()
    expect(button(page, "deploy:syria", -1)).to_be_hidden()
    clean(page)
    if not has_arrived:
        page.reload()
    page.locator("#slip-unseal").click()
    expect(page.locator("#slip-seal")).to_be_visible()
    press(page, "deploy:syria", 2, more=-1)
    press(page, "build", 2)
    find(page)
    saved(page, 4 if has_arrived else 3)
    nothing_waits(page)
    expect(page.locator("#slip-message")).to_be_empty()
    assert written(table) == {"syria": 9, "civilization": 2}


@pytest.mark.long
@pytest.mark.parametrize("is_left", [True, False])
def test_a_slip_is_sealed_and_opened_after_a_seal_that_came_too_late(
    site: Site, phone: BrowserContext, is_left: bool
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    press(page, "deploy:syria", 11)
    saved(page, 1)
    if is_left:
        lose(page)
    else:
        phone.set_offline(True)
    page.locator("#slip-seal").click()
    waits(page)
    if is_left:
        page.goto(f"{site.url}/c/{table.code}/")
    reveal(table)
    next_turn(table)
    if is_left:
        find(page)
        page.goto(f"{site.url}/play/{table.code}/")
    else:
        phone.set_offline(False)
    message = page.locator("#slip-message")
    is_refused(page, LATE)
    press(page, "deploy:egypt", 11)
    expect(message).to_be_empty()
    page.clock.install()
    page.locator("#slip-seal").click()
    expect(page.locator("#slip .envelope")).to_be_visible()
    page.locator("#slip-orders summary").click()
    expect(page.locator("#slip-orders ul")).to_have_text("Egypt 11")
    page.clock.fast_forward(1_000)  # the second of two quick presses would be ignored
    page.locator("#slip-open").click()
    saved(page, 3)
    expect(message).to_be_empty()


@pytest.mark.long
def test_an_error_page_for_which_the_page_makes_way_loses_no_press(
    site: Site, phone: BrowserContext
) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    page.route("**/slip/", lambda route: route.fulfill(status=404), times=1)
    with page.expect_event("load"):
        press(page, "deploy:syria", 2)
    saved(page, 1)
    assert written(table) == {"syria": 2}


@pytest.mark.long
def test_a_seal_is_for_the_slip_that_was_seen(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    one.evaluate(
        """() => {
            const note = () => { window.newest = document.getElementById("slip").dataset.version; };
            document.addEventListener("frame", note, true);
        }"""
    )
    answers: list[tuple[Route, APIResponse]] = []
    one.route("**/slip/", lambda route: answers.append((route, route.fetch())), times=1)
    press(one, "build", 11)
    shows(two, "build", 11)
    one.locator("#slip-seal").click()
    press(two, "build", 11, more=-1)
    press(two, "deploy:syria", 11)
    saved(two, 2)
    one.wait_for_function("window.newest === '2'")
    [(route, answer)] = answers
    route.fulfill(response=answer)
    saved(one, 2)
    expect(one.locator("#slip-message")).to_contain_text("was quicker")
    expect(two.locator("#slip-seal")).to_be_visible()


@pytest.mark.long
def test_a_page_that_has_lost_its_access_keeps_no_press(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    page.route("**/slip/", lambda route: route.fulfill(status=403))
    press(page, "deploy:syria")
    is_refused(page, "Not stored: this is not open to you any more.")
    expect(page.locator("#slip .kept")).to_have_text("")
    page.unroute("**/slip/")
    press(page, "deploy:elam")
    saved(page, 1)
    assert written(table) == {"elam": 1}


@pytest.mark.long
def test_presses_on_a_slip_that_somebody_seals_are_too_late(
    site: Site, phone: BrowserContext, other: BrowserContext
) -> None:
    table = orders_room(site)
    one, two = sit_together(table, phone, "Omar"), sit_together(table, other, "Leila")
    press(two, "build", 11)
    saved(two, 1)
    shows(one, "build", 11)
    one.clock.install(time=0)
    one.clock.pause_at(10)  # so that nothing is sent
    press(one, "build", 1, more=-1)
    two.locator("#slip-seal").click()
    message = one.locator("#slip-message")
    expect(message).to_have_text("Not saved: your last presses came too late.")
    one.clock.run_for(300)
    reveal(table)
    expect(message).to_be_empty()
    assert written(table) == {"civilization": 11}


@pytest.mark.long
def test_a_slip_is_written_by_keyboard(site: Site, phone: BrowserContext) -> None:
    table = orders_room(site)
    page = sit_together(table, phone, "Omar")
    button(page, "deploy:syria").focus()
    for _ in range(12):  # once more than there are RFs
        page.keyboard.press("Enter")
    shows(page, "deploy:syria", 11)
    expect(page.locator("#slip .kept")).to_have_text(SAVED)
    expect(button(page, "deploy:syria")).to_be_focused()
    button(page, "deploy:syria", -1).focus()
    for _ in range(11):
        page.keyboard.press("Enter")
    expect(button(page, "deploy:syria")).to_be_focused()  # − is gone
    for _ in range(11):
        page.keyboard.press("Enter")
    expect(page.locator("#slip .kept")).to_have_text(SAVED)
    page.locator("#slip-seal").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#slip-title")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#slip-orders ul")).to_have_text("Syria 11")


@pytest.mark.long
def test_a_slip_is_written_without_a_script(site: Site, browser: Browser) -> None:
    table = orders_room(site)
    with browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 568}
    ) as context:
        page = sit_together(table, context, "Omar")
        for _ in range(2):
            button(page, "deploy:elam").click()
        assert page.url.endswith("#slip-11")
        button(page, "deploy:elam", -1).click()
        shows(page, "deploy:elam", 1)
        page.locator("#slip-seal").click(force=True)  # Playwright waits for aria-disabled, too
        expect(page.locator("#slip-message")).to_have_text("Place 10 more first.")
    assert written(table) == {"elam": 1}


def test_a_reveal_is_announced_once(
    site: Site, phone: BrowserContext, laptop: BrowserContext
) -> None:
    table = orders_room(site)
    page, wall = sit_together(table, phone, "Omar"), table.watch(laptop)
    wall.goto(f"{wall.url}?wall")
    pages = (page, wall)
    for one in pages:
        one.evaluate(
            """() => {
                const box = document.getElementById("announcement");
                const said = document.body.dataset;
                said.said = "";
                new MutationObserver(() => (said.said += `${box.textContent.trim()}|`)).observe(
                    box, { childList: true }
                );
            }"""
        )
    reveal(table)
    for one in pages:
        once = re.compile(r"^Orders revealed[^|]*\|\|$")  # shown, and cleared
        expect(one.locator("body")).to_have_attribute("data-said", once, timeout=15_000)
    expect(page.locator("#slip")).to_have_count(0)
    page.reload()
    expect(page.locator("#announcement")).to_be_empty()
