"""Debian's Firefox, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import repeat
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

    def sign_in(self, url: str, session: str) -> None:
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])

    def again(self, url: str) -> None:
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        self.page.goto(url)

    def close(self) -> None:
        self.page.context.close()


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

    def hosts(self) -> Iterator[str]:
        """Loopback addresses for windows with cookies of their own."""
        return repeat("127.0.0.1")

    def close_windows(self) -> None:
        for context in self._browser.contexts:
            context.close()


@contextmanager
def running(
    playwright: Playwright, preferences: Mapping[str, int] | None = None
) -> Iterator[Firefox]:
    """Firefox without a window, with these preferences."""
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=shutil.which("firefox-esr"),
        firefox_user_prefs=dict(preferences or {}),
    )
    yield Firefox(browser)
    browser.close()
