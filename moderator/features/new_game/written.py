"""The settings of messages and diplomatic records as options of a form."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext

from moderator.core import log
from moderator.core.errors import InvalidInput
from moderator.core.models import Game
from moderator.core.recording import count_change
from moderator.core.written import WrittenSettings, settings_of, settings_store
from moderator.core.written_models import Diplomacy
from moderator.rules.option import Option, OptionValue

READERS, AFTERWARDS, VERDICTS = "run_readers", "run_afterwards", "run_verdicts"
WRITTEN = (READERS, AFTERWARDS, VERDICTS)


def written_options(game: Game) -> tuple[Option, ...]:
    """The settings of messages and records that this game has; fixed once it has started."""
    now = log.fold_of(game).timeline
    has_messages = now.rules.has_messages(now.state)
    has_records = now.rules.has_diplomatic_records(now.state)
    has = (has_messages, has_records)
    found = (readers(*has), afterwards(*has)) if any(has) else ()
    return (*found, verdicts(now.rules.round_word)) if has_records else found


def written_settings(game: Game) -> dict[str, str]:
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


def readers(has_messages: bool = True, has_records: bool = True) -> Option:
    """The setting: who reads messages and records during the game; of those that there may be."""
    label = gettext("Who can read messages")
    along = gettext("They read along; of the players only those who write and get a message.")
    alone = gettext(
        "Only those who write and get a message. If one is reported, the instructor sees the last "
        "ten of that conversation."
    )
    if has_records:
        kept = gettext("A record is read by its own player, a promise by both sides.")
        label = gettext("Who can read messages, records and promises")
        along, alone = f"{along} {kept}", f"{alone} {kept}"
    if not has_messages:
        label = gettext("Who can read records and promises")
        along = gettext(
            "They read along; of the players each reads its own record, and both sides a promise."
        )
        alone = gettext(
            "Each player reads its own record, and both sides a promise. Moderators see only what "
            "they enter for somebody."
        )
    return Option(
        READERS,
        label,
        gettext("Players are told before they write. You can’t change this once it has started."),
        (
            OptionValue(
                Diplomacy.Readers.TEACHERS, gettext("Moderator and instructor, too"), along
            ),
            OptionValue(Diplomacy.Readers.NOBODY, gettext("Nobody else"), alone),
        ),
    )


def afterwards(has_messages: bool = True, has_records: bool = True) -> Option:
    """The setting: who reads messages and records at the debrief; of those that there may be."""
    label = gettext("Messages at the debrief")
    if has_records:
        label = gettext("Messages, records and promises at the debrief")
    if not has_messages:
        label = gettext("Records and promises at the debrief")
    return Option(
        AFTERWARDS,
        label,
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
                gettext("Only those who could read them during the game can do so.")
                if has_records
                else gettext("Only those who wrote and got them can read them."),
            ),
        ),
    )


def verdicts(round_word: str) -> Option:
    """The setting: when players see whether a promise was kept; `round_word` as in `Rules`."""
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
                gettext("Is shown at the end of each %(round)s") % {"round": round_word},
                gettext("To both sides of the promise."),
            ),
            OptionValue(
                Diplomacy.Verdicts.AT_ONCE,
                gettext("Is shown at once"),
                gettext("To both sides of the promise."),
            ),
        ),
    )


# Storing them.

_VALUES = {
    "readers": Diplomacy.Readers.values,
    "afterwards": Diplomacy.Afterwards.values,
    "verdicts": Diplomacy.Verdicts.values,
}


def diplomacy_settings(
    game: Game,
    *,
    readers: str | None = None,
    afterwards: str | None = None,
    verdicts: str | None = None,
) -> None:
    """Choose who reads what is written, and when verdicts are shown; in the caller's transaction.

    What is left out stays as it is. Once the game has started nothing can be changed, since the
    page promises it to those who write; so no message has been written yet.

    Raises:
        InvalidInput: the game has started.
        ValueError: there is no such setting.
        Game.DoesNotExist: it has been deleted meanwhile.
    """
    asked = {"readers": readers, "afterwards": afterwards, "verdicts": verdicts}
    chosen = {name: value for name, value in asked.items() if value is not None}
    if not chosen:
        return
    _check_allowed(chosen)
    game = Game.objects.select_for_update().get(pk=game.pk)
    if not game.is_waiting:
        raise InvalidInput(gettext("The game has started: who can read along stays as it is."))
    settings_store(game, **chosen)
    count_change(game)


def diplomacy_create(game: Game, readers: str, afterwards: str, verdicts: str) -> None:
    """The settings of a new game; none are stored if they are the usual ones."""
    chosen = {"readers": readers, "afterwards": afterwards, "verdicts": verdicts}
    _check_allowed(chosen)
    usual = WrittenSettings()
    if any(value != getattr(usual, name) for name, value in chosen.items()):
        Diplomacy.objects.create(game=game, **chosen)


def _check_allowed(chosen: Mapping[str, str]) -> None:
    for name, value in chosen.items():
        if value not in _VALUES[name]:
            raise ValueError(f"no such setting: {name}")
