"""The order of a pack's sheets, and their entries in its outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.sheets import SheetPart
from moderator.sheets.drawing.canvas import Part
from moderator.sheets.drawing.marks import Mark
from moderator.web.printing.packs.choice import Order
from moderator.web.printing.packs.contents import PackSheet

Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MadePart:
    """A part of a sheet of a pack.

    Args:
        group: the group's place; of sheets of the class after all groups.
        number: the part's place in its sheet.
        player: its player's name; empty for a part that is for the table.
    """

    sheet: PackSheet
    group: int
    number: int
    player: str
    part: SheetPart

    @property
    def owner(self) -> str:
        """The group's name, or that it is the class's."""
        return self.sheet.owner or gettext("The class")


def ordered(made: Sequence[MadePart], order: Order, *, is_two_sided: bool) -> list[Part]:
    """The parts in this order, to be printed.

    By seat, what is for the table comes after what is for the players, by kind.
    """
    players = {name: at for at, name in enumerate(dict.fromkeys(one.player for one in made))}

    def place(one: MadePart) -> Place:
        kind, rest = one.sheet.place, (one.group, one.number)
        if order == "group":
            return one.group, kind, one.number
        if order == "seat":
            return int(not one.player), players[one.player] if one.player else 0, kind, *rest
        return kind, *rest

    return [_printed(one, order, is_two_sided) for one in sorted(made, key=place)]


def _printed(one: MadePart, order: Order, is_two_sided: bool) -> Part:
    pages: list[Sequence[Mark]] = [page.marks for page in one.part.pages]
    if is_two_sided and len(pages) % 2:
        pages.append(())
    under, title = _titles(one, order)
    return Part(pages, one.part.size, title=title, under=under)


def _titles(one: MadePart, order: Order) -> tuple[str, str]:
    """The entry in the outline above the part's own, and its own."""
    name = one.part.name
    if order == "group":
        return one.owner, f"{name}, {one.player}" if one.player else name
    if order == "seat" and one.player:
        return one.player, f"{name}, {one.owner}"
    return name, f"{one.owner}, {one.player}" if one.player else one.owner
