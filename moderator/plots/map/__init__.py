"""What a map shows: the plates with their stacks, put into their places, for a template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from moderator.plots import pattern_of
from moderator.plots.map.geometry import LAND, WIDTH, Box, Point, Projection, fitted, has_land
from moderator.plots.map.placing import placed, shapes

# The size of a plate, the name of a place with the stacks there, and where each stack is on it.
#
# All lengths are in units of the map. Where many plates are near, all of them are drawn smaller.

STACK = 46.0
"""The height of a stack."""
LETTER, DIGIT, SIDE = 38.0, 25.0, 16.0
"""The width of its letter's box, of each digit, and of what is left and right of the number."""
GAP, ROW_GAP = 18.0, 17.0
"""Between stacks in a row, and between rows: room for rings."""
NAME, NAME_LETTER, NAME_MOST = 44.0, 18.5, 250.0
"""The height of the name's line, the width of a letter, and the most that a name takes."""
NAME_LINE = 26.0
"""From the upper edge of the name to the line on which it stands."""
ARROW, LOSS = 46.0, 20.0
"""Room between the two sides of an attack, and below them for what they lost."""
EDGE, FRAME = 8.0, 17.0
"""Around everything: room for rings; and for a frame."""


def stack_width(number: int) -> float:
    """The width of a stack with this number.

    >>> stack_width(7), stack_width(12)
    (79.0, 104.0)
    """
    return LETTER + SIDE + DIGIT * len(str(number))


class Plate:
    """The plate of a place: its size, and the (x, y) of the upper left corner of each of its
    `stacks`, from its own corner.

    `name_y` is the line on which the name stands, `name_width` the width to which a long name is
    condensed; 0 for others.

    Args:
        numbers: one for each stack, in the order in which they are shown.
        sides: two of the stacks, by index: the attacker and the defender stand side by side.
        is_framed: whether there is a frame around it.

    >>> Plate("Ur", [4, 11]).stacks
    ((8.0, 52.0), (105.0, 52.0))
    """

    def __init__(
        self,
        name: str,
        numbers: Sequence[int],
        sides: tuple[int, int] | None = None,
        is_framed: bool = False,
    ) -> None:
        rows = _rows(len(numbers), sides)
        widths = [stack_width(number) for number in numbers]
        spans = [_span(row, widths, sides) for row in rows]
        name_width = min(len(name) * NAME_LETTER, NAME_MOST)
        inner = max([name_width, *spans])
        places: dict[int, Point] = {}
        edge = FRAME if is_framed else EDGE
        y = edge + NAME
        for row, span in zip(rows, spans, strict=True):
            x = edge + (inner - span) / 2
            for k in row:
                places[k] = (x, y)
                x += widths[k] + GAP + (ARROW if sides and k == sides[0] else 0)
            y += STACK + ROW_GAP + (LOSS if sides and sides[0] in row else 0)
        self.width = inner + 2 * edge
        self.height = y - ROW_GAP + edge if rows else 2 * edge + NAME
        self.stacks = tuple(places[k] for k in range(len(numbers)))
        self.name_y = edge + NAME_LINE
        self.name_width = name_width if len(name) * NAME_LETTER > NAME_MOST else 0.0


def _rows(count: int, sides: tuple[int, int] | None) -> list[list[int]]:
    rows = [list(sides)] if sides else []
    rest = [k for k in range(count) if not sides or k not in sides]
    most = 2 if len(rest) <= 4 else 3 if len(rest) <= 6 else 5
    return rows + [rest[k : k + most] for k in range(0, len(rest), most)]


def _span(row: Sequence[int], widths: Sequence[float], sides: tuple[int, int] | None) -> float:
    arrow = ARROW if sides and sides[0] in row else 0.0
    return sum(widths[k] for k in row) + GAP * (len(row) - 1) + arrow


# What stands at the places of a map, and the same with its position, ready for a template.

STRIPE = 18
"""The width of a stripe where several seats are present, in units."""


