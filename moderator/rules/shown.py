"""What pages show of a game beside its view; no game needs all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from moderator.rules.explained import HistoricEvent, RulesSection
from moderator.rules.move import Move, StateLike
from moderator.rules.viewer import Viewer

if TYPE_CHECKING:
    from moderator.rules.log import Step

S = TypeVar("S", bound=StateLike)


class ShownRules(Generic[S]):
    """What pages show of a game beside its view. Every function is pure."""

    has_history: ClassVar[bool] = False
    """Whether there is a page of the game's history (`history_view`)."""

    # The rules and options in words

    def options_in_force(self, state: S) -> tuple[str, ...]:
        """The options of this game as sentences for its players; nothing secret."""
        return ()

    def options_in_short(self, state: S) -> tuple[str, ...]:
        """The options of this game in two or three words each, for the wall; nothing secret."""
        return ()

    def rules_in_short(self, state: S) -> tuple[RulesSection, ...]:
        """The rules of this game with its numbers, for one screen; nothing secret, or empty."""
        return ()

    def briefing(self, state: S, seat: str) -> str:
        """What only this seat may read before play; empty if nothing."""
        return ""

    def chronology(self, state: S) -> tuple[HistoricEvent, ...]:
        """What happened in the period of the game's scenario, the first first; empty if nothing."""
        return ()

    # The end, and the course of a game

    def end_view(self, states: Sequence[S], viewer: Viewer, is_stopped: bool = False) -> Any:
        """How a finished or stopped game is announced on charts; None if its view says enough.

        Args:
            states: the states after all moves that stand, the start first; the last is the end.
        """
        return None

    def history_view(self, start: S, steps: Sequence[Step], viewer: Viewer) -> Any:
        """What happened in the game so far; None without `has_history`.

        Args:
            start: the state before the first move.
            steps: the moves in effect that the viewer may know, oldest first.
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

    # Moves

    def is_news(self, before: S, move: Move[S]) -> bool:
        """Whether charts say this move as the last one, until the next that is news."""
        return True

    def turn_end_label(self, before: S, move: Move[S]) -> str:
        """What the rest of a turn is called, which began with that move; empty if there is none."""
        return ""
