"""The catalogue: the games and scenarios that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel
from moderator.web.core.scenario_choices import ScenarioChoice, games_with_chart, scenarios_of


@dataclass(frozen=True)
class CatalogueItem(ScenarioChoice):
    """A scenario to choose, and what the catalogue says of it."""

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
    sections = (
        CatalogueSection(game.name, tuple(_items(game).values())) for game in games_with_chart()
    )
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
    id, _, scenario = key.partition("/")
    game = next((game for game in games_with_chart() if game.id == id), None)
    return _items(game).get(scenario) if game else None


def _items(game: Rules[Any]) -> dict[str, CatalogueItem]:
    """The game's items by scenario id."""
    return {id: CatalogueItem(game, scenario) for id, scenario in scenarios_of(game).items()}
