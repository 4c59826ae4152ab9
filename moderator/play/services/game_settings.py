"""How a game is run at the table: who acts, whose dice, helps, seats that the program plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.log.entries import rules_of
from moderator.play.models import Game
from moderator.rules.game import Rules


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How a game is run at the table. `partners` are the seats that the program plays."""

    acting: str = Game.Acting.MODERATOR
    dice: str = Game.Dice.TABLE
    has_help: bool = True
    partners: frozenset[str] = frozenset()


DEFAULT_SETTINGS = GameSettings()


def game_settings_of(game: Game) -> GameSettings:
    """How the game is run now."""
    partners = game.seats.filter(is_partner=True).values_list("player", flat=True)
    return GameSettings(game.acting, game.dice, game.has_help, frozenset(partners))


def check_game_settings(
    running: GameSettings, rules: Rules[Any, Any], seats: Collection[str]
) -> None:
    """Raise `InvalidInput` for settings that the rules don't allow; `seats`: those of the game."""
    if running.acting not in Game.Acting.values or running.dice not in Game.Dice.values:
        raise ValueError("no such way to run a game")
    facts = {"game": rules.name}
    if running.acting == Game.Acting.SEATS and not rules.is_played_on_seats:
        raise InvalidInput(gettext("In %(game)s the moderator records all moves.") % facts)
    if running.dice == Game.Dice.SERVER and not rules.has_dice:
        raise InvalidInput(gettext("In %(game)s the server has no dice to roll.") % facts)
    if not running.partners:
        return
    if not rules.has_bot:
        raise InvalidInput(gettext("In %(game)s the program can’t take a seat.") % facts)
    if rules.has_dice and running.dice != Game.Dice.SERVER:
        raise InvalidInput(gettext("The program plays only where the server rolls the dice."))
    if not running.partners <= set(seats):
        raise InvalidInput(gettext("The program can only take a seat that there is."))


@transaction.atomic
def game_settings_change(
    game: Game,
    *,
    acting: str | None = None,
    has_help: bool | None = None,
    partners: Collection[str] | None = None,
) -> Game:
    """The game as it is run from now on; what is left out stays as it is, and so do the dice.

    Raises:
        InvalidInput: the rules can't be played so, or somebody sits where the program should;
            nothing is changed.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    was = game_settings_of(game)
    now = GameSettings(
        acting=was.acting if acting is None else acting,
        dice=was.dice,
        has_help=was.has_help if has_help is None else has_help,
        partners=was.partners if partners is None else frozenset(partners),
    )
    seats = game.seats.all()
    check_game_settings(now, rules_of(game), [seat.player for seat in seats])
    if seats.filter(player__in=now.partners - was.partners, persons__isnull=False).exists():
        raise InvalidInput(gettext("Somebody sits there. The program can only take a free seat."))
    game.acting, game.has_help = now.acting, now.has_help
    game.save(update_fields=["acting", "has_help"])
    seats.filter(player__in=now.partners).update(is_partner=True)
    seats.exclude(player__in=now.partners).update(is_partner=False)
    return game
