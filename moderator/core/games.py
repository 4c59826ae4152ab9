"""The shipped scenarios, what can be played, and each game's own templates and scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from moderator.core.models import Game
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES

# The built-in scenarios, from `scenarios/<game>/*.toml`.

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


@cache
def guided() -> Shipped:
    """The scenarios of guided games, which no class plays, from `scenarios/<game>/guided/`; raises
    as `shipped`."""
    return load(settings.BASE_DIR / "scenarios", "guided")


def load(root: Path, part: str = "") -> Shipped:
    """The scenarios of a folder that has one folder for each game, or of a part of each."""
    found: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        found[game] = _load_game(game, root / game.replace("-", "_") / part)
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


_NUMBER = re.compile(r"-(\d+)$")


def versions_of(rules: str, id: str) -> tuple[str, ...]:
    """The ids of all versions of a scenario, the newest first: those of a built-in one differ by a
    number at the end, and share what is secret; any other has one."""

    def first(one: str) -> str:
        return _NUMBER.sub("", one)

    def number(one: str) -> int:
        found = _NUMBER.search(one)
        return int(found[1]) if found else 1

    known = shipped().get(rules, {})
    found = [one for one in known if first(one) == first(id)] if id in known else [id]
    return tuple(sorted(found, key=number, reverse=True))


# A game's own templates, style sheet and script, found by the name of its folder.
#
# `templates/games/<folder>/`, `static/games/<folder>.css|.js` and `static/games/<folder>/`: all
# but the chart is optional. Each process looks for a file only once.


def folder_of(rules: str) -> str:
    """The rules' id as the name of a folder or file."""
    return rules.replace("-", "_")


def template_of(rules: str, name: str, otherwise: str = "") -> str:
    """The game's own template of that name, or `otherwise` if it has none."""
    own = f"games/{folder_of(rules)}/{name}"
    return own if _is_template(own) else otherwise


def has_chart(rules: str) -> bool:
    """Whether the site has a chart for these rules."""
    return bool(template_of(rules, "chart.html"))


class Played(Protocol):
    """A game or a tournament."""

    @property
    def rules(self) -> str: ...


def style_of(game: Played | None) -> str:
    """The static path of the game's style sheet; empty if there is none."""
    return _static(game, "css")


def more_styles_of(game: Game | None, *parts: str) -> tuple[str, ...]:
    """The static paths of the game's style sheets for these parts, such as "wall"; often none."""
    names = (f"games/{folder_of(game.rules)}/{part}.css" for part in parts) if game else ()
    return tuple(name for name in names if _is_static(name))


def styles_of_all(*names: str) -> tuple[str, ...]:
    """The static paths of all games' style sheets that end so (".css", "/small.css"): of pages on
    which any game may begin."""
    found = (f"games/{folder_of(game)}{name}" for game in GAMES for name in names)
    return tuple(name for name in found if _is_static(name))


def script_of(game: Game | None) -> str:
    """The static path of the game's script, an ES module; empty if there is none."""
    return _static(game, "js")


def _static(game: Played | None, suffix: str) -> str:
    name = f"games/{folder_of(game.rules)}.{suffix}" if game else ""
    return name if name and _is_static(name) else ""


@cache
def _is_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


@cache
def _is_static(name: str) -> bool:
    return finders.find(name) is not None


# What can be played: each game with each of its scenarios.

DRAWN = "drawn"


def games_with_chart() -> tuple[Rules[Any], ...]:
    """The games that people can play on this site, in the registry's order."""
    return tuple(game for game in GAMES.values() if has_chart(game.id))


def scenarios_of(game: Rules[Any]) -> dict[str, Any]:
    """The game's scenarios by id: scenario files, its own, and None for one that is drawn."""
    known = {**shipped().get(game.id, {}), **game.own_scenarios}
    return known | ({DRAWN: None} if game.drawn_word else {})
