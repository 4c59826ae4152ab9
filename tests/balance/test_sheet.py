"""The report as a sheet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from moderator.features.balance.read import ShownReport, sheet_of
from moderator.sheets.layout.kind import pdf_of
from tests.balance.shared import asked, report_made, wire_of
from tests.support.sheets.reading import faults, page_texts
from tests.support.sheets.structure import departures
from tests.support.web.world import World


@pytest.mark.slow
def test_a_whole_report_is_two_pages_that_are_read_aloud(world: World) -> None:
    report = report_made(world.classroom.instructor, wire_of("1800-bc"))
    about, short = ShownReport(report).about, asked(wire_of("1800-bc"), turns=2)
    for part, count in (
        ("mixed", 60),
        ("order", 4),
        ("kinds", 14),
        ("early", 4),
        ("strategists", 1),
    ):
        played = short if part == "strategists" else about  # they think for long
        tally = played.balance.tally(played.start, part, range(count), played.seed)
        report.played[part] = (count, tally)
    report.save()

    def make() -> bytes:
        return pdf_of(sheet_of(ShownReport(report, world.classroom), world.classroom))

    pdf = make()
    pages = page_texts(pdf)
    assert len(pages) == 2
    text = " ".join(" ".join(pages).split())
    for words in (
        "A title",
        "programs, not students",
        "Instructor only",
        "no Hatti in Syria",
        "Your class",
        f"Seed 1, version {report.version}",
        "By kind of class",
        "Among Strategists",
    ):
        assert words in text
    assert faults(make) == []
    assert departures(pdf) == []

    address, teacher = reverse("balance-pdf", args=[report.pk]), world.browsers["instructor"]
    answer = teacher.get(address, {"class": world.classroom.pk})
    assert answer.content == pdf
    assert "instructor-only-a4.pdf" in answer.headers["Content-Disposition"]
    assert teacher.get(address, {"class": 999}).status_code == 404
