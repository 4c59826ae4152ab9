"""What a class can print, what a pack has in it, and the key of what that is made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from django.conf import settings
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, ngettext

from moderator.core.class_models import LessonSettings, Presence, RosterName
from moderator.core.links import WHEN_NAMES, SheetLink, listed_of, paper_of
from moderator.core.look import look_at
from moderator.core.models import Classroom, Entry, Game, Group, Person, Seat
from moderator.core.queries import groups_of
from moderator.core.responses import do_phones_reach
from moderator.core.whole_class import games_of
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.debrief.releases import released
from moderator.features.from_paper.models import LateEntry
from moderator.features.printing.class_parts import Site
from moderator.features.printing.class_sheets import CLASS_SHEETS, ClassSheet
from moderator.features.slips.models import SlipVersion
from moderator.features.tournaments.models import Entrant, Pairing, Result, Round, Tournament
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR, PUBLIC
from moderator.sheets.drawing import Paper, fonts
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import SheetKind, When

# What a class can print: the sheets of its groups' present games, and its own.


class ClassGames:
    """A class's groups in their order: the present games, and the groups without one.

    `kinds`: the sheets of each game with what they need, by the keys of games.
    """

    def __init__(self, classroom: Classroom) -> None:
        groups = tuple(groups_of(classroom))
        games = games_of(groups)
        self.classroom = classroom
        self.games = tuple(games[group.pk] for group in groups if group.pk in games)
        self.without = tuple(group for group in groups if group.pk not in games)
        self.kinds = {game.pk: listed_of(game) for game in self.games}


def by_when(sheets: Iterable[SheetLink]) -> list[tuple[When, str, list[SheetLink]]]:
    """The sheets by the time of a game at which they are wanted, with its name."""
    every = list(sheets)
    found = (
        (when, str(name), [one for one in every if one.when == when])
        for when, name in WHEN_NAMES.items()
    )
    return [one for one in found if one[2]]


def offered_sheets(now: ClassGames) -> tuple[SheetLink, ...]:
    """All kinds of sheets that the class can print, in the order of lists, with their names in the
    games played."""
    found: dict[str, list[SheetKind]] = {}
    for rules in dict.fromkeys(game.rules for game in now.games):
        offered = {k for game in now.games if game.rules == rules for k in now.kinds[game.pk]}
        for kind in filter(offered.__contains__, sheets_of(rules).values()):
            found.setdefault(kind.id, []).append(kind)
    return (*map(_offered, found.values()), *(_offered([one]) for one in CLASS_SHEETS.values()))


def _offered(same: Sequence[SheetKind | ClassSheet]) -> SheetLink:
    return SheetLink(
        id=same[0].id,
        label=", ".join(dict.fromkeys(str(kind.name) for kind in same)),
        when=same[0].when,
        about=str(same[0].about),
        is_secret=any(isinstance(kind, SheetKind) and kind.is_secret for kind in same),
    )


@dataclass(frozen=True, slots=True)
class PackSheet:
    """A sheet to be made: of a game, or without one of the class. `place` orders the kinds."""

    kind: SheetKind | ClassSheet
    game: Game | None
    place: int

    @property
    def owner(self) -> str:
        """The group's name; empty for a sheet of the class."""
        return self.game.group.name if self.game else ""


def pack_sheets(now: ClassGames, kinds: Iterable[str]) -> list[PackSheet]:
    """The sheets of these kinds that the class's games have, game by game; then those of the class.

    A game that lacks a kind is passed over.
    """
    places = {offered.id: at for at, offered in enumerate(offered_sheets(now))}
    chosen = sorted(set(kinds) & places.keys(), key=places.__getitem__)
    found = []
    for game in now.games:
        of_game = {kind.id: kind for kind in now.kinds[game.pk]}
        found += [PackSheet(of_game[id], game, places[id]) for id in chosen if id in of_game]
    found += [PackSheet(CLASS_SHEETS[id], None, places[id]) for id in chosen if id in CLASS_SHEETS]
    return found


# What a pack has in it, as its row in the database says it.

