"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.rules.age_of_iron import flow, scoring, typed_lines, typed_moves, typed_words
from moderator.rules.age_of_iron.agreed import AGREEMENTS
from moderator.rules.age_of_iron.cells import CELLS
from moderator.rules.age_of_iron.correction import CORRECTION
from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.past import GameHistory, history
from moderator.rules.age_of_iron.setup import options as all_options
from moderator.rules.age_of_iron.setup import reading
from moderator.rules.age_of_iron.setup.scenario import Scenario
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.views import (
    end,
    explained,
    for_viewer,
    summary,
    task,
    typed_help,
)
from moderator.rules.age_of_iron.views.end import EndView
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.explained import HistoricEvent, RulesSection
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.move import Move
from moderator.rules.offer import Offer
from moderator.rules.seating import SeatLabel
from moderator.rules.task import Task
from moderator.rules.typed_help import TypedHelp
from moderator.rules.viewer import Viewer
from moderator.rules.wire import Wire

TURN_MINUTES = 15


class AgeOfIron(Rules[State]):
    """The rules of Age of Iron, stateless. `moderator.rules.game.Rules` documents each function."""

    id = summary.ID
    name = "Age of Iron"
    copyright = for_viewer.COPYRIGHT
    moves = MOVES
    options = all_options.OPTIONS
    seat_word = "country"
    round_word = "Game-turn"
    negotiation_minutes = 10
    is_played_on_seats = True
    is_moderated = True
    is_typed_first = True
    has_dice = True
    correction = CORRECTION
    secrets_label = "Your objectives and briefing"
    keeps_secrets = True
    has_history = True
    orders = ORDERS
    agreed = AGREEMENTS
    cells = CELLS

    def read_scenario(self, value: object) -> Scenario:
        """A scenario from its JSON object; `Refused("bad-scenario")`."""
        return reading.read_scenario(value)

    def read_scenario_toml(self, text: str) -> Scenario:
        """A scenario from TOML; `Refused("bad-scenario")`."""
        return reading.read_scenario_toml(text)

    def recommended(self, scenario: Scenario) -> Wire:
        """The scenario's options and its number of Game-turns."""
        return {"turns": scenario.turns, **scenario.options}

    def clashes(self, scenario: Scenario, given: Wire) -> tuple[str, ...]:
        """Options that make no sense with the scenario."""
        return all_options.clashes(scenario, self.effective_options(scenario, given))

    def minutes(self, scenario: Scenario) -> int:
        """A quarter of an hour for a Game-turn: ten minutes are for negotiation."""
        return TURN_MINUTES * scenario.turns

    def secrets_of(self, scenario: Scenario) -> tuple[str, ...]:
        """Objectives and briefings, as far as there are any."""
        briefed = any(player.briefing for player in scenario.players)
        has = {"objectives": bool(scenario.objectives), "briefings": briefed}
        return tuple(word for word, is_there in has.items() if is_there)

    def seats(self, scenario: Scenario, given: Wire) -> tuple[SeatLabel, ...]:
        """The countries in the order of play."""
        return scenario.seats

    def seats_of(self, state: State) -> tuple[SeatLabel, ...]:
        """The countries in the order of play."""
        return state.scenario.seats

    def briefing(self, state: State, seat: str) -> str:
        """What only this country's players may read before play."""
        return state.scenario.players[state.player(seat)].briefing

    def task(self, state: State, seat: str) -> Task:
        """What this country has to do now."""
        return task.task(state, seat)

    def rounds_played(self, state: State) -> tuple[int, int]:
        """How many Game-turns are complete, and of how many."""
        return (state.turns if state.is_over else state.turn - 1), state.turns

    def options_in_force(self, state: State) -> tuple[str, ...]:
        """Deployment, attacks and so on, in plain words."""
        return explained.options_in_force(state)

    def options_in_short(self, state: State) -> tuple[str, ...]:
        """The same in two or three words each."""
        return explained.options_in_short(state)

    def rules_in_short(self, state: State) -> tuple[RulesSection, ...]:
        """The order of play, a turn, each action, and what earns Victory Points."""
        return explained.rules_in_short(state)

    def chronology(self, state: State) -> tuple[HistoricEvent, ...]:
        """The scenario's own."""
        return state.scenario.chronology

    def begin(self, scenario: Scenario, given: Wire) -> State:
        """The state before the first move."""
        return flow.begin(scenario, self.effective_options(scenario, given))

    def apply(self, state: State, move: Move[State]) -> State:
        """The state after a legal move, and after everything that then happens automatically."""
        return flow.settle(move.apply(state))

    def movers(self, state: State) -> Sequence[int]:
        """All countries while orders are written, otherwise the active one."""
        if state.phase == DEPLOYMENT:
            return range(len(state.hand))
        return () if state.active is None else (state.active,)

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The Game-turn, its phase, and the active player."""
        return state.turn, state.phase, state.active

    def points(self, state: State, viewer: Viewer) -> tuple[int, ...]:
        """The Victory Points if the game ended now, of what the viewer may see."""
        if not scoring.can_score(state.scenario):
            return ()
        seen = for_viewer.visible(state, viewer)
        return tuple(scoring.score(seen, player).total for player in range(len(seen.hand)))

    def round_of(self, state: State) -> str:
        """The Game-turn."""
        return f"Game-turn {state.turn}"

    def is_hidden(self, before: State, move: Move[State], now: State, viewer: Viewer) -> bool:
        """Whether the move is a written order of this Game-turn, or a correction during it."""
        if viewer.is_moderator or now.phase != DEPLOYMENT:
            return False
        if before.phase != DEPLOYMENT or before.turn != now.turn:
            return False
        if isinstance(move, Deploy | Build):
            return now.player_id(move.player) != viewer.seat
        return isinstance(move, Correct)

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable chart."""
        return summary.text(state)

    def glance(self, state: State) -> str:
        """The status in one sentence."""
        return summary.status_line(state)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ChartView:
        """Everything that the viewer may see."""
        return for_viewer.view(state, viewer, before)

    def end_view(
        self, states: Sequence[State], viewer: Viewer, is_stopped: bool = False
    ) -> EndView:
        """Winners, the ranking with where the points came from, and who led before."""
        seen = for_viewer.view(states[-1], viewer)
        complete, _turns = self.rounds_played(states[-1])
        return end.end_view(seen, end.leaders_by_turn(states), complete, is_stopped)

    def history_view(self, start: State, steps: Sequence[Step], viewer: Viewer) -> GameHistory:
        """RFs and points by Game-turn, attacks, trades, turning points and questions."""
        return history(start, steps, viewer)

    # The grammar of typed commands

    def examples(self, state: State) -> str:
        """Commands that are legal now."""
        return typed_moves.examples(state)

    def typed_help(self, state: State) -> tuple[TypedHelp, ...]:
        """With the names of this game."""
        return typed_help.typed_help(state)

    def typed_player(self, state: State, words: list[str]) -> tuple[int, list[str]]:
        """While orders are written, their player is named first, even without a colon."""
        words = typed_moves.first_apart(state, words)
        if words and not words[0].endswith(":") and typed_moves.names_country(state, words):
            typed_moves.check_country_first(state, words)
            words = [f"{words[0]}:", *words[1:]]
        is_named = bool(words) and words[0].endswith(":")
        player, rest = super().typed_player(state, words)
        rest = typed_moves.first_apart(state, rest)
        if rest or is_named:
            typed_moves.check_alone(state, player, rest)
        return player, rest

    def typed_line(self, state: State, text: str) -> tuple[Wire, ...]:
        """A line may place RFs in several places, as on paper."""
        return typed_lines.moves_of(state, text, super().typed_line)

    def lines_instead(self, state: State, move: Move[State], code: str) -> tuple[str, ...]:
        """Corrections of the cells that an attack or a deployment would have changed."""
        return typed_lines.instead(state, move, code)

    def bare_move(self, state: State, words: Sequence[str]) -> type[Move[State]] | None:
        """Whatever doesn't begin with a verb places RFs."""
        return typed_moves.bare_move(state, words)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """A number may follow a name without a space."""
        return super().complete(state, typed_moves.spaced(state, text))

    def line_prefix(self, state: State, offer: Offer) -> str:
        """The player, unless it is the one whose turn it is."""
        return typed_words.prefix(state, offer.player_number)


AGE_OF_IRON = AgeOfIron()
