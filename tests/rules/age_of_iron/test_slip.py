"""A country's order slip place by place: its rows, and changing it."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.orders import ORDERS, SlipRow
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.seating import Viewer
from tests.rules.age_of_iron.table import move, play, table

SIMULTANEOUS = {"deployment": "simultaneous"}
EGYPT = Viewer(seat="egypt")


def orders(*texts: str) -> Any:
    return tuple(move(text) for text in texts)


def rows(state: Any, written: Any = ()) -> dict[str, SlipRow]:
    return {row.place: row for row in ORDERS.view(state, EGYPT, written).rows}


def test_a_row_says_what_one_will_have_and_who_is_there() -> None:
    placed = ["deploy egypt syria 10", "deploy hatti syria 10", "deploy assur ashur 10"]
    ends = ["end egypt", "end hatti", "end assur"]
    state = play(table(options=SIMULTANEOUS), *placed, *ends).state
    written = orders("deploy egypt syria 4", "deploy egypt nile 5")
    view = ORDERS.view(state, EGYPT, written)
    assert (view.seat.id, view.left, view.total) == ("egypt", 1, 10)
    assert [row.place for row in view.written] == ["deploy:nile", "deploy:syria"]
    syria, nile = rows(state, written)["deploy:syria"], rows(state, written)["deploy:nile"]
    assert (syria.before, syria.placed, syria.after, syria.is_reached) == (10, 4, 14, True)
    assert [(seat.id, rfs) for seat, rfs in syria.others] == [("hatti", 10)]
    assert (nile.before, nile.after, nile.is_reached, nile.others) == (0, 5, True, ())


def test_a_row_says_what_the_place_is_worth_to_the_country() -> None:
    wire = AGE_OF_IRON.scenario_wire(shipped()["age-of-iron"]["1800-bc"])
    state = AGE_OF_IRON.begin(AGE_OF_IRON.read_scenario(wire), SIMULTANEOUS)
    found = rows(state, orders("deploy egypt syria 5"))
    syria, home, elam = (found[f"deploy:{id}"] for id in ("syria", "egypt", "elam"))
    assert (syria.points, syria.at, syria.is_reached) == (7, 5, True)
    assert (home.points, home.is_reached, home.prevents) == (6, False, ((5, True),))
    assert (elam.points, elam.prevents) == (0, ())
    assert (found["build"].points, found["build"].at, found["build"].is_reached) == (4, 10, False)
    there = {"type": "correct", "reason": "x", "chart": {"syria": {"hatti": 5}}}
    after = Timeline(AGE_OF_IRON, state).play(there).state
    unseen = after._replace(opening=state.chart)
    assert rows(unseen)["deploy:syria"].prevents == syria.prevents  # until the reveal
    seen = after._replace(opening=after.chart)
    assert rows(seen)["deploy:syria"].prevents == ((5, False),)


@pytest.mark.parametrize(
    ("terms", "is_now"),
    [
        ({"kind": "no-placement", "region": "syria", "until": 3}, True),
        ({"kind": "presence", "region": "syria", "at": 1}, True),
        ({"kind": "no-presence", "region": "syria", "at": 2}, False),
        ({"kind": "attack", "target": "hatti", "region": "syria", "turn": 2}, False),
        ({"kind": "no-attack", "target": "hatti", "until": 1}, False),
    ],
)
def test_a_row_reminds_of_a_promise_about_this_turn(terms: Any, is_now: bool) -> None:
    state = table(options=SIMULTANEOUS).state
    view = ORDERS.view(state, EGYPT, (), [terms])
    found = [row.place for row in view.rows if row.is_promised]
    assert found == (["deploy:syria"] if is_now else [])


def test_a_correction_of_others_stays_hidden_while_orders_are_written() -> None:
    cell = {"type": "correct", "reason": "x", "chart": {"syria": {"hatti": 3, "egypt": 2}}}
    syria = rows(play(table(options=SIMULTANEOUS), cell).state)["deploy:syria"]
    assert (syria.before, syria.others) == (2, ())


def test_a_row_takes_no_more_than_the_rules_do() -> None:
    state = table(options=SIMULTANEOUS).state
    most, boxes = rows(state), state.scenario.box_capacity
    assert most["deploy:syria"].most == 10
    assert most["build"].most == 10
    assert most["build"].next_level == ("I", state.scenario.box)
    full = {"type": "correct", "reason": "x", "civilization": {"egypt": boxes - 3}}
    assert rows(play(table(options=SIMULTANEOUS), full).state)["build"].most == 3
    full = {"type": "correct", "reason": "x", "civilization": {"egypt": boxes}}
    build = rows(play(table(options=SIMULTANEOUS), full).state)["build"]
    assert (build.is_closed, build.most, build.next_level) == (True, 0, None)


def test_a_controlled_region_is_closed() -> None:
    state = table(options=SIMULTANEOUS).state
    owned = tuple((2,) if region == 1 else () for region in range(len(state.chart)))
    row = list(rows(state._replace(controlled=owned)).values())[1]
    assert (row.is_closed, row.most, len(row.controlled_by)) == (True, 0, 1)


def test_changes_are_added_up_whatever_their_order() -> None:
    state = table(options=SIMULTANEOUS).state
    written = orders("deploy egypt syria 10")
    changed = ORDERS.changed(state, "egypt", written, {"build": 3, "deploy:syria": -3})
    assert ORDERS.placed(changed) == {"deploy:syria": 7, "build": 3}
    emptied = ORDERS.changed(state, "egypt", changed, {"deploy:syria": -7, "build": 0})
    assert emptied == orders("build egypt 3")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"deploy:syria": -1}, "bad-move"),
        ({"deploy:syria": 11}, "not-enough-rfs"),
        ({"deploy:syria": 6, "build": 5}, "not-enough-rfs"),
        ({"deploy:nowhere": 1}, "unknown-region"),
        ({"deploy": 1}, "bad-move"),
        ({"build:syria": 1}, "bad-move"),
        ({"attack:syria": 1}, "bad-move"),
    ],
)
def test_changes_that_the_rules_refuse(changes: dict[str, int], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ORDERS.changed(table(options=SIMULTANEOUS).state, "egypt", (), changes)
    assert refused.value.code == code


def test_orders_that_are_no_longer_legal_are_left_out() -> None:
    state = table(options=SIMULTANEOUS).state
    written = orders("deploy egypt nile 4", "deploy egypt syria 3", "build egypt 3")
    assert ORDERS.legal(state, "egypt", written) == written
    nile = state.region("nile")
    owned = tuple((0,) if region == nile else () for region in range(len(state.chart)))
    kept = ORDERS.legal(state._replace(controlled=owned), "egypt", written)
    assert kept == written[1:]
