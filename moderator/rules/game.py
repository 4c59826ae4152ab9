"""What every game's rules offer to the rest of the house, and the words for it."""

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
    """The move as the text that a button of a page carries: JSON on one line.

    >>> wire_text({"type": "fill", "player": "red", "dice": [1, 4]})
    '{"type":"fill","player":"red","dice":[1,4]}'
    """
    return json.dumps(dict(wire), ensure_ascii=False, separators=(",", ":"), default=dict)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a game: its moderator, one seat, or (neither) the public."""

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
    """One value of an option, with what it means at the table."""

    value: str | bool
    label: str
    consequence: str


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a game: a list of values, or a whole number between two limits."""

    name: str
    label: str
    sentence: str
    values: tuple[OptionValue, ...] = ()
    limits: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A typed command as it was understood: the move, and the sentence that says it back."""

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
    """What it is about and what it needs on the table; empty where each scenario says that."""
    options: tuple[Option, ...]
    own_scenarios: Mapping[str, Any]
    """Scenarios that the rules hold themselves, by id; other ones ship as files."""
    seat_word: str
    """What a seat is called at the table; “seat”, if nothing better."""
    players: tuple[int, int] | None
    """How few and how many players the option `players` names; None: the scenario says who."""
    first_player: str
    """Who begins, by the rule book: a sentence; empty if the scenario says so."""
    is_first_drawn: bool
    """Whether the rule book has the first of the `players` drawn by lot."""
    is_played_on_seats: bool
    """Whether each seat can act for itself, on a phone of its own."""
    moderators_verbs: frozenset[str]
    """Kinds of moves that only the moderator records, also where each seat acts for itself."""
    is_typed_first: bool
    """Whether moves are typed as they are called out, rather than pressed on the board."""
    has_dice: bool
    """Whether some of its moves need dice, that the server may roll."""
    help_label: str
    """A help on the chart that can be switched off; empty if there is none."""
    has_bot: bool
    """Whether the program can take a seat, for practice (`bot_move`)."""
    drawn_word: str
    """What is made by chance in a scenario (`draw_scenario`); empty if nothing is."""
    correction: CorrectionRules[S] | None
    """How the moderator sets right what was recorded wrongly; None: by undoing it."""
    tournament: TournamentRules[S] | None
    """How games of two make a tournament; None: it is played in none."""

    def read_scenario(self, value: object) -> Any:
        """A scenario from its JSON object; `Refused("bad-scenario")` otherwise."""

    def read_scenario_toml(self, text: str) -> Any:
        """A scenario from TOML, with the line in the message where it can be known."""

    def scenario_wire(self, scenario: Any) -> Any:
        """The scenario as it stands in a record: the JSON that `read_scenario` takes.

        That is an object, or the id of one of `own_scenarios`.
        """

    def draw_scenario(self, options: Wire, below: RandomBelow) -> Any:
        """A scenario made by chance for these (checked) options, as it stands in a record.

        Only where there is a `drawn_word`.
        """

    def check_options(self, options: object) -> None:
        """`Refused("bad-record")` for an option or a value that isn't listed."""

    def clashes(self, scenario: Any, options: Wire) -> tuple[str, ...]:
        """Why these options make no sense together, or with this scenario; empty if they do."""

    def effective_options(self, scenario: Any, options: Wire) -> dict[str, Any]:
        """Every option's value in force: given, else recommended, else the default."""

    def seats(self, scenario: Any, options: Wire) -> tuple[SeatLabel, ...]:
        """The seats in the order of play; in some games the options name the players."""

    def briefing(self, scenario: Any, seat: str) -> str:
        """What only this seat may read before play; empty if nothing."""

    def begin(self, scenario: Any, options: Wire) -> S:
        """The state before the first move."""

    def read_move(self, state: S, wire: object) -> M:
        """The move, or `Refused("bad-move")`: malformed."""

    def check(self, state: S, move: M) -> None:
        """Raise `Refused` if the move is not legal here."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move. It trusts: call `check` first."""

    def turn_of(self, state: S) -> tuple[object, ...]:
        """Which turn it is, and whose: what stays the same until that turn ends."""

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""

    def is_hidden(self, before: S, move: M, now: S, viewer: Viewer) -> bool:
        """Whether the viewer may not know this logged move yet, the game standing at `now`."""

    def is_sealed(self, state: S) -> bool:
        """Whether a record of the game, standing so, would tell what nobody may know yet."""

    def dice_of(self, state: S, wire: Wire) -> tuple[Dice, ...]:
        """The dice that this kind of move needs here, whether it has them or not.

        Empty for a move without dice, and for what is no move.
        """

    def bot_move(self, state: S, seat: str) -> Wire | None:
        """What the program does on that seat now, without dice; None if it is not its turn.

        Only where `has_bot`. Deterministic.
        """

    def summary(self, state: S) -> dict[str, Any]:
        """What `replay --json` prints."""

    def text(self, state: S) -> str:
        """The state as a readable chart."""

    def say(self, before: S, move: M) -> str:
        """The move as a sentence without a full stop, names and numbers included."""

    def glance(self, state: S) -> str:
        """The state in a few words, for a list of games; nothing secret."""

    def offers(self, state: S, seat: str | None = None) -> tuple[Offer, ...]:
        """Everything legal now for one seat, or (None) for the moderator."""

    def parse_command(self, state: S, text: str) -> ParsedCommand:
        """A typed command understood; `Refused("not-understood" | "ambiguous")` otherwise."""

    def complete(self, state: S, text: str) -> Sequence[str]:
        """How the typed command may go on: whole lines, the likeliest first, at most eight."""

    def view(self, state: S, viewer: Viewer, before: S | None = None) -> Any:
        """All that the viewer may see, and nothing else, ready for a template or a sheet.

        `before` is the state before the last entry: what differs is marked fresh.
        """
