"""Names in every script: which glyphs are printed, where, and what programs read back."""

import io
import re
import shutil
import subprocess
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.canvas import PdfMetadata, SheetPart, pdf
from moderator.sheets.drawing.fonts import ELLIPSIS
from tests.support.programs import is_missing
from tests.support.sheets.cases import STAMP

pytestmark = [pytest.mark.extra("fonts"), pytest.mark.slow]

NAMES = {
    "Chinese": "李明",
    "Japanese": "山田さくら",
    "Korean": "김민준",
    "Thai": "สมชาย ใจดี",
    "Tamil": "அனிதா குமார்",
    "Devanagari": "अनिता शर्मा",
    "Bengali": "শ্রেয়া ঘোষ",
    "Georgian": "გიორგი",
    "Armenian": "Հայկ Պետրոսյան",
    "Ethiopic": "ኃይለ ሥላሴ",
    "Sinhala": "ශ්\u200dරී ලංකා",
    "Myanmar": "မြန်မာ",
    "Khmer": "ខ្មែរ",
    "Telugu": "తెలుగు",
    "Gujarati": "ગુજરાતી",
    "Emoji": "Anna 👩🏽\u200d🚀",
    "Hebrew": "שלום अनिता",
}
PLAIN = {"Chinese", "Japanese", "Korean", "Thai", "Georgian", "Armenian", "Ethiopic"}
"""Each of their glyphs is a letter, so that they are read without a text beside them."""


def printed(*names: str, face: str = "plain") -> bytes:
    page = Page()
    for k, name in enumerate(names):
        page.text(50, 50 + 30 * k, name, 20, is_bold=face == "bold", is_serif=face == "serif")
    about = PdfMetadata("Names", "", "", "en", STAMP.at)
    return pdf([SheetPart([page], (595, 842), about)], about)


