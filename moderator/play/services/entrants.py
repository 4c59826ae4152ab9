"""The players of a tournament: adding, withdrawing and returning."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.models import Entrant, Person
from moderator.play.models import Tournament as T
from moderator.play.names import name_key, name_read
from moderator.play.services.results import lock
from moderator.play.tournaments.pairings import FEWEST, MOST, most_rounds


def check_count(count: int) -> None:
    """`InvalidInput` for too few or too many players."""
    if not FEWEST <= count <= MOST:
        raise InvalidInput(
            gettext("A tournament has %(fewest)d to %(most)d players; here are %(count)d.")
            % {"fewest": FEWEST, "most": MOST, "count": count}
        )


def enter(tournament: T, one: Person | str, enters: int) -> Entrant:
    """Add a player at the end of the list; `InvalidInput` for a name that is there already."""
    entrants = list(tournament.entrants.select_related("person"))
    person = one if isinstance(one, Person) else None
    name = "" if isinstance(one, Person) else name_read(one)
    shown = person.display_name if person else name
    if name_key(shown) in {name_key(entrant.display_name) for entrant in entrants}:
        raise InvalidInput(
            gettext("“%(name)s” is there twice. Add a letter, so that you can tell them apart.")
            % {"name": shown}
        )
    return Entrant.objects.create(
        tournament=tournament,
        number=max((entrant.number for entrant in entrants), default=0) + 1,
        person=person,
        name=name,
        name_key=name_key(name),
        enters=enters,
    )


@transaction.atomic
def entrant_add(tournament: T, one: Person | str) -> Entrant:
    """Add a player, from the next round on.

    Raises:
        InvalidInput: a bad or repeated name, too many players, or a round robin that has begun.
    """
    tournament = lock(tournament)
    made = tournament.rounds.count()
    if made and not tournament.is_swiss:
        raise InvalidInput(
            gettext(
                "In a round robin everybody plays everybody: nobody can be added after the "
                "first round has been made."
            )
        )
    if made >= tournament.rounds_planned:
        raise InvalidInput(gettext("All rounds have been made already."))
    count = tournament.entrants.count() + 1
    check_count(count)
    entrant = enter(tournament, one, made + 1)
    _plan_anew(tournament)
    return entrant


@transaction.atomic
def entrant_withdraw(tournament: T, number: int) -> None:
    """Withdraw a player from all rounds that are not made yet; the results stay.

    Raises:
        InvalidInput: too few players would be left to begin, or nobody with that number plays.
    """
    tournament = lock(tournament)
    made = tournament.rounds.count()
    entrant = tournament.entrants.filter(number=number, leaves=None).first()
    if entrant is None:
        raise InvalidInput(gettext("Nobody with that number is playing any more."))
    if not made:
        check_count(tournament.entrants.count() - 1)
        entrant.delete()
        _plan_anew(tournament)
        return
    entrant.leaves = made + 1
    entrant.save(update_fields=["leaves"])


@transaction.atomic
def entrant_return(tournament: T, number: int) -> None:
    """Let a player who left play again from the next round on."""
    tournament = lock(tournament)
    left = tournament.entrants.filter(number=number, leaves__gt=tournament.rounds.count())
    if not left.update(leaves=None):
        raise InvalidInput(
            gettext("Only players who left after the last round was made can return.")
        )


def _plan_anew(tournament: T) -> None:
    """A round robin takes as many rounds as its players need."""
    if not tournament.is_swiss:
        tournament.rounds_planned = most_rounds(tournament.entrants.count())
        tournament.save(update_fields=["rounds_planned"])
