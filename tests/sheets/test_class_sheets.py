"""Sheets of a whole class: nothing overlaps or leaves the paper, whatever is on them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import pytest

from moderator.features.printing.class_parts import (
    AttendanceData,
    ResultsData,
)
from moderator.features.printing.class_sheets import attendance_part
from moderator.features.printing.results import results_part
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.drawing.marks import INK, PAPER, Rectangle, Stroke, Text
from moderator.sheets.layout.kind import pdf_of
from tests.support.sheets import of_class
from tests.support.sheets.cases import STAMP, on_both_papers
from tests.support.sheets.odd import ODD_NAMES
from tests.support.sheets.reading import faults, marks

Data = ResultsData | AttendanceData

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
    about = {"title": "1800 B.C.", "copyright": "AGE OF IRON is Copyright, 2012."}
    if any(name in repr(data) for name in ODD_NAMES[1:2]):
        about["title"] = ODD_NAMES[0]
    stamp = replace(STAMP, origin="Made from the logs of 8 games", **about)
    if isinstance(data, ResultsData):
        return results_part(data, stamp, paper)
    return attendance_part(data, stamp, paper)


@pytest.mark.slow
@on_both_papers
@pytest.mark.parametrize("case", CASES)
def test_nothing_overlaps_or_leaves_the_paper(case: str, paper: Paper) -> None:
    made = part(CASES[case], paper)
    assert not faults(lambda: pdf_of([made]))
    rows = defaultdict(list)  # bars that count groups, by the line on which they stand
    for mark in (mark for page in made.pages for mark in page.marks):
        if isinstance(mark, Rectangle) and (mark.fill, mark.thickness) == (PAPER, 0.6):
            rows[round(mark.y + mark.height, 2)].append(mark)
    assert len(rows) == (3 if case == "fifty with equal points" else 0)
    for bars in rows.values():
        for one, after in pairwise(sorted(bars, key=lambda bar: bar.x)):
            assert one.x + one.width <= after.x + 0.01


def test_bars_have_a_part_for_each_group() -> None:
    pages, _ = marks(lambda: pdf_of([part(of_class.scenario(8))]))
    drawn = [mark for page in pages for mark in page]
    boxes = [mark for mark in drawn if isinstance(mark, Rectangle)]
    bars = [mark for mark in boxes if (mark.fill, mark.thickness) == (PAPER, 0.5)]
    counts = set()
    for bar in bars:
        (black,) = (one for one in boxes if one.fill == INK and (one.x, one.y) == (bar.x, bar.y))
        lines = {
            round((mark.x1 - bar.x) / bar.width * 8, 3)
            for mark in drawn
            if isinstance(mark, Stroke) and mark.x1 == mark.x2 and bar.y == mark.y1
        }
        count = round(black.width / bar.width * 8)
        assert lines >= set(range(count + 1, 8))
        counts.add(count)
    assert counts >= {0, 1, 7, 8}


def test_what_stands_out_is_bold_or_serif() -> None:
    (page,), _ = marks(lambda: pdf_of([part(of_class.scenario(2))]))
    said = defaultdict(list)
    for mark in page:
        if isinstance(mark, Text):
            said[mark.face].append(mark.text)
    assert said["serif"][:2] == ["1800 B.C.", "Class results"]
    circles = "The same country in 2 groups E Egypt 1 2 0 B Babylon 1 2 0 A Assyria 1 2 2 H"
    assert circles in " ".join(said["bold"])


def test_only_the_first_of_a_group_are_white_on_black() -> None:
    """Two share the first place of the first group; all players of the second are apart."""
    data = of_class.scenario(2)
    tie, apart = (
        replace(
            group,
            scores=tuple(
                replace(one, points=points, place=place, names=())
                for one, (points, place) in zip(group.scores, scores, strict=True)
            ),
        )
        for group, scores in zip(
            data.groups,
            (((71, 1), (71, 1), (63, 3), (62, 4)), ((54, 2), (85, 1), (53, 3), (52, 4))),
            strict=True,
        )
    )
    pages, _ = marks(lambda: pdf_of([part(replace(data, groups=(tie, apart)))]))
    drawn = [mark for page in pages for mark in page]
    points = {f"{score.points}" for group in (tie, apart) for score in group.scores}
    texts = [mark for mark in drawn if isinstance(mark, Text) and mark.text in points]
    plates = [mark for mark in drawn if isinstance(mark, Rectangle) and mark.fill == INK]
    on_black = [
        text.text
        for text in texts
        for plate in plates
        if plate.x <= text.x <= plate.x + plate.width
        and plate.y <= text.y <= plate.y + plate.height
    ]
    assert on_black == ["71", "71", "85"]
    assert [text.text for text in texts if text.colour == PAPER] == on_black