@pytest.mark.parametrize("script", NAMES)
def test_poppler_reads_the_name(script: str, tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        is_missing("pdftotext is not installed (poppler-utils)")
    file = tmp_path / "names.pdf"
    file.write_bytes(printed(NAMES[script]))
    command = ["pdftotext", "-raw", str(file), "-"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if script == "Hebrew":  # which Poppler turns round once more
        assert "अनिता" in found
    else:
        assert found.strip() == NAMES[script]
    assert fonts.missing_letters(NAMES[script]) == []


@pytest.mark.parametrize("face", ["plain", "bold", "serif"])
def test_pypdf_reads_scripts_whose_glyphs_are_letters(face: str) -> None:
    names = [NAMES[script] for script in NAMES if script in PLAIN]
    file = PdfReader(io.BytesIO(pdf_bytes := printed(*names, face=face)))
    assert file.pages[0].extract_text().split("\n") == names
    assert b"/ActualText" not in file.pages[0].get_contents().get_data()
    assert pdf_bytes == printed(*names, face=face)


def shown(pdf_bytes: bytes) -> list[tuple[str, list[int]]]:
    """For each font of the extra, its kind and the glyphs that the page shows, in their order."""
    page = PdfReader(io.BytesIO(pdf_bytes)).pages[0]
    content = page.get_contents().get_data().decode("latin-1")
    found = []
    for name, at in re.findall(r"/(\w+) [\d.]+ Tf ((?:\[[^]]*\] TJ ?|[\d.-]+ Ts ?)+)", content):
        kind = page["/Resources"]["/Font"][f"/{name}"]["/BaseFont"]
        found.append((kind.split("+")[1], [int(one, 16) for one in re.findall("<(....)>", at)]))
    return found


def outlines(file: Any, numbers: list[int]) -> list[list[tuple[str, tuple[float, ...]]]]:
    """What the glyphs look like."""
    import uharfbuzz as hb

    class Pen:
        def __init__(self) -> None:
            self.steps: list[tuple[str, tuple[float, ...]]] = []

        def __getattr__(self, name: str) -> Any:
            def step(*points: tuple[float, float]) -> None:
                self.steps.append((name, tuple(round(n) for point in points for n in point)))

            return step

    drawn = []
    for number in numbers:
        pen = Pen()
        (file if isinstance(file, hb.Font) else hb.Font(file)).draw_glyph_with_pen(number, pen)
        drawn.append(pen.steps)
    return drawn


@pytest.mark.parametrize("style", ["Regular", "Bold"])
@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("Devanagari", "शर्मा"),
        ("Devanagari", "अनिता"),
        ("Bengali", "শ্রেয়া"),
        ("Tamil", "அனிதா"),
        ("Thai", "ใจดี"),
        ("Emoji", "👩🏽\u200d🚀"),
        ("Ethiopic", "ኃይለ"),
    ],
)
def test_the_file_has_the_glyphs_that_harfbuzz_chose(script: str, text: str, style: str) -> None:
    import uharfbuzz as hb

    opened = fonts.opened(fonts.ShapedFont(script, style))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(opened, buffer)
    wanted = [info.codepoint for info in buffer.glyph_infos]
    made = printed(text, face="plain" if style == "Regular" else "bold")
    ((name, numbers),) = shown(made)
    assert name == f"NotoSans{script}-{style}"
    font = PdfReader(io.BytesIO(made)).pages[0]["/Resources"]["/Font"][f"/{script}{style}"]
    below = font["/DescendantFonts"][0].get_object()
    file = hb.Face(below["/FontDescriptor"]["/FontFile2"].get_data())
    em = opened.face.upem
    as_is = hb.Font(opened.face)
    as_is.set_variations({"wght": fonts.WEIGHTS[style]})
    for ours, theirs in zip(outlines(file, numbers), outlines(as_is, wanted), strict=True):
        assert [step for step, _ in ours] == [step for step, _ in theirs]
        both = zip(chain(*(at for _, at in ours)), chain(*(at for _, at in theirs)), strict=True)
        assert all(abs(a - b) <= 1 for a, b in both)  # rounded once more
    advances = sum(place.x_advance for place in buffer.glyph_positions)
    assert fonts.width(text, 1, "plain" if style == "Regular" else "bold") == advances / 1000
    assert below["/W"][1][numbers[0]] == round(
        hb.Font(file).get_glyph_h_advance(numbers[0]) * 1000 / em
    )


def test_letters_that_combine_are_put_together() -> None:
    """The vowel i stands before its consonant, and r above the next one's end."""
    anita = fonts.shaped(fonts.ShapedFont("Devanagari", "Regular"), "अनिता")
    assert "".join(glyph.text for glyph in anita) == "अिनता"
    sharma = fonts.shaped(fonts.ShapedFont("Devanagari", "Regular"), "शर्मा")
    assert "".join(glyph.text for glyph in sharma) == "शमार्"


def test_han_is_written_in_the_way_of_the_names_language() -> None:
    assert [
        {font.script for font, *_ in fonts.runs(text, "plain")}
        for text in ("直美", "直美さん", "直美 씨".replace(" ", ""))
    ] == [{"SC"}, {"JP"}, {"KR"}]


def test_a_text_is_cut_and_wrapped_between_letters_that_stand_together() -> None:
    name = "शर्मा" * 40
    for room in range(20, 60):
        pieces = [*fonts.wrap(name, 10, room), fonts.cut(name, 10, room).removesuffix(ELLIPSIS)]
        assert "".join(pieces[:-1]) == name
        assert all(re.fullmatch("(?:श|र्?|मा?|र्मा?)+", piece) for piece in pieces)
        assert all(fonts.width(piece, 10) <= room for piece in pieces)


def test_a_file_has_only_the_glyphs_that_it_uses() -> None:
    without, one = printed("Anna"), printed("Anna 李")
    assert 500 < len(one) - len(without) < 2_500
    assert len(printed("Anna 李" * 20)) - len(one) < 500
