"""The board as a view: the only place where secrets are removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from moderator.rules.move import DIE
from moderator.rules.reading import wire_text
from moderator.rules.seating import PUBLIC, SeatLabel, Viewer
from moderator.rules.shown import Counted, EndView, Scored, end_view
from moderator.rules.war import board
from moderator.rules.war import state as war_state
from moderator.rules.war.board import place_of, tile_at
from moderator.rules.war.continents import TENTHS, borders, by_tile, lands
from moderator.rules.war.moves.cards import EndTurn, placeable
from moderator.rules.war.moves.units import Fight, Place, Reinforce, Withdraw, bonus, under_way
from moderator.rules.war.scenario import Card, without
from moderator.rules.war.state import CARDS, MOST_PLAYED, MOVE, PLACE, State, leaders, verbs_now
from moderator.rules.war.view import (
    AttackView,
    BoardView,
    CardView,
    PlayerView,
    SideView,
    TileView,
    status_line,
)

# An attack and its fights as a view.


def attack(state: State, labels: tuple[SeatLabel, ...]) -> AttackView | None:
    """The attack that is under way; None if there is none."""
    sides = under_way(state)
    if sides is None or state.active is None:
        return None
    (known, stack), tiles, player = sides, state.scenario.tiles, state.active
    mine, theirs = (bonus(state, side, known.target) for side in (player, stack.player))
    return AttackView(
        attacker=SideView(labels[player], tiles[known.source], known.units, mine),
        defender=SideView(labels[stack.player], tiles[known.target], stack.units, theirs),
        arrow=_arrow(state, known.source, known.target),
    )


def fought(state: State, before: State, labels: tuple[SeatLabel, ...]) -> AttackView | None:
    """The last fight; None if there is none to show."""
    known = state.fought
    if known is None:
        return None
    tiles = state.scenario.tiles
    places = zip((known.attacker, known.defender), (known.source, known.target), strict=True)
    attacker, defender = (
        SideView(
            labels[player],
            tiles[tile],
            units=known.totals[i] - known.dice[i] - known.bonuses[i],
            bonus=known.bonuses[i],
            die=known.dice[i],
            has_lost=known.totals[i] < known.totals[1 - i],
        )
        for i, (player, tile) in enumerate(places)
    )
    return AttackView(
        attacker,
        defender,
        is_fresh=state.fights == before.fights + 1,
        ends=known.ends,
    )


def land(state: State) -> str:
    """An SVG path around each tile, with the first column and row at the origin."""
    corners = (_corner(state, tile) for tile in range(len(state.scenario.tiles)))
    return "".join(f"M{x} {y}h{TENTHS}v{TENTHS}h-{TENTHS}z" for x, y in corners)


def _corner(state: State, tile: int) -> tuple[int, int]:
    columns, rows = board.extent(state.scenario.tiles)
    column, row = place_of(state.scenario.tiles[tile])
    return TENTHS * (column - columns[0]), TENTHS * (row - rows[0])


def _arrow(state: State, source: int, target: int) -> str:
    """A short path across the edge between two tiles, where it covers no units.

    These are in the lower half of a tile, or in the middle.
    """
    (x, y), (to_x, to_y) = _corner(state, source), _corner(state, target)
    across, down = (to_x - x) // TENTHS, (to_y - y) // TENTHS
    if across:
        return f"M{x + TENTHS / 2 + across * 2.8:g} {y + 1.5:g}h{across * 3.2:g}"
    edge = max(y, to_y)
    return f"M{x + TENTHS / 2:g} {edge + (-0.3 if down > 0 else 2.4):g}v{down * 1.2:g}"


def box(state: State) -> str:
    """The view box of the map, with half a tile of sea around it."""
    columns, rows = board.extent(state.scenario.tiles)
    half = TENTHS // 2
    return f"-{half} -{half} {TENTHS * (len(columns) + 1)} {TENTHS * (len(rows) + 1)}"


# The view.


def view(state: State, viewer: Viewer, before: State | None = None) -> BoardView:
    """Everything that the viewer may see: only the size of the deck and of others' hands.

    The moderator sees no hand either, since the console may be on a projector: to see a player's,
    the game is viewed from that seat.

    Args:
        before: the state before the last entry; tiles and cards that changed are fresh.
    """
    labels, earlier = state.seats, before or state
    can_act = state.active is not None and (
        viewer.is_moderator or viewer.seat == state.players[state.active]
    )
    columns, rows = _map(state, earlier, labels, can_act)
    return BoardView(
        status_line=status_line(state),
        part=state.part,
        step=state.step,
        is_over=state.is_over,
        is_final=state.is_final,
        turn=state.turn,
        moves_left=state.moves_left,
        active=None if state.active is None else labels[state.active],
        columns=columns,
        rows=rows,
        symbols=state.scenario.in_play,
        box=box(state),
        land=land(state),
        borders=borders(state.scenario),
        continents=lands(state.scenario),
        attack=attack(state, labels),
        fought=fought(state, earlier, labels),
        face_up=_face_up(state, earlier),
        deck_left=len(state.deck),
        players=_players(state, earlier, labels, viewer),
        winners=tuple(labels[player] for player in leaders(state)),
        can_pick=can_act and state.step in (CARDS, MOVE),
        faces=DIE,
        fight=_move_value(state, can_act, Fight),
        withdraw=_move_value(state, can_act, Withdraw),
        end_turn=_move_value(state, can_act, EndTurn),
    )


def _move_value(
    state: State, can_act: bool, verb: type[Fight] | type[Withdraw] | type[EndTurn]
) -> str:
    """A move without choices as a button's value; empty if the viewer can't make it now."""
    if not can_act or state.active is None or verb.verb not in verbs_now(state):
        return ""
    move = verb(state.active)
    return "" if move.why_not(state) else wire_text(move.wire(state))


def _cards(now: tuple[Card, ...], before: tuple[Card, ...]) -> tuple[CardView, ...]:
    """The cards in order; those that weren't there before are fresh."""
    out = []
    for card in now:
        is_old = card in before
        before = without(before, card) if is_old else before
        out.append(CardView(card.symbol, card.value, not is_old))
    return tuple(out)


