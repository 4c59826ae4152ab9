"""WebKitGTK, the engine nearest to Safari, driven by Selenium on a screen in memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.support.engines.screen import LIMIT_S, SIZE, Screen

OPEN = "window.open('about:blank', '_blank', `popup,width=${arguments[0]},height=${arguments[1]}`)"


def missing() -> str:
    """What has to be installed; empty if nothing."""
    programs = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
    wanted = [package for program, package in programs.items() if not shutil.which(program)]
    return " ".join(wanted) or ("" if _mini_browser() else "webkit2gtk-driver")


class WebKitScreen(Screen):
    """A window of WebKitGTK's small browser. All windows share their cookies."""

    def __init__(self, driver: WebKitGTK, handle: str) -> None:
        self._driver = driver
        self._handle = handle

    @property
    def driver(self) -> WebKitGTK:
        """The driver, at this window."""
        self._driver.switch_to.window(self._handle)
        return self._driver

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def run(self, function: str, *given: Any) -> Any:
        return self.driver.execute_script(f"return ({function})(...arguments)", *given)

    def press(self, selector: str) -> None:
        self._act(selector, lambda found: found.click())

    def write(self, selector: str, text: str) -> None:
        def type_in(field: WebElement) -> None:
            field.clear()
            field.send_keys(text)

        self._act(selector, type_in)

    def picture(self) -> bytes:
        return self.driver.get_screenshot_as_png()

    def sign_in(self, url: str, session: str) -> None:
        self.driver.get(f"{url}/healthz")  # a cookie is for the page that is shown
        self._driver.add_cookie({"name": "sessionid", "value": session})

    def again(self, url: str) -> None:
        size = self.run("() => [innerWidth, innerHeight]")
        fresh = opened(self.driver, *size)
        self.close()
        self._handle = fresh
        self.goto(url)

    def close(self) -> None:
        self.driver.close()

    def lock(self) -> None:
        self._size = self.run("() => [innerWidth, innerHeight]")
        self._driver.minimize_window()

    def unlock(self) -> None:
        self.driver.set_window_rect(0, 0, *self._size)

    def _act(self, selector: str, act: Callable[[WebElement], None]) -> None:
        """Does it with the first such element; again if a new chart has just replaced that."""
        self.shows(selector)

        def is_done() -> bool:
            try:
                found = self.driver.find_element("css selector", selector)
                # The driver itself would only scroll it to the edge, under what is fixed there.
                self._driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
                act(found)
            except (StaleElementReferenceException, NoSuchElementException):
                return False
            return True

        self.until(is_done, selector)


def opened(driver: WebKitGTK, width: int, height: int) -> str:
    """The handle of a new window, which the present one opens."""
    before = set(driver.window_handles)
    driver.execute_script(OPEN, width, height)
    (handle,) = set(driver.window_handles) - before
    return handle


class WebKit:
    """A running WebKitGTK."""

    name = "webkit"

    def __init__(self, driver: WebKitGTK) -> None:
        self._driver = driver
        (self._first,) = driver.window_handles

    def open(self, size: tuple[int, int] = SIZE) -> WebKitScreen:
        """A new window; none is narrower than 334 px."""
        self._driver.switch_to.window(self._first)
        return WebKitScreen(self._driver, opened(self._driver, *size))

    def hosts(self) -> Iterator[str]:
        """Loopback addresses for windows with cookies of their own: all share those of a host."""
        return (f"127.0.0.{n}" for n in range(2, 255))

    def close_windows(self) -> None:
        for handle in set(self._driver.window_handles) - {self._first}:
            self._driver.switch_to.window(handle)
            self._driver.close()


@contextmanager
def running(playwright: object = None) -> Iterator[WebKit]:
    """WebKitGTK on its own screen; it has no use for Playwright."""
    options = Options()
    options.binary_location = str(_mini_browser())
    options.add_argument("--automation")
    options.add_argument("--javascript-can-open-windows-automatically=true")
    with _display() as display:
        service = Service(
            shutil.which("WebKitWebDriver") or "", env={**os.environ, "DISPLAY": display}
        )
        with warnings.catch_warnings():
            # Selenium's own driver uses what Selenium deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = WebKitGTK(options=options, service=service)
        try:
            driver.set_page_load_timeout(LIMIT_S)
            yield WebKit(driver)
        finally:
            driver.quit()


@contextmanager
def _display() -> Iterator[str]:
    """The name of an X display in memory."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "2000x1400x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as lines:
            yield f":{lines.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


def _mini_browser() -> Path | None:
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return found[-1] if found else None
