"""Scoring Valley of War in a tournament (docs/rules/valley-of-war.md, "The end")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from moderator.rules.tournament import FinishedGame, Outcome, StandingsRow
from moderator.rules.valley_of_war.state import COLOURS, LOSS_DRAW, State

# A tournament's standings (docs/rules/valley-of-war.md, "The end").


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


# Scoring.

RED, BLUE = COLOURS


def half(number: int) -> str:
    """A number of halves as a signed number with “½”.

    >>> [half(number) for number in (3, -1, 0, -4)]
    ['+1½', '−½', '0', '−2']
    """
    sign = "+" if number > 0 else "−" if number < 0 else ""
    whole, rest = divmod(abs(number), 2)
    return f"{sign}{whole or ('' if rest else '0')}{'½' if rest else ''}"


class ValleyTournament:
    """Documented in `moderator.rules.tournament.TournamentRules`."""

    outcomes: tuple[Outcome, ...] = (
        Outcome(RED, "Red wins", ("W", "L"), 0),
        Outcome(BLUE, "Blue wins", ("L", "W"), 1),
        Outcome(LOSS_DRAW, "Loss-draw", ("D", "D")),
    )
    bye = "A bye counts as a win, and for Buchholz as an opponent with the player’s own score."

    def counting(self, is_swiss: bool) -> str:
        """The score, and what decides between equal ones."""
        score = (
            "The score is the number of games won, minus those lost, minus half of the loss-draws."
        )
        if not is_swiss:
            return f"{score} If it is equal, more wins decide."
        return (
            f"{score} If it is equal, more wins decide, then Buchholz: the sum of the scores of "
            "all opponents."
        )

    def columns(self, is_swiss: bool) -> tuple[str, ...]:
        """Games won, lost and drawn, the score, and in Swiss the sum of the opponents' scores."""
        heads = ("Won", "Lost", "Loss-draws", "Score")
        return (*heads, "Buchholz") if is_swiss else heads

    def outcome_of(self, state: State) -> str | None:
        """The colour of the winner, or `loss-draw`."""
        if not state.is_over:
            return None
        return COLOURS[state.winners[0]] if state.winners else LOSS_DRAW

    def standings(
        self, played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
    ) -> tuple[StandingsRow, ...]:
        """In Swiss a bye counts as a win, and Buchholz is the tie-break after wins."""
        games = list(played)
        results = [_result(game, game.second) for game in games if game.second is not None]
        byes = [game.first for game in games if game.second is None] if is_swiss else []
        rows = []
        for row in standings(results, names, byes, is_swiss):
            cells = (str(row.wins), str(row.losses), str(row.loss_draws), half(row.half_points))
            more = () if row.buchholz is None else (half(row.buchholz),)
            rows.append(StandingsRow(row.place, row.name, row.half_points, (*cells, *more)))
        return tuple(rows)


def _result(game: FinishedGame, blue: str) -> GameResult:
    winners = {RED: game.first, BLUE: blue, LOSS_DRAW: None}
    return GameResult(game.first, blue, winners[game.outcome])


TOURNAMENT = ValleyTournament()
