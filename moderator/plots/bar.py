"""A bar as SVG, for a share of a whole."""

from __future__ import annotations

from moderator.plots.seats import seat_look


def bar(share: int, number: int) -> str:
    """A bar in a seat's colour: an `<svg class="bar seat-N">` that stretches to its box.

    It is decoration: the number that it stands for belongs in the text beside it.

    Args:
        share: its length, 0 to 100 per cent of the width.
        number: the seat's number, 1 or more.

    Raises:
        ValueError: for a share outside 0 to 100, or a number below 1.

    >>> bar(40, 1)[:56]
    '<svg class="bar seat-1" viewBox="0 0 100 8" width="100%"'
    """
    if not 0 <= share <= 100:
        raise ValueError(f"A share is 0 to 100 per cent, not {share}.")
    look = seat_look(number)
    return (
        f'<svg class="bar seat-{look.number}" viewBox="0 0 100 8" width="100%" height="8"'
        f' preserveAspectRatio="none" focusable="false" aria-hidden="true">'
        f'<rect class="ground" width="{share}" height="8" fill="{look.light}"/></svg>'
    )
