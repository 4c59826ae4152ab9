"""Bots answer offers and promises, each with a reason, and keep what they have promised."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.bots import POINT, Bot, View, view_of
from moderator.rules.age_of_iron.bots.dealing import Dealer, proposal, vow
from moderator.rules.age_of_iron.bots.live import BOT_RULES, Rival, Steward, Strategist, Style
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.promises import PromiseTerms
from moderator.rules.age_of_iron.state import State
from moderator.rules.bots import BotAnswer, Known
from moderator.rules.deals import AcceptedPromise
from moderator.rules.log import Timeline
from moderator.rules.move import RandomBelow
from moderator.rules.seating import PointsSeen, Viewer
from tests.rules.age_of_iron.table import table
from tests.rules.age_of_iron.test_bots import STARTS, swapped

EGYPT, BABYLON, ASSYRIA, HATTI = range(4)
BOTS: tuple[Dealer, ...] = (Steward(), Rival(), Strategist(trials=4))
NO_HITS = (0,) * 4
LAST = 6
START = STARTS["1800-bc"]
GOODS = tuple(player.good or "" for player in START.scenario.players)
NAMES = {"ids": lambda bot: type(bot).__name__}


def chance(seed: int = 1) -> RandomBelow:
    return random.Random(seed).randrange


def state_with(acquired: dict[int, dict[str, int]] | None = None, **changes: Any) -> State:
    """The first Game-turn, Babylon's turn; `acquired`: the goods that countries have got."""
    letters = START.scenario.letters
    goods = tuple(
        tuple((acquired or {}).get(one, {}).get(letter, 0) for letter in letters)
        for one in range(4)
    )
    now = {"phase": "action", "active": BABYLON, "hand": (0,) * 4, "acquired": goods}
    return START._replace(**{**now, **changes})


def view(seat: int, state: State | None = None, **known: Any) -> View:
    return view_of(state or state_with(), seat, **{"hits": NO_HITS, **known})


def swap(maker: int, partner: int, give: int = 1, get: int = 1) -> Trade:
    """The maker's own good for the partner's."""
    return Trade(maker, partner, {GOODS[maker]: give}, {GOODS[partner]: get})


def answered(bot: Dealer, seen: View, move: Trade | SplitControl) -> BotAnswer:
    found = bot.reply(seen, move, chance())
    assert str(found.because).endswith(".")
    return found


@pytest.mark.parametrize("bot", BOTS, **NAMES)
def test_a_trade_that_brings_no_set_closer_is_declined(bot: Dealer) -> None:
    """What the bot would agree to instead brings both closer, and it does agree to it."""
    useless = Trade(BABYLON, HATTI, {}, {GOODS[HATTI]: 1})
    found = answered(bot, view(HATTI), useless)
    assert not found.is_accepted
    assert "no set" in str(found.because)
    assert found.counter
    counter = Trade.read(START, found.counter)
    assert counter.player == HATTI
    assert counter.why_not(state_with(active=HATTI)) is None
    theirs = Trade(BABYLON, HATTI, give=counter.get, get=counter.give)
    again = view(HATTI, declined=frozenset({BABYLON}))
    assert answered(bot, again, theirs).is_accepted
    assert answered(Steward(), view(BABYLON), counter).is_accepted


def test_a_steward_is_fair_and_a_rival_wants_more_once() -> None:
    offer, rich = swap(BABYLON, HATTI), state_with({BABYLON: {GOODS[BABYLON]: 2}})
    assert answered(Steward(), view(HATTI, rich), offer).is_accepted
    assert answered(Rival(), view(HATTI), offer).is_accepted
    wants = answered(Rival(), view(HATTI, rich), offer)
    assert not wants.is_accepted
    assert str(wants.because) == "Babylon could give more for it."
    assert wants.counter == swap(HATTI, BABYLON, give=1, get=2).wire(START)
    after = view(HATTI, rich, declined=frozenset({BABYLON}))
    assert answered(Rival(), after, offer).is_accepted


