"""Game settings as options of a form: who records, whose dice, help, bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from moderator.play.models import Game
from moderator.play.services import GameSettings
from moderator.rules.game import Rules
from moderator.rules.option import Option, OptionValue

ACTING, DICE, HELP, PARTNER = "run_acting", "run_dice", "run_help", "run_partner"
AGREED, CONFIRMED = "run_agreed", "run_confirmed"
REVEAL = "run_reveal"


def options_of(rules: Rules[Any]) -> tuple[Option, ...]:
    """The settings that a new game with these rules has."""
    has = {
        ACTING: rules.is_played_on_seats,
        DICE: rules.has_dice,
        HELP: bool(rules.help_label),
        PARTNER: rules.has_bot,
    }
    makers = {ACTING: acting, DICE: _dice, HELP: help_of, PARTNER: _partner}
    return tuple(makers[name](rules) for name, is_there in has.items() if is_there)


def defaults(rules: Rules[Any]) -> dict[str, Any]:
    """The defaults: phones and the program's dice, except where a moderator is usual."""
    on_seats = rules.is_played_on_seats and not rules.is_moderated
    return {
        ACTING: Game.Acting.SEATS if on_seats else Game.Acting.MODERATOR,
        DICE: Game.Dice.SERVER if on_seats else Game.Dice.TABLE,
        HELP: True,
        PARTNER: False,
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
    if not rules.has_dice:
        return ()
    if game.dice == Game.Dice.SERVER:
        return (gettext("The program rolls the dice (provably fair)."),)
    return (gettext("Dice are rolled on the table and typed in."),)


def acting(rules: Rules[Any]) -> Option:
    """The setting: who records the players' moves."""
    return Option(
        ACTING,
        gettext("Who records"),
        gettext("You can change this while you play."),
        (
            OptionValue(
                Game.Acting.SEATS,
                gettext("Players on their own phones"),
                gettext("Players make their moves on their own pages. A moderator can still help."),
            ),
            OptionValue(
                Game.Acting.MODERATOR,
                gettext("A moderator for everybody"),
                gettext("Phones show the game; moves are recorded on the console only."),
            ),
        ),
    )


def help_of(rules: Rules[Any]) -> Option:
    """The setting: help beside the board."""
    return Option(
        HELP,
        rules.help_label,
        gettext("Help beside the board. You can change this while you play."),
        (
            OptionValue(True, gettext("On"), gettext("Everybody sees it.")),
            OptionValue(False, gettext("Off"), gettext("Nobody sees it.")),
        ),
    )


def agreed(rules: Rules[Any]) -> tuple[Option, ...]:
    """The settings about what two players agree on; none if the rules have no such moves."""
    if rules.agreed is None:
        return ()
    return (
        Option(
            AGREED,
            gettext("Accepted offers"),
            gettext("Players offer each other moves on their phones."),
            (
                OptionValue(
                    False,
                    gettext("Recorded by the moderator"),
                    gettext("An accepted offer waits on the console for one press."),
                ),
                OptionValue(
                    True,
                    gettext("Recorded at once"),
                    gettext("As soon as the other side accepts, and the rules allow it."),
                ),
            ),
        ),
        Option(
            CONFIRMED,
            gettext("Ask players whether it is right"),
            gettext("Players see what the moderator has recorded for them."),
            (
                OptionValue(False, gettext("No"), gettext("They say so themselves.")),
                OptionValue(
                    True,
                    gettext("For 30 seconds"),
                    gettext("With a button “That’s not what I said”, which alerts the moderator."),
                ),
            ),
        ),
    )


def reveal() -> Option:
    """The setting: when written orders are revealed, in a game that has them."""
    return Option(
        REVEAL,
        gettext("Reveal of written orders"),
        gettext("You can change this while you play."),
        (
            OptionValue(
                False,
                gettext("When the moderator says so"),
                gettext("The moderator sees who has sealed, and reveals all orders."),
            ),
            OptionValue(
                True,
                gettext("As soon as all slips are sealed"),
                gettext("Sealing the last slip reveals all orders."),
            ),
        ),
    )


def _dice(rules: Rules[Any]) -> Option:
    return Option(
        DICE,
        gettext("Dice"),
        gettext("You can’t change this once the game has started."),
        (
            OptionValue(
                Game.Dice.SERVER,
                gettext("Rolled by the program, provably fair"),
                gettext(
                    "It commits to the rolls in advance; after the game anybody can check that "
                    "none was chosen."
                ),
            ),
            OptionValue(
                Game.Dice.TABLE,
                gettext("Rolled on the table and typed in"),
                gettext("You roll your own dice and type in what they show."),
            ),
        ),
    )


def _partner(rules: Rules[Any]) -> Option:
    sentence = gettext("To try out the game, or when a player is missing.")
    if rules.has_dice:
        sentence = f"{sentence} {gettext('Needs the program’s dice.')}"
    return Option(
        PARTNER,
        gettext("Practice partner"),
        sentence,
        (
            OptionValue(False, gettext("None"), gettext("Every seat is played by people.")),
            OptionValue(
                True,
                gettext("The program takes the last seat"),
                gettext("It joins a group’s people as one more player, or takes the last name."),
            ),
        ),
    )


def settings_of(chosen: Mapping[str, Any], players: tuple[str, ...]) -> GameSettings:
    """The chosen settings, for a game with these players."""
    return GameSettings(
        acting=chosen.get(ACTING, Game.Acting.MODERATOR),
        dice=chosen.get(DICE, Game.Dice.TABLE),
        has_help=chosen.get(HELP, True),
        partners=frozenset(players[-1:] if chosen.get(PARTNER) else ()),
    )
