"""What is written into a PDF: operators of a page's content, and the structure of a tagged PDF."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any, TypeGuard

from reportlab.pdfbase.pdfdoc import (
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFPage,
    PDFStream,
    PDFZCompress,
)

from moderator.sheets.drawing.fonts import UNITS, WEIGHTS, ShapedFont, opened, shaped
from moderator.sheets.drawing.marks import ARC, Open

# Operators (ISO 32000-1, 8 and 9), as text; y grows upwards. ReportLab has functions for them, too,
# which take four times as long.


@cache
def _channels(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))


@cache
def fill(colour: str) -> str:
    """The colour of areas and text.

    >>> fill("#ff0080")
    '1 0 0.502 rg'
    """
    return f"{_channels(colour)} rg"


@cache
def stroke(colour: str) -> str:
    """The colour of lines."""
    return f"{_channels(colour)} RG"


def thickness(width: float) -> str:
    """The thickness of lines, in points."""
    return f"{width:.3f} w"


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A path of one straight line.

    >>> line(1, 2, 3.14159, 4)
    '1.00 2.00 m 3.14 4.00 l'
    """
    return f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l"


def lines(points: Iterable[tuple[float, float]]) -> str:
    """A path from point to point."""
    steps = [f"{x:.2f} {y:.2f} l" for x, y in points]
    return " ".join([steps[0][:-1] + "m", *steps[1:]])


def rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    if radius <= 0:
        return rectangle(x, y, width, height)
    right, top, k = x + width, y + height, radius * (1 - ARC)
    return (
        f"{x + radius:.2f} {y:.2f} m {right - radius:.2f} {y:.2f} l "
        f"{right - k:.2f} {y:.2f} {right:.2f} {y + k:.2f} {right:.2f} {y + radius:.2f} c "
        f"{right:.2f} {top - radius:.2f} l "
        f"{right:.2f} {top - k:.2f} {right - k:.2f} {top:.2f} {right - radius:.2f} {top:.2f} c "
        f"{x + radius:.2f} {top:.2f} l "
        f"{x + k:.2f} {top:.2f} {x:.2f} {top - k:.2f} {x:.2f} {top - radius:.2f} c "
        f"{x:.2f} {y + radius:.2f} l "
        f"{x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + radius:.2f} {y:.2f} c h"
    )


def paint(is_filled: bool, is_stroked: bool) -> str:
    """The operator that paints a path."""
    return {(True, True): "B", (True, False): "f", (False, True): "S"}.get(
        (is_filled, is_stroked), "n"
    )


# The structure (ISO 32000-1, 14.7 and 14.8): what is a heading, a table, a figure. ReportLab has no
# functions for it, but its catalogue has room for the tree of structure elements.

ARTIFACT = "Artifact"
_GROUPS = {"Document", "Part", "Table", "THead", "TBody", "TR", "L"}
"""Elements that have no text of their own, but other elements."""
_ARTIFACTS = {
    "": "/Artifact BMC",
    "Header": "/Artifact <</Type/Pagination/Subtype/Header>> BDC",
    "Footer": "/Artifact <</Type/Pagination/Subtype/Footer>> BDC",
}
_END = "EMC"


def text_string(text: str, mark: str = "feff") -> str:
    """The text as a string object of a PDF, which is without brackets in itself.

    >>> text_string("é")
    '<feff00e9>'
    """
    return f"<{mark}{text.encode('utf-16-be', 'replace').hex()}>"


def number_of(document: PDFDocument, one: PDFObject) -> int:
    """The number of an object in the file, to which it is added."""
    name = document.Reference(one).name
    number: int = document.idToObjectNumberAndVersion[name][0]
    return number


@dataclass(eq=False, slots=True)
class Element:
    """An element: its tag, the number of its page, and in order elements and marked content.

    Marked content is referred to by its number on the page. `page` is that of the element's own
    content, 0 without, `started` where it began, `object` its number in the file.
    """

    tag: str
    parent: Element | None = None
    alt: str = ""
    scope: str = ""
    title: str = ""
    page: int = 0
    started: int = 0
    kids: list[Element | int] = field(default_factory=list)
    object: int = 0

    def add(self, tag: str, alt: str = "", scope: str = "", title: str = "") -> Element:
        """A new element as the last one in it."""
        one = Element(tag, self, alt, scope, title)
        self.kids.append(one)
        return one

    def walk(self) -> Iterator[Element]:
        """The element and all in it, in the order of reading."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Element):
                yield from kid.walk()


class Written(PDFObject):  # type: ignore[misc]
    """An object of the file that is written by itself: ReportLab's dictionaries take longer."""

    __RefOnly__ = 1

    def __init__(self, text: str = "") -> None:
        self.text = text

    def format(self, _document: PDFDocument) -> bytes:
        return self.text.encode("ascii")


