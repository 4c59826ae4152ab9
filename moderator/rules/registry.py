"""The games that there are. A game is added by a folder and one line here."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.game import Game

GAMES: dict[str, Game[Any, Any]] = {game.id: game for game in (AGE_OF_IRON,)}
"""By the id that stands in records."""
