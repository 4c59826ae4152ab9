"""Default answers for games, so that a game's class contains only what is specific to it.

`game.Rules` documents each function.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from moderator.rules.chance import Dice, RandomBelow
from moderator.rules.correction import CorrectionRules
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Option, ParsedCommand, Viewer, Wire
from moderator.rules.reading import fields
from moderator.rules.standard import Standard
from moderator.rules.tournament import TournamentRules


class StateLike(Protocol):
    """A state that knows whether its game has ended."""

    @property
    def is_over(self) -> bool: ...


S = TypeVar("S", bound=StateLike)


class MoveLike(Protocol[S]):
    """A move, read from its wire form."""

    def check(self, state: S) -> None: ...
    def apply(self, state: S) -> S: ...
    def say(self, before: S) -> str: ...


M = TypeVar("M", bound=MoveLike[Any])


class Rulebook(ABC, Generic[S, M]):
    """A game without secrets, in which no move is legal once it is over.

    Its moderator records every move and the dice.
    """

    description: str = ""
    seat_word: str = "seat"
    players: tuple[int, int] | None = None
    first_player: str = ""
    is_first_drawn: bool = False
    is_played_on_seats: bool = False
    moderators_verbs: frozenset[str] = frozenset()
    is_typed_first: bool = False
    has_dice: bool = False
    help_label: str = ""
    has_bot: bool = False
    drawn_word: str = ""
    correction: CorrectionRules[S] | None = None
    tournament: TournamentRules[S] | None = None

    def draw_scenario(self, options: Wire, below: RandomBelow) -> Any:
        """Not supported: the scenarios contain nothing random."""
        raise NotImplementedError

    def is_sealed(self, state: S) -> bool:
        """Always False."""
        return False

    def dice_of(self, state: S, wire: Wire) -> tuple[Dice, ...]:
        """No dice."""
        return ()

    def bot_move(self, state: S, seat: str) -> Wire | None:
        """None: there is no bot."""
        return None

    def scenario_wire(self, scenario: Any) -> Any:
        """The JSON object that the scenario was read from."""
        return dict(scenario.wire)

    def clashes(self, scenario: Any, given: Wire) -> tuple[str, ...]:
        """No clashes."""
        return ()

    def briefing(self, scenario: Any, seat: str) -> str:
        """No briefing."""
        return ""

    @abstractmethod
    def read_move(self, state: S, wire: object) -> M:
        """The move; `Refused("bad-move")`."""

    def check(self, state: S, move: M) -> None:
        """Raise `Refused` if the move is not legal here."""
        if state.is_over:
            raise game_over()
        move.check(state)

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move."""
        after: S = move.apply(state)
        return after

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""
        return state.is_over

    def is_hidden(self, before: S, move: M, now: S, viewer: Viewer) -> bool:
        """Always False."""
        return False

    def say(self, before: S, move: M) -> str:
        """The move as a sentence."""
        return move.say(before)

    def parsed_command(
        self, state: S, wire: Wire, command_text: Callable[[Wire], str]
    ) -> ParsedCommand:
        """The command with its sentence, and with the refusal if it is not legal.

        Args:
            command_text: repeats an illegal command, which may name things that don't exist.
        """
        if wire["type"] in ("undo", "redo"):
            return ParsedCommand(wire, wire["type"])
        move = self.read_move(state, wire)
        refused = why_not(state, move)
        return ParsedCommand(wire, command_text(wire) if refused else move.say(state), refused)


class StandardRulebook(Rulebook[S, M]):
    """Such a game with a single scenario, which is part of the rules, and no options."""

    options: tuple[Option, ...] = ()
    standard: ClassVar[Standard]

    def read_scenario(self, value: object) -> Standard:
        """The single scenario, for its id; `Refused("bad-scenario")`."""
        return self.standard.read(value)

    def read_scenario_toml(self, text: str) -> Standard:
        """Always `Refused("bad-scenario")`."""
        return self.standard.read_toml(text)

    def scenario_wire(self, scenario: Standard) -> str:
        """The id of the single scenario."""
        return scenario.id


def game_over() -> Refused:
    """The refusal of every move once the game is over."""
    return Refused("game-over", "The game is over: only undo and redo are possible.")


def why_not(state: S, move: MoveLike[S]) -> Refused | None:
    """The refusal that the move would get; None if it is legal."""
    if state.is_over:
        return game_over()
    try:
        move.check(state)
    except Refused as refused:
        return refused
    return None


def check_options(
    value: object,
    required: Mapping[str, fields.Check],
    optional: Mapping[str, fields.Check] | None = None,
) -> None:
    """Raise `Refused("bad-record")` for options that are unknown, invalid or missing.

    Args:
        required, optional: a check for each option, by its name.
    """
    problem = fields.problem(value, required, optional)
    if problem is not None:
        key, what = problem
        start = f"In the options “{printable(key)}”" if key else "The options"
        raise Refused("bad-record", f"{start} {what}.")
