"""A game's sheets, for templates that list them."""

from __future__ import annotations

from django import template

from moderator.play.models import Game
from moderator.web.core.sheet_links import SheetLink, links_to

register = template.Library()


@register.filter
def sheet_links(game: Game) -> tuple[SheetLink, ...]:
    """The sheets of a group's present game."""
    return links_to(game)
