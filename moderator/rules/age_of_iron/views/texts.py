"""A game in words: options, rules, tasks, what can be typed, the guided game, sheets by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice

from moderator.rules.age_of_iron.moves import MOVES
from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.scenario import (
    ATTACKER_ADVANTAGE,
    CONTROL_RFS,
    EQUAL,
    ODDS_TABLE,
    WRITTEN,
)
from moderator.rules.age_of_iron.state import ACTION, DEPLOYMENT, State, begin, rfs_text
from moderator.rules.age_of_iron.typed_words import named_first, places, short_country, short_place
from moderator.rules.age_of_iron.views import ChartView, for_viewer, status_line
from moderator.rules.command import UNDO_HELP, TypedHelp
from moderator.rules.move import Move
from moderator.rules.orders import Orders
from moderator.rules.seating import PUBLIC, Task, listed, waiting_for
from moderator.rules.shown import GuideStep

# A game's options and rules in plain words, with the scenario's numbers; nothing secret.

_LOSSES = {
    EQUAL: "Both sides of an attack remove the same number of RFs.",
    ATTACKER_ADVANTAGE: "In an attack the attacker removes one RF less than the defender.",
}
_LOSSES_IN_SHORT = {EQUAL: "equal losses", ATTACKER_ADVANTAGE: "attacker loses one less"}
_BY_DIE = "A die and the odds table decide what both sides of an attack remove."


def options_in_force(state: State) -> tuple[str, ...]:
    """How this game is played, a sentence for each option that matters to the players."""
    return tuple(_options(state))


def _options(state: State) -> Iterator[str]:
    options = state.options
    yield f"The game has {state.turns} Game-turn{'' if state.turns == 1 else 's'}."
    if options.is_simultaneous:
        yield "All countries write their orders, and all orders are revealed at once."
    else:
        yield "The countries place their RFs one after the other, each in its own turn."
    yield _LOSSES.get(options.combat, _BY_DIE)
    if options.home_first:
        yield "An enemy Presence in your home must be attacked before you attack it elsewhere."
    if options.control:
        yield f"{CONTROL_RFS} RFs alone in a territory close it for the rest of the game."
    if options.extended_trading:
        yield "Any two countries may trade at any time."
    if options.communication == WRITTEN:
        yield "Written messages only: write on your phones or on paper, and do not speak."
    else:
        yield "You may talk with the other countries as you like."
    if options.diplomatic_records:
        yield (
            "Keep a diplomatic record, on your phone or on paper: note every contact with another "
            "country. The records are collected at the end."
        )


def options_in_short(state: State) -> tuple[str, ...]:
    """The same in two or three words each, without what is usual."""
    return tuple(_words(state))


def _words(state: State) -> Iterator[str]:
    options = state.options
    yield f"{state.turns} Game-turn{'' if state.turns == 1 else 's'}"
    yield "written orders" if options.is_simultaneous else "in turn"
    yield _LOSSES_IN_SHORT.get(options.combat, "losses by die")
    if options.home_first:
        yield "home first"
    if options.control:
        yield "control"
    if options.extended_trading:
        yield "free trade"
    if options.communication == WRITTEN:
        yield "written messages only"
    if options.diplomatic_records:
        yield "diplomatic records"


def rules_in_short(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rules of this game in its own mode, in the order in which players need them."""
    moves = (
        (one.title or one.button, one.rules_in_short(state)) for one in MOVES if one.is_in(state)
    )
    sections = (
        ("Order of play", _order(state)),
        ("A Game-turn", _game_turn(state)),
        *moves,
        ("Victory Points", _points(state)),
    )
    found = ((title, tuple(sentences)) for title, sentences in sections)
    return tuple(one for one in found if one[1])


def _order(state: State) -> Iterator[str]:
    """Who plays in which order with which income, and whether that changes."""
    is_simultaneous, players = state.options.is_simultaneous, state.scenario.players
    incomes = (
        f"{state.player_name(i)} ({rfs_text(player.income_in(state.turn, is_simultaneous))})"
        for i, player in enumerate(players)
    )
    lists = (player.income_simultaneous if is_simultaneous else player.income for player in players)
    change = any(len(set(income)) > 1 for income in lists)
    then = f", in Game-turn {state.turn}; incomes change" if change else ""
    yield f"{', '.join(incomes)}, in this order{then}."
    yield (
        "RFs are Resource Factors: a country’s military, political, diplomatic and economic "
        "strength."
    )


def _game_turn(state: State) -> Iterator[str]:
    trade = " and trades" if state.scenario.goods else ""
    if state.options.is_simultaneous:
        yield "All countries get their RFs and write down where they place all of them."
        yield "When all orders are in, they are revealed."
        yield f"Then each country in order attacks{trade} as often as it likes, and ends its turn."
    else:
        yield "Each country in order gets its RFs and places all of them."
        yield f"Then it attacks{trade} as often as it likes, and ends its turn."


