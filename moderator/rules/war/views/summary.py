"""A state as `replay` prints it: as JSON, and as a board in text."""

from __future__ import annotations

from typing import Any

from moderator.rules.war import scoring
from moderator.rules.war.cards import in_words, wire
from moderator.rules.war.map import board
from moderator.rules.war.state import CARDS, TURNS, State

ID = "war"


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/war.md, "What replay --json prints")."""
    ids = state.players
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "part": state.part,
        "step": state.step,
        "active": None if state.active is None else ids[state.active],
        "final_turns": state.is_final,
        "moves_left": state.moves_left,
        "attack": _attack(state),
        "tiles": {
            tile: {"player": ids[stack.player], "units": stack.units}
            for tile, stack in zip(state.scenario.tiles, state.board, strict=True)
            if stack is not None
        },
        "supply": {id: state.supply(i) for i, id in enumerate(ids)},
        "hands": {id: wire(hand) for id, hand in zip(ids, state.hands, strict=True)},
        "combat_cards": {
            id: None if card is None else list(card)
            for id, card in zip(ids, state.combat, strict=True)
        },
        "face_up": wire(state.face_up),
        "deck_left": len(state.deck),
        "scores": {id: _score(scoring.score(state, i)) for i, id in enumerate(ids)},
        "winners": [ids[player] for player in scoring.leaders(state)],
    }


def _attack(state: State) -> dict[str, Any] | None:
    if state.attack is None:
        return None
    tiles = state.scenario.tiles
    return {
        "from": tiles[state.attack.source],
        "to": tiles[state.attack.target],
        "units": state.attack.units,
    }


def _score(score: scoring.Score) -> dict[str, int]:
    return {
        "tiles": score.tiles,
        "symbols": score.symbols,
        "sets": score.sets,
        "total": score.total,
    }


def status_line(state: State) -> str:
    """The status of the game in one sentence without a full stop; nothing secret."""
    if state.is_over or state.active is None:
        leaders = scoring.leaders(state)
        names = " and ".join(map(state.player_name, leaders))
        points = scoring.score(state, leaders[0]).total
        verb = "wins" if len(leaders) == 1 else "share the victory"
        return f"The game is over: {names} {verb} with {points} points"
    name = state.player_name(state.active)
    if state.part != TURNS:
        return f"Before play: {name} is to {state.part}"
    kind = "Final turn" if state.is_final else "Turn"
    if state.attack is not None:
        tiles = state.scenario.tiles
        where = f"{tiles[state.attack.target]} from {tiles[state.attack.source]}"
        return f"{kind} {state.turn}: {name} attacks {where} with {state.attack.units}"
    if state.step == CARDS:
        return f"{kind} {state.turn}: {name} may play cards and move"
    left = f"{state.moves_left} move{'' if state.moves_left == 1 else 's'}"
    return f"{kind} {state.turn}: {name} has {left} left"


def text(state: State) -> str:
    """The state as a readable board: the map, the players, and the cards on the table.

    A tile shows its symbol, and its units with their player's letter. Of the deck only the
    number of cards is shown.
    """
    letters = "ABCD"
    players = [["", "Name", "Supply", "Points", "Combat card", "Hand"]]
    for i in range(len(state.players)):
        card, points = state.combat[i], scoring.score(state, i).total
        row = [letters[i], state.player_name(i), str(state.supply(i)), str(points)]
        players.append([*row, str(card or "-"), ", ".join(map(str, state.hands[i])) or "-"])
    lines = ["War!", status_line(state), "", *_table(_map(state, letters)), "", *_table(players)]
    lines += ["", f"Face up: {in_words(state.face_up)}; in the deck: {len(state.deck)}"]
    return "\n".join(lines) + "\n"


def _map(state: State, letters: str) -> list[list[str]]:
    columns, rows = board.extent(state.scenario.tiles)
    out = [["", *(board.tile_at(column, 1)[0] for column in columns)]]
    for row in rows:
        cells = [state.scenario.numbers.get(board.tile_at(column, row)) for column in columns]
        out.append([str(row), *("" if i is None else _tile(state, i, letters) for i in cells)])
    return out


def _tile(state: State, tile: int, letters: str) -> str:
    stack, symbol = state.board[tile], state.scenario.symbols[tile] or "."
    return symbol + (f" {letters[stack.player]}{stack.units}" if stack else "")


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
