"""The live parts of a group's history and of its debrief, each for everybody with the code."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from moderator.core import ended
from moderator.core.cache import cached_page
from moderator.core.games import template_of
from moderator.core.log import past_of
from moderator.core.look import Look, look_at
from moderator.core.models import Group
from moderator.features.debrief.releases.part import has_debrief_page, released_sentence
from moderator.features.debrief.releases.read import (
    RELEASES,
    Released,
    has_debrief,
    has_release,
    released,
)
from moderator.features.debrief.said import said_in
from moderator.features.tournaments.read import players_of
from moderator.live.parts import sign_of
from moderator.rules.said import SaidLine


def history_html(group: Group, number: int) -> tuple[str, float] | None:
    """What happened so far in the group's game of this number; None if it has no history."""
    look = _look_at(group, number)
    if look is None or not look.rules.has_history:
        return None
    look = look.by(ended.seen_as(look))
    key = (look.game.uid, look.fold.hash, look.fold.number, look.viewer, get_language())
    return cached_page("history", key, lambda: _history(look)), 0


def debrief_html(group: Group, number: int) -> tuple[str, float] | None:
    """What changes with what may be read of the game, and with nothing that others can't read; None
    if it has no debrief. The page itself depends on the position that is shown.
    """
    look = _look_at(group, number)
    if look is None or not has_debrief_page(look.fold):
        return None
    look = look.by(ended.seen_as(look))
    now = released_now(look)
    return sign_of((where_of(look), now.state, now.summary, now.what.has_all, now.items)), 0


def _look_at(group: Group, number: int) -> Look | None:
    game = group.games.filter(number=number).first()
    return look_at(game) if game else None


def _history(look: Look) -> SafeString:
    game, rules = look.game, look.rules
    steps = past_of(look.fold, look.fold.number, look.viewer)
    context: dict[str, Any] = {
        "history": rules.history_view(look.timeline.start, steps, look.viewer),
        "replay": f"{reverse('chart-replay', args=[game.group.code])}?game={game.number}&move=",
    }
    name = template_of(game.rules, "history.html", "debrief/history_points.html")
    return render_to_string(name, context)


# What of a game everybody may read now.


@dataclass(frozen=True, slots=True)
class ReleasedNow:
    """What everybody may read now. `state`: why it is nothing, or empty."""

    what: Released
    items: tuple[SaidLine, ...]
    state: str
    summary: str


def released_now(look: Look) -> ReleasedNow:
    return cached_page(
        "debrief",
        (look.game.changes, *where_of(look)),
        lambda: _make_released_now(look),
        lambda shown: 2_000 + 2_500 * len(shown.items),
    )


def where_of(look: Look) -> tuple[Hashable, ...]:
    """The game now, and what changes without it: the viewer, who sees more when other groups have
    finished, and the names of those who play."""
    names = tuple(players_of(look.game).items())
    now = look.game.uid, look.fold.hash, look.game.is_stopped
    return *now, get_language(), look.viewer, names


def _make_released_now(look: Look) -> ReleasedNow:
    what = released(look)
    items = said_in(look, what)
    state, summary = "", ""
    if not has_debrief(look.fold):
        pass
    elif not RELEASES.of(look).can_be:
        state = gettext("Everybody was told at the start that others never read what is written.")
    elif not has_release(look):
        state = gettext(
            "Your instructor hasn’t released anything yet. This page shows it as soon as it is "
            "released."
        )
    elif items:
        summary = released_sentence(what)
    else:
        state = released_sentence(what)
    return ReleasedNow(what, items, state, summary)
