"""Bots: they play by the rules, know only what their seat may know, and say why."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bench.ladder import RUNGS, Rung, climb, starts
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.bots import Bot, BotMove, View, hit, no_hits, play_out, view_of
from moderator.rules.age_of_iron.bots.live import BOT_RULES, Rival, Steward, Strategist, drawn
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import State
from moderator.rules.bots import Known
from moderator.rules.log import Timeline
from moderator.rules.move import RandomBelow
from moderator.rules.seating import PointsSeen, Viewer
from tests.rules.age_of_iron.table import play, table
from tests.rules.age_of_iron.test_moves import NO_INCOME
from tests.support.amount import amount

pytestmark = pytest.mark.slow

SCENARIOS = [
    path
    for path in sorted(Path("scenarios/age_of_iron").glob("*.toml"))
    if not path.with_name(f"{path.stem}-2.toml").exists()  # it is an earlier version
]
STARTS = dict(starts())
QUICK = Strategist(trials=4)
BOTS: tuple[Bot, ...] = (Steward(), Rival(), QUICK)
OPTIONS = [
    {"deployment": deployment, "combat": combat, "control": closes, "home_first": closes}
    for deployment, combat, closes in product(
        ("sequential", "simultaneous"),
        ("equal", "attacker-advantage", "odds-table"),
        (False, True),
    )
]


def chance(seed: int) -> RandomBelow:
    return random.Random(seed).randrange


class Checked(NamedTuple):
    """Another bot, of which each decision has to be legal, and to have a sentence."""

    bot: Bot

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        decisions, state = self.bot.orders(view, chance), view.state
        for one in decisions:
            state = AGE_OF_IRON.apply(state, self._read(state, one))
        assert not state.must_place(view.seat) or state.turn > view.state.turn
        return decisions

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        decision = self.bot.act(view, chance)
        self._read(view.state, decision)
        return decision

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> bool:
        return self.bot.answers(view, trade, chance)

    def _read(self, state: State, decision: BotMove) -> Any:
        assert str(decision.because).endswith(".")
        wire = decision.move.wire(state)
        wire |= {dice.field: 6 for dice in AGE_OF_IRON.dice_of(state, wire)}
        move = AGE_OF_IRON.read_move(state, wire)
        AGE_OF_IRON.check(state, move)
        return move


@pytest.mark.parametrize("options", OPTIONS, ids=lambda one: "-".join(map(str, one.values())))
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_decision_is_legal(path: Path, options: dict[str, Any]) -> None:
    scenario = AGE_OF_IRON.read_scenario_toml(path.read_text(encoding="utf-8"))
    given = {name: value for name, value in options.items() if name != "home_first"}
    given |= {"home_first": options["home_first"] and any(scenario.homes)}
    start = AGE_OF_IRON.begin(scenario, given)
    for seed in range(amount(1, 2)):
        draw = chance(seed)
        bots = [
            Checked((BOTS[draw(2)], drawn(draw), QUICK)[one % 3]) for one in range(len(start.hand))
        ]
        assert play_out(start, bots, draw).is_over


def test_a_game_can_be_played_again_by_its_seed() -> None:
    start = STARTS["900-bc"]
    bots = [QUICK, Rival(), Steward(), Rival(), Rival()]
    assert play_out(start, bots, chance(7)) == play_out(start, bots, chance(7))


def swapped(state: State, seat: int) -> State:
    """The same, with all that is secret from the seat's country exchanged for something else."""
    others = [one for one in range(len(state.hand)) if one != seat]
    scenario = replace(
        state.scenario,
        objectives=tuple(
            one
            if one.player == seat
            else replace(one, region=(one.region + 3) % len(state.chart), victory_points=9)
            for one in state.scenario.objectives
        ),
        players=tuple(
            one if i == seat else replace(one, briefing="Something else.")
            for i, one in enumerate(state.scenario.players)
        ),
    )
    return state._replace(
        scenario=scenario,
        chart=tuple(
            tuple(rfs + 4 if one in others else rfs for one, rfs in enumerate(row))
            for row in state.chart
        ),
        built=tuple(rfs + 3 if one in others else rfs for one, rfs in enumerate(state.built)),
        hand=tuple(1 if one in others else rfs for one, rfs in enumerate(state.hand)),
    )


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
@pytest.mark.parametrize("turn", [1, 6])
def test_secrets_change_no_orders(bot: Bot, turn: int) -> None:
    """Others' objectives and briefings, and the orders that stand on the chart already."""
    state = STARTS["1800-bc"]._replace(turn=turn)
    for seat in range(len(state.hand)):
        one, other = (view_of(found, seat, (0,) * 4) for found in (state, swapped(state, seat)))
        assert one == other
        assert bot.orders(one, chance(seat)) == bot.orders(other, chance(seat))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_objectives_of_others_change_no_attack(bot: Bot) -> None:
    state = STARTS["1800-bc"]._replace(turn=6, phase="action", active=1, hand=(0,) * 4)
    chart = ((5, 1, 0, 6), (5, 8, 5, 1)) + ((2, 5, 5, 1),) * (len(state.chart) - 2)
    state = state._replace(chart=chart, opening=chart)
    other = state._replace(scenario=swapped(state, 1).scenario)
    moves = [bot.act(view_of(one, 1, (0,) * 4), chance(1)) for one in (state, other)]
    assert moves[0] == moves[1]
    assert isinstance(moves[0].move, Attack) or type(bot) is not Rival


