"""Debian's Firefox, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from tests.support.engines.screen import LIMIT_S, SIZE, Screen

# Playwright has no own build of this browser, so it must override none of these.
AS_IT_IS: Any = dict.fromkeys(
    ("color_scheme", "reduced_motion", "forced_colors", "contrast"), "null"
)


def missing() -> str:
    """What has to be installed; empty if nothing."""
    return "" if shutil.which("firefox-esr") else "firefox-esr"


class FirefoxScreen(Screen):
    """A page in Firefox."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(LIMIT_S * 1000)

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def run(self, function: str, *given: Any) -> Any:
        return self.page.evaluate(f"(given) => ({function})(...given)", list(given))

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def write(self, selector: str, text: str) -> None:
        self.page.locator(selector).first.fill(text)

    def picture(self) -> bytes:
        return self.page.screenshot()


class Firefox:
    """A running Firefox."""

    name = "firefox"

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, size: tuple[int, int] = SIZE) -> FirefoxScreen:
        """A new window with cookies of its own."""
        width, height = size
        context = self._browser.new_context(viewport={"width": width, "height": height}, **AS_IT_IS)
        return FirefoxScreen(context.new_page())


@contextmanager
def running(playwright: Playwright) -> Iterator[Firefox]:
    """Firefox without a window."""
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=shutil.which("firefox-esr")
    )
    yield Firefox(browser)
    browser.close()
