"""Dividing a class: who is present, a draft to change by hand, and the start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from random import Random
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from moderator.core import queries
from moderator.core.access import classroom_for, user_of
from moderator.core.errors import InvalidInput
from moderator.core.forms import (
    ActionForm,
    PostedNumber,
    PostedNumbers,
    PostedText,
    Typed,
    only_once,
    whole_number,
)
from moderator.core.models import Classroom, Game, Person
from moderator.core.people import by_name, instructor_person
from moderator.core.responses import SeeOther, render_page
from moderator.features.classes.write import GROUPS_MOST
from moderator.features.new_game.drafts import PRESENT, CatalogueSection, catalogue, catalogue_item
from moderator.features.people.dividing import draw
from moderator.features.people.dividing import write as dividing_write
from moderator.features.people.dividing.drafts import (
    DivisionDraft,
    DraftGroup,
    draft_groups,
    is_one_group,
    keep_draft,
    kept_draft,
    labels_of,
    present_games_of,
)
from moderator.features.people.dividing.draw import (
    NO_PAST,
    Attendance,
    Division,
    placed,
)
from moderator.features.people.dividing.write import (
    division_start,
    latecomers_seat,
    seats_told,
    students_of,
)
from moderator.features.people.write import absent_mark

# The page on which a class is divided: what it contains.


class DivideForm(ActionForm):
    """`present`: who is; `person`: who are moved `to` a target, or to the one that is chosen.

    `own`: the instructor has moderators for groups without one.
    """

    game, to, target, late = PostedText(), PostedText(), PostedText(), PostedText()
    own = PostedText()
    groups, moderators = PostedNumber(), PostedNumber()
    present, person = PostedNumbers(), PostedNumbers()


@dataclass(frozen=True)
class DividePage:
    """The form, the draft that it has drawn, and the people without a seat.

    `people`: the students, and whether they are present. `told`: who has just got which seat.
    """

    classroom: Classroom
    choices: tuple[CatalogueSection, ...]
    chosen: str
    has_games: bool
    people: tuple[tuple[Person, bool], ...]
    volunteers: int
    moderators: int
    count: int
    groups: tuple[DraftGroup, ...]
    has_draft: bool
    without: tuple[Person, ...]
    watching: tuple[Person, ...]
    form: DivideForm
    told: str = ""
    has_past: bool = False
    needs_moderator: bool = False
    present_key: str = PRESENT

    @property
    def lacking(self) -> tuple[str, ...]:
        """The names of groups that can't play without a moderator, and have none."""
        return tuple(one.name for one in self.groups if one.alone and self.needs_moderator)

    @property
    def summary(self) -> str:
        players = sum(group.size for group in self.groups)
        people = ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
        made = len(self.groups)
        groups = ngettext("%(n)d group", "%(n)d groups", made) % {"n": made}
        moderators = sum(group.moderator is not None for group in self.groups)
        helping = ngettext("%(n)d moderator", "%(n)d moderators", moderators) % {"n": moderators}
        return gettext("%(people)s in %(groups)s, %(helping)s among the students.") % {
            "people": people,
            "groups": groups,
            "helping": helping,
        }

    @property
    def met(self) -> str:
        """What couldn't be avoided, in words; empty if nothing was played before."""
        if not self.has_past:
            return ""
        pairs = sum(len(group.met) for group in self.groups)
        parts = sum(len(group.again) for group in self.groups)
        said = ngettext("%(n)d pair has met before.", "%(n)d pairs have met before.", pairs)
        told = said % {"n": pairs} if pairs else gettext("Nobody meets the same people again.")
        if not parts:
            return told
        said = ngettext(
            "%(n)d person has the same part again.", "%(n)d people have the same part again.", parts
        )
        return f"{told} {said % {'n': parts}}"

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of groups whose running games the draft would replace."""
        return tuple(group.name for group in self.groups if group.is_playing)


def divide_page(
    classroom: Classroom,
    draft: DivisionDraft | None,
    form: DivideForm,
    seated_now: Collection[int] = (),
) -> DividePage:
    """The page with the draft, if there is one.

    Args:
        seated_now: the numbers of those who have just got a seat.
    """
    students = tuple(students_of(classroom))
    people = {person.number: person for person in queries.people(classroom)}
    games = list(present_games_of(queries.groups_of(classroom)))
    present = [person for person in students if not person.is_absent]
    if draft:
        seated = placed(draft.groups)
        without = [person for person in present if person.number not in seated]
    else:
        without = by_name(dividing_write.unseated(classroom))
    volunteers = sum(person.is_volunteer for person in present)
    past = dividing_write.past_of(classroom, draft.new is None) if draft else NO_PAST
    groups = draft_groups(classroom, draft, people, past) if draft else ()
    in_draft = [
        f"{person.display_name}: {group.name}, {seat.seat.name}"
        for group in groups
        for seat in group.seats
        for person in seat.people
        if person.number in seated_now
    ]
    return DividePage(
        classroom=classroom,
        choices=catalogue(),
        chosen=draft.key if draft else _usual(games),
        has_games=bool(games),
        people=tuple((person, not person.is_absent) for person in students),
        volunteers=volunteers,
        moderators=draft.moderators if draft else volunteers,
        count=draft.count if draft else 0,
        groups=groups,
        has_draft=draft is not None,
        has_past=bool(past.met),
        needs_moderator=draft is not None and draft.needs_moderator,
        without=tuple(p for p in without if draft or p.group_id is None),
        watching=() if draft else tuple(p for p in without if p.group_id is not None),
        form=form,
        told=" · ".join(in_draft) if draft else seats_told(classroom, seated_now),
    )


def _usual(games: list[Game]) -> str:
    """The present games, if nobody has recorded anything in them yet."""
    is_new = bool(games) and not any(game.entries.exists() for game in games)
    return PRESENT if is_new else ""


# Dividing a class into groups: who is present, a draft to change by hand, and the start.

ALL = "all"


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def divide(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`, a move also by `to`."""
    form = DivideForm.of(request)
    if form.is_bound:
        typed = form.typed
        action = _move if "to" in request.POST else _ACTIONS.get(typed["do"])
        if action is None:
            return _back(classroom)
        with form.errors_at():
            return action(request, classroom, typed)
    now = {whole_number(number) or 0 for number in request.GET.getlist("seated")}
    page = divide_page(classroom, kept_draft(request, classroom), form, now)
    return render_page(request, "people/divide.html", page, form.status)


