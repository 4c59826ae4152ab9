"""The moves of the game, one module per verb (spec/age-of-iron.md, "Moves")."""

from __future__ import annotations

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade

Move = Deploy | Build | Attack | Trade | SplitControl | EndTurn | Extend | Correct

VERBS: dict[str, type[Move]] = {
    "deploy": Deploy,
    "build": Build,
    "attack": Attack,
    "trade": Trade,
    "split-control": SplitControl,
    "end-turn": EndTurn,
    "extend": Extend,
    "correct": Correct,
}
"""The moves by the `type` of their wire form."""

WHEN_OVER = (Extend, Correct)
"""Moves that are legal after the game is over, besides undo and redo."""
