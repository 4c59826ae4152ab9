"""What pages show of a game beside its view, its end, and tables for research."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from moderator.rules.bots import BalanceRules
from moderator.rules.move import Move, StateLike
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel, Viewer

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.log import Step

# How a finished game is announced on charts: the winners, and the ranking with what its points
# are made of.

NUMBER, LETTER = 6.5, 1.25
"""The room that a number and each letter of a name take, in percent of the longest bar."""


class Counted(NamedTuple):
    """Points of one kind, with a name of its own if it has one.

    `shade` is how its bar is drawn: in the seat's colour, from full (1) over paler and palest to an
    outline (4).
    """

    kind: str
    shade: int
    points: int
    name: str = ""


class Scored(NamedTuple):
    """A seat's score; `place` from 1, shared by ties."""

    seat: SeatLabel
    place: int
    total: int
    parts: Sequence[Counted]


@dataclass(frozen=True, slots=True)
class ScorePart:
    """Points of one kind, above 0; `start` are those of the parts before it.

    `share` is its length, `middle` the middle of its bar, in percent of the highest total; `kind`
    has about as many letters as what it is called on pages.
    """

    kind: str
    shade: int
    points: int
    name: str
    start: int
    share: int
    middle: float

    @property
    def room(self) -> float:
        """What its number and its name take, in percent of the longest bar."""
        return NUMBER + LETTER * len(self.name or self.kind)

    @property
    def is_named(self) -> bool:
        """Whether its bar has room for its name."""
        return self.share >= self.room


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """A line of the ranking. `step`: when it is announced, from 1 for the last line."""

    seat: SeatLabel
    place: int
    is_tied: bool
    total: int
    parts: tuple[ScorePart, ...]
    step: int

    @property
    def names_behind(self) -> tuple[str, ...]:
        """The names for which the parts' bars are too short, where there is room behind them."""
        short = [part for part in self.parts if part.name and not part.is_named]
        has_room = self.ends_at + sum(part.room for part in short) < 100
        return tuple(part.name for part in short) if has_room else ()

    @property
    def ends_at(self) -> int:
        """Where its bar ends, in percent of the longest."""
        return sum(part.share for part in self.parts)


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a game, or of a lesson that ended early (`is_stopped`).

    `margin`: the winners' points above those of `seconds`, who are empty if all share the victory;
    0 if a tie-break decided. `most`: the highest total, which is the whole length of a bar.
    `winners` are empty if nobody has points; `is_scored`: whether anything earns points. `kinds`
    are those of all parts with their shades, `more` what only this game tells.
    """

    is_stopped: bool
    is_scored: bool
    winners: tuple[SeatLabel, ...]
    seconds: tuple[SeatLabel, ...]
    margin: int
    most: int
    kinds: tuple[tuple[str, int], ...]
    ranking: tuple[RankedSeat, ...]
    more: Any

    @property
    def letters(self) -> int:
        """How many letters the winners' names have."""
        return sum(len(seat.name) for seat in self.winners)

    @property
    def last_step(self) -> int:
        """The step that announces the winners, after those of the ranking."""
        return len(self.ranking) + 1


def end_view(
    scores: Sequence[Scored],
    is_stopped: bool = False,
    is_scored: bool = True,
    more: Any = None,
) -> EndView:
    """The end with these scores, in any order."""
    ranked = sorted(scores, key=lambda one: one.place)
    places, most = [one.place for one in ranked], ranked[0].total
    next_place = min((place for place in places if place > 1), default=0)
    seconds = [one for one in ranked if one.place == next_place]
    return EndView(
        is_stopped=is_stopped,
        is_scored=is_scored,
        winners=tuple(one.seat for one in ranked if most and one.place == 1),
        seconds=tuple(one.seat for one in seconds),
        margin=most - seconds[0].total if seconds else 0,
        most=most,
        kinds=tuple(
            (kind, shade)
            for shade, kind in sorted(
                {(part.shade, part.kind) for one in ranked for part in one.parts if part.points}
            )
        ),
        ranking=tuple(
            RankedSeat(
                one.seat,
                one.place,
                places.count(one.place) > 1,
                one.total,
                tuple(_parts(one.parts, most)),
                len(ranked) - i,
            )
            for i, one in enumerate(ranked)
        ),
        more=more,
    )


