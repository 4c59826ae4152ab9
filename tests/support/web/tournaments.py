"""A tournament's pages, as its instructor uses them."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client

from moderator.core import credentials
from moderator.core.models import Classroom
from tests.support.web.reading import Element, read, values

FORM = {"rules": "valley-of-war", "title": "Evening", "system": "swiss", "tables": "2"}
FOUR = "Ann\nBob\n<b>Cy</b>\n\nDee\n"


def base(classroom: Classroom) -> str:
    return f"/classes/{classroom.pk}/tournaments/"


def create(desk: Client, classroom: Classroom, **fields: Any) -> HttpResponse:
    sent = FORM | {"names": FOUR, "once": credentials.new()} | fields
    return desk.post(f"{base(classroom)}new/", sent)


def buttons(page: Element, pairing: int) -> dict[str, str]:
    """What the form of a pairing sends besides its button."""
    item = page.id(f"pairing-{pairing}")
    (form,) = [f for f in item.all("form") if f.attributes["class"] == "results"]
    return values(form)


def tell(desk: Client, url: str, pairing: int, outcome: str, **more: str) -> HttpResponse:
    form = buttons(read(desk.get(url)), pairing)
    return desk.post(url, form | {"outcome": outcome} | more)


def standings(desk: Client, url: str) -> list[str]:
    table = read(desk.get(url)).one("table", class_="standings")
    return [row.text for row in table.one("tbody").all("tr")]
