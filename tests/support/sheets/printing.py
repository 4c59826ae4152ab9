"""Sheets as PDFs: of a view, or of a game by their ids, under the title of what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from moderator.rules.registry import GAMES
from moderator.sheets.drawing import Paper
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind, pdf_of
from moderator.sheets.layout.table import MoveLine
from moderator.sheets.snapshot import GameSnapshot, Stamp


def view_pdf(
    kind: SheetKind,
    view: Any,
    stamp: Stamp,
    paper: Paper = "a4",
    lines: Sequence[MoveLine] = (),
) -> bytes:
    """The sheet of a view, under the title of its chart or tournament, else of its game."""
    titled = view[0] if isinstance(view, list) else view
    for name in ("start", "chart", "tournament"):
        titled = getattr(titled, name, titled)
    games = (game for game in GAMES.values() if kind in sheets_of(game.id).values())
    game = next(games, None)
    stamp = replace(
        stamp,
        title=getattr(titled, "title", game.name if game else ""),
        copyright=game.copyright if game else "",
    )
    return pdf_of(kind.lay_out(view, stamp, paper, lines))


def sheet_pdf(kind: SheetKind, now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    """The sheet of a game's state."""
    scenario = getattr(now.state, "scenario", None)
    title = getattr(scenario, "title", now.game.name)
    return pdf_of(kind.parts(now, replace(stamp, title=title, copyright=now.game.copyright), *rest))


def chart_sheet(now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    return sheet_pdf(sheets_of(now.game.id)["chart"], now, stamp, *rest)


def score_sheet(now: GameSnapshot, stamp: Stamp, *rest: Any) -> bytes:
    return sheet_pdf(sheets_of(now.game.id)["score"], now, stamp, *rest)
