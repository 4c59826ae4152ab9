"""The game as the rest of the house sees it: what `moderator.rules.game.Game` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules import fields
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Heard, Offer, Option, Seat, Viewer, Wire
from moderator.rules.standard import Standard
from moderator.rules.valley_of_war import command, completion, offers, seeing, summary
from moderator.rules.valley_of_war.moves import VERBS, Move
from moderator.rules.valley_of_war.state import STANDARD, State
from moderator.rules.valley_of_war.view import ValleyView


class ValleyOfWar:
    """The rules of Valley of War, stateless. Each function's contract stands in `Game`."""

    id = summary.ID
    name = STANDARD.title
    copyright = seeing.COPYRIGHT
    options: tuple[Option, ...] = ()
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}

    def read_scenario(self, value: object) -> Standard:
        """The one scenario, for its id; `Refused("bad-scenario")`."""
        return STANDARD.read(value)

    def read_scenario_toml(self, text: str) -> Standard:
        """Always `Refused("bad-scenario")`."""
        return STANDARD.read_toml(text)

    def scenario_wire(self, scenario: Standard) -> str:
        """The id of the one scenario."""
        return scenario.id

    def check_options(self, value: object) -> None:
        """`Refused("bad-record")` for any option: there are none."""
        amiss = fields.problem(value, {})
        if amiss is not None:
            key, what = amiss
            raise Refused("bad-record", f"In the options “{printable(key or '')}” {what}.")

    def clashes(self, scenario: Standard, given: Wire) -> tuple[str, ...]:
        """Nothing: there are no options."""
        return ()

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """No option at all."""
        return {}

    def seats(self, scenario: Standard, given: Wire) -> tuple[Seat, ...]:
        """Red and Blue."""
        return seeing.SEATS

    def briefing(self, scenario: Standard, seat: str) -> str:
        """Nothing: everything is open."""
        return ""

    def begin(self, scenario: Standard, given: Wire) -> State:
        """The state before the first throw."""
        return State()

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(state, known)

    def check(self, state: State, move: Move) -> None:
        """Raise `Refused` if the move is not legal here."""
        if state.is_over:
            raise offers.game_over()
        move.check(state)

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        return move.apply(state)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Each throw is a turn of both."""
        return state.restarts, state.throws

    def is_over(self, state: State) -> bool:
        """Whether an Emperor has lost both Eyes."""
        return state.is_over

    def is_hidden(self, before: State, move: Move, now: State, viewer: Viewer) -> bool:
        """Never: everything is open."""
        return False

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable score sheet."""
        return summary.text(state)

    def say(self, before: State, move: Move) -> str:
        """The move as a sentence."""
        return move.say(before)

    def glance(self, state: State) -> str:
        """The state in a few words."""
        return summary.status_line(state)

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        """Everything legal now."""
        return offers.offers(state, seat)

    def hear(self, state: State, text: str) -> Heard:
        """A typed command understood."""
        wire = command.hear(state, text)
        if wire["type"] in ("undo", "redo"):
            return Heard(wire, wire["type"])
        move = self.read_move(state, wire)
        refused = offers.why_not(state, move)
        # What can't be would lead nowhere that words could name.
        return Heard(wire, command.in_short(wire) if refused else move.say(state), refused)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """How the typed command may go on."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ValleyView:
        """All that there is to see, for everybody."""
        return seeing.view(state, before)


VALLEY_OF_WAR = ValleyOfWar()
