"""The live chart in Chromium: pushed, polled without streams, and marked when disconnected."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from moderator.live import events
from moderator.live.events import END, PROTOCOL
from tests.support.live.pages import QUICK, cut_streams, set_hidden, until, viewers
from tests.support.live.world import GROUP, World

COUNT_LOST = """() => {
    const banner = document.getElementById("lost");
    window.lost = 0;
    new MutationObserver(() => { window.lost += !banner.hidden; }).observe(
        banner, { attributes: true });
}"""

# Keeps what is typed as if another person sat at the page.
KEEP_FOR_ANOTHER = """async () => {
    const line = Object.assign(document.createElement("p"), { id: "unsaved" });
    line.dataset.owner = "17 KLMNPQ";
    document.body.append(line);
    document.querySelector("[name=note]").value = "a secret";
    const feed = document.querySelector("script[src*='feed']").src;
    (await import(feed.replace("feed", "stored"))).keepTyped();
}"""


def test_a_move_is_pushed_into_the_page(page: Page) -> None:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    with World() as world:
        page.goto(world.url)
        page.evaluate(
            "document.addEventListener('frame', (e) => { window.told = e.detail.version })"
        )
        until(page, viewers(world, 1))
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        expect(page.locator("#live")).to_have_attribute("data-version", "2")
        assert page.evaluate("window.told") == 2
        expect(page.locator("#lost")).to_be_hidden()
        assert (world.pages, errors) == (1, [])


def test_charts_are_compressed_and_an_ended_stream_is_opened_again_silently(
    page: Page,
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    encodings: list[str | None] = []
    page.on(
        "response",
        lambda response: (
            encodings.append(response.headers.get("content-encoding"))
            if "have=" in response.url
            else None
        ),
    )
    with World() as world:
        page.goto(world.url)
        for _ in range(2):
            until(page, viewers(world, 1))
            world.move()
            expect(page.locator("#live")).to_have_attribute("data-version", str(world.version))
            world.end_streams(END)
            until(page, viewers(world, 0))
        until(page, viewers(world, 1))
        assert (encodings[:2], said, world.pages) == (["gzip", "gzip"], [], 1)


def test_the_chart_that_the_page_came_with_is_left_alone(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        page.evaluate("document.querySelector('#now').isFirst = true")
        until(page, lambda: world.hub.counters.sent >= 1)
        world.hub.publish(GROUP)
        until(page, lambda: world.hub.counters.rendered >= 2)
        assert page.evaluate("document.querySelector('#now').isFirst")


def test_a_page_that_knows_more_than_this_server_does_not_go_back(page: Page) -> None:
    with World() as world:
        world.version_in_page = 5
        page.goto(world.url)
        until(page, lambda: world.hub.counters.sent >= 1)
        world.version = 5
        world.move()
        expect(page.locator("#now")).to_have_text("chart 6")
        shown = page.evaluate("document.querySelector('#live').dataset.version")
        assert shown == "6"


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(Route.abort, marks=pytest.mark.long, id="killed"),
        pytest.param(lambda route: None, id="swallowed"),
    ],
)
def test_where_streams_die_the_page_asks(page: Page, end: Callable[[Route], None]) -> None:
    cut_streams(page, end)
    with World(QUICK) as world:
        page.goto(world.url)
        until(page, lambda: world.hub.counters.rendered >= 1)  # the first poll
        assert world.hub.counters.viewers == 0
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        expect(page.locator("#lost")).to_be_hidden()
        world.move()
        expect(page.locator("#live")).to_have_attribute("data-version", "3")


@pytest.mark.long
def test_where_streams_are_cut_off_nothing_flickers(page: Page) -> None:
    with World('data-soon-s="0.05"') as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.evaluate(COUNT_LOST)
        for version in (2, 3):
            world.end_streams(END)
            world.move()
            expect(page.locator("#now")).to_have_text(f"chart {version}")
            until(page, viewers(world, 1))
        assert page.evaluate("window.lost") == 0


def test_a_stream_that_falls_silent_is_not_trusted(page: Page) -> None:
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "after" in request.url else None
    )
    with World('data-poll-s="0.05" data-silence-s="0.3"', heartbeat_s=60) as world:
        page.goto(world.url)
        until(page, lambda: world.hub.counters.sent >= 1)
        until(page, lambda: len(asked) >= 2)
        until(page, viewers(world, 0))
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")


def test_heartbeats_keep_a_stream(page: Page) -> None:
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "after" in request.url else None
    )
    with World('data-silence-s="1"', heartbeat_s=0.1) as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.wait_for_timeout(1500)
        assert asked == []


RECORDED = """(version) => {
    document.body.insertAdjacentHTML("beforeend", `<form id="say" data-version="${version}">`);
    document.dispatchEvent(new Event("answered"));
}"""


def test_a_polling_page_asks_at_once_for_what_it_has_recorded(page: Page) -> None:
    cut_streams(page)
    with World('data-poll-s="60" data-again-s="60"') as world:
        page.goto(world.url)
        until(page, lambda: world.hub.counters.rendered >= 1)  # the first poll
        world.move()
        page.evaluate(RECORDED, 2)
        expect(page.locator("#now")).to_have_text("chart 2")


def test_a_stream_that_does_not_bring_what_the_page_has_recorded_is_not_trusted(page: Page) -> None:
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "after" in request.url else None
    )
    with World('data-soon-s="0.1"', heartbeat_s=60) as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.wait_for_timeout(300)
        page.evaluate(RECORDED, 1)  # it is shown already
        page.wait_for_timeout(300)
        assert asked == []
        page.evaluate("document.getElementById('say').dataset.version = 2")
        page.evaluate("document.dispatchEvent(new Event('answered'))")
        until(page, lambda: bool(asked))


def test_a_polling_page_tries_the_stream_again_and_then_stops_polling(page: Page) -> None:
    cut_streams(page)
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "after" in request.url else None
    )
    with World('data-poll-s="0.05" data-again-s="0.5"') as world:
        page.goto(world.url)
        until(page, lambda: len(asked) >= 2)
        page.unroute("**/feed*")
        until(page, viewers(world, 1))
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        before = len(asked)
        page.wait_for_timeout(300)  # the time of six polls
        assert len(asked) == before


def test_a_page_that_lost_the_server_says_so_and_catches_up(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        world.stop()
        banner = page.locator("#lost")
        expect(banner).to_have_text(re.compile(r"^as of \d\d:\d\d:\d\d, reconnecting$"))
        expect(banner).to_be_visible()
        expect(page.locator("#now")).to_have_text("chart 1")
        world.version = 7
        world.start()
        expect(page.locator("#now")).to_have_text("chart 7", timeout=20_000)
        expect(banner).to_be_hidden()
        assert world.pages == 1


def test_a_polling_page_says_so_when_nobody_answers(page: Page) -> None:
    cut_streams(page)
    with World(QUICK) as world:
        page.goto(world.url)
        until(page, lambda: world.hub.counters.rendered >= 1)
        expect(page.locator("#lost")).to_be_hidden()
        page.context.set_offline(True)
        expect(page.locator("#lost")).to_be_visible()
        world.move()
        page.context.set_offline(False)
        expect(page.locator("#now")).to_have_text("chart 2")
        expect(page.locator("#lost")).to_be_hidden()


def test_a_hidden_page_gives_its_connection_back(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        set_hidden(page, True)
        until(page, viewers(world, 0))
        world.move()
        set_hidden(page, False)
        expect(page.locator("#now")).to_have_text("chart 2")
        until(page, viewers(world, 1))
        expect(page.locator("#lost")).to_be_hidden()


def test_where_one_was_in_the_chart_is_kept(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.locator("#less").click()
        page.evaluate("document.querySelector('[role=region]').scrollLeft = 250")
        page.locator("[role=region]").focus()
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        assert page.evaluate("document.querySelector('[role=region]').scrollLeft") == 250
        assert page.evaluate("document.activeElement.getAttribute('role')") == "region"
        assert page.evaluate("document.querySelector('#more').open")
        page.locator("#less").focus()
        world.move()
        expect(page.locator("#now")).to_have_text("chart 3")
        assert page.evaluate("document.activeElement.id") == "less"
        page.evaluate(
            "document.getElementById('live').insertAdjacentHTML('beforeend',"
            "'<button form=press name=move>Move</button><button>Other</button>')"
        )
        page.get_by_text("Move", exact=True).focus()
        page.keyboard.press("Tab")
        world.move()
        expect(page.locator("#now")).to_have_text("chart 4")
        expect(page.get_by_text("Other", exact=True)).to_be_focused()


def test_a_page_of_another_protocol_reloads_once_and_keeps_what_is_typed(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.locator("[name=note]").fill("not sent yet")
        page.locator("[name=pick]").select_option("b")
        monkeypatch.setattr(events, "PROTOCOL", PROTOCOL + 1)
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        until(page, viewers(world, 1))
        expect(page.locator("[name=note]")).to_have_value("not sent yet")
        expect(page.locator("[name=pick]")).to_have_value("b")
        world.move()
        page.wait_for_timeout(300)
        assert world.pages == 2  # this script is still the other one
        page.evaluate(KEEP_FOR_ANOTHER)
        page.reload()  # whoever comes to that page later finds nothing of it
        assert page.evaluate("sessionStorage.getItem('typed')") is None
        expect(page.locator("[name=note]")).to_have_value("")


def test_only_what_has_changed_is_replaced(page: Page) -> None:
    with World() as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.evaluate("for (const one of document.querySelectorAll('#live *')) one.isFirst = true")
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        kept = "[...document.querySelectorAll('#live *')].filter((e) => e.isFirst).map((e) => e.id)"
        assert page.evaluate(kept) == ["more", "less", "", ""]


# A heartbeat must not end the question.
@pytest.mark.parametrize("heartbeat_s", [0.01, pytest.param(15, marks=pytest.mark.long)])
def test_a_page_that_lacks_a_part_asks_for_all(page: Page, heartbeat_s: float) -> None:
    with World(heartbeat_s=heartbeat_s) as world:
        page.goto(world.url)
        until(page, viewers(world, 1))
        page.evaluate("document.getElementById('live').replaceChildren()")
        world.move()
        expect(page.locator("#now")).to_have_text("chart 2")
        expect(page.locator("#more")).to_have_count(1)
        world.move()
        expect(page.locator("#now")).to_have_text("chart 3")
