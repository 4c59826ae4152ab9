"""All games. To add one, add its folder and one line here."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.game import Rules
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from moderator.rules.war import WAR

_ALL: tuple[Rules[Any], ...] = (
    AGE_OF_IRON,
    AGE_OF_WAR,
    WAR,
    VALLEY_OF_WAR,
)

GAMES: dict[str, Rules[Any]] = {game.id: game for game in _ALL}
"""The games by the id that records use."""
