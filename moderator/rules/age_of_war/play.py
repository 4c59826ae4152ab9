"""The game as the rest of the house sees it: what `moderator.rules.game.Game` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules import fields
from moderator.rules.age_of_war import (
    command,
    completion,
    flow,
    offers,
    seeing,
    summary,
)
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.age_of_war.moves import VERBS, Move
from moderator.rules.age_of_war.state import State
from moderator.rules.age_of_war.view import BoardView
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Heard, Offer, Option, Seat, Viewer, Wire
from moderator.rules.standard import Standard

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6


class AgeOfWar:
    """The rules of Age of War, stateless. Each function's contract stands in `Game`."""

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
        """`Refused("bad-record")` unless the options name the players, and nothing else."""
        players = fields.slugs(FEWEST_PLAYERS, MOST_PLAYERS)
        amiss = fields.problem(value, {"players": players})
        if amiss is not None:
            key, what = amiss
            raise Refused("bad-record", f"In the options “{printable(key or '')}” {what}.")

    def clashes(self, scenario: Standard, given: Wire) -> tuple[str, ...]:
        """Nothing: any players can play."""
        return ()

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        """The options as given: none has a default."""
        return dict(given)

    def seats(self, scenario: Standard, given: Wire) -> tuple[Seat, ...]:
        """The players in the order of play."""
        return seeing.seats(given.get("players", ()))

    def briefing(self, scenario: Standard, seat: str) -> str:
        """Nothing: everything is open."""
        return ""

    def begin(self, scenario: Standard, given: Wire) -> State:
        """The state before the first roll."""
        return flow.begin(tuple(given["players"]))

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(known)

    def check(self, state: State, move: Move) -> None:
        """Raise `Refused` if the move is not legal here."""
        if state.is_over:
            raise offers.game_over()
        move.check(state)

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        return move.apply(state)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """Whose turn it is: nobody has two in a row."""
        return (state.active,)

    def is_over(self, state: State) -> bool:
        """Whether the last castle has left the center."""
        return state.is_over

    def is_hidden(self, before: State, move: Move, now: State, viewer: Viewer) -> bool:
        """Never: everything is open."""
        return False

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable table."""
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
        # What is illegal may name a line that isn't there, and can't be said in full.
        return Heard(wire, command.in_short(wire) if refused else move.say(state), refused)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """How the typed command may go on."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> BoardView:
        """All that there is to see, for everybody."""
        return seeing.view(state, before)


AGE_OF_WAR = AgeOfWar()
