"""The score sheet: who wins, and where every Victory Point comes from."""

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.drawing.marks import Stroke, Text
from tests.support.sheets.cases import (
    GAME,
    HASH,
    STAMP,
    folded,
    full,
    mid_game,
    move,
    on_both_papers,
    scenario,
    shipped,
    worked_example,
)
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import marks, page_texts, reader, text

pytestmark = pytest.mark.slow

ENDS = tuple(move("end-turn", player=p) for p in ("egypt", "babylon", "assyria", "hatti"))


def over(*moves: dict[str, Any]) -> ChartView:
    """1800 B.C. of one Game-turn in which nobody gets anything but these corrections."""
    wire = GAME.scenario_wire(shipped("1800-bc"))
    players = [{**p, "income": 0} for p in wire["players"]]
    scenario = GAME.read_scenario({**wire, "players": players})
    timeline = folded(scenario, {"deployment": "sequential", "turns": 1}, (*moves, *ENDS))
    return GAME.view(timeline.state, Viewer(is_released=True), timeline.before)


def test_the_worked_example_lists_the_presences_of_the_rule_text() -> None:
    page = text(view_pdf(score_sheet, worked_example(), STAMP))
    assert "Xenophobia Chas Yurt Ariel, Dirk\nZen Beauregard\n" in page
    assert "Final score\nNobody has Victory Points, so all share the first place.\n" in page
    for line in ("Place Country Total", "1 A Ariel 0", "1 D Dirk 0"):
        assert line in page.splitlines()


def test_nobody_has_a_place_before_anybody_has_a_point() -> None:
    wire = GAME.scenario_wire(shipped("example-of-play"))
    begun = folded(GAME.read_scenario(wire), {"deployment": "sequential"}, ())
    page = text(view_pdf(score_sheet, GAME.view(begun.state, PUBLIC, begun.before), STAMP))
    assert "If the game ended now\nNobody has Victory Points yet.\n" in page
    assert "Country Total\nA Ariel 0\n" in page
    assert "first place" not in page


def test_the_winner_is_on_top_with_all_that_counts() -> None:
    chart = {"syria": {"hatti": 5, "egypt": 4}, "elam": {"babylon": 7}}
    page = text(
        view_pdf(
            score_sheet,
            over(move("correct", reason="r", chart=chart, civilization={"hatti": 23})),
            STAMP,
        )
    )
    lines = page.splitlines()
    assert "Hatti wins with 26 Victory Points after 1 Game-turn, 10 ahead of Babylon." in lines
    assert "If the game ended now" not in page
    # Hatti: Syria 7; nobody at home 5, Egypt kept out of Syria 5; two boxes, 4 and 5.
    rows = [line for line in lines if line[:1].isdigit() and line[1] == " "]
    assert rows == [
        "1 H Hatti 7 10 9 0 26",
        "2 B Babylon 6 10 0 0 16",
        "3 A Assyria 0 10 0 0 10",
        "4 E Egypt 0 5 0 0 5",
    ]


def test_equal_totals_share_a_place() -> None:
    chart = {"nubia": {"egypt": 5}, "elam": {"babylon": 5, "assyria": 5}}
    page = text(view_pdf(score_sheet, over(move("correct", reason="r", chart=chart)), STAMP))
    lines = page.splitlines()
    worth = "with 16 Victory Points each after 1 Game-turn."
    assert f"Egypt, Babylon and Assyria win together {worth}" in page.replace("\n", " ")
    rows = [line for line in lines if line[:1].isdigit() and line[1] == " "]
    assert [row.split()[0] for row in rows] == ["1", "1", "1", "4"]


