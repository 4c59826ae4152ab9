"""What a spreadsheet makes of the files of grades: the same values, and no formula and no link."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from moderator.core.models import Classroom, Group
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from tests.grades.test_files import CANVAS, MOODLE, Page, page
from tests.support.hostile_names import NAMES
from tests.support.programs import is_missing

pytestmark = pytest.mark.long
__all__ = ["page"]

FILES = ("csv", "canvas", "moodle", "attendance", "messages", "promises")
COMMA, SEMICOLON = "CSV:44,34,76,1", "CSV:59,34,76,1"
ALL_SHEETS = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


def convert(folder: Path, to: str, out: str, read_as: str, *files: Path) -> Path:
    """Opens the files in LibreOffice, and stores what it has read."""
    profile = f"-env:UserInstallation=file://{folder}/profile"
    options = [f"--infilter={read_as}"] if read_as else []
    command = ["soffice", "--headless", profile, *options, "--convert-to", to]
    subprocess.run(
        [*command, "--outdir", folder / out, *files], check=True, capture_output=True, timeout=300
    )
    return folder / out


def cells(file: Path) -> list[list[Any]]:
    """The cells of the first sheet as texts, without empty ones at the end of a row."""
    sheet = load_workbook(file).worksheets[0]
    rows = []
    for row in sheet.iter_rows():
        assert not [cell for cell in row if cell.data_type == "f" or cell.hyperlink], file
        rows.append(plain("" if cell.value is None else cell.value for cell in row))
    return rows


def plain(row: Any) -> list[str]:
    """Numbers and times as spreadsheets have them, and line ends as XML does."""
    texts = (f"{one:%Y-%m-%d %H:%M}" if isinstance(one, datetime) else str(one) for one in row)
    found = [text.replace("_x000D_", "").replace("\r", "") for text in texts]
    found = [str(float(one)) if is_number(one) else one for one in found]
    while found and not found[-1]:
        found.pop()
    return found


def is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdecimal() and text.isascii()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if shutil.which("soffice") is None:
        is_missing("LibreOffice (apt install libreoffice-calc)")
    return tmp_path


def test_a_formula_is_one_where_nobody_prevents_it(folder: Path) -> None:
    (folder / "bad.csv").write_text("name\n=1+1\n")
    out = convert(folder, "xlsx", "out", COMMA, folder / "bad.csv")
    assert load_workbook(out / "bad.xlsx").worksheets[0]["A2"].data_type == "f"


def test_csv_files(page: Page, classroom: Classroom, groups: list[Group], folder: Path) -> None:
    names = [name for name in NAMES if name.strip() and len(name) <= 80 and name.isprintable()]
    names += ["Ann;=1+1", "Bob,=2+2", 'Cid","=3+3']
    roster_import(classroom, [ReadName(1, name, name[:40]) for name in names], is_replacing=False)
    written = {f"{name}.csv": page.file(name) for name in FILES}
    exported = io.StringIO(CANVAS)
    exported.seek(0, io.SEEK_END)
    csv.writer(exported).writerows(
        [name, k, name, name, "Tue", name] for k, name in enumerate(names)
    )
    written["canvas-filled.csv"] = page.filled(exported.getvalue().encode())[1]
    for name, data in written.items():
        (folder / name).write_bytes(data)
    files = [folder / name for name in written]
    out = convert(folder, "xlsx", "out", COMMA, *files)
    for name, data in written.items():
        text = io.StringIO(data.decode("utf-8-sig"), newline="")
        rows = list(map(plain, csv.reader(text)))
        assert cells((out / name).with_suffix(".xlsx")) == rows, name
    # Whoever opens them where lists have semicolons gets other cells, and no formula either.
    out = convert(folder, "xlsx", "semicolons", SEMICOLON, *files)
    for name in written:
        cells((out / name).with_suffix(".xlsx"))


def test_workbooks(page: Page, folder: Path) -> None:
    (folder / "grades.xlsx").write_bytes(page.file("xlsx"))
    out = convert(folder, ALL_SHEETS, "out", "", folder / "grades.xlsx")
    book = load_workbook(folder / "grades.xlsx")
    for sheet in book:
        rows = [plain("" if one is None else one for one in row) for row in sheet.values]
        with (out / f"grades-{sheet.title}.csv").open(encoding="utf-8", newline="") as file:
            assert list(map(plain, csv.reader(file))) == rows
    again = convert(folder, "xlsx", "again", "", folder / "grades.xlsx")
    assert len(cells(again / "grades.xlsx")) == 14
    (folder / "moodle.csv").write_text(MOODLE)
    exported = convert(folder, "xlsx", "moodle", SEMICOLON, folder / "moodle.csv") / "moodle.xlsx"
    (folder / "filled.xlsx").write_bytes(page.filled(exported.read_bytes())[1])
    filled = cells(convert(folder, "xlsx", "filled", "", folder / "filled.xlsx") / "filled.xlsx")
    assert [row[4] for row in filled[1:]] == ["100.0", "79.5", "79.5", "-", "-", "0.0", "79.5"]
