"""Fonts of scripts whose letters have to be placed: the extra `fonts`, with HarfBuzz.

Of each font a PDF has the glyphs that it uses, as a font of its own: TrueType, or CFF for Chinese,
Japanese and Korean, in one weight of the variable font.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFStream, PDFZCompress

from moderator.sheets.drawing.operators import Written, number_of, text_string

try:
    import manimgx_fonts
    import manimgx_fonts_cjk
    import uharfbuzz as hb
except ImportError:
    IS_HERE = False
else:
    IS_HERE = True

UNITS = 1000
"""How many units of a glyph's places and widths are the font's size, in PDFs."""
NOTHING = "\u200b"
"""For glyphs that stand for no letter: each has to stand for something (ISO 14289-1, 7.21.7)."""
WEIGHTS = {"Regular": 400, "Bold": 700}
# A letter is looked for in one after the other.
SCRIPTS = (
    "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada",
    "Malayalam", "Sinhala", "Thai", "Lao", "Myanmar", "Khmer", "Georgian", "Armenian", "Ethiopic",
)  # fmt: skip
EMOJI, SYMBOLS = "Emoji", "Symbols"
# The faces of one file, in its order; they differ in how they write the same characters.
HAN = ("JP", "KR", "SC")

LEFT_OUT = ("GDEF", "GPOS", "GSUB", "OS/2", "STAT", "cmap", "gasp", "name", "post", "vhea", "vmtx")
"""Tables of fonts that a PDF doesn't need (ISO 32000-1, 9.9)."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph's number in its font, its place and its advance; `text` is what it stands for."""

    number: int
    x: int
    y: int
    advance: int
    text: str


@dataclass(frozen=True)
class ShapedFont:
    """A script's font in one weight; equal ones are one font, so that threads share them."""

    script: str
    style: str

    def has(self, letter: str) -> bool:
        return _opened(self).get_nominal_glyph(ord(letter)) is not None

    def width(self, text: str) -> float:
        """The width of the text at size 1."""
        return sum(glyph.advance for glyph in shaped(self, text)) / UNITS


@cache
def _opened(font: ShapedFont) -> Any:
    """The font as HarfBuzz reads it: the file is mapped into memory, not read."""
    is_han = font.script in HAN
    package = manimgx_fonts_cjk if is_han else manimgx_fonts
    family = "Noto" if font.script == EMOJI else "NotoSans"
    file = "NotoSansCJK-VF.otf.ttc" if is_han else f"{family}{font.script}[wght].ttf"
    blob = hb.Blob.from_file_path(str(Path(package.__file__).with_name(file)))
    opened = hb.Font(hb.Face(blob, HAN.index(font.script) if is_han else 0))
    opened.scale = UNITS, UNITS
    opened.set_variations({"wght": WEIGHTS[font.style]})
    return opened


def font_for(letter: str, style: str, han: str) -> ShapedFont | None:
    """The first font that has the letter; of Chinese characters in this country's way."""
    scripts = (*SCRIPTS, EMOJI, han, SYMBOLS) if IS_HERE else ()
    fonts = (ShapedFont(script, style) for script in scripts)
    return next((font for font in fonts if font.has(letter)), None)


@lru_cache(4096)
def shaped(font: ShapedFont, text: str) -> tuple[Glyph, ...]:
    """The text's glyphs in the order in which they are printed."""
    opened, buffer = _opened(font), hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(opened, buffer)
    found = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    starts = sorted({info.cluster for info, _ in found})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    glyphs = []
    for cluster in starts:
        own = [(i.codepoint, p) for i, p in found if i.cluster == cluster]
        letters = {opened.get_nominal_glyph(ord(c)): c for c in text[cluster : ends[cluster]]}
        # A glyph stands for the letter that it has by itself; the first other one for the rest.
        numbers = {number for number, _ in own}
        rest = "".join(letter for number, letter in letters.items() if number not in numbers)
        for number, place in own:
            said = letters.get(number)
            if not said:
                said, rest = rest or NOTHING, ""
            glyphs.append(Glyph(number, place.x_offset, place.y_offset, place.x_advance, said))
    return tuple(glyphs)


def version() -> str:
    """Changes with the packages of fonts that are installed."""
    extra = ("manimgx-fonts", "manimgx-fonts-cjk", "uharfbuzz") if IS_HERE else ()
    return " ".join(map(importlib.metadata.version, ("fontpkg-noto-sans", *extra)))