def _parts(parts: Sequence[Counted], most: int) -> Iterator[ScorePart]:
    start = 0
    for kind, shade, points, name in parts:
        if points:
            middle = round(50 * (2 * start + points) / most, 1)
            yield ScorePart(kind, shade, points, name, start, 100 * points // most, middle)
        start += points


# The points of a game after its moves: the history of games without rounds.


@dataclass(frozen=True, slots=True)
class PointsHistory:
    """Each seat's points at the start, after each move that changed points, and now.

    `numbers` are the entries of the log, 0 for the start; `points` has a row for each seat with as
    many numbers.
    """

    seats: tuple[SeatLabel, ...]
    numbers: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]

    @property
    def rows(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each of these entries, and every seat's points after it."""
        return tuple(zip(self.numbers, zip(*self.points, strict=True), strict=True))

    @property
    def labels(self) -> tuple[str, ...]:
        """The numbers as text; empty for the start."""
        return tuple(str(number) if number else "" for number in self.numbers)


class GuideStep(NamedTuple):
    """One step of a guided game: what to do and why, as a sentence; what it has brought; and the
    fields by which its move is known."""

    says: str
    done: str
    fields: Wire

    def is_done_by(self, wire: Wire) -> bool:
        """Whether this move is the one that the step asks for."""
        return all(wire.get(name) == value for name, value in self.fields.items())


# The interface.

S = TypeVar("S", bound=StateLike)


class ShownRules(Generic[S]):
    """What pages show of a game beside its view. Every function is pure."""

    has_history: ClassVar[bool] = False
    """Whether there is a page of the game's history (`history_view`)."""
    tables: ClassVar[tuple[Table, ...]] = ()
    """What research gets of a finished game, besides its moves."""

    # For whoever writes scenarios

    balance: ClassVar[BalanceRules[Any] | None] = None
    """How games among its bots show whether a scenario is fair; None without such bots."""

    guide: ClassVar[tuple[GuideStep, ...]] = ()
    """The steps of its guided game, whose player is the scenario's first; empty: nobody can
    practise it."""

    # The rules and options in words

    def options_in_force(self, state: S) -> tuple[str, ...]:
        """The options of this game as sentences for its players; nothing secret."""
        return ()

    def options_in_short(self, state: S) -> tuple[str, ...]:
        """The options of this game in two or three words each, for the wall; nothing secret."""
        return ()

    def rules_in_short(self, state: S) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The rules of this game with its numbers, for one screen; nothing secret, or empty.

        Returns: headings, each with its sentences in the order in which they are read.
        """
        return ()

    def briefing(self, state: S, seat: str) -> str:
        """What only this seat may read before play; empty if nothing."""
        return ""

    def chronology(self, state: S) -> tuple[tuple[str, str], ...]:
        """Years in the period of the game's scenario, the first first, with what happened then."""
        return ()

    def has_messages(self, state: S) -> bool:
        """Whether the players talk with each other through written messages only."""
        return False

    def has_diplomatic_records(self, state: S) -> bool:
        """Whether the players note their contacts with each other."""
        return False

    # The end, and the course of a game

    def end_view(
        self, states: Sequence[S], viewer: Viewer, is_stopped: bool = False
    ) -> EndView | None:
        """How a finished or stopped game is announced on charts; None if its view says enough.

        Args:
            states: the states after all moves that stand, the start first; the last is the end.
        """
        return None

    def rounds_played(self, state: S) -> tuple[int, int] | None:
        """How many rounds of all players are complete, and of how many; None without `round_word`.

        After each of them the game can be ranked, so a lesson may end there.
        """
        return None

    def round_of(self, state: S) -> str:
        """The name of the part of the game that the state is in; empty if it has no parts."""
        return ""

    def points(self, state: S, viewer: Viewer) -> tuple[int, ...]:
        """Each seat's points as far as the viewer may know them; empty where nobody counts any."""
        return ()

    def goals_met(self, state: S, viewer: Viewer) -> Mapping[str, Sequence[tuple[str, bool]]]:
        """Each seat's goals in a few words, and whether they are met, without secrets.

        Empty if the viewer may not know them, and for games without goals.
        """
        return {}

    goals_word: ClassVar[str] = ""
    """What players call the secret goals of a seat."""
    goals_title: ClassVar[str] = "Which goals were met"
    goals_key: ClassVar[str] = ""
    """A title for a list of `goals_met`, and what explains its words; may be empty."""

    # Moves

    def is_news(self, before: S, move: Move[S]) -> bool:
        """Whether charts say this move as the last one, until the next that is news."""
        return True

    def turn_end_label(self, before: S, move: Move[S]) -> str:
        """What the rest of a turn is called, which began with that move; empty if there is none."""
        return ""


# Tables of a game's moves and numbers, for research: what the rules of a game give.

Row = Sequence[object]


class Column(NamedTuple):
    """A column of a table, for people who read it without the program.

    `unit`: what its numbers count. `values`: which there are. `is_seat`: it has numbers of players,
    in the order of play from 0, which whoever writes the table out replaces.
    """

    name: str
    meaning: str
    unit: str = ""
    values: str = ""
    is_seat: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that a game has after its end.

    `rows`: from the rules, the state before the first move, and the moves in effect, oldest first.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Rules[Any], Any, Sequence[Step]], Iterable[Row]]