@dataclass(frozen=True, slots=True)
class MapStack:
    """A number at a place. `seat` is the number of the seat whose it is.

    `mark` is "present", "lost" or empty: the ring around it.
    """

    seat: int
    number: int
    mark: str
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A place with what is there. `owners` are the numbers of the seats that alone may be there.

    `strike`: of an attack, attacker and defender as indices of the stacks, and what each lost.
    """

    id: str
    name: str
    points: tuple[Point, ...]
    stacks: tuple[MapStack, ...]
    owners: tuple[int, ...]
    strike: tuple[tuple[int, int], tuple[int, int]] | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """The colours of a place's shape: those of the seats that are there."""

    id: str
    seats: tuple[int, ...]
    is_owned: bool
    is_struck: bool

    @property
    def stripes(self) -> list[tuple[int, int]]:
        """Each seat with the x of its stripe."""
        return [(seat, k * STRIPE) for k, seat in enumerate(self.seats)]

    @property
    def stripes_width(self) -> int:
        """The width of all stripes together."""
        return len(self.seats) * STRIPE


@dataclass(frozen=True, slots=True)
class DrawnStack:
    """A stack on its plate: its corner, the middle of its number, its digits and its loss."""

    x: int
    y: int
    middle: int
    digits: int
    loss: int
    loss_x: int
    loss_y: int
    stack: MapStack


@dataclass(frozen=True, slots=True)
class DrawnPlate:
    """A plate: its corner on the map; the rest is relative to it, and drawn at the map's scale.

    `lead`: (x, y) of the place and of the line's other end, on the map; None if it is near.
    `arrow`: (x, y) of the arrow's tail.
    """

    id: str
    name: str
    name_y: int
    name_width: int
    x: int
    y: int
    width: int
    height: int
    owners: tuple[int, ...]
    stacks: tuple[DrawnStack, ...]
    arrow: tuple[int, int] | None
    lead: tuple[int, int, int, int] | None

    @property
    def middle(self) -> int:
        """The x of the middle of its name."""
        return self.width // 2

    @property
    def inner_width(self) -> int:
        """The width of the inner line of its frame, 5 units inside the outer one."""
        return self.width - 10

    @property
    def inner_height(self) -> int:
        """The height of the inner line of its frame."""
        return self.height - 10


@dataclass(frozen=True, slots=True)
class Picture:
    """A map of `width` by `height` units; plates are drawn at `scale`."""

    width: int
    height: int
    scale: float
    has_land: bool
    areas: tuple[Area, ...]
    plates: tuple[DrawnPlate, ...]


# Puts what a map shows into its place.

SCALES = (1.0, 0.92, 0.85, 0.78, 0.7, 0.62)
"""Sizes of plates that are tried, the largest first. At 0.78 a number is 11 px high on a map of
320 px."""
DOT_AWAY, DOT = (0.4, 0.8), 6.0
"""Where another plate covers the place, the line begins beside it, at one of these distances
in degrees of latitude; and the room for the dot there."""
LEAD_FROM = 10.0
"""A line leads to a place that is at least so far from its plate, in units."""


def base(
    points: Sequence[tuple[Point, ...]],
) -> tuple[Projection, tuple[str, ...], Box | None] | None:
    """What stays the same in all pictures of a map; None if a place has no points.

    Returns: the projection, the shapes of the places as data of SVG paths, and where the picture of
        the land goes; None for the last if it has none.

    Args:
        points: of each place, longitude and latitude in degrees.

    Cost: about 50 ms for the first map of a scenario.
    """
    projection = _projection(tuple(points))
    if projection is None:
        return None
    x, y, width, height = (round(one, 1) for one in projection.box(LAND))
    land = (x, y, width, height) if has_land(projection) else None
    return projection, shapes(projection, tuple(points)), land


def _projection(points: tuple[tuple[Point, ...], ...]) -> Projection | None:
    if not points or not all(points):
        return None
    return fitted([point for one in points for point in one])


