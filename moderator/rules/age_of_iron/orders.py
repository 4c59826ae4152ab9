"""Written orders: with simultaneous deployment, `deploy` and `build` are revealed all at once.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs", Simultaneous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from moderator.rules import reading
from moderator.rules.age_of_iron import typed
from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.deploy import (
    CIVILIZATION,
    Deploy,
    order_for,
    place_in,
    place_of,
    region_of,
)
from moderator.rules.age_of_iron.promises import regions_promised
from moderator.rules.age_of_iron.scenario import PRESENCE, PRESENCE_RFS
from moderator.rules.age_of_iron.state import DEPLOYMENT, State, check_hand, is_met, objectives_of
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.errors import Refused
from moderator.rules.orders import Amounts, OrderLine, OrderRules, Orders
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel, Viewer

# A country's order slip, ready for a template: what its rows show, and what they can take.


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A region, or civilization (`is_civilization`), on the slip of one country.

    `others`: who else has RFs there, and how many. `most`: the most RFs of the whole hand that
    the place can take. `controlled_by`: if there are any, nobody can place RFs there.
    `next_level`: of civilization, and the RFs in all boxes that complete it.

    What it is worth to the country, as its objectives say, is as secret as they are: `points` for
    a Presence of its own or the next level; `prevents`: for the Presences of others that it has to
    prevent there, each with whether there is none now. `is_promised`: a promise of the country
    about this Game-turn concerns the region.
    """

    place: str
    name: str
    before: int
    placed: int
    most: int
    is_civilization: bool = False
    others: tuple[tuple[SeatLabel, int], ...] = ()
    controlled_by: tuple[SeatLabel, ...] = ()
    next_level: tuple[str, int] | None = None
    points: int = 0
    prevents: tuple[tuple[int, bool], ...] = ()
    is_promised: bool = False

    @property
    def after(self) -> int:
        """The country's RFs there once the orders are revealed."""
        return self.before + self.placed

    @property
    def at(self) -> int | None:
        """The country's RFs that are a Presence, or complete the next level if there is one."""
        if self.is_civilization:
            return self.next_level[1] if self.next_level else None
        return PRESENCE_RFS

    @property
    def is_reached(self) -> bool:
        """Whether `points` are won once the orders are revealed, if everybody else stays away."""
        return self.at is not None and self.after >= self.at

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be placed there, whatever else is on the slip."""
        return bool(self.controlled_by) or (self.is_civilization and not self.next_level)


@dataclass(frozen=True, slots=True)
class SlipView:
    """A country's slip. `left` of the `total` RFs are still to place."""

    seat: SeatLabel
    rows: tuple[SlipRow, ...]
    left: int
    total: int

    @property
    def written(self) -> tuple[SlipRow, ...]:
        return tuple(row for row in self.rows if row.placed)

    @property
    def has_worth(self) -> bool:
        """Whether any place is worth something to the country."""
        return any(row.points or row.prevents for row in self.rows)


def _region(
    state: State, player: int, region: int, placed: Mapping[str, int], is_promised: bool
) -> SlipRow:
    labels, place = state.scenario.seats, place_in(state.region_id(region))
    here, owners = state.chart[region], state.controlled[region]
    goals = [one for one in objectives_of(state, player) if one.region == region]
    return SlipRow(
        place=place,
        name=state.region_name(region),
        before=here[player],
        placed=placed.get(place, 0),
        most=0 if owners else state.hand[player],
        others=tuple((labels[i], n) for i, n in enumerate(here) if n and i != player),
        controlled_by=tuple(labels[owner] for owner in owners),
        points=sum(one.victory_points for one in goals if one.kind == PRESENCE),
        prevents=tuple(
            (one.victory_points, is_met(state, one)) for one in goals if one.kind != PRESENCE
        ),
        is_promised=is_promised,
    )


def _civilization(state: State, player: int, placed: Mapping[str, int]) -> SlipRow:
    built, box, points = state.built[player], state.scenario.box, state.scenario.box_points
    rfs, number = placed.get(CIVILIZATION, 0), built // box
    following = None
    if number < len(points):
        following = (level(number), (number + 1) * box)
    return SlipRow(
        place=CIVILIZATION,
        name="Civilization",
        before=built,
        placed=rfs,
        most=min(state.room(player), state.hand[player]),
        is_civilization=True,
        next_level=following,
        points=points[number] if following else 0,
    )


# The orders of all countries.

_VERBS = {move.verb: move for move in (Deploy, Build)}


