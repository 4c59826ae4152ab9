"""The interface that every game's rules implement, with what is the same in most; tournaments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from moderator.rules import command, reading
from moderator.rules.bots import BotRules
from moderator.rules.cells import CellRules, CorrectionRules
from moderator.rules.command import ParsedCommand, TypedHelp
from moderator.rules.deals import AgreementRules, PromiseRules
from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import Option, check_options
from moderator.rules.move import Dice, Move, RandomBelow, StateLike
from moderator.rules.offer import Offer
from moderator.rules.orders import OrderRules
from moderator.rules.reading import REDO, UNDO, Wire
from moderator.rules.seating import (
    MODERATOR,
    SeatLabel,
    Task,
    Viewer,
    seats_by_id,
    waiting_for,
)
from moderator.rules.shown import PointsHistory, ShownRules

if TYPE_CHECKING:
    from moderator.rules.log import Step

# What is known of a game without a state: its name, what it has, its scenarios and options.


@dataclass(frozen=True, slots=True)
class Standard:
    """The only scenario of such a game; a record contains its id, never the scenario itself."""

    title: str
    description: str
    id: str = "standard"
    credits: str = ""


class GameSetup:
    """What a game is before it begins.

    By default it has one scenario and no options, no secrets, no dice and no bot; its players are
    in the option `players`, and its moderator records the moves.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    copyright: ClassVar[str]
    moves: ClassVar[tuple[type[Move[Any]], ...]]
    """The kinds of moves, in the order in which they are offered."""
    description: ClassVar[str] = ""
    """The topic, and what is needed on the table; empty if the scenarios describe it."""
    standard: ClassVar[Standard | None] = None
    """The only scenario, if it is part of the rules; others ship as files."""
    options: ClassVar[tuple[Option, ...]] = ()
    seat_word: ClassVar[str] = "seat"
    """What players call a seat at the table."""
    round_word: ClassVar[str] = ""
    """What players call a round after which the game can be ranked; empty if there are none."""
    negotiation_minutes: ClassVar[int] = 0
    """How long players negotiate at most when a round begins, before any move; 0: not at all."""
    players: ClassVar[tuple[int, int] | None] = None
    """Fewest and most players in the option `players`; None if the scenario names them."""
    first_player: ClassVar[str] = ""
    """Who begins according to the rule book, as a sentence; empty if the scenario decides."""
    is_first_drawn: ClassVar[bool] = False
    """Whether the first of the `players` is drawn by lot, according to the rule book."""
    is_played_on_seats: ClassVar[bool] = False
    """Whether players can make their own moves, each on their own device."""
    is_moderated: ClassVar[bool] = False
    """Whether a moderator records by default, and types all dice that are rolled on the table."""
    is_typed_first: ClassVar[bool] = False
    """Whether moves are usually typed as they are called out, not chosen on the board."""
    has_dice: ClassVar[bool] = False
    """Whether some of its moves need dice, which the server can roll."""
    help_label: ClassVar[str] = ""
    """The name of the help on the chart, which can be switched off; empty if there is none."""
    bots: ClassVar[BotRules | None] = None
    """How the program plays a seat; None if it can't."""
    drawn_word: ClassVar[str] = ""
    """What is drawn at random in a scenario (`draw_scenario`); empty if nothing is."""
    correction: ClassVar[CorrectionRules[Any] | None] = None
    """How the moderator corrects a recorded mistake; None if only undo can."""
    orders: ClassVar[OrderRules[Any] | None] = None
    """How players write orders that are revealed at once; None if nothing is written."""
    agreed: ClassVar[AgreementRules[Any] | None] = None
    """Which moves two players agree on by an offer; None if there are no such moves."""
    promises: ClassVar[PromiseRules[Any] | None] = None
    """What players can promise each other, and how it is judged; None if nothing is."""
    cells: ClassVar[CellRules[Any] | None] = None
    """What the moderator can do at a cell of the chart; None if its cells can't be pressed."""
    tournament: ClassVar[TournamentRules[Any] | None] = None
    """How two-player games make a tournament; None if there are no tournaments."""

    # Scenarios and options. `read_*` raise `Refused("bad-scenario")`.

    @property
    def own_scenarios(self) -> Mapping[str, Any]:
        """Scenarios that are part of the rules, by id."""
        return {self.standard.id: self.standard} if self.standard else {}

    def read_scenario(self, value: object) -> Any:
        """A scenario from its JSON object, or from the id of one of `own_scenarios`."""
        if not isinstance(value, str) or value not in self.own_scenarios:
            raise self._only_standard(f"not {printable(value)}")
        return self.own_scenarios[value]

    def read_scenario_toml(self, text: str) -> Any:
        """A scenario from TOML; a refusal names the line if it is known."""
        raise self._only_standard("which is built in: delete the file")

    def scenario_wire(self, scenario: Any) -> Any:
        """The scenario in the form that records contain: what `read_scenario` takes."""
        return scenario.id if self.standard else dict(scenario.wire)

    def draw_scenario(self, options: Wire, below: RandomBelow) -> Any:
        """A random scenario for these (checked) options, as `scenario_wire` (`drawn_word`)."""
        raise NotImplementedError

    def check_options(self, options: object) -> None:
        """Raise `Refused("bad-record")` for an option or a value that isn't listed."""
        required = {"players": reading.slugs(*self.players)} if self.players else {}
        check_options(options, required, {one.name: one.check for one in self.options})

    def recommended(self, scenario: Any) -> Wire:
        """The values of options that the scenario recommends."""
        return {}

    def effective_options(self, scenario: Any, options: Wire) -> dict[str, Any]:
        """Every option's effective value: given, else recommended, else the default."""
        defaults = {one.name: one.default for one in self.options}
        return {**defaults, **self.recommended(scenario), **options}

    def clashes(self, scenario: Any, options: Wire) -> tuple[str, ...]:
        """Why these options make no sense together, or with this scenario; empty if they do."""
        return ()

    def minutes(self, scenario: Any) -> int:
        """About how long a game takes, in minutes; 0 if that is not known.

        Args:
            scenario: None if it is drawn.
        """
        return 0

    def secrets_of(self, scenario: Any) -> tuple[str, ...]:
        """What each seat may read of this scenario before play, in words; empty if nothing."""
        return ()

    def has_goals(self, scenario: Any) -> bool:
        """Whether seats have secret goals that earn points.

        Args:
            scenario: None if it is drawn.
        """
        return False

    def seats(self, scenario: Any, options: Wire) -> tuple[SeatLabel, ...]:
        """The seats in the order of play; in some games the options name the players."""
        return seats_by_id(options.get("players", ()))

    def _only_standard(self, rest: str) -> Refused:
        ids = ", ".join(self.own_scenarios)
        return Refused("bad-scenario", f"{self.name} has only one scenario, “{ids}”, {rest}.")


