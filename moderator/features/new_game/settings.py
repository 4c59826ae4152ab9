"""A game's settings: who records moves, whose dice, help, bots; and as options of a form."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from moderator.core import log, publishing
from moderator.core.ended import has_finished
from moderator.core.errors import InvalidInput
from moderator.core.log import rules_of
from moderator.core.look import look_at
from moderator.core.models import Game
from moderator.core.seating import OWN_SETTINGS
from moderator.core.written import Diplomacy
from moderator.core.written import settings_of as message_settings_of
from moderator.features.new_game.secrecy import (
    AFTERWARDS,
    GOALS,
    POINTS,
    READERS,
    SECRECY,
    VERDICTS,
    WRITTEN,
    afterwards,
    fixed_written,
    goals,
    points,
    readers,
    verdicts,
)
from moderator.rules.game import Rules
from moderator.rules.kinds import Option, OptionValue
from moderator.rules.seating import PointsSeen, listed

# A game's settings: who records moves, whose dice, help, bots.


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
    points: str = PointsSeen.ALL
    has_open_goals: bool = False
    readers: str = Diplomacy.Readers.TEACHERS
    afterwards: str = Diplomacy.Afterwards.EVERYBODY
    verdicts: str = Diplomacy.Verdicts.DEBRIEF
    kept_settings: Mapping[str, Any] | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The settings that are columns of a game."""
        return {name: getattr(self, name) for name in _COLUMNS}


_WRITTEN = ("readers", "afterwards", "verdicts")
_COLUMNS = tuple(
    one.name for one in fields(GameSettings) if one.name not in ("partners", *_WRITTEN)
)
DEFAULT_SETTINGS = GameSettings()


def game_settings_of(game: Game) -> GameSettings:
    partners = game.seats.filter(is_partner=True).values_list("player", flat=True)
    columns = {name: getattr(game, name) for name in _COLUMNS}
    written = message_settings_of(game)
    chosen = {name: getattr(written, name) for name in _WRITTEN}
    return GameSettings(partners=frozenset(partners), **columns, **chosen)


def check_game_settings(settings: GameSettings, rules: Rules[Any], seats: Collection[str]) -> None:
    """Raise `InvalidInput` for settings that the rules don't allow; `seats`: those of the game."""
    if settings.acting not in Game.Acting.values or settings.dice not in Game.Dice.values:
        raise ValueError("no such setting")
    if settings.points not in set(PointsSeen):
        raise ValueError("no such setting")
    facts = {"game": rules.name}
    if settings.acting == Game.Acting.SEATS and not rules.is_played_on_seats:
        raise InvalidInput(gettext("In %(game)s the moderator records all moves.") % facts)
    if settings.dice == Game.Dice.SERVER and not rules.has_dice:
        raise InvalidInput(gettext("In %(game)s there are no dice for the server to roll.") % facts)
    if not settings.partners:
        return
    if rules.bots is None:
        raise InvalidInput(gettext("In %(game)s the program can’t take a seat.") % facts)
    if rules.has_dice and settings.dice != Game.Dice.SERVER:
        raise InvalidInput(gettext("The program plays only where the server rolls the dice."))
    if not settings.partners <= set(seats):
        raise InvalidInput(gettext("There is no such seat for the program."))


@transaction.atomic
def game_settings_change(game: Game, **changes: Any) -> Game:
    """Change the game's settings; what is left out stays as it is.

    Who changes what was set because there is no moderator has chosen: it isn't set back.

    Args:
        changes: fields of `GameSettings` that are columns of a game.

    Raises:
        InvalidInput: the rules don't allow it; nothing is changed.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    old = game_settings_of(game)
    new = replace(old, **changes)
    if any(getattr(new, name) != getattr(old, name) for name in OWN_SETTINGS):
        new = replace(new, kept_settings=None)
        game.stops += 1  # whoever waits for the game's lock reads them again (`locked`)
    check_game_settings(new, rules_of(game), game.seats.values_list("player", flat=True))
    for name, value in new.columns.items():
        setattr(game, name, value)
    game.save(update_fields=(*_COLUMNS, "stops"))
    publishing.publish_charts([game.group_id])
    return game


@transaction.atomic
def game_release(game: Game, is_released: bool) -> Game:
    """Let other groups see the secrets of a finished game, or hide them again.

    Raises:
        InvalidInput: the game has not finished, or keeps no secrets after its end.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    if not log.has_goals(game) or not has_finished(look_at(game)):
        raise InvalidInput(gettext("Only the secrets of a finished game can be shown."))
    game.is_released = is_released
    game.save(update_fields=["is_released"])
    publishing.publish_charts([game.group_id])
    return game


