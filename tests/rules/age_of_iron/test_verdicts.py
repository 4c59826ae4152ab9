"""The table of moderator/rules/age_of_iron/promises/verdicts.py, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.promises.rules import PROMISES
from moderator.rules.deals import AcceptedPromise, Verdict
from tests.rules.age_of_iron.table import Json, move, play, scenario, table

ACCEPTED = "accepted"
TURN = ["end egypt", "end hatti", "end assur"]
SYRIA = {"syria": {"egypt": 8, "hatti": 9, "assur": 3}, "nile": {"egypt": 6, "hatti": 2}}
# Assur can clear Syria in its turn, and then controls it; Egypt can do so with Cyprus.
CLOSING = {"syria": {"hatti": 2, "assur": 12}, "cyprus": {"egypt": 12, "hatti": 2}}
CLOSED = ["end egypt", "end hatti", "attack assur hatti syria 2"]
CLEARED = {"type": "correct", "reason": "a slip", "chart": {"syria": {"egypt": 3}}}
ELSEWHERE = {"type": "correct", "reason": "a slip", "chart": {"nile": {"egypt": 3}}}

NO_ATTACK = {"kind": "no-attack", "target": "hatti", "until": 2}
NOT_IN_SYRIA = {**NO_ATTACK, "region": "syria", "until": 1}
ATTACK = {"kind": "attack", "target": "hatti", "region": "syria", "turn": 1}
NO_PLACEMENT = {"kind": "no-placement", "region": "syria", "until": 1}
TRADE = {"kind": "trade", "give": {"G": 1}, "get": {"S": 1}, "turn": 1}
NO_PRESENCE = {"kind": "no-presence", "region": "syria", "at": 1}
PRESENCE = {"kind": "presence", "region": "syria", "at": 1}
LAST = {**PRESENCE, "at": 2}


def verdict(
    terms: Json,
    moves: list[Any],
    setup: Json = SYRIA,
    income: int = 0,
    is_stopped: bool = False,
    maker: str = "egypt",
    **options: Any,
) -> Verdict:
    """The verdict on a promise to Hatti; without `ACCEPTED` it is accepted first."""
    players = [{**player, "income": income} for player in scenario()["players"]]
    after = moves.index(ACCEPTED) if ACCEPTED in moves else 0
    wires = [move(one) if isinstance(one, str) else one for one in moves if one != ACCEPTED]
    timeline = play(table(setup, {"control": True, **options}, players=players), *wires)
    promise = AcceptedPromise(maker, "hatti", terms, after)
    (found,) = PROMISES.judge(timeline, wires, [promise], is_stopped)
    return found


@pytest.mark.parametrize(
    ("terms", "moves", "expected"),
    [
        # No attack
        (NO_ATTACK, ["attack egypt hatti nile 1", "attack egypt hatti syria 1"], ("broken", 1)),
        (NO_ATTACK, [*TURN, "attack egypt hatti syria 1"], ("broken", 4)),
        (NOT_IN_SYRIA, ["attack egypt hatti nile 1", *TURN], ("kept", 4)),
        (NOT_IN_SYRIA, ["attack egypt assur syria 1", *TURN], ("kept", 4)),
        (NOT_IN_SYRIA, ["end egypt", "attack hatti egypt syria 1", *TURN[1:]], ("kept", 4)),
        (NOT_IN_SYRIA, ["attack egypt hatti syria 1", ACCEPTED, *TURN], ("kept", 4)),
        (NOT_IN_SYRIA, [*TURN, "attack egypt hatti syria 1"], ("kept", 3)),
        # Attack
        (ATTACK, ["attack egypt hatti syria 8", "end egypt"], ("kept", 1)),
        (ATTACK, ["attack egypt hatti syria 8", ACCEPTED, *TURN], ("broken", 4)),
        (ATTACK, ["end egypt"], ("pending", None)),
        (ATTACK, ["attack egypt hatti nile 1", *TURN, "attack egypt hatti syria 1"], ("broken", 4)),
        (ATTACK, ["trade egypt hatti G1 S1", *TURN], ("broken", 4)),
        # No placement
        (NO_PLACEMENT, [CLEARED, *TURN], ("kept", 4)),
        # Trade
        (TRADE, ["end egypt", "trade hatti egypt S2 G1"], ("kept", 2)),
        (TRADE, ["trade egypt hatti G1 -", "trade egypt hatti - S1", *TURN], ("kept", 2)),
        (TRADE, ["trade egypt hatti G1 -", *TURN, "trade egypt hatti - S1"], ("not-done", 4)),
        (TRADE, ["trade egypt hatti G1 S1", ACCEPTED, *TURN], ("not-done", 4)),
        (TRADE, ["trade egypt assur G1 T1", *TURN], ("not-done", 4)),
        (TRADE | {"turn": 2}, ["trade egypt hatti G1 S1", *TURN, *TURN], ("not-done", 7)),
        (TRADE, ["attack egypt hatti syria 1", *TURN], ("not-done", 4)),
        # No Presence
        (NO_PRESENCE, ["attack egypt hatti syria 4", *TURN], ("kept", 4)),
        (NO_PRESENCE, TURN, ("broken", 3)),
        # Presence
        (PRESENCE, TURN, ("kept", 3)),
        (PRESENCE, ["attack egypt hatti syria 4", *TURN], ("broken", 4)),
        # Corrections
        (PRESENCE, [CLEARED, *TURN], ("broken", 4)),
        (PRESENCE, [*TURN, CLEARED], ("kept", 3)),
        (LAST, [*TURN, *TURN, CLEARED, ELSEWHERE], ("broken", 7)),
        (NO_PRESENCE | {"at": 2}, [*TURN, *TURN, CLEARED, ELSEWHERE], ("kept", 7)),
        (LAST, [*TURN, *TURN, ELSEWHERE], ("kept", 6)),
        # The length of the game
        (NO_ATTACK, ["extend 4", *TURN, *TURN], ("kept", 7)),
        (LAST, [*TURN, *TURN, "extend 3", CLEARED], ("kept", 6)),
        (NO_ATTACK | {"until": 3}, ["extend 3", ACCEPTED, "undo", *TURN, *TURN], ("void", None)),
        (
            NO_ATTACK | {"until": 3},
            ["extend 3", ACCEPTED, "undo", *TURN, *TURN, "extend 3", *TURN],
            ("kept", 12),
        ),
        # Undo
        (NO_ATTACK, ["attack egypt hatti syria 1", "undo"], ("pending", None)),
        (NO_ATTACK, ["attack egypt hatti syria 1", "undo", "redo"], ("broken", 1)),
        (NO_ATTACK, ["end egypt", ACCEPTED, "undo"], ("void", None)),
        (NO_ATTACK, ["end egypt", ACCEPTED, "undo", "redo"], ("pending", None)),
        (NO_ATTACK, ["end egypt", ACCEPTED, "undo", "attack egypt hatti nile 1"], ("broken", 3)),
        (NO_ATTACK, ["end egypt", "undo", ACCEPTED], ("pending", None)),
        # Too late
        (PRESENCE, [*TURN, ACCEPTED], ("void", None)),
    ],
)
def test_verdict(terms: Json, moves: list[Any], expected: tuple[str, int | None]) -> None:
    found = verdict(terms, moves)
    assert (found.kind, found.entry) == expected


@pytest.mark.parametrize(
    ("terms", "moves", "expected"),
    [
        (ATTACK | {"turn": 2}, CLOSED, ("void", 3)),
        (ATTACK, [*CLOSED, "end assur"], ("broken", 4)),
        (NO_PLACEMENT, [*CLOSED, "end assur"], ("kept", 4)),
        (
            NO_PRESENCE | {"region": "cyprus"},
            ["attack egypt hatti cyprus 2", *TURN],
            ("broken", 4),
        ),
        (PRESENCE | {"region": "cyprus"}, ["attack egypt hatti cyprus 2", *TURN], ("kept", 4)),
        (LAST, CLOSED, ("void", 3)),
        (LAST, [*CLOSED, "end assur", *TURN], ("void", 3)),
        (PRESENCE, [*CLOSED, "end assur"], ("broken", 4)),
    ],
)
@pytest.mark.parametrize("deployment", ["sequential", "simultaneous"])
def test_control(
    terms: Json, moves: list[Any], expected: tuple[str, int | None], deployment: str
) -> None:
    found = verdict(terms, moves, CLOSING, deployment=deployment)
    assert (found.kind, found.entry) == expected


@pytest.mark.parametrize("deployment", ["sequential", "simultaneous"])
def test_control_after_the_last_placement(deployment: str) -> None:
    """Egypt could have placed RFs before it attacked and was gone."""
    setup = {"syria": {"egypt": 2, "assur": 12}}
    moves = ["attack egypt assur syria 2", *TURN]
    assert verdict(PRESENCE, moves, setup, deployment=deployment).kind == "broken"
    assert verdict(ATTACK, moves, setup, deployment=deployment).kind == "broken"
    assert verdict(LAST, moves, setup, deployment=deployment).kind == "void"


def test_control_of_the_maker() -> None:
    cyprus = ATTACK | {"region": "cyprus", "turn": 2}
    assert verdict(cyprus, ["attack egypt hatti cyprus 2"], CLOSING).kind == "void"
    alone = {"terms": cyprus | {"turn": 1}, "setup": {}, "income": 10}
    assert verdict(moves=["deploy egypt cyprus 10"], **alone).kind == "void"
    orders = ["deploy egypt cyprus 10", "deploy hatti nile 10", "deploy assur nile 10"]
    written = [*orders, *TURN]
    assert verdict(moves=written, deployment="simultaneous", **alone).kind == "broken"


def test_control_before_the_maker_places() -> None:
    setup = {"syria": {"hatti": 12, "egypt": 2}}
    moves = ["end egypt", "attack hatti egypt syria 2", *TURN[1:]]
    assert verdict(PRESENCE, moves, setup, maker="assur").entry == 2
    assert verdict(PRESENCE, moves, setup, maker="assur").kind == "void"
    written = verdict(PRESENCE, moves, setup, maker="assur", deployment="simultaneous")
    assert written.kind == "broken"


def test_control_of_two_leaves_attacks_possible() -> None:
    both = {"type": "correct", "reason": "a slip", "controlled": {"syria": ["egypt", "hatti"]}}
    assert verdict(ATTACK | {"turn": 2}, [both, *TURN]).kind == "pending"
    assert verdict(ATTACK | {"turn": 2}, [both, *TURN, *TURN]).kind == "broken"
    left = [both, "attack egypt hatti syria 8", *TURN, *TURN]
    assert verdict(ATTACK | {"turn": 2}, left).kind == "broken"
    assert verdict(LAST, left).kind == "broken"  # it had a Presence when the region was closed


def test_presence_by_a_correction_of_a_closed_region() -> None:
    more = {"type": "correct", "reason": "a slip", "chart": {"syria": {"egypt": 5}}}
    assert verdict(LAST, [*CLOSED, more], CLOSING).kind == "pending"
    assert verdict(LAST, [*CLOSED, more, "end assur", *TURN], CLOSING).kind == "kept"


def test_region_that_is_open_again() -> None:
    reopened = {"type": "correct", "reason": "a slip", "controlled": {"syria": []}}
    smaller = {"type": "correct", "reason": "a slip", "chart": {"syria": {"assur": 9}}}
    assert verdict(LAST, [*CLOSED, {**smaller, **reopened}], CLOSING).kind == "pending"


def test_placement() -> None:
    moves = ["deploy egypt syria 2", "deploy egypt syria 2"]
    assert verdict(NO_PLACEMENT, moves, income=4).entry == 1
    assert verdict(NO_PLACEMENT, [moves[0], ACCEPTED, moves[1]], income=4).entry == 2
    elsewhere = ["build egypt 4", "end egypt", "deploy hatti syria 4", "end hatti"]
    turn = [*elsewhere, "build assur 4", "end assur"]
    assert verdict(NO_PLACEMENT, [*turn, "deploy egypt syria 4"], income=4).kind == "kept"


def test_written_orders_count_from_the_reveal_on() -> None:
    orders = ["deploy egypt syria 4", "deploy hatti nile 4", "deploy assur nile 4"]
    written = {"income": 4, "deployment": "simultaneous"}
    assert verdict(NO_PLACEMENT, orders[:2], **written).kind == "pending"
    assert verdict(NO_PLACEMENT, orders, **written).entry == 1
    assert verdict(NO_PLACEMENT, orders[:2], is_stopped=True, **written).kind == "void"
    assert verdict(NO_PLACEMENT, [orders[0], ACCEPTED, *orders[1:]], **written).kind == "pending"


def test_attack_that_fails() -> None:
    found = verdict(ATTACK, ["roll egypt hatti syria 6"], combat="odds-table")
    assert found.kind == "kept"


@pytest.mark.parametrize("terms", [NO_ATTACK, NO_PLACEMENT, TRADE, NO_PRESENCE, PRESENCE, ATTACK])
def test_game_that_ends_first(terms: Json) -> None:
    assert verdict(terms, ["end egypt"]).kind == "pending"
    assert verdict(terms, ["end egypt"], is_stopped=True).kind == "void"
    assert verdict(terms, [*TURN, *TURN], is_stopped=True).kind not in ("pending", "void")


def test_stopped_game_leaves_what_was_decided() -> None:
    found = verdict(NO_ATTACK, ["attack egypt hatti syria 1"], is_stopped=True)
    assert (found.kind, found.entry, found.turn) == ("broken", 1, 1)


@pytest.mark.parametrize(
    ("terms", "moves", "sentence"),
    [
        (NO_ATTACK, ["attack egypt hatti nile 1"], "Egypt attacked Hatti in Game-turn 1."),
        (
            NOT_IN_SYRIA,
            TURN,
            "Egypt didn’t attack Hatti in Syria until the end of Game-turn 1.",
        ),
        (ATTACK, TURN, "Egypt didn’t attack Hatti in Syria in Game-turn 1."),
        (ATTACK, ["attack egypt hatti syria 1"], "Egypt attacked Hatti in Syria in Game-turn 1."),
        (NO_PLACEMENT, TURN, "Egypt placed nothing in Syria until the end of Game-turn 1."),
        (TRADE, TURN, "Egypt and Hatti didn’t make this trade in Game-turn 1. It takes both."),
        (NO_PRESENCE, TURN, "Egypt had a Presence in Syria at the end of Game-turn 1."),
        (PRESENCE, [CLEARED, *TURN], "Egypt had no Presence in Syria at the end of Game-turn 1."),
        (PRESENCE, [], "Game-turn 1 is not over yet."),
    ],
)
def test_sentence(terms: Json, moves: list[Any], sentence: str) -> None:
    assert verdict(terms, moves).sentence == sentence
