"""One country's game, Game-turn by Game-turn, as far as everybody may know it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from moderator.rules.age_of_iron.past import (
    AttackFact,
    Decision,
    GameHistory,
    Placement,
    TradeFact,
    decisions_of,
    placements_of,
)
from moderator.rules.age_of_iron.views.view import Country
from moderator.rules.seating import SeatLabel
from moderator.sheets.age_of_iron.debrief.view import DebriefView, debrief_view
from moderator.sheets.snapshot import GameSnapshot


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """A country's part in a Game-turn. `points` and `rfs` are None until it is complete."""

    turn: int
    placed: tuple[Placement, ...]
    built: tuple[Placement, ...]
    attacked: tuple[AttackFact, ...]
    defended: tuple[AttackFact, ...]
    traded: tuple[TradeFact, ...]
    decided: tuple[Decision, ...]
    points: int | None
    change: int
    rfs: int | None
    leads: bool

    @property
    def is_idle(self) -> bool:
        """Whether nothing happened to the country, and its points stayed as they were."""
        done = (self.placed, self.built, self.attacked, self.defended, self.traded, self.decided)
        return not any(done) and not self.change and self.points is not None


@dataclass(frozen=True)
class StudentViews:
    """All countries of a game."""

    debrief: DebriefView
    placements: tuple[Placement, ...]
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class StudentView:
    """One country of a game, by its index in the order of play."""

    game: StudentViews
    player: int

    @property
    def title(self) -> str:
        return self.game.debrief.title

    @property
    def copyright(self) -> str:
        return self.game.debrief.copyright

    @property
    def past(self) -> GameHistory:
        return self.game.debrief.history

    @property
    def country(self) -> Country:
        return self.game.debrief.chart.countries[self.player]

    @property
    def seat(self) -> SeatLabel:
        return self.country.seat

    @cached_property
    def turns(self) -> tuple[OwnTurn, ...]:
        """The Game-turns that have begun."""
        made: list[Placement | AttackFact | TradeFact | Decision]
        made = [*self.game.placements, *self.past.attacks, *self.past.trades, *self.game.decisions]
        last = max([self.past.complete_turns, *(one.turn for one in made)])
        return tuple(self._turn(turn) for turn in range(1, last + 1))

    def _turn(self, turn: int) -> OwnTurn:
        mine, past = self.player, self.past
        placed = [one for one in self.game.placements if one.turn == turn and one.player == mine]
        attacks = [one for one in past.attacks if one.turn == turn]
        ends = {one.turn: one for one in past.turns}
        end, before = ends.get(turn), ends.get(turn - 1)
        points = end.totals[mine] if end else None
        earlier = before.totals[mine] if before else 0
        return OwnTurn(
            turn=turn,
            placed=tuple(one for one in placed if one.region is not None),
            built=tuple(one for one in placed if one.region is None),
            attacked=tuple(one for one in attacks if one.attacker == mine),
            defended=tuple(one for one in attacks if one.defender == mine),
            traded=tuple(
                one for one in past.trades if one.turn == turn and mine in (one.player, one.partner)
            ),
            decided=tuple(
                one for one in self.game.decisions if one.turn == turn and mine in one.players
            ),
            points=points,
            change=points - earlier if points is not None else 0,
            rfs=end.on_chart[mine] + end.civilization[mine] if end else None,
            leads=end is not None and mine in end.leaders,
        )


def student_views(now: GameSnapshot) -> StudentViews:
    """The view of all countries."""
    return StudentViews(
        debrief_view(now), tuple(placements_of(now.past)), tuple(decisions_of(now.past))
    )


def by_country(game: StudentViews) -> dict[str, StudentView]:
    """The view of each country, by the id of its seat."""
    seats = enumerate(game.debrief.history.seats)
    return {seat.id: StudentView(game, player) for player, seat in seats}
