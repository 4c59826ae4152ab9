"""The draft of a class’s groups, in the session until it starts, and as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from moderator.core import queries
from moderator.core.class_page import ClassHead, draft_key
from moderator.core.forms import (
    ActionForm,
    PostedNumber,
    PostedNumbers,
    PostedText,
)
from moderator.core.log import seats_of
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.seating import groups_opened
from moderator.features.new_game.drafts import (
    PRESENT,
    CatalogueItem,
    SizedItems,
    catalogue,
    division_item,
    usual_items,
)
from moderator.features.people.dividing import NewGames, past_of
from moderator.features.people.draw import (
    NO_PAST,
    Division,
    GroupDraft,
    Past,
    People,
    pairs_again,
    placed,
    seats_again,
)
from moderator.features.people.join import Attending
from moderator.rules.seating import SeatLabel

# Drafts of divisions, in the instructor’s session until a lesson starts.


@dataclass(frozen=True)
class DivisionDraft:
    """A division that has not started. `key`: of what the groups play (`division_item`).

    `known`: everybody who was present, or had a seat, when it was drawn. `drawn_for`: the groups
    and games at that time (`groups_key`). `is_by_lot`: also people who didn't volunteer moderate.
    `changed`: when it was kept in the session.
    """

    key: str
    moderators: int
    count: int
    known: People
    groups: Division
    drawn_for: str = ""
    is_by_lot: bool = False
    changed: str = ""

    @property
    def new(self) -> NewGames | None:
        """The games to create; None if the groups keep theirs."""
        choice = division_item(self.key)
        return choice.new_games.at_once if choice else None

    @property
    def needs_moderator(self) -> bool:
        """Whether nobody but a moderator can record in the new games."""
        return self.new is not None and self.new.needs_moderator


def kept_draft(request: HttpRequest, classroom: Classroom) -> DivisionDraft | None:
    """The class's draft in this session."""
    kept = request.session.get(draft_key(classroom))
    if kept is None:
        return None
    changed, (key, moderators, count, known, groups, drawn_for, is_by_lot) = kept
    made = tuple(map(_group, groups))
    return DivisionDraft(key, moderators, count, tuple(known), made, drawn_for, is_by_lot, changed)


def keep_draft(request: HttpRequest, classroom: Classroom, draft: DivisionDraft | None) -> None:
    """Keep the draft instead of an earlier one; None forgets it."""
    if draft is None:
        request.session.pop(draft_key(classroom), None)
        return
    groups = [_wire(group) for group in draft.groups]
    asked = [draft.key, draft.moderators, draft.count]
    wire = [*asked, list(draft.known), groups, draft.drawn_for, draft.is_by_lot]
    request.session[draft_key(classroom)] = [timezone.now().isoformat(), wire]


def _wire(group: GroupDraft) -> list[Any]:
    seats = [list(seat) for seat in group.seats]
    return [group.number, seats, list(group.observers), group.moderator, sorted(group.bots)]


def _group(wire: list[Any]) -> GroupDraft:
    number, seats, observers, moderator, bots = wire
    return GroupDraft(
        number, tuple(map(tuple, seats)), tuple(observers), moderator, frozenset(bots)
    )


# The page on which a class is divided: what it contains.


@dataclass(frozen=True)
class DraftGroup:
    """A group of the draft. `number`: 0 if it is still to be created; `title`: of what it plays.
    `met`: sentences about pairs who have met before; `again`: about people with the same part
    again, a seat or moderating. `marked`: the numbers of all these people. `alone`: what it
    means that nobody moderates it; empty if somebody does."""

    to: str
    number: int
    name: str
    title: str
    seats: tuple[Mapping[str, Any], ...]
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
        return sum(len(seat["people"]) for seat in self.seats)

    @property
    def to_moderator(self) -> str:
        """The value with which somebody becomes its moderator."""
        return f"{self.to}.moderator"


class DivideForm(ActionForm):
    """`person`: who are moved `to` a target, or to the one that is chosen.

    `own`: the instructor has moderators for groups without one. `seen`: when the draft that the
    page shows was changed.
    """

    game, to, target, own = PostedText(), PostedText(), PostedText(), PostedText()
    seen = PostedText()
    groups, moderators = PostedNumber(), PostedNumber()
    person = PostedNumbers()


