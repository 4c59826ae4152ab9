"""Groups without a moderator: their players record, and nothing waits for a moderator's press.

A group has a moderator as soon as a student moderates it, or somebody has opened its console by the
link or PIN, whether they are online or not. An instructor who opens a console is not its moderator.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from moderator.core import publishing
from moderator.core.models import Game, Person
from moderator.rules.registry import GAMES

_SETTINGS: Mapping[str, Any] = {
    "acting": Game.Acting.SEATS,
    "is_reveal_automatic": True,
    "is_trade_automatic": True,
}
OWN_SETTINGS = (*_SETTINGS, "kept_settings")
"""The fields of a game, and of its settings, that playing without a moderator changes."""


def groups_unmoderated(group_ids: Collection[int]) -> frozenset[int]:
    """Those of the groups that have no moderator."""
    people = Person.objects.filter(moderates__in=group_ids, is_removed=False).order_by()
    moderated = people.values_list("moderates", flat=True)
    return frozenset(group_ids) - groups_opened(group_ids) - {*moderated}


def groups_opened(group_ids: Collection[int]) -> frozenset[int]:
    """Those of the groups whose console somebody has opened by the link or PIN."""
    kind = Person.Kind.MODERATOR
    people = Person.objects.filter(kind=kind, group__in=group_ids, moderates=None, is_removed=False)
    return frozenset(people.order_by().values_list("group", flat=True))


def waits_for_moderator(game: Game) -> bool:
    """Whether its players would wait for a moderator's press, though they could record."""
    rules = GAMES[game.rules]
    if not rules.is_played_on_seats:
        return False
    return (
        game.acting == Game.Acting.MODERATOR
        or (rules.orders is not None and not game.is_reveal_automatic)
        or (rules.agreed is not None and not game.is_trade_automatic)
    )


def without_moderator(settings: Any) -> dict[str, Any]:
    """What changes in a game's settings if nobody moderates it: `OWN_SETTINGS`.

    Args:
        settings: a game, or others with the same fields.
    """
    kept = settings.kept_settings or {name: getattr(settings, name) for name in _SETTINGS}
    return {**_SETTINGS, "kept_settings": kept}


def with_moderator(settings: Any) -> dict[str, Any]:
    """What changes back: the settings that were chosen."""
    return {**(settings.kept_settings or {}), "kept_settings": None}


def game_reset(game: Game, changes: Mapping[str, Any]) -> None:
    """Give a locked game these of the `OWN_SETTINGS`, and let every page notice."""
    for name, value in changes.items():
        setattr(game, name, value)
    game.stops += 1
    game.save(update_fields=[*OWN_SETTINGS, "stops"])
    publishing.publish_charts([game.group_id])
