"""The interface that every game's rules implement, and the types that it uses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from moderator.rules.chance import Dice, RandomBelow
from moderator.rules.correction import CorrectionRules
from moderator.rules.errors import Refused
from moderator.rules.offer import Offer
from moderator.rules.tournament import TournamentRules

Wire = Mapping[str, Any]
"""A move as plain JSON: an object with a `type` (spec/record.md)."""

S = TypeVar("S")
M = TypeVar("M")


def wire_text(wire: Wire) -> str:
    """The move as one line of JSON, for the value of a button on a page.

    >>> wire_text({"type": "fill", "player": "red", "dice": [1, 4]})
    '{"type":"fill","player":"red","dice":[1,4]}'
    """
    return json.dumps(dict(wire), ensure_ascii=False, separators=(",", ":"), default=dict)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking at a game: the moderator, one seat, or (neither of them) the public."""

    seat: str | None = None
    is_moderator: bool = False


PUBLIC = Viewer()
MODERATOR = Viewer(is_moderator=True)


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A place in a game, in the order of play."""

    id: str
    name: str
    letter: str  # one or two letters, different for each seat of a game
    number: int  # from 1: chooses colour and pattern


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, with its effect on the game."""

    value: str | bool
    label: str
    consequence: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: a list of values, or a whole number between two limits."""

    name: str
    label: str
    sentence: str
    values: tuple[OptionValue, ...] = ()
    limits: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A typed command as it was understood: the move, and a sentence that repeats it."""

    wire: Wire
    sentence: str
    refused: Refused | None = None  # understood, but not legal now


class Rules(Protocol, Generic[S, M]):
    """The rules of one game. Every function is pure; states and moves are frozen.

    `read_*` raise `Refused` with `bad-scenario`, `bad-record` (options) or `bad-move`.
    """

    id: str
    name: str
    copyright: str
    description: str
    """The topic, and what is needed on the table; empty if the scenarios describe it."""
    options: tuple[Option, ...]
    own_scenarios: Mapping[str, Any]
    """Scenarios that are part of the rules, by id; others ship as files."""
    seat_word: str
    """What players call a seat at the table; “seat” by default."""
    players: tuple[int, int] | None
    """Fewest and most players in the option `players`; None if the scenario names them."""
    first_player: str
    """Who begins according to the rule book, as a sentence; empty if the scenario decides."""
    is_first_drawn: bool
    """Whether the first of the `players` is drawn by lot, according to the rule book."""
    is_played_on_seats: bool
    """Whether players can make their own moves, each on their own device."""
    moderators_verbs: frozenset[str]
    """Kinds of moves that only the moderator records, even where players make their own."""
    is_typed_first: bool
    """Whether moves are usually typed as they are called out, not chosen on the board."""
    has_dice: bool
    """Whether some of its moves need dice, which the server can roll."""
    help_label: str
    """The name of the help on the chart, which can be switched off; empty if there is none."""
    has_bot: bool
    """Whether a bot can take a seat, for practice (`bot_move`)."""
    drawn_word: str
    """What is drawn at random in a scenario (`draw_scenario`); empty if nothing is."""
    correction: CorrectionRules[S] | None
    """How the moderator corrects a recorded mistake; None if only undo can."""
    tournament: TournamentRules[S] | None
    """How two-player games make a tournament; None if there are no tournaments."""

    def read_scenario(self, value: object) -> Any:
        """A scenario from its JSON object; `Refused("bad-scenario")` otherwise."""

    def read_scenario_toml(self, text: str) -> Any:
        """A scenario from TOML; a refusal names the line if it is known."""

    def scenario_wire(self, scenario: Any) -> Any:
        """The scenario in the form that records contain: the JSON that `read_scenario` takes.

        That is an object, or the id of one of `own_scenarios`.
        """

    def draw_scenario(self, options: Wire, below: RandomBelow) -> Any:
        """A random scenario for these (checked) options, in the form that records contain.

        Only if `drawn_word` is set.
        """

    def check_options(self, options: object) -> None:
        """Raise `Refused("bad-record")` for an option or a value that isn't listed."""

    def clashes(self, scenario: Any, options: Wire) -> tuple[str, ...]:
        """Why these options make no sense together, or with this scenario; empty if they do."""

    def effective_options(self, scenario: Any, options: Wire) -> dict[str, Any]:
        """Every option's effective value: given, else recommended, else the default."""

    def seats(self, scenario: Any, options: Wire) -> tuple[SeatLabel, ...]:
        """The seats in the order of play; in some games the options name the players."""

    def briefing(self, scenario: Any, seat: str) -> str:
        """What only this seat may read before play; empty if nothing."""

    def begin(self, scenario: Any, options: Wire) -> S:
        """The state before the first move."""

    def read_move(self, state: S, wire: object) -> M:
        """The move; `Refused("bad-move")` if it is malformed."""

    def check(self, state: S, move: M) -> None:
        """Raise `Refused` if the move is not legal here."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move. Nothing is checked: call `check` first."""

    def turn_of(self, state: S) -> tuple[object, ...]:
        """A value that identifies the turn and its player, unchanged until that turn ends."""

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""

    def is_hidden(self, before: S, move: M, now: S, viewer: Viewer) -> bool:
        """Whether this logged move is still secret from the viewer; `now` is the present state."""

    def is_sealed(self, state: S) -> bool:
        """Whether a record of the game in this state would reveal what nobody may know yet."""

    def dice_of(self, state: S, wire: Wire) -> tuple[Dice, ...]:
        """The dice that this kind of move needs in this state, whether it contains them or not.

        Empty for a move without dice, and for anything that isn't a move.
        """

    def bot_move(self, state: S, seat: str) -> Wire | None:
        """The bot's move for that seat now, without dice; None if it isn't that seat's turn.

        Only if `has_bot`. Deterministic.
        """

    def summary(self, state: S) -> dict[str, Any]:
        """What `replay --json` prints."""

    def text(self, state: S) -> str:
        """The state as a readable chart."""

    def say(self, before: S, move: M) -> str:
        """The move as a sentence with names and numbers, without a full stop."""

    def glance(self, state: S) -> str:
        """The state in a few words, for a list of games; nothing secret."""

    def offers(self, state: S, seat: str | None = None) -> tuple[Offer, ...]:
        """Everything legal now for one seat, or (None) for the moderator."""

    def parse_command(self, state: S, text: str) -> ParsedCommand:
        """A typed command understood; `Refused("not-understood" | "ambiguous")` otherwise."""

    def complete(self, state: S, text: str) -> Sequence[str]:
        """Completions of a typed command: at most eight whole lines, the likeliest first."""

    def view(self, state: S, viewer: Viewer, before: S | None = None) -> Any:
        """Everything that the viewer may see, and nothing else, ready for a template or a sheet.

        `before` is the state before the last entry; whatever changed is marked as fresh.
        """
