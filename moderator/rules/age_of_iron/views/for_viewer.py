"""Removes secrets from a state for one viewer, and builds a view from the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from moderator.rules.age_of_iron import state as age_of_iron_state
from moderator.rules.age_of_iron.moves.build import level
from moderator.rules.age_of_iron.scenario import PRESENCE, PRESENCE_RFS, Objective
from moderator.rules.age_of_iron.state import (
    DEPLOYMENT,
    Score,
    State,
    can_score,
    objectives_of,
    rfs_text,
)
from moderator.rules.age_of_iron.views import (
    Box,
    Cell,
    ChartView,
    Country,
    Good,
    LastAttack,
    ObjectiveView,
    Row,
    boxes,
    status_line,
)
from moderator.rules.errors import printable
from moderator.rules.move import with_item
from moderator.rules.seating import SeatLabel, Viewer, listed

# A player's objectives: their sentences, and what decides whether they are met.


def objectives(state: State, player: int, score: Score) -> tuple[ObjectiveView, ...]:
    """The player's objectives in the scenario's order."""
    own = zip(objectives_of(state, player), score.objectives, strict=True)
    return tuple(
        ObjectiveView(
            _sentence(state, one),
            one.victory_points,
            is_met,
            _reason(state, one),
            _short(state, one),
            _now(state, one, is_met),
        )
        for one, is_met in own
    )


def _goals(
    state: State, player: int, score: Score, own: Sequence[ObjectiveView]
) -> tuple[ObjectiveView, ...]:
    """The player's objectives (`own`), and what else earns Victory Points."""
    levels, full = _boxes(state, player), state.built[player] // state.scenario.box
    reached = [
        ObjectiveView(
            f"Civilization, Level {one.level}",
            one.victory_points,
            one.is_complete,
            now="complete" if one.is_complete else f"{one.rfs} of {one.size}",
        )
        for one in levels[: full + 1]
    ]
    kinds, points = len(state.scenario.goods), state.scenario.trade_points
    has = sum(map(bool, state.goods(player).values()))
    goods = ObjectiveView(
        f"A set of {kinds} goods",
        points,
        score.trade > 0,
        now="complete" if score.trade else f"{has} of {kinds}",
    )
    found = [*own, *reached, *([goods] if points and kinds else [])]
    return tuple(sorted(found, key=lambda one: -one.victory_points))


def _reason(state: State, objective: Objective) -> str:
    """The RFs that decide whether the objective is met: one's own, or the most of the others'."""
    row = state.chart[objective.region]
    if objective.kind == PRESENCE:
        return rfs_text(row[objective.player])
    most = max(objective.by, key=lambda player: row[player], default=None)
    if most is None or not row[most]:
        return "nobody"
    return f"{state.player_name(most)} has {row[most]}"


def _now(state: State, objective: Objective, is_met: bool) -> str:
    rfs = [state.chart[objective.region][player] for player in objective.by]
    if objective.kind == PRESENCE:
        own = state.chart[objective.region][objective.player]
        return rfs_text(own) if is_met else f"{own} of {PRESENCE_RFS}"
    if len(objective.by) > 1 and any(rfs):
        return _reason(state, objective)
    return f"they have {rfs[0]}" if any(rfs) else "nobody there"


def _sentence(state: State, objective: Objective) -> str:
    place = state.region_name(objective.region)
    if objective.kind == PRESENCE:
        return f"Presence in {place}"
    who = "anybody else" if _is_of_all(state, objective) else _names(state, objective)
    at_home = state.scenario.home_owner[objective.region] == objective.player
    where = f"at home in {place}" if at_home else f"in {place}"
    return f"No Presence of {who} {where}"


def _short(state: State, objective: Objective) -> str:
    place = state.region_name(objective.region)
    if objective.kind == PRESENCE:
        return place
    if _is_of_all(state, objective):
        return f"all out of {place}"
    return f"{_names(state, objective)} out of {place}"


def _is_of_all(state: State, objective: Objective) -> bool:
    """Whether nobody else may have a Presence."""
    return len(objective.by) == len(state.hand) - 1


def _names(state: State, objective: Objective) -> str:
    return " and ".join(state.player_name(player) for player in objective.by)


# The view.


