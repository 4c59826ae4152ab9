"""Makes the PDF of a pack: its sheets in order, with an outline."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.db.models import Max
from django.utils.translation import get_language, gettext

from moderator.core.models import Classroom, Entry, Game
from moderator.features.printing.class_sheets import ClassSheet
from moderator.features.printing.game_sheets import GameSheet, PrintedGame, SheetRequest
from moderator.features.printing.packs.form import (
    ClassGames,
    Order,
    PackChoice,
    PackSheet,
    pack_sheets,
)
from moderator.features.printing.people import Site
from moderator.sheets.drawing import canvas
from moderator.sheets.drawing.canvas import Part
from moderator.sheets.drawing.marks import Mark
from moderator.sheets.layout.kind import SheetPart

# The order of a pack's sheets, and their entries in its outline.

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


# Makes the PDF of a pack.

logger = logging.getLogger(__name__)

Report = Callable[[int, int], None]
"""Called with how many sheets are done, of how many."""


class NothingToPrint(Exception):
    """No sheet could be made; the message says why."""


class PackMaking:
    """One pack while it is being made, as it is to be now; in the active language.

    A sheet that can't be made is left out, and named. Half of the progress is layout, half is
    drawing.
    """

    def __init__(
        self, classroom: Classroom, site: Site, choice: PackChoice, report: Report
    ) -> None:
        self.classroom, self.site, self.choice = classroom, site, choice
        self.asked = SheetRequest(
            choice.paper,
            language=get_language() or "en",
            has_moves=choice.has_moves,
            is_for_moderator=choice.has_secrets,
        )
        self.report = report
        self.games = ClassGames.of(classroom)
        self.sheets = pack_sheets(self.games, choice.kinds)
        self.is_secret = False
        self.failed: list[PackSheet] = []

    def pdf(self) -> bytes:
        """All of it; then `is_secret` and `problem` are known.

        Raises:
            NothingToPrint: there is nothing that could be made.
        """
        self.report(0, len(self.sheets))
        parts = list(self._parts())
        if not parts:
            raise NothingToPrint(self.problem or gettext("There is nothing to print."))
        choice = self.choice
        printed = ordered(parts, choice.order, is_two_sided=choice.is_two_sided)
        drawn = 0

        def count(part: Part) -> None:
            nonlocal drawn
            drawn += 1
            self._report((1 + drawn / len(printed)) / 2)

        return canvas.pdf(printed, self._about(parts), count)

    def _report(self, share: float) -> None:
        self.report(int(share * len(self.sheets)), len(self.sheets))

    def _parts(self) -> Iterator[MadePart]:
        """All parts of all sheets, game by game, then those of the class."""
        done = 0
        for group, (game, run) in enumerate(groupby(self.sheets, attrgetter("game"))):
            printer = _Printer(self.classroom, self.site, game)
            for sheet in run:
                yield from self._of_sheet(sheet, printer, group)
                done += 1
                self._report(done / len(self.sheets) / 2)

    def _of_sheet(self, sheet: PackSheet, printer: _Printer, group: int) -> list[MadePart]:
        try:
            made, names = printer.sheet(sheet, self.asked), printer.player_names
        except MemoryError:  # it is not this sheet's fault
            raise
        except Exception:  # whatever is wrong with one sheet, the others are printed
            logger.exception("A sheet of a pack could not be made: %s", sheet.kind.id)
            self.failed.append(sheet)
            return []
        if made.is_empty:
            return []
        self.is_secret |= made.is_secret
        return [
            MadePart(sheet, group, number, names.get(part.seat, part.seat), part)
            for number, part in enumerate(made.parts)
        ]

    @property
    def problem(self) -> str:
        """Which sheets are missing; empty if none is."""
        if not self.failed:
            return ""
        names = [
            f"{sheet.kind.name} ({sheet.owner})" if sheet.owner else str(sheet.kind.name)
            for sheet in self.failed
        ]
        listed = "; ".join(names[:5]) + (" …" if len(names) > 5 else "")
        return gettext("These sheets could not be made and are missing: %s. Try again.") % listed

    def _about(self, parts: list[MadePart]) -> canvas.PdfMetadata:
        title = self.classroom.name
        names = ", ".join(dict.fromkeys(one.part.name for one in parts))
        if self.is_secret:
            names = gettext("%s, moderator only") % names
        return canvas.PdfMetadata(
            title=f"{title} – {names}",
            author=title,
            subject=gettext("Sheets of the class"),
            language=self.asked.language,
            at=self._last_change(),
        )

    def _last_change(self) -> datetime:
        """When the last move was recorded, or the last game or the class was made."""
        games = self.games.games
        entries = Entry.objects.filter(game__in=[game.pk for game in games])
        last: datetime | None = entries.aggregate(at=Max("at"))["at"]
        created = [game.created for game in games]
        return max([self.classroom.created, *created, *([last] if last else [])])


class _Printer:
    """Makes the sheets of one game, whose log is read and folded once, or those of the class."""

    def __init__(self, classroom: Classroom, site: Site, game: Game | None) -> None:
        self.classroom, self.site, self.game = classroom, site, game

    def sheet(self, sheet: PackSheet, asked: SheetRequest) -> GameSheet:
        if isinstance(sheet.kind, ClassSheet):
            parts = sheet.kind.parts(self.classroom, self.site, asked)
            return GameSheet(parts, sheet.kind.has_more and asked.is_for_moderator, False)
        return self._printed.sheet(sheet.kind, asked)

    @cached_property
    def player_names(self) -> dict[str, str]:
        """The names of the game's seats by their ids."""
        if self.game is None:
            return {}
        now = self._printed.fold.timeline
        return {seat.id: seat.name for seat in now.rules.seats_of(now.state)}

    @cached_property
    def _printed(self) -> PrintedGame:
        if self.game is None:
            raise TypeError(self.classroom)
        return PrintedGame.of(self.site, self.game)
