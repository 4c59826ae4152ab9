"""What sheets are drawn from: a game in one of its states, and what may be seen of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.formats import date_format

from moderator.rules.deals import SaidLine, ToldBefore, Trust, trust_in
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.orders import Orders
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer

# What was said in a game, as far as it is printed.


@dataclass(frozen=True, slots=True)
class Said:
    """What the readers of a sheet may read.

    Args:
        lines: in the order in which they were written.
        has_all: whether nothing of the game is missing.
        note: what is missing, as a sentence; empty if `has_all`.
        told: of these lines, those before the moves that swung the points most; only if there are
            any lines.
        is_secret: whether it is more than everybody may read.
    """

    seats: tuple[SeatLabel, ...] = ()
    lines: tuple[SaidLine, ...] = ()
    has_all: bool = False
    note: str = ""
    round_word: str = ""
    told: tuple[ToldBefore, ...] = ()
    is_secret: bool = False

    def only(self, *kinds: str) -> tuple[SaidLine, ...]:
        """The lines of these kinds; promises, whatever was answered."""
        return tuple(one for one in self.lines if one.kind in kinds)

    @property
    def trust(self) -> Trust:
        """The accepted promises counted."""
        return trust_in(self.seats, self.lines)


# The origin of a sheet, for the footer of every page.


@dataclass(frozen=True, slots=True)
class JoinPlace:
    """Where players join: the address to type, the code, and the URL for a QR code.

    Without a `url` there is no QR code, because phones can't reach the site.
    """

    address: str
    code: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class ConsolePlace:
    """Where the moderator opens the console: the address to type, the class's code and the PIN."""

    address: str
    code: str
    pin: str


@dataclass(frozen=True, slots=True)
class Stamp:
    """The game, the group and the log from which a sheet was made: what every page says of it.

    Args:
        group_name, class_name: as people wrote them; never interpreted as markup.
        game_number: the game's number in its group, from 1.
        entries: the number of the log's last entry, 0 for an empty log.
        hash: that entry's hash, 64 hexadecimal digits in lower case; empty if the sheet isn't made
            from a log.
        at: when that entry was recorded (or the game made), an aware datetime. Not the
            time of printing, so that the same record gives the same bytes.
        time_zone: that of the class, an IANA name such as "Europe/Berlin".
        id: the game's id in its record; may be empty.
        language: of the sheet, a Django language code ("en", "pt-br").
        origin: text for the footer, if the sheet is not made from a game and its log.
        moderators: the names of the group's moderators; may be empty.
        players: the names of those who play, by seat id; empty if they are left out.
        join: where players join; printed on sheets for players.
        console: where the moderator opens the console; only on the moderator's own sheets.
        is_moderators_only: whether the sheet has secrets that players may not see.
        title: of the scenario or game, above every page; `copyright` stands below it.

    Raises:
        ValueError: for an invalid hash, number, datetime or time zone.
    """

    group_name: str
    at: datetime
    class_name: str = ""
    game_number: int = 1
    entries: int = 0
    hash: str = ""
    time_zone: str = "UTC"
    id: str = ""
    language: str = "en"
    origin: str = ""
    moderators: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    join: JoinPlace | None = None
    console: ConsolePlace | None = None
    is_moderators_only: bool = False
    title: str = ""
    copyright: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"([0-9a-f]{64})?", self.hash):
            raise ValueError("A stamp's hash has 64 hexadecimal digits in lower case.")
        if self.game_number < 1 or self.entries < 0:
            raise ValueError("A stamp counts games from 1 and entries from 0.")
        if self.at.utcoffset() is None:
            raise ValueError("A stamp's time says its zone.")
        try:
            ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"No time zone is called {self.time_zone!r}.") from error

    def when(self) -> str:
        """The time in the class's zone, in the active language.

        >>> from datetime import UTC
        >>> at = datetime(2026, 11, 21, 9, 42, tzinfo=UTC)
        >>> Stamp("Kanesh", at, time_zone="Europe/Berlin").when()
        '21 November 2026, 10:42 (Europe/Berlin, UTC+01:00)'
        """
        local = self.at.astimezone(ZoneInfo(self.time_zone))
        offset = local.strftime("%z")
        zone = "" if self.time_zone == "UTC" else f"{self.time_zone}, UTC{offset[:3]}:{offset[3:5]}"
        return f"{date_format(local, 'j F Y, H:i')} ({zone or 'UTC'})"


# The snapshot.


GROUP = Viewer(is_released=True)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game's rules, a state, and its seats in the order of play.

    `stopped`: where a stopped game ended, as a sentence; the state is then the one that is ranked.
    `reader`: who reads a sheet that isn't the moderator's. By default it is the group after the
    end: a state in which the game is over shows its secrets, because it has not gone on since.
    `past`: the moves in effect up to the state, oldest first; only for sheets that need them.
    `slips`: what players have written on their order slips, by the ids of their seats; only for
    the moderator, on sheets that need them.
    `said`: what readers may know of messages and records; only for sheets that need it.
    `has_shared_messages`: whether messages are written in it, and others read them at the debrief.
    """

    game: Rules[Any]
    state: Any
    seats: tuple[SeatLabel, ...]
    stopped: str = ""
    reader: Viewer = GROUP
    past: tuple[Step, ...] = ()
    slips: Mapping[str, Orders] = field(default_factory=dict)
    said: Said = field(default_factory=Said)
    has_shared_messages: bool = True

    @property
    def status_line(self) -> str:
        """Where the game stands, or where it was stopped."""
        return f"{self.stopped}." if self.stopped else self.game.glance(self.state, self.reader)


def public(now: GameSnapshot) -> Any:
    """What everybody at the table may see; after the end everything, for the group's own sheets."""
    return now.game.view(now.state, now.reader)


def moderators(now: GameSnapshot) -> Any:
    """What the moderator may see."""
    return now.game.view(now.state, MODERATOR)


def snapshot(now: GameSnapshot) -> GameSnapshot:
    """The snapshot itself, for plain sheets."""
    return now
