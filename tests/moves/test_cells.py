"""Pressing a cell of the chart: what can be done there, a preview, and recording; no script."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table


def panel(table: Table, query: str) -> Element:
    """The console with the panel, as a browser without a script shows it."""
    return read(table.laptop.get(f"{table.url('console')}?{query}")).id("cell")


def out(table: Table, **fields: str) -> str:
    """What the form of the panel would do with these fields."""
    return read(table.laptop.get(table.url("cell"), fields)).id("cell-out").text


def test_a_cell_is_a_button_on_the_console_alone(table: Table) -> None:
    cells = [
        b.attributes["value"] for b in table.console().all("button") if "value" in b.attributes
    ]
    assert {"ariel.yurt", "dirk.zen"} <= set(cells)
    phone = Client().get(table.url("chart")).content.decode()
    assert 'form="cells"' not in phone


def test_it_says_what_would_happen_and_records_it(table: Table) -> None:
    shown = panel(table, "cell=ariel.yurt")
    assert "Ariel in Yurt" in shown.text
    assert "First place the 10 RFs" in panel(table, "cell=ariel.yurt&tab=attack").text
    fields = values(shown.one("form"))
    assert "6 → 9" in out(table, **fields | {"rfs": "3"})
    assert "at most 10 can be placed" in out(table, **fields | {"rfs": "11"})
    assert table.laptop.post(table.url("move"), fields | {"rfs": "3"}).status_code == 303
    assert table.chart["yurt"]["ariel"] == 9


def test_a_form_that_is_not_recorded_comes_back_with_its_number(table: Table) -> None:
    fields = values(panel(table, "cell=ariel.yurt").one("form"))
    table.record("xen 5")
    answer = table.laptop.post(table.url("move"), fields | {"rfs": "4"})
    assert answer.status_code == 409
    shown = read(answer).id("cell")
    assert "somebody else" in shown.text
    assert values(shown.one("form"))["rfs"] == "4"


def test_nobody_rolls_a_die_but_the_table(table: Table) -> None:
    table.record("xen 5", "yurt 5")
    shown = panel(table, "cell=ariel.yurt&pick=chas")
    assert values(shown.one("form")).get("rfs", "") == ""
    assert "How many" in shown.text


@pytest.mark.parametrize(
    "query", ["cell=nobody.yurt", "cell=ariel.atlantis", "cell=x", "form=cell"]
)
def test_there_is_no_such_cell(table: Table, query: str) -> None:
    answer = table.laptop.get(f"{table.url('cell')}?{query}")
    assert answer.status_code == 200
    assert not answer.content.strip()


def test_a_slip_is_covered_unless_the_moderator_writes_it(orders: Table) -> None:
    fields = values(panel(orders, "cell=egypt.nubia").one("form"))
    url = orders.url("console") + "slips/egypt/"
    assert orders.laptop.post(url, fields | {"rfs": "4"}).status_code == 303
    assert "0 → 4" in panel(orders, "cell=egypt.nubia").text  # the moderator writes it
    again = values(panel(orders, "cell=egypt.syria").one("form"))
    assert orders.laptop.post(url, again | {"rfs": "7"}).status_code == 303
    covered = panel(orders, "cell=egypt.nubia")
    assert "sealed" in covered.text
    assert "→" not in covered.text
    assert "0 → 4" in panel(orders, "cell=egypt.nubia&tab=deploy&pick=peek").text
    assert orders.laptop.post(url, fields | {"rfs": "1"}).status_code == 409