def test_each_objective_is_met_or_not_in_words_and_marks() -> None:
    view = mid_game()
    pages, _ = marks(lambda: view_pdf(score_sheet, view, STAMP))
    words = [m.text for m in pages[0] if isinstance(m, Text)]
    for country in view.countries:
        for one in country.objectives:
            points = str(one.victory_points)
            assert (points if one.is_met else f"0 of {points}") in words
            assert one.sentence in " ".join(words)
            assert one.reason in words
    total = sum(len(country.objectives) for country in view.countries)
    met = sum(one.is_met for country in view.countries for one in country.objectives)
    assert 0 < met < total
    assert sum(" of 8 objectives met" in word for word in words) == 4
    assert sum(word.startswith("0 of ") and "met" not in word for word in words) == total - met
    ticks = [m for m in pages[0] if isinstance(m, Stroke) and m.thickness == 1.5 and m.y1 > 100]
    crosses = [m for m in pages[0] if isinstance(m, Stroke) and m.thickness == 0.9]
    assert (len(ticks), len(crosses)) == (2 * met, 2 * (total - met))


def test_the_reason_is_the_rfs_that_decide() -> None:
    page = text(view_pdf(score_sheet, mid_game(), STAMP))
    for line in ("Presence in Syria 6 RFs 7", "No Presence of Egypt in Syria Egypt has 6 0 of 5"):
        assert line in page


@on_both_papers
@pytest.mark.parametrize("players", [4, 5, 6])
def test_up_to_six_countries_are_on_one_page(players: int, paper: str) -> None:
    """Whoever looks at it, and with their players' names."""
    scenario_read = GAME.read_scenario(scenario(players, 8))
    timeline = folded(scenario_read, {"deployment": "sequential"}, ())
    view = GAME.view(timeline.state, MODERATOR, timeline.before)
    names = {country.seat.id: "Noor Haddad, Ben Itō" for country in view.countries}
    stamp = replace(STAMP, players=names, moderators="R. Keller", is_moderators_only=True)
    pages = page_texts(view_pdf(score_sheet, view, stamp, paper))
    assert len(pages) == 1
    assert pages[0].count("Noor Haddad, Ben Itō") == players


def test_a_game_that_goes_on_says_if() -> None:
    page = text(view_pdf(score_sheet, mid_game(), STAMP))
    assert (
        "If the game ended now\nEgypt would win with 22 Victory Points, 6 ahead of Babylon.\n"
        in page
    )
    assert "Final score" not in page
    assert "wins" not in page
    flat = page.replace("\n", " ")
    assert "E Egypt 3 of 8 objectives met 22" in flat
    assert "Civilization I II III IV 4 Trade G C T S 0" in flat


def test_secret_objectives_stay_secret() -> None:
    sentences = {o.sentence for c in mid_game(MODERATOR).countries for o in c.objectives}
    public = text(view_pdf(score_sheet, mid_game(PUBLIC), STAMP))
    assert not any(sentence in public for sentence in sentences)
    assert public.count("objectives secret") == 4
    assert "1 E Egypt secret secret 4 0 22" in public
    own = text(view_pdf(score_sheet, mid_game(Viewer(seat="hatti")), STAMP))
    assert own.count("objectives secret") == 3
    assert "No Presence of Egypt in Syria" in own
    assert "Presence in Nubia" not in own


def test_the_foot_is_there() -> None:
    page = text(view_pdf(score_sheet, mid_game(), STAMP, "letter"))
    assert HASH in page
    assert GAME.copyright in page.replace("\n", " ")
    box = reader(view_pdf(score_sheet, mid_game(), STAMP, "letter")).pages[0].mediabox
    assert (box.width, box.height) == (612, 792)


def test_a_country_is_not_parted_over_two_pages() -> None:
    pages, _ = marks(lambda: view_pdf(score_sheet, full(6, 12), STAMP))
    assert len(pages) > 1
    for page in pages:
        words = [m.text for m in page if isinstance(m, Text)]
        wanted = sum(int(w.split()[2]) for w in words if w.endswith(" met"))
        assert wanted
        ticks = [m for m in page if isinstance(m, Stroke) and m.thickness in (1.5, 0.9)]
        assert sum(m.y1 > 100 for m in ticks) == 2 * wanted
