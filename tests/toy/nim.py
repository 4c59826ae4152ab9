"""Nim: eleven sticks; a player takes one to three; whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.correction import CorrectionField, CorrectionLine, CorrectionRules, changes
from moderator.rules.errors import Refused, printable
from moderator.rules.game import ParsedCommand, SeatLabel, Viewer, Wire, wire_text
from moderator.rules.offer import Choice, Offer
from moderator.rules.reading import fields
from moderator.rules.rulebook import StandardRulebook, check_options, game_over
from moderator.rules.standard import Standard

STICKS, MOST = 11, 3
STANDARD = Standard("Nim", "Two players take sticks in turn. Eleven sticks are on the table.")


@dataclass(frozen=True, slots=True)
class State:
    """Sticks on the table, how many each player has taken, and whose turn it is, from 0."""

    players: tuple[str, ...]
    taken: tuple[int, ...]
    turn: int = 0

    @property
    def scenario(self) -> Standard:
        return STANDARD

    @property
    def sticks(self) -> int:
        return STICKS - sum(self.taken)

    @property
    def is_over(self) -> bool:
        return self.sticks == 0

    @property
    def active(self) -> str:
        return self.players[self.turn]


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes sticks."""

    player: str
    sticks: int

    def check(self, state: State) -> None:
        if self.player != state.active:
            raise Refused("not-your-turn", f"It is {_name(state.active)}’s turn.")
        if not 1 <= self.sticks <= min(MOST, state.sticks):
            raise Refused("not-legal", f"{state.sticks} sticks are left: take 1 to {MOST}.")

    def apply(self, state: State) -> State:
        taken = list(state.taken)
        taken[state.turn] += self.sticks
        return replace(state, taken=tuple(taken), turn=(state.turn + 1) % len(taken))

    def say(self, before: State) -> str:
        return f"{_name(self.player)} takes {self.sticks} of {before.sticks} sticks"


@dataclass(frozen=True, slots=True)
class Correct:
    """The moderator corrects how many sticks players have taken; the turn stays the same."""

    reason: str
    taken: Mapping[str, int]

    def check(self, state: State) -> None:
        if not set(self.taken) <= set(state.players):
            raise Refused("unknown-player", "Somebody there doesn’t play.")
        if not self.apply(state).sticks > 0:
            raise Refused("not-legal", f"{STICKS - 1} sticks can be taken at most.")

    def apply(self, state: State) -> State:
        old = zip(state.players, state.taken, strict=True)
        return replace(state, taken=tuple(self.taken.get(id, number) for id, number in old))

    def say(self, before: State) -> str:
        parts = [f"{_name(id)} has taken {number}" for id, number in self.taken.items()]
        return f"Correction: {', '.join(parts)} ({printable(self.reason)})"


class Counts:
    """What can be corrected: how many sticks each player has taken."""

    verb = "correct"

    def parts(self, state: State) -> Mapping[str, tuple[CorrectionLine, ...]]:
        taken = zip(state.players, state.taken, strict=True)
        each = (CorrectionField(f"taken.{id}", _name(id), str(number)) for id, number in taken)
        return {"taken": (CorrectionLine("Sticks taken", tuple(each)),)}

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

    title: str
    copyright: str
    status_line: str
    is_over: bool
    sticks: int
    active: SeatLabel
    players: tuple[tuple[SeatLabel, int], ...]
    presses: tuple[Press, ...]
    is_fresh: bool