# What the rules of a game answer for a state.

S = TypeVar("S", bound=StateLike)


class Rules(GameSetup, ShownRules[S], ABC, Generic[S]):
    """The rules of one game. Every function is pure; states and moves are frozen."""

    # To implement: the state, and what is seen of it

    @abstractmethod
    def begin(self, scenario: Any, options: Wire) -> S:
        """The state before the first move.

        Args:
            options: only those that were given; `effective_options` adds the defaults.
        """

    def named(self, state: S, names: Mapping[str, str]) -> S:
        """The state in whose sentences players have these names, by id.

        They are names for people alone: no move, record or hash contains them, and nothing follows
        from them. If a scenario names the players, its names stay.
        """
        named = getattr(state, "named", None)
        found: S = named(names) if named else state
        return found

    def seats_of(self, state: S) -> tuple[SeatLabel, ...]:
        """The seats of a game, in the order of play."""
        return state.seats

    def movers(self, state: S) -> Sequence[int]:
        """The numbers of the players who are to move: by default of the `active` one, if the state
        has one; nobody once the game is over."""
        active: int | None = getattr(state, "active", None)
        return () if active is None else (active,)

    @abstractmethod
    def turn_of(self, state: S) -> tuple[object, ...]:
        """A value that identifies the turn and its player, unchanged until that turn ends."""

    @abstractmethod
    def summary(self, state: S) -> dict[str, Any]:
        """What `replay --json` prints."""

    @abstractmethod
    def text(self, state: S) -> str:
        """The state as a readable chart."""

    @abstractmethod
    def glance(self, state: S, viewer: Viewer = MODERATOR) -> str:
        """The state in a few words, for a list of games."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer, before: S | None = None) -> Any:
        """Everything that the viewer may see, and nothing else, ready for a template or a sheet.

        `before` is the state before the last entry; whatever changed is marked as fresh.
        """

    def effects(self, before: S, after: S, viewer: Viewer) -> tuple[str, ...]:
        """What changed between two states, as far as the viewer may know, that may count for
        points: sentences, to be said after the move."""
        return ()

    # What a player has to do now

    def task(self, state: S, seat: str) -> Task:
        """What this seat has to do now, without anything that is secret from it.

        Args:
            state: as people see it: whoever has sealed written orders has placed everything.
        """
        if self.is_over(state):
            return Task("The game is over", is_own=False)
        movers = self.movers(state)
        if state.player(seat) in movers:
            return Task("Your turn", is_own=True)
        return Task(waiting_for([state.player_name(mover) for mover in movers]), is_own=False)

    def history_view(self, start: S, steps: Sequence[Step], viewer: Viewer) -> Any:
        """What happened in the game so far; None without `has_history`.

        By default the points (`points`) after each move that changed them, a `PointsHistory`.

        Args:
            start: the state before the first move.
            steps: the moves in effect that the viewer may know, oldest first.

        Cost: proportional to the number of moves.
        """
        if not self.has_history:
            return None
        places = [(0, self.points(start, viewer))]
        last = len(steps) - 1
        for i, step in enumerate(steps):
            points = self.points(step.after, viewer)
            if points != places[-1][1] or i == last:
                places.append((step.number, points))
        now = steps[-1].after if steps else start
        return PointsHistory(
            seats=self.seats_of(now),
            numbers=tuple(number for number, _ in places),
            points=tuple(zip(*(points for _, points in places), strict=True)),
        )

    # Secrets and dice

    def is_hidden(self, before: S, move: Move[S], now: S, viewer: Viewer) -> bool:
        """Whether this logged move is still secret from the viewer; `now` is the present state."""
        return False

    def is_sealed(self, state: S) -> bool:
        """Whether a record of the game in this state would reveal what nobody may know yet."""
        return False

    def next_to_end_turn(self, state: S, player: int) -> Wire | None:
        """The next move of a turn that only has to be played to its end, without dice.

        None as long as the player can decide anything that matters, and if it isn't their turn.
        """
        return None

    def dice_of(self, state: S, wire: Wire) -> tuple[Dice, ...]:
        """The dice that this kind of move needs in this state, whether it contains them or not.

        Empty for a move without dice, and for anything that isn't a move.
        """
        kind = wire.get("type")
        verb = self.verbs.get(kind) if isinstance(kind, str) else None
        return verb.dice(state) if verb else ()

    # Moves

    @cached_property
    def verbs(self) -> Mapping[str, type[Move[S]]]:
        """The kinds of moves by the `type` of their wire form."""
        return {move.verb: move for move in self.moves}

    def read_move(self, state: S, wire: object, is_rolled: bool = True) -> Move[S]:
        """The move; `Refused` with `bad-move`, `game-over`, or the code for an unknown id."""
        verb, known = reading.verb(wire, self.verbs)
        try:
            return verb.read(state, known, is_rolled)
        except Refused as refused:
            if refused.code != "bad-move":
                self.check_end(state, verb)
            raise

    def check_end(self, state: S, verb: type[Move[S]]) -> None:
        """Raise `Refused("game-over")` if no such move is legal any more."""
        if state.is_over and not verb.is_legal_when_over:
            legal = [one.verb for one in self.moves if one.is_legal_when_over]
            kinds = ", ".join([*legal, UNDO])
            message = "The game is over: only {kinds} and {redo} are possible."
            raise Refused("game-over", message, kinds=kinds, redo=REDO)

    def check_now(self, state: S, verb: type[Move[S]], player: int | None) -> None:
        """Raise `Refused` if the player can make no such move now, whatever its fields."""
        if state.is_over:
            self.check_end(state, verb)
        verb.check_now(state, player)

    def check(self, state: S, move: Move[S]) -> None:
        """Raise `Refused` if the move is not legal here."""
        self.check_now(state, type(move), getattr(move, "player", None))
        move.check(state)

    def apply(self, state: S, move: Move[S]) -> S:
        """The state after a legal move. Nothing is checked: call `check` first."""
        return move.apply(state)

    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""
        return state.is_over

    # Offers and commands

    def offers(self, state: S, seat: str | None = None) -> tuple[Offer, ...]:
        """Everything legal now for one seat, or (None) for the moderator; and why the rest isn't.

        Listing is cheap: an offer makes its choices when they are asked for.
        """
        offered = [move for move in self.moves if move.is_in(state)]
        by_players = [move for move in offered if move.is_players()]
        if seat is not None:
            player = state.player(seat)
            return tuple([Offer(self, move, state, player) for move in by_players])
        movers = self.movers(state)
        whose = [(move, frozenset(move.offered_to(state, movers))) for move in by_players]
        players = sorted(frozenset[int]().union(*(numbers for _, numbers in whose)))
        own = [(move, player) for player in players for move, numbers in whose if player in numbers]
        return (
            *(Offer(self, move, state, player) for move, player in own),
            *(Offer(self, move, state, None) for move in offered if not move.is_players()),
        )

    def typed_line(self, state: S, text: str) -> tuple[Wire, ...]:
        """The moves of one line of a text, one after the other: usually one.

        Raises:
            Refused: `not-understood` or `ambiguous`, saying what would be right.
        """
        return (command.parse(self, state, text),)

    def parse_command(self, state: S, text: str) -> ParsedCommand:
        """A typed command understood; `Refused("not-understood" | "ambiguous")` otherwise.

        A move that needs dice may be typed without them.
        """
        return command.understand(self, state, text)

    def complete(self, state: S, text: str) -> Sequence[str]:
        """Completions of a typed command: at most eight lines, the likeliest first.

        None contains a number that a person has to say; a line that needs one ends with a space.
        """
        return command.complete(self, state, text)

    def examples(self, state: S) -> str:
        """Examples of commands that are legal now, for a message."""
        player = next(iter(self.movers(state)), None)
        made = (command.example(state, one, player) for one in self.moves if one.is_in(state))
        return " · ".join([*filter(None, made), UNDO])

    def typed_help(self, state: S) -> tuple[TypedHelp, ...]:
        """What can be typed in this very game, what is possible now first; or empty."""
        return ()

    def typed_player(self, state: S, words: list[str]) -> tuple[int, list[str]]:
        """The player of a command, and its other words: named with a colon, or first to move."""
        return command.named_player(self, state, words)

    def bare_move(self, state: S, words: Sequence[str]) -> type[Move[S]] | None:
        """The move that a command without a verb means; None if there must be a verb."""
        return None

    def line_prefix(self, state: S, offer: Offer) -> str:
        """What a completed command line begins with, such as the player and a space."""
        return ""


# The interface of tournaments, for games that have them.

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a two-player game can end.

    `marks` are shown in the cross table, in each player's row. `winner`: 0 or 1, or None if
    nobody wins.
    """

    id: str
    label: str
    marks: tuple[str, str]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with both players' names; without `second`, a bye for `first`."""

    first: str
    second: str | None
    outcome: str  # an Outcome's id; of a bye, empty


