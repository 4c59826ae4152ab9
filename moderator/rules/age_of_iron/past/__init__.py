"""The history of a game, from what happened in it: steps, attacks, trades, points, Game-turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.orders import ORDERS
from moderator.rules.age_of_iron.state import DEPLOYMENT, Grid, State, leaders_of, score, totals
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.log import Step
from moderator.rules.seating import PUBLIC, listed

# The steps of a game: its moves, but all written orders of a Game-turn are one step.

_UNSEEN = (Deploy, Build, Correct)
"""What nobody else learns of before the reveal (`Rules.is_hidden`)."""


@dataclass(frozen=True, slots=True)
class GameStep:
    """One step: `first` to `number` are its entries, `moves` are in effect, oldest first.

    `before` and `after` are the states as everybody could see them: while orders are written, the
    chart is that of the Game-turn's start. Each step begins where the one before it ended.
    """

    first: int
    number: int
    moves: tuple[Step, ...]
    before: State
    after: State
    is_reveal: bool = False

    @property
    def turn(self) -> int:
        return self.before.turn

    @property
    def sentence(self) -> str:
        """What happened, in the rules' words, without a full stop."""
        if self.is_reveal:
            return ORDERS.reveal_label(self.before)
        made = self.moves[-1]
        return str(made.move.describe(made.before))

    @property
    def move(self) -> object:
        """The move; of a reveal the last one."""
        return self.moves[-1].move


def steps_of(start: State, moves: Iterable[Step]) -> Iterator[GameStep]:
    """The steps that the moves make.

    Args:
        start: the state before the first move.
        moves: those in effect, oldest first. Those that the viewer may not know may be missing.

    Returns:
        Steps in the order of their numbers. Orders that are not yet revealed are in none.

    Source: docs/rules/age-of-iron.md, "How a Game-turn runs", Simultaneous.
    """
    now = for_viewer.visible(start, PUBLIC)  # nobody sees orders before the reveal
    written: list[Step] = []
    for made in moves:
        if made.before.phase == DEPLOYMENT and isinstance(made.move, _UNSEEN):
            written.append(made)
            if made.after.phase == DEPLOYMENT:
                continue
            run, written = tuple(written), []
            is_reveal = True
        else:
            run, is_reveal = (made,), False
        after = for_viewer.visible(made.after, PUBLIC)
        yield GameStep(run[0].number, made.number, run, now, after, is_reveal)
        now = after


# Attacks and trades: each of them, and as a table of countries by countries.

Units = tuple[tuple[str, int], ...]
"""Letters of goods with a number of units, at least 1, in the scenario's order."""


@dataclass(frozen=True, slots=True)
class AttackFact:
    """An attack: countries and region by index, and the RFs that each side lost."""

    number: int
    turn: int
    attacker: int
    defender: int
    region: int
    attacker_lost: int
    defender_lost: int

    @property
    def lost(self) -> int:
        return self.attacker_lost + self.defender_lost


@dataclass(frozen=True, slots=True)
class TradeFact:
    """A trade: who gave what to whom and got what; one of the two may be empty (a gift)."""

    number: int
    turn: int
    player: int
    partner: int
    give: Units
    get: Units


@dataclass(frozen=True, slots=True)
class AttackCell:
    """All attacks of one country on another: the RFs that each side lost, and the entries."""

    attacker_lost: int = 0
    defender_lost: int = 0
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TradeCell:
    """All that one country gave to another: goods with their units, and the entries."""

    goods: Units = ()
    moves: tuple[int, ...] = ()

    @property
    def units(self) -> int:
        return sum(units for _, units in self.goods)


AttackMatrix = tuple[tuple[AttackCell, ...], ...]
"""Attackers by defenders, both in the order of play."""
TradeMatrix = tuple[tuple[TradeCell, ...], ...]
"""Givers by takers, both in the order of play."""


def attacks_of(steps: Iterable[GameStep]) -> Iterator[AttackFact]:
    """The attacks in effect, in their order; losses are counted from the chart."""
    for step in steps:
        move = step.move
        if isinstance(move, Attack):
            before, after = step.before.chart[move.region], step.after.chart[move.region]
            mine, theirs = (before[side] - after[side] for side in (move.player, move.defender))
            sides = (move.player, move.defender, move.region)
            yield AttackFact(step.number, step.turn, *sides, mine, theirs)


def trades_of(steps: Iterable[GameStep]) -> Iterator[TradeFact]:
    """The trades in effect, in their order."""
    for step in steps:
        move = step.move
        if isinstance(move, Trade):
            letters = step.before.scenario.letters
            give, get = (
                tuple((letter, bundle[letter]) for letter in letters if letter in bundle)
                for bundle in (move.give, move.get)
            )
            yield TradeFact(step.number, step.turn, move.player, move.partner, give, get)


def attack_matrix(attacks: Sequence[AttackFact], players: int) -> AttackMatrix:
    """The attacks as a table of `players` rows and columns; the diagonal is empty."""

    def cell(attacker: int, defender: int) -> AttackCell:
        own = [one for one in attacks if (one.attacker, one.defender) == (attacker, defender)]
        return AttackCell(
            sum(one.attacker_lost for one in own),
            sum(one.defender_lost for one in own),
            tuple(one.number for one in own),
        )

    return tuple(tuple(cell(i, j) for j in range(players)) for i in range(players))


