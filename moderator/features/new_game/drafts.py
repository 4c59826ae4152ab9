"""What a new game is made from: the catalogue, the groups, the players of each seat."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from moderator.core import publishing, queries
from moderator.core.errors import InvalidInput
from moderator.core.forms import PageForm, PostedText
from moderator.core.games import DRAWN, games_with_chart, scenarios_of, versions_of
from moderator.core.log import rules_of, seats_of
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.text import name_read
from moderator.features.new_game.secrecy import secrecy_change
from moderator.features.new_game.settings import (
    START,
    GameSettings,
    answers_of,
    game_settings_of,
    settings_of,
)
from moderator.features.new_game.settings import defaults as usual_settings
from moderator.features.new_game.write import game_create, scenario_draw
from moderator.features.people.dividing import NewGames
from moderator.features.people.write import seat_take
from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel, player_ids

# The catalogue: the games and scenarios that can be played.

PRESENT = "present"
"""The key of the groups' present games, which a division keeps."""


@dataclass(frozen=True)
class CatalogueItem:
    """A game with a scenario to choose, which is None if one is drawn for each group."""

    rules: Rules[Any]
    scenario: Any

    @property
    def key(self) -> str:
        """Its key in URLs and forms."""
        return f"{self.rules.id}/{self.scenario.id if self.scenario else DRAWN}"

    @property
    def title(self) -> str:
        return str(self.scenario.title if self.scenario else self.rules.name)

    @property
    def description(self) -> str:
        """The scenario's description, or the game's."""
        return str(self.scenario.description if self.scenario else self.rules.description)

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The scenario's seats; empty if the scenario is drawn."""
        return self._named if self.scenario else ()

    @property
    def most(self) -> int:
        """The largest number of players."""
        return self.rules.players[1] if self.rules.players else len(self.seats)

    @property
    def is_open_number(self) -> bool:
        """Whether fewer players are possible."""
        return self.rules.players is not None and self.rules.players[0] < self.most

    @property
    def turns(self) -> int:
        """The scenario's number of turns; 0 if it has none."""
        return getattr(self.scenario, "turns", 0)

    @property
    def minutes(self) -> int:
        """About how long a game takes; 0 if that is not known."""
        return self.rules.minutes(self.scenario)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What each seat may read before play, in words; empty if nothing."""
        return self.rules.secrets_of(self.scenario)

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and the most seats."""
        count = len(self._named)
        return self.rules.players or (count, count)

    @property
    def full_title(self) -> str:
        """Its title, with the number of players."""
        low, high = self.limits
        count = f"{low}" if low == high else f"{low}–{high}"
        return gettext("%(title)s (%(count)s players)") % {"title": self.title, "count": count}

    @property
    def _named(self) -> tuple[SeatLabel, ...]:
        return self.rules.seats(self.scenario, {})

    def of(self, _seats: int) -> CatalogueItem:
        """What a group with so many seats plays."""
        return self

    def seats_of(self, count: int) -> tuple[SeatLabel, ...]:
        """The seats of a game with so many."""
        if not self.rules.players:
            return self._named
        named = gettext("Player %(number)d")
        return tuple(
            SeatLabel(str(number), named % {"number": number}, str(number), number)
            for number in range(1, count + 1)
        )

    def ids_of(self, count: int) -> tuple[str, ...]:
        """The ids of the seats of a game with so many."""
        return tuple(label.id for label in self.seats_of(count))

    @property
    def new_games(self) -> NewGames:
        """The games that a division creates, with the settings that a new game has."""
        has_secrets, has_goals = bool(self.secrets), self.rules.has_goals(self.scenario)
        chosen = usual_settings(self.rules, has_secrets, has_goals)
        wire = self.rules.scenario_wire(self.scenario) if self.scenario else None
        return NewGames(self.rules.id, wire, settings_of(chosen, ()))

    @property
    def options_in_force(self) -> tuple[str, ...]:
        """The usual options in sentences; none for games whose start depends on who plays."""
        if self.scenario is None or (self.rules.players and self.is_open_number):
            return ()
        return self.rules.options_in_force(self.rules.begin(self.scenario, {}))

    @property
    def recommended(self) -> Mapping[str, Any]:
        wire = self.rules.scenario_wire(self.scenario) if self.scenario else None
        found = wire.get("options", {}) if isinstance(wire, Mapping) else {}
        return dict(found)


