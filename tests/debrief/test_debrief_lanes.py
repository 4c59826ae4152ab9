"""Where the marks of a debrief stand on its timeline."""

from __future__ import annotations

from datetime import UTC, datetime

from moderator.features.debrief.lanes import COLUMN, ROWS, Placed, lanes_of, widths_for
from moderator.rules.deals import Verdict
from moderator.rules.said import MESSAGE, PROMISE, SaidLine
from moderator.rules.seating import SeatLabel

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
ONE, OTHER = SeatLabel("egypt", "Egypt", "E", 1), SeatLabel("hatti", "Hatti", "H", 4)
NUMBERS, MIDDLES = (0, 1, 2, 3), (100.0, 400.0, 700.0, 1000.0)


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


def test_many_at_one_position_stand_in_columns_and_the_rest_is_counted() -> None:
    few = [message(1) for _ in range(ROWS[MESSAGE] + 1)]
    assert widths_for(few, 4) == (0, 2 * COLUMN, 0, 0)
    found = lanes_of(few, NUMBERS, MIDDLES)
    (lane,) = found
    spots = [(mark.x, mark.y) for mark in lane.marks]
    assert len(set(spots)) == len(few)
    assert {x for x, _ in spots} == {400 - COLUMN / 2, 400 + COLUMN / 2}
    assert max(y for _, y in spots) < lane.height
    many = lanes_of([message(1) for _ in range(100)], NUMBERS, MIDDLES)
    marks = many[0].marks
    assert marks[-1].count == 100 - len(marks) + 1
    assert marks[-1].number == 1


def test_promises_reach_to_their_verdicts_without_crossing_each_other() -> None:
    # The third one starts where the first has been decided; the last one never is.
    given = [promise(0, 1), promise(0, 3, "broken"), promise(2, 3), promise(2, None, "void")]
    found = lanes_of(given, NUMBERS, MIDDLES)
    (lane,) = found
    first, second, third, last = lane.verdicts
    assert (first.start, first.x, first.number) == (100, 400, 1)
    assert first.y == third.y != second.y
    assert (last.number, last.start) == (None, 700)
    assert last.y not in (third.y, second.y)
    assert [mark.kind for mark in lane.verdicts] == ["kept", "broken", "kept", "void"]


def test_more_promises_than_rows_are_counted_where_they_were_made() -> None:
    found = lanes_of([promise(0, 3) for _ in range(20)], NUMBERS, MIDDLES)
    (lane,) = found
    assert lane.marks[-1].count == 20 - len(lane.verdicts)
    assert len(lane.verdicts) == ROWS[PROMISE] - 1


def test_every_mark_has_room_at_its_position() -> None:
    # A verdict stands at its position, or beside its promise if no move decided it.
    assert widths_for([promise(0, 3)], 4)[3] >= 22
    assert widths_for([promise(3, None, "void")], 4)[3] >= 2 * (42 + 11)
