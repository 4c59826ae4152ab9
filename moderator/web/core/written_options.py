"""The settings of messages and diplomatic records as options of a form."""

from __future__ import annotations

from django.utils.translation import gettext

from moderator.play.log import folds
from moderator.play.models import Diplomacy, Game
from moderator.play.table.messages import settings_of
from moderator.rules.option import Option, OptionValue

READERS, AFTERWARDS, VERDICTS = "run_readers", "run_afterwards", "run_verdicts"
WRITTEN = (READERS, AFTERWARDS, VERDICTS)


def written_options(game: Game) -> tuple[Option, ...]:
    """The settings of messages and records that this game has; fixed once it has started."""
    now = folds.fold_of(game).timeline
    has_records = now.game.has_diplomatic_records(now.state)
    is_written = has_records or now.game.has_messages(now.state)
    found = (readers(), afterwards()) if is_written else ()
    return (*found, verdicts()) if has_records else found


def written_settings(game: Game) -> dict[str, str]:
    """What has been chosen for them."""
    settings = settings_of(game)
    return {
        READERS: settings.readers,
        AFTERWARDS: settings.afterwards,
        VERDICTS: settings.verdicts,
    }


def fixed_written(game: Game) -> tuple[str, ...]:
    """Those that can no longer be changed, as sentences."""
    if game.is_waiting:
        return ()
    chosen = written_settings(game)
    return tuple(
        f"{option.label}: {value.label}."
        for option in written_options(game)
        for value in option.values
        if value.value == chosen[option.name]
    )


def readers() -> Option:
    """The setting: who reads messages and records during the game."""
    return Option(
        READERS,
        gettext("Who can read messages and records"),
        gettext("Players are told before they write. You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Readers.TEACHERS,
                gettext("Moderator and instructor, too"),
                gettext("They read along; of the players only those who write and get a message."),
            ),
            OptionValue(
                Diplomacy.Readers.NOBODY,
                gettext("Nobody else"),
                gettext(
                    "Only those who write and get a message. If one is reported, the instructor "
                    "sees the last ten of that conversation."
                ),
            ),
        ),
    )


def afterwards() -> Option:
    """The setting: who reads messages and records at the debrief."""
    return Option(
        AFTERWARDS,
        gettext("Messages and records at the debrief"),
        gettext("Players are told before they write. You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Afterwards.EVERYBODY,
                gettext("Can be shown to everybody"),
                gettext("The instructor decides which, and when."),
            ),
            OptionValue(
                Diplomacy.Afterwards.NOBODY,
                gettext("Are never shown"),
                gettext("Only those who wrote and got them can read them."),
            ),
        ),
    )


def verdicts() -> Option:
    """The setting: when players see whether a promise was kept."""
    return Option(
        VERDICTS,
        gettext("Whether promises were kept"),
        gettext("You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Verdicts.DEBRIEF,
                gettext("Is shown at the debrief"),
                gettext("Until then everybody judges for themselves."),
            ),
            OptionValue(
                Diplomacy.Verdicts.TURN,
                gettext("Is shown at the end of each round"),
                gettext("To both sides of the promise."),
            ),
            OptionValue(
                Diplomacy.Verdicts.AT_ONCE,
                gettext("Is shown at once"),
                gettext("To both sides of the promise."),
            ),
        ),
    )
