"""Practice through its pages: what a browser sends when somebody presses."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from moderator.core import credentials
from moderator.features.practice.models import PracticeGame
from tests.support.web.reading import Element, read, values

GUIDED = "age-of-iron/first-steps"


class Practice:
    """A browser that practises, and the page that it shows."""

    def __init__(self, client: Client | None = None, code: str = "") -> None:
        self.client = client or Client()
        self.start_address = reverse("class-practice", args=[code]) if code else reverse("practice")
        self.address = ""
        self._shown: Element | None = None

    def begin(self, status: int = 303, **fields: str) -> Practice:
        """Begins the guided game, or what the fields say, as the form of the page does."""
        form = {"key": credentials.new(), "scenario": GUIDED, **fields}
        answer = self.client.post(self.start_address, form)
        assert answer.status_code == status, answer.content.decode()
        if status == 303:
            self.address, self._shown = answer.url, None
        return self

    @property
    def row(self) -> PracticeGame:
        return PracticeGame.objects.get(token=self.address.rstrip("/").rpartition("/")[2])

    def page(self, query: str = "") -> Element:
        """Loads the page."""
        self._shown = read(self.client.get(self.address + query))
        return self._shown

    @property
    def shown(self) -> Element:
        """The page that was loaded last: what is on it can be pressed."""
        return self._shown or self.page()

    def send(self, form: dict[str, str], what: str = "move/", status: int = 303) -> Element:
        """Posts a form, and returns the page that follows."""
        answer = self.client.post(f"{self.address}{what}", form, follow=what == "preview/")
        assert answer.status_code == status, answer.content.decode()
        return self.page() if status == 303 else read(answer)

    def do(self, what: str, status: int = 303, **fields: str) -> Element:
        """Presses a button that is named by what it does."""
        form = next(
            one for one in self.shown.all("form") if one.all("button", name="do", value=what)
        )
        return self.send({**values(form), "do": what, **fields}, status=status)

    def pick(self, choice: str, status: int = 200) -> dict[str, str]:
        """Presses a choice among the moves, and returns the form that confirms it."""
        for form in self.shown.id("acts").all("form"):
            for button in form.all("button", name="choice"):
                if choice in button.text:
                    fields = {**values(form), "choice": button.attributes["value"]}
                    page = self.send(fields, "preview/", status)
                    return values(page.id("confirm")) if status == 200 else {}
        raise AssertionError(f"no choice {choice}")

    def place(self, choice: str, **fields: str) -> Element:
        """Presses a choice, and confirms it."""
        return self.send({**self.pick(choice), **fields})

    def end_turn(self, status: int = 303) -> Element:
        form = next(one for one in self.shown.all("form", class_="last-act"))
        page = self.send(values(form), "preview/", status=200)
        return self.send(values(page.id("confirm")), status=status)

    def offer(self, start: str, **units: str) -> Element:
        """Makes an offer, such as `trade.babylon` with `get.T="1"`."""
        page = self.page(f"offer/?start={start}")
        return self.send({**values(page.id("offer-form")), **units})

    def move(self, wire: dict[str, Any], status: int = 303, **fields: str) -> Element:
        """Sends a whole move, as a board's button does."""
        row = self.row
        key = f"key-{row.pk}-{len(row.steps)}"
        form = {"move": json.dumps(wire), "key": key, "after": str(len(row.steps))}
        return self.send({**form, **fields}, status=status)


def guided_to_end(practice: Practice) -> Element:
    """Plays the guided game as it says, and returns the last page."""
    practice.place("Canaan")
    practice.place("Civilization")
    practice.offer("trade.babylon", **{"get.T": "1", "give.G": "1"})
    practice.end_turn()
    practice.do("accept")
    practice.place("Syria")
    practice.place("Hatti")
    return practice.end_turn()