class Structure:
    """Builds the tree while pages are drawn. Its answers are operators to write into a page."""

    def __init__(self, document: PDFDocument) -> None:
        self.document = document
        self.root = Element("Document")
        self.open_elements = [self.root]
        self.artifacts: list[str] = []  # the kinds of the artifacts that are open
        self.floor = 1  # how many elements stay open between pages
        self.now: Element | str | None = None  # of what the marked content is, that is open
        self.owners: list[list[Element]] = [[]]  # by page, then by number of marked content

    def begin_part(self, title: str) -> None:
        """Begins a part of the document; with a title it is an element."""
        del self.open_elements[1:]
        if title:
            self.open_elements.append(self.root.add("Part", title=title))
        self.floor = len(self.open_elements)

    def open(self, mark: Open) -> None:
        """Begins an element, or an artifact, in which everything is left out."""
        if mark.tag == ARTIFACT or self.artifacts:
            self.artifacts.append(mark.scope if mark.tag == ARTIFACT else self.artifacts[-1])
        else:
            above = self.open_elements[-1]
            last = above.kids[-1] if above.kids else None
            if mark.continues and self._is_here(last) and last.tag == mark.tag:
                self.open_elements.append(last)
            else:
                self.open_elements.append(above.add(mark.tag, mark.alt, mark.scope))
                self.open_elements[-1].started = len(self.owners)

    def _is_here(self, one: Element | int | None) -> TypeGuard[Element]:
        return isinstance(one, Element) and one.started == len(self.owners)

    def close(self) -> None:
        """Ends the innermost element or artifact."""
        if self.artifacts:
            self.artifacts.pop()
        elif len(self.open_elements) > self.floor:
            self.open_elements.pop()

    def text(self) -> str:
        """Before text."""
        if self.artifacts:
            return self._begin(self.artifacts[-1])
        element = self.open_elements[-1]
        if element.tag in _GROUPS:
            holder = next(e for e in reversed(self.open_elements) if e.tag in {"Document", "Part"})
            return self._begin(holder.add("P"))
        if element.tag == "LI":
            last = element.kids[-1] if element.kids else None
            is_body = isinstance(last, Element) and last.tag == "LBody"
            element = last if isinstance(last, Element) and is_body else element.add("LBody")
        # Each text is marked by itself, which keeps the words of different texts apart.
        return self.end() + self._begin(element)

    def graphics(self) -> str:
        """Before lines and areas."""
        if self.artifacts:
            return self._begin(self.artifacts[-1])
        element = self.open_elements[-1]
        return self._begin(element if element.tag == "Figure" else "")

    def _begin(self, owner: Element | str) -> str:
        """Before what belongs to an element, or to an artifact of this kind."""
        if owner is self.now or owner == self.now:
            return ""
        end = self.end()
        self.now = owner
        if isinstance(owner, str):
            return f"{end}{_ARTIFACTS.get(owner, _ARTIFACTS[''])}\n"
        number = len(self.owners[-1])
        self.owners[-1].append(owner)
        owner.kids.append(number)
        owner.page = len(self.owners)
        return f"{end}/{owner.tag} <</MCID {number}>> BDC\n"

    def end(self) -> str:
        """Ends the marked content that is open, if there is one."""
        is_open, self.now = self.now is not None, None
        return f"{_END}\n" if is_open else ""

    def end_page(self, page: PDFPage) -> None:
        """Notes where the structure of a page is found, and begins the next page."""
        page.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = len(self.owners) - 1
        page.Tabs = PDFName("S")
        self.owners.append([])
        self.artifacts.clear()
        del self.open_elements[self.floor :]

    def finish(self) -> None:
        """Adds the tree to the file, whose pages are complete."""
        top = number_of(self.document, written := Written())
        elements = list(self.root.walk())
        objects = [Written() for _ in elements]
        for element, one in zip(elements, objects, strict=True):
            element.object = number_of(self.document, one)
        for element, one in zip(elements, objects, strict=True):
            one.text = self._written(element, top)
        rows = (
            f"{n} [{' '.join(f'{owner.object} 0 R' for owner in owners)}]"
            for n, owners in enumerate(self.owners[:-1])
        )
        written.text = (
            f"<</Type/StructTreeRoot/K {self.root.object} 0 R"
            f"/ParentTree <</Nums [{' '.join(rows)}]>>/ParentTreeNextKey {len(self.owners) - 1}>>"
        )
        self.document.Catalog.StructTreeRoot = written
        self.document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def _written(self, element: Element, top: int) -> str:
        above = element.parent.object if element.parent else top
        parts = [f"<</S/{element.tag}/P {above} 0 R"]
        if element.page:
            page = self.document.idToObjectNumberAndVersion[f"Page{element.page}"][0]
            parts.append(f"/Pg {page} 0 R")
        if element.scope:
            parts.append(f"/A<</O/Table/Scope/{element.scope}>>")
        if element.alt:
            parts.append(f"/Alt {text_string(element.alt)}")
        if element.title:
            parts.append(f"/T {text_string(element.title)}")
        kids = " ".join(
            f"{kid.object} 0 R" if isinstance(kid, Element) else str(kid) for kid in element.kids
        )
        return "".join([*parts, f"/K[{kids}]" if kids else "", ">>"])


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