def draft_groups(
    classroom: Classroom, draft: DivisionDraft, people: Mapping[int, Person], past: Past
) -> tuple[DraftGroup, ...]:
    """The draft's groups as the page shows them; people who are not in the class are left out."""
    known = {group.number: group for group in queries.groups_of(classroom)}
    games = {game.group_id: game for game in present_games_of(known.values())}
    choice = division_item(draft.key)
    used = max(known, default=0)
    opened = groups_opened([group.pk for group in known.values()])
    alone = _alone(classroom, draft)
    made = []
    for place, group in enumerate(draft.groups):
        own = known.get(group.number)
        used += own is None
        game = games.get(own.pk) if own else None
        labels = choice.seats_of(len(group.seats)) if choice else labels_of(game)
        moderator = people.get(group.moderator or 0)
        is_moderated = moderator is not None or (own is not None and own.pk in opened)
        if choice is None and game and not game.is_waiting:  # it was decided at the start
            is_moderated = not game.is_unmoderated
        met, again, marked = _again(group, labels, people, past)
        made.append(
            DraftGroup(
                to=str(place),
                number=group.number,
                name=own.name if own else gettext("Group %(number)d") % {"number": used},
                title=choice.of(len(group.seats)).title if choice else game.title if game else "",
                seats=_seats_shown(place, group, labels, people),
                observers=_in_class(group.observers, people),
                moderator=moderator,
                met=met,
                again=again,
                marked=marked,
                is_playing=choice is not None and game is not None and _is_running(game),
                alone="" if is_moderated else alone,
            )
        )
    return tuple(made)


def is_one_group(classroom: Classroom, draft: DivisionDraft) -> bool:
    """Whether the class has only one group, so that its instructor may be who moderates it."""
    return len(draft.groups) == 1 and classroom.groups.count() <= 1


def _alone(classroom: Classroom, draft: DivisionDraft) -> str:
    """What it means for a group of the draft that nobody moderates it."""
    if draft.needs_moderator:
        return gettext("needs a moderator")
    return "" if is_one_group(classroom, draft) else gettext("players record")


def present_games_of(groups: Iterable[Group]) -> Iterable[Game]:
    return queries.present_games().filter(group__in=groups).select_related("group")


def labels_of(game: Game | None) -> tuple[SeatLabel, ...]:
    return seats_of(game) if game else ()


def _is_running(game: Game) -> bool:
    """Whether moves have been recorded, and the game isn't over."""
    now = queries.timeline(game)
    return bool(now.number) and not game.is_stopped and not now.is_over


def _in_class(numbers: Iterable[int], people: Mapping[int, Person]) -> tuple[Person, ...]:
    return tuple(people[number] for number in numbers if number in people)


def _seats_shown(
    place: int, group: GroupDraft, labels: Sequence[SeatLabel], people: Mapping[int, Person]
) -> tuple[Mapping[str, Any], ...]:
    """Each seat of a group, who has it, and the value with which people are moved there."""
    return tuple(
        {
            "to": f"{place}.{number}",
            "seat": label,
            "people": _in_class(group.seats[number], people),
            "is_bot": number in group.bots,
        }
        for number, label in enumerate(labels[: len(group.seats)])
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
    head: ClassHead,
    draft: DivisionDraft | None,
    form: DivideForm,
    seated_now: Collection[int] = (),
    beside: tuple[Group, ...] = (),
) -> Mapping[str, Any]:
    """What the page shows: the form, the draft that it has drawn, if there is one, and who is here
    without a seat in it. `told`: who has just got which seat.

    Args:
        seated_now: the numbers of those who have just got a seat.
        beside: other groups whose goals the new games would give away, or the other way round.
    """
    classroom = head.classroom
    there = Attending(classroom, head.whole.settings)
    people = {person.number: person for person in queries.people(classroom)}
    games = list(present_games_of(queries.groups_of(classroom)))
    chosen = draft.key if draft else usual_key(games)
    seated = placed(draft.groups) if draft else ()
    volunteers = sum(person.is_volunteer for person in there.here)
    past = past_of(classroom, draft.new is None) if draft else NO_PAST
    groups = draft_groups(classroom, draft, people, past) if draft else ()
    return {
        "head": head,
        "classroom": classroom,
        "choices": catalogue(),
        "usual": usual_items(),
        "chosen": chosen,
        "present_key": PRESENT,
        "has_games": bool(games),
        "has_people": bool(there.here or there.away),
        "has_groups": bool(head.whole.groups),
        "volunteers": volunteers,
        "moderators": min(draft.moderators, volunteers) if draft else volunteers,
        "has_draft": head.has_draft,
        "draft": draft,
        "without": [person for person in there.here if person.number not in seated],
        "form": form,
        "beside": beside,
        "told": _told(groups, seated_now),
        "met": _met(groups) if past.met else "",
        **_of_item(division_item(chosen)),
        **_of_groups(groups, can_draw=head.has_draft and chosen != PRESENT),
        "lacking": _names_alone(groups) if draft and draft.needs_moderator else [],
    }


