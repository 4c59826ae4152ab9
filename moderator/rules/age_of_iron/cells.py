"""What can be done at a cell of the Game Chart, the Civilization Chart and the Trade Chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from moderator.rules.age_of_iron.moves.attack import Attack, most_that_keeps_presence
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import CIVILIZATION as CIVILIZATION_PLACE
from moderator.rules.age_of_iron.moves.deploy import Deploy, place_in
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import State
from moderator.rules.cells import CellChange, CellPick, CellRules, CellTab
from moderator.rules.errors import Refused
from moderator.rules.offer import Choice, Offer

if TYPE_CHECKING:
    from moderator.rules.game import Rules


CIVILIZATION, GOODS = "_civilization", "_goods"
"""Places beside the Game Chart; no region has such an id."""


class AgeOfIronCells(CellRules[State]):
    """A cell is a country in a region, a country's civilization, or its goods."""

    def title(self, state: State, player: str, place: str) -> str:
        """Such as "Babylon in Mitanni"."""
        name = state.player_name(state.player(player))
        if place == CIVILIZATION:
            return f"{name}: civilization"
        if place == GOODS:
            return f"{name}: goods"
        return f"{name} in {state.region_name(state.region(place))}"

    def tabs(self, rules: Rules[Any], state: State, player: str, place: str) -> tuple[CellTab, ...]:
        """Place, attack and split Control in a region; build; trade."""
        number = state.player(player)
        if place == CIVILIZATION:
            return (_build(Offer(rules, Build, state, number)),)
        if place == GOODS:
            return (_trade(Offer(rules, Trade, state, number)),)
        region = state.region(place)
        tabs = [
            _place(Offer(rules, Deploy, state, number), number, region),
            _attacked(rules, state, number, region)
            or _attack(Offer(rules, Attack, state, number), number, region),
        ]
        if SplitControl.is_in(state):
            tabs.append(_split(Offer(rules, SplitControl, state, None), number, region))
        return tuple(tabs)

    def changes(self, before: State, after: State, place: str) -> tuple[CellChange, ...]:
        """Notes say who gets or loses a Presence, or keeps it in an attack."""
        seats = before.scenario.seats
        if place == GOODS:
            return ()
        if place == CIVILIZATION:
            pairs = zip(seats, before.built, after.built, strict=True)
            return tuple(CellChange(*three) for three in pairs if three[1] != three[2])
        region = before.region(place)
        rows = zip(seats, before.chart[region], after.chart[region], strict=True)
        return tuple(
            CellChange(seat, old, new, _note(old, new)) for seat, old, new in rows if old != new
        )

    def order_place(self, place: str) -> str:
        if place == CIVILIZATION:
            return CIVILIZATION_PLACE
        return "" if place == GOODS else place_in(place)

    def correction(self, player: str, place: str) -> str:
        """Goods are corrected on the corrections page only."""
        if place == GOODS:
            return ""
        return f"civilization.{player}" if place == CIVILIZATION else f"chart.{place}.{player}"


def _place(offer: Offer, player: int, region: int) -> CellTab:
    state: State = offer.state
    hand, here = state.hand[player], state.chart[region][player]
    choices = (offer.choices[region],) if offer.choices else ()
    usual = tuple(_usual_to_place(hand, here))
    picks = tuple(CellPick(choice, initial=hand, usual=usual) for choice in choices)
    return CellTab(Deploy, "", picks, offer.refused)


def _usual_to_place(hand: int, here: int) -> Iterator[tuple[str, int]]:
    yield f"All {hand}", hand
    if hand > PRESENCE_RFS:
        yield f"All but a Presence: {hand - PRESENCE_RFS}", hand - PRESENCE_RFS
    if 0 < PRESENCE_RFS - here < hand:
        yield f"Up to a Presence: {PRESENCE_RFS - here}", PRESENCE_RFS - here


