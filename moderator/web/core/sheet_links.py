"""A game's sheets: their URLs, and the game and paper size that a request asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from moderator import sheets
from moderator.play import selectors
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Game, Group

Paper = Literal["a4", "letter"]


@dataclass(frozen=True)
class SheetLink:
    """A sheet of a game, and the start of its URL."""

    label: str
    address: str  # ends where the paper size goes


def links_to(game: Game, is_over: bool = False) -> tuple[SheetLink, ...]:
    """The sheets of a group's present game, in their order.

    Args:
        is_over: there are no secrets any more, so no sheets for the moderator only.
    """
    found = []
    options = rules_of(game).effective_options(scenario_of(game), game.options)
    for kind in sheets.sheets_for(game.rules, options):
        address = reverse("sheet-pdf", args=[game.group.code, kind.id])
        label = str(kind.name)
        found.append(SheetLink(label, f"{address}?paper="))
        if kind.add_moves and not kind.is_logged:
            with_moves = _("%(sheet)s and moves") % {"sheet": label}
            found.append(SheetLink(with_moves, f"{address}?moves=1&paper="))
        if kind.secret_view and not is_over:
            for_moderator = _("%(sheet)s, moderator only") % {"sheet": label}
            found.append(SheetLink(for_moderator, f"{address}?moderator=1&moves=1&paper="))
    return tuple(found)


def requested_game(request: HttpRequest, group: Group) -> Game:
    """The group's game of number `?game=`, by default the present one; 404 if there is none."""
    number = request.GET.get("game", "")
    if not number:
        game = selectors.game_now(group)
    elif number.isascii() and number.isdigit() and len(number) < 10:
        game = group.games.filter(number=int(number)).first()
    else:
        game = None
    if game is None:
        raise Http404
    return game


def requested_paper(request: HttpRequest) -> Paper:
    """The paper size of `?paper=`, by default A4; 404 for any other."""
    paper = request.GET.get("paper", "a4")
    if paper == "a4":
        return "a4"
    if paper == "letter":
        return "letter"
    raise Http404
