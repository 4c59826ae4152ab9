"""How a game is run at the table: who acts, whose dice, helps, seats that the program plays."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.errors import Unfit
from moderator.play.log.entries import rules_of
from moderator.play.models import Game
from moderator.rules.game import Game as Rules


@dataclass(frozen=True, slots=True)
class Running:
    """How a game is run at the table. `partners` are the seats that the program plays."""

    acting: str = Game.Acting.MODERATOR
    dice: str = Game.Dice.TABLE
    has_help: bool = True
    partners: frozenset[str] = frozenset()


AS_ALWAYS = Running()


def running_of(game: Game) -> Running:
    """How the game is run now."""
    partners = game.seats.filter(is_partner=True).values_list("player", flat=True)
    return Running(game.acting, game.dice, game.has_help, frozenset(partners))


def check_running(running: Running, rules: Rules[Any, Any], seats: Collection[str]) -> None:
    """Raise `Unfit` for what the rules can't be played with; `seats` are those of the game."""
    if running.acting not in Game.Acting.values or running.dice not in Game.Dice.values:
        raise ValueError("no such way to run a game")
    facts = {"game": rules.name}
    if running.acting == Game.Acting.SEATS and not rules.is_played_on_seats:
        raise Unfit(gettext("In %(game)s the moderator records all moves.") % facts)
    if running.dice == Game.Dice.SERVER and not rules.has_dice:
        raise Unfit(gettext("In %(game)s the server has no dice to roll.") % facts)
    if not running.partners:
        return
    if not rules.has_partner:
        raise Unfit(gettext("In %(game)s the program can’t take a seat.") % facts)
    if rules.has_dice and running.dice != Game.Dice.SERVER:
        raise Unfit(gettext("The program plays only where the server rolls the dice."))
    if not running.partners <= set(seats):
        raise Unfit(gettext("The program can only take a seat that there is."))


@transaction.atomic
def game_run(
    game: Game,
    *,
    acting: str | None = None,
    has_help: bool | None = None,
    partners: Collection[str] | None = None,
) -> Game:
    """The game as it is run from now on; what is left out stays as it is, and so do the dice.

    Raises:
        Unfit: the rules can't be played so, or somebody sits where the program should; nothing
            is changed.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    was = running_of(game)
    now = Running(
        acting=was.acting if acting is None else acting,
        dice=was.dice,
        has_help=was.has_help if has_help is None else has_help,
        partners=was.partners if partners is None else frozenset(partners),
    )
    seats = game.seats.all()
    check_running(now, rules_of(game), [seat.player for seat in seats])
    if seats.filter(player__in=now.partners - was.partners, persons__isnull=False).exists():
        raise Unfit(gettext("Somebody sits there. The program can only take a free seat."))
    game.acting, game.has_help = now.acting, now.has_help
    game.save(update_fields=["acting", "has_help"])
    seats.filter(player__in=now.partners).update(is_partner=True)
    seats.exclude(player__in=now.partners).update(is_partner=False)
    return game
