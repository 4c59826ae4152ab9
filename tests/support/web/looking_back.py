"""Replays of a game, for the public and for its moderator."""

from __future__ import annotations

from django.test import Client

from tests.support.web.reading import Element, read
from tests.support.web.tables import Table


def public(table: Table, **asked: object) -> Element:
    return back(Client(), table, "chart-replay", asked)


def moderator(table: Table, **asked: object) -> Element:
    return back(table.laptop, table, "replay", asked)


def back(client: Client, table: Table, name: str, asked: dict[str, object]) -> Element:
    answer = client.get(table.url(name), asked)
    assert answer.status_code == 200
    return read(answer)


def press(client: Client, page: Element, id: str) -> Element:
    address = page.id(id).attributes["href"]
    answer = client.get(address)
    assert answer.status_code == 200, address
    return read(answer)


def number(page: Element) -> int:
    """Returns the number of the entry that the page shows."""
    words = page.id("place").text
    return 0 if words == "At the start" else int(words.removeprefix("After entry "))


def said(page: Element) -> str:
    """As it is read aloud."""
    return spoken(page.id("said").one("p", class_="sentence"))


def spoken(element: Element) -> str:
    """Its text without what is hidden from screen readers."""
    parts = (
        one if isinstance(one, str) else spoken(one)
        for one in element.children
        if isinstance(one, str) or one.attributes.get("aria-hidden") != "true"
    )
    return " ".join(" ".join(parts).split())


def is_open(page: Element, id: str) -> bool:
    link = page.id(id).attributes
    assert ("href" in link) != (link.get("aria-disabled") == "true")
    return "href" in link
