"""Private notes on participation, for grading."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.models import Group, Note, Person
from moderator.play.models.lesson import TEXT_LETTERS
from moderator.play.names import text_read
from moderator.play.services.compaction import compaction_request

NOTES_MOST = 100  # about one person


@transaction.atomic
def note_write(person: Person, text: str, by: Person, group: Group | None = None) -> Note:
    """Write a note about a person.

    Raises:
        InvalidInput: the text is empty, too long or can't be shown, or there are too many notes.
        ValueError: the person is of another class than its writer or the group.
    """
    places = (by, group or by)
    if any(place.classroom_id != person.classroom_id for place in places):
        raise ValueError("somebody of another class")
    text = text_read(text, TEXT_LETTERS)
    if not text:
        raise InvalidInput(gettext("Write a few words first."))
    if person.notes.count() >= NOTES_MOST:
        raise InvalidInput(gettext("There are too many notes about this person. Delete some."))
    return Note.objects.create(person=person, group=group, by=by, text=text, at=timezone.now())


@transaction.atomic
def note_delete(note: Note) -> None:
    """Delete a note."""
    note.delete()
    compaction_request()
