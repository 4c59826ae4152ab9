"""The moves of the game, one module per verb (docs/rules/age-of-iron.md, "Moves")."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.move import Move

MOVES: tuple[type[Move[Any]], ...] = (
    Deploy,
    Build,
    Attack,
    Trade,
    SplitControl,
    EndTurn,
    Extend,
    Correct,
)
"""The moves, in the order in which they are offered."""
