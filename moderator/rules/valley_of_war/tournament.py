"""Scoring Valley of War in a tournament (docs/rules/valley-of-war.md, "The end")."""

from __future__ import annotations

from collections.abc import Iterable

from moderator.rules.tournament import FinishedGame, Outcome, StandingsRow
from moderator.rules.valley_of_war.standings import GameResult, standings
from moderator.rules.valley_of_war.state import COLOURS, LOSS_DRAW, State

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
