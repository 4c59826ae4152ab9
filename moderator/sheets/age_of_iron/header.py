"""The head of a page: the Game-turn and who is to do what."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.layout.header import header
from moderator.sheets.layout.sheet import Header
from moderator.sheets.stamp import Stamp


def chart_header(view: ChartView, name: str, stamp: Stamp) -> Header:
    """The head of a page with where the game stands."""
    return partial(
        header,
        title=view.title,
        name=name,
        stamp=stamp,
        where=game_turn(view),
        # The rules' own words, of which the beginning is said in the line above.
        status=view.status_line.removeprefix(f"Game-turn {view.turn} of {view.turns}: "),
    )


def game_turn(view: ChartView) -> str:
    """The Game-turn in words."""
    said = _("Game-turn %(turn)d of %(turns)d") % {"turn": view.turn, "turns": view.turns}
    return f"{said} ({view.turn_name})" if view.turn_name else said
