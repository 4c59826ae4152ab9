"""Packs of sheets: asked for by a page, made in order with an outline by a process of their own,
kept for a day."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count, groupby
from operator import attrgetter, itemgetter
from typing import Any, cast

from django.db import OperationalError, transaction
from django.db.models import Max
from django.urls import get_resolver
from django.utils import timezone
from django.utils.translation import get_language, gettext, override

from moderator.core import child
from moderator.core.models import TEXT_LETTERS, Classroom, Entry, Game
from moderator.features.printing.choice import (
    ClassGames,
    PackChoice,
    PackSheet,
    pack_key,
    pack_sheets,
)
from moderator.features.printing.class_parts import Site
from moderator.features.printing.class_sheets import ClassSheet
from moderator.features.printing.game_sheets import GameSheet, PrintedGame, SheetRequest
from moderator.features.printing.models import Pack
from moderator.sheets.drawing import Page, canvas, fonts
from moderator.sheets.drawing.canvas import SheetPart

KEPT = 4
"""So many packs of a class, the newest, and none for longer than `KEPT_FOR`."""
KEPT_FOR = timedelta(days=1)
DEAD_AFTER = timedelta(seconds=60)
"""The process that makes a pack says more often that it is alive."""

PENDING = (Pack.State.WAITING, Pack.State.WORKING)


class PackGone(Exception):
    """The pack was deleted, or given up, while it was made."""


@transaction.atomic
def pack_request(
    classroom: Classroom, key: str, choice: Mapping[str, Any], language: str, site: str
) -> Pack:
    """The pack with this key: one that is stored or pending, or else a new one that waits.

    A pack that failed, or lacks a sheet, is made again.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    packs_check()
    same = Pack.objects.filter(classroom=classroom, key=key)
    for pack in same.order_by("-pk"):
        if pack.is_pending or (pack.is_done and not pack.problem):
            return pack
    same.delete()
    now = timezone.now()
    pack = Pack.objects.create(
        classroom=classroom,
        key=key,
        choice=dict(choice),
        language=language,
        site=site,
        at=now,
        changed=now,
    )
    _delete_old(classroom)
    return pack


