"""The credits: the games' authors, and the software that the site uses."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.play import scenarios
from moderator.rules.registry import GAMES
from moderator.web.core.responses import render_page


@dataclass(frozen=True)
class Library:
    """Software or fonts by others that the site uses."""

    name: str
    licence: str
    address: str


LIBRARIES = (
    Library("Django", "BSD-3-Clause", "https://www.djangoproject.com/"),
    Library("htmx", "0BSD", "https://htmx.org/"),
    Library("django-htmx", "MIT", "https://github.com/adamchainz/django-htmx"),
    Library(
        "django-template-partials",
        "MIT",
        "https://github.com/carltongibson/django-template-partials",
    ),
    Library("dj-database-url", "BSD-3-Clause", "https://github.com/jazzband/dj-database-url"),
    Library("ReportLab", "BSD-3-Clause", "https://www.reportlab.com/"),
    Library("python-bidi", "LGPL-3.0", "https://github.com/MeirKriheli/python-bidi"),
    Library("arabic-reshaper", "MIT", "https://github.com/mpcabd/python-arabic-reshaper"),
    Library("openpyxl", "MIT", "https://openpyxl.readthedocs.io/"),
    Library("NetworkX", "BSD-3-Clause", "https://networkx.org/"),
    Library("Segno", "BSD-3-Clause", "https://github.com/heuer/segno"),
    Library("Uvicorn", "BSD-3-Clause", "https://www.uvicorn.org/"),
    Library("WhiteNoise", "MIT", "https://whitenoise.readthedocs.io/"),
    Library("Psycopg", "LGPL-3.0", "https://www.psycopg.org/"),
    Library("PyOTP", "MIT", "https://github.com/pyauth/pyotp"),
    Library("Noto Sans, Noto Serif", "SIL Open Font License 1.1", "https://notofonts.github.io/"),
)


@dataclass(frozen=True)
class ScenarioCredit:
    """A scenario and its credits."""

    title: str
    credits: str


@dataclass(frozen=True)
class GameCredit:
    """A game's copyright notice and its scenarios."""

    name: str
    story: tuple[str, ...]  # templates, of which the first existing one is included
    notice: str
    scenarios: tuple[ScenarioCredit, ...]


@dataclass(frozen=True)
class AboutPage:
    """The games and the libraries."""

    games: tuple[GameCredit, ...]
    libraries: tuple[Library, ...]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """The credits."""
    shipped = scenarios.shipped()
    games = tuple(
        GameCredit(
            game.name,
            (f"games/{game.id.replace('-', '_')}/about.html", "web/pages/no_story.html"),
            game.copyright,
            tuple(
                ScenarioCredit(scenario.title, scenario.credits)
                for scenario in shipped.get(game.id, {}).values()
            ),
        )
        for game in GAMES.values()
    )
    return render_page(request, "web/pages/about.html", AboutPage(games, LIBRARIES))