@pytest.mark.parametrize("bot", BOTS, **NAMES)
def test_what_it_lacks_or_needs_is_not_given(bot: Dealer) -> None:
    asked = Trade(BABYLON, HATTI, {GOODS[BABYLON]: 1}, {GOODS[ASSYRIA]: 1})
    assert "does not have" in str(answered(bot, view(HATTI), asked).because)
    greedy = swap(BABYLON, HATTI, give=1, get=START.for_trade[HATTI] - 1)
    assert not answered(bot, view(HATTI), greedy).is_accepted


def test_a_rival_is_wary_of_a_leader_as_far_as_it_sees_points() -> None:
    """The last good of a set, for one who leads: by points, or else by what everybody sees."""
    goods = {BABYLON: {GOODS[EGYPT]: 1, GOODS[ASSYRIA]: 1}}
    known = {"state": state_with(goods, built=(0, 0, 0, 30)), "declined": frozenset({BABYLON})}
    offer = swap(BABYLON, HATTI)
    ahead = view(HATTI, **known, points=(0, 20, 0, 5))
    found = answered(Rival(), ahead, offer)
    assert not found.is_accepted
    assert str(found.because) == "Babylon leads, and would gain too much by it."
    behind = view(HATTI, **known, points=(0, 5, 0, 20))
    assert answered(Rival(Style(spite=10)), behind, offer).is_accepted
    assert answered(Rival(Style(spite=10)), view(HATTI, **known), offer).is_accepted
    assert answered(Steward(), ahead, offer).is_accepted


def test_a_strategist_compares_games_with_the_trade_and_without() -> None:
    """A set for a set in the last Game-turn: the points of both decide, by games to the end."""
    all_but = {one: {g: 1 for g in GOODS if g not in (GOODS[one], GOODS[other])}
               for one, other in ((BABYLON, HATTI), (HATTI, BABYLON))}  # fmt: skip
    state = state_with(all_but, turn=LAST, built=(0, 0, 0, 40))
    seen = view(HATTI, state, declined=frozenset({BABYLON}))
    assert answered(Strategist(trials=8), seen, swap(BABYLON, HATTI)).is_accepted
    tried = [answered(Strategist(trials=8), seen, swap(BABYLON, HATTI)) for _ in range(2)]
    assert tried[0] == tried[1]


def test_a_strategist_declines_what_a_rival_declines_without_trying_it() -> None:
    state = state_with({HATTI: dict.fromkeys(GOODS, 1)}, turn=LAST)
    found = answered(Strategist(trials=8), view(HATTI, state), Trade(BABYLON, HATTI, {}, {"G": 1}))
    assert str(found.because) == "It brings no set of goods closer."


def test_the_best_of_two_choices_is_found_among_games_with_guessed_goals() -> None:
    def end(points: int, state: State, bots: Sequence[Bot]) -> State:
        for seat in (EGYPT, BABYLON, ASSYRIA):
            first = next(one for one in state.scenario.objectives if one.player == seat)
            assert first.region == state.scenario.homes[seat]
        return state._replace(built=(0, 0, 0, points))

    assert Strategist()._best(view(HATTI), [0, 30], end, chance()) == 30


def test_control_is_split_unless_the_other_is_to_leave() -> None:
    objective = next(one for one in START.scenario.objectives if one.kind == "prevent")
    seat, other = objective.player, objective.by[0]
    move = SplitControl((seat, other), objective.region)
    assert not answered(Steward(), view(seat), move).is_accepted
    elsewhere = replace(move, region=(objective.region + 1) % len(START.chart))
    assert answered(Steward(), view(seat), elsewhere).is_accepted


# Proposals.


def test_a_promised_trade_is_proposed_first_and_only_once() -> None:
    promised = PromiseTerms("trade", HATTI, BABYLON, 1, give={GOODS[HATTI]: 1}, get={})
    seen = view(BABYLON, promises=[promised])
    found = proposal(seen)
    assert found
    assert found.move == Trade(BABYLON, HATTI, {}, {GOODS[HATTI]: 1})
    assert "promised" in str(found.because)
    traded = state_with(traded=frozenset({(BABYLON, HATTI)}))
    usual = proposal(view(BABYLON, traded, promises=[promised]))
    assert usual
    assert usual.move != found.move


# Promises of others.


