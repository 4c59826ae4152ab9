"""The sheets of a whole class: which there are, the results' contents, and downloads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from moderator.core.ended import has_finished, release_of
from moderator.core.log import has_goals
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.queries import GameSummary
from moderator.core.whole_class import WholeClass, seen_of
from moderator.features.debrief.question_pages import answer_parts
from moderator.features.overview.results import GroupResult, ScenarioResults, class_results
from moderator.features.people.roster import class_list
from moderator.features.printing.class_parts import (
    AttendanceData,
    AttendanceRow,
    GroupGame,
    ResultsData,
    Site,
    add_sentence,
    class_part,
    class_stamp,
    last_recorded,
)
from moderator.features.printing.game_sheets import SheetRequest
from moderator.features.printing.join_cards import join_card_parts
from moderator.features.printing.results import results_part
from moderator.features.tournaments.sheet import tournament_parts
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel, Viewer
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout import Section, Sheet
from moderator.sheets.layout.kind import When
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

# The attendance of a class: who joined, where they sit, and lines for those who haven't.

NAME, GROUP, ROLE, TIME, NUMBER = 150.0, 92.0, 92.0, 80.0, 66.0
PAD = 4.0
BLANKS = 4
"""Empty lines for those who are on no list."""


def attendance_part(data: AttendanceData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The attendance, in alphabetical order.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    people = len(data.rows)
    where = ngettext("%d person", "%d people", people) % people
    warning = _("Instructor only: with student numbers.") if data.has_numbers else ""
    return class_part(_fill, data, _("Attendance"), where, stamp, paper, warning)


def _fill(sheet: Sheet, data: AttendanceData) -> None:
    here = sum(row.is_here for row in data.rows)
    facts = {"here": here, "all": len(data.rows)}
    add_sentence(sheet, _("%(here)d of %(all)d have joined.") % facts)
    own = [
        Column(_("Name"), NAME, size=10, lines=2),
        *([Column(_("Student no."), NUMBER, lines=2)] if data.has_numbers else []),
        Column(_("Group"), GROUP, lines=2),
        Column(_("Role"), ROLE, lines=2),
        Column(_("Joined"), TIME, lines=2),
        Column(_("Last seen"), TIME, lines=2),
    ]
    factor = sheet.width / sum(one.width for one in own)
    columns = [replace(one, width=one.width * factor) for one in own]
    rows = [*data.rows, *[AttendanceRow("", is_here=False)] * BLANKS]
    drawn = [table_row(columns, _cells(row, data.has_numbers), PAD) for row in rows]
    sheet.flow(Section(_("Names"), drawn, table_head(columns)))


def _cells(row: AttendanceRow, has_number: bool) -> list[Cell | str]:
    """Somebody's row, with a place to sign for those who haven't joined."""
    number = [row.number] if has_number else []
    if not row.is_here:
        return [row.name, *number, _("signature"), "", "", ""]
    return [Cell(row.name), *number, row.group, row.role, row.joined, row.seen]


# The sheet's contents, from the database.


def attendance_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Everybody on the roster or in the class; on request with student numbers.

    Without names in the class there is nothing to print.
    """
    with override(asked.language):
        whole = WholeClass(classroom)
        rows = _rows(whole, asked.is_for_moderator)
        if not rows:
            return []
        data = AttendanceData(rows, has_numbers=asked.is_for_moderator)
        count = len(rows)
        origin = ngettext("Attendance of %d person", "Attendance of %d people", count) % count
        times = [t for one in whole.people.values() for t in (one.joined, seen_of(one)) if t]
        at = last_recorded(classroom, times)
        stamp = class_stamp(classroom, origin, asked.language, at, classroom.name)
        return [attendance_part(data, stamp, asked.paper)]


def _rows(whole: WholeClass, has_numbers: bool) -> tuple[AttendanceRow, ...]:
    """Those on the roster, and the others who joined."""
    groups = {group.pk: group.name for group in whole.groups}
    rows, zone = [], ZoneInfo(whole.classroom.time_zone)
    for name, line, person in class_list(whole):
        number = line.student_number if line and has_numbers else ""
        if person is None:
            rows.append(AttendanceRow(name, is_here=False, number=number))
        else:
            pk, role = _place(whole, person)
            joined, seen = _time(person.joined, zone), _time(seen_of(person), zone)
            where = groups.get(pk or 0, "")
            rows.append(AttendanceRow(name, True, where, role, joined, seen, number))
    return tuple(rows)


