"""Strips: results on a scale, none of them covered by another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.plots.lines import RADIUS, STRIP_MARGIN, WIDTH, Strip, scale_of

points = st.lists(st.integers(-30, 200), min_size=1, max_size=50)


@pytest.mark.slow
@given(points)
def test_no_circle_covers_another_and_all_are_inside(values: list[int]) -> None:
    scale = scale_of(values)
    strip = Strip([(str(i), value, False) for i, value in enumerate(values)], scale)
    marks = strip.marks
    for i, (_, x, y, _) in enumerate(marks):
        assert STRIP_MARGIN <= x <= WIDTH - STRIP_MARGIN
        assert strip.top + RADIUS <= y <= strip.top + strip.height - RADIUS
        for _, other_x, other_y, _ in marks[:i]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (2 * RADIUS) ** 2
    assert len(scale.ticks) <= 12


def test_a_scale_covers_the_tens_that_are_needed() -> None:
    scale = scale_of([26, 58])
    assert (scale.low, scale.high) == (20, 60)
    assert [tick for tick, _ in scale.ticks] == [20, 30, 40, 50, 60]
    strip = Strip([("1", 26, False), ("2", 58, True), ("3", 41, False)], scale)
    assert strip.median == 41
    assert [label for label, _, _, is_first in strip.marks if is_first] == ["2"]
    with pytest.raises(ValueError, match="min"):
        scale_of([])
