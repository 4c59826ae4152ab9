"""Questions of the debrief that promises give, case by case."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.promises.rules import MOST, PROMISES
from moderator.rules.deals import AcceptedPromise, DebriefQuestion
from tests.rules.age_of_iron.table import Json, move, play, scenario, table
from tests.rules.age_of_iron.test_verdicts import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    NOT_IN_SYRIA,
    PRESENCE,
    SYRIA,
    TRADE,
    TURN,
)

HIT = "attack egypt hatti syria 1"
Deal = list[AcceptedPromise]


def made(maker: str, partner: str, terms: Json, after: int = 0) -> AcceptedPromise:
    return AcceptedPromise(maker, partner, terms, after)


def asked(moves: list[str], *deals: Deal, **options: Any) -> tuple[DebriefQuestion, ...]:
    players = [{**player, "income": 0} for player in scenario()["players"]]
    wires = [move(one) for one in moves]
    timeline = play(table(SYRIA, options, players=players), *wires)
    return PROMISES.questions(timeline, wires, deals)


@pytest.mark.parametrize(
    ("terms", "moves", "text", "about"),
    [
        (
            NOT_IN_SYRIA,
            [HIT, "end egypt"],
            "Egypt promised Hatti not to attack it in Syria until the end of Game-turn 1, and "
            "attacked in Game-turn 1 (move 1). What had changed?",
            (1,),
        ),
        (
            ATTACK | {"target": "assur"},
            TURN,
            "Egypt promised Hatti to attack Assur in Syria in Game-turn 1, and did not; the "
            "Game-turn ended with move 3. What had changed?",
            (3,),
        ),
        (
            NO_PRESENCE,
            TURN,
            "Egypt promised Hatti to have no Presence in Syria at the end of Game-turn 1, and had "
            "one (move 3). What had changed?",
            (3,),
        ),
        (
            PRESENCE,
            ["attack egypt hatti syria 4", *TURN],
            "Egypt promised Hatti to have a Presence in Syria at the end of Game-turn 1, and had "
            "none (move 4). What had changed?",
            (4,),
        ),
        (
            TRADE,
            TURN,
            "Egypt promised Hatti to trade it 1 Grain (G) for 1 Silver (S) in Game-turn 1, and "
            "that was not done: Game-turn 1 ended with move 3. Which of the two let it go, and "
            "why?",
            (3,),
        ),
        (
            NOT_IN_SYRIA | {"target": "assur"},
            TURN,
            "Egypt promised Hatti not to attack Assur in Syria until the end of Game-turn 1, and "
            "kept that, although before move 1 it had 8 RFs in Syria against 3 of Assur. Was it "
            "worth it?",
            (1, 3),
        ),
    ],
)
def test_a_promise(terms: Json, moves: list[str], text: str, about: tuple[int, ...]) -> None:
    (question,) = asked(moves, [made("egypt", "hatti", terms)])
    assert (question.text, question.moves) == (text, about)


@pytest.mark.parametrize(
    ("terms", "moves"),
    [
        (NO_ATTACK, ["end egypt"]),  # pending
        (ATTACK, [HIT, *TURN]),  # kept
        (NOT_IN_SYRIA, TURN),  # kept, but the weaker side gave up nothing
        (NOT_IN_SYRIA | {"target": "assur"}, ["trade egypt assur G1 T1", *TURN]),  # impossible
        (TRADE, ["trade egypt hatti G1 S1", *TURN]),
        (NO_PLACEMENT, TURN),
    ],
)
def test_nothing_to_ask(terms: Json, moves: list[str]) -> None:
    assert asked(moves, [made("egypt", "hatti", terms)]) == ()


def test_a_turn_before_the_acceptance_gave_nothing_up() -> None:
    terms = NOT_IN_SYRIA | {"target": "assur"}
    assert asked(TURN, [made("egypt", "hatti", terms)])
    assert asked(TURN, [made("egypt", "hatti", terms, after=1)]) == ()


def test_the_partner_kept_its_side() -> None:
    """Such a promise comes before an earlier one for nothing."""
    exchange = made("hatti", "egypt", {"kind": "no-attack", "target": "egypt", "until": 1})
    first, second = asked(
        [HIT, "attack egypt assur syria 1", *TURN],
        [made("egypt", "hatti", NOT_IN_SYRIA)],
        [made("egypt", "hatti", NOT_IN_SYRIA | {"target": "assur"}), exchange],
    )[:2]
    assert first.text.endswith(
        "and attacked in Game-turn 1 (move 2), although Hatti kept its side. What had changed?"
    )
    assert second.moves == (1,)


def test_promises_to_both_sides_of_an_attack() -> None:
    deals = [
        [made("assur", "egypt", {"kind": "no-attack", "target": "egypt", "until": 2})],
        [made("assur", "hatti", {"kind": "presence", "region": "syria", "at": 2})],
    ]
    (question,) = asked(["end egypt", "undo", HIT], *deals)
    assert question.text == (
        "When Egypt attacked Hatti in move 3, Assur had promised Egypt not to attack it until the "
        "end of Game-turn 2, and Hatti to have a Presence in Syria at the end of Game-turn 2. What "
        "did each of the two expect of it?"
    )
    assert question.moves == (3,)
    assert asked([HIT], deals[0]) == ()
    late = [made("assur", "hatti", {"kind": "presence", "region": "syria", "at": 2}, after=1)]
    assert asked([HIT], deals[0], late) == ()


def test_moves_to_look_up_are_in_effect() -> None:
    """The move before the acceptance is named, unless it was undone."""
    deal = [made("egypt", "hatti", NO_ATTACK, after=1)]
    assert asked(["attack egypt assur syria 1", HIT], deal)[0].moves == (1, 2)
    moves = ["attack egypt assur syria 1", "undo", "attack egypt assur syria 2", HIT]
    assert asked(moves, deal)[0].moves == (4,)


def test_a_handful_and_one_of_each_kind() -> None:
    broken = [made("egypt", other, NO_ATTACK) for other in ("hatti", "assur") for _ in range(4)]
    trade = made("egypt", "hatti", TRADE)
    found = asked([HIT, *TURN], *([one] for one in (*broken, trade)))
    assert len(found) <= MOST
    assert any("was not done" in one.text for one in found)
    assert len(set(found)) == len(found)
