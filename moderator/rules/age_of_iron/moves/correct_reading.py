"""The shape of a correction: all checks that lead to `bad-move`."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields

MOST = 99_999
PARTS = ("chart", "civilization", "goods", "controlled")

_number = fields.whole(0, MOST)


def check_parts(state: State, wire: Wire) -> None:
    """Raise `Refused("bad-move")` unless the wire form is a correction of this game.

    Source: spec/age-of-iron.md, "correct".
    """
    parts: dict[str, fields.Check] = {
        "chart": _chart,
        "civilization": _civilization,
        "goods": lambda value: _goods(state, value),
        "controlled": _controlled,
    }
    fields.check_move(wire, {"reason": fields.sentence}, parts)
    if not any(part in wire for part in PARTS):
        raise Refused("bad-move", f"A correction needs one or more of {', '.join(PARTS)}.")
    if "controlled" in wire and not state.options.control:
        raise Refused("bad-move", "This game is played without the option “control”.")


def _numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(_number(item) is None for item in value.values())


def _chart(value: object) -> str | None:
    is_valid = isinstance(value, dict) and all(_numbers(cells) for cells in value.values())
    return None if is_valid else f"{{region: {{player: number}}}} with numbers from 0 to {MOST}"


def _civilization(value: object) -> str | None:
    return None if _numbers(value) else f"{{player: number}} with numbers from 0 to {MOST}"


def _goods(state: State, value: object) -> str | None:
    is_valid = isinstance(value, dict) and all(
        _rows(state, player, rows) for player, rows in value.items()
    )
    return (
        None
        if is_valid
        else (
            "{player: {“for_trade”: {letter: number}, “acquired”: {letter: number}}}, with the "
            f"player’s own letter alone in “for_trade” and numbers from 0 to {MOST}"
        )
    )


def _rows(state: State, player: str, rows: Any) -> bool:
    if not isinstance(rows, dict) or set(rows) != {"for_trade", "acquired"}:
        return False
    if not _numbers(rows["for_trade"]) or not _numbers(rows["acquired"]):
        return False
    letters = set(state.scenario.letters)
    number = state.scenario.player_numbers.get(player)
    own = letters if number is None else {state.scenario.players[number].good}
    return set(rows["acquired"]) <= letters and set(rows["for_trade"]) <= own & letters


def _controlled(value: object) -> str | None:
    is_valid = isinstance(value, dict) and all(
        isinstance(owners, list)
        and len(owners) <= 2
        and all(isinstance(owner, str) for owner in owners)
        and len(set(owners)) == len(owners)
        for owners in value.values()
    )
    return None if is_valid else "{region: [players]} with none, one or two different players"
