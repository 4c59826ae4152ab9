"""The palette: readable letters, distinguishable colours and patterns."""

import re

import pytest

from moderator.plots import (
    PATTERNS,
    pattern_dots,
    pattern_of,
    pattern_patches,
    pattern_strokes,
)
from tests.support.paths import ROOT
from tests.support.plots.colour import contrast, distance, pairs

NUMBERS = range(1, 11)
CSS = (ROOT / "static" / "app.css").read_text(encoding="utf-8")
BLOCKS = CSS.split("@media (prefers-color-scheme: dark)", 2)[:2]


def colours(block: str, *names: str) -> list[str]:
    return [re.search(rf"--{name}:\s*(#\w+)", block)[1] for name in names]


LOOKS = [colours(block, *(f"s{n}" for n in NUMBERS)) for block in BLOCKS]
"""The colours of seats on light and on dark pages."""
SHEETS = [colours(block, "sheet")[0] for block in BLOCKS]


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_distance_knows_colours_that_some_mix_up() -> None:
    assert distance("#b4531a", "#3c6e1f") < 3, "orange and green of one lightness"
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=1)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_letter_can_be_read_on_its_ground(number: int) -> None:
    for sheet, seats in zip(SHEETS, LOOKS, strict=True):
        assert contrast(seats[number - 1], sheet) >= 4.5


@pytest.mark.parametrize(("one", "other"), pairs(10))
def test_two_colours_stay_apart_for_everybody(one: int, other: int) -> None:
    assert all(distance(seats[one], seats[other]) >= 12 for seats in LOOKS)


def test_every_seat_has_a_pattern_of_its_own() -> None:
    drawn = {
        (
            tuple(pattern_strokes(n, 18, 18, 4)),
            tuple(pattern_dots(n, 18, 18, 4)),
            tuple(pattern_patches(n, 18, 18, 4)),
        )
        for n in NUMBERS
    }
    assert len(drawn) == len(set(PATTERNS)) == 10


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("width", "height", "pitch"), [(18, 18, 4), (40, 3, 5), (2, 60, 7)])
def test_a_pattern_stays_inside(number: int, width: float, height: float, pitch: float) -> None:
    for x1, y1, x2, y2 in pattern_strokes(number, width, height, pitch):
        assert -1e-9 <= min(x1, x2) <= max(x1, x2) <= width + 1e-9
        assert -1e-9 <= min(y1, y2) <= max(y1, y2) <= height + 1e-9
    for x, y, w, h in pattern_patches(number, width, height, pitch):
        assert x >= 0
        assert y >= 0
        assert x + w <= width + 1e-9
        assert y + h <= height + 1e-9


def test_seats_begin_at_one_and_go_round() -> None:
    assert pattern_of(11) == pattern_of(1)
    with pytest.raises(ValueError, match="numbered from 1"):
        pattern_of(0)
