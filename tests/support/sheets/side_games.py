"""Positions of recorded side games for their sheets, also with hostile names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from moderator.rules.log import Timeline
from moderator.rules.seating import SeatLabel
from moderator.sheets.layout.table import MoveStep
from moderator.sheets.snapshot import GameSnapshot
from tests.played.games import HERE, play

GAMES = ("age_of_war", "war", "valley_of_war")
PLACES = 5
"""At how many places of each game a sheet is looked at, its beginning and its end included."""

Moment = tuple[Path, int]


def moments() -> list[Moment]:
    """A position: a recorded game, and a number of moves."""
    found = []
    for path in (path for game in GAMES for path in sorted((HERE / game).glob("*.json"))):
        last = len(play(path).timelines) - 1
        found += [(path, last * k // (PLACES - 1)) for k in range(PLACES)]
    return found


def at(moment: Moment) -> tuple[GameSnapshot, list[MoveStep]]:
    """The game at that position, and its moves so far."""
    path, number = moment
    return of(play(path).timelines[number])


def ended(game: str, name: str) -> tuple[GameSnapshot, list[MoveStep]]:
    """A recorded game at its end."""
    path = HERE / game / f"{name}.json"
    return at((path, len(play(path).timelines) - 1))


def of(now: Timeline) -> tuple[GameSnapshot, list[MoveStep]]:
    """A game's current state, and its moves."""
    game = now.rules
    lines = [MoveStep(step.number, str(step.move.describe(step.before))) for step in now.steps()]
    return GameSnapshot(game, now.state, game.seats_of(now.state)), lines[::-1]


def odd(view: Any, names: Sequence[str]) -> Any:
    """The view with these names for seats and in all texts, as if no check had refused them."""

    def change(value: Any) -> Any:
        if isinstance(value, SeatLabel):
            name = names[value.number % len(names)]
            return replace(value, name=name, letter=name[:2])
        if isinstance(value, tuple):
            changed = map(change, value)
            return type(value)(*changed) if hasattr(value, "_fields") else tuple(changed)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{f.name: change(getattr(value, f.name)) for f in fields(value)})
        return value

    written = dict.fromkeys(("title", "status_line", "reason", "copyright"), names[-1])
    known = {name: said for name, said in written.items() if hasattr(view, name)}
    return replace(change(view), **known)