BY_SIZE = "by-size"


@dataclass(frozen=True)
class SizedItems:
    """A game with a scenario for each size of a group, for classes that don't divide evenly."""

    items: tuple[CatalogueItem, ...]

    @property
    def key(self) -> str:
        return f"{self.items[0].rules.id}/{BY_SIZE}"

    @property
    def full_title(self) -> str:
        one = gettext("%(title)s for %(count)d")
        return ", ".join(one % {"title": item.title, "count": item.most} for item in self.items)

    @property
    def limits(self) -> tuple[int, int]:
        return self.items[0].most, self.items[-1].most

    def of(self, seats: int) -> CatalogueItem:
        """The item for so many seats; the largest for more."""
        return next((item for item in self.items if item.most >= seats), self.items[-1])

    def seats_of(self, count: int) -> tuple[SeatLabel, ...]:
        return self.of(count).seats

    def ids_of(self, count: int) -> tuple[str, ...]:
        return self.of(count).ids_of(count)

    @property
    def new_games(self) -> NewGames:
        first, *others = self.items
        return replace(first.new_games, by_size={item.most: item.new_games for item in others})


def usual_items() -> SizedItems | CatalogueItem:
    """What a class plays if nothing was chosen: of the first game the first scenario for four
    players, and that for five."""
    _, (first, *others) = catalogue()[0]
    sizes = {first.most: first}
    for item in others:
        if item.most == first.most + 1:
            sizes.setdefault(item.most, item)
    return SizedItems(tuple(sizes.values())) if len(sizes) > 1 else first


CatalogueSection = tuple[str, tuple[CatalogueItem, ...]]
"""A game's name, and what can be chosen of it."""


def catalogue() -> tuple[CatalogueSection, ...]:
    """Every game that has a chart, in the registry's order; earlier versions of its scenarios come
    after it."""
    found: list[CatalogueSection] = []
    for game in games_with_chart():
        newest, earlier = list[CatalogueItem](), list[CatalogueItem]()
        for id, scenario in scenarios_of(game).items():
            items = newest if versions_of(game.id, id)[0] == id else earlier
            items.append(CatalogueItem(game, scenario))
        title = gettext("%(game)s, earlier versions") % {"game": game.name}
        found += [(game.name, tuple(newest)), (title, tuple(earlier))]
    return tuple((name, items) for name, items in found if items)


def division_item(key: str) -> SizedItems | CatalogueItem | None:
    """What the groups of a division play, by its key."""
    usual = usual_items()
    return usual if key == usual.key else catalogue_item(key)


def catalogue_item(key: str) -> CatalogueItem | None:
    """The item with this key, if there is one."""
    return next((item for _, items in catalogue() for item in items if item.key == key), None)


# The players of a game without fixed seats: a group's people, or typed names.

WHO, NAMES, LOT = "run_who", "run_names", "run_lot"
PEOPLE, TYPED = "people", "names"
MAX_LENGTH = 2000
# As moderator/rules/seating.py: a player with such a name gets that colour.
COLOURS = (
    gettext_lazy("Teal"),
    gettext_lazy("Orange"),
    gettext_lazy("Purple"),
    gettext_lazy("Green"),
    gettext_lazy("Blue"),
    gettext_lazy("Pink"),
)

Tables = tuple[tuple[Group, tuple[Person, ...]], ...]
"""Each group with its people."""


@dataclass(frozen=True)
class LineUp:
    """The players of one game in the order of play: their ids, their names by id, and the people to
    seat at once."""

    players: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    is_by_lot: bool = False

    @classmethod
    def of(cls, names: Sequence[str], people: Sequence[Person], is_by_lot: bool) -> LineUp:
        """That of players with these names; the first ones are these people."""
        players = player_ids(len(names))
        return cls(
            players,
            dict(zip(players, names, strict=True)),
            dict(zip(players, people, strict=False)),
            is_by_lot,
        )

    def in_order(self) -> tuple[str, ...]:
        """The players as listed, or beginning with one drawn by lot."""
        first = secrets.randbelow(len(self.players)) if self.is_by_lot else 0
        return self.players[first:] + self.players[:first]


