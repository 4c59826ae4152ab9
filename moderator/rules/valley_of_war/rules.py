"""The game's implementation of `moderator.rules.game.Rules`."""

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
    """The rules of Valley of War, stateless. `rules.game.Rules` documents each function."""

    id = summary.ID
    name = STANDARD.title
    copyright = for_viewer.COPYRIGHT
    standard = STANDARD
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}
    seat_word = "Emperor"
    tournament: TournamentRules[State] | None = TOURNAMENT

    def check_options(self, value: object) -> None:
        """Raise `Refused("bad-record")` for any option: there are none."""
        check_options(value, {})

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """No options."""
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
        """Each throw is a turn for both."""
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
        """All offers."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command as a move with its sentence."""
        return self.parsed_command(state, command.parse(state, text), command.command_text)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """Completions of a typed command."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ValleyView:
        """The whole score sheet; nothing is secret."""
        return for_viewer.view(state, before)


VALLEY_OF_WAR = ValleyOfWar()
