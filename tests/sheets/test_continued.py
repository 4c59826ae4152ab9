"""Continuing on paper: the game as it stands, and lines that can be typed afterwards."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from moderator.rules.age_of_iron.views.texts import by_hand_view
from moderator.sheets.drawing.marks import Text
from moderator.sheets.snapshot import GameSnapshot, Stamp
from tests.sheets.test_by_hand import IN_TURN, SHEETS, WRITTEN, begun
from tests.support.sheets.cases import GAME, MID_GAME, STAMP, folded, move, scenario, shipped
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import marks, page_texts, page_words

pytestmark = pytest.mark.slow

SHEET = SHEETS["continue-on-paper"]
MIDDLE = begun({**IN_TURN, "control": True}, *MID_GAME)
TURN_ONE = [
    move("deploy", player="egypt", region="syria", rfs=11),
    move("deploy", player="babylon", region="elam", rfs=11),
    move("deploy", player="assyria", region="mitanni", rfs=11),
    move("build", player="hatti", rfs=10),
]


@cache
def middle_pages() -> list[str]:
    return page_texts(sheet_pdf(SHEET, MIDDLE, STAMP))


def test_the_chart_begins_with_the_present_numbers_and_ticks() -> None:
    chart, *_ = middle_pages()
    lines = chart.splitlines()
    assert "Syria syr 6 5" in lines
    assert "closed: B" in chart
    assert "type: e" in chart
    pages, _ = marks(lambda: sheet_pdf(SHEET, MIDDLE, STAMP))
    ticks = [m for m in pages[0] if getattr(m, "thickness", 0) == 1.3]
    assert len(ticks) == 10 + 2 + 11  # RFs of civilization


def test_it_says_whose_turn_it_is_and_what_happened_in_this_game_turn() -> None:
    page = middle_pages()[1]
    lines = page.splitlines()
    assert "E Egypt to play now 0 10 RFs G G G T" in lines
    assert "A Assyria still to come 0 11 RFs T T T G" in lines
    happened = page.partition("What has happened in Game-turn 2")[2].partition("To be typed")[0]
    assert re.findall(r"\b1?[0-9] Egypt", happened) == ["12 Egypt", "13 Egypt", "14 Egypt"]
    assert "Babylon places" not in happened


def test_there_are_lines_for_the_rest_and_for_all_game_turns_that_are_left() -> None:
    _chart, _now, *turns = page_words(lambda: sheet_pdf(SHEET, MIDDLE, STAMP))
    titles = ["The rest of Game-turn 2", *(f"Game-turn {turn} " for turn in (3, 4, 5, 6))]
    assert [title in page for title, page in zip(titles, turns, strict=True)] == [True] * 5
    assert "has placed all" in turns[0]
    assert "places 13" in turns[1]
    now = begun(IN_TURN, *MID_GAME[:11])
    _chart, _now, rest, *_ = page_words(lambda: sheet_pdf(SHEET, now, STAMP))
    assert " Game-turn 2 " in rest
    assert "The rest of Game-turn 2" not in rest
    last = begun({**IN_TURN, "turns": 2}, *MID_GAME)
    assert len(page_words(lambda: sheet_pdf(SHEET, last, STAMP))) == 2 + 1
    over = begun({**WRITTEN, "turns": 1}, *TURN_ONE, *ends("egypt", "babylon", "assyria", "hatti"))
    assert len(page_words(lambda: sheet_pdf(SHEET, over, STAMP))) == 2


def ends(*players: str) -> list[dict[str, str]]:
    return [move("end-turn", player=player) for player in players]


def test_who_has_ended_its_turn_has_no_lines_for_the_rest() -> None:
    now = begun(WRITTEN, *TURN_ONE, *ends("egypt", "babylon"))
    pages, _ = marks(lambda: sheet_pdf(SHEET, now, STAMP))
    names = [m.text for m in pages[2] if isinstance(m, Text) and m.face == "serif"]
    assert [one for one in names if one in ("Egypt", "Babylon", "Assyria", "Hatti")] == [
        "Assyria",
        "Hatti",
    ]


def test_the_printed_words_are_those_that_can_be_typed() -> None:
    """In a scenario of any size, too."""
    for game in (shipped("1800-bc"), shipped("900-bc"), GAME.read_scenario(scenario(10, 40))):
        state = folded(game, WRITTEN, ()).state
        view = by_hand_view(state)
        where = list(zip(state.scenario.regions, view.region_words, strict=True))
        for country, word in zip(state.scenario.players, view.country_words, strict=True):
            for region, place in where:
                typed = GAME.orders.command(state, f"{word} {place} 4 {view.civilization_word} 2")
                assert typed is not None
                assert typed.player == country.id
                assert dict(typed.amounts) == {f"deploy:{region.id}": 4, "build": 2}


def test_an_attack_and_a_trade_as_printed_are_understood() -> None:
    state = begun(WRITTEN, *TURN_ONE).state
    attack = GAME.parse_command(state, "a b in syr 3")
    assert attack.wire == {
        "type": "attack",
        "player": "egypt",
        "defender": "babylon",
        "region": "syria",
        "rfs": 3,
    }
    trade = GAME.parse_command(state, "t h 2g for -")
    assert (trade.wire["partner"], trade.wire["give"], trade.wire["get"]) == ("hatti", {"G": 2}, {})
    assert GAME.parse_command(state, ".").wire["type"] == "end-turn"
    pages, _ = marks(lambda: sheet_pdf(SHEET, begun(WRITTEN, *TURN_ONE), STAMP))
    words = [m.text for m in pages[2] if isinstance(m, Text)]
    assert {"a", "in", "t", "for", "."} <= set(words)


def test_orders_are_only_on_the_moderators_own() -> None:
    """An older game has orders in its log before the reveal; slips are given to the moderator."""
    now = begun(WRITTEN, TURN_ONE[0])
    public = printed(replace(now, past=()))
    assert "As it stood when the Game-turn began" in public
    assert "Syria syr " in public
    assert "Syria syr 11" not in public
    orders = ({"type": "deploy", "player": "hatti", "region": "cyprus", "rfs": 10},)
    secret = replace(STAMP, is_moderators_only=True)
    own = printed(replace(now, slips={"hatti": orders}), secret)
    assert "Syria syr 11" in own
    assert "Egypt places 11 in Syria" in own
    assert "h cyp 10" in own
    for page in (public, own):
        assert "No Presence of" not in page
    assert printed(replace(now, past=(), slips={"hatti": orders})) == public


def printed(now: GameSnapshot, stamp: Stamp = STAMP) -> str:
    return " ".join(page_words(lambda: sheet_pdf(SHEET, now, stamp)))
