"""On sheets to write on nothing leaves the paper, overlaps or gets too small, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.age_of_iron.views import ChartView
from moderator.rules.age_of_iron.views.texts import ByHandView, by_hand_view
from moderator.sheets.age_of_iron.continued import ContinuedView
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.marks import Text
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.table import MoveStep
from tests.support.hostile_names import NAMES
from tests.support.sheets.cases import (
    GAME,
    STAMP,
    folded,
    full,
    mid_game,
    on_both_papers,
    scenario,
    shipped,
)
from tests.support.sheets.odd import ODD, ODD_NAMES, odd_view
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import faults, marks

pytestmark = pytest.mark.slow

SHEETS = sheets_of("age-of-iron")
LONG = "Αυτοκρατορία of the very long name Навуходоносор {}"
FULL_NAME = {"name": LONG, "boxes": 20}


def game_of(wire: Any, **options: Any) -> ByHandView:
    read = GAME.read_scenario(wire) if isinstance(wire, dict) else shipped(wire)
    return by_hand_view(folded(read, options, ()).state)


def costly() -> ByHandView:
    """Incomes that change in each of thirty Game-turns, and boxes of a hundred RFs."""
    wire = scenario(6, 17, boxes=3)
    wire["civilization"]["box"] = 100
    wire["trade"]["units"] = 20
    for k, player in enumerate(wire["players"]):
        player["income"] = [(k + turn) % 101 for turn in range(30)]
    return game_of(wire, turns=30, deployment="simultaneous", combat="odds-table", control=True)


GAMES: dict[str, Callable[[], ByHandView]] = {
    "the example": lambda: game_of("example-of-play"),
    "1800 B.C.": lambda: game_of("1800-bc", communication="written"),
    "900 B.C.": lambda: game_of("900-bc", combat="attacker-advantage"),
    "two countries, nothing else": lambda: game_of(scenario(2, 2, boxes=0, goods=False)),
    "six countries": lambda: game_of(scenario(6, 12)),
    "four countries, many regions": lambda: game_of(scenario(4, 40)),
    "costly": costly,
    "the largest": lambda: game_of(scenario(10, 40, boxes=20), turns=30),
    "the largest, with long names": lambda: game_of(scenario(10, 40, **FULL_NAME)),
}


def checked(game: ByHandView, chart: ChartView, odd: str, paper: Paper) -> None:
    """Looks at all sheets of a game, going on from this chart."""
    players = {country.seat.id: odd for country in game.start.countries}
    stamp = replace(STAMP, players=players, group_name=odd, class_name=odd, moderators=odd)
    moves = tuple(MoveStep(number, f"{odd} {'moves ' * 30}") for number in (1, 22, 4096))
    continued = ContinuedView(game, chart, moves, (odd, "e nub4 pal3 civ4 " * 40))
    views = {"continue-on-paper": continued}
    views |= dict.fromkeys(("blank-chart", "order-slips", "diplomatic-records"), game)
    for id, view in views.items():
        make = lambda id=id, view=view: view_pdf(SHEETS[id], view, stamp, paper)  # noqa: E731
        assert faults(make) == []


@on_both_papers
@pytest.mark.parametrize("name", GAMES)
def test_everything_has_its_place(name: str, paper: Paper) -> None:
    game = GAMES[name]()
    checked(game, game.start, "Ann, Bob and Cem", paper)


@on_both_papers
def test_full_charts_and_odd_names_have_their_places(paper: Paper) -> None:
    large = game_of(scenario(10, 40, boxes=20))
    checked(large, full(10, 40, boxes=20), ODD, paper)
    for first in range(0, len(NAMES), 25):
        odd = odd_view((*NAMES[first:], *NAMES[:first]))
        game = replace(game_of("1800-bc"), start=odd)
        checked(game, odd, NAMES[first], paper)
    game = replace(game_of("1800-bc"), start=odd_view(ODD_NAMES))
    checked(game, odd_view(ODD_NAMES), ODD, paper)


def test_text_is_never_under_eight_and_a_half_points_but_at_the_foot() -> None:
    game = GAMES["the largest, with long names"]()
    for id in ("blank-chart", "order-slips", "diplomatic-records"):
        pages, (_width, height) = marks(lambda id=id: view_pdf(SHEETS[id], game, STAMP))
        words = [mark for page in pages for mark in page if isinstance(mark, Text)]
        body = [one for one in words if 90 < one.y < height - 90]
        assert min(one.size for one in body) >= 8.49
    continued = ContinuedView(game_of("1800-bc"), mid_game(), (MoveStep(1, "Egypt places 5"),))
    pages, (_width, height) = marks(lambda: view_pdf(SHEETS["continue-on-paper"], continued, STAMP))
    words = [mark for page in pages for mark in page if isinstance(mark, Text)]
    assert min(one.size for one in words if 90 < one.y < height - 90) >= 8.49
