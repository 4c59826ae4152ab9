"""What pages show of a game beside its view; no game needs all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from moderator.rules.balance import BalanceRules
from moderator.rules.ending import EndView
from moderator.rules.move import Move, StateLike
from moderator.rules.seating import SeatLabel, Viewer
from moderator.rules.tables import Table
from moderator.rules.wire import Wire

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
