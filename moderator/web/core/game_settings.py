"""Which settings a game has, their defaults, and which don't go together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from moderator.play.log import folds
from moderator.play.models import Diplomacy, Game
from moderator.play.services import GameSettings
from moderator.rules.game import Rules
from moderator.rules.option import Option
from moderator.web.core import setting_options as made
from moderator.web.core.setting_options import (
    ACTING,
    AGREED,
    DICE,
    HELP,
    PARTNER,
    REVEAL,
    START,
)
from moderator.web.core.written_options import (
    AFTERWARDS,
    READERS,
    VERDICTS,
    WRITTEN,
    afterwards,
    fixed_written,
    readers,
    verdicts,
)


def options_of(rules: Rules[Any]) -> tuple[Option, ...]:
    """The settings that a new game with these rules has."""
    has = {
        ACTING: rules.is_played_on_seats,
        DICE: rules.has_dice,
        HELP: bool(rules.help_label),
        PARTNER: rules.has_bot,
    }
    makers = {
        ACTING: made.acting,
        DICE: made.dice,
        HELP: made.help_of,
        PARTNER: made.partner,
    }
    return tuple(makers[name](rules) for name, is_there in has.items() if is_there)


def options_of_new(
    rules: Rules[Any], secrets: Sequence[str], dependent: Collection[str]
) -> tuple[Option, ...]:
    """The settings of a new game, with those that can also be changed later.

    Args:
        secrets: what each seat may read before play, in words.
        dependent: those of dice, reveal, agreed offers and messages that apply.
    """
    found = {one.name: one for one in options_of(rules)}
    found |= {one.name: one for one in made.agreed(rules)}
    if rules.orders:
        found[REVEAL] = made.reveal()
    if rules.is_played_on_seats:
        found[START] = made.start(secrets)
    found |= {one.name: one for one in (readers(), afterwards(), verdicts(rules.round_word))}
    names = (ACTING, START, HELP, AGREED, REVEAL, *WRITTEN, DICE, PARTNER)
    asked = (name for name in names if name in found)
    conditional = (AGREED, REVEAL, *WRITTEN, DICE)
    return tuple(found[name] for name in asked if name in dependent or name not in conditional)


def defaults(rules: Rules[Any], has_secrets: bool = False) -> dict[str, Any]:
    """The defaults: phones and the program's dice, except where a moderator is usual; a game with
    secrets for its seats waits for its start."""
    on_seats = rules.is_played_on_seats and not rules.is_moderated
    return {
        ACTING: Game.Acting.SEATS if on_seats else Game.Acting.MODERATOR,
        DICE: Game.Dice.SERVER if on_seats else Game.Dice.TABLE,
        HELP: True,
        PARTNER: False,
        AGREED: False,
        REVEAL: False,
        START: has_secrets,
        READERS: Diplomacy.Readers.TEACHERS,
        AFTERWARDS: Diplomacy.Afterwards.EVERYBODY,
        VERDICTS: Diplomacy.Verdicts.DEBRIEF,
    }


def clashes(rules: Rules[Any], chosen: Mapping[str, Any]) -> dict[str, str]:
    """Errors for settings that don't go together, by the setting to change."""
    if chosen.get(PARTNER) and rules.has_dice and chosen.get(DICE) != Game.Dice.SERVER:
        return {
            PARTNER: gettext(
                "The program can’t roll the dice on your table: let it roll all the dice, or "
                "play without it."
            )
        }
    return {}


def fixed(rules: Rules[Any], game: Game) -> tuple[str, ...]:
    """The settings that can no longer be changed, as sentences."""
    return (*_fixed_dice(rules, game), *fixed_written(game))


def _fixed_dice(rules: Rules[Any], game: Game) -> tuple[str, ...]:
    state = folds.fold_of(game).timeline.state
    if not rules.has_dice or not any(verb.dice(state) for verb in rules.moves):
        return ()
    if game.dice == Game.Dice.SERVER:
        return (gettext("The program rolls the dice (provably fair)."),)
    return (gettext("Dice are rolled on the table and typed in."),)


def settings_of(chosen: Mapping[str, Any], players: tuple[str, ...]) -> GameSettings:
    """The chosen settings, for a game with these players."""
    return GameSettings(
        acting=chosen.get(ACTING, Game.Acting.MODERATOR),
        dice=chosen.get(DICE, Game.Dice.TABLE),
        has_help=chosen.get(HELP, True),
        partners=frozenset(players[-1:] if chosen.get(PARTNER) else ()),
        is_reveal_automatic=chosen.get(REVEAL, False),
        is_trade_automatic=chosen.get(AGREED, False),
        is_waiting=chosen.get(START, False),
        readers=chosen.get(READERS, Diplomacy.Readers.TEACHERS),
        afterwards=chosen.get(AFTERWARDS, Diplomacy.Afterwards.EVERYBODY),
        verdicts=chosen.get(VERDICTS, Diplomacy.Verdicts.DEBRIEF),
    )
