"""The ended games of classes as tables: CSV files in a ZIP, the same bytes for the same games.

People have pseudonyms, which the site's key makes: the same in each export. What players wrote is
counted, and no text that anybody typed is in a file. Games that are still played are left out.

What the research export adds to what all features share.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from io import BytesIO
from itertools import permutations
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils.crypto import salted_hmac

from moderator.core.access import own_class
from moderator.core.credentials import ALPHABET
from moderator.core.ended import is_ended
from moderator.core.events import Kind, record
from moderator.core.feature import FEATURES, Feature
from moderator.core.forms import whole_number
from moderator.core.links import file_name
from moderator.core.log import LoggedMove, is_hidden
from moderator.core.look import Look, look_at
from moderator.core.models import Classroom, Entry, Game, Person
from moderator.core.people import student_number
from moderator.core.responses import UNPROCESSABLE, file_response, render_page, table_text
from moderator.core.written import (
    do_teachers_read_now,
    has_messages,
    has_records,
    said_in,
    settings_of,
)
from moderator.features.deals.records import RECORDS
from moderator.features.deals.records_part import verdicts_of
from moderator.rules.deals import BROKEN, CONTACT, KEPT, MESSAGE, NOT_DONE, PENDING, PROMISE, VOID
from moderator.rules.kinds import SENTENCE
from moderator.rules.reading import REDO, UNDO
from moderator.rules.seating import MODERATOR
from moderator.rules.shown import ENTRY, ROUND, SEAT, Column, Row, Table, does_end_round

LETTERS = 8  # of a pseudonym: 39.6 bits
WHEN = (1980, 1, 1, 0, 0, 0)  # of all files in the ZIP: the earliest that it knows


def pseudonym(letter: str, *of: object) -> str:
    """A name for a class or a person that nobody can find out without the site's key."""
    text = ":".join(map(str, of))
    digest = salted_hmac("moderator.research", text, algorithm="sha256").digest()
    return letter + "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LETTERS])


# A game that has ended.


