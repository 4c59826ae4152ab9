"""The chart sheet shows the chart, and nothing that its reader may not know."""

from dataclasses import replace

import pytest

from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.drawing import Paper, fonts
from moderator.sheets.drawing.marks import Rectangle, Stroke, Text
from moderator.sheets.layout import evenly
from tests.played.games import HERE, play
from tests.support.sheets.cases import (
    GAME,
    HASH,
    STAMP,
    full,
    mid_game,
    on_both_papers,
    orders,
    worked_example,
)
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import marks, page_texts, reader, text


def test_the_worked_example_as_the_rule_text_has_it() -> None:
    lines = text(view_pdf(chart_sheet, worked_example(), STAMP)).splitlines()
    # Current numbers after crossed-out ones: 3 5 6 5 and so on, as on the author's chart.
    assert "Xenophobia 5 10 5 3 10 5 0 8 6 26 21 16 5 0" in lines
    assert "Yurt 6 11 9 5 0 4 0 2 0 5" in lines
    assert "Zen – 5 16 5 – 11 0" in lines


@pytest.mark.slow
def test_a_page_in_the_middle_of_1800_bc() -> None:
    page = text(view_pdf(chart_sheet, mid_game(), STAMP))
    for line in (
        "1800 B.C.",
        "Game Chart · Group Kanesh · HIST 210 Ancient Near East",
        "Game-turn 2 of 6 (century)",
        "Egypt’s turn, all RFs are placed",
        "E Egypt B Babylon A Assyria H Hatti",
        "Syria 7 10 6 – – 9 5",
        "Babylon home of B – – – –",
        "Elam controlled by B – 10 – –",
        "E I II III IV",
        "B 2 II III IV",
        "A I 1 III IV",
        "E G G G G T",
        "A T T T T G",
        "G Grain, C Cloth, T Tin, S Silver",
    ):
        assert line in page.splitlines()
    assert page.index("E Egypt 22") < page.index("B Babylon 16") < page.index("H Hatti 12")


@pytest.mark.slow
def test_every_foot_says_whose_it_is_when_the_page_and_the_notice() -> None:
    pages = page_texts(view_pdf(chart_sheet, full(10, 40), STAMP))
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        when = "21 November 2026, 10:42 (Europe/Berlin, UTC+01:00)"
        assert f"{when} · Page {number} of {len(pages)}" in page
        assert f"{STAMP.class_name} · {STAMP.group_name}" in page
        assert GAME.copyright in page.replace("\n", " ")
        assert HASH[:8] not in page
        assert STAMP.id not in page


def test_the_lines_of_the_notice_are_of_about_one_width() -> None:
    for width in range(300, 800, 20):
        lines = evenly(GAME.copyright, 8.5, width, 12)
        assert lines == evenly(" ".join(lines), 8.5, width, 12)
        assert len(lines) == len(fonts.wrap(GAME.copyright, 8.5, width))
        widths = [fonts.width(line, 8.5) for line in lines]
        assert max(widths) <= width
        assert min(widths) > max(widths) * 0.7, lines


def test_a_presence_is_a_bar_under_its_number() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, worked_example(), STAMP))
    *bars, _key = [m for m in pages[0] if isinstance(m, Rectangle) and m.height == 3]
    words = [m for m in pages[0] if isinstance(m, Text) and m.face == "bold" and m.size > 10]
    under = [
        word.text
        for bar in bars
        for word in words
        if bar.x < word.x < bar.x + bar.width and 0 < bar.y - word.y < 70
    ]
    assert under == ["16", "5", "5", "5"]


def test_a_number_that_went_is_struck_through() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, worked_example(), STAMP))
    struck = [
        m.text for m, after in zip(pages[0], pages[0][1:], strict=False) if _strikes(after, m)
    ]
    assert " ".join(struck) == "5 10 5 10 5 8 6 26 21 5 6 11 9 0 4 2 5 16 11 8"


def _strikes(line: object, word: object) -> bool:
    return (
        isinstance(line, Stroke)
        and isinstance(word, Text)
        and line.x1 < word.x
        and line.x2 > word.x + word.width
        and word.y - word.size < (line.y1 + line.y2) / 2 < word.y
    )


@pytest.mark.slow
def test_control_is_framed_and_said() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, mid_game(), STAMP))
    framed = [m for m in pages[0] if isinstance(m, Rectangle) and m.thickness == 1.4]
    framed = [m for m in framed if m.height > 10]  # the key has one too
    assert len(framed) == 1
    without = text(view_pdf(chart_sheet, replace(mid_game(), has_control=False), STAMP))
    assert "nobody may deploy there" not in without