def promise(kind: str, turn: int, **what: Any) -> PromiseTerms:
    """What Babylon promises Hatti."""
    return PromiseTerms(kind, BABYLON, HATTI, turn, **what)


def own(kind: str, turn: int, **what: Any) -> PromiseTerms:
    """What Hatti promises Babylon."""
    return PromiseTerms(kind, HATTI, BABYLON, turn, **what)


def objective_region(seat: int) -> int:
    return next(
        one.region
        for one in START.scenario.objectives
        if (one.player, one.kind) == (seat, "presence")
    )


PEACE = promise("no-attack", LAST, target=HATTI)
WANTED = objective_region(HATTI)
UNWANTED = next(
    one
    for one in range(len(START.chart))
    if not any(o.region == one and o.player == HATTI for o in START.scenario.objectives)
)


@pytest.mark.parametrize("bot", BOTS, **NAMES)
def test_a_promise_for_nothing_is_accepted(bot: Dealer) -> None:
    assert vow(bot, view(HATTI), PEACE, None).is_accepted


@pytest.mark.parametrize("bot", BOTS, **NAMES)
@pytest.mark.parametrize(
    ("exchange", "is_accepted"),
    [
        (own("no-attack", LAST, target=BABYLON), True),
        (own("no-attack", 2, target=EGYPT), True),
        (own("attack", 2, target=EGYPT, region=0), False),
        (own("attack", LAST, target=EGYPT, region=0), False),
        (own("no-placement", 3, region=WANTED), False),
        (own("no-placement", 3, region=UNWANTED), True),
        (own("no-presence", LAST, region=WANTED), False),
        (own("presence", LAST, region=WANTED), True),
        (own("presence", LAST, region=UNWANTED), False),
        (own("trade", 1, give={GOODS[HATTI]: 1}, get={GOODS[BABYLON]: 1}), True),
        (own("trade", 1, give={GOODS[HATTI]: 2}, get={}), False),
    ],
    ids=lambda one: one.kind if isinstance(one, PromiseTerms) else "",
)
def test_what_is_asked_for_in_exchange_decides(
    bot: Dealer, exchange: PromiseTerms, is_accepted: bool
) -> None:
    found = vow(bot, view(HATTI), PEACE, exchange)
    assert found.is_accepted == is_accepted, str(found.because)
    assert str(found.because).endswith(".")


def test_peace_with_the_leader_is_not_for_a_rival() -> None:
    exchange = own("no-attack", LAST, target=BABYLON)
    ahead = view(HATTI, points=(0, 20, 0, 5))
    assert vow(Steward(), ahead, PEACE, exchange).is_accepted
    found = vow(Rival(), ahead, PEACE, exchange)
    assert not found.is_accepted
    assert str(found.because) == "Babylon leads, and may have to be attacked."
    hit = vow(Rival(), view(HATTI, hits=(0, 3, 0, 0)), PEACE, exchange)
    assert str(hit.because) == "Babylon has attacked it before."


def test_a_rival_promises_nothing_for_nothing() -> None:
    useless = promise("presence", LAST, region=UNWANTED)
    exchange = own("no-placement", 3, region=UNWANTED)
    assert vow(Steward(), view(HATTI), useless, exchange).is_accepted
    assert not vow(Rival(), view(HATTI), useless, exchange).is_accepted


def test_a_rival_promises_to_attack_who_leads() -> None:
    state = state_with(chart=tuple((5, 5, 5, 5) for _ in START.chart))
    seen = view(HATTI, state, points=(20, 0, 0, 0))
    exchange = own("attack", LAST, target=EGYPT, region=0)
    assert vow(Rival(), seen, PEACE, exchange).is_accepted
    bound = seen._replace(promises=(own("no-attack", LAST, target=EGYPT),))
    assert not vow(Rival(), bound, PEACE, exchange).is_accepted
    away = view(HATTI, points=(20, 0, 0, 0))._replace(state=state_with(
        chart=tuple((5, 5, 5, 0) for _ in START.chart)))  # fmt: skip
    assert "no RFs" in str(vow(Rival(), away, PEACE, exchange).because)


# What was promised is kept.


def placed(bot: Dealer, seen: View) -> dict[int, int]:
    moves = [one.move for one in bot.orders(seen, chance())]
    return {move.region: move.rfs for move in moves if isinstance(move, Deploy)}


