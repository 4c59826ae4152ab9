"""What the sheets of what was said are drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.said_data import Said
from moderator.sheets.snapshot import GameSnapshot, public


@dataclass(frozen=True, slots=True)
class SaidView:
    """What was said, as far as the readers may know it. `of`: the players whom a part is about."""

    title: str
    copyright: str
    status_line: str
    said: Said
    of: tuple[SeatLabel, ...] = ()


def said_view(now: GameSnapshot) -> SaidView:
    """The view of a game; the snapshot says for whom."""
    status = f"{now.stopped}." if now.stopped else now.status_line
    return SaidView(public(now).title, now.copyright, status, now.said)


def nothing_to_read() -> str:
    """In place of what hasn't been released."""
    return _("Nothing has been released yet.")
