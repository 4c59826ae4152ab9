"""What was said in invented games."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.promises import BROKEN, KEPT, NOT_DONE, VOID, Verdict
from moderator.rules.seating import SeatLabel
from moderator.sheets.snapshot import (
    Said,
    SaidContact,
    SaidLine,
    SaidMessage,
    SaidPromise,
    ToldBefore,
    ToldItem,
)

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
            lines.append(SaidMessage(turn, after, seat, to, text, is_entered=k == 2))
            lines.append(SaidMessage(turn, after, other, (seat,), texts[k % len(texts)]))
            contact = SaidContact(turn, after, other, (seat,), text, is_struck=turn == k)
            lines.append(contact)
            if (turn + k) % 2:
                lines.append(_promise(turn, after, (seat, other, third), 2 * turn + k))
    told = tuple(_told(seats, turn, lines) for turn in range(1, rounds + 1))
    return Said(tuple(seats), tuple(lines), "Game-turn", not note, note, told)


def _told(seats: Sequence[SeatLabel], turn: int, lines: Sequence[SaidLine]) -> ToldBefore:
    first, second = seats[turn % len(seats)], seats[(turn + 1) % len(seats)]
    before = tuple(
        ToldItem(one, one.after, "Promise, in force" if isinstance(one, SaidPromise) else "")
        for one in lines[::-1]
        if one.turn == turn
    )
    sentence = f"{first.name} attacks {second.name} in Syria with 5"
    points = ((first, 12, 17), (second, 9, 4))
    return ToldBefore(turn * 20, turn, sentence, points, before)


def _promise(turn: int, after: int, seats: Sequence[SeatLabel], k: int) -> SaidPromise:
    maker, partner, third = seats
    names = [seat.name for seat in (maker, partner, third)]
    sentence, kind, why = SENTENCES[k % len(SENTENCES)]
    if k % 6 == 5:
        return SaidPromise(turn, after, maker, partner, sentence.format(*names), answer="declined")
    turned = [partner.name, maker.name, third.name]
    exchange, other, because = SENTENCES[(k + 1) % len(SENTENCES)]
    has_exchange = k % 2 == 0
    return SaidPromise(
        turn,
        after,
        maker,
        partner,
        sentence.format(*names),
        exchange.format(*turned) if has_exchange else "",
        "accepted",
        after + 1,
        Verdict(kind, None if kind == VOID else after + 9, turn, why.format(*names)),
        Verdict(other, after + 11, turn, because.format(*turned)) if has_exchange else None,
    )
