"""What the page of a replay contains: a position, and the ways to others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from moderator.play.from_paper.notes import LateNote
from moderator.play.log.history import Position
from moderator.play.log_lines import Details, author_of
from moderator.play.models import Entry, Game, Group
from moderator.rules.seating import SeatLabel
from moderator.web.core import game_files
from moderator.web.feed.map_base import map_base_of
from moderator.web.watch.comments import CommentForms
from moderator.web.watch.jumps import Jump
from moderator.web.watch.timeline import ReplayTimeline


@dataclass(frozen=True)
class GameLink:
    """One of the group's games."""

    number: int
    title: str
    url: str
    is_shown: bool


@dataclass(frozen=True)
class Undone:
    """The link that shows or hides moves that were taken back."""

    url: str
    is_shown: bool


@dataclass(frozen=True)
class Points:
    """A seat's points at a position, and by how much the last move changed them."""

    seat: SeatLabel
    total: int
    change: int

    @property
    def lost(self) -> int:
        """The points lost, for a change below 0."""
        return -self.change


@dataclass(frozen=True)
class Film:
    """A position in a game's log. `entry` led to it; entry `requested` doesn't exist.

    `here` and the number of an entry are the address of its position. `details`: the moves of a
    reveal, which is one position.
    """

    group: Group
    game: Game
    chart: SafeString
    position: Position
    place: str
    sentence: str
    details: Details | None
    entry: Entry | None
    late: LateNote | None
    here: str
    timeline: ReplayTimeline
    points: tuple[Points, ...]
    index: int
    last: int
    is_cut: bool
    requested: int | None
    jumps: tuple[Jump, ...]
    games: tuple[GameLink, ...]

    @property
    def x(self) -> float:
        """Its place on the timeline."""
        return self.timeline.middles[self.index]

    @property
    def style(self) -> str:
        """The game's own style sheet."""
        return game_files.style_of(self.game)

    @property
    def script(self) -> str:
        """The game's own script."""
        return game_files.script_of(self.game)

    @property
    def map_base(self) -> SafeString:
        """What the map in its chart refers to, with the switch between chart and map."""
        return map_base_of(self.game)


@dataclass(frozen=True)
class ReplayPage(Film):
    """The page of a replay."""

    comments: CommentForms
    undone: Undone | None
    now: str
    is_console: bool
    has_debrief: bool

    @property
    def by(self) -> str:
        """Who recorded the entry, for moderators; empty for others."""
        return (
            author_of(self.entry.role, self.entry.person) if self.entry and self.is_console else ""
        )

    @property
    def is_automatic(self) -> bool:
        """Whether `by` only triggered the entry."""
        return self.entry is not None and self.entry.role == Entry.Role.SYSTEM
