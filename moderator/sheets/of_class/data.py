"""What the results of a class contain, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from moderator.rules.seating import SeatLabel


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's points in one group, its place, and who played; `names` may be empty."""

    points: int
    place: int
    names: str = ""


@dataclass(frozen=True, slots=True)
class GroupScores:
    """A group whose game is over or stopped, with a score for each seat.

    `led`: its moderators. `lead`: by how many points the first is ahead. `counts`: of each kind of
    move that is counted. `note`: how far a stopped game came; empty for one that is over.
    """

    number: int
    name: str
    scores: tuple[SeatScore, ...]
    lead: int
    counts: tuple[int, ...] = ()
    led: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A group whose game isn't over, and how far it is."""

    number: int
    name: str
    status: str


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that earns points, and in how many of `groups` it was reached."""

    text: str
    count: int
    groups: int


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """All groups that play the same scenario.

    `counted` are the headings of the groups' `counts`. `goals` are those of each seat; none while
    they are secret, which `goals_note` then says.
    """

    title: str
    copyright: str
    seat_word: str
    seats: tuple[SeatLabel, ...]
    groups: tuple[GroupScores, ...]
    unfinished: tuple[OpenGroup, ...] = ()
    counted: tuple[str, ...] = ()
    goals: tuple[tuple[Goal, ...], ...] = ()
    goals_note: str = ""
    goals_key: str = ""
    goals_title: str = ""

    @property
    def points(self) -> list[int]:
        """The points of all seats in all groups."""
        return [score.points for group in self.groups for score in group.scores]

    def wins(self, seat: int) -> int:
        """In how many groups the seat at this place was first, alone or with others."""
        return sum(group.scores[seat].place == 1 for group in self.groups)

    def average(self, seat: int) -> int:
        """The average points of the seat at this place."""
        return round(mean(group.scores[seat].points for group in self.groups))

    def results(self, seat: int) -> list[tuple[str, int, bool]]:
        """For a strip: group, points and whether it was first, of the seat at this place."""
        of = [(str(group.number), group.scores[seat]) for group in self.groups]
        return [(number, score.points, score.place == 1) for number, score in of]


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over and counts no points: who won, and what the rules say about its end."""

    number: int
    name: str
    winners: tuple[SeatLabel, ...]
    sentence: str
    players: tuple[tuple[SeatLabel, str], ...]
    led: str = ""


@dataclass(frozen=True, slots=True)
class EndedData:
    """All groups that play the same game, which counts no points."""

    title: str
    copyright: str
    games: tuple[EndedGame, ...]
    unfinished: tuple[OpenGroup, ...] = ()


@dataclass(frozen=True, slots=True)
class AttendanceRow:
    """A student or moderator. `seen`: when they joined and were last connected, as texts.

    `is_here`: whether they have joined; somebody who has not gets a line to sign.
    """

    name: str
    is_here: bool
    group: str = ""
    role: str = ""
    joined: str = ""
    seen: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class AttendanceData:
    """The people of a class in alphabetical order; `has_numbers` shows the student numbers."""

    rows: tuple[AttendanceRow, ...]
    has_numbers: bool = False
