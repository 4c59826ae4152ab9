"""QR codes: well-formed, allowed by the content security policy, and right."""

import re
import xml.etree.ElementTree as ET

import pytest
import segno

from moderator.plots import qr, qr_rows

LINK = "https://games.example.edu/join/KANESH/"
HOSTILE = '"><script>alert(1)</script>&amp;'


@pytest.mark.parametrize("svg", [qr(LINK), qr(HOSTILE, HOSTILE)])
def test_is_well_formed_and_asks_for_nothing(svg: str) -> None:
    root = ET.fromstring(svg)
    for element in root.iter():
        assert element.tag in {"svg", "rect", "path"}
        for name in element.attrib:
            assert name not in {"style", "href", "src", "id"}
            assert not name.startswith("on")


def test_a_hostile_label_comes_out_as_it_is() -> None:
    assert ET.fromstring(qr(LINK, HOSTILE)).get("aria-label") == HOSTILE


def _modules(svg: str) -> tuple[int, set[tuple[int, int]]]:
    """Returns the side, and every module that the path fills."""
    root = ET.fromstring(svg)
    side = int(root.get("viewBox").split()[2])
    dark = set()
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", root.find("path").get("d")):
        dark |= {(int(x) + k, int(y)) for k in range(int(run))}
    return side, dark


@pytest.mark.slow
@pytest.mark.parametrize("text", [LINK, "A", "Ж" * 300])
def test_a_qr_code_is_the_standard_one_with_its_quiet_zone(text: str) -> None:
    side, dark = _modules(qr(text))
    code = segno.make(text, error="m", micro=False, boost_error=False)
    width, height = code.symbol_size(scale=1, border=4)
    assert (side, side) == (width, height)
    rows = code.matrix_iter(scale=1, border=4)
    assert dark == {
        (x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark
    }


def test_the_dark_parts_are_those_of_the_picture_without_its_margin() -> None:
    side, parts = qr_rows(LINK)
    whole, dark = _modules(qr(LINK))
    assert side == whole - 8
    assert {(x + k + 4, y + 4) for x, y, width in parts for k in range(width)} == dark


@pytest.mark.slow
def test_a_qr_code_has_a_label_and_refuses_what_it_can_not_hold() -> None:
    root = ET.fromstring(qr(LINK, "Join the class"))
    assert (root.get("role"), root.get("aria-label")) == ("img", "Join the class")
    assert ET.fromstring(qr(LINK)).get("aria-label") == LINK
    with pytest.raises(ValueError, match="needs a text"):
        qr("")
    with pytest.raises(ValueError):  # noqa: PT011  (the words are segno's)
        qr("x" * 2332)
    assert qr("x" * 2331)
