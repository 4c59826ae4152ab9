"""The history of a game: what happened in it, as tables, turning points and questions."""

from moderator.rules.age_of_iron.past.contacts import AttackCell, AttackFact, TradeCell, TradeFact
from moderator.rules.age_of_iron.past.facts import DebriefQuestion
from moderator.rules.age_of_iron.past.game_history import GameHistory, Moment
from moderator.rules.age_of_iron.past.history import history
from moderator.rules.age_of_iron.past.own_moves import (
    Decision,
    Placement,
    decisions_of,
    placements_of,
)
from moderator.rules.age_of_iron.past.path import CountryPath, PathSeries, WinnersPath
from moderator.rules.age_of_iron.past.points import CountryPoints, CoursePoint, Lead
from moderator.rules.age_of_iron.past.turning import PointsChange, TurningPoint
from moderator.rules.age_of_iron.past.turns import TurnEnd

__all__ = [
    "AttackCell",
    "AttackFact",
    "CountryPath",
    "CountryPoints",
    "CoursePoint",
    "DebriefQuestion",
    "Decision",
    "GameHistory",
    "Lead",
    "Moment",
    "PathSeries",
    "Placement",
    "PointsChange",
    "TradeCell",
    "TradeFact",
    "TurnEnd",
    "TurningPoint",
    "WinnersPath",
    "decisions_of",
    "history",
    "placements_of",
]