def _attack(offer: Offer, player: int, region: int) -> CellTab:
    state: State = offer.state
    picks = tuple(
        _attack_pick(state, choice, player, state.player(choice.values["defender"]))
        for choice in offer.choices
        if choice.values["region"] == state.region_id(region)
    )
    nobody = offer.closed or _nobody(state, player, region)
    return CellTab(Attack, "Attacks", picks, nobody)


def _attacked(rules: Rules[Any], state: State, player: int, region: int) -> CellTab | None:
    """The attacks on the player there by those who are to move; None if there can't be any."""
    picks = tuple(
        _attack_pick(state, choice, attacker, attacker)
        for attacker in rules.movers(state)
        for choice in Offer(rules, Attack, state, attacker).choices
        if choice.values["region"] == state.region_id(region)
        and choice.values["defender"] == state.player_id(player)
    )
    return CellTab(Attack, "Attacked by", picks, None, is_target=True) if picks else None


def _attack_pick(state: State, choice: Choice, attacker: int, other: int) -> CellPick:
    """Args: other: the side that is chosen."""
    region, defender = (
        state.region(choice.values["region"]),
        state.player(choice.values["defender"]),
    )
    spare = most_that_keeps_presence(state, attacker, defender, region)
    usual = tuple(_usual_to_attack(choice, spare))
    has = str(state.chart[region][other])
    return CellPick(choice, seat=state.scenario.seats[other], has=has, usual=usual)


def _nobody(state: State, player: int, region: int) -> Refused | None:
    """Why there is nobody to attack in the region."""
    if state.must_place(player):
        return Attack.no_choice(state, player)
    place, name = state.region_name(region), state.player_name(player)
    if not state.chart[region][player]:
        return Refused("nothing-there", "{name} has no RFs in {place}.", name=name, place=place)
    return Refused("nothing-there", "Nobody else has RFs in {place}.", place=place)


def _usual_to_attack(choice: Choice, spare: int) -> Iterator[tuple[str, int]]:
    """With as many RFs as possible, and with so many that the attacker keeps a Presence."""
    if choice.number == "rfs" and not choice.refused:
        yield f"All {choice.high}", choice.high
        if 0 < spare < choice.high:
            yield f"All but a Presence: {spare}", spare


def _split(offer: Offer, player: int, region: int) -> CellTab:
    state: State = offer.state
    own, place = state.player_id(player), state.region_id(region)
    picks = []
    for choice in offer.choices:
        pair = choice.values["players"]
        if choice.values["region"] == place and own in pair:
            other = state.player(next(one for one in pair if one != own))
            has = str(state.chart[region][other])
            picks.append(CellPick(choice, seat=state.scenario.seats[other], has=has))
    name = state.region_name(region)
    nobody = Refused("not-split", "Two countries need a Presence in {place}.", place=name)
    return CellTab(SplitControl, "With", tuple(picks), offer.closed or nobody)


def _build(offer: Offer) -> CellTab:
    state, player = offer.state, offer.player_number
    hand = state.hand[player]
    picks = tuple(
        CellPick(choice, initial=choice.high, usual=((f"All {hand}", hand),))
        if choice.high == hand
        else CellPick(choice, initial=choice.high)
        for choice in (offer.choices if hand else ())
    )
    return CellTab(Build, "", picks, offer.refused)


def _trade(offer: Offer) -> CellTab:
    state: State = offer.state
    picks = tuple(
        CellPick(
            choice,
            seat=state.scenario.seats[state.player(choice.values["partner"])],
            has=choice.note,
        )
        for choice in offer.choices
    )
    return CellTab(Trade, "With", picks, offer.refused, offer.amounts)


def _note(old: int, new: int) -> str:
    if (old >= PRESENCE_RFS) == (new >= PRESENCE_RFS):
        return "keeps a Presence" if PRESENCE_RFS <= new < old else ""
    return "gets a Presence" if new > old else "loses its Presence"


CELLS = AgeOfIronCells()
