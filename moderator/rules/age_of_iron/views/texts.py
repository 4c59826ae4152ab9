"""A game in words: options and rules, tasks, what can be typed, sheets to write on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from moderator.rules import command
from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build, level
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.scenario import (
    ATTACKER_ADVANTAGE,
    CONTROL_RFS,
    EQUAL,
    MOST_TURNS_EXTENDED,
    ODDS_TABLE,
    PRESENCE_RFS,
    WRITTEN,
)
from moderator.rules.age_of_iron.state import ACTION, DEPLOYMENT, State
from moderator.rules.age_of_iron.typed import WHOLE, places
from moderator.rules.age_of_iron.typed_words import countries
from moderator.rules.age_of_iron.views import for_viewer
from moderator.rules.age_of_iron.views.summary import status_line
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.rules.command import TypedExample, TypedHelp
from moderator.rules.orders import Orders
from moderator.rules.reading.words import shortest
from moderator.rules.seating import PUBLIC, Task, listed, waiting_for
from moderator.rules.shown import RulesSection

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


def rules_in_short(state: State) -> tuple[RulesSection, ...]:
    """The rules of this game in its own mode, in the order in which players need them."""
    sections = [
        ("Order of play", _order(state)),
        ("A Game-turn", _game_turn(state)),
        ("Place RFs", _place(state)),
        ("Attack", _attack(state)),
    ]
    if state.scenario.goods:
        sections.append(("Trade", _trade(state)))
    if state.options.control:
        sections.append(("Control", _control()))
    sections.append(("Victory Points", _points(state)))
    return tuple(RulesSection(title, tuple(sentences)) for title, sentences in sections)


def _order(state: State) -> Iterator[str]:
    is_simultaneous = state.options.is_simultaneous
    incomes = (
        f"{state.player_name(i)} ({rfs_text(player.income_in(state.turn, is_simultaneous))})"
        for i, player in enumerate(state.scenario.players)
    )
    yield f"{', '.join(incomes)}, in this order."
    yield (
        "RFs are Resource Factors: a country’s military, political, diplomatic and economic "
        "strength."
    )
    incomes_change = any(
        len(set(player.income_simultaneous if is_simultaneous else player.income)) > 1
        for player in state.scenario.players
    )
    if incomes_change:
        yield f"These are the incomes of Game-turn {state.turn}; they change during the game."


def _game_turn(state: State) -> Iterator[str]:
    trade = " and trades" if state.scenario.goods else ""
    if state.options.is_simultaneous:
        yield "All countries get their RFs and write down where they place all of them."
        yield "When all orders are in, they are revealed."
        yield f"Then each country in order attacks{trade} as often as it likes, and ends its turn."
    else:
        yield "Each country in order gets its RFs and places all of them."
        yield f"Then it attacks{trade} as often as it likes, and ends its turn."


def _place(state: State) -> Iterator[str]:
    closed = " that nobody controls" if state.options.control else ""
    yield f"RFs go to any region{closed}, near or far, also where others are."
    yield f"{PRESENCE_RFS} RFs or more in a region are a Presence there."
    if state.scenario.box_points:
        box = rfs_text(state.scenario.box)
        yield f"Or build your civilization: every {box} complete a level. They stay there."
    yield "RFs that have been placed never move."


def _attack(state: State) -> Iterator[str]:
    yield "Once all your RFs are placed, attack a country in a region where both of you have RFs."
    if state.options.combat == EQUAL:
        yield "Say how many RFs, at most what the weaker side has there: both remove that many."
    elif state.options.combat == ATTACKER_ADVANTAGE:
        yield (
            "Say how many RFs, at most what the weaker side has there: the defender removes that "
            "many, you remove one less."
        )
    else:
        yield "You need at least half as many RFs there as the defender. Then a die is rolled."
        yield (
            "D on the odds table: the defender removes all; A: you remove all; X: both remove "
            "what the weaker side has."
        )
    yield "In one turn you may attack the same country in the same region only once."
    if state.options.home_first and any(player.home for player in state.scenario.players):
        yield "If a country has a Presence in your home, you may attack it only there."


def _trade(state: State) -> Iterator[str]:
    units = state.scenario.trade_units
    yield f"Each country begins with {units} unit{'' if units == 1 else 's'} of its own good."
    if state.options.extended_trading:
        yield "Any two countries may swap goods at any time, or give some away."
    else:
        yield "In your turn, swap goods with any country, or give some away."
    yield "Two countries that trade can’t attack each other in that Game-turn."
    yield "Two countries that fought can’t trade in it."


def _control() -> Iterator[str]:
    yield (
        f"{CONTROL_RFS} RFs of one country alone in a territory: it controls the territory, and "
        "nobody may place RFs there for the rest of the game."
    )
    yield (
        "Two countries that both got a Presence there in this Game-turn, alone, can agree to split "
        "Control."
    )


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
            return Task("Write your orders", is_own=True, progress=progress)
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

_LETTERS = 3
"""Of a place in an example: enough to recognise it."""


def typed_help(state: State) -> tuple[TypedHelp, ...]:
    """The parts of the present phase, of the other one, and of the whole game."""
    names = _Names(state)
    placing = TypedHelp(
        "Orders" if state.options.is_simultaneous else "Placing RFs",
        tuple(names.orders() if state.options.is_simultaneous else names.placing()),
        is_now=state.phase == DEPLOYMENT
        or (state.active is not None and state.must_place(state.active)),
    )
    acting = TypedHelp(
        "Actions", tuple(names.actions()), state.phase == ACTION and not placing.is_now
    )
    parts = (placing, acting) if placing.is_now else (acting, placing)
    always = TypedHelp("At any time", tuple(names.always()), state.is_over)
    return (always, *parts) if state.is_over else (*parts, always)


class _Names:
    """The countries and places of the examples."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.player = state.active or 0
        self.other = (self.player + 1) % len(state.hand)
        ids = countries(state).ids
        regions = range(len(state.scenario.regions))
        plain = [one for one in regions if state.region_id(one) not in ids]
        self.regions = (plain or list(regions))[:2]

    def country(self, player: int) -> str:
        return shortest(player, countries(self.state))

    def place(self, region: int) -> str:
        return shortest(region, places(self.state), _LETTERS)

    @property
    def civilization(self) -> str:
        """The short word for the Civilization Chart; empty if there is none."""
        known = places(self.state)
        return shortest(len(known.ids) - 1, known, _LETTERS) if known.ids[-1] == WHOLE else ""

    def orders(self) -> Iterator[TypedExample]:
        e, (first, *more) = self.country(0), self.regions
        named = [(self.place(one), self.state.region_name(one)) for one in (first, *more)]
        named += [(self.civilization, "civilization")] if self.civilization else []
        line = " ".join([e, *(f"{short}{4 - i}" for i, (short, _) in enumerate(named))])
        words = ", ".join(f"{4 - i} for {name}" for i, (_, name) in enumerate(named))
        name, place = self.state.player_name(0), self.state.region_name(first)
        yield TypedExample(line, f"{name} writes {words}; a complete slip is sealed")
        yield TypedExample(f"{e} {self.place(first)}0", f"{name} writes nothing for {place}")
        yield TypedExample(f"open {e}", f"opens {name}’s slip; also “clear {e}” and “seal {e}”")
        yield TypedExample("reveal", "reveals all orders")

    def placing(self) -> Iterator[TypedExample]:
        """RFs from the hand of the country whose turn it is."""
        region, rfs = self.regions[0], min(self.state.hand[self.player], 4) or 4
        action = Deploy(self.player, region, rfs).describe(self.state).action
        yield TypedExample(f"{self.place(region)}{rfs}", action)
        if self.civilization:
            action = Build(self.player, rfs).describe(self.state).action
            yield TypedExample(f"{self.civilization}{rfs}", action)

    def actions(self) -> Iterator[TypedExample]:
        """Attacks, trades, splitting Control, and the end of the turn."""
        state, region = self.state, self.regions[0]
        yield self.attack()
        partner = next(command.open_choices(state, Trade, self.player), None)
        other = state.player(partner.values["partner"]) if partner else self.other
        yield from self.trades(self.player, other, "")
        if state.options.control:
            split = SplitControl((self.player, self.other), region).describe(state).action
            pair = f"{self.country(self.player)} {self.country(self.other)}"
            yield TypedExample(f"s {pair} {self.place(region)}", split)
        yield TypedExample(".", f"{state.player_name(self.player)} ends its turn; also “end”")

    def attack(self) -> TypedExample:
        """An attack that is possible now, if there is one."""
        state, who, where, rfs = self.state, self.other, self.regions[0], 2
        for one in command.open_choices(state, Attack, self.player):
            who, where = state.player(one.values["defender"]), state.region(one.values["region"])
            rfs = min(one.high, 2)
            break
        line = f"a {self.country(who)} {self.place(where)}"
        if state.options.combat == ODDS_TABLE:
            action = Attack(self.player, who, where).describe(state).action
            return TypedExample(line, f"{action}; add the die if it is rolled on the table")
        action = Attack(self.player, who, where, rfs).describe(state).action
        return TypedExample(f"{line}{rfs}", f"{action}; if nobody else is there, leave out who")

    def trades(self, player: int, partner: int, prefix: str) -> Iterator[TypedExample]:
        """A swap and a gift, if the country has a good of its own."""
        state, players = self.state, self.state.scenario.players
        mine, theirs = players[player].good, players[partner].good
        if mine is None or theirs is None:
            return
        swap = Trade(player, partner, {mine: 1}, {theirs: 1}).describe(state).action
        line = f"{prefix}t {self.country(partner)} {mine.lower()} {theirs.lower()}"
        yield TypedExample(line, swap)
        if not prefix:
            gift = Trade(player, partner, {mine: 2}, {}).describe(state).action
            yield TypedExample(f"t {self.country(partner)} 2{mine.lower()} -", gift)

    def always(self) -> Iterator[TypedExample]:
        """Undo, redo, and what the moderator may do at any time."""
        state, region = self.state, self.regions[0]
        yield TypedExample("undo", "undoes the last move; “redo” makes it again")
        chart = {region: {self.player: 7}}
        correction = Correct(reason="miscounted", chart=chart).describe(state).action
        line = f"c {self.place(region)} {self.country(self.player)} 7 miscounted"
        yield TypedExample(line, f"{correction}; the reason comes last")
        if state.turns < MOST_TURNS_EXTENDED:
            longer = Extend(state.turns + 1).describe(state).action
            yield TypedExample(f"extend {state.turns + 1}", longer)
        if state.options.extended_trading and not state.is_over:
            yield from self.trades(self.other, self.player, f"{state.player_id(self.other)}: ")


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

    @property
    def title(self) -> str:
        return self.start.title

    @property
    def copyright(self) -> str:
        return self.start.copyright

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
    start = flow.begin(state.scenario, {**asdict(options), "turns": state.turns})
    known = places(start)
    has_boxes = known.ids[-1] == WHOLE
    words = tuple(shortest(one, known, _LETTERS) for one in range(len(known.ids)))
    return ByHandView(
        start=for_viewer.view_for(start, PUBLIC),
        is_written=options.is_simultaneous,
        is_silent=options.communication == WRITTEN,
        has_die=options.combat == ODDS_TABLE,
        is_attacker_better=options.combat == ATTACKER_ADVANTAGE,
        has_records=options.diplomatic_records,
        country_words=tuple(shortest(one, countries(start)) for one in range(len(start.hand))),
        region_words=words[: len(start.chart)],
        civilization_word=words[-1] if has_boxes else "",
        help=typed_help(start),
    )
