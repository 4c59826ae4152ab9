"""The built-in scenarios, from `scenarios/<game>/*.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from moderator.rules.errors import Refused, printable
from moderator.rules.registry import GAMES

Shipped = Mapping[str, Mapping[str, Any]]


class ScenarioBroken(Exception):
    """A scenario file can't be used; the message names the file, the line and what is wrong."""


@cache
def shipped() -> Shipped:
    """Every built-in scenario: by the game's id, then by its own, in the files' order.

    Raises:
        ScenarioBroken: a file can't be used.
    """
    return load(settings.BASE_DIR / "scenarios")


def load(root: Path) -> Shipped:
    """The scenarios of a folder that has one folder for each game."""
    found: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        found[game] = _load_game(game, root / game.replace("-", "_"))
    return found


def _load_game(game: str, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        name = f"{folder.name}/{path.name}"
        try:
            scenario = GAMES[game].read_scenario_toml(path.read_text(encoding="utf-8"))
        except Refused as refused:
            raise ScenarioBroken(f"scenarios/{name}: {refused}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ScenarioBroken(f"scenarios/{name}: {printable(str(error), 200)}") from None
        if scenario.id in found:
            raise ScenarioBroken(
                f"scenarios/{name}: {files[scenario.id]} has the id “{scenario.id}” too."
            )
        found[scenario.id], files[scenario.id] = scenario, path.name
    return found