class Nim(StandardRulebook[State, Take | Correct]):
    """The rules."""

    id = "nim"
    name = STANDARD.title
    copyright = "Nim belongs to everybody."
    standard = STANDARD
    own_scenarios: Mapping[str, Any] = {STANDARD.id: STANDARD}
    seat_word = "taker"
    players: tuple[int, int] | None = (2, 2)
    is_played_on_seats = True
    has_bot = True
    moderators_verbs = frozenset({Counts.verb})
    correction: CorrectionRules[State] | None = Counts()

    def check_options(self, value: object) -> None:
        check_options(value, {"players": fields.slugs(2, 2)})

    def effective_options(self, scenario: Standard, given: Wire) -> dict[str, Any]:
        return dict(given)

    def seats(self, scenario: Standard, given: Wire) -> tuple[SeatLabel, ...]:
        return _seats(given.get("players", ()))

    def begin(self, scenario: Standard, given: Wire) -> State:
        players = tuple(given["players"])
        return State(players, (0,) * len(players))

    def read_move(self, state: State, wire: object) -> Take | Correct:
        verb, known = fields.verb(wire, {"take": Take, "correct": Correct})
        if verb is Correct:
            fields.check_move(known, {"reason": fields.sentence, "taken": _counts})
            return Correct(known["reason"], known["taken"])
        fields.check_move(known, {"player": fields.text, "sticks": fields.whole(1, MOST)})
        return Take(known["player"], known["sticks"])

    def bot_move(self, state: State, seat: str) -> Wire | None:
        if state.is_over or seat != state.active:
            return None
        return {"type": "take", "player": seat, "sticks": state.sticks % (MOST + 1) or 1}

    def turn_of(self, state: State) -> tuple[object, ...]:
        return (state.sticks,)

    def summary(self, state: State) -> dict[str, Any]:
        status = "over" if state.is_over else "active"
        return {
            "game": self.id,
            "status": status,
            "taken": dict(zip(state.players, state.taken, strict=True)),
        }

    def text(self, state: State) -> str:
        return f"{self.glance(state)}\n{'|' * state.sticks}\n"

    def glance(self, state: State) -> str:
        if state.is_over:
            return f"{_name(state.players[state.turn - 1])} has taken the last stick and wins"
        return f"{state.sticks} sticks are left; {_name(state.active)} takes"

    def offers(self, state: State, seat: str | None = None) -> tuple[Offer, ...]:
        if seat not in (None, state.active):
            return ()
        refused = game_over() if state.is_over else None
        choices = tuple(Choice(f"Take {n}", {"sticks": n}) for n in _takes(state))
        take = Offer("take", "Take sticks", state.active, choices, refused)
        return (take, Offer("correct", "Correct")) if seat is None else (take,)

    def parse_command(self, state: State, text: str) -> ParsedCommand:
        words = text.split()
        if words in (["undo"], ["redo"]):
            return ParsedCommand({"type": words[0]}, words[0])
        if len(words) != 2 or words[0] != "take" or not words[1].isdecimal():
            raise Refused("not-understood", "Say “take 2”.")
        wire = {"type": "take", "player": state.active, "sticks": int(words[1])}
        return self.parsed_command(state, wire, lambda wire: f"take {wire['sticks']}")

    def complete(self, state: State, text: str) -> Sequence[str]:
        lines = [f"take {n}" for n in _takes(state)]
        return [line for line in lines if text and line.startswith(text)]

    def view(self, state: State, viewer: Viewer, before: State | None = None) -> TableView:
        chairs = _seats(state.players)
        wire = {"type": "take", "player": state.active}
        return TableView(
            title=self.name,
            copyright=self.copyright,
            status_line=self.glance(state),
            is_over=state.is_over,
            sticks=state.sticks,
            active=chairs[state.turn],
            players=tuple(zip(chairs, state.taken, strict=True)),
            presses=tuple(Press(n, wire_text({**wire, "sticks": n})) for n in _takes(state)),
            is_fresh=before is not None and before != state,
        )


def _counts(value: object) -> str | None:
    fits = isinstance(value, dict) and all(map(fields.is_whole, value.values()))
    return None if fits and min(value.values()) >= 0 else "{player: number}"


def _takes(state: State) -> range:
    return range(1, min(MOST, state.sticks) + 1)


def _seats(players: Sequence[str]) -> tuple[SeatLabel, ...]:
    return tuple(SeatLabel(id, _name(id), str(n), n) for n, id in enumerate(players, start=1))


def _name(player: str) -> str:
    return player.replace("-", " ").title()


NIM = Nim()