@pytest.mark.parametrize("bot", BOTS, **NAMES)
@pytest.mark.parametrize("turn", [1, LAST])
def test_nothing_is_placed_where_it_was_promised(bot: Dealer, turn: int) -> None:
    state = START._replace(turn=turn)
    free = placed(bot, view(HATTI, state))
    for region in free:
        for kind in ("no-placement", "no-presence"):
            terms = own(kind, turn, region=region)
            assert region not in placed(bot, view(HATTI, state, promises=[terms]))
    over = own("no-placement", turn - 1, region=next(iter(free)))
    assert placed(bot, view(HATTI, state, promises=[over])) == free


@pytest.mark.parametrize("bot", BOTS[:2], **NAMES)
def test_a_promised_presence_is_placed(bot: Dealer) -> None:
    terms = own("presence", 1, region=UNWANTED)
    assert placed(bot, view(HATTI, START, promises=[terms]))[UNWANTED] >= 5


def late(**changes: Any) -> State:
    """Hatti's last turn; everybody is everywhere, and nobody has objectives."""
    scenario = replace(START.scenario, objectives=())
    chart = tuple((5, 5, 5, 5) for _ in START.chart)
    return state_with(turn=LAST, active=HATTI, chart=chart, scenario=scenario, **changes)


def attacked(bot: Dealer, seen: View) -> int | None:
    move = bot.act(seen, chance()).move
    return move.defender if isinstance(move, Attack) else None


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS[1:], **NAMES)
def test_whom_it_has_promised_peace_is_not_attacked(bot: Dealer) -> None:
    known: dict[str, Any] = {"hits": (0, 5, 0, 0)}
    seen = view(HATTI, late(), **known)
    assert attacked(bot, seen) is not None
    terms = [own("no-attack", LAST, target=one) for one in (EGYPT, BABYLON, ASSYRIA)]
    assert attacked(bot, view(HATTI, late(), **known, promises=terms)) is None
    elsewhere = [replace(one, region=0) for one in terms]
    move = bot.act(view(HATTI, late(), **known, promises=elsewhere), chance()).move
    assert isinstance(move, Attack)
    assert move.region != 0


def test_a_rival_breaks_its_word_for_what_is_worth_more_and_says_so() -> None:
    objective = replace(
        START.scenario.objectives[0], player=HATTI, kind="prevent", region=2, by=(BABYLON,),
        victory_points=9)  # fmt: skip
    state = late()
    state = state._replace(scenario=replace(state.scenario, objectives=(objective,)))
    terms = [own("no-attack", LAST, target=one) for one in (EGYPT, BABYLON, ASSYRIA)]
    seen = view(HATTI, state, promises=terms)
    found = Rival().act(seen, chance())
    assert isinstance(found.move, Attack)
    assert (found.move.defender, found.move.region) == (BABYLON, 2)
    assert "worth more than the promise not to attack" in str(found.because)
    honest = Rival(Style(word=20 * POINT))
    assert attacked(honest, seen) is None


def test_a_promised_attack_is_made_first() -> None:
    terms = own("attack", LAST, target=EGYPT, region=3)
    for bot in BOTS[1:]:
        found = bot.act(view(HATTI, late(), promises=[terms], hits=(0, 5, 0, 0)), chance())
        assert isinstance(found.move, Attack)
        assert (found.move.defender, found.move.region) == (EGYPT, 3)
        assert str(found.because) == "Babylon was promised this attack."


# Nothing that is secret changes an answer or its reason.


def test_a_view_has_the_promises_of_its_own_country_alone() -> None:
    mine = [own("no-attack", 2, target=BABYLON), promise("no-placement", 2, region=1)]
    others = [PromiseTerms("no-attack", EGYPT, ASSYRIA, 3, target=HATTI)]
    assert view(HATTI, promises=[*mine, *others]) == view(HATTI, promises=mine)


