"""The catalogue: the games and scenarios that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from moderator.play import scenarios
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel
from moderator.web.feed.frames import has_chart

DRAWN = "drawn"


@dataclass(frozen=True)
class CatalogueItem:
    """A scenario to choose; `scenario` is None if one is drawn for each group."""

    rules: Rules[Any]
    scenario: Any

    @property
    def key(self) -> str:
        """Its key in URLs."""
        return f"{self.rules.id}/{self.scenario.id if self.scenario else DRAWN}"

    @property
    def title(self) -> str:
        """The scenario's title, or the game's name."""
        return str(self.scenario.title if self.scenario else self.rules.name)

    @property
    def description(self) -> str:
        """The scenario's description, or the game's."""
        return str(self.scenario.description if self.scenario else self.rules.description)

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The scenario's seats; empty if the scenario is drawn."""
        return self.rules.seats(self.scenario, {}) if self.scenario else ()

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
    def recommended(self) -> Mapping[str, Any]:
        """The options that the scenario recommends."""
        wire = self.rules.scenario_wire(self.scenario) if self.scenario else None
        found = wire.get("options", {}) if isinstance(wire, Mapping) else {}
        return dict(found)


@dataclass(frozen=True)
class CatalogueSection:
    """A game's items in the catalogue."""

    name: str
    items: tuple[CatalogueItem, ...]

    @property
    def is_single(self) -> bool:
        """Whether the game has only one item."""
        return len(self.items) == 1


def catalogue() -> tuple[CatalogueSection, ...]:
    """Every game that has a chart, in the registry's order."""
    games = (game for game in GAMES.values() if has_chart(game.id))
    sections = (CatalogueSection(game.name, tuple(_items(game).values())) for game in games)
    return tuple(section for section in sections if section.items)


def catalogue_item(key: str) -> CatalogueItem:
    """The item with this key, else 404."""
    item = _item(key)
    if item is None:
        raise Http404
    return item


def is_in_catalogue(key: str) -> bool:
    """Whether there is an item with this key."""
    return _item(key) is not None


def _item(key: str) -> CatalogueItem | None:
    rules, _, scenario = key.partition("/")
    is_there = rules in GAMES and has_chart(rules)
    return _items(GAMES[rules]).get(scenario) if is_there else None


def _items(game: Rules[Any]) -> dict[str, CatalogueItem]:
    """The game's items by scenario id: scenario files, its own scenarios, a drawn one."""
    known = {**scenarios.shipped().get(game.id, {}), **game.own_scenarios}
    items = {id: CatalogueItem(game, scenario) for id, scenario in known.items()}
    return items | ({DRAWN: CatalogueItem(game, None)} if game.drawn_word else {})
