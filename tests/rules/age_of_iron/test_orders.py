"""Written orders: their normal form, what is left, what is filled in, and who sees them."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.views import status_line
from moderator.rules.errors import Refused
from tests.rules.age_of_iron.table import move, play, table
from tests.rules.age_of_iron.test_control import ALL_CLOSED

SIMULTANEOUS = {"deployment": "simultaneous"}


def orders(*texts: str) -> list[Any]:
    return [move(text) for text in texts]


def test_orders_are_open_until_the_first_is_recorded() -> None:
    assert not ORDERS.is_open(table().state)
    timeline = table(options=SIMULTANEOUS)
    assert ORDERS.is_open(timeline.state)
    # A correction is no order.
    cell = {"type": "correct", "reason": "x", "chart": {"syria": {"egypt": 3}}}
    assert ORDERS.is_open(play(timeline, cell).state)
    assert not ORDERS.is_open(play(timeline, "deploy egypt syria 1").state)
    placed = play(timeline, "build egypt 10", "build hatti 10", "build assur 10")
    assert not ORDERS.is_open(placed.state)


def test_the_normal_form_adds_up_and_follows_the_chart() -> None:
    state = table(options=SIMULTANEOUS).state
    placed = ("deploy egypt syria 2", "deploy egypt nile 3", "deploy egypt syria 3")
    written = orders("build egypt 1", *placed, "build egypt 1")
    read = ORDERS.read(state, "egypt", written)
    assert list(read) == orders("deploy egypt nile 3", "deploy egypt syria 5", "build egypt 2")
    assert ORDERS.read(state, "egypt", read) == read
    assert ORDERS.left(state, "egypt", read) == 0
    assert ORDERS.left(state, "egypt", ()) == 10


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (orders("deploy egypt syria 11"), "not-enough-rfs"),
        (orders("deploy egypt syria 10", "build egypt 1"), "not-enough-rfs"),
        (orders("deploy hatti syria 1"), "bad-move"),
        (orders("deploy egypt nowhere 1"), "unknown-region"),
        (orders("deploy egypt syria 0"), "bad-move"),
        (orders("end egypt"), "bad-move"),
        ([None], "bad-move"),
    ],
)
def test_orders_that_the_rules_refuse(written: list[Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        ORDERS.read(table(options=SIMULTANEOUS).state, "egypt", written)
    assert refused.value.code == code


def test_no_orders_outside_their_phase() -> None:
    with pytest.raises(Refused) as refused:
        ORDERS.read(table().state, "hatti", orders("deploy hatti syria 1"))
    assert refused.value.code == "not-your-turn"


def test_what_is_missing_goes_home() -> None:
    state = table(options=SIMULTANEOUS).state
    written = ORDERS.read(state, "egypt", orders("deploy egypt syria 4"))
    assert list(ORDERS.filled(state, "egypt", written)) == orders(
        "deploy egypt nile 6", "deploy egypt syria 4"
    )
    full = ORDERS.read(state, "egypt", orders("build egypt 10"))
    assert ORDERS.filled(state, "egypt", full) == full


def closed(setup: dict[str, Any], owners: tuple[tuple[int, ...], ...]) -> Any:
    """A game without homes in which some regions are controlled."""
    regions = [{"id": id, "name": id} for id in ("syria", "cyprus", "kush")]
    boxes = {"box": 4, "victory_points": [1]}
    more = {**ALL_CLOSED, "regions": regions, "setup": setup, "civilization": boxes}
    return table(options=SIMULTANEOUS | {"control": True}, **more).state._replace(controlled=owners)


def test_without_a_home_it_goes_where_most_rfs_are_else_to_the_first_open_region() -> None:
    state = closed({"syria": {"egypt": 9}, "kush": {"egypt": 2}}, ((0,), (), ()))
    assert list(ORDERS.filled(state, "egypt", ())) == orders("deploy egypt kush 10")
    assert list(ORDERS.filled(state, "assur", ())) == orders("deploy assur cyprus 4")


def test_without_an_open_region_it_goes_to_civilization() -> None:
    state = closed({}, ((0,), (1,), (2,)))
    filled = ORDERS.filled(state, "egypt", ())
    assert list(filled) == orders("build egypt 4")
    assert ORDERS.left(state, "egypt", filled) == 0  # the other six can't be placed


def test_whoever_has_sealed_is_done_for_everybody() -> None:
    state = table(options=SIMULTANEOUS).state
    seen = ORDERS.as_sealed(state, {"egypt"})
    assert "0 of 3" in status_line(state)
    assert "1 of 3" in status_line(seen)
    assert seen.chart == state.chart
    assert ORDERS.as_sealed(state, ()) is state


def test_a_reveal_is_named_after_its_game_turn() -> None:
    timeline = table(options=SIMULTANEOUS)
    assert ORDERS.reveal_label(timeline.state) == "Orders of Game-turn 1 revealed"
    revealed = play(timeline, "build egypt 10", "build hatti 10", "build assur 10")
    ends = play(revealed, "end egypt", "end hatti", "end assur")
    assert ORDERS.reveal_label(ends.state) == "Orders of Game-turn 2 revealed"
