"""A contract for import-linter that finds the games by itself."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain.contract import ContractCheck
from importlinter.domain.fields import ModuleExpressionField, SetField
from importlinter.domain.imports import ModuleExpression

RULES = "moderator.rules"


def games_in(graph: ImportGraph) -> set[str]:
    """The packages of the games."""
    return {
        package for package in graph.find_children(RULES) if f"{package}.moves" in graph.modules
    }


class GamesContract(IndependenceContract):
    """No game knows another: a game is each package in `moderator.rules` that has moves."""

    type_name = "games"
    # Found, not listed.
    modules = SetField(subfield=ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        self.modules = {ModuleExpression(game) for game in games_in(graph)}
        return super().check(graph, verbose)