@pytest.mark.parametrize("bot", BOTS, **NAMES)
@pytest.mark.parametrize("phase", ["deployment", "action"])
@pytest.mark.parametrize("turn", [1, LAST])
def test_secrets_change_no_answer_and_no_reason(bot: Dealer, phase: str, turn: int) -> None:
    """Others' objectives, briefings and promises; their written orders while they are secret."""
    offers = [swap(BABYLON, HATTI), Trade(BABYLON, HATTI, {}, {GOODS[HATTI]: 1})]
    exchanges = [None, own("no-attack", LAST, target=BABYLON), own("attack", 6, target=0, region=0),
                 own("no-placement", 6, region=WANTED)]  # fmt: skip
    other_promise = PromiseTerms("no-attack", EGYPT, BABYLON, LAST, target=HATTI)
    if phase == "action":
        one = state_with(turn=turn)
        other = one._replace(scenario=swapped(one, HATTI).scenario)
    else:
        one = START._replace(turn=turn)
        other = swapped(one, HATTI)
    mine = own("no-attack", LAST, target=EGYPT)
    views = [view(HATTI, one, promises=[mine]),
             view(HATTI, other, promises=[other_promise, mine])]  # fmt: skip
    assert views[0].state.scenario.objectives == views[1].state.scenario.objectives
    answers = []
    for seen in views:
        replies = [bot.reply(seen, move, chance(3)) for move in offers]
        replies += [vow(bot, seen, PEACE, exchange) for exchange in exchanges]
        proposed = proposal(seen)
        answers.append(
            [(one.is_accepted, str(one.because), one.counter) for one in replies]
            + [(proposed and proposed.move, str(proposed and proposed.because), None)]
        )
    assert answers[0] == answers[1]


def test_the_small_game_has_no_counter_without_goods_to_spare() -> None:
    timeline = table(trade={"units": 1, "victory_points": 5})
    state = timeline.state._replace(hand=(0, 0, 0))
    seen = view_of(state, 1, (0, 0, 0))
    found = answered(Rival(), seen, Trade(0, 1, {}, {"S": 1}))
    assert (found.is_accepted, found.counter) == (False, None)


@pytest.mark.parametrize("level", ["steward", "rival", "strategist"])
@pytest.mark.parametrize("points", list(PointsSeen))
def test_what_stands_in_the_log_but_is_secret_changes_nothing(
    level: str, points: PointsSeen
) -> None:
    """Orders that the moderator has entered already, others' objectives, promises of others.

    Where all points are shown, they tell of objectives, which stay the same.
    """
    other_start = START if points == PointsSeen.ALL else secrets_swapped(START)
    offer = swap(BABYLON, HATTI).wire(START)
    peace = AcceptedPromise("hatti", "egypt", own("no-attack", 6, target=EGYPT).wire(START), 0)
    other_peace = AcceptedPromise("egypt", "babylon", PEACE.wire(START), 0)
    exchange = own("no-attack", LAST, target=BABYLON).wire(START)
    found = []
    for start, orders, promises in (
        (START, ("nubia", "build"), (peace,)),
        (other_start, ("syria", "deploy"), (other_peace, peace)),
    ):
        timeline = Timeline(AGE_OF_IRON, start)
        for wire in entered(start, *orders):
            timeline = timeline.play(wire)
        known = Known(timeline, Viewer(seat="hatti", points=points), promises=promises)
        below = chance(2)
        made = AcceptedPromise("babylon", "hatti", PEACE.wire(START), 0)
        answers = [
            BOT_RULES.answer(known, level, offer, below),
            BOT_RULES.vow(known, level, made, exchange, below),
            BOT_RULES.proposal(known, level),
            *BOT_RULES.decide(known, level, below),
        ]
        found.append([(str(one.because), one) for one in answers if one])
    assert len(found[0]) > 3
    assert found[0] == found[1]


def secrets_swapped(state: State) -> State:
    return state._replace(scenario=swapped(state, HATTI).scenario)


def entered(state: State, region: str, rest: str) -> list[dict[str, Any]]:
    """Egypt's orders, as a moderator types them: everything is placed."""
    hand = state.hand[EGYPT]
    place = {"type": "deploy", "player": "egypt", "region": region, "rfs": 6}
    other = {"type": rest, "player": "egypt", "rfs": hand - 6}
    return [place, other | ({"region": "sumer"} if rest == "deploy" else {})]