def _of_item(item: CatalogueItem | SizedItems | None) -> Mapping[str, Any]:
    """What the groups of the draft play (`sizes`: how many seats one has, such as “4–5”), with the
    usual options in sentences; None: they keep their games."""
    if item is None:
        return {"plays": gettext("the games that they have now")}
    first = item.of(item.limits[0])
    return {
        "plays": item.full_title,
        "sizes": "–".join(map(str, sorted(set(item.limits)))),
        "options": first.options_in_force,
        "goals_word": first.rules.goals_word,
    }


def _of_groups(groups: Sequence[DraftGroup], can_draw: bool) -> Mapping[str, Any]:
    """`alone`: the names of the groups that nobody moderates; `playing`: of those whose running
    games the draft would replace; `seats`: every seat once, to explain its letter.

    Args:
        can_draw: moderators can be drawn; `can_draw_moderators`: among everybody, not volunteers
            alone.
    """
    alone = _names_alone(groups)
    every = (seat["seat"] for group in groups for seat in group.seats)
    return {
        "groups": groups,
        "alone": alone,
        "moderated": len(groups) - len(alone),
        "can_draw_moderators": can_draw and bool(alone),
        "playing": [group.name for group in groups if group.is_playing],
        "seats": list({(seat.id, seat.name): seat for seat in every}.values()),
        "summary": _summary(groups),
    }


def _names_alone(groups: Sequence[DraftGroup]) -> list[str]:
    return [group.name for group in groups if group.alone]


def _summary(groups: Sequence[DraftGroup]) -> str:
    players = sum(group.size for group in groups)
    people = ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
    made = ngettext("%(n)d group", "%(n)d groups", len(groups)) % {"n": len(groups)}
    moderators = sum(group.moderator is not None for group in groups)
    helping = ngettext("%(n)d moderator", "%(n)d moderators", moderators) % {"n": moderators}
    facts = {"people": people, "groups": made, "helping": helping}
    return gettext("%(people)s in %(groups)s, %(helping)s among the students.") % facts


def _met(groups: Sequence[DraftGroup]) -> str:
    """What couldn't be avoided, in words."""
    pairs = sum(len(group.met) for group in groups)
    parts = sum(len(group.again) for group in groups)
    said = ngettext("%(n)d pair has met before.", "%(n)d pairs have met before.", pairs)
    told = said % {"n": pairs} if pairs else gettext("Nobody meets the same people again.")
    if not parts:
        return told
    said = ngettext(
        "%(n)d person has the same part again.", "%(n)d people have the same part again.", parts
    )
    return f"{told} {said % {'n': parts}}"


def _told(groups: Sequence[DraftGroup], numbers: Collection[int]) -> str:
    """Which seats these people have."""
    return " · ".join(
        f"{person.display_name}: {group.name}, {seat['seat'].name}"
        for group in groups
        for seat in group.seats
        for person in seat["people"]
        if person.number in numbers
    )


def usual_key(games: list[Game]) -> str:
    """The present games, if nobody has recorded anything in them yet, and they may be."""
    can_begin = bool(games) and not any(game.is_stopped for game in games)
    is_new = can_begin and not Entry.objects.filter(game__in=games).exists()
    return PRESENT if is_new else usual_items().key
