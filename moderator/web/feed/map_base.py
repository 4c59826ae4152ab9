"""What a game's maps refer to: the same from move to move, so it is on the page and in no frame."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from moderator.play.cache import MB, LruCache
from moderator.play.log.entries import scenario_of
from moderator.play.models import Game
from moderator.web.core.game_files import template_of

_bases: LruCache[SafeString] = LruCache(MB, entry_bytes=8_000)


def map_base_of(game: Game | None, has_switch: bool = True) -> SafeString:
    """The game's `map_base.html`; empty if it has none.

    Args:
        has_switch: whether the page shows either the chart or the map, or both.
    """
    template = template_of(game.rules, "map_base.html") if game else ""
    if game is None or not template:
        return SafeString()

    def make() -> SafeString:
        return render_to_string(template, {"scenario": scenario_of(game), "has_switch": has_switch})

    return _bases.get_or_make((game.uid, get_language(), has_switch), make)
