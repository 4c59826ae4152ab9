"""The moves of the game, by what they are about (docs/rules/war.md, "Moves")."""

from moderator.rules.war.moves.draw import Draw, EndTurn
from moderator.rules.war.moves.fight import Fight, Withdraw
from moderator.rules.war.moves.move import MoveUnits
from moderator.rules.war.moves.place import Place, Reinforce
from moderator.rules.war.moves.play import CombatCard, Play

MOVES = (Place, Reinforce, Play, CombatCard, MoveUnits, Fight, Withdraw, Draw, EndTurn)