Order = Literal["group", "seat", "kind"]
ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, slots=True)
class PackChoice:
    """Which sheets a pack has, and how.

    Args:
        kinds: the ids of kinds of sheets, of games and of the whole class.
        order: by group, by seat (the same seat of all groups together), or by kind of sheet.
        has_secrets: with what is still secret, where a sheet can have it: for the moderator only.
        is_two_sided: each sheet begins on a new piece of paper, if both sides are printed.
        is_reached: whether phones reach the site, so that sheets may lead to it.
    """

    kinds: tuple[str, ...]
    order: Order = "group"
    paper: Paper = "a4"
    has_secrets: bool = False
    is_two_sided: bool = False
    is_reached: bool = False

    def to_wire(self) -> dict[str, Any]:
        return {**asdict(self), "kinds": list(self.kinds)}

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PackChoice:
        """From JSON that `to_wire` has made; other keys are left out."""
        own = {one.name: wire[one.name] for one in fields(cls)}
        return cls(**own | {"kinds": tuple(wire["kinds"])})


# The form of a pack, as posted.

MOST_SHEETS = 1_500


class CannotPrint(Exception):
    """The form can't be accepted; the message says why."""


def order_name(order: Order, now: ClassGames) -> str:
    """What the order is called in a class that plays these games."""
    if order == "group":
        return gettext("By group")
    if order == "kind":
        return gettext("By kind of sheet")
    words = dict.fromkeys(GAMES[game.rules].seat_word for game in now.games)
    return gettext("By %(word)s: all groups together") % {"word": " / ".join(words) or "seat"}


def first_choice(request: HttpRequest, now: ClassGames) -> PackChoice:
    """The choice before anything is ticked: `?preset=`, or nothing, on the class's paper."""
    kinds, paper = _preset(now, request.GET.get("preset", "")), paper_of(now.classroom)
    return PackChoice(kinds, paper=paper, is_reached=do_phones_reach(request))


def posted_choice(request: HttpRequest, now: ClassGames) -> PackChoice:
    """The choice that was posted: what is ticked, or with `preset` all sheets of one time."""
    data = request.POST
    order: Order = next((one for one in ORDERS if one == data.get("order")), "group")
    return PackChoice(
        kinds=_posted_kinds(data, now),
        order=order,
        paper=paper_of(now.classroom),
        has_secrets="secrets" in data,
        is_two_sided="two-sided" in data,
        is_reached=do_phones_reach(request),
    )


def check_choice(now: ClassGames, choice: PackChoice) -> None:
    """Check that there is something to print, and not too much.

    Raises:
        CannotPrint: with a sentence for the page.
    """
    count = len(pack_sheets(now, choice.kinds))
    if not count:
        raise CannotPrint(gettext("Choose at least one kind of sheet."))
    if count > MOST_SHEETS:
        text = ngettext(
            "A pack has at most %d sheet. Choose fewer kinds.",
            "A pack has at most %d sheets. Choose fewer kinds.",
            MOST_SHEETS,
        )
        raise CannotPrint(text % MOST_SHEETS)


def _posted_kinds(data: QueryDict, now: ClassGames) -> tuple[str, ...]:
    if preset := data.get("preset", ""):
        return _preset(now, preset)
    chosen = set(data.getlist("sheet"))
    return tuple(sheet.id for sheet in offered_sheets(now) if sheet.id in chosen)


def _preset(now: ClassGames, when: str) -> tuple[str, ...]:
    spare = {kind.id for of in now.kinds.values() for kind in of if kind.is_spare}
    offered = (sheet.id for sheet in offered_sheets(now) if sheet.when == when)
    return tuple(id for id in offered if id not in spare)


# The key of a pack: a hash of everything that it is made from, and of the code that makes it.

# What is large and never changes, and what no sheet shows.
_LEFT_OUT: dict[type[Model], set[str]] = {
    Game: {"scenario", "more", "changes"},
    Group: {"lesson_changes", "resumed_at"},
    LessonSettings: {"grading"},
}
_CODE = ("rules", "sheets", "plots", "core", "features")


def pack_key(classroom: Classroom, site: Site, choice: PackChoice, language: str) -> str:
    """The key of the pack as it would be now: what its sheets need, and no more."""
    now = ClassGames(classroom)
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
    """A hash of the code and the fonts that make sheets, read once in a process."""
    found = hashlib.sha256(fonts.version().encode())
    root = Path(settings.BASE_DIR) / "moderator"
    for folder in _CODE:
        files = (root / folder).rglob("*")
        for file in sorted(one for one in files if one.suffix in {".py", ".ttf"}):
            found.update(str(file.relative_to(root)).encode())
            found.update(file.read_bytes())
    return found.hexdigest()
