"""What a journey needs of a browser, whatever drives it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

LIMIT_S = 30
SIZE = (360, 720)  # of a phone


class Screen(ABC):
    """A window of a browser, as large as a phone."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Opens a page, and returns once it is loaded."""

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """Calls a function of JavaScript in the page: `run("(a, b) => a + b", 1, 2)`."""

    @abstractmethod
    def press(self, selector: str) -> None:
        """Clicks on the first such element, as a person does."""

    @abstractmethod
    def write(self, selector: str, text: str) -> None:
        """Types into a field."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is seen now, as a PNG file."""

    @abstractmethod
    def sign_in(self, url: str, session: str) -> None:
        """Gives the browser the session's cookie for the site at this URL."""

    @abstractmethod
    def again(self, url: str) -> None:
        """Closes the window, and opens the page in a new one of the same browser."""

    @abstractmethod
    def close(self) -> None:
        """Closes the window."""

    def lock(self) -> None:
        """Puts the page out of sight, as a phone does that is locked; here, what scripts notice."""
        self.run(HIDE, True)

    def unlock(self) -> None:
        """Brings it back into sight."""
        self.run(HIDE, False)

    @property
    def path(self) -> str:
        """The path of the page."""
        return str(self.run("() => location.pathname"))

    def shows(self, selector: str, text: str = "") -> None:
        """Waits until such an element is visible and contains the text."""
        self.until(lambda: self._says(SHOWS, selector, text), f"{selector} with {text!r}")

    def loads(self, begin: str) -> None:
        """Waits until a page is there whose path begins so, with its scripts: without them a press
        posts the form as a browser does."""
        self.until(lambda: self._says(LOADED, begin), f"the scripts of {begin}")

    def _says(self, function: str, *given: Any) -> bool:
        try:
            return bool(self.run(function, *given))
        except Exception:  # of any driver: the page is just being left
            return False

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Waits for a condition."""
        limit = time.monotonic() + LIMIT_S
        while not is_so():
            assert time.monotonic() < limit, f"waited in vain for {what} at {self.path}"
            time.sleep(0.05)


LOADED = """(begin) =>
    document.readyState === "complete" && location.pathname.startsWith(begin)"""
SHOWS = """(selector, text) => [...document.querySelectorAll(selector)].some(
    (one) => one.getClientRects().length > 0 && one.innerText.includes(text))"""
HIDE = """(isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event(isHidden ? "freeze" : "resume"));
}"""
