"""Windows in all engines, light, dark, and in forced colours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Playwright

from tests.support.engines import firefox, webkit
from tests.support.engines.chromium import ChromiumScreen
from tests.support.engines.fixtures import Engine
from tests.support.engines.screen import Screen

CHROMIUM: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}
CALM = {"ui.prefersReducedMotion": 1}
DARK = {"layout.css.prefers-color-scheme.content-override": 0}


@dataclass
class Windows:
    """One for each look and size, opened when it is first asked for; in Chromium one for each look,
    since a new one takes longer than another size."""

    _playwright: Playwright
    _chromium: Browser
    _stack: ExitStack
    _engines: dict[str, Engine] = field(default_factory=dict)
    _chromiums: dict[str, ChromiumScreen] = field(default_factory=dict)
    _open: dict[tuple[str, tuple[int, int]], Screen] = field(default_factory=dict)

    def window(self, look: str, size: tuple[int, int]) -> Screen:
        """Args: look: an engine and "light", "dark" or "forced"."""
        if look.startswith("chromium"):
            return self._resized(look, size)
        if (look, size) not in self._open:
            self._open[look, size] = self._opened(look).open(size)
        return self._open[look, size]

    def _resized(self, look: str, size: tuple[int, int]) -> ChromiumScreen:
        if look not in self._chromiums:
            colours = CHROMIUM[look.partition(" ")[2]]
            context = self._chromium.new_context(reduced_motion="reduce", **colours)
            self._stack.callback(context.close)
            self._chromiums[look] = ChromiumScreen(context.new_page())
        screen = self._chromiums[look]
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        return screen

    def _opened(self, look: str) -> Engine:
        if look not in self._engines:
            name, _, colours = look.partition(" ")
            started = (
                webkit.running()
                if name == "webkit"
                else firefox.running(self._playwright, CALM | (DARK if colours == "dark" else {}))
            )
            self._engines[look] = self._stack.enter_context(started)
        return self._engines[look]


@contextmanager
def windows(playwright: Playwright, chromium: Browser) -> Iterator[Windows]:
    """They are closed afterwards."""
    with ExitStack() as stack:
        yield Windows(playwright, chromium, stack)
