"""The moves of the game, one module per verb (docs/rules/valley-of-war.md, "Moves")."""

from __future__ import annotations

from moderator.rules.valley_of_war.moves.restart import Restart
from moderator.rules.valley_of_war.moves.throw import Throw

MOVES = (Throw, Restart)