@dataclass(frozen=True)
class EndedGame:
    """A game that is over or stopped, and the people of its class by primary key."""

    look: Look
    people: Mapping[int, Person]
    has_names: bool

    @property
    def game(self) -> Game:
        return self.look.game

    @cached_property
    def keys(self) -> tuple[object, ...]:
        """Which game it is: the first columns of each row."""
        group = self.game.group
        return pseudonym("C", group.classroom_id), group.number, self.game.number

    @property
    def scenario(self) -> str:
        wire = self.game.scenario
        return str(wire["id"] if isinstance(wire, Mapping) else wire)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The players' ids, in the order of play. Where no scenario names them, logs of earlier
        releases have ids that were made of people's names."""
        return tuple(one.id for one in self.look.timeline.seats)

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The same as they are written out."""
        if self.look.rules.players is None:
            return self.ids
        return tuple(f"player-{number}" for number, _ in enumerate(self.ids, start=1))

    def seat(self, id: str) -> str:
        return self.seats[self.ids.index(id)]

    def person(self, pk: int) -> str:
        one = self.people[pk]
        return pseudonym("P", one.classroom_id, one.number)

    @cached_property
    def seated(self) -> tuple[tuple[int, str], ...]:
        """Who has a seat, by primary key, and which."""
        found = self.game.seats.filter(persons__isnull=False).order_by("pk", "persons__number")
        pairs = found.values_list("persons", "player")
        return tuple((pk, self.seat(player)) for pk, player in pairs)

    @cached_property
    def entries(self) -> tuple[LoggedMove, ...]:
        """The log, without what even moderators may not know yet."""
        fold = self.look.fold
        return tuple(one for one in fold.entries if not is_hidden(fold, [one], MODERATOR))

    @cached_property
    def counts(self) -> Counter[tuple[str, str, str]]:
        """How much was said: by whom, to or about whom (empty: all together), and what."""
        found = Counter[tuple[str, str, str]]()
        verdicts = verdicts_of(self.look, RECORDS.of(self.look))
        for said in said_in(self.look):
            found.update((said.player, other, said.kind) for other in ("", *said.others))
            judged = verdicts.get(said.number) if said.kind == PROMISE else None
            if judged:
                for side, verdict in judged.on(said):
                    whats = ("made", verdict.kind if verdict else PENDING)
                    whom = ("", side.partner)
                    found.update((side.maker, other, what) for other in whom for what in whats)
        return found

    def table(self, table: Table) -> Iterator[Row]:
        """The rows of a table of its rules."""
        now = self.look.timeline
        is_seat = [column.is_seat for column in table.columns]
        for row in table.rows(now.rules, now.start, tuple(now.steps())[::-1]):
            yield [
                self.seats[cell] if is_one and isinstance(cell, int) else cell
                for cell, is_one in zip(row, is_seat, strict=True)
            ]


# The tables of all games.


def _at(time: datetime | None) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if time else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _games(one: EndedGame) -> Iterator[Row]:
    game, now, group = one.game, one.look.timeline, one.game.group
    played = now.rules.rounds_played(now.state) or ("", "")
    is_over = now.is_over
    won = now.rules.summary(now.state).get("winners", ()) if is_over else ()
    status = "over" if is_over else "concluded" if game.is_concluded else "stopped"
    options = {key: value for key, value in game.options.items() if key != "players"}
    yield (
        game.rules,
        one.scenario,
        _json(options),
        status,
        *played,
        len(one.seats),
        game.seats.filter(is_partner=True).count(),
        " ".join(map(one.seat, won)),
        _at(game.started_at or game.created),
        _at(one.look.fold.entries[-1].at if one.look.fold.entries else game.stopped_at),
        one.look.fold.number,
        game.uid,
        group.classroom.name if one.has_names else "",
        group.name if one.has_names else "",
    )


def _people(one: EndedGame) -> Iterator[Row]:
    recorded = {entry.person_id for entry in one.look.fold.entries} - {pk for pk, _ in one.seated}
    for pk, seat in (*one.seated, *((pk, "") for pk in recorded)):
        person = one.people[pk]
        names = (person.display_name, student_number(person))
        kind = "simulated" if person.is_simulated else person.kind
        yield one.person(pk), kind, seat, *(names if one.has_names else ("", ""))


def _moves(one: EndedGame) -> Iterator[Row]:
    fold, rules = one.look.fold, one.look.rules
    standing = {step.number for step in fold.timeline.steps()}
    late = {number for feature in FEATURES for number in feature.late_notes(one.look, one.entries)}
    rounds = _rounds(one)
    for entry in one.entries:
        step, is_move = entry.step, entry.verb not in (UNDO, REDO)
        move = step.move
        texts = {"type", "player"} | {
            field.name for field in type(move).form(step.before).fields if field.kind is SENTENCE
        }
        given = {key: value for key, value in entry.move.items() if key not in texts}
        seat = one.seats[move.player] if is_move and move.is_players() else ""
        yield (
            rules.id,
            one.scenario,
            entry.number,
            _at(entry.at),
            rounds[step.number] if is_move else "",
            seat,
            entry.verb,
            _json(given),
            entry.role,
            one.person(entry.person_id),
            int(entry.number in standing) if is_move else "",
            int(entry.number in late),
        )


def _rounds(one: EndedGame) -> dict[int, int]:
    """The round of each move, by its number; after the end the last one."""
    rules, found = one.look.rules, dict[int, int]()
    for entry in one.look.fold.entries:
        before = entry.step.earlier
        if entry.verb in (UNDO, REDO):
            continue
        number = found[before.number] if before else 1
        if before and not rules.is_over(before.after):
            number += does_end_round(rules, before.before, before.after)
        found[entry.number] = number
    return found


SAID = (MESSAGE, CONTACT, PROMISE, "made", KEPT, BROKEN, NOT_DONE, VOID, PENDING)


def _numbers(one: EndedGame, seat: str, partner: str = "") -> list[object]:
    """The counts as cells, empty for what the game doesn't have."""
    fold = one.look.fold
    has = [has_messages(fold), *[has_records(fold)] * (len(SAID) - 1)]
    each = zip(SAID, has, strict=True)
    return [one.counts[seat, partner, what] if is_there else "" for what, is_there in each]


def _said(one: EndedGame) -> Iterator[Row]:
    for seat in one.ids:
        yield one.seat(seat), *_numbers(one, seat)


