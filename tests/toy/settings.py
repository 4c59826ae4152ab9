"""The site's settings with the toy game: its entry in the registry, its templates, its sheets."""

from pathlib import Path

from moderator import sheets
from moderator.rules.registry import GAMES
from moderator.settings import *  # noqa: F403
from moderator.settings import TEMPLATES
from tests.toy.nim import NIM

FOLDER = Path(__file__).resolve().parent

GAMES[NIM.id] = NIM
sheets.__path__.append(str(FOLDER / "sheets"))
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], FOLDER / "templates"]
