"""The course of a Game-turn: filling hands, passing the turn, establishing control.

Source: docs/rules/age-of-iron.md, "How a Game-turn runs" and "Control".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.rules.age_of_iron.scenario import CONTROL_RFS, Options, Scenario
from moderator.rules.age_of_iron.state import ACTION, DEPLOYMENT, State
from moderator.rules.errors import Refused, number_text


def begin(scenario: Scenario, effective: Mapping[str, Any]) -> State:
    """The state before the first move.

    Args:
        scenario: already checked.
        effective: every option's effective value, already checked.
    """
    options = Options(**effective)
    none = (0,) * len(scenario.players)
    blank = State(
        scenario=scenario,
        options=options,
        turns=options.turns,
        turn=0,
        phase=ACTION,
        active=None,
        hand=none,
        chart=scenario.setup,
        crossed=(),
        opening=scenario.setup,
        built=none,
        opening_built=none,
        for_trade=tuple(scenario.trade_units if player.good else 0 for player in scenario.players),
        acquired=tuple((0,) * len(scenario.goods) for _ in scenario.players),
        controlled=tuple(() for _ in scenario.regions),
        attacked=frozenset(),
        fought=frozenset(),
        traded=frozenset(),
    )
    return settle(start_game_turn(blank))


def start_game_turn(state: State) -> State:
    """The state at the start of the next Game-turn: all hands are filled (simultaneous), or one."""
    scenario = state.scenario
    turn = state.turn + 1
    no_marks: tuple[tuple[int, ...], ...] = ((),) * len(scenario.players)
    state = state._replace(
        turn=turn,
        opening=state.chart,
        opening_built=state.built,
        crossed=(no_marks,) * len(scenario.regions),
        fought=frozenset(),
        traded=frozenset(),
    )
    if not state.options.is_simultaneous:
        return start_player_turn(state._replace(phase=ACTION), 0)
    hand = tuple(player.income_in(turn, is_simultaneous=True) for player in scenario.players)
    return state._replace(phase=DEPLOYMENT, active=None, hand=hand, attacked=frozenset())


def start_player_turn(state: State, player: int) -> State:
    """The state at the start of a player's turn; in sequential play the player's hand is filled."""
    hand = [0] * len(state.hand)
    if not state.options.is_simultaneous:
        hand[player] = state.scenario.players[player].income_in(state.turn, is_simultaneous=False)
    return state._replace(active=player, hand=tuple(hand), attacked=frozenset())


def pass_turn(state: State, player: int) -> State:
    """The state after a player's turn: the next player, the next Game-turn, or the end."""
    if player + 1 < len(state.hand):
        return start_player_turn(state, player + 1)
    if state.turn < state.turns:
        return start_game_turn(state)
    none = (0,) * len(state.hand)
    return state._replace(phase=None, active=None, hand=none, attacked=frozenset())


def settle(state: State) -> State:
    """The state after everything that happens automatically, at the start and after every move.

    Orders are revealed when no hand holds RFs that can be placed; outside the phase
    `deployment` control is established.
    """
    if state.phase == DEPLOYMENT:
        if any(state.must_place(player) for player in range(len(state.hand))):
            return state
        state = start_player_turn(state._replace(phase=ACTION), 0)
    return _establish_control(state) if state.options.control else state


def _establish_control(state: State) -> State:
    controlled = list(state.controlled)
    for region, row in enumerate(state.chart):
        if controlled[region] or state.scenario.is_country(region):
            continue
        here = [player for player, rfs in enumerate(row) if rfs]
        if len(here) == 1 and row[here[0]] >= CONTROL_RFS:
            controlled[region] = (here[0],)
    return state._replace(controlled=tuple(controlled))


def check_on_turn(state: State, player: int) -> None:
    """Raise `Refused("not-your-turn")` unless the player is the active one."""
    if state.active != player:
        active = "nobody" if state.active is None else state.player_name(state.active)
        other = state.player_name(player)
        message = "It is {active}’s turn, not {other}’s."
        raise Refused("not-your-turn", message, active=active, other=other)


def check_revealed(state: State, what: str) -> None:
    """Raise `Refused("wrong-phase")` while orders are being written."""
    if state.phase == DEPLOYMENT:
        message = "{what} only after all orders are in; still to place: {waiting}."
        raise Refused("wrong-phase", message, what=what, waiting=lambda: _still_to_place(state))


def _still_to_place(state: State) -> str:
    hands = enumerate(state.hand)
    return ", ".join(f"{state.player_name(i)} ({rfs})" for i, rfs in hands if state.must_place(i))


def check_can_place(state: State, player: int) -> None:
    """Raise `wrong-phase` or `not-your-turn` unless the player may deploy and build now."""
    if not state.options.is_simultaneous:
        check_on_turn(state, player)
    elif state.phase != DEPLOYMENT:
        raise Refused(
            "wrong-phase",
            "All orders of this Game-turn are revealed; RFs can be placed again in the next one.",
        )


def check_hand(state: State, player: int, rfs: int) -> None:
    """Raise `Refused("not-enough-rfs")` if the hand holds fewer."""
    hand = state.hand[player]
    if not hand:
        name = state.player_name(player)
        raise Refused("not-enough-rfs", "{name} has nothing left to place.", name=name)
    if rfs > hand:
        raise Refused(
            "not-enough-rfs",
            "{name} has {has} in hand, so at most {hand} can be placed, not {rfs}.",
            name=state.player_name(player),
            has=rfs_text(hand),
            hand=hand,
            rfs=number_text(rfs),
        )


def check_hand_placed(state: State, player: int) -> None:
    """Raise `Refused("rfs-in-hand")` while the player has RFs that can be placed."""
    if state.must_place(player):
        rfs, name = rfs_text(state.hand[player]), state.player_name(player)
        message = "First place the {rfs} that {name} has in hand."
        raise Refused("rfs-in-hand", message, rfs=rfs, name=name)


def check_has_control(state: State) -> None:
    """Raise `Refused("bad-move")` in a game without the option `control`."""
    if not state.options.control:
        raise Refused("bad-move", "This game is played without the option “control”.")


def rfs_text(rfs: int) -> str:
    """RFs in words.

    >>> rfs_text(1), rfs_text(3)
    ('1 RF', '3 RFs')
    """
    return "1 RF" if rfs == 1 else f"{number_text(rfs)} RFs"
