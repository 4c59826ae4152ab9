"""Age of Iron: empires in the ancient Near East (docs/rules/age-of-iron.md)."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_iron import scenario as age_of_iron_scenario
from moderator.rules.age_of_iron import setup, typed, typed_words, views
from moderator.rules.age_of_iron.agreed import AGREEMENTS
from moderator.rules.age_of_iron.bots.balance import BALANCE
from moderator.rules.age_of_iron.bots.live import BOT_RULES
from moderator.rules.age_of_iron.cells import CELLS
from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import CORRECTION, Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.past.history import TABLES, history
from moderator.rules.age_of_iron.promises.rules import PROMISES
from moderator.rules.age_of_iron.scenario import OPTIONS, Scenario
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, begin, can_score, settle, totals
from moderator.rules.age_of_iron.views import ID, for_viewer, texts
from moderator.rules.age_of_iron.views.texts import GUIDE
from moderator.rules.game import Rules
from moderator.rules.move import Move
from moderator.rules.offer import Offer
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel, Viewer
from moderator.rules.shown import EndView

TURN_MINUTES = 15


class AgeOfIron(Rules[State]):
    """The rules of Age of Iron, stateless. `moderator.rules.game.Rules` documents each function."""

    id = ID
    name = "Age of Iron"
    copyright = (
        "AGE OF IRON is Copyright, 2012, by Peter L. de Rosa. All rights reserved. Reproduction "
        "allowed for nonprofit educational use as long as this copyright notice is included."
    )
    moves = MOVES
    options = OPTIONS
    seat_word = "country"
    round_word = "Game-turn"
    negotiation_minutes = 10
    is_played_on_seats = True
    is_moderated = True
    is_typed_first = True
    has_dice = True
    correction = CORRECTION
    goals_word = "objectives"
    goals_title = "Which objectives were met"
    goals_key = "a region alone stands for a Presence there"
    has_history = True
    bots = BOT_RULES
    orders = ORDERS
    agreed = AGREEMENTS
    cells = CELLS
    promises = PROMISES
    guide = GUIDE

    # What other modules answer

    read_scenario = staticmethod(setup.read_scenario)
    read_scenario_toml = staticmethod(setup.read_scenario_toml)
    task = staticmethod(texts.task)
    options_in_force = staticmethod(texts.options_in_force)
    options_in_short = staticmethod(texts.options_in_short)
    rules_in_short = staticmethod(texts.rules_in_short)
    goals_met = staticmethod(for_viewer.goals_met)
    summary = staticmethod(views.summary)
    text = staticmethod(views.text)
    glance = staticmethod(views.status_line)
    view = staticmethod(for_viewer.view_for)
    effects = staticmethod(for_viewer.effects_for)
    history_view = staticmethod(history)
    examples = staticmethod(typed.examples)
    tables = TABLES
    typed_help = staticmethod(texts.typed_help)
    bare_move = staticmethod(typed.bare_move)
    balance = BALANCE

    def recommended(self, scenario: Scenario) -> Wire:
        """The scenario's options and its number of Game-turns."""
        return {"turns": scenario.turns, **scenario.options}

    def clashes(self, scenario: Scenario, given: Wire) -> tuple[str, ...]:
        return age_of_iron_scenario.clashes(scenario, self.effective_options(scenario, given))

    def minutes(self, scenario: Scenario) -> int:
        """A quarter of an hour for a Game-turn: ten minutes are for negotiation."""
        return TURN_MINUTES * scenario.turns

    def secrets_of(self, scenario: Scenario) -> tuple[str, ...]:
        """Objectives and briefings, as far as there are any."""
        briefed = any(player.briefing for player in scenario.players)
        has = {"objectives": bool(scenario.objectives), "briefings": briefed}
        return tuple(word for word, is_there in has.items() if is_there)

    def has_goals(self, scenario: Scenario) -> bool:
        return bool(scenario.objectives)

    def seats(self, scenario: Scenario, given: Wire) -> tuple[SeatLabel, ...]:
        return scenario.seats

    def briefing(self, state: State, seat: str) -> str:
        """What only this country's players may read before play."""
        return state.scenario.players[state.player(seat)].briefing

    def rounds_played(self, state: State) -> tuple[int, int]:
        """How many Game-turns are complete, and of how many."""
        return (state.turns if state.is_over else state.turn - 1), state.turns

    def chronology(self, state: State) -> tuple[tuple[str, str], ...]:
        return state.scenario.chronology

    def has_messages(self, state: State) -> bool:
        return state.options.communication == age_of_iron_scenario.WRITTEN

    def has_diplomatic_records(self, state: State) -> bool:
        return state.options.diplomatic_records

    def begin(self, scenario: Scenario, given: Wire) -> State:
        return begin(scenario, self.effective_options(scenario, given))

    def apply(self, state: State, move: Move[State]) -> State:
        """The state after a legal move, and after everything that then happens automatically."""
        return settle(move.apply(state))

    def movers(self, state: State) -> Sequence[int]:
        """All countries while orders are written, otherwise the active one."""
        if state.phase == DEPLOYMENT:
            return range(len(state.hand))
        return super().movers(state)

    def turn_of(self, state: State) -> tuple[object, ...]:
        return state.turn, state.phase, state.active

    def points(self, state: State, viewer: Viewer) -> tuple[int, ...]:
        """The Victory Points if the game ended now, of what the viewer may see."""
        if not (can_score(state.scenario) and viewer.sees_all_points):
            return ()
        return totals(for_viewer.visible(state, viewer))

    def round_of(self, state: State) -> str:
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

    def end_view(
        self, states: Sequence[State], viewer: Viewer, is_stopped: bool = False
    ) -> EndView | None:
        """Winners, the ranking with where the points came from, and who led before."""
        if not viewer.sees_all_points:
            return None
        seen = for_viewer.view_for(states[-1], viewer)
        complete, _turns = self.rounds_played(states[-1])
        return views.end_of(seen, views.leaders_by_turn(states), complete, is_stopped)

    # The grammar of typed commands

    def typed_player(self, state: State, words: list[str]) -> tuple[int, list[str]]:
        """While orders are written, their player is named first, even without a colon."""
        words = typed.first_apart(state, words)
        if words and not words[0].endswith(":") and typed.names_country(state, words):
            typed.check_country_first(state, words)
            words = [f"{words[0]}:", *words[1:]]
        is_named = bool(words) and words[0].endswith(":")
        player, rest = super().typed_player(state, words)
        rest = typed.first_apart(state, rest)
        if rest or is_named:
            typed.check_alone(state, player, rest)
        return player, rest

    def typed_line(self, state: State, text: str) -> tuple[Wire, ...]:
        """A line may place RFs in several places, as on paper."""
        return typed.moves_of(state, text, super().typed_line)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """A number may follow a name without a space."""
        return super().complete(state, typed.spaced(state, text))

    def line_prefix(self, state: State, offer: Offer) -> str:
        """The player, unless it is the one whose turn it is."""
        return typed_words.prefix(state, offer.player_number)


AGE_OF_IRON = AgeOfIron()