class AgeOfIronOrders(OrderRules[State]):
    """The orders of one country for one Game-turn: RFs for regions and for civilization."""

    verbs = frozenset(_VERBS)
    command = staticmethod(typed.parse)
    complete = staticmethod(typed.complete)
    place_of = staticmethod(place_of)

    def is_open(self, state: State) -> bool:
        """Whether all hands are still full. In older games some orders stand in the log."""
        return state.phase == DEPLOYMENT and state.hand == _incomes(state)

    def writers(self, state: State) -> tuple[str, ...]:
        """The countries with RFs that can be placed."""
        numbers = range(len(state.hand))
        return tuple(state.player_id(number) for number in numbers if state.must_place(number))

    def read(self, state: State, player: str, orders: Sequence[object]) -> Orders:
        """One `deploy` for each region, in the chart's order, and then one `build`.

        RFs for the same place are added up.

        Raises:
            Refused: `bad-move`, an unknown id, `region-controlled`, `not-enough-rfs` or
                `civilization-complete`.
        """
        number, rfs, built = state.player(player), dict.fromkeys(range(len(state.chart)), 0), 0
        for order in orders:
            verb, known = reading.verb(order, _VERBS)
            move = verb.read(state, known)
            if move.player != number:
                raise Refused("bad-move", "An order slip has orders of one country only.")
            if isinstance(move, Deploy):
                rfs[move.region] += move.rfs
            else:
                built += move.rfs
        moves = [Deploy(number, region, count) for region, count in rfs.items() if count]
        return _checked(state, [*moves, *([Build(number, built)] if built else [])])

    def left(self, state: State, player: str, orders: Orders) -> int:
        """RFs in hand that can still be placed after the orders."""
        number = state.player(player)
        for order in orders:
            state = _VERBS[order["type"]].read(state, order).apply(state)
        return state.hand[number] if state.must_place(number) else 0

    def filled(self, state: State, player: str, orders: Orders) -> Orders:
        """With the RFs that are left at home, else where the country has most RFs, else in the
        first open region, else in civilization."""
        number, left = state.player(player), self.left(state, player, orders)
        if not left:
            return orders
        place = _default_region(state, number)
        if place is None:
            more = Build(number, min(left, state.room(number))).wire(state)
        else:
            more = Deploy(number, place, left).wire(state)
        return self.read(state, player, [*orders, more])

    def reveal_label(self, before: State) -> str:
        """Names the Game-turn, as all orders of one Game-turn are revealed at once."""
        return f"Orders of Game-turn {before.turn} revealed"

    def as_sealed(self, state: State, players: Collection[str]) -> State:
        """With empty hands: everybody sees that they are done, and nothing else."""
        done = {state.player(player) for player in players}
        hand = tuple(0 if number in done else rfs for number, rfs in enumerate(state.hand))
        return state._replace(hand=hand) if done else state

    def are_written(self, state: State) -> bool:
        return state.options.is_simultaneous

    def lines(self, state: State, player: str, amounts: Amounts) -> tuple[OrderLine, ...]:
        """The numbers are those of the Game Chart and the Civilization Chart."""
        number = state.player(player)

        def line(place: str, rfs: int) -> OrderLine:
            if place == CIVILIZATION:
                before = state.built[number]
                return OrderLine("civilization", rfs, before, before + rfs)
            region = state.region(region_of(place))
            before = state.chart[region][number]
            return OrderLine(state.region_name(region), rfs, before, before + rfs)

        return tuple(line(place, rfs) for place, rfs in amounts)

    def with_amounts(self, state: State, player: str, orders: Orders, amounts: Amounts) -> Orders:
        """In normal form."""
        wanted = {**self.placed(orders), **dict(amounts)}
        moves = (order_for(player, place, rfs) for place, rfs in wanted.items() if rfs)
        return self.read(state, player, list(moves))

    def placed(self, orders: Orders) -> Mapping[str, int]:
        """RFs by place: `deploy:` with a region's id, or `build`."""
        return {place_of(order): order["rfs"] for order in orders}

    def view(
        self, state: State, viewer: Viewer, orders: Orders, promised: Iterable[Wire] = ()
    ) -> SlipView:
        """The slip: a row for each region and one for civilization."""
        left, placed = self.left(state, viewer.seat or "", orders), self.placed(orders)
        state, player = for_viewer.visible(state, viewer), state.player(viewer.seat or "")
        vowed = regions_promised(state, promised)
        rows = [
            _region(state, player, region, placed, is_promised=region in vowed)
            for region in range(len(state.chart))
        ]
        if state.scenario.box_points:
            rows.append(_civilization(state, player, placed))
        return SlipView(state.scenario.seats[player], tuple(rows), left, state.hand[player])


def _incomes(state: State) -> tuple[int, ...]:
    players = state.scenario.players
    return tuple(player.income_in(state.turn, is_simultaneous=True) for player in players)


def _checked(state: State, moves: Sequence[Deploy | Build]) -> Orders:
    """The wire forms; `Refused` by the first move that isn't legal after the ones before it.

    A refusal for want of RFs tells all that is in hand, and all that the orders ask for.
    """
    now, wires = state, tuple(move.wire(state) for move in moves)
    try:
        for move in moves:
            move.check_now(now, move.player)
            move.check(now)
            now = move.apply(now)
    except Refused as refused:
        if refused.code == "not-enough-rfs":
            check_hand(state, move.player, sum(one.rfs for one in moves))
        raise
    return wires


def _default_region(state: State, player: int) -> int | None:
    """Where RFs go by default; None if every region is controlled."""
    opened = [region for region, owners in enumerate(state.controlled) if not owners]
    home = state.scenario.homes[player]
    if home in opened:
        return home
    # The first of those with most RFs: the first open region if there are none anywhere.
    return max(opened, key=lambda region: state.chart[region][player], default=None)


ORDERS = AgeOfIronOrders()
