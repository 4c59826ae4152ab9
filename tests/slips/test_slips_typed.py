"""Order slips that the moderator types on the console."""

from __future__ import annotations

import pytest

from tests.support.web.reading import read, values
from tests.support.web.slip_panel import draft, heard, panel, said, slip
from tests.support.web.tables import Table


def test_a_typed_slip_is_sealed_when_it_is_complete(orders: Table) -> None:
    answer = read(said(orders, "e nub4 pal3")).id("answer").text
    assert "Nubia 4 (0 → 4)" in answer
    assert "4 left" in answer
    assert not slip(orders).is_sealed
    assert "you write it · 4 left" in panel(orders).text
    assert "complete and sealed" in read(said(orders, "egypt civ4")).id("answer").text
    assert slip(orders).is_sealed
    assert not orders.entries
    assert "3 left" in read(said(orders, "e pal0")).id("answer").text
    assert not slip(orders).is_sealed
    assert [order["rfs"] for order in slip(orders).orders] == [4, 4]


def test_a_typed_slip_without_a_script_leads_back_to_the_console(orders: Table) -> None:
    answer = orders.say("e nub4")
    assert answer.status_code == 303
    page = read(orders.laptop.get(answer.headers["Location"]))
    assert "7 left" in page.id("answer").text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("e nub12", "RFs"),
        ("e nub5 civ7", "Egypt has 11 RFs in hand, so at most 11 can be placed, not 12."),
        ("e b4", "could be Babylon or building"),
        ("nub4", "Which country writes this"),
        ("seal e", "Place 11 more first"),
        ("reveal", "4 slips are not sealed"),
    ],
)
def test_what_the_rules_refuse_is_kept_in_the_line(orders: Table, text: str, says: str) -> None:
    answer = orders.say(text)
    assert answer.status_code == 422
    page = read(answer)
    assert page.id("command").attributes["value"] == text
    assert says in page.text
    assert slip(orders).version == 0


def test_the_preview_says_what_is_understood_and_what_is_left(orders: Table) -> None:
    assert "Nubia 4 (0 → 4), civilization 4 (0 → 4) · 3 left" in heard(orders, "e nub4 civ4")
    assert "complete and sealed" in heard(orders, "e nub11")
    assert "4 slips are not sealed" in heard(orders, "reveal")
    assert slip(orders).version == 0
    assert "11" not in heard(orders, "e nu")


def test_a_line_typed_for_an_older_slip_is_late_and_kept(orders: Table) -> None:
    form = orders.forms()["say"]
    draft(orders)
    late = orders.send(form, text="e nub4 pal3 civ4")
    assert late.status_code == 409
    page = read(late)
    assert page.id("command").attributes["value"] == "e nub4 pal3 civ4"
    assert "slip has been sealed, opened or changed" in page.id("answer").text
    assert len(slip(orders).orders) == 1
    # The new form knows the draft, on which the line is added.
    assert orders.send(values(page.one("form", id="say")), text="e nub4").status_code == 303
    assert len(slip(orders).orders) == 2


def test_the_same_key_writes_once(orders: Table) -> None:
    form = orders.forms()["say"]
    for _ in range(2):
        assert orders.send(form, text="e nub4").status_code == 303
    assert slip(orders).version == 1
    assert orders.send(form, text="e nub4 pal7").status_code == 409
