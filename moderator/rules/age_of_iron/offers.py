"""All legal moves with the limits of their numbers, and why the others are refused.

The reasons are those of the refusals: they come from the moves' own checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.setup.options import MOST_TURNS_EXTENDED, ODDS_TABLE
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.errors import Refused, printable
from moderator.rules.offer import Amount, Amounts, Choice, Offer


def game_over() -> Refused:
    """The refusal of every move except extend and correct once the game is over."""
    return Refused(
        "game-over", "The game is over: only extend, correct, undo and redo are possible."
    )


def offers(state: State, seat: str | None = None) -> tuple[Offer, ...]:
    """An offer for every kind of move, open or refused.

    Args:
        seat: a player's id, for what that player can do; None for what a moderator can
            record now, for the players who are to move and for no particular player.

    Cost: proportional to regions × players.
    """
    if seat is not None:
        return tuple(_player_offers(state, state.player(seat)))
    out: list[Offer] = []
    for player in range(len(state.hand)):
        if state.phase == DEPLOYMENT or state.active == player:
            out += _player_offers(state, player)
        elif state.options.extended_trading and state.scenario.goods and not state.is_over:
            out.append(_trade(state, player))
    if state.options.control:
        out.append(_split(state))
    out += [_extend(state), Offer("correct", "Correct")]
    return tuple(out)


def _player_offers(state: State, player: int) -> Iterator[Offer]:
    yield _deploy(state, player)
    if state.scenario.box_points:
        yield _build(state, player)
    yield _attack(state, player)
    if state.scenario.goods:
        yield _trade(state, player)
    yield _end_turn(state, player)


def _offer(
    state: State,
    verb: str,
    label: str,
    player: int | None,
    choices: Iterable[Choice],
) -> Offer:
    """An offer, refused if the game is over or (with the first reason) if every choice is."""
    all_choices = tuple(choices)
    refused = game_over() if state.is_over else None
    if refused is None and not any(choice.refused is None for choice in all_choices):
        refused = all_choices[0].refused if all_choices else None
    id = None if player is None else state.scenario.players[player].id
    return Offer(verb, label, id, all_choices, refused)


def _why_not(
    state: State, move: Deploy | Build | Attack | Trade | EndTurn | SplitControl
) -> Refused | None:
    try:
        move.check(state)
    except Refused as refused:
        return refused
    return None


def _deploy(state: State, player: int) -> Offer:
    id = state.scenario.players[player].id
    choices = [
        Choice(
            label=printable(region.name),
            values={"player": id, "region": region.id},
            number="rfs",
            low=1,
            high=max(1, state.hand[player]),
            refused=_why_not(state, Deploy(id, region.id, 1)),
        )
        for region in state.scenario.regions
    ]
    return _offer(state, "deploy", f"{state.player_name(player)} places", player, choices)


def _build(state: State, player: int) -> Offer:
    id = state.scenario.players[player].id
    choice = Choice(
        label="Civilization",
        values={"player": id},
        number="rfs",
        low=1,
        high=max(1, min(state.hand[player], state.room(player))),
        refused=_why_not(state, Build(id, 1)),
    )
    return _offer(state, "build", f"{state.player_name(player)} builds", player, [choice])


def _attack(state: State, player: int) -> Offer:
    """A choice for each region and defender where both sides have RFs."""
    id = state.scenario.players[player].id
    has_die = state.options.combat == ODDS_TABLE
    choices = []
    for r, region in enumerate(state.scenario.regions):
        mine = state.chart[r][player]
        for d, defender in enumerate(state.scenario.players):
            theirs = state.chart[r][d]
            if d == player or not mine or not theirs:
                continue
            choices.append(
                Choice(
                    label=f"{state.player_name(d)} in {state.region_name(r)}",
                    values={"player": id, "defender": defender.id, "region": region.id},
                    number="die" if has_die else "rfs",
                    low=1,
                    high=6 if has_die else min(mine, theirs),
                    refused=_why_not(state, _least_attack(id, defender.id, region.id, has_die)),
                )
            )
    if not choices:
        nobody = Refused(
            "nothing-there",
            f"{state.player_name(player)} shares no region with another country’s RFs.",
        )
        choices = [Choice("Nobody", refused=nobody)]
    return _offer(state, "attack", f"{state.player_name(player)} attacks", player, choices)


def _least_attack(player: str, defender: str, region: str, has_die: bool) -> Attack:
    if has_die:
        return Attack(player, defender, region, die=1)
    return Attack(player, defender, region, rfs=1)


def _trade(state: State, player: int) -> Offer:
    """A choice for each partner; `limits` has every player's goods, by letter.

    Goods can be requested if at least one partner has them.
    """
    id = state.scenario.players[player].id
    limits = {
        other.id: {letter: state.has_goods(i, k) for k, letter in enumerate(state.scenario.letters)}
        for i, other in enumerate(state.scenario.players)
    }
    choices = [
        Choice(
            label=state.player_name(partner),
            values={"player": id, "partner": other.id},
            note=", ".join(f"{units} {k}" for k, units in limits[other.id].items() if units),
            refused=_why_not(state, Trade(id, other.id, {}, {})),
        )
        for partner, other in enumerate(state.scenario.players)
        if partner != player
    ]
    others = [goods for other, goods in limits.items() if other != id]
    most = {k: max((goods[k] for goods in others), default=0) for k in state.scenario.letters}
    offer = _offer(state, "trade", f"{state.player_name(player)} trades", player, choices)
    return replace(
        offer,
        limits=limits,
        amounts=(
            _bundle(state, "give", "Gives", limits[id]),
            _bundle(state, "get", "Gets", most),
        ),
        amounts_missing="Enter at least one number of goods given or received.",
    )


def _bundle(state: State, field: str, label: str, most: Mapping[str, int]) -> Amounts:
    goods = state.scenario.goods
    each = (Amount(letter, printable(name), most[letter]) for letter, name in goods)
    return Amounts(field, label, tuple(each))


def _end_turn(state: State, player: int) -> Offer:
    id = state.scenario.players[player].id
    choice = Choice("End turn", {"player": id}, refused=_why_not(state, EndTurn(id)))
    return _offer(state, "end-turn", f"End {state.player_name(player)}’s turn", player, [choice])


def _split(state: State) -> Offer:
    """A choice for each pair with a Presence in the same region; refused if there is none."""
    players = state.scenario.players
    choices = []
    for r, region in enumerate(state.scenario.regions):
        here = [i for i in range(len(players)) if state.has_presence(i, r)]
        pairs = [(a, b) for a in here for b in here if a < b]
        for a, b in pairs:
            ids = (players[a].id, players[b].id)
            choices.append(
                Choice(
                    label=f"{state.player_name(a)} and {state.player_name(b)} in "
                    f"{state.region_name(r)}",
                    values={"players": list(ids), "region": region.id},
                    refused=_why_not(state, SplitControl(ids, region.id)),
                )
            )
    if not choices:
        nobody = Refused("not-split", "No two countries have a Presence in one territory.")
        choices = [Choice("Nobody", refused=nobody)]
    return _offer(state, "split-control", "Split Control", None, choices)


def _extend(state: State) -> Offer:
    most = Refused("bad-move", f"The game has {state.turns} Game-turns, which is the maximum.")
    choice = Choice(
        "Game-turns",
        number="turns",
        low=min(state.turns + 1, MOST_TURNS_EXTENDED),
        high=MOST_TURNS_EXTENDED,
        refused=most if state.turns >= MOST_TURNS_EXTENDED else None,
    )
    return Offer("extend", "Extend the game", None, (choice,), choice.refused)
