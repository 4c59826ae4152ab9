"""Which sheets a game has: those in the folder with its name, otherwise plain ones.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. Its `SHEETS` are the
game's sheets in the order of their links.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from moderator.sheets import default
from moderator.sheets.layout.kind import SheetKind


@cache
def _folder(id: str) -> ModuleType:
    """The folder for the rules with this id, or the plain sheets."""
    name = f"{__package__}.{id.replace('-', '_')}"
    found = find_spec(name)
    if found is None or found.submodule_search_locations is None:  # a module is not a game
        return default
    return import_module(name)


def sheets_of(id: str) -> Mapping[str, SheetKind]:
    """The sheets of the game with this id, by their own ids."""
    return {kind.id: kind for kind in getattr(_folder(id), "SHEETS", default.SHEETS)}


def sheets_for(id: str, scenario: Any, options: Mapping[str, Any]) -> tuple[SheetKind, ...]:
    """The sheets of the game with this id, first those that its effective options ask for.

    Those that have nothing to print for the scenario are left out.
    """

    def follows(kind: SheetKind) -> bool:
        return not (kind.leads and kind.leads(options))

    offered = [kind for kind in sheets_of(id).values() if kind.suits(scenario)]
    return tuple(sorted(offered, key=follows))
