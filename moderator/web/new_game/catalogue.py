"""What can be played: each game with its scenarios, as cards to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from moderator.play import scenarios
from moderator.rules import game as rules_game
from moderator.rules.registry import GAMES
from moderator.web.feed.frames import has_chart

DRAWN = "drawn"


@dataclass(frozen=True)
class CatalogueItem:
    """A scenario to choose; `scenario` is None where one is drawn for each group."""

    rules: rules_game.Rules[Any, Any]
    scenario: Any

    @property
    def key(self) -> str:
        """What names it in an address."""
        return f"{self.rules.id}/{self.scenario.id if self.scenario else DRAWN}"

    @property
    def title(self) -> str:
        """The scenario's, or the game's own."""
        return str(self.scenario.title if self.scenario else self.rules.name)

    @property
    def description(self) -> str:
        """What it is about."""
        return str(self.scenario.description if self.scenario else self.rules.description)

    @property
    def seats(self) -> tuple[rules_game.SeatLabel, ...]:
        """Who plays, where the scenario says so."""
        return self.rules.seats(self.scenario, {}) if self.scenario else ()

    @property
    def most(self) -> int:
        """How many can play at most."""
        return self.rules.players[1] if self.rules.players else len(self.seats)

    @property
    def is_open_number(self) -> bool:
        """Whether fewer can play too."""
        return self.rules.players is not None and self.rules.players[0] < self.most

    @property
    def recommended(self) -> Mapping[str, Any]:
        """The options that the scenario recommends."""
        wire = self.rules.scenario_wire(self.scenario) if self.scenario else None
        found = wire.get("options", {}) if isinstance(wire, Mapping) else {}
        return dict(found)


@dataclass(frozen=True)
class CatalogueSection:
    """A game and its cards."""

    name: str
    cards: tuple[CatalogueItem, ...]

    @property
    def is_single(self) -> bool:
        """Whether there is nothing to choose but the game."""
        return len(self.cards) == 1


def catalogue() -> tuple[CatalogueSection, ...]:
    """Every game that can be begun, in the registry's order: one without a chart can't."""
    games = (game for game in GAMES.values() if has_chart(game.id))
    catalogue = (CatalogueSection(game.name, tuple(_cards(game).values())) for game in games)
    return tuple(shelf for shelf in catalogue if shelf.cards)


def catalogue_item(key: str) -> CatalogueItem:
    """The card with this key, else 404."""
    rules, _, scenario = key.partition("/")
    is_there = rules in GAMES and has_chart(rules)
    card = _cards(GAMES[rules]).get(scenario) if is_there else None
    if card is None:
        raise Http404
    return card


def _cards(game: rules_game.Rules[Any, Any]) -> dict[str, CatalogueItem]:
    """The game's cards by their scenarios' ids: files first, then its own, or one to draw."""
    known = {**scenarios.shipped().get(game.id, {}), **game.own_scenarios}
    cards = {id: CatalogueItem(game, scenario) for id, scenario in known.items()}
    return cards | ({DRAWN: CatalogueItem(game, None)} if game.drawn_word else {})
