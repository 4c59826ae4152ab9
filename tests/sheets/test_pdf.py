"""The files: the same bytes each time, everything embedded, nothing requested."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.role import briefing_sheet, role_sheets
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.snapshot import Stamp
from tests.support.sheets.cases import HASH, STAMP, full, mid_game, worked_example
from tests.support.sheets.odd import odd_view
from tests.support.sheets.printing import view_pdf
from tests.support.sheets.reading import reader, text
from tests.support.sheets.side_games import moments

pytestmark = pytest.mark.slow

PRINT_HASHES = """
import django, hashlib
django.setup()
from moderator.sheets.age_of_iron.chart import chart_sheet
from moderator.sheets.age_of_iron.score import score_sheet
from moderator.sheets.age_of_iron.role import briefing_sheet, role_sheets
from tests.support.sheets.printing import chart_sheet as chart, score_sheet as score, view_pdf
from tests.support.sheets.cases import STAMP, full, mid_game
from tests.support.sheets.odd import odd_view
from tests.support.sheets.side_games import at, moments
for view in (mid_game(), full(10, 12), odd_view()):
    for pdf in (view_pdf(chart_sheet, view, STAMP), view_pdf(score_sheet, view, STAMP, "letter"),
                view_pdf(briefing_sheet, role_sheets(view, {"egypt": "You are Egypt."}), STAMP)):
        print(hashlib.sha256(pdf).hexdigest())
for path, number in moments()[3::5]:
    now, lines = at((path, number))
    for pdf in (chart(now, STAMP), score(now, STAMP, "letter", lines)):
        print(hashlib.sha256(pdf).hexdigest())
"""


def _in_a_process_of_its_own(seed: str) -> list[str]:
    env = {**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    env["TZ"] = "Asia/Tokyo" if seed == "1" else "America/Lima"
    done = subprocess.run(
        [sys.executable, "-c", PRINT_HASHES], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.long
def test_the_same_record_gives_the_same_bytes_in_any_process() -> None:
    first, second = _in_a_process_of_its_own("1"), _in_a_process_of_its_own("2")
    assert first == second
    assert len(set(first)) == len(first) == 9 + 2 * len(moments()[3::5])


def test_sheets_made_at_once_do_not_mix() -> None:
    views = [mid_game(), worked_example(), full(6, 12), odd_view()] * 3
    alone = [view_pdf(chart_sheet, view, STAMP) for view in views]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda view: view_pdf(chart_sheet, view, STAMP), views))
    assert together == alone


@pytest.mark.parametrize("view", [mid_game(), odd_view()], ids=["1800 B.C.", "odd names"])
def test_every_font_is_embedded_and_nothing_is_linked(view: object) -> None:
    for pdf in (view_pdf(chart_sheet, view, STAMP), view_pdf(score_sheet, view, STAMP)):
        file = reader(pdf)
        for page in file.pages:
            assert "/Annots" not in page
            assert "/XObject" not in page["/Resources"]
            fonts = page["/Resources"]["/Font"]
            assert fonts
            for font in fonts.values():
                one = font.get_object()
                one = one.get("/DescendantFonts", [one])[0].get_object()
                assert {"/FontFile2", "/FontFile3"} & set(one["/FontDescriptor"])
        for word in (b"/JavaScript", b"/URI", b"/EmbeddedFile", b"/Launch", b"/OpenAction"):
            assert word not in pdf


def test_the_file_says_what_it_is() -> None:
    file = reader(view_pdf(score_sheet, mid_game(), STAMP))
    assert file.metadata.title == "1800 B.C. – Score sheet – Group Kanesh"
    assert file.metadata.author == "Group Kanesh"
    assert file.metadata.creation_date == file.metadata.modification_date == STAMP.at
    assert file.metadata.subject == "Game 3, after entry 41 of its log, id k7Qm2"
    assert file.trailer["/Root"]["/Lang"] == "en"
    assert file.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]
    parts = [entry["/Title"] for entry in reader(view_pdf(chart_sheet, mid_game(), STAMP)).outline]
    assert parts[:2] == ["Game Chart", "If the game ended now"]


def test_the_file_says_odd_names_too() -> None:
    stamp = replace(STAMP, group_name="\ud800 😀 שלום\x00")
    assert (
        reader(view_pdf(chart_sheet, odd_view(), stamp)).metadata.author == "\ufffd 😀 שלום\ufffd"
    )


def test_another_entry_gives_another_sheet() -> None:
    later = replace(STAMP, entries=42, hash="f" * 64)
    assert view_pdf(chart_sheet, mid_game(), STAMP) != view_pdf(chart_sheet, mid_game(), later)


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC", "21 November 2026, 23:30 (UTC)"),
        ("America/New_York", "21 November 2026, 18:30 (America/New_York, UTC-05:00)"),
        ("Asia/Kathmandu", "22 November 2026, 05:15 (Asia/Kathmandu, UTC+05:45)"),
    ],
)
def test_the_time_is_the_classs(zone: str, said: str) -> None:
    at = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
    assert said in text(view_pdf(chart_sheet, mid_game(), replace(STAMP, at=at, time_zone=zone)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hash": "0" * 63}, "64 hexadecimal"),
        ({"hash": "G" * 64}, "64 hexadecimal"),
        ({"game_number": 0}, "from 1"),
        ({"entries": -1}, "from 0"),
        ({"at": datetime(2026, 11, 21)}, "says its zone"),  # noqa: DTZ001
        ({"time_zone": "Atlantis/Capital"}, "No time zone"),
        ({"time_zone": "../etc/passwd"}, "No time zone"),
        ({"time_zone": ""}, "No time zone"),
    ],
)
def test_a_stamp_that_is_none_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        replace(STAMP, **change)


def test_a_game_without_entries_has_a_sheet() -> None:
    at = datetime(2026, 11, 21, tzinfo=UTC)
    stamp = Stamp("Kanesh", at, hash=HASH)
    page = text(view_pdf(score_sheet, worked_example(0), stamp))
    assert "Game 1, after entry 0 of its log" in page
    assert HASH in page
    assert view_pdf(briefing_sheet, role_sheets(mid_game(), {}), stamp).startswith(b"%PDF-1.")
