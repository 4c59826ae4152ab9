"""What counts for grades, and how much of it each student of a class has reached."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.class_models import LessonSettings
from moderator.core.ended import is_ended
from moderator.core.log import rules_of
from moderator.core.look import Look
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.whole_class import WholeClass
from moderator.core.written import SaidOnTable, do_teachers_read_now, has_messages, said_in
from moderator.features.classes.models import Note
from moderator.features.deals.records import RECORDS, DiplomaticRecords
from moderator.features.deals.records_part import verdicts_of
from moderator.features.overview.results import ClassResults, class_results
from moderator.features.people.join import was_here
from moderator.features.people.roster import InClass, class_list
from moderator.features.slips.models import SlipVersion
from moderator.rules.deals import BROKEN, KEPT, MESSAGE, PROMISE
from moderator.rules.seating import MODERATOR

# What counts, each with a maximum.

POINTS, PLACE, AMONG, ROUNDS = "points", "place", "among", "rounds"
PROMISES, MESSAGES, ATTENDANCE, NOTES = "promises", "messages", "attendance", "notes"
IN_GAMES = (POINTS, PLACE, AMONG, ROUNDS, PROMISES, MESSAGES)
PARTS = (*IN_GAMES, ATTENDANCE, NOTES)
MOST = 1_000  # of a maximum
DEFAULT = {POINTS: 60, ROUNDS: 20, ATTENDANCE: 20}


@dataclass(frozen=True, slots=True)
class Counting:
    """What counts for the grades of a class, and at most how much; `title`: what the grade is
    called in the gradebook."""

    title: str
    most: Mapping[str, int]

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for part in PARTS if self.most.get(part))

    @property
    def total(self) -> int:
        return sum(self.most[part] for part in self.parts)


def counting_of(lesson: LessonSettings) -> Counting:
    """What was chosen for the class; before that, the default."""
    chosen = lesson.grading or {"title": gettext("Negotiation game"), "most": DEFAULT}
    return Counting(chosen["title"], chosen["most"])


# What a student has reached.


class Reached(NamedTuple):
    """How much was counted, and which share of the maximum that is, from 0 to 1; None: that can't
    be said."""

    counted: int | None = None
    share: float | None = None


NOT_SAID, NOTHING = Reached(), Reached(None, 0.0)
SeatKey = tuple[int, str]
"""A group's primary key, and a player in its game."""


@dataclass(frozen=True, slots=True)
class Student:
    """Somebody on the roster or in the class. `remarks`: what is special about the grade."""

    name: str
    last_name: str
    number: str
    person: Person | None
    is_on_roster: bool
    group: Group | None
    seat: str
    reached: Mapping[str, Reached]
    remarks: tuple[str, ...]

    @property
    def is_student(self) -> bool:
        is_other = self.person is not None and self.person.kind != Person.Kind.STUDENT
        return self.is_on_roster or not is_other

    @property
    def group_name(self) -> str:
        return self.group.name if self.group else ""

    def part(self, part: str, most: int) -> float | None:
        """What counts of the part; None if it can't be said."""
        share = self.reached[part].share
        return None if share is None else most * share

    def grade(self, counting: Counting) -> float | None:
        """The grade; None if nothing can be said of what counts."""
        parts = [(counting.most[one], self.reached[one].share) for one in counting.parts]
        possible = sum(most for most, share in parts if share is not None)
        reached = sum(most * share for most, share in parts if share is not None)
        return round(counting.total * reached / possible + 1e-9, 1) if possible else None


