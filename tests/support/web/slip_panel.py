"""Order slips on the console, as its moderator sees and types them."""

from __future__ import annotations

from typing import Any

from moderator.core.look import look_at
from moderator.core.models import Game
from moderator.core.people import instructor_person
from moderator.features.slips.read import Slip, SlipBook, book_of
from moderator.features.slips.write import SlipChange, slip_write
from tests.support.play.play import deploy
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table

HTMX = {"HX-Request": "true"}


def book(table: Table) -> SlipBook:
    game = Game.objects.get(pk=table.game.pk)
    return book_of(look_at(game))


def slip(table: Table, player: str = "egypt") -> Slip:
    found = book(table).of(player)
    assert found
    return found


def draft(table: Table, rfs: int = 2) -> None:
    """Somebody who is no moderator writes on Egypt's slip."""
    by = instructor_person(table.classroom)
    change = SlipChange("egypt", slip(table).version, [deploy("egypt", "syria", rfs)], False)
    slip_write(Game.objects.get(pk=table.game.pk), change, f"d{rfs}", by, "system")


def said(table: Table, text: str) -> Any:
    """The answer to a typed line, as htmx gets it."""
    return table.laptop.post(
        table.url("move"), {**table.forms()["say"], "text": text}, headers=HTMX
    )


def heard(table: Table, text: str) -> str:
    return read(table.laptop.get(table.url("hear"), {"text": text})).text


def panel(table: Table) -> Element:
    return table.console().one("section", class_="slip-panel")
