"""A class after its last lesson: copied for the next term, and its people made pseudonymous."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.class_models import Announcement, Presence, RosterName
from moderator.core.databases.compaction import compaction_request
from moderator.core.ended import is_ended
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.feature import FEATURES, ErasedName
from moderator.core.lesson import lesson_changed, lesson_locked, lesson_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person
from moderator.core.text import name_key
from moderator.features.classes.models import Note
from moderator.features.classes.write import (
    classroom_create,
    group_rename,
    groups_create,
)
from moderator.features.debrief.models import Question
from moderator.features.debrief.questions import question_make
from moderator.features.new_game.settings import game_settings_of
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.write import class_locked, texts_rewrite
from moderator.features.tournaments.models import Entrant
from moderator.rules.registry import GAMES
from moderator.rules.seating import player_ids

# Copying a class for the next term.

KEPT = (
    *("are_others_welcome", "negotiation_minutes", "is_clock_locking", "debrief_minutes"),
    *("stuck_minutes", "are_names_printed", "paper", "are_all_names_on_wall", "grading"),
)
"""The settings of lessons that a copy has, too."""


@transaction.atomic
def classroom_copy(classroom: Classroom, name: str) -> Classroom:
    """A new class of the instructor, with what was prepared in this one and without its people.

    It has the same settings and groups; each group's last game, waiting for its start; the
    announcements that were prepared, and the questions of the debrief that were typed.

    Raises:
        InvalidInput: a bad name.
    """
    new = classroom_create(classroom.instructor, name, classroom.time_zone)
    before, lesson = lesson_of(classroom), lesson_locked(new)
    for column in KEPT:
        setattr(lesson, column, getattr(before, column))
    lesson.save(update_fields=KEPT)
    groups = _groups_copy(classroom, new)
    games = {old.pk: _game_copy(old, groups[old.group_id]) for old in copied_games(classroom)}
    _announcements_copy(classroom, new, groups)
    typed = Question.objects.filter(Q(classroom=classroom) | Q(game__in=games), is_derived=False)
    for question in typed.order_by("number"):
        question_make(new, question.text, games.get(question.game_id or 0))
    return new


def _groups_copy(classroom: Classroom, new: Classroom) -> dict[int, Group]:
    old = queries.groups_of(classroom)
    made = groups_create(new, len(old)) if old else []
    return {one.pk: group_rename(copy, one.name) for one, copy in zip(old, made, strict=True)}


def copied_games(classroom: Classroom) -> list[Game]:
    """The groups' present games, but for those of a tournament."""
    games = queries.present_games().filter(group__classroom=classroom, pairing=None)
    return list(games.order_by("group__number"))


def _game_copy(old: Game, group: Group) -> Game:
    """The same game for another group, which waits for its start. What is drawn is drawn again; its
    players have numbers where no scenario names them."""
    rules, settings, options = GAMES[old.rules], game_settings_of(old), dict(old.options)
    if rules.players is not None:
        ids = dict(zip(options["players"], player_ids(len(options["players"])), strict=True))
        options["players"] = list(ids.values())
        settings = replace(settings, partners=frozenset(ids[one] for one in settings.partners))
    scenario = scenario_draw(old.rules, options) if rules.drawn_word else old.scenario
    settings = replace(settings, **(settings.kept_settings or {}))
    settings = replace(settings, kept_settings=None, is_waiting=True)
    by = instructor_person(group.classroom)
    return game_create(group, old.rules, scenario, options, by, settings)


def _announcements_copy(classroom: Classroom, new: Classroom, groups: Mapping[int, Group]) -> None:
    """Those that come by themselves, and those that were never released."""
    prepared = classroom.announcements.filter(is_withdrawn=False)
    prepared = prepared.filter(Q(at_round__isnull=False) | Q(releases=None))
    Announcement.objects.bulk_create(
        Announcement(
            classroom=new,
            text=one.text,
            group=groups[one.group_id] if one.group_id else None,
            player=one.player,
            at_round=one.at_round,
            made=timezone.now(),
        )
        for one in prepared.order_by("pk")
    )


# Pseudonyms in the place of names: logs hold only numbers, and still verify.


def still_played(classroom: Classroom) -> list[Group]:
    """The groups whose game has begun and has not ended."""
    games = queries.present_games().filter(group__classroom=classroom, is_waiting=False)
    games = games.select_related("group").order_by("group__number")
    return [game.group for game in games if not is_ended(look_at(game))]


