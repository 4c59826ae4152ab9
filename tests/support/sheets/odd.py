"""Hostile names, and names that the font can't print."""

from collections.abc import Sequence
from dataclasses import replace

from moderator.rules.age_of_iron.views import ChartView
from tests.support.sheets.cases import mid_game

ODD_NAMES = (
    '<img src="/etc/passwd">',
    "<b>bold</b> &amp; </para>",
    "\u05e9\u05dc\u05d5\u05dd \u202emirror",
    "zero\u200bwidth\u200dname",
    "\N{GRINNING FACE}\N{FAMILY}",
    "\u6f22\u5b57 \u30ab\u30ca",
    "Ελλάδα Россия Łódź",
    "W" * 10_000,
    "\ud800\x00\x1b[2J",
    "line\nbreak\ttab",
)
ODD = " ".join(ODD_NAMES)


def odd_view(names: Sequence[str] = ODD_NAMES) -> ChartView:
    """1800 B.C. with these names, as if no check had refused them; there are five or more."""
    view = mid_game()
    seats = {
        country.seat: replace(country.seat, name=names[i], letter=names[i][:2])
        for i, country in enumerate(view.countries)
    }
    rows = tuple(
        replace(
            row,
            name=names[i % len(names)],
            home_of=seats.get(row.home_of),
            controlled_by=tuple(seats[seat] for seat in row.controlled_by),
            cells=tuple(replace(cell, seat=seats[cell.seat]) for cell in row.cells),
        )
        for i, row in enumerate(view.rows)
    )
    countries = tuple(
        replace(
            country,
            seat=seats[country.seat],
            home=names[i],
            objectives=tuple(
                replace(one, sentence=names[k % len(names)])
                for k, one in enumerate(country.objectives)
            ),
        )
        for i, country in enumerate(view.countries)
    )
    return replace(
        view,
        title=names[0],
        status_line=names[1],
        turn_name=names[4],
        rows=rows,
        countries=countries,
        winners=tuple(seats[seat] for seat in view.winners),
        goods=tuple((letter, names[k]) for k, (letter, _name) in enumerate(view.goods)),
    )
