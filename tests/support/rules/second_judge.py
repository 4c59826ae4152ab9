"""A second judge of promises, which knows only what was logged and what `replay --json` prints.

It shares no code with the rules: it goes by JSON alone, and asks of each promise in turn what the
record says about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Answer = tuple[str, int | None]
"""The kind of a verdict, and the entry that decided it."""

PRESENCE = 5


@dataclass(frozen=True)
class Logged:
    """An entry of the log: the move as JSON, and what was printed before and after it."""

    number: int
    move: Json
    before: Json
    after: Json


@dataclass(frozen=True)
class Promised:
    """A promise as JSON, and the number of the last entry at its acceptance."""

    maker: str
    partner: str
    terms: Json
    accepted_after: int


def in_effect(log: Sequence[Logged]) -> list[Logged]:
    """The moves that stand once undo and redo are carried out."""
    made: list[Logged] = []
    taken: list[Logged] = []
    for entry in log:
        if entry.move["type"] == "undo":
            taken.append(made.pop())
        elif entry.move["type"] == "redo":
            made.append(taken.pop())
        else:
            made.append(entry)
            taken = []
    return made


class SecondJudge:
    """Judges the promises of one game.

    Args:
        start: what is printed before the first move.
        is_written: whether all countries place their RFs at once.
        is_stopped: whether the game goes on no more.
    """

    def __init__(
        self, start: Json, log: Sequence[Logged], is_written: bool, is_stopped: bool
    ) -> None:
        self.start, self.log = start, log
        self.is_written, self.is_stopped = is_written, is_stopped
        self.moves = in_effect(log)
        self.now = self.moves[-1].after if self.moves else start

    def answer(self, promise: Promised) -> Answer:
        """The verdict on one promise."""
        terms = promise.terms
        turn = next(terms[key] for key in ("until", "turn", "at") if key in terms)
        if self._is_before(promise.accepted_after):
            return "void", None
        ending = self._ending(turn)
        if ending is not None and ending.number <= promise.accepted_after:
            return "void", None
        later = [one for one in self.moves if one.number > promise.accepted_after]
        kind = str(terms["kind"]).replace("-", "_")
        decided: Answer | None = getattr(self, f"_{kind}")(promise, turn, later)
        if decided is not None:
            return decided
        is_end = self.is_stopped or self.now["status"] == "over"
        return ("void" if is_end else "pending"), None

    # The six kinds; None if nothing has decided it

    def _no_attack(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        for one in later:
            if one.before["turn"] <= turn and self._is_attack(one, promise):
                return "broken", one.number
        return self._by_time("kept", turn)

    def _attack(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        for one in later:
            if one.before["turn"] == turn and self._is_attack(one, promise):
                return "kept", one.number
        place, both = promise.terms["region"], (promise.maker, promise.terms["target"])
        shut = self._shut(place, self._all_placed(promise.maker, turn))
        if shut and 0 in [shut[1]["chart"][place][who] for who in both]:
            return "void", shut[0]
        return self._by_time("broken", turn)

    def _no_placement(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        for one in later:
            is_own = one.move["type"] == "deploy" and one.move["player"] == promise.maker
            if not is_own or one.move["region"] != promise.terms["region"]:
                continue
            if one.before["turn"] <= turn and self._is_revealed(one):
                return "broken", one.number
        return self._by_time("kept", turn)

    def _trade(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        given: dict[str, int] = {}
        got: dict[str, int] = {}
        for one in later:
            move = one.move
            if move["type"] != "trade" or one.before["turn"] != turn:
                continue
            if (move["player"], move["partner"]) == (promise.maker, promise.partner):
                gives, gets = move["give"], move["get"]
            elif (move["partner"], move["player"]) == (promise.maker, promise.partner):
                gives, gets = move["get"], move["give"]
            else:
                continue
            for total, goods in ((given, gives), (got, gets)):
                for letter, units in goods.items():
                    total[letter] = total.get(letter, 0) + units
            if _holds(given, promise.terms["give"]) and _holds(got, promise.terms["get"]):
                return "kept", one.number
        return self._by_time("not-done", turn)

    def _no_presence(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        final = self._final(promise, turn)
        return final and ("broken" if final[0] else "kept", final[1])

    def _presence(self, promise: Promised, turn: int, later: list[Logged]) -> Answer | None:
        place, final = promise.terms["region"], self._final(promise, turn)
        if final and final[0]:
            return "kept", final[1]
        shut = self._shut(place, self._all_placed(promise.maker, turn))
        is_there = final is None and self.now["chart"][place][promise.maker] >= PRESENCE
        if shut and not is_there and shut[1]["chart"][place][promise.maker] < PRESENCE:
            return "void", shut[0]
        return final and ("broken", final[1])

    # What the record says

    def _is_before(self, accepted_after: int) -> bool:
        """Whether the game stands before the acceptance, and has not gone on since."""
        then = [one.number for one in in_effect(self.log[:accepted_after])]
        now = [one.number for one in self.moves]
        return len(now) < len(then) and now == then[: len(now)]

    def _ending(self, turn: int) -> Logged | None:
        """The move that ended a Game-turn."""
        for one in self.moves:
            goes_on = one.after["turn"] > turn or one.after["status"] == "over"
            if one.before["turn"] == turn and one.before["status"] == "active" and goes_on:
                return one
        return None

    def _by_time(self, kind: str, turn: int) -> Answer | None:
        ending = self._ending(turn)
        return None if ending is None else (kind, ending.number)

    def _final(self, promise: Promised, turn: int) -> tuple[bool, int] | None:
        """Whether there is a Presence at the end of a Game-turn, and which entry made it so."""
        ending = self._ending(turn)
        if ending is None:
            return None
        place = promise.terms["region"]
        has, number = promise.maker in ending.after["presences"].get(place, ()), ending.number
        for one in self.moves:  # corrections after the last Game-turn
            is_over = one.before["status"] == one.after["status"] == "over"
            if is_over and one.before["turn"] == turn:
                has_now = promise.maker in one.after["presences"].get(place, ())
                if has_now != has:
                    has, number = has_now, one.number
        return has, number

    def _all_placed(self, player: str, turn: int) -> int | None:
        """The first entry that comes too late for placing RFs of a Game-turn somewhere else."""
        for number, state in self._open_states():
            is_turn = self.is_written or state["active"] == player
            if state["turn"] == turn and is_turn and not state["hand"][player]:
                return number if self.is_written else number + 1
        for one in self.moves:  # with RFs that could be placed nowhere
            if one.move == {"type": "end-turn", "player": player} and one.before["turn"] == turn:
                return one.number
        return None

    def _is_revealed(self, order: Logged) -> bool:
        shown = (one for one in self.moves if one.after["phase"] != "deployment")
        return any(one.number >= order.number for one in shown)

    def _open_states(self) -> Iterator[tuple[int, Json]]:
        """What was printed while no orders were being written."""
        everything = [(0, self.start), *((one.number, one.after) for one in self.moves)]
        return ((n, state) for n, state in everything if state["phase"] != "deployment")

    def _shut(self, place: str, before: int | None) -> tuple[int, Json] | None:
        """Since when the place has been controlled, as it was before that entry."""
        since = None
        for number, state in self._open_states():
            if before is not None and number >= before:
                break
            if place not in state["controlled"]:
                since = None
            elif since is None:
                since = number, state
        return since

    def _is_attack(self, one: Logged, promise: Promised) -> bool:
        wanted = {"player": promise.maker, "defender": promise.terms["target"]}
        if "region" in promise.terms:
            wanted["region"] = promise.terms["region"]
        wanted["type"] = "attack"
        return all(one.move.get(key) == value for key, value in wanted.items())


def _holds(total: dict[str, int], wanted: dict[str, int]) -> bool:
    return all(total.get(letter, 0) >= units for letter, units in wanted.items())
