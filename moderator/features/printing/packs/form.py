"""What a class can print, what a pack has in it, and the form to choose it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast, get_args

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, ngettext

from moderator.core.class_models import LessonSettings
from moderator.core.models import Classroom, Game, Group
from moderator.core.queries import groups_of
from moderator.core.responses import do_phones_reach
from moderator.core.sheet_links import WHEN_NAMES, kinds_of, paper_of
from moderator.core.whole_class import games_of
from moderator.features.printing.class_sheets import CLASS_SHEETS, ClassSheet
from moderator.rules.registry import GAMES
from moderator.sheets.drawing.page import Paper
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import Needs, SheetKind, When

# What a class can print: the sheets of its groups' present games, and its own.


@dataclass(frozen=True, slots=True)
class ClassGames:
    """A class's groups in their order, those with a present game, and those without.

    `kinds`: the sheets of each game with what they need, by the keys of games.
    """

    classroom: Classroom
    games: tuple[Game, ...]
    without: tuple[Group, ...]
    kinds: Mapping[int, Mapping[SheetKind, Needs]]

    @classmethod
    def of(cls, classroom: Classroom) -> ClassGames:
        groups = tuple(groups_of(classroom))
        games = games_of(groups)
        return cls(
            classroom,
            tuple(games[group.pk] for group in groups if group.pk in games),
            tuple(group for group in groups if group.pk not in games),
            {game.pk: kinds_of(game) for game in games.values()},
        )


@dataclass(frozen=True, slots=True)
class OfferedSheet:
    """A kind of sheet that a class can print; its label has its names in the games played."""

    id: str
    label: str
    when: When
    about: str
    is_secret: bool  # for single players, or with the moderator's knowledge


def offered_sheets(now: ClassGames) -> tuple[OfferedSheet, ...]:
    """All kinds of sheets that the class can print, in the order of lists."""
    found: dict[str, list[SheetKind]] = {}
    for rules in dict.fromkeys(game.rules for game in now.games):
        offered = {k for game in now.games if game.rules == rules for k in now.kinds[game.pk]}
        for kind in filter(offered.__contains__, sheets_of(rules).values()):
            found.setdefault(kind.id, []).append(kind)
    return (*map(_offered, found.values()), *(_offered([one]) for one in CLASS_SHEETS.values()))


def _offered(same: Sequence[SheetKind | ClassSheet]) -> OfferedSheet:
    return OfferedSheet(
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
        has_moves: with the moves, where a sheet can list them.
        has_secrets: with what is still secret, where a sheet can have it: for the moderator only.
        is_two_sided: each sheet begins on a new piece of paper, if both sides are printed.
        is_reached: whether phones reach the site, so that sheets may lead to it.
    """

    kinds: tuple[str, ...]
    order: Order = "group"
    paper: Paper = "a4"
    has_moves: bool = False
    has_secrets: bool = False
    is_two_sided: bool = False
    is_reached: bool = False

    def to_wire(self) -> dict[str, Any]:
        return {**asdict(self), "kinds": list(self.kinds)}

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PackChoice:
        """From JSON that `to_wire` has made; other keys are left out."""
        return cls(
            kinds=tuple(map(str, wire["kinds"])),
            order=cast("Order", wire["order"]),
            paper=cast("Paper", wire["paper"]),
            has_moves=bool(wire["has_moves"]),
            has_secrets=bool(wire["has_secrets"]),
            is_two_sided=bool(wire["is_two_sided"]),
            is_reached=bool(wire["is_reached"]),
        )


# The form of a pack, as posted and as shown.

MOST_SHEETS = 1_500


class CannotPrint(Exception):
    """The form can't be accepted; the message says why."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A box to tick, or one of several choices."""

    value: str
    label: str
    is_on: bool
    sheet: OfferedSheet | None = None


@dataclass(frozen=True, slots=True)
class PackSection:
    """The sheets for one time of a game; `when` is a preset, too: all of them."""

    when: When
    name: str
    boxes: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class PackForm:
    sections: tuple[PackSection, ...]
    orders: tuple[Tick, ...]
    papers: tuple[Tick, ...]
    choice: PackChoice

    @classmethod
    def of(cls, now: ClassGames, choice: PackChoice) -> PackForm:
        offered = offered_sheets(now)
        sections = (_section(when, offered, choice) for when in WHEN_NAMES)
        return cls(
            sections=tuple(section for section in sections if section.boxes),
            orders=tuple(Tick(one, order_name(one, now), one == choice.order) for one in ORDERS),
            papers=tuple(
                Tick(paper, str(name), paper == choice.paper)
                for paper, name in LessonSettings.Paper.choices
            ),
            choice=choice,
        )


def _section(when: When, offered: Sequence[OfferedSheet], choice: PackChoice) -> PackSection:
    boxes = (
        Tick(sheet.id, sheet.label, sheet.id in choice.kinds, sheet)
        for sheet in offered
        if sheet.when == when
    )
    return PackSection(when, str(WHEN_NAMES[when]), tuple(boxes))


def order_name(order: Order, now: ClassGames) -> str:
    """What the order is called in a class that plays these games."""
    if order == "group":
        return gettext("By group")
    if order == "kind":
        return gettext("By kind of sheet")
    words = dict.fromkeys(GAMES[game.rules].seat_word for game in now.games)
    return gettext("By %(word)s: all groups together") % {"word": " / ".join(words) or "seat"}


def first_choice(now: ClassGames, when: str) -> PackChoice:
    """The choice before anything is ticked: a preset, or nothing, on the class's paper."""
    return PackChoice(_preset(now, when), paper=paper_of(now.classroom))


def posted_choice(request: HttpRequest, now: ClassGames) -> PackChoice:
    """The choice that was posted: what is ticked, or with `preset` all sheets of one time."""
    data = request.POST
    order: Order = next((one for one in ORDERS if one == data.get("order")), "group")
    return PackChoice(
        kinds=_posted_kinds(data, now),
        order=order,
        paper="letter" if data.get("paper") == "letter" else "a4",
        has_moves="moves" in data,
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
    return tuple(sheet.id for sheet in offered_sheets(now) if sheet.when == when)
