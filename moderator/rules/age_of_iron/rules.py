"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.agreed import AGREEMENTS
from moderator.rules.age_of_iron.cells import CELLS
from moderator.rules.age_of_iron.correction import CORRECTION
from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.setup import options as all_options
from moderator.rules.age_of_iron.setup import reading
from moderator.rules.age_of_iron.setup.scenario import Scenario
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.views import explained, for_viewer, summary, task
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.command import not_understood
from moderator.rules.errors import printable
from moderator.rules.explained import RulesSection
from moderator.rules.game import Rules
from moderator.rules.move import Move
from moderator.rules.offer import Offer
from moderator.rules.seating import SeatLabel
from moderator.rules.task import Task
from moderator.rules.viewer import Viewer
from moderator.rules.wire import REDO, UNDO, Wire


class AgeOfIron(Rules[State]):
    """The rules of Age of Iron, stateless. `moderator.rules.game.Rules` documents each function."""

    id = summary.ID
    name = "Age of Iron"
    copyright = for_viewer.COPYRIGHT
    moves = MOVES
    options = all_options.OPTIONS
    seat_word = "country"
    is_played_on_seats = True
    is_moderated = True
    is_typed_first = True
    has_dice = True
    correction = CORRECTION
    secrets_label = "Your objectives and briefing"
    keeps_secrets = True
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

    def options_in_force(self, state: State) -> tuple[str, ...]:
        """Deployment, attacks and so on, in plain words."""
        return explained.options_in_force(state)

    def rules_in_short(self, state: State) -> tuple[RulesSection, ...]:
        """The order of play, a turn, each action, and what earns Victory Points."""
        return explained.rules_in_short(state)

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

    # The grammar of typed commands

    def examples(self, state: State) -> str:
        """Examples with the countries and regions of the shipped scenarios."""
        return "xen 5 · b 4 · a beau xen 5 · t assyria g t · end · undo"

    def typed_player(self, state: State, words: list[str]) -> tuple[int, list[str]]:
        """While orders are written, their player is named first, even without a colon."""
        is_named = not words or words[0].endswith(":")
        if is_named or state.phase != DEPLOYMENT or self._is_nobodys(words):
            return super().typed_player(state, words)
        if len(words) < 3:
            message = "All countries place RFs now, so name one first: “{example}”."
            not_understood(message, example=printable(" ".join([state.player_id(0), *words])))
        return super().typed_player(state, [f"{words[0]}:", *words[1:]])

    def _is_nobodys(self, words: Sequence[str]) -> bool:
        """Whether no player has to be named for a command while orders are written."""
        verb = self._verb(words)
        if verb in ("end", UNDO, REDO):
            return len(words) < 3
        return verb in ("split", "extend", "correct")

    def bare_move(self, state: State, words: Sequence[str]) -> type[Move[State]] | None:
        """Whatever doesn't begin with a verb places RFs."""
        return None if self._verb(words) else Deploy

    def _verb(self, words: Sequence[str]) -> str:
        """The verb that the command begins with; empty if it is a region, or a player.

        A region and a number place RFs even if the region is typed like a verb: before a number
        alone, only `build` and `extend` can be shortened.
        """
        first, is_numbered = words[0], len(words) == 2 and words[1].isdigit()
        verbs = [*(move.words for move in self.moves if move.words), (UNDO, "u"), (REDO, "r")]
        for verb, *short in verbs:
            begins = first in short or (len(first) > 1 and verb.startswith(first))
            if first == verb or (begins and (not is_numbered or verb in ("build", "extend"))):
                return verb
        return ""

    def line_prefix(self, state: State, offer: Offer) -> str:
        """The player, unless it is the one whose turn it is."""
        if offer.player_number in (None, state.active):
            return ""
        return f"{offer.player} " if state.phase == DEPLOYMENT else f"{offer.player}: "


AGE_OF_IRON = AgeOfIron()
