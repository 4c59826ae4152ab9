"""A game's sheets as PDFs, by their ids."""

from __future__ import annotations

from typing import Any

from moderator.sheets.games import sheets_of
from moderator.sheets.snapshot import GameSnapshot, Stamp


def chart_sheet(now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    return sheets_of(now.game.id)["chart"].pdf(now, stamp, *rest)


def score_sheet(now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    return sheets_of(now.game.id)["score"].pdf(now, stamp, *rest)
