"""A game's options and rules in plain words, with the scenario's numbers; nothing secret."""

from __future__ import annotations

from collections.abc import Iterator

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.moves.build import level
from moderator.rules.age_of_iron.setup.options import ATTACKER_ADVANTAGE, EQUAL, WRITTEN
from moderator.rules.age_of_iron.setup.scenario import CONTROL_RFS, PRESENCE_RFS
from moderator.rules.age_of_iron.state import State
from moderator.rules.explained import RulesSection
from moderator.rules.task import listed

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
