"""The board as a view: the only place where secrets are removed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product

from moderator.rules.move import DIE
from moderator.rules.seating import SeatLabel, Viewer, seats_by_id
from moderator.rules.war import board
from moderator.rules.war import state as war_state
from moderator.rules.war.board import LAYOUTS, Cell, Layout, around, is_connected, place_of, tile_at
from moderator.rules.war.cards import Card, without
from moderator.rules.war.moves.draw import EndTurn
from moderator.rules.war.moves.fight import Fight, Withdraw, bonus, under_way
from moderator.rules.war.moves.place import Place, Reinforce
from moderator.rules.war.moves.play import placeable
from moderator.rules.war.state import CARDS, MOST_PLAYED, MOVE, PLACE, State, leaders, verbs_now
from moderator.rules.war.view import (
    AttackView,
    BoardView,
    CardView,
    ContinentView,
    PlayerView,
    SideView,
    TileView,
    status_line,
)
from moderator.rules.wire import wire_text

# The continents of a map, found again from its tiles: a scenario doesn't contain them.
#
# A layout that a map was drawn with can't be removed without losing the names on stored maps.

Areas = Mapping[Cell, str]
"""The continent to which each cell of a layout belongs."""


@lru_cache(64)
def continents_of(tiles: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The tiles of each continent, row by row; empty if the map follows none of the layouts.

    A tile that joins two continents belongs to the smaller one.
    """
    cells = {place_of(tile) for tile in tiles}
    fits = [land for areas in _placed(cells) if (land := _land(cells, areas)) is not None]
    if not fits:
        return ()
    land = min(fits, key=lambda one: (list(one.values()).count(""), -len(set(one.values()))))
    for cell in sorted(cell for cell in land if not land[cell]):
        ids = {land[other] for other in around(cell) if land.get(other)}
        land[cell] = min(ids, key=lambda id: (list(land.values()).count(id), id))
    rows = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    order = dict.fromkeys(land[cell] for cell in rows)
    return tuple(tuple(tile_at(*cell) for cell in rows if land[cell] == id) for id in order)


def _placed(cells: Collection[Cell]) -> Iterator[Areas]:
    """Every layout, mirrored and moved in every way that could cover these cells."""
    width, height = (max(cell[axis] for cell in cells) for axis in (0, 1))
    layouts = chain.from_iterable(LAYOUTS.values())
    for layout in chain.from_iterable(map(_mirrored, layouts)):
        lefts = range(max(0, len(layout[0]) - width) + 1)
        tops = range(max(0, len(layout) - height) + 1)
        for left, top in product(lefts, tops):
            yield {
                (x - left + 1, y - top + 1): id
                for y, line in enumerate(layout)
                for x, id in enumerate(line)
                if id != "."
            }


def _mirrored(layout: Layout) -> tuple[Layout, ...]:
    turned = tuple(line[::-1] for line in layout)
    return layout, turned, layout[::-1], turned[::-1]


def _land(cells: set[Cell], areas: Areas) -> dict[Cell, str] | None:
    """The continent of each cell, empty for joints; None if the cells don't follow the layout."""
    land = {cell: areas.get(cell, "") for cell in cells}
    for cell, id in land.items():
        left, right, above, below = (land.get(other) for other in around(cell))
        if (
            not id
            and not (left and right and left != right)
            and not (above and below and above != below)
        ):
            return None
    for id in set(areas.values()):
        own = {cell for cell in cells if land[cell] == id}
        if not own or not is_connected(own):
            return None
    return land


# The continents as a view: where their names stand on the map, and the borders between them.

TENTHS = 10
OFF_SHORE, ABOVE_MAP = 2.7, 0.8
"""How far a name stands off the shore, in tenths of a tile: less above the map, where the letters
of the columns are."""
MIDDLE = 0.14
"""The part of the map on either side of its middle that is neither north nor south."""
_NAMES = (
    ("northwest", "north", "northeast"),
    ("west", "middle", "east"),
    ("southwest", "south", "southeast"),
)


@lru_cache(64)
def lands(tiles: tuple[str, ...]) -> tuple[ContinentView, ...]:
    """The continents; empty if the map shows none. Each is named after where it lies."""
    columns, rows = board.extent(tiles)
    cells = {place_of(tile): tile for tile in tiles}
    found: list[ContinentView] = []
    for own in continents_of(tiles):
        places = [place_of(tile) for tile in own]
        x, y = _beside_shore(places, cells, rows)
        name = _name(places, columns, rows)
        found.append(
            ContinentView(
                name,
                1 + sum(one.name == name for one in found),
                own,
                round(TENTHS * (x - columns[0]), 1),
                round(TENTHS * (y - rows[0]), 1),
            )
        )
    return tuple(found)


