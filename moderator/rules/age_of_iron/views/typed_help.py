"""What can be typed, with the names of this game; what is possible now comes first."""

from __future__ import annotations

from collections.abc import Iterator

from moderator.rules import command
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.setup.options import MOST_TURNS_EXTENDED, ODDS_TABLE
from moderator.rules.age_of_iron.state import ACTION, DEPLOYMENT, State
from moderator.rules.age_of_iron.typed_places import WHOLE, places
from moderator.rules.age_of_iron.typed_words import countries
from moderator.rules.reading.words import shortest
from moderator.rules.typed_help import TypedExample, TypedHelp

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
        """Order slips."""
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
