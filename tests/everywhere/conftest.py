"""Two classes with games, in one of which something can be undone."""

from __future__ import annotations

import pytest

from tests.support.web import world as worlds


@pytest.fixture
def played(world: worlds.World) -> worlds.World:
    """The same with a move to undo."""
    move = {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 1}
    worlds.record(world.game, move)
    return world