def _face_up(state: State, before: State) -> tuple[CardView, ...]:
    """The face-up cards; those that came from the deck, or back from a hand, are fresh."""
    drawn = len(before.deck) - len(state.deck)
    if drawn < 0:
        return _cards(state.face_up, before.face_up)
    old = len(state.face_up) - drawn
    return tuple(
        CardView(card.symbol, card.value, i >= old) for i, card in enumerate(state.face_up)
    )


def _map(
    state: State, before: State, labels: tuple[SeatLabel, ...], can_act: bool
) -> tuple[tuple[str, ...], tuple[tuple[int, tuple[TileView | None, ...]], ...]]:
    """The letters of the columns, and the rows, that contain all tiles."""
    columns, rows = board.extent(state.scenario.tiles)
    numbers = state.scenario.numbers
    grid = []
    for row in rows:
        found = [numbers.get(tile_at(column, row)) for column in columns]
        tiles = tuple(
            None if i is None else _tile(state, before, labels, can_act, i) for i in found
        )
        grid.append((row, tiles))
    return tuple(tile_at(column, 1)[0] for column in columns), tuple(grid)


def _tile(
    state: State, before: State, labels: tuple[SeatLabel, ...], can_act: bool, tile: int
) -> TileView:
    stack, attack = state.board[tile], state.attack
    return TileView(
        id=state.scenario.tiles[tile],
        symbol=state.scenario.symbols[tile],
        seat=labels[stack.player] if stack else None,
        units=stack.units if stack else 0,
        is_fresh=stack != before.board[tile],
        is_source=attack is not None and attack.source == tile,
        is_target=attack is not None and attack.target == tile,
        wire=_placement_value(state, tile) if can_act else "",
        continent=by_tile(state.scenario).get(state.scenario.tiles[tile]),
    )


def _placement_value(state: State, tile: int) -> str:
    """Placing or reinforcing on a tile as a button's value; empty if that isn't legal now."""
    if state.active is None or not state.is_before_turns:
        return ""
    verb = Place if state.part == PLACE else Reinforce
    move = verb(state.active, tile)
    return "" if move.why_not(state) else wire_text(move.wire(state))


def _players(
    state: State, before: State, labels: tuple[SeatLabel, ...], viewer: Viewer
) -> tuple[PlayerView, ...]:
    scores = [war_state.score(state, player) for player in range(len(labels))]
    return tuple(_player(state, before, seat, viewer, scores) for seat in labels)


def _player(
    state: State, before: State, seat: SeatLabel, viewer: Viewer, scores: Sequence[war_state.Score]
) -> PlayerView:
    player, totals = state.player(seat.id), [score.total for score in scores]
    total, card = totals[player], state.combat[player]
    laid = CardView(*card, is_fresh=card != before.combat[player]) if card else None
    return PlayerView(
        seat=seat,
        supply=state.supply(player),
        cards=len(state.hands[player]),
        hand=_hand(state, before, player) if viewer.seat == seat.id else None,
        combat_card=laid,
        **scores[player]._asdict(),
        total=total,
        place=1 + sum(other > total for other in totals),
        share=100 * total // max(totals) if any(totals) else 0,
        is_active=state.active == player,
    )


def _hand(state: State, before: State, player: int) -> tuple[CardView, ...]:
    """The player's cards, and whether each can be played or laid now."""
    now = verbs_now(state) if state.active == player else ()
    can_play = "play" in now and state.played < MOST_PLAYED
    can_lay = "combat-card" in now and state.combat[player] is None
    return tuple(
        replace(
            card,
            is_playable=can_play and placeable(state, player, Card(card.symbol, card.value)) > 0,
            is_layable=can_lay,
        )
        for card in _cards(state.hands[player], before.hands[player])
    )


# The end.


def end(state: State) -> EndView:
    """The ranking, with the points of tiles, of symbols, and of sets of three, and how often a
    single winner has each symbol."""
    first = leaders(state)
    found = war_state.held(state, first[0]) if len(first) == 1 else {}
    return end_view(
        [
            Scored(
                player.seat,
                player.place,
                player.total,
                (
                    Counted("tiles", 1, player.tiles),
                    Counted("symbols", 2, player.symbols),
                    Counted("sets", 4, player.sets),
                ),
            )
            for player in _players(state, state, state.seats, PUBLIC)
        ],
        more=tuple((one, found[one]) for one in state.scenario.in_play if one in found),
    )