@lru_cache(64)
def _by_tile(tiles: tuple[str, ...]) -> Mapping[str, ContinentView]:
    return {tile: one for one in lands(tiles) for tile in one.tiles}


def continent_of(tiles: tuple[str, ...], tile: int) -> ContinentView | None:
    """The continent of the tile with that number; None if the map shows none."""
    return _by_tile(tiles).get(tiles[tile])


def borders(tiles: tuple[str, ...]) -> str:
    """An SVG path along the edges between tiles of different continents."""
    columns, rows = board.extent(tiles)
    land = {place_of(tile): i for i, one in enumerate(lands(tiles)) for tile in one.tiles}
    lines = []
    for (x, y), own in sorted(land.items()):
        left, top = TENTHS * (x - columns[0]), TENTHS * (y - rows[0])
        if land.get((x + 1, y), own) != own:
            lines.append(f"M{left + TENTHS} {top}v{TENTHS}")
        if land.get((x, y + 1), own) != own:
            lines.append(f"M{left} {top + TENTHS}h{TENTHS}")
    return "".join(lines)


def _name(places: Sequence[Cell], columns: range, rows: range) -> str:
    across, down = (
        (sum(place[axis] for place in places) / len(places) - extent[0] + 0.5) / len(extent)
        for axis, extent in enumerate((columns, rows))
    )
    return _NAMES[_third(down)][_third(across)]


def _third(share: float) -> int:
    return 1 + (share > 0.5 + MIDDLE) - (share < 0.5 - MIDDLE)


def _beside_shore(
    places: Sequence[Cell], cells: Mapping[Cell, str], rows: range
) -> tuple[float, float]:
    """The middle of a straight shore in the south or the north, a little off it.

    Two tiles long if there is such a one, otherwise not above the map; then the longest.
    """
    shores = []
    for x, y in places:
        for side in (1, -1):
            length = 0
            while (x + length, y) in places and (x + length, y + side) not in cells:
                length += 1
            is_above = side == -1 and y == rows[0]
            off = side * (ABOVE_MAP if is_above else OFF_SHORE) / TENTHS
            edge = y + (1 if side == 1 else 0) + off
            shores.append((length > 1, bool(length) and not is_above, length, side, x, edge))
    *_, length, _, x, edge = max(shores)
    if not length:  # no shore: in the middle of a tile
        return x + 0.5, places[0][1] + 0.5
    return x + length / 2, edge


# An attack and its fights as a view.


def attack(state: State, labels: tuple[SeatLabel, ...]) -> AttackView | None:
    """The attack that is under way; None if there is none."""
    sides = under_way(state)
    if sides is None or state.active is None:
        return None
    (known, stack), tiles, player = sides, state.scenario.tiles, state.active
    mine, theirs = (bonus(state, side, known.target) for side in (player, stack.player))
    return AttackView(
        attacker=SideView(labels[player], tiles[known.source], known.units + mine, mine),
        defender=SideView(labels[stack.player], tiles[known.target], stack.units + theirs, theirs),
        arrow=_arrow(state, known.source, known.target),
    )


def fought(state: State, before: State, labels: tuple[SeatLabel, ...]) -> AttackView | None:
    """The last fight; None if there is none to show."""
    known = state.fought
    if known is None:
        return None
    (mine, theirs), tiles = known.totals, state.scenario.tiles
    die, other = known.dice
    return AttackView(
        attacker=SideView(
            labels[known.attacker],
            tiles[known.source],
            mine - die,
            die=die,
            has_lost=mine < theirs,
        ),
        defender=SideView(
            labels[known.defender],
            tiles[known.target],
            theirs - other,
            die=other,
            has_lost=theirs < mine,
        ),
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
    labels, earlier = seats_by_id(state.players), before or state
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
        borders=borders(state.scenario.tiles),
        continents=lands(state.scenario.tiles),
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
        continent=continent_of(state.scenario.tiles, tile),
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
    totals = [score.total for score in scores]
    return tuple(
        _player(
            state,
            before,
            seat,
            scores[i],
            place=1 + sum(total > totals[i] for total in totals),
            share=100 * totals[i] // max(totals) if any(totals) else 0,
            is_open=viewer.seat == seat.id,
        )
        for i, seat in enumerate(labels)
    )


def _player(
    state: State,
    before: State,
    seat: SeatLabel,
    score: war_state.Score,
    place: int,
    share: int,
    is_open: bool,
) -> PlayerView:
    player = state.player(seat.id)
    card = state.combat[player]
    laid = CardView(*card, is_fresh=card != before.combat[player]) if card else None
    return PlayerView(
        seat=seat,
        supply=state.supply(player),
        cards=len(state.hands[player]),
        hand=_hand(state, before, player) if is_open else None,
        combat_card=laid,
        tiles=score.tiles,
        symbols=score.symbols,
        sets=score.sets,
        total=score.total,
        place=place,
        share=share,
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
