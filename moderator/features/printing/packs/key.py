"""The key of a pack: a hash of everything that it is made from, and of the code that makes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from moderator.core.look import look_at
from moderator.core.models import (
    Classroom,
    Entry,
    Game,
    Group,
    LessonSettings,
    Person,
    Presence,
    Seat,
)
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.from_paper.models import LateEntry
from moderator.features.people.models import RosterName
from moderator.features.printing.class_sheets import CLASS_SHEETS
from moderator.features.printing.packs.contents import ClassGames
from moderator.features.printing.packs.form import PackChoice
from moderator.features.printing.people import Site
from moderator.features.printing.said import readable
from moderator.features.slips.models import SlipVersion
from moderator.features.tournaments.models import Entrant, Pairing, Result, Round, Tournament

# What is large and never changes, and what no sheet shows.
_LEFT_OUT: dict[type[Model], set[str]] = {
    Game: {"scenario", "more", "changes"},
    Group: {"lesson_changes", "resumed_at"},
}
_CODE = ("rules", "sheets", "plots", "core", "features")


def pack_key(classroom: Classroom, site: Site, choice: PackChoice, language: str) -> str:
    """The key of the pack as it would be now."""
    made_from = [
        _release(),
        choice.to_wire(),
        language,
        site.url,
        classroom.name,
        classroom.code,
        classroom.time_zone,
        *(_rows(rows) for rows in _tables(classroom)),
        _seen(classroom) if CLASS_SHEETS.keys() & set(choice.kinds) else [],
        _heads(classroom),
        _seated(classroom),
        *_written(classroom, choice),
    ]
    text = json.dumps(made_from, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _tables(classroom: Classroom) -> Iterable[QuerySet[Any]]:
    """What is printed beside the logs: small tables."""
    of_class = Q(classroom=classroom) | Q(game__group__classroom=classroom)
    in_class, in_tournament = {"group__classroom": classroom}, "tournament__classroom"
    return (
        LessonSettings.objects.filter(classroom=classroom),
        Group.objects.filter(classroom=classroom),
        Game.objects.filter(**in_class),
        Person.objects.filter(classroom=classroom),
        RosterName.objects.filter(classroom=classroom),
        Seat.objects.filter(game__group__classroom=classroom),
        Comment.objects.filter(game__group__classroom=classroom),
        LateEntry.objects.filter(game__group__classroom=classroom),
        Tournament.objects.filter(classroom=classroom),
        Entrant.objects.filter(**{in_tournament: classroom}),
        Round.objects.filter(**{in_tournament: classroom}),
        Pairing.objects.filter(**{f"round__{in_tournament}": classroom}),
        Question.objects.filter(of_class),
        Answer.objects.filter(person__classroom=classroom),
        Result.objects.filter(**{f"pairing__round__{in_tournament}": classroom}),
    )


def _rows(rows: QuerySet[Any]) -> list[Any]:
    model: type[Model] = rows.model
    left_out = _LEFT_OUT.get(model, set())
    fields = [one.attname for one in model._meta.concrete_fields if one.attname not in left_out]
    return [model.__name__, fields, *rows.order_by("pk").values_list(*fields)]


def _heads(classroom: Classroom) -> list[Any]:
    """The last hash of each log."""
    last = Entry.objects.filter(game=OuterRef("pk")).order_by("-number").values("hash")[:1]
    games = Game.objects.filter(group__classroom=classroom).order_by("pk")
    return list(games.values_list("uid", Subquery(last)))


def _seated(classroom: Classroom) -> list[Any]:
    links = Seat.persons.through.objects.filter(seat__game__group__classroom=classroom)
    return list(links.order_by("pk").values_list("seat_id", "person_id"))


def _seen(classroom: Classroom) -> list[Any]:
    """When people were connected last, which sheets of the class may show."""
    rows = Presence.objects.filter(person__classroom=classroom).order_by("pk")
    return list(rows.values_list("person_id", "seen"))


def _written(classroom: Classroom, choice: PackChoice) -> Iterator[list[Any]]:
    """What is printed of messages and records, and of order slips.

    What nobody who gets the pack may read is left out: it must not show whether there is any.
    """
    if choice.has_secrets:
        slips = SlipVersion.objects.filter(game__group__classroom=classroom)
        yield _rows(slips)
    now = ClassGames.of(classroom)
    for game in now.games:
        kinds = [kind for id, kind in now.kinds[game.pk].items() if id in choice.kinds]
        if any(kind.written for kind in kinds):
            what = readable(look_at(game), choice.has_secrets)
            verdicts = what.records.settings.verdicts
            yield [[kind.id for kind in kinds], what.has_all, verdicts, *what.rows]


@cache
def _release() -> str:
    """A hash of the code that makes sheets, read once in a process."""
    found = hashlib.sha256()
    root = Path(settings.BASE_DIR) / "moderator"
    for folder in _CODE:
        for file in sorted((root / folder).rglob("*.py")):
            found.update(str(file.relative_to(root)).encode())
            found.update(file.read_bytes())
    return found.hexdigest()
