"""Makes the PDF of a pack, its sheets in order with an outline, in a process of its own."""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from django.conf import settings
from django.db.models import Max
from django.utils.translation import get_language, gettext, override

from moderator.core.models import Classroom, Entry, Game
from moderator.features.printing.class_sheets import ClassSheet
from moderator.features.printing.game_sheets import GameSheet, PrintedGame, SheetRequest
from moderator.features.printing.models import Pack
from moderator.features.printing.packs.choice import (
    ClassGames,
    Order,
    PackChoice,
    PackSheet,
    pack_key,
    pack_sheets,
)
from moderator.features.printing.people import Site
from moderator.features.printing.write import (
    PackGone,
    pack_fail,
    pack_finish,
    pack_progress,
    pack_take,
)
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


# The process that makes packs: started by a process of the site, and ended with it.

NICENESS = 10  # moves come first
MOST_BYTES = 1 << 30  # of memory
LIMIT_S = 300  # for one pack
PAUSE_S = 0.5  # between two reports of the progress, each of which waits for the disk
# Before anything is imported, so that even its start is never in the way of a move.
START = f"""
import os, signal
getattr(os, "nice", int)({NICENESS})
signal.signal(signal.SIGINT, signal.SIG_IGN)
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "make_packs", "--child"])
"""

_lock = threading.Lock()
_child: subprocess.Popen[bytes] | None = None


class TooSlow(Exception):
    """A pack takes longer than it may."""


def start() -> None:
    """Start the process, unless the one that this process has started still runs.

    It makes all packs that wait, one after the other, and ends. Its standard input is a pipe that
    is never written to: when this process ends, however it ends, the system closes the pipe. It
    stays in the site's session, as Linux compares niceness only within one; Ctrl-C is for the site.
    If the system starts no process now, the packs wait, and their pages try again.
    """
    global _child
    with _lock:
        if _child is not None and _child.poll() is None:
            return
        if _child is not None and _child.stdin is not None:
            _child.stdin.close()
        _child = None
        try:
            _child = subprocess.Popen(
                [sys.executable, "-c", START],
                cwd=settings.BASE_DIR,
                env={**os.environ, "DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
        except OSError:  # no memory, or too many processes or files
            logger.exception("The process that makes packs could not be started")


def limit_memory() -> None:
    """Let this process fail, and not the site, if a pack is too large."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


def collect_nothing() -> None:
    """Never look for cycles of objects in this process: it took a sixth of a pack's CPU.

    What a pack is made of lives until its end anyway, and then the process ends.
    """
    gc.disable()


def end_with_parent() -> None:
    """End as soon as standard input is closed: the site has ended. Nothing is committed then."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def make_packs() -> int:
    """Make all packs that wait, unless another process is making one; returns how many."""
    count = 0
    while pack := pack_take():
        with override(pack.language):
            _make(pack)
        count += 1
    return count


def _make(pack: Pack) -> None:
    """Make one pack, or store why it can't be made."""
    try:
        problem = _problem_of(pack)
        if problem:
            pack_fail(pack, problem)
    except PackGone:
        logger.info("Pack %d is not wanted any more", pack.pk)


def _problem_of(pack: Pack) -> str:
    """Make one pack; what went wrong, empty if nothing did."""
    choice = PackChoice.from_wire(pack.choice)
    try:
        classroom = Classroom.objects.get(pk=pack.classroom_id)
        site = Site(pack.site, choice.is_reached)
        key = pack_key(classroom, site, choice, pack.language)  # it may have waited
        making = PackMaking(classroom, site, choice, _Progress(pack))
        pack_finish(pack, key, making.pdf(), making.problem, is_secret=making.is_secret)
    except PackGone:
        raise
    except (Classroom.DoesNotExist, NothingToPrint) as nothing:
        return str(nothing)
    except (MemoryError, TooSlow):
        return gettext("The pack is too large. Choose fewer kinds of sheets, and try again.")
    except Exception:
        logger.exception("Pack %d could not be made", pack.pk)
        return gettext("The pack could not be made. Try again; the site’s log says more.")
    return ""


class _Progress:
    """Reports the progress of a pack now and then, and stops it when it takes too long."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.began = time.monotonic()
        self.reported = 0.0

    def __call__(self, done: int, sheets: int) -> None:
        now = time.monotonic()
        if now - self.began > LIMIT_S:
            raise TooSlow
        if now - self.reported >= PAUSE_S:
            pack_progress(self.pack, done, sheets)
            self.reported = now
