"""The key of a pack: a hash of everything that it is made from, and of the code that makes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from moderator.core.class_models import LessonSettings, Presence, RosterName
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Group, Person, Seat
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.debrief.releases.read import released
from moderator.features.from_paper.models import LateEntry
from moderator.features.printing.class_sheets import CLASS_SHEETS
from moderator.features.printing.packs.form import ClassGames, PackChoice
from moderator.features.printing.people import Site
from moderator.features.slips.models import SlipVersion
from moderator.features.tournaments.models import Entrant, Pairing, Result, Round, Tournament
from moderator.rules.seating import MODERATOR, PUBLIC

# What is large and never changes, and what no sheet shows.
_LEFT_OUT: dict[type[Model], set[str]] = {
    Game: {"scenario", "more", "changes"},
    Group: {"lesson_changes", "resumed_at"},
}
_CODE = ("rules", "sheets", "plots", "core", "features")


def pack_key(classroom: Classroom, site: Site, choice: PackChoice, language: str) -> str:
    """The key of the pack as it would be now: what its sheets need, and no more."""
    now = ClassGames.of(classroom)
    needs = {one for id, sheet in CLASS_SHEETS.items() if id in choice.kinds for one in sheet.needs}
    has_said = []
    for game in now.games:
        kinds = {kind.id: of for kind, of in now.kinds[game.pk].items() if kind.id in choice.kinds}
        needs.update(one for of in kinds.values() for one in of)
        if any("said" in of for of in kinds.values()):
            has_said.append((game, list(kinds)))
    if not choice.has_secrets:
        needs.discard("slips")
    made_from = [
        _release(),
        choice.to_wire(),
        language,
        site.url,
        classroom.name,
        classroom.code,
        classroom.time_zone,
        *(_rows(rows) for rows in _tables(classroom, needs)),
        _heads(classroom),
        _seated(classroom),
        *(_said(game, kinds, has_secrets=choice.has_secrets) for game, kinds in has_said),
    ]
    text = json.dumps(made_from, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _tables(classroom: Classroom, needs: Set[str]) -> Iterator[QuerySet[Any]]:
    """What is printed beside the logs: small tables of every sheet, then those that some need."""
    of_game, in_tournament = {"game__group__classroom": classroom}, "tournament__classroom"
    yield LessonSettings.objects.filter(classroom=classroom)
    yield Group.objects.filter(classroom=classroom)
    yield Game.objects.filter(group__classroom=classroom)
    yield Person.objects.filter(classroom=classroom)
    yield RosterName.objects.filter(classroom=classroom)
    yield Seat.objects.filter(**of_game)
    yield Tournament.objects.filter(classroom=classroom)
    yield Entrant.objects.filter(**{in_tournament: classroom})
    yield Round.objects.filter(**{in_tournament: classroom})
    yield Pairing.objects.filter(**{f"round__{in_tournament}": classroom})
    if "comments" in needs:
        yield Comment.objects.filter(**of_game)
        yield LateEntry.objects.filter(**of_game)
    if "slips" in needs:
        yield SlipVersion.objects.filter(**of_game)
    if "results" in needs:
        yield Result.objects.filter(**{f"pairing__round__{in_tournament}": classroom})
    if "answers" in needs:
        yield Question.objects.filter(Q(classroom=classroom) | Q(**of_game))
        yield Answer.objects.filter(person__classroom=classroom)
    if "seen" in needs:
        yield Presence.objects.filter(person__classroom=classroom)


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


def _said(game: Game, kinds: list[str], *, has_secrets: bool) -> list[Any]:
    """What these sheets print of messages and records.

    What nobody who gets the pack may read is left out: it must not show whether there is any.
    """
    what = released(look_at(game, MODERATOR if has_secrets else PUBLIC))
    return [kinds, what.has_all, what.records.settings.verdicts, *what.rows]


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
