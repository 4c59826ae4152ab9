"""A game's own templates, style sheet and script, found by the name of its folder.

`templates/games/<folder>/`, `static/games/<folder>.css|.js` and `static/games/<folder>/`: all but
the chart is optional.
Each process looks for a file only once.
"""

from __future__ import annotations

from functools import cache

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from moderator.play.models import Game, Tournament


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


def style_of(game: Game | Tournament | None) -> str:
    """The static path of the game's style sheet; empty if there is none."""
    return _static(game, "css")


def more_styles_of(game: Game | None, *parts: str) -> tuple[str, ...]:
    """The static paths of the game's style sheets for these parts, such as "wall"; often none."""
    names = (f"games/{folder_of(game.rules)}/{part}.css" for part in parts) if game else ()
    return tuple(name for name in names if _is_static(name))


def script_of(game: Game | None) -> str:
    """The static path of the game's script, an ES module; empty if there is none."""
    return _static(game, "js")


def _static(game: Game | Tournament | None, suffix: str) -> str:
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
