"""A tournament's standings (docs/rules/valley-of-war.md, "The end")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game in a tournament: `winner` is one of the two, None for a loss-draw."""

    red: str
    blue: str
    winner: str | None

    def __post_init__(self) -> None:
        """Raise ValueError if both players are the same, or the winner didn't play."""
        if self.red == self.blue:
            raise ValueError(f"{self.red} cannot play against himself")
        if self.winner not in (self.red, self.blue, None):
            raise ValueError(f"{self.winner} did not play in this game")


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's results; equal players share the `place`, counted from 1."""

    place: int
    name: str
    wins: int
    losses: int
    loss_draws: int
    buchholz: int | None = None  # in halves, like half_points; None if it is not used

    @property
    def half_points(self) -> int:
        """The score in halves, to keep it whole: wins minus losses minus half the loss-draws."""
        return 2 * (self.wins - self.losses) - self.loss_draws


def standings(
    results: Iterable[GameResult],
    names: Iterable[str] = (),
    byes: Iterable[str] = (),
    has_buchholz: bool = False,
) -> tuple[Tally, ...]:
    """The standings by score (wins minus losses minus half the loss-draws), then wins, then name.

    Args:
        results: the finished games, in any order.
        names: people to be listed even if they haven't played yet.
        byes: a name for each bye; it counts as a win.
        has_buchholz: as in Swiss, the sum of the opponents' scores is the next tie-break. A
            bye adds the player's own score; an opponent met twice counts twice.

    Returns: a row for everybody, the best first. Players who are equal in all these share the
        place, in the order of their names, and the next place is skipped.

    Source: docs/rules/valley-of-war.md, "The end"; docs/rulings.md, "Tournaments".

    >>> [(row.place, row.name) for row in standings([GameResult("Ann", "Bob", "Ann")], ["Cy"])]
    [(1, 'Ann'), (2, 'Cy'), (3, 'Bob')]
    """
    rows: dict[str, list[int]] = {name: [0, 0, 0] for name in names}
    met: list[tuple[str, str]] = []
    for result in results:
        for name, other in ((result.red, result.blue), (result.blue, result.red)):
            row = rows.setdefault(name, [0, 0, 0])
            row[2 if result.winner is None else 0 if result.winner == name else 1] += 1
            met.append((name, other))
    for name in byes:
        rows.setdefault(name, [0, 0, 0])[0] += 1
        met.append((name, name))
    unplaced = {name: Tally(0, name, *row) for name, row in rows.items()}
    if has_buchholz:
        sums = dict.fromkeys(rows, 0)
        for name, other in met:
            sums[name] += unplaced[other].half_points
        unplaced = {name: replace(one, buchholz=sums[name]) for name, one in unplaced.items()}
    return _placed(unplaced.values())


def _placed(unplaced: Iterable[Tally]) -> tuple[Tally, ...]:
    def rank(one: Tally) -> tuple[int, int, int]:
        return -one.half_points, -one.wins, -(one.buchholz or 0)

    ordered = sorted(unplaced, key=lambda one: (*rank(one), one.name.casefold(), one.name))
    ranks = [rank(one) for one in ordered]
    return tuple(replace(one, place=1 + ranks.index(rank(one))) for one in ordered)
