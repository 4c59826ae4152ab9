"""Nothing leaves the paper, overlaps or gets too small, however large or unusual the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.seating import MODERATOR, PUBLIC
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.role import briefing_sheet, role_sheets
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.drawing import Page, canvas
from moderator.sheets.drawing.marks import Pattern, Text
from moderator.sheets.layout.kind import pdf_of
from moderator.sheets.snapshot import JoinPlace
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import (
    GAME,
    STAMP,
    full,
    mid_game,
    on_both_papers,
    orders,
    scenario,
    shipped,
    worked_example,
)
from tests.support.sheets.odd import ODD, odd_view
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import faults, faults_of, marks, page_texts, page_words

pytestmark = pytest.mark.slow

LONG = "Αυτοκρατορία of the very long name Навуходоносор {}"

VIEWS: dict[str, Callable[[], Any]] = {
    "worked example": worked_example,
    "worked example, in the middle": lambda: worked_example(9),
    "1800 B.C.": mid_game,
    "1800 B.C. for everybody": lambda: mid_game(PUBLIC),
    "1800 B.C., orders": lambda: orders(MODERATOR),
    "two players, one region of each": lambda: full(2, 2),
    "two players, no boxes, no goods": lambda: full(2, 5, boxes=0, goods=False),
    "six players": lambda: full(6, 12),
    "the largest": lambda: full(10, 40, boxes=20),
    "the largest, with long names": lambda: full(10, 40, boxes=20, name=LONG),
    "odd names": odd_view,
}


@on_both_papers
@pytest.mark.parametrize("name", VIEWS)
def test_everything_has_its_place(name: str, paper: str) -> None:
    view = VIEWS[name]()
    players = {country.seat.id: country.seat.name * 3 for country in view.countries}
    stamp = replace(STAMP, players=players, moderators=view.title)
    assert faults(lambda: view_pdf(chart_sheet, view, stamp, paper)) == []
    secret = replace(stamp, is_moderators_only=True)
    assert faults(lambda: view_pdf(score_sheet, view, secret, paper)) == []


@on_both_papers
@pytest.mark.parametrize("name", ["1800 B.C.", "the largest, with long names", "odd names"])
def test_role_sheets_have_their_places(name: str, paper: str) -> None:
    view = VIEWS[name]()
    briefings = {country.seat.id: f"{ODD} {'word ' * 900}" for country in view.countries}
    players = {country.seat.id: ODD for country in view.countries}
    stamp = replace(STAMP, moderators=ODD, players=players, join=JoinPlace(ODD, "KX7-P2MQ", "x"))
    options = GAME.options_in_force(GAME.begin(shipped("1800-bc"), {}))
    for texts in (briefings, dict.fromkeys(briefings, ODD[:300]), {}):
        sheets = role_sheets(view, texts, options)
        assert faults(lambda sheets=sheets: view_pdf(briefing_sheet, sheets, stamp, paper)) == []


@pytest.mark.parametrize("first", range(0, len(NAMES), 12))
def test_hostile_names_keep_their_places(first: int) -> None:
    """And a single page stays a single page."""
    names = (*NAMES[first:], *NAMES[:first])
    view, stamp = odd_view(names), replace(STAMP, group_name=names[5], class_name=names[6])
    players = {country.seat.id: names[8] for country in view.countries}
    stamp = replace(stamp, moderators=names[7], players=players)
    briefings = {country.seat.id: "\n\n".join(names) for country in view.countries}
    pages, size = marks(lambda: view_pdf(chart_sheet, view, stamp))
    assert faults_of(pages, size) == []
    assert len(pages) == 1
    assert faults(lambda: view_pdf(briefing_sheet, role_sheets(view, briefings), stamp)) == []
    assert faults(lambda: view_pdf(briefing_sheet, role_sheets(view, {}), stamp)) == []


@pytest.mark.parametrize("odd", ["W" * 10_000, "wide words " * 900, ODD, "\u0301" * 50, "", " "])
def test_names_of_groups_and_classes_may_be_anything(odd: str) -> None:
    stamp = replace(STAMP, group_name=odd, class_name=odd, id=odd)
    for make in (chart_sheet, score_sheet):
        assert faults(lambda make=make: view_pdf(make, mid_game(), stamp, "letter")) == []


def test_many_odd_letters_have_their_places() -> None:
    many = "".join(chr(0x4E00 + i) for i in range(400))
    view = replace(mid_game(), status_line=many, title=many)
    view = replace(view, rows=tuple(replace(row, name=many) for row in view.rows))
    assert faults(lambda: view_pdf(chart_sheet, view, STAMP)) == []


def test_the_head_of_the_chart_is_on_every_page_of_it() -> None:
    pages = page_texts(view_pdf(chart_sheet, full(10, 40), STAMP))
    charts = [page for page in pages if "Country region" in page]
    assert len(charts) == 2
    for page in charts:
        assert all(f"Country {i}" in page for i in range(10))
    assert "Game Chart, continued" in charts[1]
    rows = [line for page in charts for line in page.splitlines() if "Country region" in line]
    assert len(rows) == 40


def test_a_usual_game_is_one_page() -> None:
    for kind, paper in ((chart_sheet, "a4"), (chart_sheet, "letter"), (score_sheet, "a4")):
        pages = page_words(lambda kind=kind, paper=paper: view_pdf(kind, mid_game(), STAMP, paper))
        assert len(pages) == 1


def test_every_country_has_its_pattern() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, full(10, 3), STAMP))
    assert {m.number for m in pages[0] if isinstance(m, Pattern)} == set(range(1, 11))


def test_the_largest_scenario_is_one_that_the_rules_take() -> None:
    assert len(scenario(10, 40)["regions"]) == 40


@pytest.mark.parametrize("make", [chart_sheet, score_sheet])
def test_there_is_one_ink(make: Any) -> None:
    pages, _ = marks(lambda: view_pdf(make, full(10, 3), STAMP))
    found = {
        getattr(mark, name, None)
        for mark in (one for page in pages for one in page)
        for name in ("colour", "fill", "outline")
    }
    assert {one for one in found if isinstance(one, str)} == {"#000000", "#ffffff"}


def test_these_tests_would_see_a_fault() -> None:
    def faulty(*marks_of_a_page: Text) -> list[str]:
        about = canvas.PdfMetadata("", "", "", "en", STAMP.at)
        part = canvas.SheetPart([Page(list(marks_of_a_page))], (600, 800), about)
        return faults(lambda: pdf_of([part]))

    good = Text(100, 100, "Zen", 10)
    assert faulty(good, Text(100, 111, "Yurt", 10)) == []
    assert "overlap" in faulty(good, Text(105, 104, "Yurt", 10))[0]
    assert "off the paper" in faulty(Text(560, 100, "Xenophobia", 10))[0]
    assert "too small" in faulty(Text(100, 100, "Zen", 5.9))[0]