def _pairs(one: EndedGame) -> Iterator[Row]:
    fold = one.look.fold
    has_any = has_messages(fold) or has_records(fold)
    if has_any and do_teachers_read_now(settings_of(one.game), one.look):
        for seat, partner in permutations(one.ids, 2):
            yield one.seat(seat), one.seat(partner), *_numbers(one, seat, partner)


RULES = Column("rules", "Which game it is", "", "an id")
SCENARIO = Column("scenario", "The scenario of the game", "", "an id")
PERSON = Column(
    "person", "A pseudonym, the same in each export of this site", "", "P and 8 letters"
)
ROLES = ", ".join(Entry.Role.values)
STATUS = "over, stopped, concluded (won’t be continued)"
UTC_TIME = "UTC, 2026-11-27T08:46:25Z"
COUNTS = (
    Column("messages", "Written messages; empty in games without", "messages", "from 0"),
    Column("contacts", "Contacts noted in the own diplomatic record", "contacts", "from 0"),
    Column("promises_offered", "Promises offered, whatever the answer was", "promises", "from 0"),
    Column("promises_made", "Promises that were accepted, or made in exchange", "", "from 0"),
    Column("promises_kept", "Those of them that were kept", "promises", "from 0"),
    Column("promises_broken", "Those that were broken", "promises", "from 0"),
    Column("promises_not_done", "Those not done that take both sides", "promises", "from 0"),
    Column("promises_void", "Those that something else made void", "promises", "from 0"),
    Column("promises_pending", "Those on which nothing had decided", "promises", "from 0"),
)
KEYS = (
    Column("class", "A pseudonym of the class", "", "C and 8 letters"),
    Column("group", "The group’s number in its class", "number", "from 1"),
    Column("game", "The game’s number in its group", "number", "from 1"),
)
TABLES: tuple[tuple[str, tuple[Column, ...], Callable[[EndedGame], Iterable[Row]]], ...] = (
    (
        "games",
        (
            RULES,
            SCENARIO,
            Column("options", "The options that were given, but for the players", "", "JSON"),
            Column("status", "Played to its end, or stopped before, perhaps for good", "", STATUS),
            Column("rounds", "Complete rounds; empty in games without rounds", "rounds", "from 0"),
            Column("rounds_planned", "Of how many", "rounds", "from 1"),
            Column("seats", "How many seats there are", "seats", "from 1"),
            Column("bots", "On how many of them the program played", "seats", "from 0"),
            Column("winners", "Who won, with spaces between; empty if stopped", "", "ids of seats"),
            Column("started", "When it was started", "", UTC_TIME),
            Column("ended", "When its last entry was recorded, or it was stopped", "", UTC_TIME),
            Column("entries", "How many entries its log has", "entries", "from 0"),
            Column("id", "The game’s id, also on its sheets", "", "letters and digits"),
            Column("class_name", "Only with names", "", "text"),
            Column("group_name", "Only with names", "", "text"),
        ),
        _games,
    ),
    (
        "people",
        (
            PERSON,
            Column("kind", "Who it is", "", "student, simulated, moderator, instructor"),
            Column(
                "seat",
                "The seat, which several may share; empty for others who recorded",
                "",
                SEAT.values,
            ),
            Column("name", "Only with names", "", "text"),
            Column("student_number", "That of the roster; only with names", "", "text"),
        ),
        _people,
    ),
    (
        "moves",
        (
            RULES,
            SCENARIO,
            ENTRY,
            Column("time", "When it was recorded", "", UTC_TIME),
            ROUND,
            Column("seat", "Who made the move; empty if nobody in particular", "", SEAT.values),
            Column("verb", "What was done", "", "a word of the rules, undo, redo"),
            Column("arguments", "Further parts of the move, without typed texts", "", "JSON"),
            Column("role", "In which role it was recorded; partner: a bot", "", ROLES),
            Column("person", "Who recorded it: a pseudonym of people.csv", "", "P and 8 letters"),
            Column(
                "stands",
                "Whether it holds (1) or was undone (0); empty for undo and redo",
                "",
                "0 or 1",
            ),
            Column("from_paper", "Whether it was recorded later, from paper", "", "0 or 1"),
        ),
        _moves,
    ),
    ("said", (SEAT, *COUNTS), _said),
    (
        "pairs",
        (SEAT, SEAT._replace(name="partner", meaning="To or with whom"), *COUNTS),
        _pairs,
    ),
)


