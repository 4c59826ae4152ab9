"""What stands at the places of a map, and the same with its position, ready for a template."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.plots.map.projection import Point

STRIPE = 18
"""The width of a stripe where several seats are present, in units."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Two of a place's stacks, by index: the attacker and the defender, with what each lost."""

    attacker: int
    defender: int
    losses: tuple[int, int]


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
    """A place with what is there. `owners` are the numbers of the seats that alone may be there."""

    id: str
    name: str
    points: tuple[Point, ...]
    stacks: tuple[MapStack, ...]
    owners: tuple[int, ...]
    strike: Strike | None = None


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
