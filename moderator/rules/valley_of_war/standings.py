"""A tournament's standings (spec/valley-of-war.md, "The end")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moderator.rules.valley_of_war.state import State


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a tournament ended: `winner` is one of the two, None in a loss-draw."""

    red: str
    blue: str
    winner: str | None

    def __post_init__(self) -> None:
        """Raise ValueError for somebody who plays himself, or a winner who didn't play."""
        if self.red == self.blue:
            raise ValueError(f"{self.red} cannot play against himself")
        if self.winner not in (self.red, self.blue, None):
            raise ValueError(f"{self.winner} did not play in this game")


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; those who are equal share the `place`, counted from 1."""

    place: int
    name: str
    wins: int
    losses: int
    loss_draws: int

    @property
    def half_points(self) -> int:
        """Wins less losses less half the loss-draws, in halves to stay a whole number."""
        return 2 * (self.wins - self.losses) - self.loss_draws


def result_of(state: State, red: str, blue: str) -> Result:
    """The result of a game that is over, by the names of those who played it.

    Raises:
        ValueError: the game is not over, or one person played both.
    """
    if not state.is_over:
        raise ValueError("the game is not over")
    return Result(red, blue, (red, blue)[state.winners[0]] if state.winners else None)


def standings(results: Iterable[Result], names: Iterable[str] = ()) -> tuple[Standing, ...]:
    """The standings: by wins less (losses + half the loss-draws), then wins, then name.

    Args:
        results: the games that are over, in any order.
        names: people who stand in the table even if they have played no game yet.

    Returns: a row for everybody, the best first. Two with the same value and the same wins
        share the place, in the order of their names, and the place after them is left out.

    Source: spec/valley-of-war.md, "The end".

    >>> [(row.place, row.name) for row in standings([Result("Ann", "Bob", "Ann")], ["Cy"])]
    [(1, 'Ann'), (2, 'Cy'), (3, 'Bob')]
    """
    rows: dict[str, list[int]] = {name: [0, 0, 0] for name in names}
    for result in results:
        for name in (result.red, result.blue):
            row = rows.setdefault(name, [0, 0, 0])
            row[2 if result.winner is None else 0 if result.winner == name else 1] += 1
    unplaced = [Standing(0, name, *row) for name, row in rows.items()]
    unplaced.sort(key=lambda one: (-one.half_points, -one.wins, one.name.casefold(), one.name))
    ranks = [(one.half_points, one.wins) for one in unplaced]
    return tuple(
        Standing(1 + ranks.index(rank), one.name, one.wins, one.losses, one.loss_draws)
        for rank, one in zip(ranks, unplaced, strict=True)
    )
