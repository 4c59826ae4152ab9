"""The contracts of import-linter see every game."""

from __future__ import annotations

import grimp
import pytest

from moderator.rules.registry import GAMES
from tests.support.contracts import games_in


@pytest.mark.slow
def test_every_game_is_found() -> None:
    graph = grimp.build_graph("moderator", cache_dir=None)
    assert games_in(graph) == {f"moderator.rules.{game.replace('-', '_')}" for game in GAMES}