class WhoForm(PageForm):
    """Who plays: the people of each group, or names."""

    run_who, run_names, run_lot = PostedText(), PostedText(MAX_LENGTH), PostedText()

    def __init__(
        self,
        rules: Rules[Any],
        tables: Tables,
        data: QueryDict | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.rules, self.tables = rules, tables
        self.low, self.high = rules.players or (0, 0)

    def line_ups(self, has_bot: bool) -> dict[int, LineUp]:
        """The line-up of each group by primary key; none with errors.

        Args:
            has_bot: the program plays too: beside a group's people, or on the last name.
        """
        who, text, lot = self.typed[WHO], self.typed[NAMES], bool(self.typed[LOT])
        if who == TYPED:
            try:
                line_up = LineUp.of(self._typed_names(text), (), lot)
            except InvalidInput as invalid:
                self.add_error(None, str(invalid))
                return {}
            return {group.pk: line_up for group, _ in self.tables}
        if who != PEOPLE:
            self.add_error(None, gettext("Choose one of these."))
        for group, people in self.tables:
            if who == PEOPLE and (error := _group_error(self.rules, people, has_bot)):
                self.add_error(None, f"{group.name}: {error}")
        if self.errors:
            return {}
        return {group.pk: _of_people(people, has_bot, lot) for group, people in self.tables}

    def _typed_names(self, text: str) -> list[str]:
        """The names in this text; `InvalidInput` if they can't be those of a game's players."""
        if len(text) > MAX_LENGTH:
            facts = {"most": MAX_LENGTH}
            raise InvalidInput(gettext("That is too long: at most %(most)d characters.") % facts)
        names = split(text)
        if error := _count_error(self.rules, len(names)):
            raise InvalidInput(error)
        return [name_read(name) for name in names]


def people_of(group: Group) -> tuple[Person, ...]:
    """The group's students in the order in which they joined."""
    people = queries.people(group.classroom).filter(group=group, kind=Person.Kind.STUDENT)
    return tuple(people.order_by("number"))


def defaults(rules: Rules[Any], tables: Tables) -> dict[str, str]:
    """The groups' people if each group has a fitting number; otherwise colours as names."""
    low, high = rules.players or (0, 0)
    counts = [len(people) for _, people in tables]
    fits = bool(counts) and low <= min(counts) <= max(counts) <= high
    more = gettext("Player %(number)d")
    every = [*map(str, COLOURS), *(more % {"number": k} for k in range(len(COLOURS) + 1, high + 1))]
    names = every[: min(max([low, *counts]), high)]
    who, lot = PEOPLE if fits else TYPED, "on" if rules.is_first_drawn else ""
    return {WHO: who, NAMES: "\n".join(names), LOT: lot}


def split(text: str) -> tuple[str, ...]:
    """The names in a text, separated by line breaks, commas or semicolons.

    >>> split("Ann, Bob\\nCem;")
    ('Ann', 'Bob', 'Cem')
    """
    return tuple(name for part in re.split(r"[,;\n\r]", text) if (name := part.strip()))


def _of_people(people: Sequence[Person], has_bot: bool, is_by_lot: bool) -> LineUp:
    names = [person.display_name for person in people]
    return LineUp.of([*names, gettext("Program")] if has_bot else names, people, is_by_lot)


def _count_error(rules: Rules[Any], count: int) -> str:
    low, high = rules.players or (0, 0)
    if low <= count <= high:
        return ""
    facts = {"game": rules.name, "low": low, "high": high, "n": count}
    if low == high:
        return gettext("%(game)s needs %(low)d players, not %(n)d.") % facts
    return gettext("%(game)s needs %(low)d to %(high)d players, not %(n)d.") % facts


def _group_error(rules: Rules[Any], people: Sequence[Person], has_bot: bool) -> str:
    if not people:
        return gettext("nobody has joined this group yet. Type names instead.")
    error = _count_error(rules, len(people) + has_bot)
    hint = gettext("Type names instead, or move people to another group first.")
    return error and f"{error} {hint}"


# The last game of a group, which is played again.


@dataclass(frozen=True)
class LastGame:
    """What the form of a new game is filled with; `key` is the catalogue's. Perhaps nothing."""

    key: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    line_up: dict[str, str] = field(default_factory=dict)


def last_game(targets: Sequence[queries.GameSummary]) -> LastGame:
    """The present game of the only group, if it has one that can be chosen again."""
    game = targets[0].game if len(targets) == 1 else None
    if game is None:
        return LastGame()
    rules = rules_of(game)
    id = game.scenario["id"] if isinstance(game.scenario, Mapping) else game.scenario
    key = f"{game.rules}/{DRAWN if rules.drawn_word else id}"
    if catalogue_item(key) is None:
        return LastGame()
    settings = answers_of(game_settings_of(game))
    del settings[START]  # it may have begun, and the new one hasn't
    options = {name: value for name, value in game.options.items() if name != "players"}
    return LastGame(key, settings, options, _line_up(game))


def _line_up(game: Game) -> dict[str, str]:
    """The same names in the same order, so that everybody keeps the seat."""
    if rules_of(game).players is None:
        return {}
    text = "\n".join(names := [seat.name for seat in seats_of(game)])
    # A name may have a comma: then it can't be typed again.
    return {WHO: TYPED, NAMES: text, LOT: ""} if [*split(text)] == names else {}


@dataclass(frozen=True)
class NewGame:
    """A new game before it is created: groups and catalogue item."""

    classroom: Classroom
    chosen: str
    targets: tuple[queries.GameSummary, ...]
    item: CatalogueItem

    @cached_property
    def tables(self) -> Tables:
        """Each group with its people."""
        return tuple((one.group, people_of(one.group)) for one in self.targets)


@dataclass(frozen=True)
class PreparedGame:
    group: Group
    rules: str
    scenario: Any
    options: Mapping[str, Any]
    settings: GameSettings
    line: LineUp


@transaction.atomic
def games_begin(prepared: Sequence[PreparedGame], by: Person, is_set_beside: bool = False) -> None:
    """Create the games, and seat the people who play them.

    Args:
        is_set_beside: points and goals are shown as in the new games in those beside them, too.
    """
    for one in prepared:
        scenario, options, names = one.scenario, one.options, one.line.names
        game = game_create(one.group, one.rules, scenario, options, by, one.settings, names=names)
        seats = {seat.player: seat for seat in game.seats.all()}
        for player, person in one.line.people.items():
            seat_take(person, seats[player], shared=True)
    if is_set_beside:
        points, has_open_goals = one.settings.points, one.settings.has_open_goals
        secrecy_change(game, points=points, has_open_goals=has_open_goals, by=by)
    publishing.recheck_access(*(one.group.pk for one in prepared))


def prepared_game(
    draft: NewGame,
    group: Group,
    options: Mapping[str, Any],
    run: Mapping[str, Any],
    lines: Mapping[int, LineUp],
) -> PreparedGame:
    """The group's game; a drawn scenario is drawn for this group alone."""
    rules, line = draft.item.rules, lines.get(group.pk, LineUp(()))
    own = dict(options) | ({"players": list(line.in_order())} if rules.players else {})
    if draft.item.scenario is None:
        scenario = scenario_draw(rules.id, own)
    else:
        scenario = rules.scenario_wire(draft.item.scenario)
    return PreparedGame(group, rules.id, scenario, own, settings_of(run, line.players), line)


def seat_notes(draft: NewGame) -> tuple[tuple[Group, int, int, int], ...]:
    """The groups whose number of students isn't that of the seats: how many these are, too few or
    too many; empty before anybody joined."""
    seats = len(draft.item.seats)
    counts = [(group, len(people)) for group, people in draft.tables]
    if draft.item.rules.players or not seats or not any(count for _, count in counts):
        return ()
    return tuple(
        (group, count, max(seats - count, 0), max(count - seats, 0))
        for group, count in counts
        if count != seats
    )
