"""What is listed of what was said before a move: of whom, of when, and how many."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string

from moderator.features.debrief.lanes import TOLD_LAST, told_lines
from moderator.rules.deals import (
    BROKEN,
    BROKEN_BY_IT,
    DECIDED,
    IN_FORCE,
    KEPT,
    MESSAGE,
    OFFERED,
    PARTLY,
    PENDING,
    PROMISE,
    VOID,
    SaidLine,
    Verdict,
)
from moderator.rules.seating import SeatLabel

AT = datetime(2026, 1, 1, tzinfo=UTC)
SEATS = {one: SeatLabel(one, one.upper(), one, i) for i, one in enumerate("abc", start=1)}
FIRST, NUMBER, TURN = 28, 30, 4


def message(players: str, number: int, turn: int = TURN) -> SaidLine:
    sender, *others = (SEATS[one] for one in players)
    return SaidLine(MESSAGE, sender, tuple(others), "", turn, number, AT)


def promise(
    after: int | None, *verdicts: tuple[str, int | None], turn: int = TURN, players: str = "ab"
) -> SaidLine:
    maker, partner = (SEATS[one] for one in players)
    found = [Verdict(kind, entry, None, "") for kind, entry in verdicts]
    terms, exchange = [*found, None, None][:2]
    return SaidLine(
        PROMISE,
        maker,
        (partner,),
        "…",
        turn,
        20,
        AT,
        exchange="…" if exchange else "",
        answer="declined" if after is None else "accepted",
        accepted_after=after,
        verdict=terms,
        exchange_verdict=exchange,
    )


@pytest.mark.parametrize(
    ("item", "is_listed"),
    [
        (message("ab", 20), True),
        (message("ba", 20, TURN - 1), True),
        (message("ab", 20, TURN - 2), False),
        (message("ab", NUMBER - 1), True),  # while orders were revealed
        (message("ab", NUMBER), False),
        (message("ac", 20), False),
        (message("ca", 20), False),
        (message("cab", 20), False),  # both are concerned, but it was not between them
        (message("acb", 20), True),
    ],
)
def test_messages(item: SaidLine, is_listed: bool) -> None:
    assert bool(told_lines([item], "ab", FIRST, NUMBER, TURN)) == is_listed


@pytest.mark.parametrize(
    ("item", "how"),
    [
        (promise(25, (PENDING, None)), IN_FORCE),
        (promise(25, (BROKEN, FIRST)), BROKEN_BY_IT),
        (promise(25, (KEPT, 26), (BROKEN, NUMBER)), BROKEN_BY_IT),
        (promise(25, (BROKEN, NUMBER + 1)), IN_FORCE),
        (promise(25, (BROKEN, FIRST - 1)), DECIDED),
        (promise(25, (VOID, None)), IN_FORCE),
        (promise(25, (BROKEN, 26), (KEPT, 40)), PARTLY),
        (promise(25, (BROKEN, 26), (KEPT, 27)), DECIDED),
        (promise(25, (KEPT, 40), turn=1), IN_FORCE),
        (promise(25, (BROKEN, 26), turn=1), None),
        (promise(None), OFFERED),
        (promise(None, turn=1), None),
        (promise(NUMBER, (KEPT, 40)), OFFERED),  # it was accepted later
        (promise(25, (PENDING, None), players="ac"), None),
    ],
)
def test_promises(item: SaidLine, how: str | None) -> None:
    lines = told_lines([item], "ab", FIRST, NUMBER, TURN)
    assert [line.promise for line in lines] == ([how] if how else [])


def test_the_last_of_each_pair_and_the_newest_first() -> None:
    items = [message("ab", number) for number in range(10, 20)] + [message("ca", 5)]
    lines = told_lines(sorted(items, key=lambda one: one.log_number), "abc", FIRST, NUMBER, TURN)
    assert [line.number for line in lines] == [*range(19, 19 - TOLD_LAST, -1), 5]


@pytest.mark.parametrize("line", [message("ab", 20), promise(25, (KEPT, 26))])
def test_what_a_moderator_entered_says_so_once(line: SaidLine) -> None:
    html = render_to_string("debrief/said_item.html", {"item": replace(line, is_entered=True)})
    assert html.count("entered by the moderator") == 1
