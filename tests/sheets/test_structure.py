"""Tagged PDFs: headings, tables, lists and figures, in the order of reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.drawing import Page, canvas
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind
from tests.support.sheets.cases import (
    MID_GAME,
    STAMP,
    folded,
    full,
    mid_game,
    shipped,
    worked_example,
)
from tests.support.sheets.odd import odd_view
from tests.support.sheets.past import snapshot
from tests.support.sheets.printing import chart_sheet as chart
from tests.support.sheets.printing import score_sheet as score
from tests.support.sheets.printing import sheet_pdf, view_pdf
from tests.support.sheets.reading import reader
from tests.support.sheets.said import said
from tests.support.sheets.side_games import at, moments
from tests.support.sheets.structure import actual_texts, departures, elements, flaws, read_out, tree

ABOUT = canvas.PdfMetadata("Title", "Author", "Subject", "en", datetime(2026, 11, 21, tzinfo=UTC))


def _pdf(*pages: Page, title: str = "") -> bytes:
    return canvas.pdf([canvas.SheetPart(pages, (400, 400), ABOUT, title=title)], ABOUT)


def test_a_sheet_says_that_it_is_tagged() -> None:
    file = reader(view_pdf(chart_sheet, mid_game(), STAMP))
    root = file.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert [page["/Tabs"] for page in file.pages] == ["/S"] * len(file.pages)


@pytest.mark.parametrize(
    "make",
    [
        lambda: view_pdf(chart_sheet, mid_game(), STAMP),
        lambda: view_pdf(score_sheet, odd_view(), STAMP),
        lambda: view_pdf(chart_sheet, full(10, 40), STAMP, "letter"),
        *(
            lambda moment=moment: score(at(moment)[0], STAMP, "a4", at(moment)[1])
            for moment in moments()[4::5]
        ),
        *(lambda moment=moment: chart(at(moment)[0], STAMP) for moment in moments()[3::5]),
    ],
)
@pytest.mark.slow
def test_all_that_is_painted_is_in_the_structure_or_an_artifact(make: Callable[[], bytes]) -> None:
    pdf = make()
    assert departures(pdf) == []
    for table in (one for one in elements(reader(pdf)) if one["/S"] == "/Table"):
        rows = [row.get_object() for row in table["/K"]]
        assert {row["/S"] for row in rows} == {"/TR"}
        cells = [cell.get_object() for row in rows for cell in row["/K"]]
        assert {cell["/S"] for cell in cells} <= {"/TH", "/TD"}
        assert all(cell["/A"]["/Scope"] for cell in cells if cell["/S"] == "/TH")


@pytest.mark.slow
@pytest.mark.parametrize("kind", sheets_of("age-of-iron").values(), ids=lambda kind: kind.id)
def test_each_sheet_of_age_of_iron_keeps_to_pdf_ua(kind: SheetKind) -> None:
    now = snapshot(folded(shipped("1800-bc"), {"deployment": "sequential"}, MID_GAME))
    now = replace(now, said=said(now.seats, ("Peace?",), 2, "Only what has been released."))
    pdf = sheet_pdf(kind, now, STAMP)
    assert departures(pdf) == []
    assert pdf == sheet_pdf(kind, now, STAMP)


def test_departures_from_pdf_ua_are_found() -> None:
    page = Page()
    page.text(10, 20, "Title", 10, tag="H1")
    assert departures(_pdf(page)) == []
    page.text(10, 30, "Below", 10, tag="H3")
    with page.element("Figure"):
        page.line(10, 40, 40, 40)
    for cells in ("a", "ab"):
        with page.row():
            for cell in cells:
                page.text(10, 50, cell, 10, tag="TD")
    found = ["H3 after H1", "a figure without a text", "a table whose rows differ"]
    assert departures(_pdf(page)) == found
    odd = replace(ABOUT, title="<Ann & \x07Bob> \u2013 \u6f22", author="]]>")
    xmp = reader(canvas.pdf([canvas.SheetPart([page], (400, 400), odd)], odd)).xmp_metadata
    assert xmp is not None
    assert xmp.dc_title == {"x-default": "<Ann & \ufffdBob> \u2013 \u6f22"}
    assert xmp.dc_creator == ["]]>"]


def test_the_chart_is_a_table_with_a_cell_for_each_country() -> None:
    file = reader(view_pdf(chart_sheet, worked_example(), STAMP))
    first = next(one for one in elements(file) if one["/S"] == "/Table")
    rows = [[cell.get_object() for cell in row.get_object()["/K"]] for row in first["/K"]]
    assert [len(row) for row in rows] == [5] * 4
    assert [cell["/S"] for cell in rows[0]] == ["/TD"] + ["/TH"] * 4
    assert {cell["/A"]["/Scope"] for cell in rows[0][1:]} == {"/Column"}
    for row in rows[1:]:
        assert [cell["/S"] for cell in row] == ["/TH"] + ["/TD"] * 4
        assert row[0]["/A"]["/Scope"] == "/Row"
    said = [one["/Alt"] for one in elements(file) if "/Alt" in one]
    assert "5, crossed out" in said


@pytest.mark.slow
def test_the_chart_is_read_in_order(tmp_path: Path) -> None:
    said = read_out(view_pdf(chart_sheet, mid_game(), STAMP), tmp_path)
    assert said[0] == "H1 1800 B.C."
    headings = [line for line in said if line.startswith("H")]
    assert headings[1:] == [
        "H2 Game Chart",
        "H2 If the game ended now",
        "H2 Civilization Chart (10 RFs complete a box)",
        "H2 Trade Chart",
    ]
    start = said.index("TH Egypt home of E")
    assert said[start + 1 : start + 5] == ["TD 6", "TD –", "TD –", "TD –"]
    assert not any("Page 1 of 1" in line for line in said)


@pytest.mark.slow
def test_moves_are_a_list_with_numbers(tmp_path: Path) -> None:
    now, lines = at(moments()[3])
    said = read_out(score(now, STAMP, "a4", lines), tmp_path)
    numbers = [line for line in said if line.startswith("Lbl ")]
    assert numbers[:3] == ["Lbl 1", "Lbl 2", "Lbl 3"]
    assert f"LBody {lines[0].text}" in said


def test_text_is_a_paragraph_unless_it_is_in_an_element() -> None:
    page = Page()
    page.text(10, 20, "one", 10)
    with page.element("H1"):
        page.text(10, 40, "two", 10)
        page.line(10, 41, 40, 41)
        page.text(10, 52, "three", 10)
    with page.element("P"):
        page.line(10, 60, 40, 60)
    with page.element("P"):
        pass
    page.text(10, 80, "four", 10, tag="H2")
    assert tree(_pdf(page)) == [("P", [0]), ("H1", [1, 2]), ("P", []), ("H2", [3])]


def test_rows_and_items_follow_each_other_in_one_table_or_list() -> None:
    page = Page()
    for number in range(2):
        with page.row(is_first=not number):
            page.text(10, 20, "a", 10, tag="TH", scope="Row")
            page.text(50, 20, "", 10, tag="TD")
        page.line(10, 21, 40, 21)
    with page.row(is_first=True):
        page.text(10, 50, "b", 10, tag="TD")
    for _number in range(2):
        with page.item():
            page.text(10, 80, "1", 10, tag="Lbl")
            page.text(20, 80, "c", 10)
            page.text(20, 90, "d", 10)
    row = [("TH", [0]), ("TD", [])]
    assert tree(_pdf(page)) == [
        ("Table", [("TR", row), ("TR", [("TH", [1]), ("TD", [])])]),
        ("Table", [("TR", [("TD", [2])])]),
        (
            "L",
            [
                ("LI", [("Lbl", [3]), ("LBody", [4, 5])]),
                ("LI", [("Lbl", [6]), ("LBody", [7, 8])]),
            ],
        ),
    ]


def test_a_table_on_the_next_page_is_another_one() -> None:
    pages = [Page(), Page()]
    for page in pages:
        with page.row():
            page.text(10, 50, "a", 10, tag="TD")
    table = ("Table", [("TR", [("TD", [0])])])
    pdf = _pdf(*pages, title="Chart")
    assert tree(pdf) == [("Part", [table, table])]
    assert flaws(pdf) == []


def test_a_figure_has_its_lines_and_a_text_for_them() -> None:
    page = Page()
    with page.element("Figure", alt="Points of Łódź"):
        page.line(10, 10, 50, 50)
        page.text(10, 60, "Game-turn 1", 10)
    pdf = _pdf(page)
    assert tree(pdf) == [("Figure", [0, 1])]
    assert [one["/Alt"] for one in elements(reader(pdf)) if "/Alt" in one] == ["Points of Łódź"]


def test_artifacts_are_left_out_and_what_is_turned_is_read() -> None:
    page = Page()
    with page.element("Artifact", scope="Footer"), page.element("P"):
        page.text(10, 390, "Page 1 of 1", 7)
    with page.turned(200, 100):
        page.text(150, 100, "Egypt", 20, tag="H1")
    pdf = _pdf(page)
    assert tree(pdf) == [("H1", [0])]
    assert flaws(pdf) == []
    assert b"%PDF-1.7" in pdf


def test_text_that_is_printed_otherwise_is_there_as_it_was_written() -> None:
    page = Page()
    for text in ("Tables: שלום 12", "محمد", "Łódź 😀", "漢 a\u202eb"):
        page.text(10, 50, text, 10)
    assert actual_texts(_pdf(page)) == ["Tables: שלום 12", "محمد", "漢 a\ufffdb"]
