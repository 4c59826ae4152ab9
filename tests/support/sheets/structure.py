"""Reading the structure of tagged PDFs back, with pypdf and with Poppler."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.support.programs import is_missing
from tests.support.sheets.reading import reader

Node = tuple[str, list[Any]]
"""An element's tag, and in order what is in it: elements, and the numbers of marked content."""
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


def operations(file: PdfReader, page: PageObject) -> list[tuple[Any, bytes]]:
    """The operators of a page, each with its operands."""
    return list(ContentStream(page["/Contents"].get_object(), file).operations)


def flaws(pdf: bytes) -> list[str]:
    """What is painted outside of marked content, or marked and not in the tree."""
    file = reader(pdf)
    owners = _owners(file)
    found = []
    for number, page in enumerate(file.pages):
        opened: list[int | None] = []
        seen = []
        for operands, operator in operations(file, page):
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
        for page in file.pages
        for operands, operator in operations(file, page)
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
