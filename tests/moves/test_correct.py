"""Correcting the chart: only changes are recorded, with the reason."""

import pytest
from django.utils.html import escape

from tests.support.web.reading import read, values
from tests.support.web.tables import Table, seat_down

pytestmark = pytest.mark.slow


def correction(table: Table, **fields: str) -> dict[str, str]:
    page = read(table.laptop.get(table.url("correct")))
    (form,) = [f for f in page.all("form") if "reason" in values(f)]
    return values(form) | fields


def test_only_what_was_changed_is_recorded(table: Table) -> None:
    fields = correction(table, reason="miscounted", **{"chart.yurt.chas": "7"})
    answer = table.laptop.post(table.url("correct"), fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, table.url("console"))
    assert table.entries[-1].move == {
        "type": "correct",
        "reason": "miscounted",
        "chart": {"yurt": {"chas": 7}},
    }


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"reason": "why"}, "Nothing has been changed"),
        ({"chart.yurt.chas": "7"}, "Give the reason"),
        ({"chart.yurt.chas": "7", "reason": "  "}, "Give the reason"),
        ({"chart.yurt.chas": "x", "reason": "why"}, "yurt"),
        ({"chart.yurt.chas": "100000", "reason": "why"}, "99,999"),
    ],
)
def test_a_correction_that_is_none_keeps_what_was_typed(
    table: Table, fields: dict[str, str], sentence: str
) -> None:
    answer = table.laptop.post(table.url("correct"), correction(table, **fields))
    assert answer.status_code == 422
    assert not table.entries
    page = read(answer)
    assert sentence.replace(",", "") in page.text.replace(",", "").replace("’", "'")
    # At the field, if it is about the reason.
    assert bool(page.all("div", id="reason-error")) == (not fields.get("reason", "").strip())
    for name, value in fields.items():
        assert page.one("input", name=name).attributes["value"] == value


def test_boxes_goods_and_control_can_be_corrected(db: None) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential", "control": True})
    fields = correction(
        table,
        reason="the sheet was wet",
        **{
            "civilization.egypt": "12",
            "goods.babylon.for_trade.C": "3",
            "goods.babylon.acquired.T": "1",
            "controlled.cyprus": "hatti",
        },
    )
    assert table.laptop.post(table.url("correct"), fields).status_code == 303
    assert table.entries[-1].move == {
        "type": "correct",
        "reason": "the sheet was wet",
        "civilization": {"egypt": 12},
        "goods": {"babylon": {"for_trade": {"C": 3}, "acquired": {"T": 1}}},
        "controlled": {"cyprus": ["hatti"]},
    }


def test_a_correction_of_an_old_chart_is_kept(table: Table) -> None:
    fields = correction(table, reason="miscounted", **{"chart.yurt.chas": "7"})
    table.record("xen 5")
    answer = table.laptop.post(table.url("correct"), fields)
    assert answer.status_code == 409
    assert len(table.entries) == 1
    page = read(answer)
    assert page.one("input", name="chart.yurt.chas").attributes["value"] == "7"
    assert page.one("input", name="reason").attributes["value"] == "miscounted"


def test_the_reason_stands_in_the_log(table: Table) -> None:
    fields = correction(table, reason="a <b> mistake", **{"chart.yurt.chas": "7"})
    table.laptop.post(table.url("correct"), fields)
    assert escape("a <b> mistake") in table.laptop.get(table.url("console")).content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"turn.x": "1"},
        {"phase.x.y": "1"},
        {"winners.x": ""},
        {"numbers": "controlled", "lists": "", "controlled.syria": "5"},
    ],
)
def test_a_form_that_somebody_has_changed_is_refused(db: None, fields: dict[str, str]) -> None:
    table = seat_down("1800-bc", {"deployment": "sequential", "control": True})
    first = correction(table, reason="why", **{"controlled.syria": "egypt"})
    assert table.laptop.post(table.url("correct"), first).status_code == 303
    answer = table.laptop.post(table.url("correct"), correction(table, reason="why", **fields))
    assert answer.status_code == 422
    assert len(table.entries) == 1
