"""The games that groups can be divided for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from moderator.core.games import ScenarioChoice, games_with_chart, scenarios_of
from moderator.features.new_game.settings import defaults, settings_of
from moderator.features.people.dividing.write import NewGames
from moderator.rules.seating import SeatLabel

PRESENT = "present"
"""The key of the groups' present games, which they keep."""


@dataclass(frozen=True)
class GameChoice(ScenarioChoice):
    """A game with a scenario that a class can be divided for."""

    @property
    def title(self) -> str:
        """The scenario's title, or the game's name, with the number of players."""
        title = self.scenario.title if self.scenario else self.rules.name
        low, high = self.limits
        count = f"{low}" if low == high else f"{low}–{high}"
        return gettext("%(title)s (%(count)s players)") % {"title": title, "count": count}

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and the most seats."""
        if self.rules.players:
            return self.rules.players
        return (len(self._named), len(self._named))

    @property
    def _named(self) -> tuple[SeatLabel, ...]:
        return self.rules.seats(self.scenario, {})

    def seats(self, count: int) -> tuple[SeatLabel, ...]:
        """The seats of a game with so many."""
        if not self.rules.players:
            return self._named
        names = (gettext("Player %(number)d") % {"number": n} for n in range(1, count + 1))
        return tuple(
            SeatLabel(str(number), name, str(number), number)
            for number, name in enumerate(names, start=1)
        )

    @property
    def new_games(self) -> NewGames:
        """The games to create, with the settings that a new game has."""
        scenario = self.rules.scenario_wire(self.scenario) if self.scenario else None
        has_secrets = bool(self.rules.secrets_of(self.scenario))
        chosen = defaults(self.rules, has_secrets, self.rules.has_goals(self.scenario))
        settings = settings_of(chosen, ())
        return NewGames(self.rules.id, scenario, settings)


def game_choices() -> tuple[tuple[str, tuple[GameChoice, ...]], ...]:
    """Every game's name with its choices, in the registry's order."""
    found = (
        (game.name, tuple(GameChoice(game, scenario) for scenario in scenarios_of(game).values()))
        for game in games_with_chart()
    )
    return tuple((name, choices) for name, choices in found if choices)


def game_choice(key: str) -> GameChoice | None:
    every = (choice for _, choices in game_choices() for choice in choices)
    return next((choice for choice in every if choice.key == key), None)
