"""A state as `replay` prints it, and how a finished game is announced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from moderator.rules.age_of_iron import state as age_of_iron_state
from moderator.rules.age_of_iron.state import State
from moderator.rules.age_of_iron.views import ChartView, Country
from moderator.rules.ending import Counted, EndView, Scored, end_view
from moderator.rules.errors import printable
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer, victory

# A state as `replay` prints it: as JSON, and as a chart in text.

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
        "scores": {id: _score(age_of_iron_state.score(state, i)) for i, id in enumerate(ids)},
        "winners": [ids[player] for player in age_of_iron_state.leaders(state)],
    }


def boxes(state: State, player: int) -> tuple[int, ...]:
    """RFs in each of the player's boxes, in order."""
    box, built = state.scenario.box, state.built[player]
    return tuple(max(0, min(box, built - i * box)) for i in range(len(state.scenario.box_points)))


def _goods(state: State) -> dict[str, Any]:
    if not state.scenario.goods:
        return {}
    return {
        player.id: {"for_trade": state.goods_for_trade(i), "acquired": state.goods_acquired(i)}
        for i, player in enumerate(state.scenario.players)
    }


def _presences(state: State) -> dict[str, list[str]]:
    players = state.scenario.players
    here = {
        region.id: [p.id for i, p in enumerate(players) if state.has_presence(i, r)]
        for r, region in enumerate(state.scenario.regions)
    }
    return {region: ids for region, ids in here.items() if ids}


def _score(score: age_of_iron_state.Score) -> dict[str, Any]:
    return {**asdict(score), "objectives": list(score.objectives), "total": score.total}


def status_line(state: State, viewer: Viewer = MODERATOR) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.is_over and not viewer.sees_all_points:
        return "The game is over"
    if state.is_over:
        leaders = age_of_iron_state.leaders(state)
        total = age_of_iron_state.score(state, leaders[0]).total
        if not total:
            return "The game is over; nobody has Victory Points"
        names = [state.player_name(player) for player in leaders]
        return victory(names, f"{total} Victory Points")
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
    numbers = range(len(state.hand))
    players = [state.player_name(i) for i in numbers]
    rows = [["", *players]]
    for region, row in enumerate(state.chart):
        closed = "*" if state.controlled[region] else ""
        rows.append([state.region_name(region) + closed, *(str(rfs or "-") for rfs in row)])
    rows.append([])
    rows.append(["In hand", *map(str, state.hand)])
    if state.scenario.box_points:
        rows.append(["Civilization", *(" ".join(map(str, boxes(state, i))) for i in numbers)])
    if state.scenario.goods:
        rows.append(["For trade", *(_letters(state.goods_for_trade(i)) for i in numbers)])
        rows.append(["Acquired", *(_letters(state.goods_acquired(i)) for i in numbers)])
    scores = [age_of_iron_state.score(state, i) for i in numbers]
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


# How a finished game is announced: the winners, the ranking, who led after each Game-turn.

TurnLeaders = tuple[int, tuple[SeatLabel, ...]]
"""A Game-turn, and who had the most points after it; nobody if all had none."""


@dataclass(frozen=True, slots=True)
class Led:
    """The last Game-turn that was completed, and who led after each."""

    after_turn: int
    leaders: tuple[TurnLeaders, ...]


def end_of(
    view: ChartView, leaders: Sequence[TurnLeaders], after_turn: int, is_stopped: bool = False
) -> EndView:
    """The end from what one viewer, who sees all points, may see of the state that is ranked."""
    scores = [
        Scored(country.seat, country.place, country.total, tuple(_parts(country)))
        for country in view.countries
    ]
    return end_view(scores, is_stopped, view.is_scored, Led(after_turn, tuple(leaders)))


def leaders_by_turn(states: Iterable[State]) -> tuple[TurnLeaders, ...]:
    """Who had the most points after each Game-turn.

    Args:
        states: the states after all moves that stand, the start first.

    Cost: proportional to the number of Game-turns, but for a look at every state.
    """
    return tuple(
        (turn, tuple(state.scenario.seats[player] for player in _leaders(state)))
        for turn, state in ends_of_turns(states)
    )


def ends_of_turns(states: Iterable[State]) -> Iterator[tuple[int, State]]:
    """Each completed Game-turn, and the state after it; a turn that was reopened counts once."""
    ends: dict[int, State] = {}
    earlier: State | None = None
    for state in states:
        if earlier is not None and (state.turn > earlier.turn or state.is_over):
            ends[earlier.turn] = state
        earlier = state
    yield from sorted(ends.items())


def _leaders(state: State) -> tuple[int, ...]:
    players = age_of_iron_state.leaders(state)
    return players if age_of_iron_state.score(state, players[0]).total else ()


def _parts(country: Country) -> Iterator[Counted]:
    """What the total is made of; while they are secret, the first two are one part."""
    if country.presence is None or country.prevent is None:
        yield Counted("objectives", 1, country.total - country.civilization - country.trade)
    else:
        yield Counted("presence", 1, country.presence)
        yield Counted("prevented", 2, country.prevent)
    yield Counted("civilization", 3, country.civilization)
    yield Counted("trade", 4, country.trade)