def _points(state: State) -> Iterator[str]:
    scenario = state.scenario
    if scenario.objectives:
        yield "Each country has secret objectives. What counts is the chart at the end of the game."
    if scenario.box_points:
        levels = [f"{points} for Level {level(i)}" for i, points in enumerate(scenario.box_points)]
        yield f"Each completed level of civilization counts: {listed(levels, 'and')}."
    if scenario.goods and scenario.trade_points:
        goods = listed(list(scenario.good_names.values()), "and")
        yield f"A complete set, one of each of {goods}, counts {scenario.trade_points}."
    yield "The country with the most Victory Points wins."


# What a country has to do now.

NAMED_MOST = 2
"""If a country waits for more than so many others, they are counted."""


def task(state: State, seat: str) -> Task:
    """What this country has to do now; nothing in it is secret from it.

    Args:
        state: as people see it: the hand of a country with sealed orders is empty.
    """
    if state.is_over:
        return Task(status_line(state), is_own=False)
    progress = f"Game-turn {state.turn} of {state.turns}"
    own = state.player(seat)
    if state.phase == DEPLOYMENT:
        writing = [player for player in range(len(state.hand)) if state.must_place(player)]
        if own in writing:
            return Task(f"Place {rfs_text(state.hand[own])}", is_own=True, progress=progress)
        return Task(_waiting(state, writing), is_own=False, progress=progress)
    if state.active == own:
        return Task(f"Your turn: {_to_do(state, own)}", is_own=True, progress=progress)
    names = [] if state.active is None else [state.player_name(state.active)]
    can_trade = state.options.extended_trading and bool(state.scenario.goods)
    hint = "You may trade at any time." if can_trade else ""
    return Task(waiting_for(names), is_own=False, progress=progress, hint=hint)


def _waiting(state: State, writing: list[int]) -> str:
    if not writing:
        return "Waiting for the orders to be revealed"
    if len(writing) > NAMED_MOST:
        return f"Waiting for {len(writing)} of {len(state.hand)} countries"
    return waiting_for([state.player_name(player) for player in writing])


def _to_do(state: State, own: int) -> str:
    if state.must_place(own):
        return f"place {rfs_text(state.hand[own])}"
    trade = ["trade"] if state.scenario.goods else []
    return listed(["attack", *trade, "end your turn"], "or")


# What can be typed, with the names of this game; what is possible now comes first.


def typed_help(state: State) -> tuple[TypedHelp, ...]:
    """The parts of the present phase, of the other one, and of the whole game."""
    is_written = state.options.is_simultaneous
    always = [move for move in MOVES if move.is_legal_when_over]
    others = [move for move in MOVES if move not in (Deploy, Build, *always)]
    placing = TypedHelp(
        "Orders" if is_written else "Placing RFs",
        tuple(_orders(state) if is_written else _examples(state, (Deploy, Build))),
        is_now=state.phase == DEPLOYMENT
        or (state.active is not None and state.must_place(state.active)),
    )
    acting = TypedHelp(
        "Actions", tuple(_examples(state, others)), state.phase == ACTION and not placing.is_now
    )
    parts = (placing, acting) if placing.is_now else (acting, placing)
    any_time = (UNDO_HELP, *_examples(state, reversed(always)), *_trade_of_another(state))
    last = TypedHelp("At any time", any_time, state.is_over)
    return (last, *parts) if state.is_over else (*parts, last)


def _examples(state: State, moves: Iterable[type[Move[State]]]) -> Iterator[tuple[str, str]]:
    for kind in moves:
        found = kind.typed_examples(state, state.active or 0) if kind.is_in(state) else ()
        for line, move, more in found:
            yield line, f"{move.describe(state).action}{more}"


def _trade_of_another(state: State) -> Iterator[tuple[str, str]]:
    """A trade of a country that isn't on turn, if that is possible."""
    if state.options.extended_trading and not state.is_over:
        other = ((state.active or 0) + 1) % len(state.hand)
        for line, move, _ in islice(Trade.typed_examples(state, other), 1):
            yield f"{state.player_id(other)}: {line}", move.describe(state).action


def _orders(state: State) -> Iterator[tuple[str, str]]:
    """What is written on slips."""
    e, (first, *more) = short_country(state, 0), named_first(state)
    named = [(short_place(state, one), state.region_name(one)) for one in (first, *more)]
    if state.scenario.box_points:
        named.append((short_place(state, len(state.chart)), "civilization"))
    line = " ".join([e, *(f"{word}{4 - i}" for i, (word, _) in enumerate(named))])
    words = ", ".join(f"{4 - i} for {name}" for i, (_, name) in enumerate(named))
    name, place = state.player_name(0), state.region_name(first)
    yield line, f"{name} writes {words}; a complete slip is sealed"
    yield f"{e} {named[0][0]}0", f"{name} writes nothing for {place}"
    yield f"open {e}", f"opens {name}’s slip; also “clear {e}” and “seal {e}”"
    yield "reveal", "reveals all orders"


