"""The game as the rest of the house sees it: what `moderator.rules.game.Game` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules import fields
from moderator.rules import game as words
from moderator.rules.game import Heard, Offer, Seat, Viewer, Wire
from moderator.rules.war import (
    command,
    completion,
    flow,
    offers,
    options,
    scenario,
    seeing,
    summary,
)
from moderator.rules.war.moves import VERBS, Move
from moderator.rules.war.scenario import Scenario
from moderator.rules.war.state import State
from moderator.rules.war.view import BoardView


class War:
    """The rules of War!, stateless. Each function's contract stands in `Game`.

    `begin` refuses a scenario for another number of players too: `Refused("bad-scenario")`.
    """

    id = summary.ID
    name = seeing.TITLE
    copyright = seeing.COPYRIGHT
    options: tuple[words.Option, ...] = options.OPTIONS
    own_scenarios: Mapping[str, Any] = {}

    def read_scenario(self, value: object) -> Scenario:
        """A map and a deck from their JSON object; `Refused("bad-scenario")`."""
        return scenario.read_scenario(value)

    def read_scenario_toml(self, text: str) -> Scenario:
        """The same from TOML; `Refused("bad-scenario")`."""
        return scenario.read_scenario_toml(text)

    def scenario_wire(self, scenario: Scenario) -> dict[str, Any]:
        """The JSON object that the scenario was read from; it holds the deck."""
        return dict(scenario.wire)

    def check_options(self, value: object) -> None:
        """`Refused("bad-record")` unless the options name the players, and know the rest."""
        options.check(value)

    def clashes(self, chosen: Scenario, given: Wire) -> tuple[str, ...]:
        """Why so many players can't play on this map."""
        amiss = scenario.misfit(chosen, len(given["players"])) if "players" in given else None
        return (amiss,) if amiss else ()

    def effective_options(self, scenario: Scenario, given: Wire) -> dict[str, Any]:
        """Every option's value in force."""
        return options.in_force(given)

    def seats(self, scenario: Scenario, given: Wire) -> tuple[Seat, ...]:
        """The players in the order of play."""
        return seeing.seats(given.get("players", ()))

    def briefing(self, scenario: Scenario, seat: str) -> str:
        """Nothing: a hand is in the view."""
        return ""

    def begin(self, scenario: Scenario, given: Wire) -> State:
        """The state before the first move; `Refused("bad-scenario")` if it is for others."""
        return flow.begin(scenario, given)

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
        """The part of the game, the turn, and whose it is."""
        return state.part, state.turn, state.active

    def is_over(self, state: State) -> bool:
        """Whether the last final turn has ended."""
        return state.is_over

    def is_hidden(self, before: State, move: Move, now: State, viewer: Viewer) -> bool:
        """Never: cards are taken from those face up, and all else happens on the board."""
        return False

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable board."""
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
        # What is illegal may name a tile that isn't there, and can't be said in full.
        return Heard(wire, command.in_short(wire) if refused else move.say(state), refused)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """How the typed command may go on."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> BoardView:
        """All that the viewer may see."""
        return seeing.view(state, viewer, before)


WAR = War()