class Embedded:
    """The glyphs of a font that a document uses, as one of its fonts."""

    def __init__(self, document: PDFDocument, font: ShapedFont, texts: Iterable[str]) -> None:
        self.font = font
        self.said: dict[int, str] = {}
        for text in texts:
            for glyph in shaped(font, text):
                self.said.setdefault(glyph.number, glyph.text)
        opened = _opened(font)
        wanted = hb.SubsetInput()
        for number in self.said:
            wanted.glyph_set.add(number)
        for table in LEFT_OUT:
            wanted.drop_table_tag_set.add(int.from_bytes(table.encode()))
        wanted.pin_axis_location(opened.face, "wght", WEIGHTS[font.style])
        flags = hb.SubsetFlags
        wanted.flags = (
            flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE | flags.DOWNGRADE_CFF2
            | flags.CFF_IDENTITY_CHARSET | flags.DESUBROUTINIZE
        )  # fmt: skip
        plan = hb.SubsetPlan(opened.face, wanted)
        self.numbers: dict[int, int] = dict(plan.old_to_new_glyph_mapping)
        self.widths = {number: opened.get_glyph_h_advance(number) for number in self.numbers}
        self.name = f"{font.script}{font.style}"
        document.idToObject["BasicFonts"].dict[self.name] = self._add(document, plan.execute())

    def said_by(self, text: str) -> str:
        """What the glyphs of the text stand for, in their order."""
        return "".join(self.said[glyph.number] for glyph in shaped(self.font, text))

    def show(self, text: str, size: float) -> str:
        """The operators that show the text, from where the text's matrix is."""
        shown, line = [f"/{self.name} {size:.3f} Tf"], list[str]()
        pen = want = rise = 0
        for glyph in shaped(self.font, text):
            if glyph.y != rise:
                shown += [f"[{''.join(line)}] TJ", f"{glyph.y * size / UNITS:.2f} Ts"]
                rise, line = glyph.y, []
            if pen != want + glyph.x:
                line.append(str(pen - want - glyph.x))
            line.append(f"<{self.numbers[glyph.number]:04x}>")
            pen = want + glyph.x + self.widths[glyph.number]
            want += glyph.advance
        return " ".join([*shown, f"[{''.join(line)}] TJ"])

    def _add(self, document: PDFDocument, subset: Any) -> Any:
        """Adds the font to the file (ISO 32000-1, 9.7 and 9.8), and returns a reference to it."""

        def stream(content: bytes, **entries: object) -> str:
            one = PDFStream(PDFDictionary(entries), content, [PDFZCompress])
            return f"{number_of(document, one)} 0 R"

        def add(text: str) -> str:
            return f"{number_of(document, Written(text))} 0 R"

        is_cff = "CFF " in subset.table_tags
        file = bytes(subset.reference_table("CFF ").data if is_cff else subset.blob.data)
        tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
        name = f"{tag}+NotoSans{self.font.script}-{self.font.style}"
        at = f"FontFile3 {stream(file, Subtype='/CIDFontType0C')}"
        if not is_cff:
            at = f"FontFile2 {stream(file, Length1=len(file))}"
        box = self._box()
        about = add(
            f"<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[{' '.join(map(str, box))}]"
            f"/ItalicAngle 0/Ascent {box[3]}/Descent {box[1]}/CapHeight 714"
            f"/StemV {WEIGHTS[self.font.style] // 5}/{at}>>"
        )
        widths = " ".join(str(self.widths[old]) for old in sorted(self.numbers))
        glyphs = add(
            f"<</Type/Font/Subtype/CIDFontType{0 if is_cff else 2}/BaseFont/{name}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {about}/W[0[{widths}]]"
            f"{'' if is_cff else '/CIDToGIDMap/Identity'}>>"
        )
        said = stream(_letters({self.numbers[old]: text for old, text in self.said.items()}))
        return document.Reference(
            Written(
                f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
                f"/DescendantFonts[{glyphs}]/ToUnicode {said}>>"
            )
        )

    def _box(self) -> tuple[int, int, int, int]:
        """Left, lower, right and upper edge of all glyphs together."""
        found = [_opened(self.font).get_glyph_extents(number) for number in self.said]
        return (
            min(one.x_bearing for one in found),
            min(one.y_bearing + one.height for one in found),
            max(one.x_bearing + one.width for one in found),
            max(one.y_bearing for one in found),
        )


def _letters(texts: dict[int, str]) -> bytes:
    """The stream that says which text each glyph stands for."""
    lines = [f"<{number:04x}> {text_string(text, '')}" for number, text in sorted(texts.items())]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <ffff> endcodespacerange",
            *("\n".join([f"{len(b)} beginbfchar", *b, "endbfchar"]) for b in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    ).encode("ascii")
