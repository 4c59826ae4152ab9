"""Drafts of divisions: in the instructor's session until a lesson starts, and as shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.log import rules_of, scenario_of
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.unmoderated import groups_opened
from moderator.features.new_game.drafts import catalogue_item
from moderator.features.people.dividing.draw import (
    Division,
    GroupDraft,
    Past,
    People,
    pairs_again,
    seats_again,
)
from moderator.features.people.dividing.write import NewGames
from moderator.rules.seating import SeatLabel

DRAFTS = "divisions"  # {class's pk: draft}


@dataclass(frozen=True)
class DivisionDraft:
    """A division that has not started. `key`: of the `CatalogueItem`.

    `known`: everybody who was present, or had a seat, when it was drawn. `drawn_for`: the groups
    and games at that time (`groups_key`).
    """

    key: str
    moderators: int
    count: int
    known: People
    groups: Division
    drawn_for: str = ""

    @property
    def new(self) -> NewGames | None:
        """The games to create; None if the groups keep theirs."""
        choice = catalogue_item(self.key)
        return choice.new_games if choice else None

    @property
    def needs_moderator(self) -> bool:
        """Whether nobody but a moderator can record in the new games."""
        return self.new is not None and self.new.needs_moderator


def kept_draft(request: HttpRequest, classroom: Classroom) -> DivisionDraft | None:
    """The class's draft in this session."""
    wire = request.session.get(DRAFTS, {}).get(str(classroom.pk))
    if wire is None:
        return None
    key, moderators, count, known, groups, drawn_for = wire
    made = tuple(map(_group, groups))
    return DivisionDraft(key, moderators, count, tuple(known), made, drawn_for)


def keep_draft(request: HttpRequest, classroom: Classroom, draft: DivisionDraft | None) -> None:
    """Keep the draft instead of an earlier one; None forgets it."""
    kept = dict(request.session.get(DRAFTS, {}))
    kept.pop(str(classroom.pk), None)
    if draft is not None:
        groups = [_wire(group) for group in draft.groups]
        asked = [draft.key, draft.moderators, draft.count]
        kept[str(classroom.pk)] = [*asked, list(draft.known), groups, draft.drawn_for]
    request.session[DRAFTS] = kept


def _wire(group: GroupDraft) -> list[Any]:
    seats = [list(seat) for seat in group.seats]
    return [group.number, seats, list(group.observers), group.moderator, sorted(group.bots)]


def _group(wire: list[Any]) -> GroupDraft:
    number, seats, observers, moderator, bots = wire
    return GroupDraft(
        number, tuple(map(tuple, seats)), tuple(observers), moderator, frozenset(bots)
    )


# A draft as a page shows it.


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


def draft_groups(
    classroom: Classroom, draft: DivisionDraft, people: Mapping[int, Person], past: Past
) -> tuple[DraftGroup, ...]:
    """The draft's groups as the page shows them; people who are not in the class are left out."""
    known = {group.number: group for group in queries.groups_of(classroom)}
    games = {game.group_id: game for game in present_games_of(known.values())}
    choice = catalogue_item(draft.key)
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
        shown = _group_shown(place, name, group, labels, people, past)
        is_moderated = shown.moderator is not None or (own is not None and own.pk in opened)
        made.append(replace(shown, is_playing=replaces, alone="" if is_moderated else alone))
    return tuple(made)


def is_one_group(classroom: Classroom, draft: DivisionDraft) -> bool:
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
    return "" if is_one_group(classroom, draft) else gettext("none: players record")


def present_games_of(groups: Iterable[Group]) -> Iterable[Game]:
    return queries.present_games().filter(group__in=groups).select_related("group")


def labels_of(game: Game | None) -> tuple[SeatLabel, ...]:
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
) -> DraftGroup:
    def of(numbers: Iterable[int]) -> tuple[Person, ...]:
        return tuple(people[number] for number in numbers if number in people)

    seats = tuple(
        DraftSeat(f"{place}.{number}", label, of(group.seats[number]), number in group.bots)
        for number, label in enumerate(labels[: len(group.seats)])
    )
    moderator = people.get(group.moderator or 0)
    met, again, marked = _again(group, labels, people, past)
    return DraftGroup(str(place), name, seats, of(group.observers), moderator, met, again, marked)


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
