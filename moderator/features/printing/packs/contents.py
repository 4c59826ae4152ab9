"""What a class can print: the sheets of its groups' present games, and its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from moderator.core.models import Classroom, Game, Group
from moderator.core.queries import groups_of
from moderator.core.sheet_links import kinds_of
from moderator.core.whole_class import games_of
from moderator.features.printing.class_sheets import CLASS_SHEETS, ClassSheet
from moderator.sheets.games import sheets_of
from moderator.sheets.layout.kind import Needs, SheetKind, When


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
    """A kind of sheet that a class can print, with its names in the games that are played."""

    id: str
    names: tuple[str, ...]
    when: When
    about: str
    is_secret: bool = False  # for single players, or with the moderator's knowledge
    can_have_secrets: bool = False  # on request
    is_of_class: bool = False

    @property
    def label(self) -> str:
        return ", ".join(self.names)


def offered_sheets(now: ClassGames) -> tuple[OfferedSheet, ...]:
    """All kinds of sheets that the class can print, in the order of lists."""
    found: dict[str, dict[SheetKind, Needs]] = {}
    for rules in dict.fromkeys(game.rules for game in now.games):
        offered = {kind: needs for game in now.games if game.rules == rules
                   for kind, needs in now.kinds[game.pk].items()}  # fmt: skip
        for kind in filter(offered.__contains__, sheets_of(rules).values()):
            found.setdefault(kind.id, {})[kind] = offered[kind]
    of_games = (_offered(same) for same in found.values())
    of_class = (_offered_by_class(one) for one in CLASS_SHEETS.values())
    return (*of_games, *of_class)


def _offered(same: Mapping[SheetKind, Needs]) -> OfferedSheet:
    first = next(iter(same))
    return OfferedSheet(
        id=first.id,
        names=tuple(dict.fromkeys(str(kind.name) for kind in same)),
        when=first.when,
        about=str(first.about),
        is_secret=any(kind.is_secret for kind in same),
        can_have_secrets=any(kind.secret_view or "said" in needs for kind, needs in same.items()),
    )


def _offered_by_class(sheet: ClassSheet) -> OfferedSheet:
    return OfferedSheet(
        sheet.id,
        (str(sheet.name),),
        sheet.when,
        str(sheet.about),
        can_have_secrets=sheet.has_more,
        is_of_class=True,
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
