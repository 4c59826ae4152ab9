"""A state as `replay` prints it: as JSON, and as a table in text."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_war import faces, flow, scoring
from moderator.rules.age_of_war.castles import CASTLES, CLANS, STANDARD
from moderator.rules.age_of_war.state import State

ID = "age-of-war"
ROLL, FILL = "roll", "fill"


def next_move(state: State) -> str | None:
    """The next kind of move: `roll`, `fill` (fill or lose), or None when the game is over."""
    if state.is_over:
        return None
    return FILL if state.roll else ROLL


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/age-of-war.md, "What replay --json prints")."""
    players = tuple(enumerate(state.players))
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "active": None if state.active is None else state.players[state.active],
        "next": next_move(state),
        "dice_left": state.dice_left,
        "roll": list(state.roll),
        "castle": None if state.castle is None else CASTLES[state.castle].id,
        "filled": list(state.filled),
        "center": [CASTLES[castle].id for castle in center(state)],
        "castles": {
            id: [CASTLES[castle].id for castle in scoring.castles_of(state, i)] for i, id in players
        },
        "clans": {id: [CLANS[clan].id for clan in scoring.clans_of(state, i)] for i, id in players},
        "scores": {id: _score(scoring.score(state, i)) for i, id in players},
        "winners": [state.players[player] for player in scoring.leaders(state)],
    }


def _score(score: scoring.Score) -> dict[str, int]:
    return {"castles": score.castles, "clans": score.clans, "points": score.points}


def center(state: State) -> tuple[int, ...]:
    """The numbers of the castles in the center."""
    return tuple(castle for castle, holder in enumerate(state.holders) if holder is None)


def status_line(state: State) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.active is None:
        leaders = scoring.leaders(state)
        names = " and ".join(state.player_name(player) for player in leaders)
        verb = "wins" if len(leaders) == 1 else "share the victory"
        points = scoring.score(state, leaders[0]).points
        return f"The game is over: {names} {verb} with {points} points"
    name = state.player_name(state.active)
    where = "" if state.castle is None else f" at {CASTLES[state.castle].name}"
    if not state.roll:
        return f"{name} rolls {flow.dice_text(state.dice_left)}{where}"
    return f"{name} has rolled {faces.short(state.roll)}{where}: fill a line or lose a die"


def text(state: State) -> str:
    """The state as a readable table, with a final line break."""
    lines = [STANDARD.title, status_line(state), ""]
    if state.castle is not None:
        lines += [*_turn(state, state.castle), ""]
    in_center = center(state)
    if in_center:
        lines.append("In the center")
        lines += [_castle(castle) for castle in in_center]
        lines.append("")
    for player in range(len(state.players)):
        lines += _player(state, player)
    return "\n".join(lines) + "\n"


def _turn(state: State, castle: int) -> list[str]:
    lines = [f"This turn: {CASTLES[castle].name}"]
    placed = dict(state.placed)
    for number in state.needed_lines(castle):
        words = CASTLES[castle].line(number).in_words()
        done = f"filled with {faces.short(placed[number])}" if number in placed else "open"
        lines.append(f"  {number}  {words}: {done}")
    return lines


def _castle(castle: int) -> str:
    card = CASTLES[castle]
    words = " | ".join(line.in_words() for line in card.lines)
    clan = CLANS[card.clan]
    return f"  {card.name:<11} {card.points}  {clan.name} ({clan.points})  {words}"


def _player(state: State, player: int) -> list[str]:
    score = scoring.score(state, player)
    up = [
        f"{CASTLES[castle].name} {CASTLES[castle].points}"
        for castle in scoring.castles_of(state, player)
    ]
    clans = [
        f"clan {CLANS[clan].name} {CLANS[clan].points}" for clan in scoring.clans_of(state, player)
    ]
    holdings = ", ".join([*clans, *up]) or "nothing yet"
    points = "1 point" if score.points == 1 else f"{score.points} points"
    return [f"{state.player_name(player)}: {points}", f"  {holdings}"]