# The settings of a game as options of a form: who records, when it begins, whose dice, bots.

ACTING, DICE, HELP, PARTNER = "run_acting", "run_dice", "run_help", "run_partner"
AGREED, CONFIRMED = "run_agreed", "run_confirmed"
REVEAL = "run_reveal"
START = "run_start"
FIELDS = {
    ACTING: "acting",
    DICE: "dice",
    HELP: "has_help",
    REVEAL: "is_reveal_automatic",
    AGREED: "is_trade_automatic",
    CONFIRMED: "is_confirmed",
    START: "is_waiting",
    GOALS: "has_open_goals",
    POINTS: "points",
    READERS: "readers",
    AFTERWARDS: "afterwards",
    VERDICTS: "verdicts",
}
"""The field of `GameSettings` for each option but the bots."""


def acting(rules: Rules[Any]) -> Option:
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


# Which settings a game has, their defaults, and which don't go together.


def options_of(rules: Rules[Any]) -> tuple[Option, ...]:
    """The settings that a new game with these rules has."""
    found = (
        (acting, rules.is_played_on_seats),
        (dice, rules.has_dice),
        (help_of, bool(rules.help_label)),
        (partner, rules.bots is not None and not rules.is_moderated),
    )
    return tuple(make(rules) for make, is_there in found if is_there)


def options_of_new(
    rules: Rules[Any], secrets: Sequence[str], dependent: Collection[str]
) -> tuple[Option, ...]:
    """The settings of a new game, with those that can also be changed later.

    Args:
        secrets: what each seat may read before play, in words.
        dependent: those of dice, reveal, agreed offers, messages and goals that apply.
    """
    found = {one.name: one for one in options_of(rules)}
    found |= {one.name: one for one in agreed(rules)}
    if rules.orders:
        found[REVEAL] = reveal()
    if rules.is_played_on_seats:
        found[START] = start(secrets)
    found |= {one.name: one for one in (readers(), afterwards(), verdicts(rules.round_word))}
    found |= {GOALS: goals(rules), POINTS: points(rules)}
    names = (ACTING, START, *SECRECY, HELP, AGREED, REVEAL, *WRITTEN, DICE, PARTNER)
    asked = (name for name in names if name in found)
    conditional = (*SECRECY, AGREED, REVEAL, *WRITTEN, DICE)
    return tuple(found[name] for name in asked if name in dependent or name not in conditional)


def defaults(
    rules: Rules[Any], has_secrets: bool = False, has_goals: bool = False
) -> dict[str, Any]:
    """The defaults: phones and the program's dice, except where a moderator is usual; a game with
    secrets for its seats waits for its start; with goals nobody sees another's points."""
    on_seats = rules.is_played_on_seats and not rules.is_moderated
    return {
        **answers_of(DEFAULT_SETTINGS),
        ACTING: Game.Acting.SEATS if on_seats else Game.Acting.MODERATOR,
        DICE: Game.Dice.SERVER if on_seats else Game.Dice.TABLE,
        START: has_secrets,
        POINTS: PointsSeen.OWN if has_goals else PointsSeen.ALL,
    }


def answers_of(settings: GameSettings) -> dict[str, Any]:
    """The settings by the names of their options."""
    found = {name: getattr(settings, field) for name, field in FIELDS.items()}
    return {**found, PARTNER: bool(settings.partners)}


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
    state = log.fold_of(game).timeline.state
    if not rules.has_dice or not any(verb.dice(state) for verb in rules.moves):
        return fixed_written(game)
    dice = gettext("Dice are rolled on the table and typed in.")
    if game.dice == Game.Dice.SERVER:
        dice = gettext("The program rolls the dice (provably fair).")
    return (dice, *fixed_written(game))


def settings_of(chosen: Mapping[str, Any], players: tuple[str, ...]) -> GameSettings:
    """The chosen settings, for a game with these players."""
    named = {field: chosen[name] for name, field in FIELDS.items() if name in chosen}
    partners = frozenset(players[-1:] if chosen.get(PARTNER) else ())
    return GameSettings(partners=partners, **named)
