"""What most games answer alike: a game's class says only what is its own.

The contract of each function stands in `game.Rules`.
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
    """A game in which everything is open, and nothing is legal once it is over.

    Its moderator records every move, dice included.
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
        """There is no chance in the scenarios."""
        raise NotImplementedError

    def is_sealed(self, state: S) -> bool:
        """Never."""
        return False

    def dice_of(self, state: S, wire: Wire) -> tuple[Dice, ...]:
        """None."""
        return ()

    def bot_move(self, state: S, seat: str) -> Wire | None:
        """Nobody plays for the program."""
        return None

    def scenario_wire(self, scenario: Any) -> Any:
        """The JSON object that the scenario was read from."""
        return dict(scenario.wire)

    def clashes(self, scenario: Any, given: Wire) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def briefing(self, scenario: Any, seat: str) -> str:
        """Nothing."""
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
        """Never."""
        return False

    def say(self, before: S, move: M) -> str:
        """The move as a sentence."""
        return move.say(before)

    def judged(self, state: S, wire: Wire, in_short: Callable[[Wire], str]) -> ParsedCommand:
        """A command that was understood, and whether it is legal.

        Args:
            in_short: how an illegal one is said back: it may name what isn't there.
        """
        if wire["type"] in ("undo", "redo"):
            return ParsedCommand(wire, wire["type"])
        move = self.read_move(state, wire)
        refused = why_not(state, move)
        return ParsedCommand(wire, in_short(wire) if refused else move.say(state), refused)


class StandardRulebook(Rulebook[S, M]):
    """Such a game with one scenario that the rules hold themselves, and no switches."""

    options: tuple[Option, ...] = ()
    standard: ClassVar[Standard]

    def read_scenario(self, value: object) -> Standard:
        """The one scenario, for its id; `Refused("bad-scenario")`."""
        return self.standard.read(value)

    def read_scenario_toml(self, text: str) -> Standard:
        """Always `Refused("bad-scenario")`."""
        return self.standard.read_toml(text)

    def scenario_wire(self, scenario: Standard) -> str:
        """The id of the one scenario."""
        return scenario.id


def game_over() -> Refused:
    """The refusal that every move meets when a game is over that takes no more."""
    return Refused("game-over", "The game is over: it takes only undo and redo.")


def why_not(state: S, move: MoveLike[S]) -> Refused | None:
    """The refusal that the move would meet, None if it is legal."""
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
    """Raise `Refused("bad-record")` for options that are unknown, amiss or missing.

    Args:
        required, optional: what each may be, by its name.
    """
    amiss = fields.problem(value, required, optional)
    if amiss is not None:
        key, what = amiss
        start = f"In the options “{printable(key)}”" if key else "The options"
        raise Refused("bad-record", f"{start} {what}.")
