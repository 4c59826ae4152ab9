"""What all stacks of a map share, as the contents of an SVG's `<defs>`: boxes and patterns.

Colours are custom properties of the style sheet; a stack says with its class whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moderator.plots.map.plates import LETTER, STACK, stack_width
from moderator.plots.seats import seat_look

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
    stacks = (_stack(seat, letter, count) for seat, letter in seats for count in digits)
    letters = (_letter(seat) for seat, _ in seats)
    return "".join([*letters, *map(_box, digits), *stacks])


def _stack(seat: int, letter: str, digits: int) -> str:
    return (
        f'<g id="stack-{seat}-{digits}"><use href="#box-{digits}"/><use href="#letter-{seat}"/>'
        f'<text class="map-seat" x="{LETTER / 2:g}" y="33">{letter}</text></g>'
    )


def _letter(seat: int) -> str:
    corner = f"a{ROUND} {ROUND} 0 0 1 "
    outline = (
        f"M{LETTER:g} 0V{STACK:g}H{ROUND}{corner}-{ROUND}-{ROUND}V{ROUND}{corner}{ROUND}-{ROUND}z"
    )
    tile = TILES.get(seat_look(seat).pattern, "")
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
