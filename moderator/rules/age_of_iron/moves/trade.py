"""Trade: two players swap goods on the Trade Chart, or one gives some away."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules import reading
from moderator.rules.age_of_iron.setup import table
from moderator.rules.age_of_iron.state import State, check_revealed, pair
from moderator.rules.age_of_iron.typed_words import (
    Example,
    countries,
    example,
    missing,
    short_country,
    typed_player,
)
from moderator.rules.command import begun, not_understood, open_choices, simple
from moderator.rules.errors import Refused, number_text, printable, refusal
from moderator.rules.kinds import PLAYER, Kind, field
from moderator.rules.move import PAIR, Description, Mark, PlayersMove, check_turn
from moderator.rules.offer import Amount, Amounts, Choice, Choices
from moderator.rules.reading import Wire
from moderator.rules.seating import listed

# A typed trade: `t hatti c s`, or `t c s` if only one other country has what is wanted.

_FILLERS = ("for", "with")
_NOTHING = ("-", "0", "nothing")


def trade(state: State, player: int, words: Sequence[str], example: Example) -> dict[str, Any]:
    """The partner, and the goods given and received; `for` and `with` may stand between.

    Args:
        example: finds a trade that could be made now.
    """
    words, name = [word for word in words if word not in _FILLERS], state.player_name(player)
    line = example(None)
    if not words or (len(words) == 1 and _is_goods(state, words[0])):
        raise missing("With whom does {name} trade?", line, name=name)
    if len(words) > 3:
        raise missing("Type a country, what {name} gives, and what it gets.", line, name=name)
    if len(words) == 2 and all(_is_goods(state, word) for word in words):
        give, get = (_typed_goods(state, word) for word in words)
        return {"partner": _only_partner(state, player, words, get), "give": give, "get": get}
    partner = typed_player(state, words[0])
    other, line = state.player_name(state.player(partner)), example(partner)
    if len(words) == 1:
        raise missing("What does {name} give to {other}?", line, name=name, other=other)
    give = _typed_goods(state, words[1])
    if len(words) == 2:
        question = "What does {name} get from {other}? Type “-” for nothing."
        raise missing(question, line, name=name, other=other)
    get = _typed_goods(state, words[2])
    if not give and not get:
        raise missing("A trade needs goods.", line)
    return {"partner": partner, "give": give, "get": get}


def _only_partner(state: State, player: int, words: Sequence[str], get: Mapping[str, int]) -> str:
    """The only other country that has these goods; two are never guessed between."""
    word, known = words[0], countries(state)
    for found in begun(word, known)[:1]:
        good = state.scenario.good_names[next(iter(_typed_goods(state, word)))]
        message = "“{typed}” could be {country} or {good}: name the country first, as in “{line}”."
        country, line = printable(known.names[found]), f"trade {known.ids[found]} {' '.join(words)}"
        typed = printable(word)
        raise Refused("ambiguous", message, typed=typed, country=country, good=good, line=line)
    others = [one for one in range(len(state.hand)) if one != player]
    able = [one for one in others if get and _has(state, one, get)]
    if len(able) == 1:
        return state.player_id(able[0])
    fitting = able or others
    facts = {
        "name": state.player_name(player),
        "others": listed([state.player_name(one) for one in fitting], "or"),
        "line": f"trade {state.player_id(fitting[0])} {' '.join(words)}",
    }
    raise missing("With whom does {name} trade: {others}?", **facts)


def _has(state: State, player: int, goods: Mapping[str, int]) -> bool:
    units = state.goods(player)
    return all(units[letter] >= count for letter, count in goods.items())


def _is_goods(state: State, word: str) -> bool:
    return refusal(_typed_goods, state, word) is None


def _typed_goods(state: State, word: str) -> dict[str, int]:
    """Goods typed as `g`, `2g`, `grain`, `g+2t` or `gt`; `-` for nothing."""
    out: dict[str, int] = {}
    if word in _NOTHING:
        return out
    known = {letter.lower(): letter for letter in state.scenario.letters}
    names = {simple(name): letter.lower() for letter, name in state.scenario.good_names.items()}
    for part in word.split("+"):
        found = re.fullmatch(r"([0-9]{0,4})([^0-9]+)", part)
        units, name = found.groups() if found else ("", "?")
        goods = names.get(name, name)
        for letter in [goods] if goods in known else goods:
            if letter not in known:
                all_goods = ", ".join(state.scenario.letters) or "none in this scenario"
                message = "“{part}” is not one of the goods: {goods}."
                not_understood(message, part=printable(part), goods=all_goods)
            out[known[letter]] = out.get(known[letter], 0) + int(units or 1)
    return {letter: count for letter, count in out.items() if count}


# The move.

Bundle = Mapping[str, int]
"""A number of units, at least 1, for each good's letter."""


