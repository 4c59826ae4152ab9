"""The connection check: what it says of the address, and what it finds on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from moderator.live import feed
from tests.support.live.pages import cut_streams
from tests.support.site import Site
from tests.support.web.axe import violations
from tests.support.web.reading import read

HERE, PUBLIC, ELSEWHERE = "127.0.0.1:8000", "http://192.0.2.7:8000", "moderator.example"
LUMP = "".join(f"event: step\ndata: {number}\n\n" for number in range(1, feed.EVENTS + 1))


@pytest.mark.parametrize(
    ("host", "public", "query", "said"),
    [
        (HERE, "", "", "QR code: none"),
        (HERE, PUBLIC, "", "QR codes lead phones to 192.0.2.7:8000"),
        ("192.0.2.7:8000", PUBLIC, "", "QR code: right"),
        ("192.0.2.7:8000", PUBLIC, "?qr", "QR code: works"),
        (ELSEWHERE, PUBLIC, "", "QR code: another address"),
        (ELSEWHERE, "", "", "QR code: right"),
    ],
)
def test_the_address(settings: Any, host: str, public: str, query: str, said: str) -> None:
    settings.PUBLIC_URL = public
    settings.ALLOWED_HOSTS = ["*"]
    page = read(Client().get(f"/check/{query}", headers={"host": host}))
    assert said in page.text
    assert bool(page.all("svg", class_="qr")) == (said != "QR code: none")
    assert ("up --host 0.0.0.0" in page.text) == (said == "QR code: none")


@pytest.mark.long
def test_the_results_on_a_phone(site: Site, browser: Browser) -> None:
    """All are open at once, since each needs the length of the test's stream."""
    size: Any = {"width": 320, "height": 640}
    with (
        browser.new_context(viewport=size, base_url=site.url) as phone,
        browser.new_context(java_script_enabled=False, base_url=site.url) as plain,
    ):
        works, blocked, held, lost = pages = [phone.new_page() for _ in range(4)]
        cut_streams(blocked)
        cut_streams(held, lambda route: route.fulfill(content_type="text/event-stream", body=LUMP))
        lost.route("**/check/feed*", lambda route: route.abort())
        for page in pages:
            page.goto("/check/", wait_until="commit")
        results = [
            ("Everything works", "Stream: works", "Polling: works"),
            ("a few seconds late", "Stream: blocked", "Polling: works"),
            ("a few seconds late", "Stream: held back", "Polling: works"),
            ("doesn’t get new moves", "Stream: blocked", "Polling: fails"),
        ]
        for page, (verdict, stream, polling) in zip(pages, results, strict=True):
            shows(page, verdict, stream, polling)
        assert not violations(works)
        assert works.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page = plain.new_page()
        page.goto("/check/")
        shows(page, "gets the site’s pages", "Stream: not tested", "Polling: not tested")


def shows(page: Page, verdict: str, stream: str, polling: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(verdict, timeout=30_000, use_inner_text=True)
    for name, result in (("stream", stream), ("polling", polling)):
        row = page.locator(f"[data-check={name}] b:visible")
        expect(row).to_have_text([result])
