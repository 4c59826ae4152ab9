"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules import game as words
from moderator.rules.chance import DIE, Dice, RandomBelow
from moderator.rules.game import ParsedCommand, SeatLabel, Viewer, Wire
from moderator.rules.offer import Offer
from moderator.rules.reading import fields
from moderator.rules.rulebook import Rulebook
from moderator.rules.seating import seats_by_id
from moderator.rules.war import command, completion, flow, offers, options, scenario
from moderator.rules.war.map import generator
from moderator.rules.war.moves import VERBS, Move
from moderator.rules.war.options import LEAST_PLAYERS, MOST_PLAYERS
from moderator.rules.war.scenario import Scenario
from moderator.rules.war.state import State
from moderator.rules.war.views import for_viewer, summary
from moderator.rules.war.views.view import BoardView


class War(Rulebook[State, Move]):
    """The rules of War!, stateless. `moderator.rules.game.Rules` documents each function.

    `begin` also refuses a scenario for another number of players: `Refused("bad-scenario")`.
    """

    id = summary.ID
    name = for_viewer.TITLE
    copyright = for_viewer.COPYRIGHT
    description = (
        "Two to four players hold tiles of a map, a new one for each game, and fight for the "
        "symbols on them with cards and dice. Nothing is needed on the table, but the map can be "
        "laid out there with the Green Box of Games."
    )
    options: tuple[words.Option, ...] = options.OPTIONS
    own_scenarios: Mapping[str, Any] = {}
    players: tuple[int, int] | None = (LEAST_PLAYERS, MOST_PLAYERS)
    first_player = "The youngest player begins: put that name first."
    is_played_on_seats = True
    has_dice = True
    drawn_word = "map"

    def read_scenario(self, value: object) -> Scenario:
        """A map and a deck from their JSON object; `Refused("bad-scenario")`."""
        return scenario.read_scenario(value)

    def read_scenario_toml(self, text: str) -> Scenario:
        """The same from TOML; `Refused("bad-scenario")`."""
        return scenario.read_scenario_toml(text)

    def draw_scenario(self, options: Wire, below: RandomBelow) -> dict[str, Any]:
        """A random map and a shuffled deck for these players; nobody may see the deck."""
        return generator.draw(len(options["players"]), below)

    def check_options(self, value: object) -> None:
        """Raise `Refused("bad-record")` for unknown or invalid options, or missing players."""
        options.check(value)

    def clashes(self, chosen: Scenario, given: Wire) -> tuple[str, ...]:
        """Why this number of players can't play on this map."""
        if "players" not in given:
            return ()
        sentence = scenario.wrong_player_count(chosen, len(given["players"]))
        return (sentence,) if sentence else ()

    def effective_options(self, scenario: Scenario, given: Wire) -> dict[str, Any]:
        """Every option's effective value."""
        return options.effective_options(given)

    def seats(self, scenario: Scenario, given: Wire) -> tuple[SeatLabel, ...]:
        """The players in the order of play."""
        return seats_by_id(given.get("players", ()))

    def begin(self, scenario: Scenario, given: Wire) -> State:
        """The state before the first move; `Refused("bad-scenario")`, see above."""
        return flow.begin(scenario, given)

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(known)

    def is_sealed(self, state: State) -> bool:
        """True until the end: the scenario contains the deck in order, which nobody may see."""
        return not state.is_over

    def dice_of(self, state: State, wire: Wire) -> tuple[Dice, ...]:
        """A die for the attacker and one for the defender, for a fight."""
        sides = ("attacker", "defender") if wire.get("type") == "fight" else ()
        return tuple(Dice(side, DIE) for side in sides)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The part of the game, the turn, and the active player."""
        return state.part, state.turn, state.active

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable board."""
        return summary.text(state)

    def glance(self, state: State) -> str:
        """The state in a few words."""
        return summary.status_line(state)

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        """All offers."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command as a move with its sentence."""
        wire = command.parse(state, text)
        if wire["type"] == "fight" and "attacker" not in wire:
            player = state.player(wire["player"])
            refused = offers.not_now(state, player, "fight")
            return ParsedCommand(wire, f"{state.player_name(player)} fights", refused)
        return self.parsed_command(state, wire, command.command_text)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """Completions of a typed command."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> BoardView:
        """Everything that the viewer may see."""
        return for_viewer.view(state, viewer, before)


WAR = War()
