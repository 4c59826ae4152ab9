"""The moves of the game, one module per verb (docs/rules/age-of-war.md, "Moves")."""

from __future__ import annotations

from moderator.rules.age_of_war.moves.fill import Fill
from moderator.rules.age_of_war.moves.lose import Lose
from moderator.rules.age_of_war.moves.roll import Roll

MOVES = (Roll, Fill, Lose)
