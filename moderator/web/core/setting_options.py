"""The settings of a game as options of a form: who records, when it begins, whose dice, bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from moderator.play.models import Game
from moderator.rules.game import Rules
from moderator.rules.option import Option, OptionValue
from moderator.rules.task import listed

ACTING, DICE, HELP, PARTNER = "run_acting", "run_dice", "run_help", "run_partner"
AGREED, CONFIRMED = "run_agreed", "run_confirmed"
REVEAL = "run_reveal"
START = "run_start"


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


def start(secrets: Sequence[str]) -> Option:
    """The setting: when a new game begins.

    Args:
        secrets: what each seat may read before play, in words.
    """
    waits = gettext("Until then students take their seats, and nothing is recorded.")
    if secrets:
        waits = gettext(
            "Until then students take their seats; nobody reads %(secrets)s, and nothing is "
            "recorded."
        ) % {"secrets": listed(secrets, gettext("or"))}
    return Option(
        START,
        gettext("When it begins"),
        "",
        (
            OptionValue(
                True,
                gettext("When you or the moderator start it"),
                waits,
            ),
            OptionValue(
                False,
                gettext("At once"),
                gettext("Whoever takes a seat can read and play."),
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


def dice(rules: Rules[Any]) -> Option:
    """The setting: whose dice are rolled."""
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


def partner(rules: Rules[Any]) -> Option:
    """The setting: whether the program plays a seat."""
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
