"""The report as a sheet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from moderator.features.balance.models import BalanceReport
from moderator.features.balance.read import ShownReport
from moderator.features.balance.sheet import sheet_of
from moderator.sheets.layout.kind import pdf_of
from tests.balance.shared import report_made, wire_of
from tests.support.sheets.reading import faults, page_texts
from tests.support.sheets.structure import departures
from tests.support.web.world import World


@pytest.fixture
def report(world: World) -> BalanceReport:
    """With a few games of each part."""
    found = report_made(world.classroom.instructor, wire_of("900-bc"))
    about = ShownReport(found).about
    for part in about.balance.parts:
        count = 14 if part == "kinds" else 2
        found.played[part] = (count, about.balance.tally(about.start, part, range(count), 1))
    found.save()
    return found


@pytest.mark.slow
def test_a_whole_report_is_two_pages_that_are_read_aloud(
    world: World, report: BalanceReport
) -> None:
    def make() -> bytes:
        return pdf_of(sheet_of(ShownReport(report, world.classroom), world.classroom))

    pages = page_texts(make())
    assert len(pages) == 2
    text = " ".join(" ".join(pages).split())
    for words in (
        "900 B.C.",
        "programs, not students",
        "Instructor only",
        "Phoenicia",
        "Your class",
        "Seed 1, version",
        "Among Strategists",
    ):
        assert words in text
    assert faults(make) == []
    assert departures(make()) == []


def test_it_is_a_file_for_the_instructor(world: World, report: BalanceReport) -> None:
    address = reverse("balance-pdf", args=[report.pk])
    teacher = world.browsers["instructor"]
    answer = teacher.get(address, {"class": world.classroom.pk})
    assert answer.content.startswith(b"%PDF")
    assert "instructor-only-a4.pdf" in answer.headers["Content-Disposition"]
    assert teacher.get(address, {"class": 999}).status_code == 404