@dataclass
class GradedClass:
    """A class with what each student has reached in the newest started games of its groups."""

    whole: WholeClass

    @cached_property
    def results(self) -> ClassResults:
        return class_results(self.whole)

    @property
    def are_final(self) -> bool:
        """Whether no game is played any more."""
        return all(is_ended(self.whole.look(game)) for game in self.whole.games.values())

    def word(self, name: str, otherwise: str) -> str:
        """A word of the games' rules, if all of them have the same."""
        words = {getattr(rules_of(game), name) for game in self.whole.games.values()}
        return words.pop() or otherwise if len(words) == 1 else otherwise

    @cached_property
    def everybody(self) -> tuple[Student, ...]:
        """Those on the roster, and then the others who have joined, each in alphabetical order."""
        listed = sorted(class_list(self.whole), key=lambda one: one[1] is None)
        return tuple(map(self._student, listed))

    @property
    def students(self) -> tuple[Student, ...]:
        """Those of them who get a grade: not a moderator who came by the console's link."""
        return tuple(one for one in self.everybody if one.is_student)

    def _student(self, one: InClass) -> Student:
        name, row, person = one
        place = self._places.get(person.pk) if person else None
        groups = {group.pk: group for group in self.whole.groups}
        own = person and (person.moderates_id or person.group_id)
        group = groups.get(place[0] if place else own or 0)
        return Student(
            name=name,
            last_name=(row and row.last_name) or "",
            number=row.student_number if row else "",
            person=person,
            is_on_roster=row is not None,
            group=group,
            seat=self._label(place) if place else "",
            reached=self._reached(person, place),
            remarks=tuple(self._remarks(person, row is not None, place)),
        )

    # Where somebody played

    @cached_property
    def _places(self) -> dict[int, SeatKey]:
        """By person, the seat that counts: that in the game which was started last."""
        games = self.whole.games
        order = sorted(games, key=lambda group: games[group].started_at or games[group].created)
        return {
            pk: (group, seat.player)
            for group in order
            for seat in self.whole.seats.get(group, ())
            for pk in seat.people
        }

    @cached_property
    def _moderators(self) -> frozenset[int]:
        """Who moderates a group, or has recorded for one."""
        games = [game.pk for game in self.whole.games.values()]
        rows = Entry.objects.filter(game__in=games, role=Entry.Role.MODERATOR).order_by()
        recorded = set(rows.values_list("person_id", flat=True).distinct())
        return frozenset(
            pk
            for pk, person in self.whole.people.items()
            if person.moderates_id or person.kind == Person.Kind.MODERATOR or pk in recorded
        )

    def _label(self, place: SeatKey) -> str:
        group, player = place
        return self.whole.labels(group)[player].name

    def _is_here(self, person: Person | None) -> bool:
        """Whether somebody attended; a seat in this lesson's game tells it of people without a
        phone."""
        if person is None or person.is_absent:
            return False
        since, place = self._lesson.next_lesson_at, self._places.get(person.pk)
        game = self.whole.games[place[0]] if place else None
        played = game is not None and since and (game.started_at or game.created) >= since
        return bool(played) or was_here(person, self._lesson)

    @cached_property
    def _lesson(self) -> LessonSettings:
        """The lesson that counts: until something has been played in the next one, the last."""
        lesson, games = self.whole.settings, self.whole.games.values()
        begun = [game.started_at or game.created for game in games if not game.is_waiting]
        ends = [fold.entries[-1].at for fold in self.whole.folds.values() if fold.entries]
        since = lesson.next_lesson_at
        if since is None or not begun or max(*begun, *ends, since) > since:
            return lesson
        last = copy(lesson)
        last.next_lesson_at = min(begun)
        return last

    # What somebody reached

    def _reached(self, person: Person | None, place: SeatKey | None) -> dict[str, Reached]:
        is_here = self._is_here(person)
        otherwise = NOT_SAID
        if place is None and person and is_here and person.pk not in self._moderators:
            otherwise = NOTHING if self.whole.games else NOT_SAID
        found = dict.fromkeys(IN_GAMES, otherwise)
        if place is not None:
            found |= self._of_seats.get(place, {})
        if place is not None and person is not None:
            found[MESSAGES] = self._of_most(self._messages, person.pk, place[0] in self._written)
        found[ATTENDANCE] = Reached(int(is_here), float(is_here))
        is_noted = person is not None and (is_here or place is not None)
        found[NOTES] = self._of_most(self._notes, person.pk if person else 0, is_noted)
        return found

    @staticmethod
    def _of_most(counts: Counter[int], person: int, can_be: bool) -> Reached:
        """A number as a share of the largest one."""
        most = max(counts.values(), default=0)
        return Reached(counts[person], counts[person] / most) if most and can_be else NOT_SAID

    @cached_property
    def _of_seats(self) -> dict[SeatKey, dict[str, Reached]]:
        """What everybody in a seat has reached together."""
        found: dict[SeatKey, dict[str, Reached]] = {}
        for group, seats in self.whole.seats.items():
            rounds, kept = self._rounds(group), self._kept(group)
            for seat in seats:
                found[group, seat.player] = {ROUNDS: rounds, PROMISES: _kept_of(kept, seat.player)}
        for scenario in self.results.scenarios:
            best = max((one.points for group in scenario.groups for one in group.seats), default=0)
            for result in scenario.groups:
                for one in result.seats:
                    share = max(one.points, 0) / best if best > 0 else None
                    of = found.setdefault((result.group.pk, one.seat.id), {})
                    of[POINTS] = Reached(one.points, share)
                    of[PLACE] = Reached(one.place, _place_share(one.place, len(result.seats)))
            for across in scenario.across:
                for each in across.results:
                    share = _place_share(each.rank, len(across.results))
                    found[each.group.pk, across.seat.id][AMONG] = Reached(each.rank, share)
        return found

    def _rounds(self, group: int) -> Reached:
        """Compared with the group that came furthest in the same game."""
        played = self._rounds_played
        most = max(played[one] for one in played if self._rules(one) == self._rules(group))
        return Reached(played[group], played[group] / most) if most else NOT_SAID

    @cached_property
    def _rounds_played(self) -> dict[int, int]:
        """By group, how many rounds are complete; 0 in games without rounds."""
        now = {pk: self.whole.look(game) for pk, game in self.whole.games.items()}
        played = {pk: one.rules.rounds_played(one.state) for pk, one in now.items()}
        return {pk: one[0] if one else 0 for pk, one in played.items()}

    def _rules(self, group: int) -> str:
        return self.whole.games[group].rules

    def _kept(self, group: int) -> Counter[tuple[str, str]]:
        """How many promises of each player were kept, and how many broken."""
        look, records, can_read = self._records[group]
        verdicts = verdicts_of(look, records) if can_read else {}
        return Counter(
            (made.maker, verdict.kind)
            for one in records.promises
            if (judged := verdicts.get(one.number))
            for made, verdict in judged.on(one)
            if verdict
        )

    @property
    def hidden(self) -> tuple[str, ...]:
        """The groups whose promises the instructor may not read."""
        return tuple(
            look.game.group.name
            for look, records, can_read in self._records.values()
            if records.is_on and not can_read
        )

    @cached_property
    def _records(self) -> dict[int, tuple[Look, DiplomaticRecords, bool]]:
        """What was promised in each group's game, and whether the instructor may read it."""
        found = {}
        for group, game in self.whole.games.items():
            look = self.whole.look(game, MODERATOR)
            records = RECORDS.of(look)
            can_read = records.is_on and do_teachers_read_now(records.settings, look)
            found[group] = (look, records, can_read)
        return found

    @cached_property
    def _written(self) -> frozenset[int]:
        """The groups in whose games messages can be written."""
        games = self.whole.games.items()
        return frozenset(pk for pk, game in games if has_messages(self.whole.folds[game.pk]))

    @cached_property
    def _messages(self) -> Counter[int]:
        """How many messages each person has written, or a moderator for their seat."""
        counts = Counter[int]()
        seats = {
            (group, seat.player): seat.people
            for group, found in self.whole.seats.items()
            for seat in found
        }
        for group, one in self._said(MESSAGE):
            own = seats.get((group, one.player), ()) if one.is_entered else (one.person,)
            counts.update(pk for pk in own if pk in self._people)
        return counts

    def _said(self, *kinds: str) -> Iterator[tuple[int, SaidOnTable]]:
        """What players have told each other, each with its group."""
        for group, (look, _records, _can_read) in self._records.items():
            yield from ((group, one) for one in said_in(look) if one.kind in kinds)

    @cached_property
    def _people(self) -> frozenset[int]:
        """Those with whom somebody is compared: no simulated students."""
        return frozenset(pk for pk, one in self.whole.people.items() if not one.is_simulated)

    @cached_property
    def _notes(self) -> Counter[int]:
        rows = Note.objects.filter(person__in=self._people).order_by()
        return Counter(dict(rows.values_list("person").annotate(Count("pk"))))

    # What is special about somebody's grade

    def _remarks(
        self, person: Person | None, is_on_roster: bool, place: SeatKey | None
    ) -> Iterator[str]:
        if not is_on_roster and self.whole.classroom.roster.exists():
            yield gettext("not on the roster")
        if person is None:
            yield gettext("has not joined")
        elif place is not None:
            yield from self._of_place(person, place)
        elif person.pk in self._moderators:
            yield gettext("moderates")
        elif self._is_here(person):
            yield gettext("no seat")
        if person is not None and not self._is_here(person):
            yield gettext("absent")

    def _of_place(self, person: Person, place: SeatKey) -> Iterator[str]:
        """Who shares the seat, an earlier one, a tie, and a game that didn't reach its end."""
        group, player = place
        seat = next(one for one in self.whole.seats[group] if one.player == player)
        others = [self.whole.people[pk].display_name for pk in seat.people if pk != person.pk]
        if others:
            yield gettext("shares the seat with %(names)s") % {"names": ", ".join(others)}
        if former := sorted(self._former.get(person.pk, set()) - {place}):
            names = ", ".join(map(self._label, former))
            yield gettext("earlier: %(seats)s") % {"seats": names}
        result, is_tied = self._statuses.get(place, ("", False))
        if is_tied:
            yield gettext("tied")
        if result:
            yield result

    @cached_property
    def _statuses(self) -> dict[SeatKey, tuple[str, bool]]:
        """How far a stopped game came, and whether the seat's place is shared."""
        return {
            (group.group.pk, one.seat.id): (
                group.status if group.game.is_stopped else "",
                one.is_tied and group.is_ranked,
            )
            for scenario in self.results.scenarios
            for group in (*scenario.groups, *scenario.left_out)
            for one in group.seats
        }

    @cached_property
    def _former(self) -> dict[int, set[SeatKey]]:
        """The seats for which each person has written something."""
        groups = {game.pk: group for group, game in self.whole.games.items()}
        found: dict[int, set[SeatKey]] = defaultdict(set)
        for group, one in self._said(MESSAGE, PROMISE):
            if one.role == Entry.Role.STUDENT and one.person:
                found[one.person].add((group, one.player))
        rows = SlipVersion.objects.filter(game__in=groups, role=Entry.Role.STUDENT).order_by()
        for game, person, player in rows.values_list("game_id", "person_id", "player").distinct():
            found[person].add((groups[game], player))
        return found


def _place_share(place: int, all: int) -> float | None:
    """The first gets everything, the last nothing; None without anybody to compare with."""
    return (all - place) / (all - 1) if all > 1 else None


def _kept_of(counts: Counter[tuple[str, str]], player: str) -> Reached:
    kept, broken = counts[player, KEPT], counts[player, BROKEN]
    return Reached(kept, kept / (kept + broken)) if kept + broken else NOT_SAID


def graded_class(classroom: Classroom) -> GradedClass:
    """The class with the newest started game of each group: one that waits for its start doesn't
    count yet."""
    whole = WholeClass(classroom)
    groups = {group.pk: group for group in whole.groups}
    waiting = {pk for pk, game in whole.games.items() if game.is_waiting}
    if not waiting:
        return GradedClass(whole)
    games = {pk: game for pk, game in whole.games.items() if pk not in waiting}
    for game in Game.objects.filter(group__in=waiting, is_waiting=False).order_by("number"):
        game.group = groups[game.group_id]
        games[game.group_id] = game
    ordered = {pk: games[pk] for pk in groups if pk in games}
    whole.games, whole.folds = ordered, log.folds_of(ordered.values())
    return GradedClass(whole)
