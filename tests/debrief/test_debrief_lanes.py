"""Where the marks of a debrief stand on its timeline."""

from __future__ import annotations

from datetime import UTC, datetime

from moderator.features.debrief.lanes import COLUMN, LABELS_MOST, ROW, Placed, lanes_of, widths_for
from moderator.rules.deals import MESSAGE, PROMISE, SaidLine, Verdict
from moderator.rules.seating import SeatLabel

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
ONE, OTHER = SeatLabel("egypt", "Egypt", "E", 1), SeatLabel("hatti", "Hatti", "H", 4)
NUMBERS, MIDDLES = (0, 1, 2, 3), (100.0, 400.0, 700.0, 1000.0)
ROWS = 4


def message(index: int) -> Placed:
    return Placed(SaidLine(MESSAGE, ONE, (OTHER,), "Peace?", 1, NUMBERS[index], AT), index)


def promise(index: int, decided: int | None, kind: str = "kept") -> Placed:
    entry = None if decided is None else NUMBERS[decided]
    line = SaidLine(
        PROMISE,
        ONE,
        (OTHER,),
        "…",
        1,
        NUMBERS[index],
        AT,
        answer="accepted",
        accepted_after=0,
        verdict=Verdict(kind, entry, 1, ""),
    )
    return Placed(line, index, decided)


def test_what_was_said_is_counted_where_it_was() -> None:
    offered = Placed(SaidLine(PROMISE, ONE, (OTHER,), "A promise.", 1, 1, AT), 1)
    given = [message(1), message(3), offered]
    assert widths_for(given, 4) == (0, COLUMN, 0, COLUMN)
    (lane,) = lanes_of(given, NUMBERS, MIDDLES, ROWS)
    assert [(mark.number, mark.x, mark.count) for mark in lane.marks] == [
        (1, 400, 2),
        (3, 1000, 1),
    ]
    assert lane.marks[0].label == "Egypt to Hatti: Peace?\nA promise."
    (many,) = lanes_of([message(1) for _ in range(100)], NUMBERS, MIDDLES, ROWS)
    assert many.marks[0].count == 100
    assert many.marks[0].label.count("\n") == LABELS_MOST


def test_promises_reach_to_their_verdicts_without_crossing_each_other() -> None:
    # The third one starts where the first has been decided; the last one never is.
    given = [promise(0, 1), promise(0, 3, "broken"), promise(2, 3), promise(2, None, "void")]
    found = lanes_of(given, NUMBERS, MIDDLES, ROWS)
    (lane,) = found
    first, second, third, last = lane.verdicts
    assert (first.start, first.x, first.number) == (100, 400, 1)
    assert first.y == third.y != second.y
    assert (last.number, last.start) == (None, 700)
    assert last.y not in (third.y, second.y)
    assert [mark.kind for mark in lane.verdicts] == ["kept", "broken", "kept", "void"]


def test_every_mark_of_a_lane_is_in_it() -> None:
    said, promised = lanes_of([message(1), promise(0, 3), promise(0, 2)], NUMBERS, MIDDLES, ROWS)
    assert (said.y, said.y + said.height) == (0, promised.y)
    for lane in (said, promised):
        for mark in (*lane.marks, *lane.verdicts):
            assert lane.y + ROW / 2 < mark.y < lane.y + lane.height - ROW / 2


def test_more_promises_than_rows_are_counted_where_they_were_made() -> None:
    (lane,) = lanes_of([promise(0, 3) for _ in range(20)], NUMBERS, MIDDLES, ROWS)
    assert lane.marks[-1].count == 20 - len(lane.verdicts)
    assert len(lane.verdicts) == ROWS - 1
    (all_of_them,) = lanes_of([promise(0, 3) for _ in range(ROWS)], NUMBERS, MIDDLES, ROWS)
    assert len(all_of_them.verdicts) == ROWS
    assert all_of_them.height == lane.height


def test_every_mark_has_room_at_its_position() -> None:
    # A verdict stands at its position, or beside its promise if no move decided it.
    assert widths_for([promise(0, 3)], 4)[3] >= 22
    assert widths_for([promise(3, None, "void")], 4)[3] >= 2 * (42 + 11)