def _place(whole: WholeClass, person: Person) -> tuple[int | None, str]:
    """The primary key of somebody's group, and what they do there."""
    moderates = person.moderates_id
    if person.kind == Person.Kind.MODERATOR:
        moderates = moderates or person.group_id
    if moderates:
        return moderates, _("Moderator")
    for group, seats in whole.seats.items():
        for seat in seats:
            if person.pk in seat.people:
                return group, whole.labels(group)[seat.player].name
    return person.group_id, _("Observer") if person.group_id else _("No group")


def _time(at: datetime | None, zone: ZoneInfo) -> str:
    return date_format(at.astimezone(zone), "j M, H:i") if at else ""


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


# The results of a class as sheets: a part for each scenario, and for each game without points.

RELEASED = Viewer(is_released=True, has_open_goals=True)


def results_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """A part for each scenario, then one for each game without points, but for those in which no
    group has a result; if nobody has one, the first of them says so."""
    with override(asked.language):
        return _Results(WholeClass(classroom), asked).parts()


class _Results:
    """The results of a class while they are put together."""

    def __init__(self, whole: WholeClass, asked: SheetRequest) -> None:
        self.whole, self.asked = whole, asked
        self.found = class_results(whole)
        self.led = _moderators(whole) if whole.settings.are_names_printed else {}

    def parts(self) -> list[SheetPart]:
        found = []
        for scenario in self.found.scenarios:
            found.append((self._scenario(scenario), self._stamp(scenario.games, scenario.title)))
        others = sorted(
            ((one, one.game) for one in self.found.others if one.game is not None),
            key=lambda pair: (pair[1].rules, pair[1].title, pair[0].group.number),
        )
        for _key, same in groupby(others, key=lambda pair: (pair[1].rules, pair[1].title)):
            of = list(same)
            stamp = self._stamp([game for _summary, game in of], of[0][1].title)
            found.append((self._ended(of), stamp))
        shown = [one for one in found if one[0].groups] or found[:1]
        return [results_part(data, stamp, self.asked.paper) for data, stamp in shown]

    def _stamp(self, games: list[Game], title: str) -> Stamp:
        count = len(games)
        said = ngettext("Made from the log of %d game", "Made from the logs of %d games", count)
        classroom = self.whole.classroom
        at, copyright = last_recorded(classroom), GAMES[games[0].rules].copyright
        language = self.asked.language
        return class_stamp(classroom, said % count, language, at, title, copyright)

    # Games that count points

    def _scenario(self, scenario: ScenarioResults) -> ResultsData:
        final = [one for one in scenario.groups if one.is_final]
        unfinished = [one for one in scenario.groups if not one.is_final] + [*scenario.left_out]
        unfinished.sort(key=lambda one: one.group.number)
        first = (*final, *unfinished)[0]
        rules = GAMES[first.game.rules]
        seats = tuple(result.seat for result in first.seats)
        goals, known, note = self._goals(final, seats)
        return ResultsData(
            groups=tuple(self._scores(one) for one in final),
            unfinished=tuple(map(_open, unfinished)),
            seats=seats,
            seat_word=scenario.seat_word,
            counted=tuple(move.counted for move in rules.moves if move.counted),
            goals=goals,
            known=known,
            goals_note=note,
            goals_key=rules.goals_key,
            goals_title=rules.goals_title,
        )

    def _scores(self, result: GroupResult) -> GroupGame:
        are_named = self.whole.settings.are_names_printed
        timeline = self.whole.look(result.game).timeline
        made = Counter(step.move.verb for step in timeline.steps())
        return GroupGame(
            number=result.group.number,
            name=result.group.name,
            note="" if timeline.is_over else result.status,
            led=self.led.get(result.group.pk, ""),
            scores=tuple(one if are_named else replace(one, names=()) for one in result.seats),
            lead=result.lead,
            counts=tuple(made[move.verb] for move in timeline.rules.moves if move.counted),
        )

    def _goals(
        self, final: list[GroupResult], seats: tuple[SeatLabel, ...]
    ) -> tuple[tuple[Mapping[str, int], ...], int, str]:
        """Each seat's goals in the games whose secrets everybody may know, and in how many of them
        each was met; the number of these games; and what is missing."""
        known = final
        if final and has_goals(final[0].game):
            is_open = not release_of(final[0].game).playing
            finished = [one for one in final if has_finished(self.whole.look(one.game))]
            known = [one for one in finished if is_open or one.game.is_released]
        met = [GAMES[one.game.rules].goals_met(one.state, RELEASED) for one in known]
        of_seats = tuple(
            _counted([dict(of_game.get(seat.id, ())) for of_game in met]) for seat in seats
        )
        if not final or (known and not any(of_seats)):
            return (), 0, ""
        note = ""
        if not known:
            note = gettext(
                "They are secret until the games of all groups are over, or won’t be continued."
            )
        elif len(known) < len(final):
            note = gettext("Of %d of the %d groups; those of the others are still secret.")
            note = note % (len(known), len(final))
        return of_seats, len(known), note

    # Games without points

    def _ended(self, of: list[tuple[GameSummary, Game]]) -> ResultsData:
        still = [one for one, _game in of if not one.is_over]
        return ResultsData(
            tuple(self._end(one.group, game, one) for one, game in of if one.is_over),
            tuple(GroupGame(one.group.number, one.group.name, one.sentence) for one in still),
        )

    def _end(self, group: Group, game: Game, summary: GameSummary) -> GroupGame:
        now = self.whole.look(game).timeline
        seats = now.seats
        won = now.rules.summary(now.state).get("winners", ())
        if len(won) == len(seats):  # nobody has won
            won = ()
        return GroupGame(
            number=group.number,
            name=group.name,
            note=_capital(summary.sentence),
            led=self.led.get(group.pk, ""),
            winners=tuple(seat for seat in seats if seat.id in won),
            players=tuple((seat, self._names(group, seat)) for seat in seats),
        )

    def _names(self, group: Group, seat: SeatLabel) -> str:
        if not self.whole.settings.are_names_printed:
            return ""
        people = self.whole.people
        seated = [one for one in self.whole.seats.get(group.pk, ()) if one.player == seat.id]
        return ", ".join(people[pk].display_name for one in seated for pk in one.people)