@transaction.atomic
def classroom_pseudonymise(classroom: Classroom) -> None:
    """Replace all names of people by “Student 1” and so on, for good, also in what was typed.

    Student numbers, notes about people, requests to join, sheets that are kept, and when somebody
    was seen last are deleted, and nobody else can join. Of names that belong to nobody in the class
    players get numbers. A second time changes nothing.

    Raises:
        InvalidInput: a group still plays.
    """
    classroom = class_locked(classroom)
    if playing := still_played(classroom):
        groups = {"groups": ", ".join(group.name for group in playing)}
        raise InvalidInput(gettext("Still being played: %(groups)s. Stop it first.") % groups)
    renamed = _people_rename(classroom)
    _typed_rename(classroom, renamed)
    games = Game.objects.filter(group__classroom=classroom)
    games.update(more={}, stops=F("stops") + 1)
    Note.objects.filter(person__classroom=classroom).delete()
    classroom.requests.all().delete()
    classroom.recent_joins.all().delete()
    Presence.objects.filter(person__classroom=classroom).delete()
    lesson = lesson_locked(classroom)
    lesson.is_joining_open = False
    lesson.save(update_fields=["is_joining_open"])
    record(Kind.NAMES_REPLACED, classroom=classroom.pk)
    lesson_changed(classroom)
    compaction_request()


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name with its pseudonym. `person`: who had it; None for a line of the roster alone."""

    name: str
    pseudonym: str
    person: Person | None = None


def _people_rename(classroom: Classroom) -> dict[str, Renamed]:
    """Give everybody with a name a pseudonym, and each line of the roster that of its student.

    Returns: what was renamed, by the keys of the names.
    """
    named = list(classroom.people.filter(is_simulated=False).exclude(name="").order_by("number"))
    named.sort(key=lambda one: not one.is_removed)  # who is here comes last, and so has the name
    pseudonyms, count = _pseudonyms(named)
    found = {one.name_key: Renamed(one.name, pseudonyms[one.pk], one) for one in named}
    lines = []
    for line in classroom.roster.order_by("pk"):
        known = found.get(line.name_key)
        pseudonym = pseudonyms.get(line.person_id or 0) or (known.pseudonym if known else "")
        if not pseudonym:
            count += 1
            pseudonym = _student(count)
        found.setdefault(line.name_key, Renamed(line.name, pseudonym))
        new, key = {"classroom": classroom, "person_id": line.person_id}, name_key(pseudonym)
        lines.append(RosterName(name=pseudonym, name_key=key, **new))
    people = classroom.people.all()
    people.update(joined_from=None, return_generation=F("return_generation") + 1)
    people.filter(pk__in=pseudonyms).update(name="", name_key="")  # so that no two are equal
    for pk, pseudonym in pseudonyms.items():
        people.filter(pk=pk).update(name=pseudonym, name_key=name_key(pseudonym))
    classroom.roster.all().delete()
    RosterName.objects.bulk_create(lines)
    return found


def _pseudonyms(named: Iterable[Person]) -> tuple[dict[int, str], int]:
    """A pseudonym for each of these people, by primary key, and how many students there are."""
    found, last = {}, 0
    for one in sorted(named, key=lambda one: one.number):
        if one.kind == Person.Kind.STUDENT:
            last += 1
            found[one.pk] = _student(last)
        else:  # as those are called who gave no name
            found[one.pk] = gettext("Moderator %(number)d") % {"number": one.number}
    return found, last


def _student(number: int) -> str:
    return gettext("Student %(number)d") % {"number": number}


def _typed_rename(classroom: Classroom, renamed: Mapping[str, Renamed]) -> None:
    """Put pseudonyms in the place of names in all that was typed, and in the seats of games."""
    names = sorted((one.name for one in renamed.values()), key=len, reverse=True)
    any_of = "|".join(map(re.escape, names)) or "(?!)"
    typed = re.compile(rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE)

    def pseudonym(found: re.Match[str]) -> str:
        known = renamed.get(name_key(found.group()))
        return known.pseudonym if known else gettext("somebody")

    def without(text: str) -> str:
        return typed.sub(pseudonym, text)

    texts_rewrite(classroom, without)
    for key, one in renamed.items():
        for feature in FEATURES:
            feature.forget_name(classroom, ErasedName(one.person, key, without))
    Entrant.objects.filter(tournament__classroom=classroom, person=None).update(
        name="", name_key=""
    )
    for game in Game.objects.filter(group__classroom=classroom):
        if GAMES[game.rules].players is not None:
            for number, seat in enumerate(game.seats.order_by("pk"), start=1):
                known = renamed.get(name_key(seat.name))
                player = gettext("Player %(number)d") % {"number": number}
                seat.name = known.pseudonym if known else player
                seat.save(update_fields=["name"])
