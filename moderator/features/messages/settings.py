"""How a game's messages are kept: who reads them, who may write, and what a moderator opens."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.databases import pubsub
from moderator.core.log import Fold
from moderator.core.models import Game, Person
from moderator.core.recording import changing
from moderator.core.written import has_messages, settings_of, settings_store
from moderator.features.messages.read import Conversation, messages_of
from moderator.features.messages.write import mailbox_of, no_messages, save_mailbox
from moderator.rules.errors import Refused


def writing_close(game: Game, players: Collection[str] | None, by: Person, role: str) -> None:
    """Close writing for these players; None: for all, whoever is closed besides.

    Raises:
        NotAllowed: only a moderator closes it.
        Refused: there are no written messages, or no such player.
        Stale: the game has been deleted.
    """
    _set_writing(game, players, True, by, role)


def writing_open(game: Game, players: Collection[str] | None, by: Person, role: str) -> None:
    """Open writing again for these players; None: for all, the single ones too.

    Raises:
        NotAllowed, Refused, Stale: as with `writing_close`.
    """
    _set_writing(game, players, False, by, role)


def _set_writing(
    game: Game, players: Collection[str] | None, is_closed: bool, by: Person, role: str
) -> None:
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        _check_messages(now.fold)
        settings = settings_of(game)
        closed_to = set(settings.closed_to)
        if players is None:
            is_all, closed_to = is_closed, closed_to if is_closed else set()
        else:
            for player in players:
                _check_player(now.fold, player)
            is_all = settings.is_closed
            closed_to = closed_to | set(players) if is_closed else closed_to - set(players)
        if is_all == settings.is_closed and closed_to == settings.closed_to:
            return
        settings_store(game, is_closed=is_all, closed_to=sorted(closed_to))
        now.changed(*_audiences(now.fold))


def _audiences(fold: Fold) -> tuple[str, ...]:
    """Those whose pages say whether writing is closed."""
    seats = fold.timeline.rules.seats_of(fold.timeline.state)
    return (pubsub.MODERATOR, *(pubsub.seat_audience(seat.id) for seat in seats))


def messages_show(game: Game, player: str, by: Person, role: str) -> tuple[Conversation, ...]:
    """Open the messages that the player has not read, to show them to its people.

    That is recorded, the player's pages say so, and the messages count as read.

    Returns:
        The player's conversations with unread messages, as they were before.

    Raises:
        NotAllowed: only a moderator opens them.
        Refused: there are no written messages, or no such player.
        Stale: the game has been deleted.
    """
    with changing(game, by, role, is_moderators=True, is_always=True) as now:
        _check_messages(now.fold)
        _check_player(now.fold, player)
        all_of_them = messages_of(now.look).conversations(player)
        found = tuple(one for one in all_of_them if one.unread(player))
        if found:
            mailbox = mailbox_of(game, player)
            mailbox.read |= {one.id: len(one.messages) for one in found}
            mailbox.shown.append({"at": timezone.now().isoformat(), "role": role})
            save_mailbox(now, mailbox)
    return found


def _check_messages(fold: Fold) -> None:
    if not has_messages(fold):
        raise no_messages()


def _check_player(fold: Fold, player: str) -> None:
    seats = {seat.id for seat in fold.timeline.rules.seats_of(fold.timeline.state)}
    if player not in seats:
        raise Refused("bad-message", gettext("There is no such player."))