def _counted(of_games: list[dict[str, bool]]) -> Mapping[str, int]:
    """The goals that a seat has in these games, with how often each was met."""
    met: Counter[str] = Counter()
    for goals in of_games:
        met.update({text: int(is_met) for text, is_met in goals.items()})
    return met


def _open(result: GroupResult) -> GroupGame:
    status = result.status
    if result.game.is_waiting:
        status = gettext("Prepared, and waiting for its start")
    return GroupGame(result.group.number, result.group.name, _capital(status))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _moderators(whole: WholeClass) -> Mapping[int, str]:
    """The names of the moderators by their group's primary key."""
    found: dict[int, list[str]] = {}
    for person in whole.people.values():
        by_link = person.group_id if person.kind == Person.Kind.MODERATOR else None
        group = person.moderates_id or by_link
        if group and person.name:
            found.setdefault(group, []).append(person.name)
    return {group: ", ".join(names) for group, names in found.items()}


# Sheets of a whole class, beside those of its groups' games; packs offer them too.

PartsOf = Callable[[Classroom, Site, SheetRequest], list[SheetPart]]


@dataclass(frozen=True, slots=True)
class ClassSheet:
    """A sheet of a whole class.

    Args:
        id: in the choice of a pack; not the id of a game's sheet.
        name: its name, translated when it is used.
        parts: its pages; none if the class has nothing to print on it.
        when: at which time of a lesson it is handed out, for lists of sheets.
        about: a short sentence for these lists.
        has_more: whether it has more on request, that only the instructor may read.
        needs: what it is made from beside games and people.
    """

    id: str
    name: StrPromise | str
    parts: PartsOf
    when: When = "after"
    about: StrPromise | str = ""
    has_more: bool = False
    needs: tuple[str, ...] = ()


_SHEETS = (
    ClassSheet(
        "join-cards",
        gettext_lazy("Join cards"),
        join_card_parts,
        when="before",
        about=gettext_lazy("A card for each student, with the code to join."),
    ),
    ClassSheet(
        "results",
        gettext_lazy("Class results"),
        results_parts,
        about=gettext_lazy("Rankings by group, the same player across groups, goals met."),
    ),
    ClassSheet(
        "tournaments",
        gettext_lazy("Tournaments"),
        tournament_parts,
        about=gettext_lazy("Standings and cross tables of the class’s tournaments."),
        needs=("results",),
    ),
    ClassSheet(
        "attendance",
        gettext_lazy("Attendance"),
        attendance_parts,
        about=gettext_lazy("Who joined, in which group; lines to sign for the others."),
        has_more=True,
        needs=("seen",),
    ),
    ClassSheet(
        "debrief-answers",
        gettext_lazy("Debrief with answers"),
        answer_parts,
        about=gettext_lazy(
            "The questions asked in the debrief, and what students wrote, by group."
        ),
        needs=("answers",),
    ),
)

CLASS_SHEETS: Mapping[str, ClassSheet] = {sheet.id: sheet for sheet in _SHEETS}
"""All of them by their ids, in the order of lists."""
