"""A player's notes of its contacts: written, and struck out."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone

from moderator.play.errors import Stale
from moderator.play.models import MODERATORS, Contact, Game, Person
from moderator.play.services.diplomatic import (
    check_number,
    check_playing,
    locked_records,
    note_text,
    others_of,
    own_country,
    publish_to_readers,
)
from moderator.play.services.recording import check_key, check_person
from moderator.play.services.written import columns_now


def contact_note(
    game: Game,
    partners: Collection[str],
    text: str,
    key: str,
    by: Person,
    role: str,
    player: str | None = None,
) -> tuple[str, ...]:
    """Note a contact in the record of the person's player; the round and the move are those of now.

    Args:
        player: whose record, if a moderator enters what somebody noted on paper.

    Returns:
        The audiences that see it.

    Raises:
        Stale: the key has noted something else, or the game has been deleted.
        Refused: there is no such player or record, the text is unsuitable, the game isn't being
            played, or there are too many notes.
        NotAllowed: the person has no seat.
        ValueError: the key or the role is malformed, or `by` is of another class.
    """
    check_key(key)
    check_person(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked_records(game)
        player = own_country(game, by, role, player)
        text, others = note_text(text), others_of(fold, player, partners)
        rows = Contact.objects.filter(game=game)
        if repeated := rows.filter(key=key).first():
            if (repeated.player, repeated.partners, repeated.text) != (player, others, text):
                raise Stale(fold.timeline)
            return ()
        check_playing(game, fold)
        check_number(rows.filter(player=player))
        Contact.objects.create(
            **columns_now(game, fold, rows, key, by, role),
            player=player,
            partners=others,
            text=text,
        )
        return publish_to_readers(game, [player], role)


def contact_strike(game: Game, number: int, by: Person, role: str) -> tuple[str, ...]:
    """Strike out a note: the people of its player, or the moderators if one of them entered it.

    It is kept. One that has been struck out stays so.

    Returns:
        The audiences that see it.

    Raises:
        Stale: there is no such note, or the game has been deleted.
        Refused: the game isn't being played.
        NotAllowed: the person has no seat.
        ValueError: the role is malformed, or `by` is of another class.
    """
    check_person(game, by, role)
    with transaction.atomic(durable=True):
        fold = locked_records(game)
        rows = Contact.objects.filter(game=game, number=number)
        if role in MODERATORS:
            rows = rows.filter(role__in=MODERATORS)
        else:
            rows = rows.filter(player=own_country(game, by, role, None))
        contact = rows.first()
        if contact is None:
            raise Stale(fold.timeline)
        if contact.withdrawn_at is not None:
            return ()
        check_playing(game, fold)
        contact.withdrawn_at = timezone.now()
        contact.save(update_fields=["withdrawn_at"])
        return publish_to_readers(game, [contact.player], contact.role)
