"""The header of a page: the Game-turn and the status."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.layout.header import header
from moderator.sheets.layout.sheet import Header
from moderator.sheets.stamp import Stamp


def chart_header(view: ChartView, name: str, stamp: Stamp) -> Header:
    """A page header with the status of the game."""
    return partial(
        header,
        title=view.title,
        name=name,
        stamp=stamp,
        where=view.stopped or game_turn(view),
        # The beginning of the rules' sentence is already in the line above.
        status=_("The game can be continued")
        if view.stopped
        else view.status_line.removeprefix(f"Game-turn {view.turn} of {view.turns}: "),
    )


def game_turn(view: ChartView) -> str:
    """The Game-turn in words, with its name if it has one."""
    text = _("Game-turn %(turn)d of %(turns)d") % {"turn": view.turn, "turns": view.turns}
    return f"{text} ({view.turn_name})" if view.turn_name else text