def trade_matrix(trades: Sequence[TradeFact], players: int, letters: Sequence[str]) -> TradeMatrix:
    """What each country gave to each, as a table of `players` rows and columns."""
    gifts = [
        gift
        for one in trades
        for gift in (
            (one.number, one.player, one.partner, one.give),
            (one.number, one.partner, one.player, one.get),
        )
        if gift[3]
    ]

    def cell(giver: int, taker: int) -> TradeCell:
        own = [(number, units) for number, *pair, units in gifts if pair == [giver, taker]]
        given = dict.fromkeys(letters, 0)
        for _, units in own:
            for letter, count in units:
                given[letter] += count
        goods = tuple((letter, count) for letter, count in given.items() if count)
        return TradeCell(goods, tuple(number for number, _ in own))

    return tuple(tuple(cell(i, j) for j in range(players)) for i in range(players))


# Victory Points during a game: as if it had ended after each step, and who leads.


@dataclass(frozen=True, slots=True)
class CountryPoints:
    """A country's Victory Points; `presence` and `prevent` are None where they are secret."""

    total: int
    civilization: int
    trade: int
    presence: int | None
    prevent: int | None

    @property
    def objectives(self) -> int:
        """The points of both kinds of objectives together, which the total tells everybody."""
        return self.total - self.civilization - self.trade


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """The total of each country, in the order of play, after the entry `number`; 0 is the start."""

    number: int
    turn: int
    totals: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        return leaders_of(self.totals)


def points_of(state: State, open_to: Sequence[bool]) -> tuple[CountryPoints, ...]:
    """Each country's points if the game had ended there, in the order of play.

    Args:
        open_to: for each country whether its objectives may be seen.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    """
    scores = (score(state, player) for player in range(len(state.hand)))
    return tuple(
        CountryPoints(
            total=one.total,
            civilization=one.civilization,
            trade=one.trade,
            presence=one.presence if is_open else None,
            prevent=one.prevent if is_open else None,
        )
        for one, is_open in zip(scores, open_to, strict=True)
    )


def course_of(start: State, steps: Iterable[GameStep]) -> Iterator[CoursePoint]:
    """The totals at the start and after each step.

    Cost: proportional to the number of steps, of countries and of objectives.
    """
    counted, found = start, totals(start)
    yield CoursePoint(0, start.turn, found)
    for step in steps:
        if _counts(step.after) != _counts(counted):
            counted, found = step.after, totals(step.after)
        yield CoursePoint(step.number, step.turn, found)


def leads_of(course: Iterable[CoursePoint]) -> Iterator[CoursePoint]:
    """The points of the course from which on others lead than before."""
    last: tuple[int, ...] | None = None
    for point in course:
        if point.leaders != last:
            last = point.leaders
            yield point


def lead_changes_of(leads: Iterable[CoursePoint]) -> Iterator[CoursePoint]:
    """Where a country took the lead alone from another one that last had it alone."""
    last: tuple[int, ...] = ()
    for lead in leads:
        if len(lead.leaders) == 1:
            if last and lead.leaders != last:
                yield lead
            last = lead.leaders


def _counts(state: State) -> tuple[object, ...]:
    """All that the points depend on."""
    return state.chart, state.built, state.for_trade, state.acquired


# A game at the end of each Game-turn.


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a Game-turn; `turn` 0 is the start. Countries are in the order of play.

    `number` is the entry that ended it. `chart` has the RFs by region, then country; `on_chart`,
    `civilization` the RFs of each country on the Game Chart and in civilization.
    """

    turn: int
    number: int
    chart: Grid
    civilization: tuple[int, ...]
    points: tuple[CountryPoints, ...]

    @property
    def on_chart(self) -> tuple[int, ...]:
        """The RFs of each country in all regions together."""
        return tuple(map(sum, zip(*self.chart, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(points.total for points in self.points)

    @property
    def leaders(self) -> tuple[int, ...]:
        return leaders_of(self.totals)


def turns_of(start: State, steps: Iterable[GameStep], open_to: Sequence[bool]) -> Iterator[TurnEnd]:
    """The start and the end of each complete Game-turn; one that was reopened counts once.

    Args:
        open_to: for each country whether its objectives may be seen.

    Source: docs/rules/age-of-iron.md, "How a Game-turn runs".
    """
    ends = {0: (0, start)}
    for step in steps:
        if step.after.turn > step.before.turn or step.after.is_over:
            ends[step.before.turn] = (step.number, step.after)
    for turn, (number, state) in sorted(ends.items()):
        yield TurnEnd(turn, number, state.chart, state.built, points_of(state, open_to))


# All of it, from which the winners' path and questions are derived.


@dataclass(frozen=True, slots=True)
class Facts:
    """What happened until `now`; `points` are those of now, `are_open`: objectives may be named."""

    now: State
    steps: Sequence[GameStep]
    course: Sequence[CoursePoint]
    turns: Sequence[TurnEnd]
    leads: Sequence[CoursePoint]
    points: Sequence[CountryPoints]
    attacks: Sequence[AttackFact]
    trades: Sequence[TradeFact]
    are_open: bool

    @property
    def reveals(self) -> frozenset[int]:
        """The numbers of the entries that revealed orders."""
        return frozenset(step.number for step in self.steps if step.is_reveal)

    def name(self, player: int) -> str:
        return self.now.player_name(player)

    def place(self, region: int) -> str:
        return self.now.region_name(region)

    def names(self, players: Sequence[int]) -> str:
        return listed([self.name(player) for player in players], "and")

    def since(self, number: int) -> str:
        return f"since move {number}" if number else "from the start"

    def through(self, number: int) -> str:
        """The step with that number, as a cause."""
        step = next(step for step in self.steps if step.number == number)
        return f"the orders of Game-turn {step.turn}" if step.is_reveal else f"move {number}"
