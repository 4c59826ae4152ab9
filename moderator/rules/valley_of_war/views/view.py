"""What pages and sheets show of a game. Nothing in this game is secret."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.seating import SeatLabel
from moderator.rules.valley_of_war.views.spots import DiePiece, Piece


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """One possible result of the next throw: its fields, and its description.

    `short` says what happened, `leads_to` the consequence ("" if there is none); `wire` is the
    fields as JSON. Results without `is_likely` are rare.
    """

    fields: tuple[tuple[str, int], ...]
    words: str
    short: str
    leads_to: str
    wire: str
    is_likely: bool


@dataclass(frozen=True, slots=True)
class EmperorView:
    """An Emperor's half of the score sheet.

    `knocked_out` and `eyes` (0 to 2) are the opponent's; Samurai are his own, 10 in all.
    When the game is over, `throws_next` is None and `outcomes` is empty. `at` says what he
    throws at. `changed` names the counts that the last entry changed; `picked_out` is how many
    of his Samurai were picked out after the last throw; `is_back` says whether it set him back.
    `dice`, `loose` (Samurai), `holding` (those that Occupy) and `reserve` (those outside) are his
    pieces as drawn.
    """

    seat: SeatLabel
    phase: int
    phase_name: str
    throws_next: str | None
    knocked_out: int
    samurai_in_valley: int
    samurai_outside: int
    occupying: int
    eyes: int
    outcomes: tuple[OutcomeView, ...]
    at: str
    dice: tuple[DiePiece, ...]
    loose: tuple[Piece, ...]
    holding: tuple[Piece, ...]
    reserve: tuple[Piece, ...]
    changed: tuple[str, ...]
    picked_out: int
    is_back: bool
    is_winner: bool
    is_phase_fresh: bool
    is_fresh: bool

    @property
    def has_rare(self) -> bool:
        """Whether his next throw can have a rare result."""
        return any(not outcome.is_likely for outcome in self.outcomes)

    @property
    def all_samurai(self) -> tuple[tuple[Piece, ...], ...]:
        """All groups of his Samurai in drawing order, the topmost last."""
        return self.reserve, self.loose, self.holding


@dataclass(frozen=True, slots=True)
class ValleyView:
    """The whole score sheet; `result` is "win", "loss-draw" or None.

    `announced` is what the referee calls out after the last throw or restart, `last_throw` what
    both achieved by it. `reason` is that of the last restart.
    """

    title: str
    status_line: str
    is_over: bool
    result: str | None
    throws: int
    restarts: int
    reason: str
    announced: tuple[str, ...]
    last_throw: str
    ninjas_in_valley: int
    ninjas_outside: int
    restocked_ninjas: int
    restocked_samurai: int
    ninjas: tuple[Piece, ...]
    ninjas_reserve: tuple[Piece, ...]
    emperors: tuple[EmperorView, EmperorView]
    winners: tuple[SeatLabel, ...]
    copyright: str