def visible(state: State, viewer: Viewer) -> State:
    """The state without anything that the viewer may not know yet.

    While orders are written, that is everything that others have placed in this Game-turn: their
    cells and boxes are shown as when it began, and their hands as full or, when done, empty.
    """
    if viewer.is_moderator or state.phase != DEPLOYMENT:
        return state
    own = state.scenario.player_numbers.get(viewer.seat or "")
    seen = state._replace(
        chart=state.opening,
        built=state.opening_built,
        crossed=tuple(((),) * len(row) for row in state.opening),
        hand=tuple(
            player.income_in(state.turn, is_simultaneous=True) if state.must_place(i) else 0
            for i, player in enumerate(state.scenario.players)
        ),
    )
    if own is None:
        return seen
    return seen._replace(
        chart=tuple(with_item(row, own, state.chart[r][own]) for r, row in enumerate(seen.chart)),
        crossed=tuple(
            with_item(row, own, state.crossed[r][own]) for r, row in enumerate(seen.crossed)
        ),
        built=with_item(seen.built, own, state.built[own]),
        hand=with_item(seen.hand, own, state.hand[own]),
    )


def effects_for(before: State, after: State, viewer: Viewer) -> tuple[str, ...]:
    """The Presences, levels and sets that began or ended, as far as the viewer may know."""
    return effects_of(visible(before, viewer), visible(after, viewer))


def view_for(state: State, viewer: Viewer, before: State | None = None) -> ChartView:
    """Everything that the viewer may see, and nothing else.

    Args:
        before: the state before the last entry; cells whose number differs are fresh.
    """
    seen = visible(state, viewer)
    earlier = visible(before, viewer) if before is not None else seen
    scenario = state.scenario
    labels = scenario.seats
    players = range(len(labels))
    scores = [age_of_iron_state.score(seen, player) for player in players]
    countries = tuple(_country(seen, earlier, viewer, player, scores) for player in players)
    return ChartView(
        title=printable(scenario.title, 200),
        turn=state.turn,
        turns=state.turns,
        turn_name=printable(scenario.turn_name),
        phase=state.phase,
        is_over=state.is_over,
        is_frozen=state.phase == DEPLOYMENT and not viewer.is_moderator,
        active=None if state.active is None else labels[state.active],
        status_line=status_line(state, viewer),
        rows=tuple(_row(seen, earlier, labels, r) for r in range(len(scenario.regions))),
        last_attack=_last_attack(seen, earlier, labels),
        countries=countries,
        winners=tuple(one.seat for one in countries if one.place == 1),
        has_civilization=bool(scenario.box_points),
        has_goods=bool(scenario.goods),
        has_objectives=bool(scenario.objectives),
        goods=tuple(scenario.good_names.items()),
        set_points=scenario.trade_points,
        has_control=state.options.control,
        is_scored=can_score(scenario),
        has_all_points=viewer.sees_all_points,
        has_open_goals=viewer.has_open_goals,
    )


def _row(state: State, earlier: State, labels: tuple[SeatLabel, ...], region: int) -> Row:
    owner = state.scenario.home_owner[region]
    cells = tuple(
        Cell(
            seat=seat,
            rfs=state.chart[region][i],
            crossed=state.crossed[region][i],
            has_presence=state.has_presence(i, region),
            is_fresh=state.chart[region][i] != earlier.chart[region][i],
        )
        for i, seat in enumerate(labels)
    )
    return Row(
        id=state.scenario.regions[region].id,
        name=state.region_name(region),
        note=printable(state.scenario.regions[region].note, 300),
        home_of=None if owner is None else labels[owner],
        cells=cells,
        controlled_by=tuple(labels[player] for player in state.controlled[region]),
        position=state.scenario.regions[region].position,
    )


def _last_attack(state: State, earlier: State, labels: tuple[SeatLabel, ...]) -> LastAttack | None:
    """The attack that lies between the two states; None if that was another move."""
    new = state.attacked - earlier.attacked
    if len(new) != 1 or state.active is None or state.active != earlier.active:
        return None
    ((defender, region),) = new
    lost = [
        before - now for before, now in zip(earlier.chart[region], state.chart[region], strict=True)
    ]
    return LastAttack(
        region=state.scenario.regions[region].id,
        attacker=labels[state.active],
        defender=labels[defender],
        attacker_loss=lost[state.active],
        defender_loss=lost[defender],
    )


