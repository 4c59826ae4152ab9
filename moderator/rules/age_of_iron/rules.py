"""The game's implementation of `moderator.rules.game.Rules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.rules.age_of_iron import command, completion, flow, offers
from moderator.rules.age_of_iron.correction import CORRECTION
from moderator.rules.age_of_iron.moves import VERBS, WHEN_OVER, Move
from moderator.rules.age_of_iron.setup import options, reading
from moderator.rules.age_of_iron.setup.scenario import Scenario
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import for_viewer, summary
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.chance import DIE, Dice
from moderator.rules.correction import CorrectionRules
from moderator.rules.errors import Refused
from moderator.rules.game import Option, ParsedCommand, SeatLabel, Viewer, Wire
from moderator.rules.offer import Offer
from moderator.rules.reading import fields
from moderator.rules.rulebook import Rulebook, check_options
from moderator.rules.sentences import without_outcome

_IMPOSSIBLE_NUMBERS = (
    "not-enough-rfs",
    "civilization-complete",
    "bad-target",
    "nothing-there",
    "too-many-rfs",
    "odds-too-low",
)
"""Refusals of moves whose resulting numbers would make no sense."""


class AgeOfIron(Rulebook[State, Move]):
    """The rules of Age of Iron, stateless. `moderator.rules.game.Rules` documents each function."""

    id = summary.ID
    name = "Age of Iron"
    copyright = for_viewer.COPYRIGHT
    options: tuple[Option, ...] = options.OPTIONS
    own_scenarios: Mapping[str, Any] = {}
    seat_word = "country"
    moderators_verbs = frozenset({"extend", CORRECTION.verb})
    correction: CorrectionRules[State] | None = CORRECTION
    is_typed_first = True
    has_dice = True

    def read_scenario(self, value: object) -> Scenario:
        """A scenario from its JSON object; `Refused("bad-scenario")`."""
        return reading.read_scenario(value)

    def read_scenario_toml(self, text: str) -> Scenario:
        """A scenario from TOML; `Refused("bad-scenario")`."""
        return reading.read_scenario_toml(text)

    def check_options(self, value: object) -> None:
        """Raise `Refused("bad-record")` for an option or a value that isn't listed."""
        check_options(value, {}, options.CHECKS)

    def clashes(self, scenario: Scenario, given: Wire) -> tuple[str, ...]:
        """Why these options make no sense together, or with the scenario."""
        territories = scenario.home_owner.count(None)
        effective = self.effective_options(scenario, given)
        homes = len(scenario.regions) - territories
        return options.clashes(len(scenario.goods), territories, homes, effective)

    def effective_options(self, scenario: Scenario, given: Wire) -> dict[str, Any]:
        """Every option's effective value."""
        effective = options.effective_options(scenario.turns, scenario.options, given)
        return {option.name: getattr(effective, option.name) for option in options.OPTIONS}

    def seats(self, scenario: Scenario, given: Wire) -> tuple[SeatLabel, ...]:
        """The countries in the order of play."""
        return for_viewer.seats(scenario)

    def briefing(self, scenario: Scenario, seat: str) -> str:
        """What only this country's players may read before play."""
        return scenario.players[scenario.player_numbers[seat]].briefing

    def begin(self, scenario: Scenario, given: Mapping[str, Any]) -> State:
        """The state before the first move."""
        return flow.begin(scenario, given)

    def read_move(self, state: State, wire: object) -> Move:
        """The move; `Refused("bad-move")`."""
        verb, known = fields.verb(wire, VERBS)
        return verb.from_wire(state, known)

    def check(self, state: State, move: Move) -> None:
        """Raise `Refused` if the move is not legal here."""
        if state.is_over and not isinstance(move, WHEN_OVER):
            raise offers.game_over()
        for id in move.players():
            state.player(id)
        move.check(state)

    def apply(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        return flow.settle(move.apply(state))

    def dice_of(self, state: State, wire: Wire) -> tuple[Dice, ...]:
        """The attacker's die, if the odds table is used."""
        is_rolled = wire.get("type") == "attack" and state.options.combat == options.ODDS_TABLE
        return (Dice("die", DIE),) if is_rolled else ()

    def turn_of(self, state: State) -> tuple[object, ...]:
        """The Game-turn, its phase, and the active player."""
        return state.turn, state.phase, state.active

    def is_hidden(self, before: State, move: Move, now: State, viewer: Viewer) -> bool:
        """Whether the move is a written order that is still secret from the viewer."""
        return for_viewer.is_hidden(before, move, now, viewer)

    def summary(self, state: State) -> dict[str, Any]:
        """What `replay --json` prints."""
        return summary.summary(state)

    def text(self, state: State) -> str:
        """The state as a readable chart."""
        return summary.text(state)

    def glance(self, state: State) -> str:
        """The state in a few words."""
        return summary.status_line(state)

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        """All offers."""
        return offers.offers(state, seat)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        """A typed command as a move with its sentence."""
        parsed = command.parse(state, text)
        is_undo_or_redo = parsed.wire["type"] in ("undo", "redo")
        return parsed if is_undo_or_redo else self._with_refusal(state, parsed)

    def _with_refusal(self, state: State, parsed: ParsedCommand) -> ParsedCommand:
        sentence = parsed.sentence
        is_unrolled = bool(self.dice_of(state, parsed.wire)) and "die" not in parsed.wire
        wire = {**parsed.wire, "die": 1} if is_unrolled else parsed.wire
        try:
            move = self.read_move(state, wire)
            for id in move.players():
                state.player(id)
            sentence = move.say(state)
            if is_unrolled:
                sentence = without_outcome(sentence).removesuffix(" and rolls 1")
            self.check(state, move)
        except Refused as refused:
            if refused.code in _IMPOSSIBLE_NUMBERS:
                sentence = without_outcome(sentence)
            return ParsedCommand(parsed.wire, sentence, refused)
        return ParsedCommand(parsed.wire, sentence)

    def complete(self, state: State, text: str) -> Sequence[str]:
        """Completions of a typed command."""
        return completion.complete(state, text)

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> ChartView:
        """Everything that the viewer may see."""
        return for_viewer.view(state, viewer, before)


AGE_OF_IRON = AgeOfIron()
