"""Nim: eleven sticks; a player takes one to three; whoever takes the last one wins.

With the option `razing`, a player may also give up by throwing all the sticks away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules import reading
from moderator.rules.bots import BotLevel, BotRules, Decision, Known
from moderator.rules.cells import CorrectionField, CorrectionLine, changes
from moderator.rules.command import need, number
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules, Standard
from moderator.rules.kinds import PLAYER, SENTENCE, Kind, declared, field, option, switch, whole
from moderator.rules.move import Description, Move, RandomBelow
from moderator.rules.offer import Choice
from moderator.rules.reading import Wire, wire_text
from moderator.rules.seating import MODERATOR, NamedPlayers, SeatLabel, Viewer, seats_by_id

STICKS, MOST = 11, 3
FEWEST_RAZED = 4
STANDARD = Standard("Nim", "Two players take sticks in turn. Eleven sticks are on the table.")


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is played."""

    razing: bool = option(
        "Razing",
        "A player throws all the sticks away.",
        switch(
            "Sticks can only be taken.",
            f"A player may throw away all sticks, if they are {FEWEST_RAZED} or more, and loses.",
        ),
    )


@dataclass(frozen=True, slots=True)
class State(NamedPlayers):
    """Sticks on the table, how many each player has taken, and whose turn it is, from 0.

    `thrown` are the sticks that `razer` has thrown away, if somebody has.
    """

    taken: tuple[int, ...]
    turn: int = 0
    options: Options = Options()
    thrown: int = 0
    razer: int | None = None

    @property
    def sticks(self) -> int:
        return STICKS - sum(self.taken) - self.thrown

    @property
    def is_over(self) -> bool:
        return self.sticks == 0


def _check_turn(state: State, player: int | None) -> None:
    if player != state.turn:
        name = state.player_name(state.turn)
        raise Refused("not-your-turn", "It is {name}’s turn.", name=name)


@dataclass(frozen=True, slots=True)
class Take(Move[State]):
    """A player takes sticks."""

    verb = "take"
    words = ("take", "t")
    label = "takes"

    player: int = field(PLAYER)
    sticks: int = field(whole(1, MOST))

    @classmethod
    def check_now(cls, state: State, player: int | None) -> None:
        _check_turn(state, player)

    def check(self, state: State) -> None:
        if self.sticks > state.sticks:
            raise Refused("not-legal", "Only {left} sticks are left.", left=state.sticks)

    def apply(self, state: State) -> State:
        taken = list(state.taken)
        taken[self.player] += self.sticks
        return replace(state, taken=tuple(taken), turn=(state.turn + 1) % len(taken))

    def describe(self, before: State) -> Description:
        action = f"{before.player_name(self.player)} takes {self.sticks} of {before.sticks} sticks"
        return Description(action)

    @classmethod
    def choices(cls, state: State, player: int | None) -> Iterator[Choice]:
        for sticks in range(1, min(MOST, state.sticks) + 1):
            yield cls(state.turn, sticks).choice(state, f"Take {sticks}")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        need(len(words) == 1, "take 2")
        return {"sticks": number(words[0])}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (f"take {choice.values['sticks']}",)


@dataclass(frozen=True, slots=True)
class Raze(Move[State]):
    """A player throws away all the sticks and loses."""

    verb = "raze"
    words = ("raze", "z")
    label = "razes the sticks"

    player: int = field(PLAYER)

    @classmethod
    def is_in(cls, state: State) -> bool:
        return state.options.razing

    @classmethod
    def check_now(cls, state: State, player: int | None) -> None:
        _check_turn(state, player)
        if not state.options.razing:
            raise Refused("not-legal", "In this game sticks can’t be razed, only taken.")

    def check(self, state: State) -> None:
        if state.sticks < FEWEST_RAZED:
            message = "Only {left} sticks are left; razing needs {fewest}."
            raise Refused("not-legal", message, left=state.sticks, fewest=FEWEST_RAZED)

    def apply(self, state: State) -> State:
        turn = (state.turn + 1) % len(state.players)
        return replace(state, thrown=state.sticks, razer=self.player, turn=turn)

    def describe(self, before: State) -> Description:
        action = f"{before.player_name(self.player)} razes all {before.sticks} sticks"
        return Description(action, " and loses")

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, "Raze")


def _counts(value: object) -> str | None:
    is_count = reading.whole(0, STICKS)
    fits = isinstance(value, dict) and not any(map(is_count, value.values()))
    return None if fits else "{player: number}"


