"""The tables of a game for research: countries by Game-turn, objectives, trades, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moderator.rules.age_of_iron.past import attacks_of, steps_of, trades_of
from moderator.rules.age_of_iron.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import State, is_met, score
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.tables import ENTRY, ROUND, SEAT, Column, Row, Table, by_round


def _points(name: str, what: str) -> Column:
    return Column(name, f"Victory Points for {what} if the game ended now", "points", "from 0")


def _rfs(name: str, meaning: str) -> Column:
    return Column(name, meaning, "RFs", "from 0")


def _counted(state: State, player: int) -> tuple[int, ...]:
    now, regions = score(state, player), range(len(state.chart))
    return (
        now.total,
        now.presence,
        now.prevent,
        now.civilization,
        now.trade,
        sum(state.has_presence(player, region) for region in regions),
        sum(player in owners for owners in state.controlled),
        sum(row[player] for row in state.chart),
        state.built[player],
        state.for_trade[player],
        sum(state.acquired[player]),
    )


_SEATS = by_round(
    _counted,
    _points("points", "everything"),
    _points("presence_points", "objectives of Presence"),
    _points("prevent_points", "objectives to prevent others’ Presence"),
    _points("civilization_points", "civilization"),
    _points("trade_points", "a complete set of goods"),
    Column("territories", f"Regions with {PRESENCE_RFS} or more RFs", "regions", "from 0"),
    Column("controlled", "Regions that it controls, alone or with others", "regions", "from 0"),
    _rfs("rfs_on_chart", "RFs in all regions"),
    _rfs("civilization_rfs", "RFs in civilization"),
    Column("goods_for_trade", "Own goods that are left for trade", "units", "from 0"),
    Column("goods_acquired", "Goods got by trade", "units", "from 0"),
    rank=lambda state, player: score(state, player).total,
)


def _objectives(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[Row]:
    end = steps[-1].after if steps else start
    for number, one in enumerate(end.scenario.objectives, start=1):
        region, points = end.region_id(one.region), one.victory_points
        by = " ".join(map(end.player_id, one.by))
        yield one.player, number, one.kind, region, by, points, int(is_met(end, one))


_OBJECTIVES = Table(
    "objectives",
    (
        SEAT,
        Column("objective", "The number of the objective in the scenario", "number", "from 1"),
        Column("kind", "What is asked for", "", "presence (of one’s own) or prevent (others’)"),
        Column("region", "Where", "", "an id of the scenario"),
        Column("prevented", "Who may have no Presence there", "", "seats, with spaces between"),
        Column("points", "What it is worth", "points", "from 0"),
        Column("is_met", "Whether it is met at the end, or when the game stopped", "", "0 or 1"),
    ),
    _objectives,
)


def _trades(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[Row]:
    for one in trades_of(steps_of(start, steps)):
        sides = (one.player, one.partner, one.give), (one.partner, one.player, one.get)
        for giver, taker, goods in sides:
            for good, units in goods:
                yield one.number, one.turn, giver, taker, good, units


_TRADES = Table(
    "trades",
    (
        ENTRY,
        ROUND,
        Column("giver", "Who gives", "", SEAT.values, is_seat=True),
        Column("taker", "Who gets it", "", SEAT.values, is_seat=True),
        Column(
            "good", "What is given; a trade has a row for each good and direction", "", "letter"
        ),
        Column("units", "How much of it", "units", "from 1"),
    ),
    _trades,
)


def _attacks(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[Row]:
    for one in attacks_of(steps_of(start, steps)):
        region, lost = start.region_id(one.region), (one.attacker_lost, one.defender_lost)
        yield one.number, one.turn, one.attacker, one.defender, region, *lost


_ATTACKS = Table(
    "attacks",
    (
        ENTRY,
        ROUND,
        Column("attacker", "Who attacks", "", SEAT.values, is_seat=True),
        Column("defender", "Who is attacked", "", SEAT.values, is_seat=True),
        Column("region", "Where", "", "an id of the scenario"),
        _rfs("attacker_lost", "RFs that the attacker lost"),
        _rfs("defender_lost", "RFs that the defender lost"),
    ),
    _attacks,
)

TABLES = (_SEATS, _OBJECTIVES, _TRADES, _ATTACKS)
