"""Fonts of the extra `fonts` in a PDF: each with the glyphs that it uses, in one weight.

They are TrueType, or CFF for Chinese, Japanese and Korean.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFDocument, PDFStream, PDFZCompress

from moderator.sheets.drawing.operators import Written, number_of, text_string
from moderator.sheets.drawing.shaping import UNITS, WEIGHTS, ShapedFont, opened, shaped

LEFT_OUT = ("GDEF", "GPOS", "GSUB", "OS/2", "STAT", "cmap", "gasp", "name", "post", "vhea", "vmtx")
"""Tables of fonts that a PDF doesn't need (ISO 32000-1, 9.9)."""


class Embedded:
    """The glyphs of a font that a document uses, as one of its fonts."""

    def __init__(self, document: PDFDocument, font: ShapedFont, texts: Iterable[str]) -> None:
        import uharfbuzz as hb  # only with the extra

        self.font = font
        self.said: dict[int, str] = {}
        for text in texts:
            for glyph in shaped(font, text):
                self.said.setdefault(glyph.number, glyph.text)
        source = opened(font)
        wanted = hb.SubsetInput()
        for number in self.said:
            wanted.glyph_set.add(number)
        for table in LEFT_OUT:
            wanted.drop_table_tag_set.add(int.from_bytes(table.encode()))
        wanted.pin_axis_location(source.face, "wght", WEIGHTS[font.style])
        flags = hb.SubsetFlags
        wanted.flags = (
            flags.NO_HINTING | flags.NO_LAYOUT_CLOSURE | flags.DOWNGRADE_CFF2
            | flags.CFF_IDENTITY_CHARSET | flags.DESUBROUTINIZE
        )  # fmt: skip
        plan = hb.SubsetPlan(source.face, wanted)
        pairs = sorted(plan.old_to_new_glyph_mapping.items(), key=itemgetter(1))
        self.numbers: dict[int, int] = dict(pairs)  # in the file's order
        self.widths = {number: source.get_glyph_h_advance(number) for number in self.numbers}
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
        file = bytes((subset.reference_table("CFF ") if is_cff else subset.blob).data)
        tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
        name = f"{tag}+NotoSans{self.font.script}-{self.font.style}"
        if is_cff:
            kind, more, key = 0, "", f"FontFile3 {stream(file, Subtype='/CIDFontType0C')}"
        else:
            kind, more = 2, "/CIDToGIDMap/Identity"
            key = f"FontFile2 {stream(file, Length1=len(file))}"
        box = self._box()
        about = add(
            f"<</Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[{' '.join(map(str, box))}]"
            f"/ItalicAngle 0/Ascent {box[3]}/Descent {box[1]}/CapHeight 714"
            f"/StemV {WEIGHTS[self.font.style] // 5}/{key}>>"
        )
        widths = " ".join(map(str, self.widths.values()))
        glyphs = add(
            f"<</Type/Font/Subtype/CIDFontType{kind}/BaseFont/{name}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {about}/W[0[{widths}]]{more}>>"
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
        found = [opened(self.font).get_glyph_extents(number) for number in self.said]
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
