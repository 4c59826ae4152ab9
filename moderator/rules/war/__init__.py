"""War!: tiles, cards and dice, for the Green Box of Games (docs/rules/war.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.rules import command
from moderator.rules.game import Rules
from moderator.rules.move import Move, RandomBelow
from moderator.rules.reading import UNDO, Wire
from moderator.rules.seating import Viewer
from moderator.rules.shown import EndView
from moderator.rules.war import bot, for_viewer, generator
from moderator.rules.war import scenario as war_scenario
from moderator.rules.war import view as war_view
from moderator.rules.war.board import TILE
from moderator.rules.war.moves import MOVES
from moderator.rules.war.moves.cards import CombatCard, Play
from moderator.rules.war.moves.units import Fight, MoveUnits, Place, Reinforce
from moderator.rules.war.scenario import OPTIONS, Scenario
from moderator.rules.war.state import (
    FIGHT,
    PLACE,
    REINFORCE,
    TURNS,
    State,
    begin,
    combat_line,
    play_line,
    score,
)
from moderator.rules.war.view import ID


class War(Rules[State]):
    """The rules of War!, stateless. `moderator.rules.game.Rules` documents each function.

    `begin` also refuses a scenario for another number of players: `Refused("bad-scenario")`.
    """

    id = ID
    name = "War!"
    copyright = (
        "War! is a game for the Green Box of Games. Its text is available under CC BY-SA "
        "(Creative Commons Attribution-ShareAlike)."
    )
    moves = MOVES
    description = (
        "Two to four players hold tiles of a map, a new one for each game, and fight for the "
        "symbols on them with cards and dice. Nothing is needed on the table, but the map can be "
        "laid out there with the Green Box of Games."
    )
    options = OPTIONS
    players = (2, 4)
    first_player = "The youngest player begins: put that name first."
    is_played_on_seats = True
    has_dice = True
    bots = bot.BOT_RULES
    drawn_word = "map"
    has_history = True
    tables = war_view.TABLES

    # What other modules answer

    read_scenario = staticmethod(war_scenario.read_scenario)
    read_scenario_toml = staticmethod(war_scenario.read_scenario_toml)
    summary = staticmethod(war_view.summary)
    text = staticmethod(war_view.text)
    glance = staticmethod(war_view.status_line)
    typed_help = staticmethod(war_view.typed_help)
    view = staticmethod(for_viewer.view)

    def draw_scenario(self, options: Wire, below: RandomBelow) -> dict[str, Any]:
        """A random map and a shuffled deck for these players; nobody may see the deck."""
        return generator.draw(len(options["players"]), below)

    def clashes(self, scenario: Scenario, options: Wire) -> tuple[str, ...]:
        """Why this number of players can't play on this map."""
        if "players" not in options:
            return ()
        sentence = war_scenario.wrong_player_count(scenario, len(options["players"]))
        return (sentence,) if sentence else ()

    def begin(self, scenario: Scenario, options: Wire) -> State:
        """The state before the first move; `Refused("bad-scenario")`, see above."""
        return begin(scenario, self.effective_options(scenario, options))

    def is_sealed(self, state: State) -> bool:
        """True until the end: the scenario contains the deck in order, which nobody may see."""
        return not state.is_over

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The part of the game, the turn, and the active player."""
        return state.part, state.turn, state.active

    def end_view(
        self, states: Sequence[State], viewer: Viewer, is_stopped: bool = False
    ) -> EndView:
        return for_viewer.end(states[-1])

    def points(self, state: State, viewer: Viewer) -> tuple[int, ...]:
        return tuple(score(state, player).total for player in range(len(state.players)))

    def rules_in_short(self, state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return war_view.RULES

    def examples(self, state: State) -> str:
        """Commands for now; those with cards don’t say which a hand holds."""
        made = {Fight: "fight 5 3", Play: play_line(state), CombatCard: combat_line(state)}
        lines = [
            made.get(move) or command.example(state, move, state.active)
            for move in self.moves
            if command.is_time(state, move, state.active)
        ]
        return " · ".join([*filter(None, lines), UNDO])

    def bare_move(self, state: State, words: Sequence[str]) -> type[Move[State]] | None:
        """A tile alone is placed or reinforced, in turns it is moved from; dice are a fight."""
        if TILE.fullmatch(words[0]):
            return {PLACE: Place, REINFORCE: Reinforce}.get(state.part or TURNS, MoveUnits)
        return Fight if words[0].isdigit() and state.step == FIGHT else None


WAR = War()
