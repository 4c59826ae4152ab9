"""A game's settings: who records moves, whose dice, help, bots."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.models import Diplomacy, Game
from moderator.play.table.messages import settings_of
from moderator.rules.game import Rules


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How a game is recorded. `partners`: the bots' seats; `readers`, `afterwards` and `verdicts`
    as in `Diplomacy`; the other fields as in `Game`."""

    acting: str = Game.Acting.MODERATOR
    dice: str = Game.Dice.TABLE
    has_help: bool = True
    partners: frozenset[str] = frozenset()
    is_reveal_automatic: bool = False
    is_trade_automatic: bool = False
    is_confirmed: bool = False
    is_waiting: bool = False
    readers: str = Diplomacy.Readers.TEACHERS
    afterwards: str = Diplomacy.Afterwards.EVERYBODY
    verdicts: str = Diplomacy.Verdicts.DEBRIEF

    @property
    def columns(self) -> dict[str, Any]:
        """The settings that are columns of a game."""
        return {name: getattr(self, name) for name in _COLUMNS}


_ELSEWHERE = ("partners", "readers", "afterwards", "verdicts")
_COLUMNS = tuple(one.name for one in fields(GameSettings) if one.name not in _ELSEWHERE)
DEFAULT_SETTINGS = GameSettings()


def game_settings_of(game: Game) -> GameSettings:
    """The game's present settings."""
    partners = game.seats.filter(is_partner=True).values_list("player", flat=True)
    columns = {name: getattr(game, name) for name in _COLUMNS}
    written = settings_of(game)
    return GameSettings(
        partners=frozenset(partners),
        readers=written.readers,
        afterwards=written.afterwards,
        verdicts=written.verdicts,
        **columns,
    )


def check_game_settings(settings: GameSettings, rules: Rules[Any], seats: Collection[str]) -> None:
    """Raise `InvalidInput` for settings that the rules don't allow; `seats`: those of the game."""
    if settings.acting not in Game.Acting.values or settings.dice not in Game.Dice.values:
        raise ValueError("no such setting")
    facts = {"game": rules.name}
    if settings.acting == Game.Acting.SEATS and not rules.is_played_on_seats:
        raise InvalidInput(gettext("In %(game)s the moderator records all moves.") % facts)
    if settings.dice == Game.Dice.SERVER and not rules.has_dice:
        raise InvalidInput(gettext("In %(game)s there are no dice for the server to roll.") % facts)
    if not settings.partners:
        return
    if not rules.has_bot:
        raise InvalidInput(gettext("In %(game)s the program can’t take a seat.") % facts)
    if rules.has_dice and settings.dice != Game.Dice.SERVER:
        raise InvalidInput(gettext("The program plays only where the server rolls the dice."))
    if not settings.partners <= set(seats):
        raise InvalidInput(gettext("There is no such seat for the program."))


@transaction.atomic
def game_settings_change(
    game: Game,
    *,
    acting: str | None = None,
    has_help: bool | None = None,
    partners: Collection[str] | None = None,
    is_trade_automatic: bool | None = None,
    is_confirmed: bool | None = None,
    is_reveal_automatic: bool | None = None,
) -> Game:
    """Change the game's settings; what is left out stays as it is, and so do the dice.

    Raises:
        InvalidInput: the rules don't allow it, or a bot's new seat is taken; nothing is changed.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    old = game_settings_of(game)
    asked = {
        "acting": acting,
        "has_help": has_help,
        "partners": None if partners is None else frozenset(partners),
        "is_trade_automatic": is_trade_automatic,
        "is_confirmed": is_confirmed,
        "is_reveal_automatic": is_reveal_automatic,
    }
    changed: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    new = replace(old, **changed)
    check_game_settings(new, rules_of(game), game.seats.values_list("player", flat=True))
    added = game.seats.filter(player__in=new.partners - old.partners)
    if added.filter(persons__isnull=False).exists():
        raise InvalidInput(gettext("Somebody sits there. The program can only take a free seat."))
    for name, value in new.columns.items():
        setattr(game, name, value)
    game.save(update_fields=_COLUMNS)
    _set_bots(game, new.partners)
    return game


def _set_bots(game: Game, players: Collection[str]) -> None:
    game.seats.filter(player__in=players).update(is_partner=True)
    game.seats.exclude(player__in=players).update(is_partner=False)


@transaction.atomic
def game_release(game: Game, is_released: bool) -> Game:
    """Let other groups see the secrets of a finished game, or hide them again.

    Raises:
        InvalidInput: the game is not over, or keeps no secrets after its end.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    now = folds.fold_of(game).timeline
    if not now.game.keeps_secrets or not now.game.is_over(now.state):
        raise InvalidInput(gettext("Only the secrets of a finished game can be shown."))
    game.is_released = is_released
    game.save(update_fields=["is_released"])
    return game