def _back(classroom: Classroom, seated: Iterable[int] = ()) -> HttpResponse:
    told = urlencode({"seated": list(seated)}, doseq=True)
    return SeeOther(reverse("divide", args=[classroom.pk]) + (told and f"?{told}") + "#division")


def _draw(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    everybody = {person.number for person in students_of(classroom)}
    absent_mark(classroom, everybody - typed["present"])
    absent_mark(classroom, typed["present"], is_absent=False)
    key = typed["game"]
    if key != PRESENT and catalogue_item(key) is None:
        raise InvalidInput(gettext("Choose what the groups play."))
    count = min(typed["groups"], GROUPS_MOST)
    _keep_drawn(request, classroom, DivisionDraft(key, typed["moderators"], count, (), ()))
    return _back(classroom)


def _redraw(request: HttpRequest, classroom: Classroom, _typed: Typed) -> HttpResponse:
    """Draw the same again, for everybody who is present by now."""
    draft = kept_draft(request, classroom)
    if draft is not None:
        _keep_drawn(request, classroom, draft)
    return _back(classroom)


def _keep_drawn(request: HttpRequest, classroom: Classroom, asked: DivisionDraft) -> None:
    everybody = students_of(classroom)
    students = [person for person in everybody if not person.is_absent]
    if not students:
        raise InvalidInput(gettext("Nobody is present."))
    volunteers = tuple(person.number for person in students if person.is_volunteer)
    present = tuple(person.number for person in students)
    who = Attendance(present, volunteers, asked.moderators)
    choice, chance = catalogue_item(asked.key), Random(secrets.randbits(64))  # noqa: S311
    past = dividing_write.past_of(classroom, choice is None)
    drawn_for, groups = dividing_write.groups_key(classroom), queries.groups_of(classroom)
    if choice is None:
        games = {game.group.number: game for game in present_games_of(groups)}
        seated = tuple(one for one in dividing_write.present_division(groups) if one.seats)
        known = {*present, *placed(seated)}
        absent = [person.number for person in everybody if person.is_absent]
        there = draw.moved(seated, absent, draw.OUT)
        left = replace(who, players=tuple(set(present) - placed(there)))
        ids = [[label.id for label in labels_of(games[one.number])] for one in there]
        drawn = draw.divide_among(left, there, ids, chance, past)
    else:
        known = set(present)
        made = draw.divide(who, choice.limits, chance, past, asked.count, choice.ids_of)
        if len(made) > GROUPS_MOST:
            facts = {"count": len(made), "most": GROUPS_MOST}
            message = gettext("That would be %(count)d groups; a class has at most %(most)d.")
            raise InvalidInput(message % facts)
        drawn = draw.in_groups(made, [group.number for group in groups])
    made_now = replace(asked, known=tuple(known), groups=drawn, drawn_for=drawn_for)
    keep_draft(request, classroom, made_now)


def _change(
    request: HttpRequest, classroom: Classroom, change: Callable[[Division], Division]
) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is not None:
        try:
            groups = change(draft.groups)
        except ValueError:
            raise InvalidInput(gettext("Choose where they are moved.")) from None
        keep_draft(request, classroom, replace(draft, groups=groups))
    return _back(classroom)


def _chosen(typed: Typed, classroom: Classroom) -> tuple[int, ...]:
    people = tuple(p.number for p in students_of(classroom) if p.number in typed["person"])
    if not people:
        raise InvalidInput(gettext("Choose somebody first."))
    return people


def _move(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    people, to = _chosen(typed, classroom), typed["to"] or typed["target"]
    return _change(request, classroom, lambda division: draw.moved(division, people, to))


def _swap(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    people = _chosen(typed, classroom)
    if len(people) != 2:
        raise InvalidInput(gettext("Choose two people to swap."))
    return _change(request, classroom, lambda division: draw.swapped(division, *people))


def _add(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Add latecomers to the smallest group: of the draft, or of those that play."""
    wanted = typed["late"] or ALL
    draft = kept_draft(request, classroom)
    seated = placed(draft.groups) if draft else frozenset()
    people = students_of(classroom) if draft else dividing_write.unseated(classroom)
    late = [
        person
        for person in people
        if person.number not in seated
        and (str(person.number) == wanted or (wanted == ALL and not person.is_absent))
        and (draft or wanted != ALL or person.group_id is None)
    ]
    numbers = [person.number for person in late]
    if draft is not None:
        _change(request, classroom, lambda division: draw.latecomers(division, numbers))
    else:
        latecomers_seat(classroom, late)
    return _back(classroom, numbers)


def _start(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is None:
        return _back(classroom)
    new = draft.new
    _check_moderated(classroom, draft, typed)
    unseated = set(draft.known) - placed(draft.groups)
    by = instructor_person(classroom, user_of(request))

    def make() -> str:
        is_alone = not is_one_group(classroom, draft)
        division_start(classroom, draft.groups, new, by, unseated, draft.drawn_for, is_alone)
        keep_draft(request, classroom, None)
        return reverse("classroom", args=[classroom.pk]) + "#groups"

    return SeeOther(only_once(request, make))


def _check_moderated(classroom: Classroom, draft: DivisionDraft, typed: Typed) -> None:
    """Raise `InvalidInput` for groups that can't play without a moderator, unless the instructor
    says that they are moderated by their consoles."""
    if not draft.needs_moderator or typed["own"]:
        return
    people = {person.number: person for person in queries.people(classroom)}
    groups = draft_groups(classroom, draft, people, NO_PAST)
    if names := [group.name for group in groups if group.alone]:
        message = gettext("%(groups)s: nobody moderates, and players can’t record this game.")
        raise InvalidInput(message % {"groups": ", ".join(names)})


def _discard(request: HttpRequest, classroom: Classroom, _typed: Typed) -> HttpResponse:
    keep_draft(request, classroom, None)
    return SeeOther(reverse("divide", args=[classroom.pk]))


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom, Typed], HttpResponse]] = {
    "draw": _draw,
    "redraw": _redraw,
    "move": _move,
    "swap": _swap,
    "add": _add,
    "start": _start,
    "discard": _discard,
}
