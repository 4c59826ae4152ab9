"""Dividing a class: who is present, a draft to change by hand, and the start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

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
from moderator.core.log import rules_of, scenario_of
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.core.responses import SeeOther, render_page
from moderator.core.unmoderated import groups_opened
from moderator.features.classes.write import GROUPS_MOST
from moderator.features.new_game.drafts import PRESENT, CatalogueSection, catalogue, catalogue_item
from moderator.features.people.dividing import draw
from moderator.features.people.dividing import write as dividing_write
from moderator.features.people.dividing.drafts import (
    DivisionDraft,
    absent_people,
    keep_absent,
    keep_draft,
    kept_draft,
)
from moderator.features.people.dividing.draw import (
    NO_PAST,
    Attendance,
    Division,
    GroupDraft,
    Past,
    Target,
    pairs_again,
    placed,
    seats_again,
)
from moderator.features.people.dividing.write import division_start, latecomers_seat, students_of
from moderator.rules.seating import SeatLabel

# The page on which a class is divided: what it contains.


@dataclass(frozen=True)
class DraftSeat:
    """A seat, who has it, and the value with which people are moved there."""

    to: str
    seat: SeatLabel
    people: tuple[Person, ...]
    is_bot: bool = False


@dataclass(frozen=True)
class DraftGroup:
    """A group of the draft. `met`: sentences about pairs who have met before; `again`: about people
    with the same part again, a seat or moderating. `marked`: the numbers of all these people.
    `alone`: what it means that nobody moderates it; empty if somebody does."""

    to: str
    name: str
    seats: tuple[DraftSeat, ...]
    observers: tuple[Person, ...]
    moderator: Person | None
    met: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    marked: frozenset[int] = frozenset()
    is_playing: bool = False
    alone: str = ""

    @property
    def size(self) -> int:
        """How many people play."""
        return sum(len(seat.people) for seat in self.seats)

    @property
    def to_moderator(self) -> str:
        """The value with which somebody becomes its moderator."""
        return f"{self.to}.moderator"


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

    `people`: the students, and whether they are present.
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


def draft_groups(
    classroom: Classroom, draft: DivisionDraft, people: Mapping[int, Person], past: Past
) -> tuple[DraftGroup, ...]:
    """The draft's groups as the page shows them; people who are not in the class are left out."""
    known = {group.number: group for group in queries.groups_of(classroom)}
    games = {game.group_id: game for game in _games(known.values())}
    choice = catalogue_item(draft.key)
    used = max(known, default=0)
    opened = groups_opened([group.pk for group in known.values()])
    alone = _alone(classroom, draft)
    made = []
    for place, group in enumerate(draft.groups):
        own = known.get(group.number)
        used += own is None
        game = games.get(own.pk) if own else None
        labels = choice.seats_of(len(group.seats)) if choice else _labels(game)
        name = own.name if own else gettext("Group %(number)d") % {"number": used}
        replaces = choice is not None and game is not None and _is_running(game)
        shown = _group_shown(place, name, group, labels, people, past, replaces)
        is_moderated = shown.moderator is not None or (own is not None and own.pk in opened)
        made.append(shown if is_moderated else replace(shown, alone=alone))
    return tuple(made)


def _is_one_group(classroom: Classroom, draft: DivisionDraft) -> bool:
    """Whether the class has only one group, so that its instructor may be who moderates it."""
    return len(draft.groups) == 1 and classroom.groups.count() <= 1


def _alone(classroom: Classroom, draft: DivisionDraft) -> str:
    """What it means for a group of the draft that nobody moderates it."""
    new = draft.new
    if new is None:  # they keep their games
        return ""
    if new.needs_moderator:
        return gettext("needs a moderator")
    if new.settings.is_waiting:
        return gettext("none: at the start, players can record")
    return "" if _is_one_group(classroom, draft) else gettext("none: players record")


def _games(groups: Iterable[Group]) -> Iterable[Game]:
    return queries.present_games().filter(group__in=groups).select_related("group")


def _labels(game: Game | None) -> tuple[SeatLabel, ...]:
    return rules_of(game).seats(scenario_of(game), game.options) if game else ()


def _is_running(game: Game) -> bool:
    """Whether moves have been recorded, and the game isn't over."""
    now = queries.timeline(game)
    return bool(now.number) and not game.is_stopped and not now.rules.is_over(now.state)


def _group_shown(
    place: int,
    name: str,
    group: GroupDraft,
    labels: tuple[SeatLabel, ...],
    people: Mapping[int, Person],
    past: Past,
    is_playing: bool,
) -> DraftGroup:
    def of(numbers: Iterable[int]) -> tuple[Person, ...]:
        return tuple(people[number] for number in numbers if number in people)

    seats = tuple(
        DraftSeat(f"{place}.{number}", label, of(group.seats[number]), number in group.bots)
        for number, label in enumerate(labels[: len(group.seats)])
    )
    moderator = people.get(group.moderator or 0)
    met, again, marked = _again(group, labels, people, past)
    return DraftGroup(
        str(place), name, seats, of(group.observers), moderator, met, again, marked, is_playing
    )


