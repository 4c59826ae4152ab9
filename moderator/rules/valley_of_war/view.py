"""What a page or a sheet shows of a game. Nothing in this game is secret."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.game import Seat


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """One thing that the next throw can achieve: a throw's fields, and the words for it."""

    fields: tuple[tuple[str, int], ...]
    words: str


@dataclass(frozen=True, slots=True)
class EmperorView:
    """An Emperor's half of the score sheet.

    `knocked_out` and `eyes` (0 to 2) are the opponent's; Samurai are his own, 10 in all.
    `throws_next` is None when the game is over, and `outcomes` is empty.
    """

    seat: Seat
    phase: int
    phase_name: str
    throws_next: str | None
    knocked_out: int
    samurai_in_valley: int
    samurai_outside: int
    occupying: int
    eyes: int
    outcomes: tuple[OutcomeView, ...]
    is_winner: bool
    is_phase_fresh: bool
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class ValleyView:
    """The whole score sheet; `result` is "win", "loss-draw" or None."""

    title: str
    status_line: str
    is_over: bool
    result: str | None
    throws: int
    restarts: int
    ninjas_in_valley: int
    ninjas_outside: int
    restocked_ninjas: int
    restocked_samurai: int
    emperors: tuple[EmperorView, EmperorView]
    winners: tuple[Seat, ...]
    copyright: str