# What sheets to write on by hand show: a game before its first move, and words to type.
#
# Nothing of it is secret, and nothing depends on what has been played.


@dataclass(frozen=True, slots=True)
class ByHandView:
    """A game to be played, or continued, on paper.

    `start` is the chart before the first move. `is_written`: orders are written and revealed all
    at once; `is_silent`: players talk through written messages only; `has_die`: a die decides
    attacks; `is_attacker_better`: an attacker removes one RF less; `has_records`: players keep
    diplomatic records. The words are the short ones that can be typed for countries, regions and
    civilization, in the chart's order; `help` has commands of this game.
    """

    start: ChartView
    is_written: bool
    is_silent: bool
    has_die: bool
    is_attacker_better: bool
    has_records: bool
    country_words: tuple[str, ...]
    region_words: tuple[str, ...]
    civilization_word: str
    help: tuple[TypedHelp, ...]

    def typed_slip(self, player: str, orders: Orders) -> str:
        """A country's orders as they can be typed, such as `e nub4 civ2`."""
        ids = [country.seat.id for country in self.start.countries]
        words = {row.id: word for row, word in zip(self.start.rows, self.region_words, strict=True)}
        places = (words.get(one.get("region", ""), self.civilization_word) for one in orders)
        written = [f"{place} {one['rfs']}" for place, one in zip(places, orders, strict=True)]
        return " ".join([self.country_words[ids.index(player)], *written])


def by_hand_view(state: State) -> ByHandView:
    """The game of this state, with as many Game-turns as it has now."""
    options = state.options
    start = begin(state.scenario, {**asdict(options), "turns": state.turns})
    words = tuple(short_place(start, one) for one in range(len(places(start).ids)))
    return ByHandView(
        start=for_viewer.view_for(start, PUBLIC),
        is_written=options.is_simultaneous,
        is_silent=options.communication == WRITTEN,
        has_die=options.combat == ODDS_TABLE,
        is_attacker_better=options.combat == ATTACKER_ADVANTAGE,
        has_records=options.diplomatic_records,
        country_words=tuple(short_country(start, one) for one in range(len(start.hand))),
        region_words=words[: len(start.chart)],
        civilization_word=words[-1] if start.scenario.box_points else "",
        help=typed_help(start),
    )


# What the guided game asks for: the steps of `scenarios/age_of_iron/guided/first-steps.toml`.

GUIDE = (
    GuideStep(
        "You are Egypt. Whoever has the most Victory Points at the end wins. You have 10 "
        "Resource Factors (RFs). Place 5 in Canaan: 5 RFs in a region are a Presence, and one "
        "in Canaan is your first objective.",
        "You have a Presence in Canaan: 6 Victory Points, if it is still there at the end.",
        {"type": "deploy", "region": "canaan", "rfs": 5},
    ),
    GuideStep(
        "Build with the other 5: they complete Level I of your civilization, which nobody can "
        "attack.",
        "Level I is complete: 4 Victory Points that stay.",
        {"type": "build", "rfs": 5},
    ),
    GuideStep(
        "Offer Babylon a trade, 1 Grain for 1 Tin: you need one unit of each good for a set.",
        "Babylon has accepted, as it needs Grain for its own set.",
        {"type": "trade", "partner": "babylon", "give": {"G": 1}, "get": {"T": 1}},
    ),
    GuideStep(
        "End your turn: the others place and trade now, one after the other.",
        "It was the others’ turn.",
        {"type": "end-turn", "player": "egypt"},
    ),
    GuideStep(
        "Hatti offers you Silver, the last good for your set. Accept.",
        "Your set of goods is complete: 6 Victory Points.",
        {"type": "trade", "player": "hatti", "partner": "egypt"},
    ),
    GuideStep(
        "Hatti has taken Syria, which you want, too. Place all 10 RFs there: you need enough "
        "for an attack, and 5 that are left afterwards.",
        "You have 10 RFs in Syria, Hatti has 5.",
        {"type": "deploy", "region": "syria", "rfs": 10},
    ),
    GuideStep(
        "Attack Hatti in Syria with 5: both of you remove 5, so Hatti’s Presence ends, and "
        "yours stays.",
        "Syria is yours: 5 Victory Points, and 4 more because Hatti has no Presence there.",
        {"type": "attack", "defender": "hatti", "region": "syria", "rfs": 5},
    ),
    GuideStep(
        "End your turn. It is the last one: the others play, and then the points are counted.",
        "The game is over. What counts is what is on the chart now. In class, a game is "
        "longer, and you negotiate with people.",
        {"type": "end-turn", "player": "egypt"},
    ),
)
