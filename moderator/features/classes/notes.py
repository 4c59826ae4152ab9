"""Private notes on participation: of a group for its moderator, of the class for its instructor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for, group_for, recorder, user_of
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedNumber, PostedText, only_once
from moderator.core.models import TEXT_LETTERS, Classroom, Group, Person
from moderator.core.people import by_name, instructor_person
from moderator.core.responses import SeeOther, render_page, table_response
from moderator.core.text import text_read
from moderator.features.classes.models import Note

# Private notes on participation, for grading.

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
    text = text_read(text, TEXT_LETTERS, gettext("Write a few words first."))
    if person.notes.count() >= NOTES_MOST:
        raise InvalidInput(gettext("There are too many notes about this person. Delete some."))
    return Note.objects.create(person=person, group=group, by=by, text=text, at=timezone.now())


@transaction.atomic
def note_delete(note: Note) -> None:
    note.delete()
    compaction_request()


# The pages of notes.

STUDENT = Person.Kind.STUDENT


class NoteForm(PageForm):
    text = PostedText(TEXT_LETTERS)
    about, note = PostedNumber(), PostedNumber()


@dataclass(frozen=True)
class NotesPage:
    """The students of a group, or (no `group`) of a class, each with the notes that this reader may
    see, the oldest first."""

    classroom: Classroom
    group: Group | None
    people: tuple[tuple[Person, tuple[Note, ...]], ...]
    address: str
    form: NoteForm
    about: int = 0


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def of_group(request: HttpRequest, group: Group) -> HttpResponse:
    """The notes about the students of a group that were written in it."""
    by = recorder(request, group)[0] if request.method == "POST" else None
    return _respond(request, group.classroom, group, by)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def of_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """All notes of the class; with `?csv` as a file."""
    if "csv" in request.GET:
        return _file(classroom)
    is_post = request.method == "POST"
    by = instructor_person(classroom, user_of(request)) if is_post else None
    return _respond(request, classroom, None, by)


def _respond(
    request: HttpRequest, classroom: Classroom, group: Group | None, by: Person | None
) -> HttpResponse:
    form = NoteForm.of(request)
    page = _page(classroom, group, form)
    if by is None:
        return _render(request, page)
    typed = form.typed
    found = (one for one in page.people if one[0].number == typed["about"])
    person, notes = next(found, (None, ()))
    if person is None:
        raise Http404
    if request.POST.get("do") == "delete":
        for note in notes:
            if note.pk == typed["note"]:
                note_delete(note)
        return SeeOther(page.address)

    def make() -> str:
        note_write(person, typed["text"], by, group)
        return page.address

    with form.errors_at("text"):
        return SeeOther(only_once(request, make))
    return _render(request, replace(page, about=person.number))


def _page(classroom: Classroom, group: Group | None, form: NoteForm) -> NotesPage:
    people = queries.people(classroom).filter(kind=STUDENT)
    notes = Note.objects.filter(person__classroom=classroom).select_related("by", "group")
    if group is not None:
        people = people.filter(Q(group=group) | Q(notes__group=group)).distinct()
        notes = notes.filter(group=group)
    by_person: dict[int, list[Note]] = {}
    for note in notes:
        by_person.setdefault(note.person_id, []).append(note)
    name, key = ("group-notes", group.code) if group else ("notes", classroom.pk)
    address = reverse(name, args=[key])
    noted = tuple((one, tuple(by_person.get(one.pk, ()))) for one in by_name(people))
    return NotesPage(classroom, group, noted, address, form)


def _render(request: HttpRequest, page: NotesPage) -> HttpResponse:
    with timezone.override(ZoneInfo(page.classroom.time_zone)):
        return render_page(request, "classes/notes.html", page, page.form.status)


def _file(classroom: Classroom) -> HttpResponse:
    """The notes as a table for grading."""
    rows = [["name", "student number", "group", "written by", "time", "note"]]
    zone = ZoneInfo(classroom.time_zone)
    for person, notes in _page(classroom, None, NoteForm()).people:
        roster = getattr(person, "roster_name", None)
        for note in notes:
            row = [
                person.display_name,
                roster.student_number if roster else "",
                note.group.name if note.group else "",
                note.by.display_name if note.by else "",
                note.at.astimezone(zone).strftime("%Y-%m-%d %H:%M"),
                note.text,
            ]
            rows.append(row)
    return table_response("notes.csv", rows)
