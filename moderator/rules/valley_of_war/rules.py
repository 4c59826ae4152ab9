"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.game import Rules, Standard
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer
from moderator.rules.valley_of_war import views
from moderator.rules.valley_of_war.moves import MOVES
from moderator.rules.valley_of_war.moves.throw import TYPED_COLOURS, Throw
from moderator.rules.valley_of_war.state import EXAMPLES, STANDARD, State
from moderator.rules.valley_of_war.tournament import TOURNAMENT
from moderator.rules.valley_of_war.views import ValleyView
from moderator.rules.wire import Wire


class ValleyOfWar(Rules[State]):
    """The rules of Valley of War, stateless: the referee records what both have thrown."""

    id = views.ID
    name = STANDARD.title
    copyright = "The rules of Valley of War are their author’s."
    moves = MOVES
    standard = STANDARD
    seat_word = "Emperor"
    tournament = TOURNAMENT

    # What other modules answer

    summary = staticmethod(views.summary)
    text = staticmethod(views.text)

    def minutes(self, scenario: Standard) -> int:
        return 10

    def begin(self, scenario: Standard, options: Wire) -> State:
        return State()

    def seats(self, scenario: Standard, options: Wire) -> tuple[SeatLabel, ...]:
        return views.SEATS

    def seats_of(self, state: State) -> tuple[SeatLabel, ...]:
        return views.SEATS

    def movers(self, state: State) -> tuple[int, ...]:
        """Nobody: both throw at the same time."""
        return ()

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Each throw is a turn for both."""
        return state.restarts, state.throws

    def glance(self, state: State, viewer: Viewer = MODERATOR) -> str:
        return views.status_line(state)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ValleyView:
        """The whole score sheet; nothing is secret."""
        return views.view(state, before)

    def examples(self, state: State) -> str:
        return EXAMPLES

    def typed_player(self, state: State, words: list[str]) -> tuple[int, list[str]]:
        """Nobody's command: a colon only separates words here, as a semicolon does."""
        return 0, " ".join(words).replace(":", " ").replace(";", " ").split()

    def bare_move(self, state: State, words: Sequence[str]) -> type[Throw] | None:
        """A throw, for numbers and colours without a verb."""
        return Throw if words[0] in TYPED_COLOURS or words[0].isdigit() else None


VALLEY_OF_WAR = ValleyOfWar()
