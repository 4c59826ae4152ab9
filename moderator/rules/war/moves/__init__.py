"""The moves of the game, by what they are about (docs/rules/war.md, "Moves")."""

from moderator.rules.war.moves.cards import CombatCard, Draw, EndTurn, Play
from moderator.rules.war.moves.units import Fight, MoveUnits, Place, Reinforce, Withdraw

MOVES = (Place, Reinforce, Play, CombatCard, MoveUnits, Fight, Withdraw, Draw, EndTurn)