def _country(
    state: State, earlier: State, viewer: Viewer, number: int, scores: Sequence[Score]
) -> Country:
    """A country's column; `scores` are those of all countries."""
    scenario, score = state.scenario, scores[number]
    player, seat, home = scenario.players[number], scenario.seats[number], scenario.homes[number]
    totals = [one.total for one in scores] if viewer.sees_all_points else []
    change = score.total - age_of_iron_state.score(earlier, number).total
    is_open = viewer.sees_goals_of(seat.id, state.is_over) or not scenario.objectives
    is_counted = viewer.sees_points_of(seat.id)
    own = objectives(state, number, score) if is_open else None
    return Country(
        seat=seat,
        home=None if home is None else state.region_name(home),
        hand=state.hand[number],
        incomes=tuple(
            player.income_in(turn, state.options.is_simultaneous)
            for turn in range(1, state.turns + 1)
        ),
        is_active=state.active == number,
        is_done=not state.must_place(number),
        boxes=_boxes(state, number),
        for_trade=_for_trade(state, number),
        acquired=_acquired(state, number),
        objectives=own,
        goals=None if own is None else _goals(state, number, score, own),
        presence=score.presence if is_open and is_counted else None,
        prevent=score.prevent if is_open and is_counted else None,
        civilization=score.civilization,
        trade=score.trade,
        is_counted=is_counted,
        total=score.total if is_counted else 0,
        place=1 + sum(total > score.total for total in totals) if totals else 0,
        share=100 * score.total // max(totals) if any(totals) else 0,
        change=change if is_counted else 0,
        is_tied=totals.count(score.total) > 1,
    )


def _boxes(state: State, player: int) -> tuple[Box, ...]:
    box = state.scenario.box
    filled = zip(boxes(state, player), state.scenario.box_points, strict=True)
    return tuple(
        Box(level(i), rfs, box, rfs == box, points) for i, (rfs, points) in enumerate(filled)
    )


def _for_trade(state: State, player: int) -> tuple[Good, ...]:
    letter = state.scenario.players[player].good
    if letter is None:
        return ()
    name = state.scenario.good_names[letter]
    left = state.for_trade[player]
    traded = max(state.scenario.trade_units - left, 0)
    return (Good(letter, name, True),) * traded + (Good(letter, name, False),) * min(left, 60)


def _acquired(state: State, player: int) -> tuple[Good, ...]:
    names = state.scenario.good_names
    return tuple(
        Good(letter, names[letter], False)
        for letter, units in state.goods_acquired(player).items()
        for _ in range(min(units, 60))
    )


# Which goals a country has met: its objectives, and a complete set of goods.


def goals_met(state: State, viewer: Viewer) -> Mapping[str, Sequence[tuple[str, bool]]]:
    """The goals of each country by its id; empty if the viewer may not read all objectives."""
    view = view_for(state, viewer)
    found: dict[str, list[tuple[str, bool]]] = {}
    for country in view.countries:
        if country.objectives is None:
            return {}
        goals = [(one.short, one.is_met) for one in country.objectives]
        if view.set_points:
            goals.append(("a complete set of goods", country.trade > 0))
        found[country.seat.id] = goals
    return found


# What a move meant: Presences, levels and sets that it began or ended.


MOST_NAMED = 4
"""Presences that are named one by one; of more, as after a reveal, only their number is said."""


def effects_of(before: State, after: State) -> tuple[str, ...]:
    """What changed that may count for points, as sentences; empty if nothing did.

    Args:
        before: and `after`, as the viewer may see them.
    """
    return (*_presences(before, after), *_levels(before, after), *_sets(before, after))


def presence_changes(before: State, after: State) -> Iterator[tuple[int, int, bool]]:
    """Country, region, and whether its Presence there began (True) or ended (False)."""
    for region, (old, new) in enumerate(zip(before.chart, after.chart, strict=True)):
        if old != new:
            for player in range(len(new)):
                is_there = after.has_presence(player, region)
                if is_there != before.has_presence(player, region):
                    yield player, region, is_there


def sets_completed(before: State, after: State) -> tuple[int, ...]:
    """The countries that completed a set of goods, in the order of play."""
    players = range(len(after.hand))
    return tuple(one for one in players if after.has_set(one) and not before.has_set(one))


def _presences(before: State, after: State) -> Iterator[str]:
    changes = list(presence_changes(before, after))
    if len(changes) > MOST_NAMED:
        begun = sum(is_new for *_, is_new in changes)
        yield f"{begun} Presences began and {len(changes) - begun} ended."
        return
    for player, region, is_new in changes:
        verb = "gained" if is_new else "lost"
        yield f"{after.player_name(player)} {verb} a Presence in {after.region_name(region)}."


def _levels(before: State, after: State) -> Iterator[str]:
    box = after.scenario.box
    for player, (old, new) in enumerate(zip(before.built, after.built, strict=True)):
        if new // box > old // box:
            yield f"{after.player_name(player)} completed Level {level(new // box - 1)}."


def _sets(before: State, after: State) -> Iterator[str]:
    names = [after.player_name(player) for player in sets_completed(before, after)]
    if names:
        yield f"{listed(names, 'and')} completed a set of goods."
