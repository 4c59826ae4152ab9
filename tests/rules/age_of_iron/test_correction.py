"""The corrections page: every field has the current value, and sending it back changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.moves.correct import CORRECTION
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.rules.age_of_iron.table import play, scenario, table

MIDDLE = play(
    table({"syria": {"egypt": 6, "hatti": 8}}, {"control": True}),
    *("build egypt 10", "trade egypt hatti G1 S2"),
)


def posted(timeline: Timeline, **typed: object) -> dict[str, Any]:
    """All fields as the page sends them, without zeros for goods."""
    wire: dict[str, Any] = {"type": "correct", "reason": "Counted again."}
    parts = CORRECTION.parts(timeline.state)
    for part, lines in parts.items():
        for field in (field for _, some in lines for field in some):
            *path, last = field.name.split(".")
            inner = wire
            for step in path:
                inner = inner.setdefault(step, {})
            if field.is_ticked is not None:
                inner.setdefault(last, []).extend([field.value] * field.is_ticked)
            elif number := int(str(typed.get(field.name, field.value))):
                inner[last] = number
            elif part != "goods":
                inner[last] = 0
    return wire


def test_what_stands_is_no_correction() -> None:
    with pytest.raises(Refused, match="Nothing has been changed"):
        CORRECTION.wire(MIDDLE.state, posted(MIDDLE))


def test_a_correction_needs_a_reason() -> None:
    wire = posted(MIDDLE, **{"chart.syria.egypt": 5})
    for reason in ("", "  "):
        with pytest.raises(Refused, match="Give the reason"):
            CORRECTION.wire(MIDDLE.state, wire | {"reason": reason})


@pytest.mark.parametrize(
    ("field", "number", "part"),
    [
        ("chart.syria.egypt", 5, {"chart": {"syria": {"egypt": 5}}}),
        ("civilization.egypt", 9, {"civilization": {"egypt": 9}}),
        (
            "goods.egypt.acquired.T",
            1,
            {"goods": {"egypt": {"for_trade": {"G": 1}, "acquired": {"S": 2, "T": 1}}}},
        ),
    ],
)
def test_only_what_differs_is_in_it(field: str, number: int, part: dict[str, Any]) -> None:
    wire = CORRECTION.wire(MIDDLE.state, posted(MIDDLE, **{field: number}))
    assert wire == {"type": "correct", "reason": "Counted again.", **part}
    MIDDLE.play(wire)


def test_more_units_than_a_chart_shows_stand_in_full() -> None:
    rows = {"for_trade": {"G": 61}, "acquired": {"S": 500}}
    many = MIDDLE.play({"type": "correct", "reason": "x", "goods": {"egypt": rows}})
    _, egypt = CORRECTION.parts(many.state)["goods"][0]
    assert [field.value for field in egypt] == ["61", "0", "500", "0"]
    with pytest.raises(Refused, match="Nothing has been changed"):
        CORRECTION.wire(many.state, posted(many))


def test_a_game_without_boxes_goods_and_control_has_its_chart_alone() -> None:
    countries = scenario()["players"]
    players = [{key: one[key] for key in ("id", "name", "income", "home")} for one in countries]
    plain = table(players=players, goods={}, trade=None, civilization=None)
    parts = CORRECTION.parts(plain.state)
    assert [part for part, lines in parts.items() if lines] == ["chart"]
