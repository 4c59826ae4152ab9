"""The moves of the game, one module per verb (docs/rules/war.md, "Moves")."""

from moderator.rules.war.moves.combat_card import CombatCard
from moderator.rules.war.moves.draw import Draw
from moderator.rules.war.moves.end_turn import EndTurn
from moderator.rules.war.moves.fight import Fight
from moderator.rules.war.moves.move import MoveUnits
from moderator.rules.war.moves.place import Place, Reinforce
from moderator.rules.war.moves.play import Play
from moderator.rules.war.moves.withdraw import Withdraw

MOVES = (Place, Reinforce, Play, CombatCard, MoveUnits, Fight, Withdraw, Draw, EndTurn)