def _delete_old(classroom: Classroom) -> None:
    packs = Pack.objects.filter(classroom=classroom)
    newest = list(packs.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    packs.exclude(pk__in=newest).exclude(state=Pack.State.WORKING).delete()
    Pack.objects.exclude(state__in=PENDING).filter(at__lt=timezone.now() - KEPT_FOR).delete()


def packs_check() -> None:
    """Give up the packs whose process has ended without saying so."""
    now = timezone.now()
    alive = (now - DEAD_AFTER, now + DEAD_AFTER)  # not in the future, by a clock that was set back
    dead = Pack.objects.filter(state=Pack.State.WORKING).exclude(changed__range=alive)
    dead.update(
        state=Pack.State.FAILED,
        problem=gettext(
            "It was interrupted before it was complete, for example because the site was shut "
            "down. Try again."
        ),
    )


@transaction.atomic
def pack_take() -> Pack | None:
    """The pack that has waited longest, to be made now; None while another one is being made."""
    packs_check()
    # Two processes lock the same rows in the same order, so only one finds no other at work.
    pending = Pack.objects.select_for_update().filter(state__in=PENDING).order_by("pk")
    found = list(pending)
    waiting = [pack for pack in found if pack.state == Pack.State.WAITING]
    if len(waiting) < len(found) or not waiting:
        return None
    pack = waiting[0]
    pack.state, pack.changed = Pack.State.WORKING, timezone.now()
    pack.save(update_fields=["state", "changed"])
    return pack


def pack_progress(pack: Pack, done: int, sheets: int) -> None:
    """Say how far it is, and that its process is alive.

    Raises:
        PackGone: nobody wants it any more.
    """
    _update(pack, sheets_done=done, sheets=sheets)


def pack_finish(pack: Pack, key: str, pdf: bytes, problem: str = "", *, is_secret: bool) -> None:
    """Store its file, and the key of what it was made from; `problem` says what is missing.

    Raises:
        PackGone: nobody wants it any more.
    """
    _update(
        pack,
        state=Pack.State.DONE,
        key=key,
        pdf=pdf,
        problem=problem[:TEXT_LETTERS],
        choice={**pack.choice, "is_secret": is_secret},
    )


def pack_cancel(pack: Pack) -> bool:
    """Delete it if it isn't made yet; whether it was not. If it is being made, that ends soon."""
    return bool(Pack.objects.filter(pk=pack.pk, state__in=PENDING).delete()[0])


def packs_forget(classroom: Classroom) -> None:
    """Delete the class's packs, since they have names or games that must go.

    One that is being made notices it.
    """
    Pack.objects.filter(classroom=classroom).delete()


def _update(pack: Pack, **fields: Any) -> None:
    working = Pack.objects.filter(pk=pack.pk, state=Pack.State.WORKING)
    if not working.update(changed=timezone.now(), **fields):
        raise PackGone


# Makes the PDF of a pack.

logger = logging.getLogger(__name__)

Place = tuple[int, ...]
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
            is_for_moderator=choice.has_secrets,
        )
        self.report = report
        self.games = ClassGames(classroom)
        self.sheets = pack_sheets(self.games, choice.kinds)
        self.is_secret = False
        self.failed: list[PackSheet] = []
        self.printed: PrintedGame | None = None  # the last one, whose log is read and folded once
        self.players: dict[str, int] = {}  # their places by name, in the order of the first sheets

    def pdf(self) -> bytes:
        """All of it; then `is_secret` and `problem` are known.

        Raises:
            NothingToPrint: there is nothing that could be made.
        """
        self.report(0, len(self.sheets))
        parts = list(self._parts())
        if not parts:
            raise NothingToPrint(self.problem or gettext("There is nothing to print."))
        printed = [part for _place, part in sorted(parts, key=itemgetter(0))]
        drawn = count(1)
        return canvas.pdf(
            printed,
            self._about([part.name for _place, part in parts]),
            lambda: self._report((1 + next(drawn) / len(printed)) / 2),
        )

    def _report(self, share: float) -> None:
        self.report(int(share * len(self.sheets)), len(self.sheets))

    def _parts(self) -> Iterator[tuple[Place, SheetPart]]:
        """All parts of all sheets, game by game, then those of the class."""
        done = 0
        for group, (_game, run) in enumerate(groupby(self.sheets, attrgetter("game"))):
            for sheet in run:
                yield from self._of_sheet(sheet, group)
                done += 1
                self._report(done / len(self.sheets) / 2)

    def _of_sheet(self, sheet: PackSheet, group: int) -> list[tuple[Place, SheetPart]]:
        try:
            made, players = self._made(sheet)
        except MemoryError:  # it is not this sheet's fault
            raise
        except Exception:  # whatever is wrong with one sheet, the others are printed
            logger.exception("A sheet of a pack could not be made: %s", sheet.kind.id)
            self.failed.append(sheet)
            return []
        self.is_secret |= made.is_secret
        return [
            self._placed(sheet, players.get(part.seat, part.seat), (group, number), part)
            for number, part in enumerate(made.parts)
        ]

    def _made(self, sheet: PackSheet) -> tuple[GameSheet, dict[str, str]]:
        """A sheet, and the names of its game's seats by their ids."""
        kind = sheet.kind
        if isinstance(kind, ClassSheet):
            parts = kind.parts(self.classroom, self.site, self.asked)
            return GameSheet(parts, kind.has_more and self.asked.is_for_moderator, False), {}
        if self.printed is None or self.printed.game != sheet.game:
            self.printed = PrintedGame(self.site, cast(Game, sheet.game))
        now = self.printed.fold.timeline
        players = {seat.id: seat.name for seat in now.seats}
        return self.printed.sheet(kind, self.asked), players

    def _placed(
        self, sheet: PackSheet, player: str, rest: Place, part: SheetPart
    ) -> tuple[Place, SheetPart]:
        """A part, to be printed, and its place: by seat, what is for the table comes last.

        Args:
            player: its player's name; empty for a part that is for the table.
            rest: the group's place, those of the class after all others, and the part's in it.
        """
        kind, name, owner = sheet.place, part.name, sheet.owner or gettext("The class")
        place = (1, 0, kind, *rest)
        under, title = name, f"{owner}, {player}" if player else owner
        if self.choice.order == "group":
            place = (rest[0], kind, rest[1])
            under, title = owner, f"{name}, {player}" if player else name
        elif self.choice.order == "seat" and player:
            place = (0, self.players.setdefault(player, len(self.players)), kind, *rest)
            under, title = player, f"{name}, {owner}"
        is_padded = self.choice.is_two_sided and len(part.pages) % 2
        pages = [*part.pages, Page()] if is_padded else part.pages
        return place, replace(part, pages=pages, title=title, under=under)

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

    def _about(self, names: Sequence[str]) -> canvas.PdfMetadata:
        title = self.classroom.name
        listed = ", ".join(dict.fromkeys(names))
        if self.is_secret:
            listed = gettext("%s, moderator only") % listed
        return canvas.PdfMetadata(
            title=f"{title} – {listed}",
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


# The process that makes packs: `manage.py make_packs`.

LIMIT_S = 300  # for one pack
PAUSE_S = 0.5  # between two reports of the progress, each of which waits for the disk
READY_S = 180  # so long it waits for a pack to be asked for
LOOK_S = 0.1  # between two looks whether there is one


class TooSlow(Exception):
    """A pack takes longer than it may."""


def start() -> None:
    """Start the process: it makes all packs that wait, one after the other, and ends."""
    child.start("make_packs")


def await_packs() -> None:
    """Make the packs that wait, or else the first one that is asked for soon."""
    fonts.font()  # these two take as long as some ten sheets
    get_resolver().url_patterns  # noqa: B018
    until = time.monotonic() + READY_S
    while not Pack.objects.filter(state=Pack.State.WAITING).exists() or not make_packs():
        if time.monotonic() > until:
            return
        time.sleep(LOOK_S)


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
            _update(pack, state=Pack.State.FAILED, problem=problem[:TEXT_LETTERS])
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
    except OperationalError:
        logger.exception("Pack %d could not be stored", pack.pk)
        return gettext(
            "The pack could not be stored: the site’s disk may be full. Tell whoever runs the "
            "site, and try again then."
        )
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