# The ZIP.

Files = dict[str, tuple[tuple[Column, ...], list[Row]]]


def research_files(classrooms: Iterable[Classroom], *, has_names: bool = False) -> bytes:
    """The ZIP for all ended games of these classes.

    Cost: each log is folded, if it isn't in memory; some five queries a game.
    """
    files: Files = {name: ((*KEYS, *columns), []) for name, columns, _ in TABLES}
    left = Column(
        "why",
        "Why it is left out: it waits for its start, or is still being played",
        "",
        "waiting, playing",
    )
    files["left-out"] = ((*KEYS, left), [])
    for classroom in classrooms:
        people = {one.pk: one for one in classroom.people.select_related("roster_name")}
        for game in games_of(classroom):
            one = EndedGame(look_at(game, MODERATOR), people, has_names)
            if not is_ended(one.look):
                why = "waiting" if game.is_waiting else "playing"
                files["left-out"][1].append((*one.keys, why))
                continue
            _add(files, one)
    return _zip(files)


def games_of(classroom: Classroom) -> list[Game]:
    """All games of the class, in the order of its groups."""
    games = Game.objects.filter(group__classroom=classroom).order_by("group__number", "number")
    return list(games.select_related("group__classroom"))


def _add(files: Files, one: EndedGame) -> None:
    for name, _, rows in TABLES:
        files[name][1].extend((*one.keys, *row) for row in rows(one))
    for table in one.look.rules.tables:
        name = f"{one.game.rules}-{table.name}"
        files.setdefault(name, ((*KEYS, *table.columns), []))
        files[name][1].extend((*one.keys, *row) for row in one.table(table))


def _zip(files: Files) -> bytes:
    named = sorted(files.items())
    dictionary: list[Sequence[object]] = [("file", "column", "meaning", "unit", "values")]
    for name, (columns, _) in named:
        dictionary += [(f"{name}.csv", *column[:4]) for column in columns]
    tables = {name: [[one.name for one in columns], *rows] for name, (columns, rows) in named}
    out = BytesIO()
    with ZipFile(out, "w") as file:
        for name, rows in {"dictionary": dictionary, **tables}.items():
            entry = ZipInfo(f"{name}.csv", WHEN)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            file.writestr(entry, table_text(rows))
    return out.getvalue()


@own_class("GET")
def research(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """All classes of the class's instructor in which something was played."""
    return _page(request, classroom, {classroom.pk})


def _page(
    request: HttpRequest, classroom: Classroom, chosen: set[int], status: int = 200
) -> HttpResponse:
    return render_page(
        request,
        "research/research.html",
        status=status,
        classroom=classroom,
        classes=[(one, one.pk in chosen) for one in _played(classroom)],
        is_refused=status != 200,
    )


@own_class("GET")
def research_zip(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The file for the chosen classes: `?class=` for each, `?names` for names; 404 for others'."""
    chosen = {whole_number(pk) for pk in request.GET.getlist("class")}
    if not chosen:
        return _page(request, classroom, set(), UNPROCESSABLE)
    classes = [one for one in _played(classroom).order_by("created", "pk") if one.pk in chosen]
    if len(classes) < len(chosen):
        raise Http404
    has_names = "names" in request.GET
    words = ("with-names",) if has_names else ()
    name = file_name(classroom, "research", *words) + ".zip"
    content = research_files(classes, has_names=has_names)
    for one in classes:
        record(Kind.RESEARCH_EXPORTED, classroom=one.pk)
    return file_response(content, "application/zip", name, is_saved=True)


def _played(classroom: Classroom) -> QuerySet[Classroom]:
    """The instructor's classes with games that have been started, each with their number."""
    started = Count("groups__games", filter=Q(groups__games__is_waiting=False))
    classes = Classroom.objects.filter(instructor=classroom.instructor_id)
    return classes.annotate(games=started).filter(games__gt=0)


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/research/", research, name="research"),
        path("classes/<int:pk>/research.zip", research_zip, name="research-zip"),
    ),
)
