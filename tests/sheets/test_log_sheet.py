"""The log as a sheet: moves, comments below them, what was recorded later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from moderator.sheets.drawing import Paper
from moderator.sheets.games import log_sheet
from moderator.sheets.layout.table import (
    MoveGroup,
    MoveLine,
    MoveNote,
    MoveStep,
)
from tests.support.sheets import side_games
from tests.support.sheets.cases import STAMP, mid_game, on_both_papers
from tests.support.sheets.odd import ODD, ODD_NAMES
from tests.support.sheets.printing import sheet_pdf, view_pdf
from tests.support.sheets.reading import faults, page_texts, text

COMMENT = ("Moderator: " + "A bold move, which nobody had expected. " * 4,)


def lines(count: int, said: Sequence[str] = ("Egypt places 11 in Syria",)) -> list[MoveLine]:
    """A heading for every ten moves; comments, a reveal and an undone move between them."""
    seats = [country.seat for country in mid_game().countries]
    found: list[MoveLine] = []
    for k in range(1, count + 1):
        if k % 10 == 1:
            found.append(f"Game-turn {k // 10 + 1}")
        comments = COMMENT if k % 7 == 0 else ()
        step = MoveStep(k, said[k % len(said)], seats[k % 4], comments, is_late=k % 5 == 0)
        group = MoveGroup("Orders revealed", [step, replace(step, comments=COMMENT)])
        note = MoveNote("2 moves were taken back", k, k + 1, comments)
        found.append(group if k % 9 == 0 else note if k % 13 == 0 else step)
    return found


@pytest.mark.slow
def test_comments_are_below_their_moves() -> None:
    pdf = view_pdf(log_sheet, mid_game(), STAMP, "a4", lines(14))
    words = " ".join(text(pdf).split())
    assert "7 Egypt places 11 in Syria Moderator: A bold move" in words
    assert "5* Egypt places" in words
    assert "13–14 2 moves were taken back" in words
    assert "Game-turn 2" in words


@pytest.mark.slow
@on_both_papers
def test_long_logs_flow_and_odd_texts_stay_inside(paper: Paper) -> None:
    for said in (("Egypt places 11 in Syria",), (ODD, *ODD_NAMES), ("W" * 500,)):
        made = lines(130, said)
        assert not faults(lambda made=made: view_pdf(log_sheet, mid_game(), STAMP, paper, made))  # type: ignore[misc]
    assert len(page_texts(view_pdf(log_sheet, mid_game(), STAMP, paper, lines(130)))) > 1


@pytest.mark.parametrize("game", side_games.GAMES)
def test_every_game_has_a_log(game: str) -> None:
    path = next(iter(sorted((side_games.HERE / game).glob("*.json"))))
    now, moves = side_games.at((Path(path), 8))
    pdf = sheet_pdf(log_sheet, now, STAMP, "a4", moves)
    assert "Log" in text(pdf)
    assert not faults(lambda: sheet_pdf(log_sheet, now, STAMP, "a4", moves))
