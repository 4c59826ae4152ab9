"""The draft of a class’s groups, in the session until it starts, and as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
    CatalogueSection,
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
from moderator.features.people.here import attending
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
class DraftSeat:
    """A seat, who has it, and the value with which people are moved there."""

    to: str
    seat: SeatLabel
    people: tuple[Person, ...]
    is_bot: bool = False


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
    """`person`: who are moved `to` a target, or to the one that is chosen.

    `own`: the instructor has moderators for groups without one. `seen`: when the draft that the
    page shows was changed.
    """

    game, to, target, own = PostedText(), PostedText(), PostedText(), PostedText()
    seen = PostedText()
    groups, moderators = PostedNumber(), PostedNumber()
    person = PostedNumbers()


@dataclass(frozen=True)
class DividePage:
    """The form, the draft that it has drawn, and who is here without a seat in it.

    `told`: who has just got which seat. `beside`: other groups whose goals the new games would
    give away, or the other way round.
    """

    head: ClassHead
    choices: tuple[CatalogueSection, ...]
    usual: SizedItems | CatalogueItem
    chosen: str
    has_games: bool
    has_people: bool
    volunteers: int
    moderators: int
    count: int
    groups: tuple[DraftGroup, ...]
    has_draft: bool
    seen: str
    without: tuple[Person, ...]
    form: DivideForm
    beside: tuple[Group, ...] = ()
    told: str = ""
    has_past: bool = False
    needs_moderator: bool = False
    is_by_lot: bool = False
    present_key: str = PRESENT

    @property
    def classroom(self) -> Classroom:
        return self.head.classroom

    @property
    def plays(self) -> str:
        """What the groups of the draft play."""
        item = division_item(self.chosen)
        return item.full_title if item else gettext("the games that they have now")

    @property
    def sizes(self) -> str:
        """How many seats a group of the draft has, such as “4–5”; empty if games are kept."""
        item = division_item(self.chosen)
        return "–".join(map(str, sorted(set(item.limits)))) if item else ""

    @property
    def options(self) -> tuple[str, ...]:
        """The usual options of new games, in sentences."""
        item = division_item(self.chosen)
        return item.of(item.limits[0]).options_in_force if item else ()

    @property
    def goals_word(self) -> str:
        """What the goals are called in the games of the draft."""
        item = division_item(self.chosen)
        return item.of(item.limits[0]).rules.goals_word if item else ""

    @property
    def lacking(self) -> tuple[str, ...]:
        """The names of groups that can't play without a moderator, and have none."""
        return tuple(one.name for one in self.groups if one.alone and self.needs_moderator)

    @property
    def can_draw_moderators(self) -> bool:
        """Whether everybody could be asked to moderate instead of volunteers alone."""
        return self.has_draft and self.chosen != PRESENT and bool(self.alone)

    @property
    def alone(self) -> tuple[DraftGroup, ...]:
        """The groups that nobody moderates, so that players record."""
        return tuple(one for one in self.groups if one.alone)

    @property
    def moderated(self) -> int:
        return len(self.groups) - len(self.alone)

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """Every seat of the groups once, to explain its letter."""
        every = (seat.seat for group in self.groups for seat in group.seats)
        return tuple({(seat.id, seat.name): seat for seat in every}.values())

    @property
    def has_groups(self) -> bool:
        return bool(self.head.whole.groups)

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
        name = own.name if own else gettext("Group %(number)d") % {"number": used}
        replaces = choice is not None and game is not None and _is_running(game)
        title = choice.of(len(group.seats)).title if choice else game.title if game else ""
        shown = _group_shown(place, name, title, group, labels, people, past, replaces)
        is_moderated = shown.moderator is not None or (own is not None and own.pk in opened)
        if choice is None and game and not game.is_waiting:  # it was decided at the start
            is_moderated = not game.is_unmoderated
        made.append(shown if is_moderated else replace(shown, alone=alone))
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


def _group_shown(
    place: int,
    name: str,
    title: str,
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
        to=str(place),
        number=group.number,
        name=name,
        title=title,
        seats=seats,
        observers=of(group.observers),
        moderator=moderator,
        met=met,
        again=again,
        marked=marked,
        is_playing=is_playing,
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
) -> DividePage:
    """The page with the draft, if there is one.

    Args:
        seated_now: the numbers of those who have just got a seat.
    """
    classroom = head.classroom
    there = attending(classroom, head.whole.settings)
    people = {person.number: person for person in queries.people(classroom)}
    games = list(present_games_of(queries.groups_of(classroom)))
    seated = placed(draft.groups) if draft else ()
    volunteers = sum(person.is_volunteer for person in there.here)
    past = past_of(classroom, draft.new is None) if draft else NO_PAST
    groups = draft_groups(classroom, draft, people, past) if draft else ()
    in_draft = [
        f"{person.display_name}: {group.name}, {seat.seat.name}"
        for group in groups
        for seat in group.seats
        for person in seat.people
        if person.number in seated_now
    ]
    return DividePage(
        head=head,
        choices=catalogue(),
        usual=usual_items(),
        chosen=draft.key if draft else usual_key(games),
        has_games=bool(games),
        has_people=bool(there.here or there.away),
        volunteers=volunteers,
        moderators=min(draft.moderators, volunteers) if draft else volunteers,
        is_by_lot=draft is not None and draft.is_by_lot,
        count=draft.count if draft else 0,
        groups=groups,
        has_draft=head.has_draft,
        seen=draft.changed if draft else "",
        has_past=bool(past.met),
        needs_moderator=draft is not None and draft.needs_moderator,
        without=tuple(person for person in there.here if person.number not in seated),
        form=form,
        beside=beside,
        told=" · ".join(in_draft),
    )


def usual_key(games: list[Game]) -> str:
    """The present games, if nobody has recorded anything in them yet, and they may be."""
    can_begin = bool(games) and not any(game.is_stopped for game in games)
    is_new = can_begin and not Entry.objects.filter(game__in=games).exists()
    return PRESENT if is_new else usual_items().key
