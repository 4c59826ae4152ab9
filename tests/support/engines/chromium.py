"""Chromium, driven by Playwright like Firefox."""

from __future__ import annotations

from playwright.sync_api import CDPSession

from tests.support.engines.firefox import Firefox, FirefoxScreen
from tests.support.engines.screen import SIZE


class ChromiumScreen(FirefoxScreen):
    """A page in Chromium. One that is locked stands still: without a window it is never hidden."""

    _debugger: CDPSession

    def lock(self) -> None:
        super().lock()
        self._debugger = self.page.context.new_cdp_session(self.page)
        self._debugger.send("Debugger.enable")
        self._debugger.send("Debugger.pause")

    def unlock(self) -> None:
        self._debugger.detach()
        super().unlock()


class Chromium(Firefox):
    """A running Chromium."""

    name = "chromium"

    def open(self, size: tuple[int, int] = SIZE) -> ChromiumScreen:
        width, height = size
        context = self._browser.new_context(viewport={"width": width, "height": height})
        return ChromiumScreen(context.new_page())
