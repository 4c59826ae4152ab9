"""The palette: readable letters, distinguishable colours and patterns."""

import re

import pytest

from moderator.plots import (
    PAPER_DARK,
    PAPER_LIGHT,
    SEATS,
    pattern_dots,
    pattern_patches,
    pattern_strokes,
    seat_look,
)
from tests.support.paths import ROOT
from tests.support.plots.colour import contrast, distance, pairs

NUMBERS = range(1, 11)
CSS = (ROOT / "static" / "app.css").read_text(encoding="utf-8")


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_distance_knows_colours_that_some_mix_up() -> None:
    assert distance("#b4531a", "#3c6e1f") < 3, "orange and green of one lightness"
    assert distance("#000000", "#ffffff") == pytest.approx(100, abs=1)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_letter_can_be_read_on_its_ground(number: int) -> None:
    look = seat_look(number)
    assert contrast(look.light, PAPER_LIGHT) >= 4.5
    assert contrast(look.dark, PAPER_DARK) >= 4.5


@pytest.mark.parametrize(("one", "other"), pairs(10))
def test_two_colours_stay_apart_for_everybody(one: int, other: int) -> None:
    assert distance(SEATS[one].light, SEATS[other].light) >= 12
    assert distance(SEATS[one].dark, SEATS[other].dark) >= 12


def test_every_seat_has_a_pattern_of_its_own() -> None:
    drawn = {
        (
            tuple(pattern_strokes(n, 18, 18, 4)),
            tuple(pattern_dots(n, 18, 18, 4)),
            tuple(pattern_patches(n, 18, 18, 4)),
        )
        for n in NUMBERS
    }
    assert len(drawn) == len({look.pattern for look in SEATS}) == 10


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
    assert seat_look(11) == seat_look(1)
    with pytest.raises(ValueError, match="numbered from 1"):
        seat_look(0)


def _css_colours(block: str) -> list[str]:
    return [re.search(rf"--s{n}:\s*(#\w+)", block)[1] for n in NUMBERS]


def test_the_style_sheet_has_the_same_colours() -> None:
    light, dark = CSS.split("@media (prefers-color-scheme: dark)", 2)[:2]
    assert _css_colours(light) == [look.light for look in SEATS]
    assert _css_colours(dark) == [look.dark for look in SEATS]
