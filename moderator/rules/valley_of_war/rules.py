"""The game as the rest of the house sees it: what `moderator.rules.game.Rules` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules.game import ParsedCommand, SeatLabel, Viewer, Wire
from moderator.rules.offer import Offer
from moderator.rules.reading import fields
from moderator.rules.rulebook import StandardRulebook, check_options
from moderator.rules.standard import Standard
from moderator.rules.tournament import TournamentRules
from moderator.rules.valley_of_war import command, completion, offers
from moderator.rules.valley_of_war.moves import VERBS, Move
from moderator.rules.valley_of_war.state import STANDARD, State
from moderator.rules.valley_of_war.tournament import TOURNAMENT
from moderator.rules.valley_of_war.views import for_viewer, summary
from moderator.rules.valley_of_war.views.view import ValleyView


class ValleyOfWar(StandardRulebook[State, Move]):
    """The rules of Valley of War, stateless. Each function's contract stands in `Rules`."""

    id = summary.ID
    name = STANDARD.title
    copyright = for_viewer.COPYRIGHT
    standard = STANDARD
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}
    seat_word = "Emperor"
    tournament: TournamentRules[State] | None = TOURNAMENT

    def check_options(self, value: object) -> None:
        """`Refused("bad-record")` for any option: there are none."""
        check_options(value, {})

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """No option at all."""
        return {}

    def seats(self, scenario: Standard, given: Wire) -> tuple[SeatLabel, ...]:
        """Red and Blue."""
        return for_viewer.SEATS

    def begin(self, scenario: Standard, given: Wire) -> State:
        """The state before the first throw."""
        return State()

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(state, known)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Each throw is a turn of both."""
        return state.restarts, state.throws

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable score sheet."""
        return summary.text(state)

    def glance(self, state: State) -> str:
        """The state in a few words."""
        return summary.status_line(state)

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        """Everything legal now."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command understood."""
        return self.judged(state, command.parse(state, text), command.in_short)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """How the typed command may go on."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ValleyView:
        """All that there is to see, for everybody."""
        return for_viewer.view(state, before)


VALLEY_OF_WAR = ValleyOfWar()