ROUND = Column(
    "round",
    "The round; without rounds, the turn of whoever is to move, counted over all players",
    "number",
    "from 1",
)
SEAT = Column("seat", "The seat", "", "an id of people.csv and games.csv", is_seat=True)
ENTRY = Column("entry", "The number of the move in the log", "number", "from 1")


def does_end_round(rules: Rules[Any], before: Any, after: Any) -> bool:
    """Whether a round ends between two states; without rounds, a turn."""
    played, then = rules.rounds_played(before), rules.rounds_played(after)
    if played and then:
        return then[0] > played[0]
    return rules.turn_of(before) != rules.turn_of(after)


def by_round(
    counted: Callable[[Any, int], Sequence[int]],
    *columns: Column,
    rank: Callable[[Any, int], Any] | None = None,
) -> Table:
    """What each seat had at the start (round 0) and when each round ended.

    Args:
        counted: a player's numbers in a state, for the columns.
        rank: what decides the place, if there is one; more is better.
    """
    place = Column("place", "The place among the seats; equal ones have equal places", "", "from 1")

    def rows(rules: Rules[Any], start: Any, steps: Sequence[Step]) -> Iterator[Row]:
        for number, state in enumerate(_ends(rules, start, steps)):
            players = range(len(rules.seats_of(state)))
            ranks = [rank(state, player) for player in players] if rank else []
            for player in players:
                places = [1 + sum(other > ranks[player] for other in ranks)] if rank else []
                yield number, player, *places, *counted(state, player)

    ended = ROUND._replace(meaning=f"{ROUND.meaning}; 0 is the start", values="from 0")
    return Table("seats", (ended, SEAT, *([place] if rank else []), *columns), rows)


def _ends(rules: Rules[Any], start: Any, steps: Sequence[Step]) -> list[Any]:
    """The start, and the state at the end of each round; at the last with later corrections."""
    ended = [step.after for step in steps if does_end_round(rules, step.before, step.after)]
    if ended and rules.is_over(steps[-1].after):
        ended[-1] = steps[-1].after
    return [start, *ended]


# A table in text, as `replay` prints it.


def text_table(
    rows: Sequence[Sequence[str]], align: Callable[[str, int], str] = str.ljust
) -> Iterator[str]:
    """The lines of a table whose first column begins at the left; a row may be empty.

    >>> list(text_table([["", "Ann"], ["Points", "9"]], str.rjust))
    ['        Ann', 'Points    9']
    """
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    for row in rows:
        first = [one.ljust(width) for one, width in zip(row[:1], widths, strict=False)]
        others = map(align, row[1:], widths[1:])
        yield "  ".join([*first, *others]).rstrip()
