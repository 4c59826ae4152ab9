"""Reading the structure of tagged PDFs back, with pypdf and with Poppler."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.support.programs import is_missing
from tests.support.sheets.reading import reader

Node = tuple[str, list[Any]]
"""An element's tag, and in order what is in it: elements, and the numbers of marked content."""
Pages = list[tuple[PageObject, list[tuple[Any, bytes]]]]
UA = "{http://www.aiim.org/pdfua/ns/id/}"
PAINTING = {b"Tj", b"S", b"f", b"B"}


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return [kid.get_object() for kid in kids]


def elements(file: PdfReader) -> Iterator[Any]:
    """All elements, in the order of reading."""

    def walk(element: Any) -> Iterator[Any]:
        yield element
        for kid in _kids(element):
            if not isinstance(kid, int):
                yield from walk(kid)

    return walk(file.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object())


def tree(pdf: bytes) -> list[Any]:
    """What is in the document."""

    def node(element: Any) -> Node | int:
        if isinstance(element, int):
            return int(element)
        return str(element["/S"])[1:], [node(kid) for kid in _kids(element)]

    top = reader(pdf).trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()
    return [node(kid) for kid in _kids(top)]


def operations(file: PdfReader) -> Pages:
    """The pages, each with its operators and their operands: to read these takes long."""
    return [
        (page, list(ContentStream(page["/Contents"].get_object(), file).operations))
        for page in file.pages
    ]


def flaws(pdf: bytes) -> list[str]:
    """What is painted outside of marked content, or marked and not in the tree."""
    file = reader(pdf)
    return _of_marks(file, operations(file))


def _of_marks(file: PdfReader, pages: Pages) -> list[str]:
    owners = _owners(file)
    found = []
    for number, (page, painted) in enumerate(pages):
        opened: list[int | None] = []
        seen = []
        for operands, operator in painted:
            if operator in {b"BDC", b"BMC"}:
                details = operands[1] if len(operands) > 1 else {}
                opened.append(details.get("/MCID"))
                seen += [opened[-1]] if opened[-1] is not None else []
            elif operator == b"EMC":
                opened.pop()
            elif operator in PAINTING and not opened:
                found.append(f"page {number + 1}: {operator!r} is in no marked content")
        if opened:
            found.append(f"page {number + 1}: marked content has no end")
        if seen != list(range(len(owners[page["/StructParents"]]))):
            found.append(f"page {number + 1}: it has {seen}")
        for mark, owner in enumerate(owners[page["/StructParents"]]):
            if mark not in owner["/K"] or owner["/Pg"].get_object() != page:
                found.append(f"page {number + 1}: the tree lacks {mark}")
    return found


STANDARD = {"Document", "Part", "Sect", "H1", "H2", "H3", "P", "Span", "Figure"}
STANDARD |= {"L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD"}
PLACES = {"TR": "Table", "TH": "TR", "TD": "TR", "LI": "L", "Lbl": "LI", "LBody": "LI"}
"""In which elements these belong."""


def departures(pdf: bytes) -> list[str]:
    """How the file departs from ISO 14289-1 (PDF/UA-1), as far as a program can say."""
    file = reader(pdf)
    pages = operations(file)
    marks = _of_marks(file, pages)
    return [*marks, *_of_file(file), *_of_elements(file), *_of_fonts(pages)]


def _of_file(file: PdfReader) -> Iterator[str]:
    """Of the identification, the title, the language, the order of tabs (5 and 7.1)."""
    root = file.trailer["/Root"]
    xmp = root["/Metadata"].get_object()
    title = (file.metadata or {}).get("/Title")
    facts = {
        "XMP": not xmp.get("/Filter") and (xmp["/Type"], xmp["/Subtype"]) == ("/Metadata", "/XML"),
        "part 1": ElementTree.fromstring(xmp.get_data()).find(f".//{UA}part").text == "1",  # type: ignore[union-attr]
        "title": title and title == file.xmp_metadata.dc_title["x-default"],  # type: ignore[union-attr]
        "title shown": root["/ViewerPreferences"]["/DisplayDocTitle"].value,
        "language": root["/Lang"],
        "tagged": root["/MarkInfo"]["/Marked"].value and "/Suspects" not in root["/MarkInfo"],
        "tabs": all(page["/Tabs"] == "/S" for page in file.pages),
        "annotations": not any("/Annots" in page for page in file.pages),
    }
    yield from (f"{name}: {fact}" for name, fact in facts.items() if not fact)


