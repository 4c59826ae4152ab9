"""How a game is run at the table, as switches of a form: who records, whose dice, helps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from moderator.play.models import Game
from moderator.play.services import GameSettings
from moderator.rules import game as rules_game
from moderator.rules.game import Option, OptionValue
from moderator.web.core.forms import text_of

ACTING, DICE, HELP, PARTNER = "run_acting", "run_dice", "run_help", "run_partner"


def options_of(rules: rules_game.Rules[Any, Any]) -> tuple[Option, ...]:
    """The switches that a game with these rules has when it begins."""
    has = {
        ACTING: rules.is_played_on_seats,
        DICE: rules.has_dice,
        HELP: bool(rules.help_label),
        PARTNER: rules.has_bot,
    }
    makers = {ACTING: acting, DICE: _dice, HELP: help_of, PARTNER: _partner}
    return tuple(makers[name](rules) for name, is_there in has.items() if is_there)


def defaults(rules: rules_game.Rules[Any, Any]) -> dict[str, str]:
    """What is chosen before anybody chooses: phones and the program's dice where seats can act."""
    on_seats = rules.is_played_on_seats
    chosen: dict[str, Any] = {
        ACTING: Game.Acting.SEATS if on_seats else Game.Acting.MODERATOR,
        DICE: Game.Dice.SERVER if on_seats else Game.Dice.TABLE,
        HELP: True,
        PARTNER: False,
    }
    return {option.name: text_of(chosen[option.name]) for option in options_of(rules)}


def clashes(rules: rules_game.Rules[Any, Any], chosen: Mapping[str, Any]) -> dict[str, str]:
    """What makes no sense together, by the switch that has to give way."""
    if chosen.get(PARTNER) and rules.has_dice and chosen.get(DICE) != Game.Dice.SERVER:
        return {
            PARTNER: gettext(
                "The program can’t roll the dice on your table: let it roll all dice, or "
                "play without it."
            )
        }
    return {}


def fixed(rules: rules_game.Rules[Any, Any], game: Game) -> tuple[str, ...]:
    """What can't be changed any more, as sentences."""
    if not rules.has_dice:
        return ()
    if game.dice == Game.Dice.SERVER:
        return (gettext("The program rolls the dice, provably fair."),)
    return (gettext("Dice are rolled on the table and typed."),)


def acting(rules: rules_game.Rules[Any, Any]) -> Option:
    """Who makes the players' moves."""
    return Option(
        ACTING,
        gettext("Who records"),
        gettext("It can be changed while you play."),
        (
            OptionValue(
                Game.Acting.SEATS,
                gettext("Each on an own phone"),
                gettext("Whoever has the turn acts on the own page. A moderator may still help."),
            ),
            OptionValue(
                Game.Acting.MODERATOR,
                gettext("A moderator for all"),
                gettext("Phones show the game; only the console records."),
            ),
        ),
    )


def help_of(rules: rules_game.Rules[Any, Any]) -> Option:
    """The help on the board."""
    return Option(
        HELP,
        rules.help_label,
        gettext("A help beside the board. It can be changed while you play."),
        (
            OptionValue(True, gettext("On"), gettext("Everybody sees it.")),
            OptionValue(False, gettext("Off"), gettext("Nobody sees it.")),
        ),
    )


def _dice(rules: rules_game.Rules[Any, Any]) -> Option:
    return Option(
        DICE,
        gettext("Dice"),
        gettext("It can’t be changed once the game is made."),
        (
            OptionValue(
                Game.Dice.SERVER,
                gettext("Rolled by the program, provably fair"),
                gettext(
                    "It commits itself before the first roll; afterwards anybody can check that "
                    "no roll was chosen."
                ),
            ),
            OptionValue(
                Game.Dice.TABLE,
                gettext("Rolled on the table and typed"),
                gettext("Your own dice; who records types what they show."),
            ),
        ),
    )


def _partner(rules: rules_game.Rules[Any, Any]) -> Option:
    needs = gettext("To try the game, or where somebody is missing.")
    if rules.has_dice:
        needs = f"{needs} {gettext('It needs the program’s dice.')}"
    return Option(
        PARTNER,
        gettext("Practice partner"),
        needs,
        (
            OptionValue(False, gettext("None"), gettext("People play on every seat.")),
            OptionValue(
                True,
                gettext("The program takes the last seat, to practise with"),
                gettext("A seat of its own after a group’s people, or the last of typed names."),
            ),
        ),
    )


def running_of(chosen: Mapping[str, Any], players: tuple[str, ...]) -> GameSettings:
    """What the switches say, for a game with these players."""
    return GameSettings(
        acting=chosen.get(ACTING, Game.Acting.MODERATOR),
        dice=chosen.get(DICE, Game.Dice.TABLE),
        has_help=chosen.get(HELP, True),
        partners=frozenset(players[-1:] if chosen.get(PARTNER) else ()),
    )
