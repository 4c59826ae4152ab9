"""What can be played: each game with each of its scenarios."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moderator.play import scenarios
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES
from moderator.web.core.game_files import has_chart

DRAWN = "drawn"


@dataclass(frozen=True)
class ScenarioChoice:
    """A game with a scenario; `scenario` is None if one is drawn for each group."""

    rules: Rules[Any]
    scenario: Any

    @property
    def key(self) -> str:
        """Its key in URLs and forms."""
        return f"{self.rules.id}/{self.scenario.id if self.scenario else DRAWN}"


def games_with_chart() -> tuple[Rules[Any], ...]:
    """The games that people can play on this site, in the registry's order."""
    return tuple(game for game in GAMES.values() if has_chart(game.id))


def scenarios_of(game: Rules[Any]) -> dict[str, Any]:
    """The game's scenarios by id: scenario files, its own, and None for one that is drawn."""
    known = {**scenarios.shipped().get(game.id, {}), **game.own_scenarios}
    return known | ({DRAWN: None} if game.drawn_word else {})
