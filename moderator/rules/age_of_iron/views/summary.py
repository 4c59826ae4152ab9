"""A state as `replay` prints it: as JSON, and as a chart in text."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron import scoring
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import printable

ID = "age-of-iron"


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/age-of-iron.md, "What replay --json prints")."""
    ids = [player.id for player in state.scenario.players]
    regions = [region.id for region in state.scenario.regions]
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "turn": state.turn,
        "turns": state.turns,
        "phase": state.phase,
        "active": None if state.active is None else ids[state.active],
        "hand": dict(zip(ids, state.hand, strict=True)),
        "chart": {
            region: dict(zip(ids, row, strict=True))
            for region, row in zip(regions, state.chart, strict=True)
        },
        "civilization": {id: list(boxes(state, i)) for i, id in enumerate(ids)},
        "goods": _goods(state),
        "controlled": {
            region: [ids[player] for player in owners]
            for region, owners in zip(regions, state.controlled, strict=True)
            if owners
        },
        "presences": _presences(state),
        "scores": {id: _score(scoring.score(state, i)) for i, id in enumerate(ids)},
        "winners": [ids[player] for player in scoring.leaders(state)],
    }


def boxes(state: State, player: int) -> tuple[int, ...]:
    """RFs in each of the player's boxes, in order."""
    box, built = state.scenario.box, state.built[player]
    return tuple(max(0, min(box, built - i * box)) for i in range(len(state.scenario.box_points)))


def acquired(state: State, player: int) -> dict[str, int]:
    """The player's row *Acquired*: letters with at least one unit."""
    row = zip(state.scenario.letters, state.acquired[player], strict=True)
    return {letter: units for letter, units in row if units}


def for_trade(state: State, player: int) -> dict[str, int]:
    """The player's row *For trade*: the player's own letter, if a unit is left."""
    good, units = state.scenario.players[player].good, state.for_trade[player]
    return {good: units} if good and units else {}


def _goods(state: State) -> dict[str, Any]:
    if not state.scenario.goods:
        return {}
    return {
        player.id: {"for_trade": for_trade(state, i), "acquired": acquired(state, i)}
        for i, player in enumerate(state.scenario.players)
    }


def _presences(state: State) -> dict[str, list[str]]:
    players = state.scenario.players
    here = {
        region.id: [p.id for i, p in enumerate(players) if state.has_presence(i, r)]
        for r, region in enumerate(state.scenario.regions)
    }
    return {region: ids for region, ids in here.items() if ids}


def _score(score: scoring.Score) -> dict[str, Any]:
    return {
        "objectives": list(score.objectives),
        "presence": score.presence,
        "prevent": score.prevent,
        "civilization": score.civilization,
        "trade": score.trade,
        "total": score.total,
    }


def status_line(state: State) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.is_over:
        totals = [scoring.score(state, player).total for player in range(len(state.hand))]
        names = " and ".join(state.player_name(player) for player in scoring.leaders(state))
        if not any(totals):
            return "The game is over; nobody has Victory Points"
        verb = "wins" if len(scoring.leaders(state)) == 1 else "share the victory"
        return f"The game is over: {names} {verb} with {max(totals)} Victory Points"
    start = f"Game-turn {state.turn} of {state.turns}"
    if state.active is None:
        done = sum(not state.must_place(player) for player in range(len(state.hand)))
        return f"{start}: orders are written, {done} of {len(state.hand)} countries are done"
    name, hand = state.player_name(state.active), state.hand[state.active]
    if state.must_place(state.active):
        return f"{start}: {name} has {hand} to place"
    return f"{start}: {name}’s turn, all RFs are placed"


def text(state: State) -> str:
    """The state as a readable chart of a dozen lines or more, with a final line break."""
    players = [state.player_name(i) for i in range(len(state.hand))]
    rows = [["", *players]]
    for region, row in enumerate(state.chart):
        closed = "*" if state.controlled[region] else ""
        rows.append([state.region_name(region) + closed, *(str(rfs or "-") for rfs in row)])
    rows.append([])
    rows.append(["In hand", *map(str, state.hand)])
    if state.scenario.box_points:
        rows.append(
            ["Civilization", *(" ".join(map(str, boxes(state, i))) for i in range(len(players)))]
        )
    if state.scenario.goods:
        rows.append(["For trade", *(_letters(for_trade(state, i)) for i in range(len(players)))])
        rows.append(["Acquired", *(_letters(acquired(state, i)) for i in range(len(players)))])
    scores = [scoring.score(state, i) for i in range(len(players))]
    rows.append(["Victory Points", *(str(score.total) for score in scores)])
    title = printable(state.scenario.title)
    closed_note = "\n* controlled\n" if any(state.controlled) else ""
    return f"{title}\n{status_line(state)}\n\n{_table(rows)}\n{closed_note}"


def _letters(row: dict[str, int]) -> str:
    return " ".join(f"{units}{letter}" for letter, units in row.items()) or "-"


def _table(rows: list[list[str]]) -> str:
    columns = max(map(len, rows))
    widths = [max((len(row[i]) for row in rows if len(row) > i), default=0) for i in range(columns)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])] if row else []
        cells += [cell.rjust(widths[i]) for i, cell in enumerate(row[1:], start=1)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
