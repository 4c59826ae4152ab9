"""Handing a group over to another moderator."""

from __future__ import annotations

from django.db import transaction

from moderator.play.models import Group, Person
from moderator.play.services.classrooms import group_link_withdraw
from moderator.play.services.moderating import moderator_appoint, moderators_dismiss


@transaction.atomic
def group_hand_over(group: Group, person: Person | None = None) -> Group:
    """Nobody who moderated the group does so any more: its old link and PIN stop working.

    Everything recorded stays, under the names of those who recorded it. End the group's consoles
    with `publishing.revoke_consoles`.

    Args:
        person: who moderates it from now on; None: whoever gets the new link or PIN.

    Raises:
        InvalidInput: the person was removed from the class.
        ValueError: the person is of another class.
    """
    group_link_withdraw(group)
    if person is None:
        moderators_dismiss(group)
    else:
        moderator_appoint(person, group)
    return group