def _of_elements(file: PdfReader) -> Iterator[str]:
    """Of tags, headings, figures, tables and lists (7.1 to 7.6)."""
    level = 0
    for one in elements(file):
        tag = str(one["/S"])[1:]
        above = str(one["/P"].get_object().get("/S", ""))[1:]
        if tag not in STANDARD or above != PLACES.get(tag, above):
            yield f"{tag} in {above}"
        if tag in {"H1", "H2", "H3"}:
            if int(tag[1]) > level + 1:
                yield f"{tag} after H{level}"
            level = int(tag[1])
        if tag == "Figure" and not one.get("/Alt"):
            yield "a figure without a text"
        if tag == "TH" and one["/A"]["/Scope"] not in {"/Row", "/Column"}:
            yield "a head without a scope"
        if tag == "Table" and len({len(_kids(row)) for row in _kids(one)}) != 1:
            yield "a table whose rows differ"


def _of_fonts(pages: Pages) -> Iterator[str]:
    """Of fonts: embedded, each glyph that is shown with its Unicode (7.21)."""
    shown: dict[str, bytes] = {}
    fonts = {}
    for page, painted in pages:
        fonts |= {name: font.get_object() for name, font in page["/Resources"]["/Font"].items()}
        now = ""
        for operands, operator in painted:
            if operator == b"Tf":
                now = operands[0]
            elif operator in {b"Tj", b"TJ"}:
                texts = operands if operator == b"Tj" else operands[0]
                codes = (text.original_bytes for text in texts if hasattr(text, "original_bytes"))
                shown[now] = shown.get(now, b"") + b"".join(codes)
    for name, text in shown.items():
        font = fonts[name]
        size, own = (
            (2, font["/DescendantFonts"][0].get_object()) if "0" in font["/Subtype"] else (1, font)
        )
        about = own["/FontDescriptor"]
        if not {"/FontFile2", "/FontFile3"} & about.keys() or about["/Flags"] & 36 != 4:
            yield f"{font['/BaseFont']} is not embedded, or not symbolic"
        if size == 1 and "/Encoding" in font:
            yield f"{font['/BaseFont']} has an encoding"
        said = font["/ToUnicode"].get_data().decode().partition("beginbfchar")[2]
        letters = {int(code, 16): text for code, text in re.findall("<(\\w+)> <(\\w+)>", said)}
        used = {int.from_bytes(text[k : k + size]) for k in range(0, len(text), size)}
        if wrong := {
            code for code in used if letters.get(code, "0000") in {"0000", "feff", "FEFF"}
        }:
            yield f"{font['/BaseFont']} has no letters for {wrong}"


def _owners(file: PdfReader) -> dict[int, list[Any]]:
    """By page, the element of each marked content."""
    numbers = file.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return {int(key): [one.get_object() for one in owners] for key, owners in pairs}


def actual_texts(pdf: bytes) -> list[str]:
    """The texts that stand for what is printed."""
    file = reader(pdf)
    return [
        str(operands[1]["/ActualText"])
        for _, painted in operations(file)
        for operands, operator in painted
        if operator == b"BDC" and "/ActualText" in operands[1]
    ]


def read_out(pdf: bytes, folder: Path) -> list[str]:
    """What Poppler reads from the structure: for each element with text its tag and text."""
    if shutil.which("pdfinfo") is None:
        is_missing("pdfinfo is missing: run `apt install poppler-utils`")
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(
        ["pdfinfo", "-struct-text", str(path)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    lines = []
    for line in done.stdout.splitlines():
        if text := re.fullmatch(r' *"(.*)"', line):
            lines[-1] += f" {text[1]}"
        elif tag := re.fullmatch(r" *(\w+)( \(\w+\)|:)?", line):
            lines.append(tag[1])
    return [line for line in lines if " " in line]