@dataclass(frozen=True, slots=True)
class Correct(Move[State]):
    """The moderator corrects how many sticks players have taken; the turn stays the same."""

    verb = "correct"
    label = "Correct"
    is_moderators = True

    reason: str = field(SENTENCE)
    taken: Mapping[str, int] = field(Kind(_counts))

    def check(self, state: State) -> None:
        for id in self.taken:
            state.player(id)
        if not self.apply(state).sticks > 0:
            raise Refused("not-legal", "{most} sticks can be taken at most.", most=STICKS - 1)

    def apply(self, state: State) -> State:
        old = zip(state.players, state.taken, strict=True)
        return replace(state, taken=tuple(self.taken.get(id, number) for id, number in old))

    def describe(self, before: State) -> Description:
        names = {id: before.player_name(before.player(id)) for id in self.taken}
        parts = [f"{names[id]} has taken {number}" for id, number in self.taken.items()]
        return Description(f"Correction: {', '.join(parts)} ({printable(self.reason)})")


class Counts:
    """What can be corrected: how many sticks each player has taken."""

    verb = Correct.verb

    def parts(self, state: State) -> Mapping[str, tuple[CorrectionLine, ...]]:
        taken = zip(state.seats, state.taken, strict=True)
        each = (CorrectionField(f"taken.{one.id}", one.name, str(number)) for one, number in taken)
        return {"taken": (("Sticks taken", tuple(each)),)}

    def wire(self, state: State, posted: Mapping[str, Any]) -> dict[str, Any]:
        return changes(posted, {"taken": dict(zip(state.players, state.taken, strict=True))})


@dataclass(frozen=True, slots=True)
class Press:
    """A possible move; `wire` is the move as a button sends it."""

    sticks: int
    wire: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that can be seen."""

    status_line: str
    is_over: bool
    sticks: int
    active: SeatLabel
    players: tuple[tuple[SeatLabel, int], ...]
    presses: tuple[Press, ...]
    razer: SeatLabel | None
    is_fresh: bool


class Bots(BotRules):
    """Leaves a multiple of four."""

    levels = (BotLevel("player", "Player"),)

    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        state = known.timeline.state
        if state.is_over or known.seat != state.players[state.turn]:
            return []
        return [Decision(Take(state.turn, state.sticks % (MOST + 1) or 1).wire(state))]


class Nim(Rules[State]):
    """The rules."""

    id = "nim"
    name = STANDARD.title
    copyright = "Nim belongs to everybody."
    moves = (Take, Raze, Correct)
    standard = STANDARD
    options = declared(Options)
    seat_word = "taker"
    players = (2, 2)
    is_played_on_seats = True
    bots = Bots()
    correction = Counts()

    def seats(self, scenario: Standard, options: Wire) -> tuple[SeatLabel, ...]:
        return seats_by_id(options.get("players", ()))

    def seats_of(self, state: State) -> tuple[SeatLabel, ...]:
        return state.seats

    def named(self, state: State, names: Mapping[str, str]) -> State:
        return state.named(names)

    def begin(self, scenario: Standard, options: Wire) -> State:
        players = tuple(options["players"])
        razing = self.effective_options(scenario, options)["razing"]
        return State(players, (0,) * len(players), options=Options(razing))

    def movers(self, state: State) -> tuple[int, ...]:
        return () if state.is_over else (state.turn,)

    def turn_of(self, state: State) -> tuple[object, ...]:
        return (state.sticks,)

    def summary(self, state: State) -> dict[str, Any]:
        status = "over" if state.is_over else "active"
        taken = dict(zip(state.players, state.taken, strict=True))
        razer = None if state.razer is None else state.player_id(state.razer)
        return {"game": self.id, "status": status, "taken": taken, "razer": razer}

    def text(self, state: State) -> str:
        return f"{self.glance(state)}\n{'|' * state.sticks}\n"

    def glance(self, state: State, viewer: Viewer = MODERATOR) -> str:
        if state.razer is not None:
            loser, winner = map(state.player_name, (state.razer, state.turn))
            return f"{loser} has razed the sticks and {winner} wins"
        if state.is_over:
            return f"{state.player_name(state.turn - 1)} has taken the last stick and wins"
        return f"{state.sticks} sticks are left; {state.player_name(state.turn)} takes"

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> TableView:
        chairs = state.seats
        takes = [Take(state.turn, n) for n in range(1, min(MOST, state.sticks) + 1)]
        return TableView(
            status_line=self.glance(state),
            is_over=state.is_over,
            sticks=state.sticks,
            active=chairs[state.turn],
            players=tuple(zip(chairs, state.taken, strict=True)),
            presses=tuple(Press(take.sticks, wire_text(take.wire(state))) for take in takes),
            razer=None if state.razer is None else chairs[state.razer],
            is_fresh=before is not None and before != state,
        )


NIM = Nim()
