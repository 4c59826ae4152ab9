"""The page on which a class is divided: what it contains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from moderator.play import division_now, selectors
from moderator.play.dividing.drafts import GroupDraft, Met, placed, repeats
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Classroom, Game, Group, Person
from moderator.rules.seating import SeatLabel
from moderator.web.lessons.division_drafts import DivisionDraft
from moderator.web.lessons.game_choices import PRESENT, GameChoice, game_choice, game_choices


@dataclass(frozen=True)
class DraftSeat:
    """A seat, who has it, and the value with which people are moved there."""

    to: str
    seat: SeatLabel
    people: tuple[Person, ...]
    is_bot: bool = False


@dataclass(frozen=True)
class DraftGroup:
    """A group of the draft; `met` are sentences about people who have met before."""

    to: str
    name: str
    seats: tuple[DraftSeat, ...]
    observers: tuple[Person, ...]
    moderator: Person | None
    met: tuple[str, ...] = ()
    is_playing: bool = False

    @property
    def size(self) -> int:
        """How many people play."""
        return sum(len(seat.people) for seat in self.seats)

    @property
    def to_moderator(self) -> str:
        """The value with which somebody becomes its moderator."""
        return f"{self.to}.moderator"


@dataclass(frozen=True)
class PresentRow:
    """A student in the form, who is present or not."""

    person: Person
    is_present: bool


@dataclass(frozen=True)
class DividePage:
    """The form, the draft that it has drawn, and the people without a seat."""

    classroom: Classroom
    choices: tuple[tuple[str, tuple[GameChoice, ...]], ...]
    chosen: str
    has_games: bool
    people: tuple[PresentRow, ...]
    volunteers: int
    moderators: int
    count: int
    groups: tuple[DraftGroup, ...]
    has_draft: bool
    without: tuple[Person, ...]
    watching: tuple[Person, ...]
    once: str
    error: str = ""
    present_key: str = PRESENT

    @property
    def summary(self) -> str:
        """The draft in a sentence."""
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
        """How many have met before, in a sentence."""
        count = sum(len(group.met) for group in self.groups)
        if not count:
            return gettext("Nobody plays with the same people again.")
        return ngettext(
            "%(n)d pair has played together before.",
            "%(n)d pairs have played together before.",
            count,
        ) % {"n": count}

    @property
    def playing(self) -> tuple[str, ...]:
        """The names of groups whose running games the draft would replace."""
        return tuple(group.name for group in self.groups if group.is_playing)


def draft_groups(
    classroom: Classroom, draft: DivisionDraft, people: Mapping[int, Person], met: Met
) -> tuple[DraftGroup, ...]:
    """The draft's groups as the page shows them; people who are not in the class are left out."""
    known = {group.number: group for group in selectors.groups_of(classroom)}
    games = {game.group_id: game for game in _games(known.values())}
    choice = game_choice(draft.key)
    used = max(known, default=0)
    made = []
    for place, group in enumerate(draft.groups):
        own = known.get(group.number)
        used += own is None
        game = games.get(own.pk) if own else None
        labels = choice.seats(len(group.seats)) if choice else _labels(game)
        name = own.name if own else gettext("Group %(number)d") % {"number": used}
        replaces = choice is not None and game is not None and _is_running(game)
        made.append(_group(place, name, group, labels, people, met, replaces))
    return tuple(made)


def _games(groups: Iterable[Group]) -> Iterable[Game]:
    return selectors.present_games().filter(group__in=groups).select_related("group")


def _labels(game: Game | None) -> tuple[SeatLabel, ...]:
    return rules_of(game).seats(scenario_of(game), game.options) if game else ()


def _is_running(game: Game) -> bool:
    """Whether moves have been recorded, and the game isn't over."""
    now = selectors.timeline(game)
    return bool(now.number) and not game.is_stopped and not now.game.is_over(now.state)


def _group(
    place: int,
    name: str,
    group: GroupDraft,
    labels: tuple[SeatLabel, ...],
    people: Mapping[int, Person],
    met: Met,
    is_playing: bool,
) -> DraftGroup:
    def of(numbers: Iterable[int]) -> tuple[Person, ...]:
        return tuple(people[number] for number in numbers if number in people)

    seats = tuple(
        DraftSeat(f"{place}.{number}", label, of(group.seats[number]), number in group.bots)
        for number, label in enumerate(labels[: len(group.seats)])
    )
    pairs = [(people[a], people[b]) for a, b in repeats(group, met) if {a, b} <= people.keys()]
    sentences = tuple(
        gettext("%(one)s and %(other)s have played together before.")
        % {"one": one.display_name, "other": other.display_name}
        for one, other in pairs
    )
    moderator = people.get(group.moderator or 0)
    return DraftGroup(
        str(place), name, seats, of(group.observers), moderator, sentences, is_playing
    )


def divide_page(
    classroom: Classroom, draft: DivisionDraft | None, absent: frozenset[int], once: str, error: str
) -> DividePage:
    """The page with the draft, if there is one."""
    students = tuple(division_now.students_of(classroom))
    people = {person.number: person for person in selectors.people(classroom)}
    games = list(_games(selectors.groups_of(classroom)))
    if draft:
        seated = placed(draft.groups)
        without = tuple(p for p in students if p.number not in seated | absent)
    else:
        lost = division_now.unseated(classroom)
        without = tuple(person for person in lost if person.number not in absent)
    volunteers = sum(person.is_volunteer and person.number not in absent for person in students)
    met = division_now.met_before(classroom) if draft else {}
    return DividePage(
        classroom=classroom,
        choices=game_choices(),
        chosen=draft.key if draft else _usual(games),
        has_games=bool(games),
        people=tuple(PresentRow(p, p.number not in absent) for p in students),
        volunteers=volunteers,
        moderators=draft.moderators if draft else volunteers,
        count=draft.count if draft else 0,
        groups=draft_groups(classroom, draft, people, met) if draft else (),
        has_draft=draft is not None,
        without=tuple(p for p in without if draft or p.group_id is None),
        watching=() if draft else tuple(p for p in without if p.group_id is not None),
        once=once,
        error=error,
    )


def _usual(games: list[Game]) -> str:
    """The present games, if nobody has recorded anything in them yet."""
    is_new = bool(games) and not any(game.entries.exists() for game in games)
    return PRESENT if is_new else ""