def test_whose_turn_it_is_is_marked() -> None:
    pages, _ = marks(lambda: view_pdf(chart_sheet, mid_game(), STAMP))
    (bar,) = [m for m in pages[0] if isinstance(m, Rectangle) and m.height == 3][:1]
    (name,) = [m for m in pages[0] if isinstance(m, Text) and m.text == "Egypt" and m.size == 10]
    assert bar.x < name.x < bar.x + bar.width


@pytest.mark.slow
def test_orders_stay_secret_until_the_reveal() -> None:
    shown = text(view_pdf(chart_sheet, orders(MODERATOR), STAMP)).splitlines()
    assert "Syria 0 11 – – –" in shown
    for viewer in (PUBLIC, Viewer(seat="hatti")):
        page = text(view_pdf(chart_sheet, orders(viewer), STAMP))
        assert "Syria – – – –" in page.splitlines()
        assert "Game Chart, as it stood when Game-turn 1 began" in page
        assert "In hand done 11 11 10" in page
        assert "Orders are written, 1 of 4 countries are done" in page


@pytest.mark.slow
def test_a_game_that_is_over_has_a_score_and_no_if() -> None:
    """And one in which nothing counts has neither."""
    views = replace(mid_game(), is_over=True), mid_game(), worked_example()
    over, going, uncounted = (text(view_pdf(chart_sheet, view, STAMP)) for view in views)
    assert "Victory Points" in over.splitlines()
    assert "If the game ended now" not in over
    assert "If the game ended now" in going.splitlines()
    assert "Victory Points" not in uncounted.splitlines()


@pytest.mark.slow
def test_many_goods_of_one_kind_are_one_mark() -> None:
    page = text(view_pdf(chart_sheet, full(6, 12), STAMP))
    assert "A×60" in page
    assert "F×60" in page


@pytest.mark.slow
def test_the_papers() -> None:
    for paper, size in (("a4", (841.89, 595.28)), ("letter", (792, 612))):
        box = reader(view_pdf(chart_sheet, mid_game(), STAMP, paper)).pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.01)
    with pytest.raises(ValueError, match="Paper is “a4” or “letter”"):
        view_pdf(chart_sheet, mid_game(), STAMP, "a3")


@on_both_papers
@pytest.mark.parametrize("name", ["1800-bc", "900-bc", "worked-example", "open-talk"])
def test_only_crossed_out_numbers_are_smaller_than_the_rest_can_be(name: str, paper: Paper) -> None:
    played = play(HERE / "age_of_iron" / f"{name}.json")
    for timeline in played.timelines[:: max(1, len(played.timelines) // 6)]:
        view = GAME.view(timeline.state, MODERATOR, timeline.before)
        stamp = replace(STAMP, players={one.seat.id: "Amina, Bruno" for one in view.countries})
        for page in chart_sheet.lay_out(view, stamp, paper)[0].pages:
            small = [m for m in page.marks if isinstance(m, Text) and m.size < 8.44]  # of seals
            struck = {str(n) for row in view.rows for cell in row.cells for n in cell.crossed}
            assert all(one.size >= 7 and one.text in {*struck, "…"} for one in small), small


def test_long_names_of_five_countries_are_whole_on_two_lines() -> None:
    names = ("Neo-Hittite Kingdoms", "Upper and Lower Egypt", "Kassite Babylonia",
             "Urartu of the North", "Phoenician Cities")  # fmt: skip
    view = full(5, 12)
    countries = [
        replace(one, seat=replace(one.seat, name=name))
        for one, name in zip(view.countries, names, strict=True)
    ]
    pages, _ = marks(
        lambda: view_pdf(chart_sheet, replace(view, countries=tuple(countries)), STAMP)
    )
    heads = [m for m in pages[0] if isinstance(m, Text) and m.face == "bold" and m.size == 9]
    for name in names:
        lines = [one for one in heads if one.text in name]
        assert name in " ".join(one.text for one in heads)
        assert len(lines) == 2


def test_the_cells_of_a_small_scenario_take_the_page() -> None:
    pages, (_width, height) = marks(lambda: view_pdf(chart_sheet, worked_example(), STAMP))
    ends = [one.y2 for one in pages[0] if isinstance(one, Stroke) and one.x1 == one.x2]
    assert max(ends) > height * 0.8
    rows = {
        round(one.y2 - one.y1) for one in pages[0] if isinstance(one, Stroke) and one.x1 == one.x2
    }
    assert rows == {max(rows)}
    assert max(rows) > 100
