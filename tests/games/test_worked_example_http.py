"""The rule text's worked example over HTTP, as posts of the forms that the console shows."""

import io
import json
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, cells_of, chart_of
from tests.support.web.worked_example import PRESENCES, START, STEPS, chart


def public(table: Table) -> Element:
    """The chart for somebody who only has the code."""
    return read(Client().get(table.url("chart")))


def by_form(table: Table, form: str, choice: str, number: int | None) -> Any:
    """Posts one of the console's forms as a browser would, filled in by hand."""
    found = [f for f in table.console().all("form") if values(f).get("form") == form]
    assert len(found) == 1, f"no form {form}"
    fields = values(found[0])
    if choice:
        (radio,) = (
            label.one("input").attributes
            for label in found[0].all("label")
            if label.text.startswith(choice) and label.all("input")
        )
        fields["choice"] = radio["value"]
        assert number is not None
        assert int(radio["data-low"]) <= number <= int(radio["data-high"])
        fields[fields["numbers"]] = str(number)
    return table.send(fields)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["command line", "forms"])
def test_every_step_leaves_the_chart_of_the_text(table: Table, way: str) -> None:
    assert chart_of(public(table)) == chart_of(table.console()) == chart(START)
    for number, (line, (form, choice, rfs), expected) in enumerate(STEPS, start=1):
        answer = table.say(line) if way == "command line" else by_form(table, form, choice, rfs)
        assert answer.status_code == 303, (line, read(answer).id("answer").text)
        assert answer.headers["Location"] == table.url("console")
        assert len(table.entries) == number
        if expected:
            assert table.chart == chart(expected), line
        if way == "forms" or number == len(STEPS):  # the pages are the same, whatever was pressed
            assert chart_of(public(table)) == chart_of(table.console()) == table.chart


@pytest.mark.slow
def test_it_ends_with_the_presences_of_the_text(table: Table) -> None:
    table.record(*(line for line, _, _ in STEPS))
    page = public(table)
    presences = {
        region: [
            player
            for player, cell in row.items()
            if "presence" in cell.attributes.get("class", "") and "Presence" in cell.text
        ]
        for region, row in cells_of(page).items()
    }
    assert presences == PRESENCES
    assert "The game is over" in page.one("div", class_="now").text
    # Nothing in it earns Victory Points: the text ends with who has a Presence where.
    assert "Victory Points" not in page.one("div", class_="now").text
    assert page.id("points").text == "Presences at the end"


@pytest.mark.slow
def test_the_chart_comes_out_of_the_printer(table: Table) -> None:
    table.record(*(line for line, _, _ in STEPS))
    for name in ("chart-pdf", "score-pdf"):
        for paper in ("a4", "letter"):
            answer = table.laptop.get(table.url(name), {"paper": paper})
            assert answer.status_code == 200
            text = "".join(p.extract_text() for p in PdfReader(io.BytesIO(answer.content)).pages)
            has_hash = table.entries[-1].hash[:16] in text.replace(" ", "").replace("\n", "")
            assert has_hash == (name == "score-pdf")
            assert {"Ariel", "Beauregard", "Chas", "Dirk"} <= set(text.split())


@pytest.mark.slow
def test_its_record_has_every_move(table: Table) -> None:
    table.record(*(line for line, _, _ in STEPS))
    record = json.loads(table.laptop.get(table.url("record")).content)
    assert len(record["moves"]) == len(STEPS)
    assert record["log"]["hash"] == table.entries[-1].hash
