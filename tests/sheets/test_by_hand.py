"""Sheets to write on by hand: they show a game before its first move, whatever has been played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC
from moderator.sheets.drawing.marks import Path, Rectangle, Stroke, Text
from moderator.sheets.games import sheets_for, sheets_of
from moderator.sheets.snapshot import GameSnapshot
from tests.support.sheets.cases import (
    GAME,
    MID_GAME,
    STAMP,
    WORKED_EXAMPLE,
    folded,
    move,
    scenario,
    shipped,
)
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import marks, page_texts, page_words, text

pytestmark = pytest.mark.slow

SHEETS = sheets_of("age-of-iron")
BY_HAND = ("blank-chart", "order-slips", "diplomatic-records")
WRITTEN, IN_TURN = {"deployment": "simultaneous"}, {"deployment": "sequential"}


def of(timeline: Timeline) -> GameSnapshot:
    past = tuple(timeline.steps())[::-1]
    return GameSnapshot(GAME, timeline.state, GAME.seats_of(timeline.state), past=past)


def begun(options: dict[str, Any], *moves: dict[str, Any], wire: Any = None) -> GameSnapshot:
    game = GAME.read_scenario(wire) if wire else shipped("1800-bc")
    return of(folded(game, options, moves))


@pytest.mark.parametrize("id", BY_HAND)
def test_nothing_that_was_played_or_written_is_on_them(id: str) -> None:
    order = move("deploy", player="egypt", region="syria", rfs=11)
    for options, moves in (({**IN_TURN, "control": True}, MID_GAME), (WRITTEN, (order,))):
        fresh = sheet_pdf(SHEETS[id], begun(options), STAMP)
        assert sheet_pdf(SHEETS[id], begun(options, *moves), STAMP) == fresh
        assert sheet_pdf(SHEETS[id], begun(options), STAMP) == fresh


def squares(now: GameSnapshot) -> int:
    """How many squares there are to tick."""
    pages, _ = marks(lambda: sheet_pdf(SHEETS["blank-chart"], now, STAMP))
    every = [mark for page in pages for mark in page]
    boxes = [one for one in every if isinstance(one, Rectangle) and one.thickness == 1.1]
    thin = [one for one in every if isinstance(one, Stroke) and one.thickness == 0.45]
    between = sum(one.x1 == one.x2 for one in thin)
    return between + len(boxes) + sum(one.y1 == one.y2 for one in thin)


def test_the_blank_chart_has_a_square_for_each_rf_and_a_letter_for_each_unit() -> None:
    assert squares(begun({})) == 4 * 4 * 10
    for size in (1, 7, 10, 33):
        wire = scenario(3, 5, boxes=2)
        wire["civilization"]["box"] = size
        assert squares(begun({}, wire=wire)) == 3 * 2 * size
    pages, size_of_page = marks(lambda: sheet_pdf(SHEETS["blank-chart"], begun({}), STAMP))
    letters = [m.text for m in pages[0] if isinstance(m, Text) and m.size == 10]
    assert [letters.count(one) for one in "GCTS"] == [4] * 4
    assert len(pages) == 1
    assert size_of_page[0] > size_of_page[1]


def test_the_blank_chart_says_how_a_game_turn_goes_with_the_incomes() -> None:
    page = " ".join(text(sheet_pdf(SHEETS["blank-chart"], begun(WRITTEN), STAMP)).split())
    assert "Orders in writing: E 11, B 11, A 11, H 10 RFs." in page
    assert "In order E, B, A, H: attacks and trades." in page
    page = " ".join(text(sheet_pdf(SHEETS["blank-chart"], begun(IN_TURN), STAMP)).split())
    assert "each country places all its RFs: E 13, B 12, A 11, H 9 RFs." in page
    wire = scenario(3, 5)
    wire["players"][0]["income"] = [9, 9, 12]
    lines = text(sheet_pdf(SHEETS["blank-chart"], begun({}, wire=wire), STAMP)).splitlines()
    assert "1–2 9 50 50" in lines
    assert "3–6 12 50 50" in lines


def test_numbers_before_the_first_move_stand_in_their_cells() -> None:
    now = of(folded(shipped("example-of-play"), {}, WORKED_EXAMPLE[:3]))
    lines = text(sheet_pdf(SHEETS["blank-chart"], now, STAMP)).splitlines()
    start = GAME.view(GAME.begin(shipped("example-of-play"), {}), PUBLIC)
    for row in start.rows:
        numbers = [str(cell.rfs) for cell in row.cells if cell.rfs]
        assert " ".join([row.name, *numbers]) in lines


def test_a_page_of_slips_is_a_countrys_whole_game() -> None:
    make = lambda: sheet_pdf(SHEETS["order-slips"], begun(WRITTEN), STAMP)  # noqa: E731
    pages = page_texts(make())
    assert len(pages) == 4
    for page, sums in zip(pages, (11, 11, 11, 10), strict=True):
        assert page.count(f"= {sums}") == 6
        assert page.count("Nubia") == page.count("Civilization") == 6
    drawn, _ = marks(make)
    boxes = [m for m in drawn[0] if isinstance(m, Rectangle) and m.width == 38]
    assert len(boxes) == 6 * 12
    dashed = [m for m in drawn[0] if isinstance(m, Path) and m.dash]
    assert len(dashed) == 4 + 1
    longer = begun({**WRITTEN, "turns": 9})
    assert len(page_words(lambda: sheet_pdf(SHEETS["order-slips"], longer, STAMP))) == 4 * 2


def test_slips_have_each_game_turns_own_sum() -> None:
    wire = scenario(2, 4)
    wire["players"][1]["income"] = [3, 14, 15, 92]
    pages = page_texts(sheet_pdf(SHEETS["order-slips"], begun(WRITTEN, wire=wire), STAMP))
    assert [pages[1].count(f"= {rfs}") for rfs in (3, 14, 15, 92)] == [1, 1, 1, 3]
    assert pages[0].count("= 50") == 6


def test_a_form_for_diplomatic_records_says_when_it_is_collected() -> None:
    sheet = SHEETS["diplomatic-records"]
    pages = page_texts(sheet_pdf(sheet, begun({"diplomatic_records": True}), STAMP))
    assert len(pages) == 4
    for page in pages:
        flat = " ".join(page.split())
        assert "Game-turn Move With whom What was said or promised Kept?" in flat
        assert "The moderator collects this sheet at the end of the game." in flat
    assert page_texts(sheet_pdf(sheet, begun({}), STAMP))[0].count("B A H") >= 18
    flat = " ".join(text(sheet_pdf(sheet, begun({}), STAMP)).split())
    assert "The moderator collects" not in flat
    assert len(page_words(lambda: sheet_pdf(sheet, begun({"turns": 12}), STAMP))) == 4 * 2


def test_the_form_for_records_comes_first_where_they_are_kept() -> None:
    for is_on in (True, False):
        ids = [kind.id for kind in sheets_for(begun({"diplomatic_records": is_on}))]
        assert (ids[0] == "diplomatic-records") is is_on
        records = {"records-by-country", "records-by-pair", "promises"}
        assert set(ids) == set(SHEETS) - (set() if is_on else records)


def test_every_slip_names_the_group_since_it_is_cut_off() -> None:
    stamp = replace(STAMP, group_name="Group Ugarit")
    page = page_texts(sheet_pdf(SHEETS["order-slips"], begun(WRITTEN), stamp))[0]
    assert page.count("1800 B.C. · Group Ugarit") == 6
