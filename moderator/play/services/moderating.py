"""Students who moderate a group on their own phone."""

from __future__ import annotations

from django.db import transaction

from moderator.play import selectors
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Group, Person
from moderator.play.services.people import person_lock, removed_sentence


@transaction.atomic
def moderator_appoint(person: Person, group: Group) -> None:
    """Let the person moderate the group, instead of any other student; its link stays as it is.

    A moderator sees every secret, so a seat in the group's present game is given back.

    Raises:
        InvalidInput: the person was removed from the class.
        ValueError: the person is of another class.
    """
    Classroom.objects.select_for_update().get(pk=group.classroom_id)
    if person.classroom_id != group.classroom_id:
        raise ValueError("somebody of another class")
    person_lock(person)
    if person.is_removed:
        raise InvalidInput(removed_sentence())
    moderators_dismiss(group)
    game = selectors.game_now(group)
    if game is not None:
        person.seats.remove(*person.seats.filter(game=game))
    person.moderates = person.group = group
    person.save(update_fields=["moderates", "group"])


def moderators_dismiss(group: Group) -> list[Person]:
    """Nobody moderates the group by their own phone any more. Returns those who did."""
    found = list(group.moderators.all())
    group.moderators.update(moderates=None)
    return found


def person_volunteer(person: Person, is_volunteer: bool = True) -> None:
    """Note whether the person would moderate a group."""
    person.is_volunteer = is_volunteer
    person.save(update_fields=["is_volunteer"])