def _bundle_check(state: State) -> reading.Check:
    letters = state.scenario.letters
    known = ", ".join(letters) or "none in this scenario"
    return reading.fits(
        lambda value: (
            isinstance(value, dict)
            and all(
                letter in letters and reading.is_whole(units) and units >= 1
                for letter, units in value.items()
            )
        ),
        f"goods ({known}) with whole numbers, at least 1",
    )


_BUNDLE = Kind(table, read=lambda state, bundle: dict(bundle), check_in=_bundle_check)


@dataclass(frozen=True, slots=True)
class Trade(PlayersMove[State]):
    """`player` gives `give` to `partner` and gets `get`; one of the two may be empty."""

    verb = "trade"
    words = ("trade", "t")
    label = "trades"
    button = "Trade"
    question = "Who"
    counted = "trades"
    is_moderators = True  # it needs the other side’s agreement
    amounts_missing = "Enter at least one number of goods given or received."

    partner: int = field(PLAYER)
    give: Bundle = field(_BUNDLE)
    get: Bundle = field(_BUNDLE)

    @classmethod
    def is_in(cls, state: State) -> bool:
        return bool(state.scenario.goods)

    @classmethod
    def check_wire(cls, state: State, wire: Wire) -> None:
        """Raise `bad-move` for a trade of nothing."""
        if not wire["give"] and not wire["get"]:
            raise Refused("bad-move", "A trade needs goods: “give” and “get” are both empty.")

    def check(self, state: State) -> None:
        """Raise `bad-target`, `wrong-phase`, `not-your-turn`, `attacked-this-turn` or
        `goods-missing`."""
        if self.player == self.partner:
            name = state.player_name(self.player)
            raise Refused("bad-target", "{name} can’t trade with itself.", name=name)
        if not state.options.extended_trading:
            check_revealed(state, "Trades are made")
            check_turn(state, self.player)
        if pair(self.player, self.partner) in state.fought:
            message = "{name} and {partner} fought in this Game-turn, so they may not trade in it."
            name, partner = state.player_name(self.player), state.player_name(self.partner)
            raise Refused("attacked-this-turn", message, name=name, partner=partner)
        for side, bundle in ((self.player, self.give), (self.partner, self.get)):
            _check_has(state, side, bundle)

    def apply(self, state: State) -> State:
        """Both Trade Charts after the swap; one's own good is taken from *For trade* first."""
        for_trade, acquired = list(state.for_trade), list(map(list, state.acquired))
        gifts = ((self.player, self.partner, self.give), (self.partner, self.player, self.get))
        for giver, taker, bundle in gifts:
            for letter, units in bundle.items():
                good, left = state.scenario.letters.index(letter), units
                if letter == state.scenario.players[giver].good:
                    left = max(units - for_trade[giver], 0)
                    for_trade[giver] -= units - left
                acquired[giver][good] -= left
                acquired[taker][good] += units
        return state._replace(
            for_trade=tuple(for_trade),
            acquired=tuple(map(tuple, acquired)),
            traded=state.traded | {pair(self.player, self.partner)},
        )

    def describe(self, before: State) -> Description:
        """A swap, or a gift in either direction."""
        player, partner = before.player_name(self.player), before.player_name(self.partner)
        give, get = in_words(before, self.give), in_words(before, self.get)
        if not get:
            return Description(f"{player} gives {give} to {partner}")
        if not give:
            return Description(f"{player} gets {get} from {partner}")
        return Description(f"{player} trades {give} to {partner} for {get}")

    def from_side(self, player: int) -> Trade:
        """The same trade as this one of the two would offer it."""
        if player == self.player:
            return self
        return Trade(self.partner, self.player, give=self.get, get=self.give)

    def mark(self) -> Mark:
        return Mark(PAIR, "trade between", (self.player, self.partner))

    @classmethod
    def offered_to(cls, state: State, movers: Sequence[int]) -> Collection[int]:
        """With extended trading all players, until the game is over."""
        return range(len(state.hand)) if state.options.extended_trading and movers else movers

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """Every other player, with a note of their goods; none at the wrong time."""

        def choice(partner: int) -> Choice:
            goods = state.goods(partner).items()
            return Choice(
                state.player_name(partner),
                {"player": state.player_id(player), "partner": state.player_id(partner)},
                note=", ".join([f"{units} {letter}" for letter, units in goods if units]),
                refused=cls(player, partner, {}, {}).why_not(state),
            )

        is_time = state.options.extended_trading or state.active == player
        others = [one for one in range(len(state.hand)) if one != player]
        return Choices(others if is_time else (), choice)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused | None:
        """It is not the time."""
        return cls(player, (player + 1) % len(state.hand), {}, {}).why_not(state)

    @classmethod
    def amounts(cls, state: State, player: int) -> tuple[Amounts, ...]:
        """The goods; they can be requested if at least one partner has them."""
        goods = [state.goods(one) for one in range(len(state.hand))]
        own = goods.pop(player)
        most = {letter: max(one[letter] for one in goods) for letter in own}
        names = state.scenario.good_names.items()
        return tuple(
            Amounts(name, label, tuple([Amount(k, good, units[k]) for k, good in names]))
            for name, label, units in (("give", "Gives", own), ("get", "Gets", most))
        )

    @classmethod
    def rules_in_short(cls, state: State) -> Iterator[str]:
        units = state.scenario.trade_units
        yield f"Each country begins with {units} unit{'' if units == 1 else 's'} of its own good."
        if state.options.extended_trading:
            yield "Any two countries may swap goods at any time, or give some away."
        else:
            yield "In your turn, swap goods with any country, or give some away."
        yield "Two countries that trade can’t attack each other in that Game-turn."
        yield "Two countries that fought can’t trade in it."

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A partner, and goods given and received."""
        return trade(state, player, words, lambda id: example(state, cls, player, id))

    @classmethod
    def lines(cls, state: State, choice: Choice) -> Iterator[str]:
        """One unit of each good for one of each other good; both have to be said."""
        goods = {state.player_id(one): state.goods(one) for one in range(len(state.hand))}
        partner = choice.values["partner"]
        mine, theirs = (
            [letter.lower() for letter, units in goods[id].items() if units]
            for id in (choice.values["player"], partner)
        )
        both = ((give, get) for give in mine for get in theirs if give != get)
        return (f"trade {partner} #{give} #{get}" for give, get in both)

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        """A swap and a gift, if both countries have a good of their own."""
        found = next(open_choices(state, cls, player), None)
        partner = (player + 1) % len(state.hand)
        if found:
            partner = state.player(found.values["partner"])
        mine, theirs = (state.scenario.players[one].good for one in (player, partner))
        if mine is None or theirs is None:
            return
        line = f"t {short_country(state, partner)}"
        swap = cls(player, partner, {mine: 1}, {theirs: 1})
        yield f"{line} {mine.lower()} {theirs.lower()}", swap, ""
        yield f"{line} 2{mine.lower()} -", cls(player, partner, {mine: 2}, {}), ""


def in_words(state: State, bundle: Bundle) -> str:
    """Goods as "2 Grain (G) and 1 Tin (T)"; empty for nothing."""
    names = state.scenario.good_names
    return " and ".join(f"{units} {names[letter]} ({letter})" for letter, units in bundle.items())


def _check_has(state: State, player: int, bundle: Bundle) -> None:
    goods = state.goods(player)
    for letter, units in bundle.items():
        has = goods[letter]
        if has < units:
            raise Refused(
                "goods-missing",
                "{name} has {has} {letter}, not {units}.",
                name=state.player_name(player),
                has=has,
                letter=letter,
                units=number_text(units),
            )
