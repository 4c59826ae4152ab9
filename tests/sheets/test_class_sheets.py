"""Sheets of a whole class: nothing overlaps or leaves the paper, whatever is on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moderator.features.printing.attendance import attendance_part
from moderator.features.printing.of_class.part import AttendanceData, EndedData, ScenarioData
from moderator.features.printing.of_class.results import ended_part, scenario_part
from moderator.sheets.drawing.page import Paper
from moderator.sheets.layout.kind import SheetPart, pdf_of
from tests.support.sheets import of_class
from tests.support.sheets.cases import STAMP
from tests.support.sheets.odd import ODD_NAMES
from tests.support.sheets.reading import faults

Data = ScenarioData | EndedData | AttendanceData

LONG = ("Wolfeschlegelsteinhausenbergerdorff-Weissmann und Söhne", "W" * 40, "l i " * 30)
CASES = {
    "eight groups": of_class.scenario(8),
    "one group": of_class.scenario(1),
    "none finished": of_class.scenario(0),
    "fifty groups of ten": of_class.scenario(50, 10),
    "fifty with equal points": of_class.scenario(50, 3, factor=31, goals=60),
    "long names": of_class.scenario(12, 10, LONG, LONG),
    "odd letters": of_class.scenario(11, 7, ODD_NAMES, ODD_NAMES),
    "ended games": of_class.ended(50),
    "ended games with odd letters": of_class.ended(10, ODD_NAMES),
    "two hundred people": of_class.attendance(200, has_numbers=True),
    "people with long names": of_class.attendance(9, LONG),
    "people with odd letters": of_class.attendance(30, ODD_NAMES, has_numbers=True),
}


def part(data: Data, paper: Paper = "a4") -> SheetPart:
    stamp = replace(STAMP, origin="Made from the logs of 8 games")
    if isinstance(data, ScenarioData):
        return scenario_part(data, stamp, paper)
    if isinstance(data, EndedData):
        return ended_part(data, stamp, paper)
    return attendance_part(data, stamp, paper)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("case", CASES)
def test_nothing_overlaps_or_leaves_the_paper(case: str, paper: Paper) -> None:
    assert not faults(lambda: pdf_of([part(CASES[case], paper)]))
