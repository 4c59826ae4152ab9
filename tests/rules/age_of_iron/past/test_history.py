"""The history of a game: points, leads, attacks, trades, and what stays secret."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.past.history import GameHistory, history
from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.played.games import FILES, HERE
from tests.played.games import play as play_file
from tests.rules.age_of_iron.table import play, table
from tests.support.amount import amount
from tests.support.rules.cases import CASES
from tests.support.rules.walks import walk

IRON = next(case for case in CASES if case.rules is AGE_OF_IRON)
PLAYED = [path for path in FILES if path.parent.name == "age_of_iron"]
RELEASED = Viewer(is_released=True)
Json = dict[str, Any]


def steps_of(timeline: Timeline, viewer: Viewer) -> list[Any]:
    """The moves in effect without what is secret, as sheets and pages get them."""
    steps = list(timeline.steps())[::-1]
    hidden = AGE_OF_IRON.is_hidden
    return [one for one in steps if not hidden(one.before, one.move, timeline.state, viewer)]


def past(timeline: Timeline, viewer: Viewer = PUBLIC) -> GameHistory:
    return history(timeline.start, steps_of(timeline, viewer), viewer)


def of_file(name: str, viewer: Viewer = RELEASED) -> GameHistory:
    return past(play_file(HERE / "age_of_iron" / f"{name}.json").timelines[-1], viewer)


def sequential() -> Timeline:
    """Egypt takes Syria, loses it to Hatti’s attack; a trade; one Game-turn and a half."""
    return play(
        table(),
        *("deploy egypt syria 6", "build egypt 4", "trade egypt hatti G1 S1", "end egypt"),
        *("deploy hatti syria 3", "build hatti 7", "end hatti"),
        *("deploy assur syria 4", "build assur 6", "attack assur egypt syria 2", "end assur"),
        *("deploy egypt syria 5", "undo", "deploy egypt nile 10"),
    )


def test_turns_and_regions() -> None:
    shown = past(sequential())
    assert [(turn.turn, turn.number) for turn in shown.turns] == [(0, 0), (1, 11)]
    end = shown.turns[1]
    assert shown.regions[3] == "Syria"
    assert end.chart[3] == (4, 3, 2)
    assert (end.on_chart, end.civilization) == ((4, 3, 2), (4, 7, 6))
    assert (shown.turn, shown.turns_planned, shown.last, shown.complete_turns) == (2, 2, 14, 1)


def test_points_leads_and_lead_changes() -> None:
    shown = past(sequential())
    # Egypt has 3 for its home; Hatti 6 while Egypt has no Presence in Syria.
    assert shown.course[0].totals == (3, 6, 0)
    assert shown.course[1].totals == (7, 0, 0)
    assert [(lead.number, lead.leaders) for lead in shown.leads] == [
        (0, (1,)),
        (1, (0,)),
        (10, (1,)),
    ]
    assert [lead.number for lead in shown.lead_changes] == [1, 10]
    assert shown.turns[1].leaders == shown.winners == (1,)


def test_attacks_and_trades() -> None:
    shown = past(sequential())
    assert shown.attack_matrix[2][0].moves == (10,)
    assert (shown.attack_matrix[2][0].attacker_lost, shown.attack_matrix[2][0].defender_lost) == (
        2,
        2,
    )
    assert sum(len(cell.moves) for row in shown.attack_matrix for cell in row) == 1
    assert shown.trade_matrix[0][1].goods == (("G", 1),)
    assert shown.trade_matrix[1][0].goods == (("S", 1),)
    assert shown.trade_matrix[1][0].moves == (3,)


def test_turning_points() -> None:
    first, second = past(sequential()).turning_points
    assert (first.number, second.number) == (1, 10)
    assert second.sentence.startswith("Assur attacks Egypt in Syria with 2")
    assert second.effects == ("Egypt lost a Presence in Syria.", "Then Hatti led.")
    assert list(second.changes) == [(0, 7, 3, -4), (1, 0, 6, 6)]


def test_a_reveal_is_one_step() -> None:
    written = play(table(options={"deployment": "simultaneous"}), "deploy egypt syria 10")
    assert [point.totals for point in past(written, MODERATOR).course] == [(3, 6, 0)]
    revealed = play(written, "deploy hatti cyprus 5", "build hatti 5", "deploy assur cyprus 10")
    for viewer in (PUBLIC, MODERATOR):
        shown = past(revealed, viewer)
        assert [(one.number, one.totals) for one in shown.course] == [
            (0, (3, 6, 0)),
            (4, (7, 0, 0)),
        ]
        (point,) = shown.turning_points
        assert (point.first, point.number, point.is_reveal) == (1, 4, True)
        assert point.sentence == "Orders of Game-turn 1 revealed"


def test_a_game_of_1800_bc() -> None:
    shown = of_file("1800-bc")
    assert [lead.number for lead in shown.lead_changes] == [19, 40, 46, 48, 62, 86]
    assert shown.turns[-1].totals == (49, 46, 58, 40)
    assert (shown.attack_matrix[0][3].attacker_lost, shown.attack_matrix[0][3].moves) == (
        15, (21, 35, 63, 64, 83),
    )  # fmt: skip
    assert [point.number for point in shown.turning_points] == [19, 83, 86]
    assert [(one.kind, one.number) for one in shown.moments] == [
        ("turn", 14), ("turn", 41), ("end", 89),
    ]  # fmt: skip
    assert [question.moves for question in shown.questions[:4]] == [(88,), (8, 19), (46,), (86,)]


def test_regions_of_a_long_game() -> None:
    """Of 60 Game-turns every fifth one is shown, with the numbers of that Game-turn."""
    shown = of_file("longest")
    assert shown.region_labels == tuple(str(turn) for turn in range(5, 61, 5))
    for name, rows in shown.by_region:
        region = shown.regions.index(name)
        assert rows == tuple(shown.turns[turn].chart[region] for turn in range(5, 61, 5))
    assert [[pair[0] for pair in stack] for stack in dict(shown.region_stacks)["East"]] == [
        list(row) for row in dict(shown.by_region)["East"]
    ]


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(seat="egypt"), MODERATOR, RELEASED])
def test_objectives_are_secret(viewer: Viewer) -> None:
    """Before the end all but the moderator's; after it those of a game that isn't released."""
    running = past(sequential(), viewer)
    secret = [points.presence is None for points in running.turns[-1].points]
    own = viewer.seat == "egypt"
    assert secret == ([False] * 3 if viewer.is_moderator else [not own, True, True])
    ended = of_file("1800-bc", viewer)
    about = [
        question.text for question in ended.questions if "points for a Presence" in question.text
    ]
    assert bool(about) is (viewer != PUBLIC)


@pytest.mark.slow
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_played_games(path: Any) -> None:
    timeline = play_file(path).timelines[-1]
    assert_as_counted(timeline, past(timeline, RELEASED))


@pytest.mark.slow
@settings(max_examples=amount(20, 100), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 80))
def test_random_games(seed: int, most: int) -> None:
    timeline = walk(IRON, seed, most)
    for viewer in (PUBLIC, MODERATOR):
        assert_as_counted(timeline, past(timeline, viewer))


def assert_as_counted(timeline: Timeline, shown: GameHistory) -> None:
    """The history says the same as a plain count over the states after each move."""
    steps = list(timeline.steps())[::-1]
    views = [
        AGE_OF_IRON.view(state, PUBLIC) for state in (timeline.start, *(s.after for s in steps))
    ]
    assert shown.course[-1].totals == tuple(country.total for country in views[-1].countries)
    winners = tuple(shown.seats[player] for player in shown.winners)
    assert winners == (views[-1].winners if any(shown.course[-1].totals) else ())
    assert [row.name for row in views[-1].rows] == list(shown.regions)
    assert [[cell.rfs for cell in row.cells] for row in shown.moments[-1].rows] == [
        [cell.rfs for cell in row.cells] for row in views[-1].rows
    ]
    for turn in shown.turns[1:]:
        at = next(one for one in steps if one.number == turn.number)
        assert turn.chart == at.after.opening or at.after.is_over
        assert sum(turn.on_chart) == sum(map(sum, turn.chart))
    assert lost_in(steps) == Counter(
        {
            (i, j): cell.attacker_lost + cell.defender_lost
            for i, row in enumerate(shown.attack_matrix)
            for j, cell in enumerate(row)
            if cell.moves
        }
    )
    assert goods_given(steps) == sum(cell.units for row in shown.trade_matrix for cell in row)
    for before, after in pairwise(shown.leads):
        assert before.leaders != after.leaders
        assert before.number < after.number
    numbers = {one.number for one in steps}
    assert all(numbers.issuperset(question.moves) for question in shown.questions)


def lost_in(steps: list[Any]) -> Counter[tuple[int, int]]:
    lost: Counter[tuple[int, int]] = Counter()
    for one in steps:
        wire = one.move.wire(one.before)
        if wire["type"] == "attack":
            gone = sum(map(sum, one.before.chart)) - sum(map(sum, one.after.chart))
            lost[one.before.player(wire["player"]), one.before.player(wire["defender"])] += gone
    return lost


def goods_given(steps: list[Any]) -> int:
    wires = [one.move.wire(one.before) for one in steps]
    trades = [wire for wire in wires if wire["type"] == "trade"]
    return sum(sum(one["give"].values()) + sum(one["get"].values()) for one in trades)