def test_who_has_attacked_is_attacked() -> None:
    state = STARTS["1800-bc"]._replace(turn=6, phase="action", active=0, hand=(0,) * 4)
    chart = tuple((1, 5, 5, 5) for _ in state.chart)
    state = state._replace(chart=chart, scenario=replace(state.scenario, objectives=()))
    for enemy in (1, 2, 3):
        hits = tuple(4 if one == enemy else 0 for one in range(4))
        move = Rival().act(view_of(state, 0, hits), chance(1)).move
        assert isinstance(move, Attack)
        assert move.defender == enemy


def test_the_leaders_last_good_is_refused() -> None:
    state = STARTS["1800-bc"]._replace(phase="action", active=1)
    goods = ((0, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    state = state._replace(acquired=goods, built=(30, 0, 0, 0))
    trade = Trade(0, 3, {"G": 1}, {"S": 1})
    view = view_of(state, 3, (0,) * 4)
    assert [bot.answers(view, trade, chance(1)) for bot in (Steward(), Rival())] == [True, False]
    ahead = view._replace(points=(3, 0, 0, 9))
    assert Rival().answers(ahead, trade, chance(1))


def test_hits_are_what_attacks_have_removed() -> None:
    timeline = table({"syria": {"egypt": 6, "hatti": 4}}, players=NO_INCOME)
    before = timeline.state
    after = play(timeline, "attack egypt hatti syria 3").state
    move = Attack(0, 1, before.region("syria"), 3)
    assert hit(no_hits(3), before, move, after) == ((0, 0, 0), (3, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("rung", RUNGS[:2], ids=lambda rung: rung.name)
def test_each_is_stronger_than_the_one_below(rung: Rung) -> None:
    """Roughly: `bench/ladder.py` measures it, and the Strategist, too."""
    share, _ = climb(rung, STARTS["1800-bc"], games=40, seed=5)
    assert share > (0.9 if rung.is_of_all else 0.4)


@pytest.mark.parametrize("level", ["", "steward", "rival", "strategist"])
@pytest.mark.parametrize("deployment", ["sequential", "simultaneous"])
def test_bots_play_to_the_end_move_by_move(deployment: str, level: str) -> None:
    """They trade among themselves; a real player is never asked."""
    start = AGE_OF_IRON.begin(STARTS["1800-bc"].scenario, {"deployment": deployment, "turns": 2})
    now, below, traders = Timeline(AGE_OF_IRON, start), chance(3), set[str]()
    partners = frozenset(("egypt", "hatti", "assyria"))
    while not now.is_over:
        is_open = AGE_OF_IRON.orders.is_open(now.state)
        for seat in now.labels:
            known = Known(now, Viewer(seat=seat, points=PointsSeen.OWN), partners)
            for one in BOT_RULES.decide(known, level, below)[: None if is_open else 1]:
                assert one.because
                assert str(one.because)
                traders |= {one.wire["partner"]} if one.wire["type"] == "trade" else set()
                now = now.play(one.wire)
    assert traders
    assert traders <= partners
