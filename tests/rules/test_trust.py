"""Promises counted by who made them to whom."""

from __future__ import annotations

import pytest

from moderator.plots import PlotBar, PlotText
from moderator.plots.matrix import trust_plot
from moderator.rules.deals import (
    BROKEN,
    KEPT,
    NOT_DONE,
    PENDING,
    VOID,
    JudgedFor,
    PromiseCount,
    Verdict,
    trust_of,
)
from moderator.rules.seating import SeatLabel

SEATS = tuple(SeatLabel(one, one.upper(), one, i) for i, one in enumerate("abc", start=1))


def judged(players: str, kind: str, entry: int | None = None) -> JudgedFor:
    return players[0], players[1], Verdict(kind, entry, None, "")


@pytest.mark.parametrize(
    ("promises", "of_a", "a_to_b"),
    [
        ([], PromiseCount(), PromiseCount()),
        ([judged("ab", KEPT, 3)], PromiseCount(kept=1), PromiseCount(kept=1)),
        ([judged("ba", KEPT, 3)], PromiseCount(), PromiseCount()),
        (
            [judged("ab", BROKEN, 7), judged("ab", BROKEN, 4), judged("ab", BROKEN, 4)],
            PromiseCount(broken=3, broken_by=(4, 7)),
            PromiseCount(broken=3, broken_by=(4, 7)),
        ),
        (
            [judged("ab", KEPT, 3), judged("ac", BROKEN, 5)],
            PromiseCount(kept=1, broken=1, broken_by=(5,)),
            PromiseCount(kept=1),
        ),
        (
            [
                judged("ab", NOT_DONE, 3),
                judged("ab", VOID),
                judged("ab", PENDING),
                ("a", "b", None),
            ],
            PromiseCount(not_done=1, void=1, pending=2),
            PromiseCount(not_done=1, void=1, pending=2),
        ),
    ],
)
def test_counts(promises: list[JudgedFor], of_a: PromiseCount, a_to_b: PromiseCount) -> None:
    trust = trust_of(SEATS, promises)
    assert trust.by_maker[0] == of_a
    assert trust.cells[0][1] == a_to_b
    assert trust.made == len(promises)
    assert trust.has_decided == any(one and one.kind in (KEPT, BROKEN) for *_, one in promises)


def test_the_plot_tells_the_share_without_colours() -> None:
    kept = [judged("ab", KEPT, 3)] * 3
    plot = trust_plot(trust_of(SEATS, [*kept, judged("ab", BROKEN, 8)]), 340, 230)
    texts = [shape.text for shape in plot.shapes if isinstance(shape, PlotText)]
    assert "3/4" in texts
    assert "8" in texts
    whole, part = (shape for shape in plot.shapes if isinstance(shape, PlotBar))
    assert (whole.seat, part.seat) == (None, SEATS[0])
    assert part.width == pytest.approx(whole.width * 3 / 4)
