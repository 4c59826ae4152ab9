"""Tables of a game's moves and numbers, for research: what the rules of a game give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.log import Step

Row = Sequence[object]


class Column(NamedTuple):
    """A column of a table, for people who read it without the program.

    `unit`: what its numbers count. `values`: which there are. `is_seat`: it has numbers of players,
    in the order of play from 0, which whoever writes the table out replaces.
    """

    name: str
    meaning: str
    unit: str = ""
    values: str = ""
    is_seat: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that a game has after its end.

    `rows`: from the rules, the state before the first move, and the moves in effect, oldest first.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Rules[Any], Any, Sequence[Step]], Iterable[Row]]


ROUND = Column(
    "round",
    "The round; without rounds, the turn of whoever is to move, counted over all players",
    "number",
    "from 1",
)
SEAT = Column("seat", "The seat", "", "an id of people.csv and games.csv", is_seat=True)
ENTRY = Column("entry", "The number of the move in the log", "number", "from 1")


def does_end_round(rules: Rules[Any], before: Any, after: Any) -> bool:
    """Whether a round ends between two states; without rounds, a turn."""
    played, then = rules.rounds_played(before), rules.rounds_played(after)
    if played and then:
        return then[0] > played[0]
    return rules.turn_of(before) != rules.turn_of(after)


def by_round(
    counted: Callable[[Any, int], Sequence[int]],
    *columns: Column,
    rank: Callable[[Any, int], Any] | None = None,
) -> Table:
    """What each seat had at the start (round 0) and when each round ended.

    Args:
        counted: a player's numbers in a state, for the columns.
        rank: what decides the place, if there is one; more is better.
    """
    place = Column("place", "The place among the seats; equal ones have equal places", "", "from 1")

    def rows(rules: Rules[Any], start: Any, steps: Sequence[Step]) -> Iterator[Row]:
        for number, state in enumerate(_ends(rules, start, steps)):
            players = range(len(rules.seats_of(state)))
            ranks = [rank(state, player) for player in players] if rank else []
            for player in players:
                places = [1 + sum(other > ranks[player] for other in ranks)] if rank else []
                yield number, player, *places, *counted(state, player)

    ended = ROUND._replace(meaning=f"{ROUND.meaning}; 0 is the start", values="from 0")
    return Table("seats", (ended, SEAT, *([place] if rank else []), *columns), rows)


def _ends(rules: Rules[Any], start: Any, steps: Sequence[Step]) -> list[Any]:
    """The start, and the state at the end of each round; at the last with later corrections."""
    ended = [step.after for step in steps if does_end_round(rules, step.before, step.after)]
    if ended and rules.is_over(steps[-1].after):
        ended[-1] = steps[-1].after
    return [start, *ended]