def _again(
    group: GroupDraft, labels: Sequence[SeatLabel], people: Mapping[int, Person], past: Past
) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[int]]:
    """Sentences about pairs who have met before, those about the same part again, and who it is."""
    names = {number: person.display_name for number, person in people.items()}
    pairs = [pair for pair in pairs_again(group, past) if set(pair) <= people.keys()]
    said = gettext("%(one)s and %(other)s have met before.")
    met = [said % {"one": names[one], "other": names[other]} for one, other in pairs]
    seated = seats_again(group, [label.id for label in labels], past)
    said = gettext("%(name)s: %(seat)s again.")
    again = {
        one: said % {"name": names[one], "seat": labels[seat].name}
        for one, seat in seated
        if one in people
    }
    moderator = group.moderator or 0
    if moderator in people and past.moderated.get(moderator):
        again[moderator] = gettext("%(name)s moderates again.") % {"name": names[moderator]}
    return tuple(met), tuple(again.values()), frozenset(chain(*pairs, again))


def divide_page(
    classroom: Classroom, draft: DivisionDraft | None, absent: frozenset[int], form: DivideForm
) -> DividePage:
    """The page with the draft, if there is one."""
    students = tuple(students_of(classroom))
    people = {person.number: person for person in queries.people(classroom)}
    games = list(_games(queries.groups_of(classroom)))
    if draft:
        seated = placed(draft.groups)
        without = tuple(p for p in students if p.number not in seated | absent)
    else:
        lost = dividing_write.unseated(classroom)
        without = tuple(person for person in lost if person.number not in absent)
    volunteers = sum(person.is_volunteer and person.number not in absent for person in students)
    past = dividing_write.past_of(classroom, draft.new is None) if draft else NO_PAST
    return DividePage(
        classroom=classroom,
        choices=catalogue(),
        chosen=draft.key if draft else _usual(games),
        has_games=bool(games),
        people=tuple((p, p.number not in absent) for p in students),
        volunteers=volunteers,
        moderators=draft.moderators if draft else volunteers,
        count=draft.count if draft else 0,
        groups=draft_groups(classroom, draft, people, past) if draft else (),
        has_draft=draft is not None,
        has_past=bool(past.met),
        needs_moderator=draft is not None and draft.needs_moderator,
        without=tuple(p for p in without if draft or p.group_id is None),
        watching=() if draft else tuple(p for p in without if p.group_id is not None),
        form=form,
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
    draft, absent = kept_draft(request, classroom), absent_people(request, classroom)
    page = divide_page(classroom, draft, absent, form)
    return render_page(request, "people/divide.html", page, form.status)


def _back(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("divide", args=[classroom.pk]) + "#division")


def _draw(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    everybody = {person.number for person in students_of(classroom)}
    keep_absent(request, classroom, everybody - typed["present"])
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
    absent = absent_people(request, classroom)
    students = [p for p in students_of(classroom) if p.number not in absent]
    if not students:
        raise InvalidInput(gettext("Nobody is present."))
    volunteers = tuple(person.number for person in students if person.is_volunteer)
    present = tuple(person.number for person in students)
    who = Attendance(present, volunteers, asked.moderators)
    choice, chance = catalogue_item(asked.key), Random(secrets.randbits(64))  # noqa: S311
    past = dividing_write.past_of(classroom, choice is None)
    drawn_for, groups = dividing_write.groups_key(classroom), queries.groups_of(classroom)
    if choice is None:
        games = {game.group.number: game for game in _games(groups)}
        seated = tuple(one for one in dividing_write.present_division(groups) if one.seats)
        known = {*present, *placed(seated)}
        there = draw.moved(seated, absent, Target(None))
        left = replace(who, players=tuple(set(present) - placed(there)))
        ids = [[label.id for label in _labels(games[one.number])] for one in there]
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
    return _change(request, classroom, lambda division: draw.moved(division, people, _target(to)))


def _target(text: str) -> Target:
    """Where people are moved: `3.1` is a seat, `3` the observers; `out` takes the seats away."""
    if text == "out":
        return Target(None)
    group, _, place = text.partition(".")
    found = whole_number(group)
    if found is None:
        raise ValueError("no such group")
    if place == "moderator":
        return Target(found, is_moderator=True)
    seat = whole_number(place)
    if place and seat is None:
        raise ValueError("no such seat")
    return Target(found, seat)


def _swap(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    people = _chosen(typed, classroom)
    if len(people) != 2:
        raise InvalidInput(gettext("Choose two people to swap."))
    return _change(request, classroom, lambda division: draw.swapped(division, *people))


def _add(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Add latecomers to the smallest group: of the draft, or of those that play."""
    wanted = typed["late"] or ALL
    absent = absent_people(request, classroom)
    draft = kept_draft(request, classroom)
    seated = placed(draft.groups) if draft else frozenset()
    people = students_of(classroom) if draft else dividing_write.unseated(classroom)
    late = [
        person
        for person in people
        if person.number not in seated
        and (str(person.number) == wanted or (wanted == ALL and person.number not in absent))
        and (draft or wanted != ALL or person.group_id is None)
    ]
    if draft is not None:
        numbers = [person.number for person in late]
        return _change(request, classroom, lambda division: draw.latecomers(division, numbers))
    latecomers_seat(classroom, late)
    return _back(classroom)


def _start(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    draft = kept_draft(request, classroom)
    if draft is None:
        return _back(classroom)
    new = draft.new
    _check_moderated(classroom, draft, typed)
    unseated = set(draft.known) - placed(draft.groups)
    by = instructor_person(classroom, user_of(request))

    def make() -> str:
        is_alone = not _is_one_group(classroom, draft)
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
