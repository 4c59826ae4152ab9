"""The debrief and the student's page: their numbers, their layout, and what stays secret."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import score
from moderator.rules.log import Timeline
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.marks import Mark, Open, Rectangle, Stroke, Text, texts_of
from moderator.sheets.games import sheets_of
from tests.played.games import FILES, play
from tests.rules.age_of_iron.table import play as moves
from tests.rules.age_of_iron.table import table
from tests.support.sheets.cases import STAMP, folded, move, on_both_papers, shipped
from tests.support.sheets.odd import ODD_NAMES
from tests.support.sheets.past import ATTACKS, PLAYERS, TURNS, largest, parts, sheet, snapshot
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import faults, faults_of, flat, marks, page_words, text

pytestmark = pytest.mark.slow

PLAYED = [path for path in FILES if path.parent.name == "age_of_iron"]
IDS = ("debrief", "student")
FOOT = 765.0
"""Where the footer of a page of A4 begins, in points from its upper edge."""


def played(name: str) -> Timeline:
    return play(next(path for path in PLAYED if path.stem == name)).timelines[-1]


def drawn(id: str, timeline: Timeline, paper: Paper = "a4") -> list[Mark]:
    pages, _size = marks(lambda: sheet(id, timeline, paper))
    return [mark for page in pages for mark in page]


def printed(id: str, timeline: Timeline) -> str:
    return " ".join(page_words(lambda: sheet(id, timeline)))


def figures(id: str, timeline: Timeline) -> list[str]:
    """The texts that stand for plots and maps."""
    return [one.alt for one in drawn(id, timeline) if isinstance(one, Open) and one.alt]


def ends(timeline: Timeline) -> list[Any]:
    """The state at the end of each complete Game-turn, from the moves in effect."""
    states = [timeline.start, *(step.after for step in list(timeline.steps())[::-1])]
    found = {
        before.turn: after
        for before, after in pairwise(states)
        if after.turn > before.turn or after.is_over
    }
    return [found[turn] for turn in sorted(found)]


@on_both_papers
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_every_game_that_was_played_can_be_printed(path: Path, paper: Paper) -> None:
    timeline = play(path).timelines[-1]
    for id in IDS:
        assert faults(lambda id=id: sheet(id, timeline, paper)) == []


@pytest.mark.parametrize(
    ("names", "paper"),
    [pytest.param((), "a4", marks=pytest.mark.long), (ODD_NAMES, "letter")],
    ids=["long", "odd"],
)
@pytest.mark.parametrize("id", IDS)
def test_the_largest_game_can_be_printed(id: str, names: tuple[str, ...], paper: Paper) -> None:
    assert faults(lambda: sheet(id, largest(names), paper)) == []


@pytest.mark.parametrize("id", IDS)
def test_no_text_is_too_small(id: str) -> None:
    texts = [one for one in drawn(id, played("1800-bc")) if isinstance(one, Text)]
    assert [one for one in texts if one.size < 8.4 and one.y < FOOT] == []


@pytest.mark.parametrize("id", IDS)
def test_the_same_game_gives_the_same_bytes(id: str) -> None:
    timeline = played("900-bc")
    assert sheet(id, timeline) == sheet(id, timeline)


@pytest.mark.parametrize("name", ["1800-bc", "900-bc", "simultaneous", "longest"])
def test_points_and_rfs_are_those_of_the_log(name: str) -> None:
    timeline = played(name)
    shown = " ".join(figures("debrief", timeline))
    states = [timeline.start, *ends(timeline)]
    for k, seat in enumerate(timeline.state.scenario.seats):
        points = ", ".join(str(score(state, k).total) for state in states)
        assert f"Points of {seat.name} at the start and after each Game-turn: {points}." in shown
        chart = ", ".join(str(sum(row[k] for row in state.chart)) for state in states[1:])
        built = ", ".join(str(state.built[k]) for state in states[1:])
        assert f"RFs of {seat.name} after each Game-turn, on the Game Chart: {chart};" in shown
        assert f"in civilization: {built}." in shown


@pytest.mark.parametrize("name", ["1800-bc", "900-bc", "simultaneous"])
def test_the_student_reads_the_points_after_each_game_turn(name: str) -> None:
    timeline = played(name)
    states = [timeline.start, *ends(timeline)]
    for part in parts("student", timeline):
        k = timeline.state.player(part.seat)
        texts = [mark.text for page in part.pages for mark in texts_of(page.marks)]
        shown = [
            (int(one.split()[0]), after)
            for one, after in pairwise(texts)
            if re.fullmatch(r"\d+ points?", one)
        ]
        totals = [score(state, k).total for state in states]
        changes = [f"({after - before:+})".replace("-", "–") for before, after in pairwise(totals)]
        assert shown == list(zip(totals[1:], changes, strict=True))


@on_both_papers
def test_a_student_has_one_page_for_six_game_turns(paper: Paper) -> None:
    """With two lines for each answer at the least, and nothing smaller than 8.5 points."""
    timeline = played("1800-bc")
    assert len(ends(timeline)) == 6
    now, stamp = snapshot(timeline), replace(STAMP, copyright=AGE_OF_IRON.copyright)
    for part in sheets_of("age-of-iron")["student"].parts(now, stamp, paper):
        (page,) = part.pages
        assert faults_of([list(flat(page.marks))], part.size) == []
        assert min(one.size for one in page.marks if isinstance(one, Text)) >= 8.44
        own = next(m.y for m in page.marks if isinstance(m, Text) and m.text == "Your own view")
        lines = [
            m for m in page.marks if isinstance(m, Stroke) and m.y1 > own and m.thickness == 0.5
        ]
        assert len(lines) >= 6


def test_attacks_and_trades_name_every_move_in_effect() -> None:
    timeline = played("1800-bc")
    steps = list(timeline.steps())
    shown = " ".join(figures("debrief", timeline))
    for kind, verb in ((Attack, "attacked"), (Trade, "gave")):
        made = {step.number for step in steps if isinstance(step.move, kind)}
        found = re.findall(rf"{verb} [^;]*; moves ([0-9, ]+)\.", shown)
        assert {int(one) for part in found for one in part.split(", ")} == made
    page = printed("debrief", timeline)
    attacks = [step.number for step in steps if isinstance(step.move, Attack)]
    assert all(re.search(rf"\b{number}\b", page) for number in attacks)


def test_the_sentence_says_who_won_and_how_often_the_lead_changed() -> None:
    timeline = played("1800-bc")
    said = "Assyria won with 58 points after the lead had changed 6 times."
    assert said in printed("debrief", timeline)
    said = "Egypt got 49 points, place 2 of 4; Assyria won with 58."
    assert said in printed("student", timeline)


def test_only_scenarios_with_positions_have_a_map() -> None:
    titles = [mark.text for mark in drawn("debrief", played("1800-bc")) if isinstance(mark, Text)]
    assert "The map" in titles
    without = moves(table(), "deploy egypt syria 10", "end egypt")
    page = text(sheet("debrief", without))
    assert "The map" not in page
    boxes = [one for one in drawn("debrief", without) if isinstance(one, Rectangle)]
    assert not any(one.radius == one.width / 2 for one in boxes), "a dot of a map"


def test_a_move_that_was_taken_back_is_not_there() -> None:
    timeline = moves(table(), "deploy egypt syria 10", "undo", "deploy egypt nile 10")
    page = text(sheet("student", timeline))
    assert "10 in Nile (3)" in page
    assert "Syria (1)" not in page


def simultaneous(region: str) -> Timeline:
    """1800 B.C. while orders are written: Egypt has finished its own."""
    orders = (move("deploy", player="egypt", region=region, rfs=11),)
    return folded(shipped("1800-bc"), {"deployment": "simultaneous"}, orders)


@pytest.mark.parametrize("id", IDS)
def test_orders_that_are_not_revealed_change_nothing(id: str) -> None:
    assert sheet(id, simultaneous("syria")) == sheet(id, simultaneous("nubia"))


def test_objectives_are_secret_until_the_end() -> None:
    timeline = played("1800-bc")
    running = next(
        one for one in play_timelines("1800-bc") if one.state.turn == 6 and one.number > 80
    )
    assert "Presence in Hatti (5 RFs)" in printed("student", timeline)
    pages = {id: printed(id, running) for id in IDS}
    for page in pages.values():
        assert "Presence in Hatti" not in page
        assert "by one RF" not in page
    assert "Objectives are secret until the game is over." in pages["student"]


def play_timelines(name: str) -> list[Timeline]:
    return play(next(path for path in PLAYED if path.stem == name)).timelines


def test_the_largest_game_has_hundreds_of_attacks() -> None:
    made = [step for step in largest().steps() if isinstance(step.move, Attack)]
    assert len(made) > PLAYERS * (TURNS - 1) * (ATTACKS - 1)
    assert AGE_OF_IRON.is_over(largest().state)


def test_of_a_stopped_game_it_says_who_led() -> None:
    timeline = next(one for one in play_timelines("1800-bc") if one.state.turn == 4)
    now = replace(snapshot(timeline), stopped="Stopped after Game-turn 3 of 6")
    page = text(sheet_pdf(sheets_of("age-of-iron")["debrief"], now, STAMP))
    totals = [score(timeline.state, k).total for k in range(4)]
    assert max(totals) == totals[2] > sorted(totals)[-2]
    assert f"Assyria led with {max(totals)} points when the game stopped" in page
    assert "Stopped after Game-turn 3 of 6" in page
    assert "At the end" not in page
