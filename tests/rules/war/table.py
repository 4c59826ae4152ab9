"""A small board to test the rules with: brown and green like a chess board, a symbol for each row.

Row 1 has `drop` on b1, d1, f1, row 2 `hammers` on a2, c2, e2, and so on; a1, c1, e1, b2, ... are
brown. Two players have rows 1 to 4, three 1 to 5, four 1 to 6. And a notation for moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.war import WAR
from moderator.rules.war.scenario import Card
from moderator.rules.war.state import Board, Stack, State

Json = dict[str, Any]
PLAYERS = ("ann", "bob", "cem", "dee")
SYMBOLS = ("drop", "hammers", "circles", "bricks", "arrow", "crown")
PILES = ((1, 1, 2), (1, 2, 3), (4, 5, 6))


def tiles(players: int = 2) -> Json:
    """The map for that many players."""
    return {
        f"{column}{row}": SYMBOLS[row - 1] if (i + row) % 2 else None
        for row in range(1, players + 3)
        for i, column in enumerate("abcdef", start=1)
    }


def card(text: str) -> list[Any]:
    """A card from its notation: `drop2`."""
    found = re.fullmatch(r"([a-z]+)([0-9]+)", text)
    assert found, text
    return [found[1], int(found[2])]


def deck(players: int = 2, *front: str) -> list[Any]:
    """A deck in its three piles; the named cards are first in theirs."""
    symbols = SYMBOLS[: players + 2]
    out = []
    for values in PILES:
        pile = [[symbol, value] for value in values for symbol in symbols]
        first = [one for one in map(card, front) if one in pile and one[1] in values]
        for one in first:
            pile.remove(one)
        out += first + pile
        front = tuple(name for name in front if card(name) not in first)
    return out


def scenario(players: int = 2, *front: str) -> Json:
    """A map and a deck."""
    return {"id": "map", "tiles": tiles(players), "deck": deck(players, *front)}


def table(players: int = 2, *front: str, gifts: bool = False, **changes: Any) -> Timeline:
    """A game before its first move."""
    read = WAR.read_scenario({**scenario(players, *front), **changes})
    options = {"players": list(PLAYERS[:players]), "gifts": gifts}
    WAR.check_options(options)
    return Timeline(WAR, WAR.begin(read, options))


def move(text: str) -> Json:
    """A move from its notation: `place ann a1`, `play ann drop2 b1:1 d1:1`, `combat ann drop2`,
    `move ann a1 b1 2`, `fight ann 5 3`, `draw ann drop1 arrow2`, `end ann`, `undo`."""
    verb, *rest = text.split()
    if not rest:
        return {"type": verb}
    wire: Json = {"type": verb, "player": rest[0]}
    if verb in ("place", "reinforce"):
        return {**wire, "tile": rest[1]}
    if verb == "play":
        pairs = (pair.split(":") for pair in rest[2:])
        return {**wire, "card": card(rest[1]), "units": {tile: int(n) for tile, n in pairs}}
    if verb == "combat":
        return {**wire, "type": "combat-card", "card": card(rest[1])}
    if verb == "move":
        return {**wire, "from": rest[1], "to": rest[2], "units": int(rest[3])}
    if verb == "fight":
        return {**wire, "attacker": int(rest[1]), "defender": int(rest[2])}
    if verb == "draw":
        return {**wire, "cards": [card(one) for one in rest[1:]]}
    return {**wire, "type": "end-turn"} if verb == "end" else wire


def play(timeline: Timeline, *moves: str | Json) -> Timeline:
    """The game after these moves; a refusal fails the test."""
    for one in moves:
        timeline = timeline.play(move(one) if isinstance(one, str) else one)
    return timeline


def refusal(timeline: Timeline, one: Any) -> str | None:
    """The code of the refusal, or None; a refusal changes nothing."""
    before = WAR.summary(timeline.state)
    try:
        timeline.play(move(one) if isinstance(one, str) else one)
    except Refused as refused:
        assert refused.move == timeline.number + 1
        assert str(refused).isprintable()
        assert WAR.summary(timeline.state) == before
        return refused.code
    return None


def summary(timeline: Timeline) -> Json:
    """What `replay --json` prints."""
    return WAR.summary(timeline.state)


def standing(timeline: Timeline) -> dict[str, str]:
    """The units on the tiles, like `{"a1": "ann 3"}`."""
    shown = summary(timeline)["tiles"].items()
    return {tile: f"{stack['player']} {stack['units']}" for tile, stack in shown}


def in_turns(timeline: Timeline, board: dict[str, str], turn: int = 3, **changes: Any) -> Timeline:
    """A game in a given position, at the start of a turn.

    Args:
        board: like `{"a1": "ann 3"}`.
        turn: from 1; the third is the first that begins with cards when two play.
        changes: of the state, with cards in notation in `hands`, `combat` and `face_up`.
    """
    state: State = timeline.start
    stacks: Board = tuple(
        Stack(state.players.index(board[tile].split()[0]), int(board[tile].split()[1]))
        if tile in board
        else None
        for tile in state.scenario.tiles
    )
    hands = tuple(_cards(changes.pop(id, ())) for id in state.players)
    combat = tuple(next(iter(_cards(one)), None) for one in changes.pop("combat", ((), ())))
    lying = _cards(changes.pop("face_up")) if "face_up" in changes else state.face_up
    state = replace(
        state,
        part="turns",
        turn=turn,
        active=(turn - 1) % len(state.players),
        board=stacks,
        opening=stacks,
        hands=hands,
        combat=combat,
        face_up=lying,
        **changes,
    )
    return Timeline(WAR, state)


def _cards(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(Card(*card(name)) for name in names)