def place_text(place: int, is_tied: bool) -> str:
    """A place as it is written everywhere: equal points have equal places, as "=1"."""
    return f"={place}" if is_tied else str(place)


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; equal players share the `place` (`is_tied`), counted from 1.

    Swiss rounds are paired by `score`, a whole number. `cells` belong to
    `TournamentRules.columns`.
    """

    place: int
    is_tied: bool
    name: str
    score: int
    cells: tuple[str, ...]

    @property
    def place_text(self) -> str:
        return place_text(self.place, self.is_tied)


class TournamentRules(Protocol[S_contra]):
    """How two-player games make a tournament. Every function is pure."""

    outcomes: tuple[Outcome, ...]
    bye: str
    """How a bye counts in a Swiss tournament, as a sentence."""
    tie_break: str
    """What the last column of a Swiss tournament's standings is, as a sentence."""

    def counting(self, is_swiss: bool) -> str:
        """How the standings are made, as sentences."""

    def columns(self, is_swiss: bool) -> tuple[str, ...]:
        """The headings of the standings' columns after place and name."""

    def outcome_of(self, state: S_contra) -> str | None:
        """How the game ended, as an outcome's id; None while it is being played."""

    def standings(
        self, played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
    ) -> tuple[StandingsRow, ...]:
        """A row for everybody in `names`, the best first; the names are all different."""
