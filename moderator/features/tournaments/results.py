"""Results of a tournament's games. They are only ever added; a correction is a new one."""

from __future__ import annotations

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from moderator.core import credentials, publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.models import MODERATORS, Entry, Game, Person
from moderator.features.tournaments.models import Pairing, Result, Tournament, TournamentErasure
from moderator.features.tournaments.read import now_of, outcome_of


class ResultConflict(InvalidInput):
    """Somebody else has changed the tournament since the page was loaded; nothing is stored."""


class ConfirmationNeeded(InvalidInput):
    """The user must confirm this first. Nothing is stored."""


def lock(tournament: Tournament) -> Tournament:
    """Lock the tournament's row in a transaction that changes it, and publish it with the commit;
    `ResultConflict` if it has been deleted."""
    locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).order_by().first()
    if locked is None:
        raise ResultConflict(gettext("The tournament has been deleted."))
    publishing.publish_class(locked.classroom_id)
    return locked


@transaction.atomic
def result_record(
    pairing: Pairing,
    outcome: str,
    seen: int,
    key: str,
    by: Person,
    role: str,
    is_sure: bool = False,
) -> Result:
    """Record the pairing's result; an empty `outcome` takes it back.

    Args:
        seen: how many results of this pairing the client saw.
        key: the form's idempotency key: a repetition gets the first result.
        is_sure: change a result that counts already, or by which a later round was paired.

    Raises:
        ResultConflict: somebody else has recorded one since.
        ConfirmationNeeded: `is_sure` is needed.
        NotAllowed: somebody other than a moderator corrects a result, or other than the instructor
            one by which a later round was paired.
        InvalidInput: a bye, or an unknown outcome.
        ValueError: the key is malformed, or `by` is of another class.
    """
    tournament = lock(pairing.round.tournament)
    if not key or not credentials.is_key(key) or by.classroom_id != tournament.classroom_id:
        raise ValueError("no key, or somebody of another class")
    now = now_of(tournament)
    meeting = now.meeting(pairing)
    for result in meeting.results:
        if result.key == key:
            return result
    if meeting.is_bye or outcome not in ("", *(one.id for one in now.outcomes)):
        raise InvalidInput(gettext("That is not a possible result of this game."))
    if len(meeting.results) != seen:
        raise ResultConflict(gettext("Somebody else has recorded a result of this game meanwhile."))
    is_paired_on = tournament.is_swiss and pairing.round.number < len(now.rounds)
    if meeting.outcome or is_paired_on:
        _check_correction(role, is_sure, is_paired_on)
    return _add(pairing, outcome, len(meeting.results), by, role, key)


def _check_correction(role: str, is_sure: bool, is_paired_on: bool) -> None:
    """Raise `NotAllowed` or `ConfirmationNeeded` before a result that counts is changed."""
    if role not in MODERATORS:
        raise NotAllowed(gettext("There is a result already. Your instructor can correct it."))
    if is_paired_on and role != Entry.Role.INSTRUCTOR:
        raise NotAllowed(
            gettext("Later rounds have been paired. Only your instructor can change this result.")
        )
    if is_sure:
        return
    if is_paired_on:
        raise ConfirmationNeeded(
            gettext("Later rounds were paired by the old results. They will not change.")
        )
    raise ConfirmationNeeded(gettext("There is a result already. The new one will replace it."))


def _add(
    pairing: Pairing, outcome: str, seen: int, by: Person | None, role: str, key: str
) -> Result:
    return Result.objects.create(
        pairing=pairing, number=seen + 1, outcome=outcome, by=by, role=role, key=key
    )


def tournament_erase(tournament: Tournament) -> None:
    """Delete the tournament inside an open transaction: the only way in which results are deleted.

    Does nothing if it has been deleted already.
    """
    if not Tournament.objects.select_for_update().filter(pk=tournament.pk).order_by():
        return
    erasure = TournamentErasure.objects.create(
        tournament=tournament
    )  # the database's trigger requires it
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM play_result WHERE pairing_id IN (SELECT pairing.id FROM play_pairing "
            "AS pairing JOIN play_round AS round ON round.id = pairing.round_id "
            "WHERE round.tournament_id = %s)",
            [tournament.pk],
        )
    erasure.delete()
    tournament.delete()
    compaction_request()


def settle(tournament: Tournament) -> None:
    """Store the results that follow from the games' logs, so that they stay whatever comes."""
    _store(Pairing.objects.filter(round__tournament=tournament, game__isnull=False))


def settle_game(game: Game) -> None:
    """The same for one game, before it is deleted."""
    _store(Pairing.objects.filter(game=game))


def _store(pairings: QuerySet[Pairing]) -> None:
    for pairing in pairings.filter(results=None).select_related("game__group"):
        outcome = outcome_of(pairing.game) if pairing.game else ""
        if outcome:
            _add(pairing, outcome, 0, None, "", "")
