"""What was said in invented games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from moderator.rules.deals import (
    BROKEN,
    CONTACT,
    IN_FORCE,
    KEPT,
    MESSAGE,
    NOT_DONE,
    PROMISE,
    VOID,
    SaidLine,
    ToldBefore,
    ToldLine,
    Verdict,
)
from moderator.rules.seating import SeatLabel
from moderator.sheets.snapshot import Said

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
SENTENCES = (
    (
        "{0} won’t attack {1} in Syria until the end of Game-turn 2.",
        KEPT,
        "There was no such attack.",
    ),
    ("{0} will attack {2} in Mitanni in Game-turn 2.", BROKEN, "It did not attack there."),
    ("{0} will have no Presence in Syria at the end of Game-turn 1.", KEPT, "It had none there."),
    (
        "{0} will trade 1 Gold for 1 Copper with {1} in Game-turn 2.",
        NOT_DONE,
        "They did not trade that.",
    ),
    ("{0} will place nothing in Nubia until the end of Game-turn 3.", VOID, "The game was over."),
)
TEXTS = (
    "If you keep out of Syria, I won’t go near Sumer until the end of Game-turn 2. Agreed?",
    "Agreed. But tell nobody.",
    "They offered me the same. Whom do you believe?",
    "Let us take Syria together: you from the north, I from the south, and then we share the "
    "trade of the coast for the rest of the game.",
)


def said(
    seats: Sequence[SeatLabel],
    texts: Sequence[str] = TEXTS,
    rounds: int = 3,
    note: str = "",
) -> Said:
    """In each Game-turn messages, contacts and promises between all neighbours.

    In each there is a turning point, before which everything had been said.
    """
    lines: list[SaidLine] = []
    for turn in range(1, rounds + 1):
        for k, seat in enumerate(seats):
            after = (turn - 1) * 20 + 3 * k
            other, third = seats[(k + 1) % len(seats)], seats[(k + 2) % len(seats)]
            text = texts[(turn + k) % len(texts)]
            to = (other, third) if (k + turn) % 3 == 0 else (other,)
            facts = (seat, to, text, turn, after)
            lines.append(_line(MESSAGE, *facts, is_entered=k == 2))
            lines.append(_line(MESSAGE, other, (seat,), texts[k % len(texts)], turn, after))
            lines.append(_line(CONTACT, other, (seat,), text, turn, after, is_struck=turn == k))
            if (turn + k) % 2:
                lines.append(_promise(turn, after, (seat, other, third), 2 * turn + k))
    told = tuple(_told(seats, turn, lines) for turn in range(1, rounds + 1))
    return Said(tuple(seats), tuple(lines), not note, note, "Game-turn", told)


def _line(
    kind: str,
    seat: SeatLabel,
    others: tuple[SeatLabel, ...],
    text: str,
    turn: int,
    after: int,
    **facts: Any,
) -> SaidLine:
    when = f"Game-turn {turn}, after entry {after}"
    return SaidLine(kind, seat, others, text, turn, after, AT, when=when, **facts)


def _told(seats: Sequence[SeatLabel], turn: int, lines: Sequence[SaidLine]) -> ToldBefore:
    first, second = seats[turn % len(seats)], seats[(turn + 1) % len(seats)]
    before = tuple(
        ToldLine(one, one.log_number, IN_FORCE if one.kind == PROMISE else "")
        for one in lines[::-1]
        if one.turn == turn
    )
    sentence = f"{first.name} attacks {second.name} in Syria with 5"
    points = ((first, 12, 17), (second, 9, 4))
    return ToldBefore(turn * 20, turn, sentence, (), points, before)


def _promise(turn: int, after: int, seats: Sequence[SeatLabel], k: int) -> SaidLine:
    maker, partner, third = seats
    names = [seat.name for seat in (maker, partner, third)]
    sentence, kind, why = SENTENCES[k % len(SENTENCES)]
    if k % 6 == 5:
        text = sentence.format(*names)
        return _line(PROMISE, maker, (partner,), text, turn, after, answer="declined")
    turned = [partner.name, maker.name, third.name]
    exchange, other, because = SENTENCES[(k + 1) % len(SENTENCES)]
    has_exchange = k % 2 == 0
    because = because.format(*turned)
    return _line(
        PROMISE,
        maker,
        (partner,),
        sentence.format(*names),
        turn,
        after,
        exchange=exchange.format(*turned) if has_exchange else "",
        answer="accepted",
        accepted_after=after + 1,
        verdict=Verdict(kind, None if kind == VOID else after + 9, turn, why.format(*names)),
        exchange_verdict=Verdict(other, after + 11, turn, because) if has_exchange else None,
    )