def picture(places: Sequence[MapPlace]) -> Picture | None:
    """The map of these places; None if one has no points, or if the plates don't fit.

    Cost: some 100 ms for the first map of a scenario, later about 1 ms, and 10 ms more where plates
    have to make way for each other.
    """
    points = tuple(place.points for place in places)
    projection = _projection(points)
    if projection is None:
        return None
    plates = [
        Plate(
            place.name,
            [stack.number for stack in place.stacks],
            place.strike[0] if place.strike else None,
            bool(place.owners),
        )
        for place in places
    ]
    for scale in SCALES:
        sizes = tuple((one.width * scale, one.height * scale) for one in plates)
        spots = placed(projection, points, sizes)
        if spots is not None:
            break
    else:
        return None
    covered = [
        _boxes(one, place, (x - one.width * scale / 2, y - one.height * scale / 2), scale)
        for place, one, (x, y) in zip(places, plates, spots, strict=True)
    ]
    return Picture(
        width=round(WIDTH),
        height=round(projection.height),
        scale=scale,
        has_land=has_land(projection),
        areas=tuple(map(_area, places)),
        plates=tuple(
            _drawn(place, one, spot, scale, _lead(k, place, projection, covered))
            for k, (place, one, spot) in enumerate(zip(places, plates, spots, strict=True))
        ),
    )


def _area(place: MapPlace) -> Area:
    present = tuple(stack.seat for stack in place.stacks if stack.mark == "present")
    seats = place.owners or present
    return Area(place.id, seats, bool(place.owners), place.strike is not None)


def _drawn(
    place: MapPlace,
    one: Plate,
    spot: Point,
    scale: float,
    lead: tuple[int, int, int, int] | None,
) -> DrawnPlate:
    strike = place.strike
    losses = dict(zip(*strike, strict=True)) if strike else {}
    stacks = tuple(
        _stack(stack, corner, losses.get(k, 0))
        for k, (stack, corner) in enumerate(zip(place.stacks, one.stacks, strict=True))
    )
    arrow = None
    if strike:
        side = stacks[strike[0][0]]
        right = side.x + stack_width(side.stack.number)
        arrow = (round(right + ARROW / 2 - 12), round(side.y + STACK / 2))
    width, height = one.width * scale, one.height * scale
    left, top = spot[0] - width / 2, spot[1] - height / 2
    return DrawnPlate(
        id=place.id,
        name=place.name,
        name_y=round(one.name_y),
        name_width=round(one.name_width),
        x=round(left),
        y=round(top),
        width=round(one.width),
        height=round(one.height),
        owners=place.owners,
        stacks=stacks,
        arrow=arrow,
        lead=lead,
    )


def _stack(stack: MapStack, corner: Point, loss: int) -> DrawnStack:
    width = stack_width(stack.number)
    return DrawnStack(
        x=round(corner[0]),
        y=round(corner[1]),
        middle=round((LETTER + width) / 2),
        digits=len(str(stack.number)),
        loss=loss,
        loss_x=round(corner[0] + width - 30),
        loss_y=round(corner[1] + STACK - 8),
        stack=stack,
    )


def _lead(
    own: int, place: MapPlace, projection: Projection, covered: Sequence[Sequence[Box]]
) -> tuple[int, int, int, int] | None:
    """From a place to the nearest point of its plate's boxes, from where no other plate's are."""
    x, y = projection.point(place.points[0])
    around = [
        (x + away * projection.down * dx, y + away * projection.down * dy)
        for away in DOT_AWAY
        for dx, dy in product((0, 1, -1), repeat=2)
    ]
    others = [box for k, boxes in enumerate(covered) if k != own for box in boxes]
    tried = [*map(projection.point, place.points), *around]
    x, y = next((dot for dot in tried if not any(_is_on(dot, box) for box in others)), (x, y))
    ends = [
        (min(max(x, left), left + width), min(max(y, top), top + height))
        for left, top, width, height in covered[own]
    ]
    far, end = min((abs(one[0] - x) + abs(one[1] - y), one) for one in ends)
    if far < LEAD_FROM:
        return None
    return (round(x), round(y), round(end[0]), round(end[1]))


def _is_on(dot: Point, box: Box) -> bool:
    left, top, width, height = box
    return left - DOT < dot[0] < left + width + DOT and top - DOT < dot[1] < top + height + DOT


