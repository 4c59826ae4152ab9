"""Forms for order slips that were made in an older Game-turn."""

from __future__ import annotations

from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table


def form_with(page: Element, field: str) -> dict[str, str]:
    return next(values(form) for form in page.all("form") if field in values(form))


def test_forms_of_an_older_turn_change_no_slip(orders: Table) -> None:
    laptop, slip = orders.laptop, orders.url("move").replace("move", "slips/egypt")
    line = orders.forms()["say"]
    orders.record("e nub4")
    clear = form_with(read(laptop.get(slip)), "version")
    fill = form_with(read(laptop.get(orders.url("slips-fill"))), "versions")
    orders.record("e pal3 civ4", "b bab 11", "a ass 11", "h hat 10", "reveal", *["end"] * 4)
    orders.record("e nub4")  # the versions are the same as when the forms were made

    assert laptop.post(slip, {**clear, "do": "clear"}).status_code == 409
    assert orders.send(line, text="b bab 3").status_code == 409
    assert laptop.post(orders.url("slips-fill"), fill).status_code == 409
    assert orders.forms()["say"]["slips"] == "egypt:1 babylon:0 assyria:0 hatti:0"
