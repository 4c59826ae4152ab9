"""Playing again: a new game like the last one, with the same people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.log import folds
from moderator.play.models import Game, Group, Person
from moderator.play.names import slug_of
from moderator.play.services.game_settings import game_settings_of
from moderator.play.services.games import game_create, scenario_draw
from moderator.play.stopped import is_ended, is_followed
from moderator.rules.registry import GAMES


@transaction.atomic
def game_again(game: Game, by: Person, is_moved_on: bool = False) -> Game:
    """A new game of the same scenario, options and settings; everybody keeps the seat.

    A drawn scenario is drawn again.

    Args:
        is_moved_on: everybody moves on to the next seat; where the seats have the people's own
            names, the next player begins instead.

    Raises:
        InvalidInput: the game is still being played, isn't the group's present one, or has been
            deleted.
    """
    # The game before its group, as when it is continued.
    old = Game.objects.select_for_update().filter(pk=game.pk).order_by().first()
    group = Group.objects.select_for_update().get(pk=game.group_id)
    if old is None or is_followed(old):
        raise InvalidInput(gettext("The group is playing another game by now."))
    if not is_ended(old, folds.fold_of(old)):
        raise InvalidInput(gettext("This game is still being played."))
    moves_people = is_moved_on and not has_own_names(old)
    options = _next_begins(old.options) if is_moved_on and not moves_people else old.options
    is_drawn = bool(GAMES[old.rules].drawn_word)
    scenario = scenario_draw(old.rules, options) if is_drawn else old.scenario
    new = game_create(group, old.rules, scenario, options, by, game_settings_of(old))
    if moves_people:
        _move_people(new)
    return new


def has_own_names(game: Game) -> bool:
    """Whether the players chose the seats' names, and people sit on those with their own."""
    if GAMES[game.rules].players is None:
        return False
    seats = game.seats.prefetch_related("persons")
    return any(
        slug_of(person.display_name) == seat.player
        for seat in seats
        for person in seat.persons.all()
    )


def _next_begins(options: Mapping[str, Any]) -> dict[str, Any]:
    first, *others = options["players"]
    return {**options, "players": [*others, first]}


def _move_people(game: Game) -> None:
    """Move everybody to the next seat, and from the last one to the first."""
    seats = list(game.seats.filter(is_partner=False).order_by("pk"))
    people = [list(seat.persons.all()) for seat in seats]
    for seat, moved in zip(seats, [*people[-1:], *people[:-1]], strict=True):
        seat.persons.set(moved)