def _boxes(one: Plate, place: MapPlace, corner: Point, scale: float) -> list[Box]:
    """The name and the stacks of a plate on the map; of one with a frame, all of it."""
    x, y = corner
    if place.owners:
        return [(x, y, one.width * scale, one.height * scale)]
    name = min(len(place.name) * NAME_LETTER, NAME_MOST)
    inner: list[Box] = [((one.width - name) / 2, EDGE, name, NAME - EDGE)]
    inner += [
        (left - EDGE, top - EDGE, stack_width(stack.number) + 2 * EDGE, STACK + 2 * EDGE)
        for stack, (left, top) in zip(place.stacks, one.stacks, strict=True)
    ]
    return [(x + a * scale, y + b * scale, c * scale, d * scale) for a, b, c, d in inner]


# What all stacks of a map share, as the contents of an SVG's `<defs>`: boxes and patterns.
#
# Colours are custom properties of the style sheet; a stack says with its class whose it is.

TILE = 8
TILES = {
    "rising": '<path d="M-2 2L2-2M0 8L8 0M6 10L10 6"/>',
    "falling": '<path d="M-2 6L2 10M0 0L8 8M6-2L10 2"/>',
    "upright": '<path d="M4 0V8"/>',
    "level": '<path d="M0 4H8"/>',
    "grid": '<path d="M4 0V8M0 4H8"/>',
    "lattice": '<path d="M0 8L8 0M0 0L8 8"/>',
    "dots": '<circle cx="4" cy="4" r="1.7"/>',
    "spots": '<path class="filled" d="M4 2l2.5 4h-5z"/>',
    "checks": '<path class="filled" d="M0 0h4v4h-4zM4 4h4v4h-4z"/>',
}
"""One tile of each pattern, `TILE` units wide and high; the plain one has none."""
ROUND = 9


def symbols(seats: Iterable[tuple[int, str]], digits: Sequence[int]) -> str:
    """A symbol `#stack-S-N` for a number with N digits of seat S: its box, its letter and its ring.

    Args:
        seats: the number and the letter of each, as text for SVG.
        digits: how many digits the numbers have, from 1.

    >>> symbols([(2, "B")], [1]).count(' id="stack-2-1"')
    1
    """
    seats = list(seats)
    stacks = (_symbol_stack(seat, letter, count) for seat, letter in seats for count in digits)
    letters = (_letter(seat) for seat, _ in seats)
    return "".join([*letters, *map(_box, digits), *stacks])


def _symbol_stack(seat: int, letter: str, digits: int) -> str:
    return (
        f'<g id="stack-{seat}-{digits}"><use href="#box-{digits}"/><use href="#letter-{seat}"/>'
        f'<text class="map-seat" x="{LETTER / 2:g}" y="33">{letter}</text></g>'
    )


def _letter(seat: int) -> str:
    corner = f"a{ROUND} {ROUND} 0 0 1 "
    outline = (
        f"M{LETTER:g} 0V{STACK:g}H{ROUND}{corner}-{ROUND}-{ROUND}V{ROUND}{corner}{ROUND}-{ROUND}z"
    )
    tile = TILES.get(pattern_of(seat), "")
    if not tile:
        return f'<path id="letter-{seat}" class="map-letter" d="{outline}"/>'
    return (
        f'<pattern id="tile-{seat}" class="map-tile" width="{TILE}" height="{TILE}"'
        f' patternUnits="userSpaceOnUse">{tile}</pattern>'
        f'<g id="letter-{seat}"><path class="map-letter" d="{outline}"/>'
        f'<path fill="url(#tile-{seat})" d="{outline}"/></g>'
    )


def _box(digits: int) -> str:
    width = stack_width(10 ** (digits - 1))
    return (
        f'<g id="box-{digits}"><rect class="map-ring" x="-4.5" y="-4.5" width="{width + 9:g}"'
        f' height="{STACK + 9:g}" rx="{ROUND + 4}"/>'
        f'<rect class="map-box" width="{width:g}" height="{STACK:g}" rx="{ROUND}"/></g>'
    )
