"""The sheets of what was said: whole, readable, and the same for the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moderator.sheets.drawing import Paper
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.snapshot import Said
from tests.support.sheets.cases import STAMP, on_both_papers
from tests.support.sheets.odd import ODD_NAMES
from tests.support.sheets.past import largest, snapshot
from tests.support.sheets.printing import sheet_pdf
from tests.support.sheets.reading import faults, text
from tests.support.sheets.said import said
from tests.support.sheets.structure import flaws, tree

pytestmark = pytest.mark.slow

SAID = [kind for kind in sheets_of("age-of-iron").values() if not kind.is_listed]
HOSTILE = (
    "\u05e0\u05ea\u05e7\u05d5\u05e3 \u05d9\u05d7\u05d3 \u05d0\u05ea \u05d1\u05d1\u05dc?",
    "\u0645\u0631\u062d\u0628\u0627 \N{FIRE}",
    "a\n" * 490,
    "W" * 1000,
    "\ud800\x00 zero\u200bwidth <b>&",
    "many words " * 90,
)


@on_both_papers
@pytest.mark.parametrize("kind", SAID, ids=lambda kind: kind.id)
@pytest.mark.parametrize(
    "names", [pytest.param((), marks=pytest.mark.long), ODD_NAMES], ids=["long", "odd"]
)
def test_long_and_odd_texts_of_ten_countries_are_whole(
    kind: SheetKind, paper: Paper, names: tuple[str, ...]
) -> None:
    now = snapshot(largest(names))
    now = replace(now, said=said(now.seats, HOSTILE, 2, "Only what has been released."))
    assert faults(lambda: sheet_pdf(kind, now, STAMP, paper)) == []
    pdf = sheet_pdf(kind, now, STAMP, paper)
    assert flaws(pdf) == []
    assert sheet_pdf(kind, now, STAMP, paper) == pdf


@pytest.mark.long
def test_the_debrief_has_what_was_said_and_whose_promises_were_kept() -> None:
    now = snapshot(largest())
    kind = sheets_of("age-of-iron")["debrief"]
    without = text(sheet_pdf(kind, now, STAMP))
    assert "What was said" not in without
    now = replace(now, said=said(now.seats, ("Take Syria", "Agreed"), 30))
    assert faults(lambda: sheet_pdf(kind, now, STAMP)) == []
    found = text(sheet_pdf(kind, now, STAMP))
    parts = ("before the turning points", "What else was said", "Promises kept and broken")
    for words in (*parts, "Who kept promises to whom", "“Take Syria”", "more"):
        assert words in found


def test_promises_are_a_table_with_totals_and_a_matrix() -> None:
    now = snapshot(largest())
    seats = now.seats[:4]
    kind = sheets_of("age-of-iron")["promises"]
    pdf = sheet_pdf(kind, replace(now, said=said(seats)), STAMP)
    found = " ".join(text(pdf).split())
    for words in ("Broken (entry 49)", "declined", "accepted after entry 1", "In exchange: Void"):
        assert words in found
    tables = [rows for tag, rows in _flat(tree(pdf)) if tag == "Table"]
    heads = [[tag for tag, _kids in rows[0][1]] for rows in tables]
    assert [set(one) for one in heads] == [{"TH"}] * len(tables)
    assert [len(one) for one in heads] == [7, 7]


def _flat(nodes: list[object]) -> list[tuple[str, list[object]]]:
    """All elements of a structure."""
    found = []
    for node in nodes:
        if isinstance(node, tuple):
            found += [node, *_flat(node[1])]
    return found


@pytest.mark.parametrize("kind", SAID, ids=lambda kind: kind.id)
def test_what_has_not_been_released_is_said_to_be_missing(kind: SheetKind) -> None:
    now = snapshot(largest())
    nothing = replace(now, said=Said(now.seats))
    assert "Nothing has been released yet" in text(sheet_pdf(kind, nothing, STAMP))
    nobody_wrote = replace(now, said=Said(now.seats, has_all=True))
    assert "released" not in text(sheet_pdf(kind, nobody_wrote, STAMP))
